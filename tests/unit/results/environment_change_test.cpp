// SPDX-License-Identifier: Apache-2.0
#include "environment_change.hpp"

#include "environment_rule.hpp"
#include "recorded_run.hpp"
#include "refusal.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::run_file;
using testing::Test;

namespace {

struct environment_of_two_sides : Test {
    environment_of_two_sides() {
        recorded::add_measured(base, "bf16", {1});
        recorded::add_measured(fresh, "bf16", {1});
    }

    [[nodiscard]] environment_change changes() const {
        const std::vector<const run_file*> both{&base, &fresh};
        return find_changes({&base}, {&fresh}, case_table(both));
    }

    run_file base = recorded::run(), fresh = recorded::run("2026-01-02T00:00:00Z");
};

std::string text(const std::string& t) {
    return t;
}

} // namespace

TEST_F(environment_of_two_sides, equal_machines_have_no_parts) {
    EXPECT_TRUE(changes().parts.empty());
    EXPECT_EQ(changes().attribution().front(), "no difference of the machines is known");
}

TEST_F(environment_of_two_sides, a_driver_and_the_cuda_it_brings_are_one_part) {
    fresh.identity["driver.version"] = {text("580.2"), ""};
    fresh.identity["driver.cuda"] = {text("13.0"), ""};
    const environment_change change = changes();
    ASSERT_EQ(change.parts.size(), 1u);
    EXPECT_EQ(change.parts[0].part, "driver");
    EXPECT_EQ(change.part_lines().front(),
              "driver: driver.cuda 12.8 → 13.0; driver.version 570.1 → 580.2");
    EXPECT_EQ(change.attribution().front(),
              "only the part driver changed: a difference may be attributed to it");
}

TEST_F(environment_of_two_sides, another_cudnn_alone_is_no_driver) {
    for (auto [side, version] : {std::pair(&base, "9.14.0"), std::pair(&fresh, "9.19.0")}) {
        side->launches[0].libraries.push_back({"libcudnn.so.9", version, "/opt/libcudnn.so.9"});
        side->launches[0].libraries.push_back(
            {"libcudnn_ops.so.9", version, "/opt/libcudnn_ops.so.9"});
    }
    const environment_change change = changes();
    ASSERT_EQ(change.parts.size(), 1u);
    EXPECT_EQ(change.parts[0].part, "cuDNN");
    EXPECT_EQ(change.parts[0].differences.size(), 2u);
}

TEST_F(environment_of_two_sides, several_parts_are_not_attributable) {
    fresh.identity["driver.version"] = {text("580.2"), ""};
    fresh.launches[0].libraries[0].version = "13.1.0";
    const std::vector<std::string> said = changes().attribution();
    ASSERT_EQ(said.size(), 2u);
    EXPECT_EQ(said[0], "not attributable to one part: 2 parts changed (CUDA runtime, driver)");
    EXPECT_EQ(said[1], "to settle it, measure BASE with one part changed at a time: only CUDA "
                       "runtime, only driver");
}

TEST_F(environment_of_two_sides, unknown_equals_nothing_and_differs_from_nothing) {
    base.identity["gpu.power_limit_w"] = {std::nullopt, "no permission"};
    fresh.identity["gpu.power_limit_w"] = {700.0, ""};
    const environment_change change = changes();
    EXPECT_TRUE(change.parts.empty());
    ASSERT_EQ(change.unknown.size(), 1u);
    EXPECT_EQ(change.unknown[0], "gpu.power_limit_w: unknown in BASE (no permission)");
    EXPECT_EQ(check_rules(change, {{"gpu.power_limit_w"}, {}}).size(), 1u)
        << "what must be the same and is not known is refused";
}

TEST_F(environment_of_two_sides, a_variable_that_is_not_listed_was_not_set) {
    fresh.identity["env.CUDA_LAUNCH_BLOCKING"] = {text("1"), ""};
    const environment_change change = changes();
    ASSERT_EQ(change.parts.size(), 1u);
    EXPECT_EQ(change.part_lines().front(), "variable CUDA_LAUNCH_BLOCKING: "
                                           "env.CUDA_LAUNCH_BLOCKING not set → 1");
}

TEST_F(environment_of_two_sides, where_libraries_are_looked_for_is_no_part) {
    fresh.identity["env.LD_LIBRARY_PATH"] = {text("/opt/cuda/lib64"), ""};
    EXPECT_TRUE(changes().parts.empty());
}

TEST_F(environment_of_two_sides, libraries_count_where_both_sides_measured_the_case) {
    recorded::add_measured(fresh, "fp8", {1});
    fresh.launches.back().libraries = {{"libcudart.so.13", "13.2.0", "/opt/libcudart.so.13"}};
    EXPECT_TRUE(changes().parts.empty()) << "BASE has no such case";
}

TEST_F(environment_of_two_sides, a_library_of_unknown_version_from_another_place_is_unknown) {
    base.launches[0].libraries = {{"libblas.so.3", "", "/usr/lib/libblas.so.3"}};
    fresh.launches[0].libraries = {{"libblas.so.3", "", "/opt/libblas.so.3"}};
    EXPECT_TRUE(changes().parts.empty());
    EXPECT_EQ(changes().unknown.size(), 1u);
}

TEST_F(environment_of_two_sides, another_card_of_the_model_is_said_and_another_model_refused) {
    fresh.device.uuid = "GPU-2";
    EXPECT_TRUE(changes().is_other_card);
    EXPECT_TRUE(changes().other_model.empty());
    fresh.device.name = "NVIDIA Test GPU D";
    EXPECT_FALSE(changes().is_other_card);
    EXPECT_EQ(changes().other_model, "NVIDIA Test GPU, NVIDIA Test GPU D");
    EXPECT_THROW((void)check_rules(changes(), {}), refused_comparison);
    EXPECT_TRUE(check_rules(changes(), {{}, {"gpu"}}).empty());
}

TEST_F(environment_of_two_sides, a_plugin_built_anew_is_a_part) {
    base.plugins = {{"gemm_cuda", "1.0", "GNU 12.2", "/a/gemm_cuda.so", "aa"}};
    fresh.plugins = {{"gemm_cuda", "1.0", "GNU 13.1", "/b/gemm_cuda.so", "bb"}};
    const environment_change change = changes();
    ASSERT_EQ(change.parts.size(), 1u);
    EXPECT_EQ(change.parts[0].part, "plugins");
    EXPECT_EQ(change.parts[0].differences.size(), 2u) << "build and build-id, not the path";
}

TEST_F(environment_of_two_sides, a_side_that_mixes_drivers_says_so) {
    run_file other = base;
    other.id = "another";
    other.identity["driver.version"] = {text("571.9"), ""};
    const std::vector<const run_file*> all{&base, &other, &fresh};
    const environment_change change = find_changes({&base, &other}, {&fresh}, case_table(all));
    ASSERT_EQ(change.mixed.size(), 1u);
    EXPECT_EQ(change.mixed[0], "BASE mixes driver.version: 570.1, 571.9");
}

TEST_F(environment_of_two_sides, require_same_takes_parts_facts_and_exemptions) {
    fresh.identity["driver.version"] = {text("580.2"), ""};
    EXPECT_EQ(check_rules(changes(), {{"driver"}, {}}).size(), 1u);
    EXPECT_EQ(check_rules(changes(), {{"Driver.Version"}, {}}).size(), 1u);
    EXPECT_EQ(check_rules(changes(), {{"all"}, {}}).size(), 1u);
    EXPECT_TRUE(check_rules(changes(), {{"all"}, {"driver"}}).empty());
    EXPECT_TRUE(check_rules(changes(), {{"cuDNN"}, {}}).empty());
}

TEST_F(environment_of_two_sides, require_same_all_and_parts_pass_over_unknown_facts) {
    base.identity["gpu.power_limit_w"] = fresh.identity["gpu.power_limit_w"] = {std::nullopt, "?"};
    EXPECT_TRUE(check_rules(changes(), {{"all", "GPU"}, {}}).empty());
    EXPECT_EQ(check_rules(changes(), {{"all", "gpu.power_limit_w"}, {}}).size(), 1u);
}

TEST_F(environment_of_two_sides, a_required_key_that_no_run_has_is_refused) {
    base.plugins = {{"gemm_cuda", "1.0", "GNU 12.2", "/a/gemm_cuda.so", "aa"}};
    fresh.identity["gpu.power_limit_w"] = {std::nullopt, "no permission"};
    const auto check = [&](const std::string& key) { check_required_keys({key}, {&base, &fresh}); };
    for (const char* key :
         {"all", "DRIVER", "driver.version", "host", "CUDA runtime", "libcudart", "plugins",
          "gemm_cuda build", "gpu.power_limit_w", "harness", "env.OMP_NUM_THREADS"}) {
        EXPECT_NO_THROW(check(key)) << key;
    }
    EXPECT_EQ(refusal([&] { check("cuda runtme"); }),
              "--require-same: no run has the fact or part 'cuda runtme'; did you mean 'CUDA "
              "runtime'?");
    EXPECT_EQ(refusal([&] { check("env.CUDA_HOME"); }),
              "--require-same: 'env.CUDA_HOME' is never compared: what is found by it is");
    for (const char* key : {"", "cuDNN", "env."}) {
        EXPECT_EQ(refusal([&] { check(key); }),
                  std::string("--require-same: no run has the fact or part '") + key + "'");
    }
}

// SPDX-License-Identifier: Apache-2.0
#include "doctor/gpu_check.hpp"

#include "findings.hpp"

namespace {

using namespace dyno::doctor;
using namespace dyno::record;
using doctor_tests::one;
using testing::HasSubstr;

constexpr std::int64_t gib = std::int64_t{1} << 30;

/// A GPU with which nothing is wrong.
seen_gpu healthy() {
    seen_gpu seen;
    const auto known = [](value v) { return fact{std::move(v), ""}; };
    seen.facts.identity = {{"gpu.power_limit_w", known(700.0)},
                           {"gpu.power_limit_default_w", known(700.0)},
                           {"gpu.pcie_generation_max", known(std::int64_t{5})},
                           {"gpu.pcie_width_max", known(std::int64_t{16})},
                           {"gpu.ecc_enabled", known(true)},
                           {"gpu.mig_enabled", known(false)},
                           {"gpu.memory_bytes", known(80 * gib)}};
    seen.facts.circumstances = {{"gpu.persistence_mode", known(true)},
                                {"gpu.ecc_pending", known(true)},
                                {"gpu.mig_pending", known(false)},
                                {"gpu.compute_mode", known(std::string("default"))},
                                {"gpu.display_active", known(false)},
                                {"gpu.graphics_processes", known(std::int64_t{0})},
                                {"gpu.graphics_process_ids", known(std::string())},
                                {"gpu.compute_processes", known(std::int64_t{0})},
                                {"gpu.compute_process_ids", known(std::string())},
                                {"gpu.memory_used_bytes", known(gib)}};
    seen.under_load.emplace();
    seen.under_load->pcie_generation_max = 5;
    seen.under_load->pcie_width_max = 16;
    return seen;
}

void set(seen_gpu& seen, const std::string& name, value v) {
    facts& sheet =
        seen.facts.identity.count(name) != 0 ? seen.facts.identity : seen.facts.circumstances;
    ASSERT_EQ(sheet.count(name), 1u) << name;
    sheet[name].known = std::move(v);
}

TEST(gpu_check, a_healthy_gpu_is_good_throughout) {
    const findings all = check_gpu(healthy());
    EXPECT_EQ(all.size(), 9u);
    for (const finding& f : all) {
        EXPECT_EQ(f.state, health::good) << f.topic << ": " << f.seen;
        EXPECT_TRUE(f.mend.empty()) << f.topic;
    }
}

TEST(gpu_check, without_a_gpu_every_line_says_why) {
    seen_gpu seen;
    seen.why_none = "no GPU: none";
    const findings all = check_gpu(seen);
    EXPECT_EQ(all.size(), 9u);
    for (const finding& f : all) {
        EXPECT_EQ(f.state, health::not_checked);
        EXPECT_EQ(f.seen, "no GPU: none");
    }
}

struct change {
    const char *topic, *fact;
    value to;
    health state;
    const char *seen, *mend;
};

TEST(gpu_check, each_change_spoils_its_own_line_and_no_other) {
    const change changes[] = {
        {"power_limit", "gpu.power_limit_w", 450.0, health::doubtful, "450 W in force",
         "nvidia-smi -pl 700"},
        {"persistence", "gpu.persistence_mode", false, health::doubtful, "off", "persistenced"},
        {"ecc", "gpu.ecc_pending", false, health::doubtful, "next reset", "reset"},
        {"mig", "gpu.mig_enabled", true, health::doubtful, "MIG is on", "reset"},
        {"compute_mode", "gpu.compute_mode", std::string("prohibited"), health::wrong,
         "no CUDA program", "nvidia-smi -c DEFAULT"},
        {"compute_mode", "gpu.compute_mode", std::string("exclusive_process"), health::doubtful,
         "exclusive_process", "nvidia-smi -c DEFAULT"},
        {"display", "gpu.display_active", true, health::doubtful, "drives a display", "desktop"},
        {"display", "gpu.graphics_processes", std::int64_t{2}, health::doubtful, "graphics",
         "desktop"},
        {"processes", "gpu.compute_processes", std::int64_t{1}, health::doubtful,
         "in use by 1 compute process", "end them"},
        {"gpu_memory", "gpu.memory_used_bytes", 40 * gib, health::doubtful, "40.0 of 80.0 GiB",
         "end what holds memory"},
        {"gpu_memory", "gpu.memory_used_bytes", 100 * gib, health::doubtful, "cannot be",
         "nvidia-smi"},
    };
    for (const change& c : changes) {
        seen_gpu seen = healthy();
        set(seen, c.fact, c.to);
        for (const finding& f : check_gpu(seen)) {
            if (f.topic != c.topic) {
                EXPECT_EQ(f.state, health::good) << c.fact << " spoilt " << f.topic;
                continue;
            }
            EXPECT_EQ(f.state, c.state) << c.fact;
            EXPECT_THAT(f.seen, HasSubstr(c.seen));
            EXPECT_THAT(f.mend, HasSubstr(c.mend));
        }
    }
}

TEST(gpu_check, mig_that_is_on_and_stays_on_measures_one_instance) {
    seen_gpu seen = healthy();
    set(seen, "gpu.mig_enabled", true);
    set(seen, "gpu.mig_pending", true);
    EXPECT_THAT(one(check_gpu(seen), "mig").seen, HasSubstr("one instance"));
}

TEST(gpu_check, the_link_is_judged_under_load_only) {
    seen_gpu seen = healthy();
    seen.under_load->pcie_width_max = 8;
    EXPECT_EQ(one(check_gpu(seen), "pcie_link").state, health::doubtful);
    EXPECT_EQ(one(check_gpu(seen), "pcie_link").seen, "generation 5 x8 under load, 5 x16 at most");
    seen.under_load.reset();
    seen.why_no_load = "no usable plugin";
    EXPECT_EQ(one(check_gpu(seen), "pcie_link").state, health::not_checked);
    EXPECT_THAT(one(check_gpu(seen), "pcie_link").seen, HasSubstr("no usable plugin"));
}

TEST(gpu_check, an_unknown_fact_leaves_its_line_unchecked_with_its_reason) {
    seen_gpu seen = healthy();
    for (facts* sheet : {&seen.facts.identity, &seen.facts.circumstances}) {
        for (auto& [name, f] : *sheet) {
            f = {std::nullopt, "no permission"};
        }
    }
    for (const finding& f : check_gpu(seen)) {
        EXPECT_EQ(f.state, health::not_checked) << f.topic;
        EXPECT_THAT(f.seen, HasSubstr("no permission")) << f.topic;
    }
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "plugin/loaded_plugin.hpp"

#include "thrown_message.hpp"

#include <dyno/plugin.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace dyno {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::filesystem::path plugins = TEST_PLUGINS;

TEST(loaded_plugin, good_ones_offer_what_they_declare) {
    const dyno_entry& spin = load_plugin(plugins / "good/spin.so");
    EXPECT_STREQ(spin.name, "spin");
    EXPECT_NE(find_workload(spin, "spin"), nullptr);
    EXPECT_EQ(find_workload(spin, "spi"), nullptr);
    EXPECT_EQ(find_workload(spin, ""), nullptr);
    EXPECT_EQ(declaration_of(load_plugin(plugins / "good/plain_c.so")).workloads.at(0).id,
              "plain_c");
}

TEST(loaded_plugin, loading_twice_gives_the_same_entry) {
    EXPECT_EQ(&load_plugin(plugins / "good/spin.so"), &load_plugin(plugins / "good/spin.so"));
}

TEST(loaded_plugin, bad_ones_are_refused_before_anything_is_called) {
    const auto trouble = [](const std::filesystem::path& path) {
        const std::string message = thrown_message([&] { (void)load_plugin(path); });
        EXPECT_THAT(message, StartsWith("plugin " + path.string() + ": "));
        return message;
    };
    EXPECT_THAT(trouble(plugins / "bad/no_entry.so"), HasSubstr("has no entry 'dyno_plugin'"));
    EXPECT_THAT(trouble(plugins / "bad/short_struct.so"), HasSubstr("too short (16 bytes)"));
    EXPECT_THAT(trouble(plugins / "bad/wrong_abi.so"), HasSubstr("was built for plugin ABI 9.0"));
    EXPECT_THAT(trouble(plugins / "bad/missing_library.so"),
                HasSubstr("libgone.so: cannot open shared object file"));
    EXPECT_THAT(trouble(plugins / "bad/no_tag.so"), HasSubstr("lacks a required field"));
    EXPECT_THAT(trouble("/no/such.so"), HasSubstr("cannot open shared object file"));
    EXPECT_THAT(trouble(plugins), HasSubstr("cannot read file data: Is a directory"));
}

// ---- declarations, from entries made here ------------------------------------------------------

/// A workload that declares what a test wants.
struct declared {
    std::vector<dyno_param> params;
    std::vector<dyno_metric> metrics;
    std::uint32_t flags = 0;
    std::uint32_t device_kinds = dyno::on_cpu;
    int copies = 1;

    [[nodiscard]] record::plugin_declaration read() const {
        std::vector<const dyno_param*> param_list;
        for (const dyno_param& p : params) {
            param_list.push_back(&p);
        }
        param_list.push_back(nullptr);
        std::vector<const dyno_metric*> metric_list;
        for (const dyno_metric& m : metrics) {
            metric_list.push_back(&m);
        }
        metric_list.push_back(nullptr);
        dyno_workload w{};
        w.struct_size = sizeof w;
        w.id = "work";
        w.summary = "";
        w.flags = flags;
        w.device_kinds = device_kinds;
        w.params = param_list.data();
        w.metrics = metric_list.data();
        std::vector<const dyno_workload*> workloads(static_cast<std::size_t>(copies), &w);
        workloads.push_back(nullptr);
        const dyno_entry entry{DYNO_MAGIC, sizeof entry, DYNO_ABI, 0,
                               "p",        "1",          "b",      workloads.data()};
        return declaration_of(entry);
    }
    [[nodiscard]] std::string trouble() const {
        return thrown_message([&] { (void)read(); });
    }
};

TEST(declaration, makes_sense_or_is_refused) {
    const dyno_param p = integer("p", "1", 1, 2, "");
    const dyno_metric m = lower("m", "s", "");
    EXPECT_EQ((declared{{p, p}, {}}.trouble()), "workload 'work': parameter 'p' is declared twice");
    EXPECT_EQ((declared{{}, {m, m}}.trouble()), "workload 'work': metric 'm' is declared twice");
    dyno_param other = p;
    other.type = 9;
    EXPECT_EQ((declared{{other}, {}}.trouble()),
              "workload 'work': parameter 'p' has no known type");
    other = p;
    other.struct_size = sizeof(dyno_param) - 8;
    EXPECT_EQ((declared{{other}, {}}.trouble()),
              "workload 'work': a parameter's struct is too short or has no name");
    other = p;
    other.name = nullptr;
    EXPECT_EQ((declared{{other}, {}}.trouble()),
              "workload 'work': a parameter's struct is too short or has no name");
    dyno_metric odd = m;
    odd.better = 0;
    EXPECT_EQ((declared{{}, {odd}}.trouble()),
              "workload 'work': metric 'm' has no known direction");
    odd = m;
    odd.unit = nullptr;
    EXPECT_EQ((declared{{}, {odd}}.trouble()),
              "workload 'work': a metric's struct is too short, or it has no name or unit");
}

TEST(declaration, optional_fields_may_be_null) {
    dyno_param p = text("p", nullptr, nullptr, nullptr);
    const record::plugin_declaration d = declared{{p}, {lower("m", "s", nullptr)}}.read();
    EXPECT_EQ(d.workloads[0].parameters[0].fallback_toml, "");
    EXPECT_EQ(d.workloads[0].parameters[0].doc, "");
    EXPECT_EQ(d.workloads[0].metrics[0].doc, "");
}

TEST(declaration, bug_an_infinite_bound_made_the_plugin_unusable) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto p =
        declared{{real("p", "1.0", -infinite, infinite, "")}, {}}.read().workloads[0].parameters[0];
    EXPECT_EQ(p.least_real, -std::numeric_limits<double>::max());
    EXPECT_EQ(p.most_real, std::numeric_limits<double>::max());
    // No range at all is written with the bounds the wrong way round.
    const auto free = declared{{real("p", "1.0", 1, 0, "")}, {}}.read().workloads[0].parameters[0];
    EXPECT_FALSE(free.least_real || free.most_real || free.least_integer);
    const auto odd =
        declared{{real("p", "1.0", std::nan(""), 1, "")}, {}}.read().workloads[0].parameters[0];
    EXPECT_FALSE(odd.least_real);
}

TEST(declaration, bug_a_metric_of_the_runners_own_name_replaced_the_measured_one) {
    for (const char* name : {"time", "wall_time", "enqueue_time", "cpu_time", "device_time",
                             "host_bound", "share_of_peak", "share_of_peak_at_clock"}) {
        EXPECT_EQ((declared{{}, {lower(name, "s", "")}}.trouble()),
                  "workload 'work': metric '" + std::string(name) + "' is the runner's own");
        EXPECT_NO_THROW((void)(declared{{}, {lower(name, "s", "")}, DYNO_SELF_TIMED}.read()));
    }
    EXPECT_NO_THROW((void)(declared{{}, {lower("capture_time", "s", "")}}.read()));
}

TEST(declaration, bug_a_workload_could_be_offered_twice_or_nowhere) {
    EXPECT_EQ((declared{{}, {}, 0, dyno::on_cpu, 2}.trouble()),
              "workload 'work': is offered twice");
    EXPECT_EQ((declared{{}, {}, 0, 0}.trouble()),
              "workload 'work': is offered on no kind of device");
}

} // namespace
} // namespace dyno

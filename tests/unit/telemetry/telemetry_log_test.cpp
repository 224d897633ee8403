// SPDX-License-Identifier: Apache-2.0
#include "telemetry/telemetry_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using record::absent;
using record::telemetry_gap;
using record::telemetry_sample;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;
using testing::UnorderedElementsAre;

telemetry_sample sample_at(double at_s, int sm_clock_mhz = 1900) {
    telemetry_sample s;
    s.at_s = at_s;
    s.took_s = 0.005;
    s.sm_clock_mhz = sm_clock_mhz;
    s.memory_clock_mhz = 2600;
    s.power_w = 300.0;
    s.power_query = "instant";
    s.temperature_c = 50.0;
    s.event_reasons = std::uint64_t{0x4};
    s.energy_j = 1000 + 300 * at_s; // 300 W throughout
    return s;
}

/// Samples every 100 ms from 0 to 10 s, with what `change` makes of each.
template <class Change>
telemetry_log ten_seconds(Change change) {
    telemetry_log log;
    for (int i = 0; i <= 100; ++i) {
        telemetry_sample s = sample_at(i * 0.1);
        if (change(s)) {
            log.add(s);
        }
    }
    return log;
}

telemetry_log ten_seconds() {
    return ten_seconds([](telemetry_sample&) { return true; });
}

measured_span span(double from_s, double to_s) {
    measured_span s;
    s.from_s = from_s;
    s.to_s = to_s;
    s.iterations = 100;
    return s;
}

TEST(telemetry_log, summarises_the_samples_in_the_span_alone) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        const bool inside = s.at_s >= 2 && s.at_s <= 4;
        s.sm_clock_mhz = inside ? 1800 : 300;
        s.power_w = inside ? 400.0 : 900.0;
        s.temperature_c = inside ? 60.0 : 90.0;
        return true;
    });
    const record::telemetry t = log.summarise(span(2, 4));
    EXPECT_EQ(t.samples, 21);
    EXPECT_DOUBLE_EQ(t.sm_clock_median_mhz.value(), 1800);
    EXPECT_DOUBLE_EQ(t.sm_clock_min_mhz.value(), 1800);
    EXPECT_DOUBLE_EQ(t.memory_clock_median_mhz.value(), 2600);
    EXPECT_DOUBLE_EQ(t.power_mean_w.value(), 400);
    EXPECT_DOUBLE_EQ(t.power_max_w.value(), 400);
    EXPECT_DOUBLE_EQ(t.temperature_max_c.value(), 60);
    EXPECT_EQ(t.power_query, "instant");
    EXPECT_THAT(t.gaps, IsEmpty());
    EXPECT_EQ(t.from_s, 2);
    EXPECT_EQ(t.to_s, 4);
}

TEST(telemetry_log, median_and_least_differ) {
    telemetry_log log;
    for (const auto& [at_s, mhz] : {std::pair(1.0, 1000), {1.1, 2000}, {1.2, 1900}, {1.3, 1980}}) {
        log.add(sample_at(at_s, mhz));
    }
    const record::telemetry t = log.summarise(span(1, 1.4));
    EXPECT_DOUBLE_EQ(t.sm_clock_median_mhz.value(), 1940);
    EXPECT_DOUBLE_EQ(t.sm_clock_min_mhz.value(), 1000);
}

TEST(telemetry_log, event_reasons_have_shares_by_name) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        s.event_reasons = s.at_s < 5.05 ? std::uint64_t{0x4} : std::uint64_t{0x400044};
        return true;
    });
    EXPECT_THAT(log.summarise(span(0.1, 10)).event_reason_shares.value(),
                UnorderedElementsAre(Pair("power_cap", 1.0), Pair("hardware_thermal", 0.5),
                                     Pair("0x400000", 0.5)));
}

TEST(telemetry_log, energy_is_the_counters_difference) {
    const record::telemetry t = ten_seconds().summarise(span(2.03, 4.57));
    EXPECT_NEAR(t.energy_j.value(), 300 * 2.54, 1e-6);
    EXPECT_NEAR(t.energy_per_iteration_j.value(), 3 * 2.54, 1e-8);
}

TEST(telemetry_log, energy_needs_samples_around_the_span) {
    EXPECT_THAT(ten_seconds().summarise(span(8, 10.05)).energy_j.reason(),
                HasSubstr("around the measured time"));
    const auto late = ten_seconds([](telemetry_sample& s) { return s.at_s > 2.05; });
    EXPECT_THAT(late.summarise(span(2, 4)).energy_j.reason(),
                HasSubstr("around the measured time"));
}

TEST(telemetry_log, energy_of_a_short_span_is_no_value) {
    EXPECT_THAT(ten_seconds().summarise(span(2, 2.4)).energy_j.reason(), HasSubstr("too short"));
}

TEST(telemetry_log, energy_of_a_short_span_without_a_counter_names_the_counters_reason) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        s.energy_j = record::absent{"not supported"};
        return true;
    });
    EXPECT_EQ(log.summarise(span(2, 2.4)).energy_j.reason(), "not supported");
}

TEST(telemetry_log, energy_counter_that_goes_back_is_no_value) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        s.energy_j = s.at_s < 3 ? 5000.0 : 10.0;
        return true;
    });
    EXPECT_THAT(log.summarise(span(2, 4)).energy_j.reason(), HasSubstr("went back"));
}

TEST(telemetry_log, energy_without_iterations_has_no_share) {
    measured_span uncounted = span(2, 4);
    uncounted.iterations.reset();
    const record::telemetry t = ten_seconds().summarise(uncounted);
    EXPECT_TRUE(t.energy_j.has_value());
    EXPECT_EQ(t.energy_per_iteration_j.reason(), "iterations not counted");
}

TEST(telemetry_log, absent_values_keep_their_reason_and_spoil_no_others) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        s.power_w = absent{"no permission"};
        s.power_query = "";
        s.energy_j = absent{"not supported"};
        s.event_reasons = absent{"symbol missing"};
        return true;
    });
    const record::telemetry t = log.summarise(span(2, 4));
    EXPECT_EQ(t.power_mean_w.reason(), "no permission");
    EXPECT_EQ(t.power_max_w.reason(), "no permission");
    EXPECT_EQ(t.energy_j.reason(), "not supported");
    EXPECT_EQ(t.energy_per_iteration_j.reason(), "not supported");
    EXPECT_EQ(t.event_reason_shares.reason(), "symbol missing");
    EXPECT_DOUBLE_EQ(t.sm_clock_median_mhz.value(), 1900);
}

TEST(telemetry_log, device_lost_half_way_leaves_what_was_seen) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        if (s.at_s > 3) {
            s.sm_clock_mhz = absent{"lost"};
            s.energy_j = absent{"lost"};
        }
        return true;
    });
    const record::telemetry t = log.summarise(span(2, 4));
    EXPECT_DOUBLE_EQ(t.sm_clock_median_mhz.value(), 1900);
    EXPECT_EQ(t.energy_j.reason(), "lost");
}

TEST(telemetry_log, power_of_two_queries_is_called_mixed) {
    const auto log = ten_seconds([](telemetry_sample& s) {
        s.power_query = s.at_s < 3 ? "instant" : "average";
        return true;
    });
    EXPECT_EQ(log.summarise(span(2, 4)).power_query, "mixed");
}

TEST(telemetry_log, silence_is_a_gap_and_its_values_are_not_made_up) {
    const auto log =
        ten_seconds([](telemetry_sample& s) { return s.at_s < 3.05 || s.at_s > 5.45; });
    const record::telemetry t = log.summarise(span(2, 7));
    ASSERT_EQ(t.gaps.size(), 1U);
    EXPECT_NEAR(t.gaps[0].from_s, 3.0, 1e-9);
    EXPECT_NEAR(t.gaps[0].to_s, 5.5, 1e-9);
    EXPECT_EQ(t.samples, 11 + 16);
    EXPECT_TRUE(t.energy_j.has_value()); // the counter went on counting
    EXPECT_THAT(log.summarise(span(2, 4)).energy_j.reason(), HasSubstr("gap at the edge"));
}

TEST(telemetry_log, silence_at_the_ends_of_a_span_is_a_gap) {
    const auto log =
        ten_seconds([](telemetry_sample& s) { return s.at_s > 3.45 && s.at_s < 5.05; });
    const record::telemetry t = log.summarise(span(2, 7));
    ASSERT_EQ(t.gaps.size(), 2U);
    EXPECT_NEAR(t.gaps[0].to_s - t.gaps[0].from_s, 1.5, 1e-9);
    EXPECT_NEAR(t.gaps[1].to_s - t.gaps[1].from_s, 2.0, 1e-9);
}

TEST(telemetry_log, without_samples_nothing_is_known) {
    telemetry_log log;
    record::telemetry t = log.summarise(span(2, 7));
    EXPECT_EQ(t.samples, 0);
    EXPECT_THAT(t.gaps, ElementsAre(telemetry_gap{2, 7}));
    EXPECT_EQ(t.sm_clock_median_mhz.reason(), "no sample in the measured time");
    EXPECT_EQ(t.energy_j.reason(), "no sample in the measured time");
    EXPECT_EQ(t.other_processes.reason(), "no sample in the measured time");
    log.give_up("the probe fell silent");
    t = log.summarise(span(2, 7));
    EXPECT_EQ(t.power_mean_w.reason(), "the probe fell silent");
    EXPECT_EQ(t.display_active.reason(), "the probe fell silent");
}

TEST(telemetry_log, silent_is_more_than_a_second_without_a_sample_that_is_asked_for) {
    telemetry_log log;
    EXPECT_FALSE(log.is_silent(100)); // none is asked for
    log.start(100);
    EXPECT_FALSE(log.is_silent(100.9));
    EXPECT_TRUE(log.is_silent(101.1));
    log.add(sample_at(101.2));
    EXPECT_FALSE(log.is_silent(102.1));
    EXPECT_TRUE(log.is_silent(102.3));
    log.stop();
    EXPECT_FALSE(log.is_silent(200));
    log.start(200);
    EXPECT_TRUE(log.is_silent(202));
    log.give_up("it hangs");
    EXPECT_FALSE(log.is_silent(300));
}

TEST(telemetry_log, knows_how_far_it_has_come) {
    telemetry_log log;
    EXPECT_FALSE(log.has_reached(0));
    log.add(sample_at(5));
    EXPECT_TRUE(log.has_reached(5));
    EXPECT_FALSE(log.has_reached(5.1));
}

TEST(telemetry_log, forgets_what_no_span_asks_for) {
    telemetry_log log = ten_seconds();
    log.forget(5);
    EXPECT_EQ(log.summarise(span(0, 10)).samples, 51);
}

record::gpu_surroundings surroundings_with(std::vector<record::gpu_process> compute) {
    record::gpu_surroundings s;
    s.memory = record::gpu_memory{1000, 16000, "v2"};
    s.display_active = false;
    s.pcie_generation = 5;
    s.pcie_width = 16;
    s.compute_processes = std::move(compute);
    s.graphics_processes = std::vector<record::gpu_process>();
    return s;
}

TEST(telemetry_log, compute_process_that_appears_at_half_time_is_named) {
    const record::gpu_process own{5, 100, false}, intruder{66, 200, false};
    const auto log = ten_seconds([&](telemetry_sample& s) {
        s.surroundings = s.at_s < 1   ? surroundings_with({})
                         : s.at_s < 3 ? surroundings_with({own})
                                      : surroundings_with({own, intruder});
        return true;
    });
    measured_span s = span(2, 4);
    s.launched_s = 1;
    s.own_processes = {5};
    EXPECT_THAT(log.summarise(s).other_processes.value(), ElementsAre(intruder));
    s.own_processes = {1005}; // another number in the container
    EXPECT_THAT(log.summarise(s).other_processes.value(), ElementsAre(intruder));
    s.to_s = 2.5;
    EXPECT_THAT(log.summarise(s).other_processes.value(), IsEmpty());
}

TEST(telemetry_log, surroundings_of_single_samples_are_kept) {
    const auto log = ten_seconds([&](telemetry_sample& s) {
        if (s.at_s > 2.95 && s.at_s < 3.05) {
            s.surroundings = surroundings_with({});
            s.surroundings->display_active = true;
            s.surroundings->memory = record::gpu_memory{7000, 16000, "v2"};
        } else if (s.at_s > 3.15 && s.at_s < 3.25) {
            s.surroundings = surroundings_with({});
        }
        return true;
    });
    const record::telemetry t = log.summarise(span(2, 4));
    EXPECT_TRUE(t.display_active.value());
    EXPECT_DOUBLE_EQ(t.memory_used_max_bytes.value(), 7000);
    EXPECT_EQ(t.memory_query, "v2");
    EXPECT_EQ(t.pcie_generation_max.value(), 5);
    EXPECT_EQ(t.pcie_width_max.value(), 16);
}

} // namespace
} // namespace dyno

// Real clocks, a real CPU device and plugins through the C ABI: what the loop itself costs.
//
// Other programs may take the processor away at any moment, which only ever makes things slower:
// each number is the least of several tries.
//
// SPDX-License-Identifier: Apache-2.0
#include "device/cpu_device.hpp"
#include "measure/window.hpp"
#include "plugin/loaded_plugin.hpp"
#include "plugin/workload_instance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

namespace dyno {
namespace {

/// A workload of a fake plugin, ready to run.
class ready_workload {
public:
    ready_workload(const std::string& plugin, const record::parameters& parameters)
        : m_device(processor()), m_workload(open(plugin, parameters)) {
        m_workload.create(m_device.plugin_view());
        m_workload.prepare();
    }

    /// Time of one iteration in samples of so many: the least of several samples.
    double time_s(std::int64_t iterations) {
        system_clock_source clock;
        const std::int64_t samples = std::max<std::int64_t>(2, 20 / iterations);
        const window w = take_window(m_device, clock, [this] { m_workload.run(); },
                                     {iterations, samples, false});
        return *std::min_element(w.times_s.begin(), w.times_s.end());
    }

private:
    static record::device processor() {
        record::device cpu;
        cpu.kind = record::device_kind::cpu;
        cpu.name = "Test CPU";
        return cpu;
    }
    static workload_instance open(const std::string& plugin, const record::parameters& given) {
        const dyno_entry& entry =
            load_plugin(std::filesystem::path(TEST_PLUGINS) / "good" / (plugin + ".so"));
        return {*find_workload(entry, plugin), declaration_of(entry).workloads.at(0), given};
    }

    cpu_device m_device;
    workload_instance m_workload;
};

TEST(real_time, of_an_iteration_does_not_depend_on_how_many_there_are) {
    constexpr double length_us =
        3; // a thousand fit into the time that a busy machine gives at once
    ready_workload spin("spin", {{"length_us", length_us},
                                 {"first_length_us", 0.0},
                                 {"falling_iterations", std::int64_t{1}}});
    const std::int64_t counts[] = {1, 10, 100, 1000};
    std::vector<double> least_s(std::size(counts), std::numeric_limits<double>::infinity());
    const auto spread = [&] {
        const auto [low, high] = std::minmax_element(least_s.begin(), least_s.end());
        return *high / *low - 1;
    };
    // On a machine of its own a few rounds are enough.
    for (int round = 0; round < 300 && !(round > 4 && spread() < 0.02); ++round) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        for (std::size_t i = 0; i < std::size(counts); ++i) {
            least_s[i] = std::min(least_s[i], spin.time_s(counts[i]));
        }
    }
    EXPECT_LT(spread(), 0.02) << testing::PrintToString(least_s);
    EXPECT_GE(*std::min_element(least_s.begin(), least_s.end()), length_us * 1e-6);
    EXPECT_LT(*std::max_element(least_s.begin(), least_s.end()), 1.1 * length_us * 1e-6);
}

TEST(real_time, the_hosts_own_cost_of_an_iteration_is_below_two_microseconds) {
    ready_workload empty("plain_c", {});
    double least_s = std::numeric_limits<double>::infinity();
    for (int round = 0; round < 20; ++round) {
        least_s = std::min(least_s, empty.time_s(10'000));
    }
    EXPECT_LT(least_s, 2e-6);
    EXPECT_GT(least_s, 0);
}

TEST(real_time, work_that_is_enqueued_and_timed_is_all_of_it) {
    // Total time grows with the number of iterations.
    ready_workload spin(
        "spin",
        {{"length_us", 100.0}, {"first_length_us", 0.0}, {"falling_iterations", std::int64_t{1}}});
    EXPECT_GE(1 * spin.time_s(1), 100e-6);
    EXPECT_GE(50 * spin.time_s(50), 50 * 100e-6);
}

} // namespace
} // namespace dyno

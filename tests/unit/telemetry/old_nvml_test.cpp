// A library that lacks every later version of its functions.
// SPDX-License-Identifier: Apache-2.0
#include "fake_gpu.hpp"
#include "nvml_queries.hpp"
#include "scoped_environment.hpp"
#include "telemetry/gpu_sample.hpp"

#include <gtest/gtest.h>

namespace dyno {
namespace {

TEST(old_nvml, answers_all_that_it_has_a_function_for) {
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", "77;88");
    const scoped_environment reasons("FAKE_NVML_EVENT_REASONS", "0x4");
    const nvml library;
    record::device by_bus_id = fakes::first_gpu();
    by_bus_id.uuid = "";
    const nvml_device gpu(library, by_bus_id);
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        const bool since_later = query.name == "power_instant_w";
        EXPECT_EQ(query.reason(gpu), since_later ? "symbol missing" : "") << query.name;
    }
    EXPECT_EQ(gpu.event_reasons().value(), 4U);
    EXPECT_EQ(gpu.memory().value().query, "v1");
    EXPECT_EQ(gpu.compute_processes().value().at(1).pid, 88U);
}

TEST(old_nvml, power_is_an_average_and_says_so) {
    const nvml library;
    const record::telemetry_sample sample =
        take_gpu_sample(nvml_device(library, fakes::first_gpu()), false);
    EXPECT_DOUBLE_EQ(sample.power_w.value(), 300);
    EXPECT_EQ(sample.power_query, "average");
}

} // namespace
} // namespace dyno

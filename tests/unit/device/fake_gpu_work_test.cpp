// The fake plugin on the fake driver, through the C ABI: the pieces that tests of the host rely on.
// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_device.hpp"
#include "fake_cuda.hpp"
#include "plugin/library.hpp"

#include <dyno/plugin.h>

#include <gtest/gtest.h>

#include <map>
#include <string_view>

namespace dyno {
namespace {

/// A host that answers for parameters and hears what fails.
struct test_host {
    std::map<std::string, double> numbers{{"device_work_us", 10}, {"host_work_us", 1000}};
    std::int64_t launches = 5;
    bool synchronises = false;
    std::map<std::string, double> metrics;
    std::string failure;
    dyno_host services{};

    test_host() {
        services.struct_size = sizeof services;
        services.abi = DYNO_ABI;
        services.self = this;
        services.get_int = [](void* self, const char*, std::int64_t* out) {
            *out = of(self).launches;
            return DYNO_OK;
        };
        services.get_real = [](void* self, const char* name, double* out) {
            *out = of(self).numbers.at(name);
            return DYNO_OK;
        };
        services.get_bool = [](void* self, const char*, std::int32_t* out) {
            *out = of(self).synchronises;
            return DYNO_OK;
        };
        services.metric = [](void* self, const char* name, double value) {
            of(self).metrics[name] = value;
        };
        services.fail = [](void* self, const char* message) { of(self).failure = message; };
    }

    static test_host& of(void* self) { return *static_cast<test_host*>(self); }
};

const dyno_workload& find_workload(std::string_view id) {
    static const library opened = library::open(FAKE_GPU_WORK_PATH);
    const auto* entry = static_cast<const dyno_entry*>(opened.find("dyno_plugin"));
    for (const dyno_workload* const* w = entry->workloads; *w; ++w) {
        if ((*w)->id == id) {
            return **w;
        }
    }
    throw error("the plugin has no workload " + std::string(id));
}

TEST(fake_gpu_work, is_host_bound_as_it_is_told) {
    cuda_device device(fakes::first_device());
    test_host host;
    const dyno_workload& workload = find_workload("fake_gpu_work");
    void* state = nullptr;
    ASSERT_EQ(workload.create(&host.services, &device.plugin_view(), &state), DYNO_OK)
        << host.failure;
    ASSERT_EQ(workload.prepare(state), DYNO_OK);

    device.mark(0);
    ASSERT_EQ(workload.run(state), DYNO_OK);
    device.mark(1);
    device.synchronise();
    EXPECT_GE(device.span_s(0, 1), 5e-3);

    device.hold();
    device.mark(0);
    ASSERT_EQ(workload.run(state), DYNO_OK);
    device.mark(1);
    EXPECT_TRUE(device.release());
    device.synchronise();
    EXPECT_NEAR(device.span_s(0, 1), 50e-6, 1e-9);

    ASSERT_EQ(workload.report(state), DYNO_OK);
    EXPECT_EQ(host.metrics.at("launches"), 10);
    workload.destroy(state);
}

TEST(fake_gpu_work, that_synchronises_while_held_is_freed_by_the_watchdog) {
    cuda_device device(fakes::first_device(), std::chrono::milliseconds(30));
    test_host host;
    host.synchronises = true;
    const dyno_workload& workload = find_workload("fake_gpu_work");
    void* state = nullptr;
    ASSERT_EQ(workload.create(&host.services, &device.plugin_view(), &state), DYNO_OK);
    device.hold();
    EXPECT_EQ(workload.run(state), DYNO_OK);
    EXPECT_FALSE(device.release());
    workload.destroy(state);
}

TEST(fake_gpu_work, synchronous_says_so) {
    EXPECT_EQ(find_workload("fake_gpu_work").flags & DYNO_SYNCHRONISES, 0U);
    EXPECT_NE(find_workload("fake_gpu_work_synchronous").flags & DYNO_SYNCHRONISES, 0U);
}

} // namespace
} // namespace dyno

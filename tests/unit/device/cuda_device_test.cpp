// A CUDA device on the fake driver: what its marks measure, what a hold takes away, what fails how.
// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_device.hpp"

#include "fake_cuda.hpp"
#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

namespace dyno {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::HasSubstr;

/// What a call throws; fails the test if it throws nothing.
device_fault fault_of(const std::function<void()>& call) {
    try {
        call();
    } catch (const device_fault& failure) {
        return failure;
    }
    ADD_FAILURE() << "nothing was thrown";
    return {"", false};
}

void* stream_of(const timed_device& device) {
    return device.plugin_view().stream;
}

TEST(cuda_device, shows_a_plugin_what_it_is) {
    const scoped_environment sm("FAKE_CUDA_SM", "120");
    const cuda_device device(fakes::first_device());
    const dyno_device& view = device.plugin_view();
    EXPECT_EQ(view.struct_size, sizeof view);
    EXPECT_EQ(view.kind, DYNO_CUDA);
    EXPECT_EQ(view.ordinal, 0);
    EXPECT_EQ(view.sm, 120);
    EXPECT_STREQ(view.name, "NVIDIA Test GPU");
    EXPECT_NE(view.stream, nullptr);
}

TEST(cuda_device, marks_measure_the_work_between_them) {
    cuda_device device(fakes::first_device());
    device.reserve_marks(3);
    device.hold(); // or the spans have the host's time in them
    device.mark(0);
    fakes::enqueue(stream_of(device), 3ms);
    device.mark(1);
    fakes::enqueue(stream_of(device), 1ms);
    device.mark(2);
    EXPECT_TRUE(device.release());
    device.synchronise();
    EXPECT_NEAR(device.span_s(0, 1), 3e-3, 1e-9);
    EXPECT_NEAR(device.span_s(1, 2), 1e-3, 1e-9);
    EXPECT_NEAR(device.span_s(0, 2), 4e-3, 1e-9);
}

TEST(cuda_device, work_that_ends_after_run_returned_is_in_the_span) {
    cuda_device device(fakes::first_device());
    const auto start = std::chrono::steady_clock::now();
    device.mark(0);
    fakes::enqueue(stream_of(device), 300ms);
    device.mark(1);
    EXPECT_LT(std::chrono::steady_clock::now() - start, 200ms);
    device.synchronise();
    EXPECT_GE(std::chrono::steady_clock::now() - start, 300ms);
    EXPECT_GE(device.span_s(0, 1), 300e-3);
}

TEST(cuda_device, marks_can_be_used_again) {
    cuda_device device(fakes::first_device());
    for (const auto work : {2ms, 1ms}) {
        device.hold();
        device.mark(0);
        fakes::enqueue(stream_of(device), work);
        device.mark(1);
        EXPECT_TRUE(device.release());
        device.synchronise();
        EXPECT_NEAR(device.span_s(0, 1), std::chrono::duration<double>(work).count(), 1e-9);
    }
}

TEST(cuda_device, resolution_is_what_an_event_costs) {
    EXPECT_DOUBLE_EQ(cuda_device(fakes::first_device()).resolution_s(), 0.5e-6);
    const scoped_environment cost("FAKE_CUDA_EVENT_NS", "1300");
    EXPECT_NEAR(cuda_device(fakes::first_device()).resolution_s(), 1.3e-6, 1e-9);
}

TEST(cuda_device, holding_leaves_the_kernels_alone_of_a_host_bound_span) {
    cuda_device device(fakes::first_device());
    ASSERT_TRUE(device.can_hold()) << device.hold_obstacle();
    const auto run = [&] {
        for (int i = 0; i < 10; ++i) {
            std::this_thread::sleep_for(1ms); // the host's work before a launch
            fakes::enqueue(stream_of(device), 10us);
        }
    };
    device.mark(0);
    run();
    device.mark(1);
    device.synchronise();
    EXPECT_GE(device.span_s(0, 1), 10e-3);

    device.hold();
    device.mark(0);
    run();
    device.mark(1);
    EXPECT_TRUE(device.release());
    device.synchronise();
    EXPECT_NEAR(device.span_s(0, 1), 100e-6, 1e-9);
}

TEST(cuda_device, a_hold_can_be_repeated) {
    cuda_device device(fakes::first_device(), 5s);
    for (int i = 0; i < 100; ++i) {
        device.hold();
        fakes::enqueue(stream_of(device), 1us);
        EXPECT_TRUE(device.release());
        device.synchronise();
    }
}

TEST(cuda_device, release_without_hold_is_not_held) {
    cuda_device device(fakes::first_device());
    EXPECT_FALSE(device.release());
}

TEST(cuda_device, watchdog_frees_a_full_launch_queue) {
    const scoped_environment queue("FAKE_CUDA_QUEUE", "64");
    cuda_device device(fakes::first_device(), 50ms);
    const auto start = std::chrono::steady_clock::now();
    device.hold();
    for (int i = 0; i < 100; ++i) { // the 64th would block for ever
        ASSERT_EQ(fakes::enqueue(stream_of(device), 1us), 0);
    }
    EXPECT_GE(std::chrono::steady_clock::now() - start, 50ms);
    EXPECT_FALSE(device.release());
    device.synchronise();
    device.hold(); // and the next hold works again
    device.mark(0);
    (void)device.release();
    device.synchronise();
}

TEST(cuda_device, watchdog_frees_who_synchronises_while_held) {
    cuda_device device(fakes::first_device(), 30ms);
    device.hold();
    fakes::enqueue(stream_of(device), 1us);
    device.synchronise();
    EXPECT_FALSE(device.release());
}

TEST(cuda_device, a_watchdog_of_an_earlier_hold_leaves_the_next_alone) {
    cuda_device device(fakes::first_device(), 500ms);
    device.hold();
    std::this_thread::sleep_for(300ms);
    EXPECT_TRUE(device.release());
    device.hold();
    std::this_thread::sleep_for(300ms); // past the first deadline, before the second
    EXPECT_TRUE(device.release());
}

TEST(cuda_device, is_closed_while_held) {
    const auto start = std::chrono::steady_clock::now();
    {
        cuda_device device(fakes::first_device(), 10s);
        device.hold();
        fakes::enqueue(stream_of(device), 1us);
    }
    EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
    EXPECT_EQ(fakes::live_objects(), 0);
}

TEST(cuda_device, gives_everything_back) {
    {
        cuda_device device(fakes::first_device());
        device.reserve_marks(100);
        device.flush_cache();
        EXPECT_GT(fakes::live_objects(), 100);
    }
    EXPECT_EQ(fakes::live_objects(), 0);
}

TEST(cuda_device, goes_on_when_the_driver_is_opened_again) {
    cuda_device device(fakes::first_device());
    (void)find_devices();
    device.mark(0);
    device.mark(1);
    device.synchronise();
    EXPECT_GE(device.span_s(0, 1), 0);
}

TEST(cuda_device, gives_everything_back_when_it_cannot_be_opened) {
    const record::device wanted = fakes::first_device();
    for (const char* failing : {"cuCtxSetCurrent:1", "cuStreamCreate:1", "cuEventCreate:1@4",
                                "cuEventElapsedTime:1", "cuStreamSynchronize:1"}) {
        const scoped_environment fail("FAKE_CUDA_FAIL", failing);
        EXPECT_THROW(cuda_device{wanted}, device_fault) << failing;
        EXPECT_EQ(fakes::live_objects(), 0) << failing;
    }
}

TEST(cuda_device, flush_writes_twice_the_l2) {
    const scoped_environment l2("FAKE_CUDA_L2_BYTES", "52428800");
    cuda_device device(fakes::first_device());
    device.flush_cache();
    device.synchronise();
    device.hold();
    device.mark(0);
    device.flush_cache();
    device.mark(1);
    EXPECT_TRUE(device.release());
    device.synchronise();
    EXPECT_NEAR(device.span_s(0, 1), 2.0 * 52428800 / 4000e9, 1e-9);
}

TEST(cuda_device, flush_without_memory_says_what_to_change) {
    const scoped_environment memory("FAKE_CUDA_MEMORY_BYTES", "67108864");
    cuda_device device(fakes::first_device());
    try {
        device.flush_cache();
        FAIL() << "nothing was thrown";
    } catch (const device_out_of_memory& failure) {
        EXPECT_THAT(failure.what(), AllOf(HasSubstr("cache = \"cold\""), HasSubstr("100 MiB"),
                                          HasSubstr("cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (2)"),
                                          HasSubstr("64 MiB of 64 MiB are free")));
        EXPECT_FALSE(failure.lost());
    }
}

TEST(cuda_device, flush_without_l2_size_says_so) {
    const scoped_environment l2("FAKE_CUDA_L2_BYTES", "0");
    cuda_device device(fakes::first_device());
    EXPECT_THAT(fault_of([&] { device.flush_cache(); }).what(), HasSubstr("L2"));
}

TEST(cuda_device, check_passes_while_work_is_under_way) {
    cuda_device device(fakes::first_device());
    fakes::enqueue(stream_of(device), 5ms);
    EXPECT_NO_THROW(device.check());
    device.synchronise();
    EXPECT_NO_THROW(device.check());
}

TEST(cuda_device, is_found_by_uuid_whatever_its_index) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA First;NVIDIA Second");
    const record::device second = find_devices().devices.at(1);
    const scoped_environment visible("CUDA_VISIBLE_DEVICES", "1,0");
    const cuda_device device(second);
    EXPECT_EQ(device.plugin_view().ordinal, 0);
    EXPECT_STREQ(device.plugin_view().name, "NVIDIA Second");
}

TEST(cuda_device, that_is_not_visible_is_not_replaced_by_another) {
    const scoped_environment names("FAKE_CUDA_NAMES", "NVIDIA First;NVIDIA Second");
    const record::device first = fakes::first_device();
    const scoped_environment visible("CUDA_VISIBLE_DEVICES", "1");
    try {
        const cuda_device device(first);
        FAIL() << "opened " << device.plugin_view().name;
    } catch (const error& failure) {
        EXPECT_THAT(failure.what(), AllOf(HasSubstr(first.uuid), HasSubstr("NVIDIA First"),
                                          HasSubstr("CUDA_VISIBLE_DEVICES is '1'")));
    }
}

TEST(cuda_device, exclusive_mode_is_no_mystery) {
    const record::device wanted = fakes::first_device();
    const scoped_environment fail("FAKE_CUDA_FAIL", "cuDevicePrimaryCtxRetain:46");
    const device_fault fault = fault_of([&] { const cuda_device device(wanted); });
    EXPECT_THAT(fault.what(), AllOf(HasSubstr("CUDA_ERROR_DEVICE_UNAVAILABLE (46)"),
                                    HasSubstr("compute mode"), HasSubstr("nvidia-smi -c DEFAULT")));
}

TEST(cuda_device, without_stream_waits_works_but_cannot_hold) {
    for (const char* failing :
         {"cuStreamWaitValue32:801", "cuMemHostAlloc:1", "cuMemHostGetDevicePointer:1"}) {
        const scoped_environment fail("FAKE_CUDA_FAIL", failing);
        cuda_device device(fakes::first_device());
        EXPECT_FALSE(device.can_hold());
        const std::string call = std::string(failing).substr(0, std::string(failing).find(':'));
        EXPECT_THAT(device.hold_obstacle(), HasSubstr(call));
        EXPECT_THAT(fault_of([&] { device.hold(); }).what(), HasSubstr(call));
        device.mark(0);
        device.mark(1);
        device.synchronise();
        EXPECT_GE(device.span_s(0, 1), 0);
    }
}

/// A call that fails while the device is used: the action that makes it, and its words.
struct failing_call {
    const char* script;
    std::function<void(cuda_device&)> use;
    const char* words;
    bool lost;

    friend void PrintTo(const failing_call& call, std::ostream* out) { *out << call.script; }
};

class cuda_device_failure : public testing::TestWithParam<failing_call> {};

TEST_P(cuda_device_failure, has_the_calls_name_and_the_drivers_words) {
    const record::device wanted = fakes::first_device();
    const scoped_environment fail("FAKE_CUDA_FAIL", GetParam().script);
    const device_fault fault = fault_of([&] {
        cuda_device device(wanted);
        GetParam().use(device);
    });
    EXPECT_THAT(fault.what(), HasSubstr(GetParam().words));
    EXPECT_EQ(fault.lost(), GetParam().lost);
}

const auto nothing = [](cuda_device&) {};

INSTANTIATE_TEST_SUITE_P(
    each_call, cuda_device_failure,
    testing::Values(
        failing_call{"cuDeviceGetCount:999", nothing, "cuDeviceGetCount: CUDA_ERROR_UNKNOWN (999)",
                     true},
        failing_call{"cuDeviceGet:101", nothing, "cuDeviceGet: CUDA_ERROR_INVALID_DEVICE (101)",
                     false},
        failing_call{"cuDeviceGetName:1", nothing, "cuDeviceGetName: CUDA_ERROR_INVALID_VALUE (1)",
                     false},
        failing_call{"cuDeviceGetUuid:1", nothing, "cuDeviceGetUuid: ", false},
        failing_call{"cuDeviceGetAttribute:1", nothing, "cuDeviceGetAttribute: ", false},
        failing_call{"cuDevicePrimaryCtxRetain:2", nothing,
                     "cuDevicePrimaryCtxRetain: CUDA_ERROR_OUT_OF_MEMORY (2)", false},
        failing_call{"cuCtxSetCurrent:201", nothing,
                     "cuCtxSetCurrent: CUDA_ERROR_INVALID_CONTEXT (201)", false},
        failing_call{"cuStreamCreate:2", nothing, "cuStreamCreate: ", false},
        failing_call{"cuEventCreate:1", nothing, "cuEventCreate: ", false},
        failing_call{"cuEventRecord:700@10", [](cuda_device& d) { d.mark(0); },
                     "cuEventRecord: CUDA_ERROR_ILLEGAL_ADDRESS (700)", true},
        failing_call{"cuEventElapsedTime:400@9", [](cuda_device& d) { (void)d.span_s(0, 1); },
                     "cuEventElapsedTime: CUDA_ERROR_INVALID_HANDLE (400)", false},
        failing_call{"cuStreamSynchronize:719@3", [](cuda_device& d) { d.synchronise(); },
                     "cuStreamSynchronize: CUDA_ERROR_LAUNCH_FAILED (719)", true},
        failing_call{"cuStreamQuery:719", [](cuda_device& d) { d.check(); },
                     "cuStreamQuery: CUDA_ERROR_LAUNCH_FAILED (719)", true},
        failing_call{"cuMemAlloc:1", [](cuda_device& d) { d.flush_cache(); },
                     "cuMemAlloc: ", false},
        failing_call{"cuMemsetD32Async:1", [](cuda_device& d) { d.flush_cache(); },
                     "cuMemsetD32Async: ", false},
        failing_call{"cuStreamWaitValue32:1@3", [](cuda_device& d) { d.hold(); },
                     "cuStreamWaitValue32: ", false},
        failing_call{"cuStreamWaitValue32:700", nothing, "cuStreamWaitValue32: ", true},
        failing_call{"cuStreamSynchronize:12345@3", [](cuda_device& d) { d.synchronise(); },
                     "cuStreamSynchronize: error (12345) that the driver has no name for", false}));

class cuda_device_sticky : public testing::TestWithParam<int> {};

TEST_P(cuda_device_sticky, error_loses_the_device_and_leaves_no_exception_behind) {
    const scoped_environment fail("FAKE_CUDA_FAIL", "cuStreamQuery:" + std::to_string(GetParam()));
    cuda_device device(fakes::first_device());
    EXPECT_TRUE(fault_of([&] { device.check(); }).lost());
    EXPECT_TRUE(fault_of([&] { device.check(); }).lost());
}

INSTANTIATE_TEST_SUITE_P(codes, cuda_device_sticky,
                         testing::Values(214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718,
                                         719, 721, 999));

} // namespace
} // namespace dyno

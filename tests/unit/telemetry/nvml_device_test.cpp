// What NVML is asked and what becomes of each answer, on a scripted library.
// SPDX-License-Identifier: Apache-2.0
#include "telemetry/nvml_device.hpp"

#include "fake_gpu.hpp"
#include "nvml_queries.hpp"
#include "record/error.hpp"
#include "scoped_environment.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

/// An open library and one of its devices, under the script that is in force now.
struct opened_gpu {
    nvml library;
    nvml_device device{library, fakes::first_gpu()};
};

std::string init_failure_of(const std::string& script) {
    const scoped_environment fail("FAKE_NVML_FAIL", script);
    try {
        const nvml library;
    } catch (const error& failure) {
        return failure.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return "";
}

TEST(nvml, absent_is_said_so) {
    try {
        const nvml library("libnvidia-ml_absent.so.1");
        FAIL() << "opened";
    } catch (const error& failure) {
        EXPECT_THAT(failure.what(), HasSubstr("no NVML (libnvidia-ml_absent.so.1"));
    }
}

TEST(nvml, init_failures_have_distinct_texts) {
    EXPECT_THAT(init_failure_of("nvmlInit_v2:4"), HasSubstr("nvmlInit: no permission"));
    EXPECT_THAT(init_failure_of("nvmlInit_v2:9"),
                AllOf(HasSubstr("Driver Not Loaded (9)"), HasSubstr("kernel module")));
    EXPECT_THAT(init_failure_of("nvmlInit_v2:12"), HasSubstr("Shared Library Not Found (12)"));
    EXPECT_THAT(init_failure_of("nvmlInit_v2:17"), HasSubstr("Operating System (17)"));
    EXPECT_THAT(init_failure_of("nvmlInit_v2:999"), HasSubstr("Unknown Error (999)"));
}

TEST(nvml, version_mismatch_shows_both_versions_and_the_way_out) {
    EXPECT_THAT(init_failure_of("nvmlInit_v2:18"),
                AllOf(HasSubstr("version mismatch"), HasSubstr("the library is 13.580.65.06"),
                      HasSubstr("kernel module"), HasSubstr("reboot")));
}

TEST(nvml_device, answers_every_question) {
    const opened_gpu gpu;
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        EXPECT_EQ(query.reason(gpu.device), "") << query.name;
    }
    const nvml_device& d = gpu.device;
    EXPECT_EQ(d.driver_version().value(), "580.65.06");
    EXPECT_EQ(d.nvml_version().value(), "13.580.65.06");
    EXPECT_EQ(d.vbios_version().value(), "96.00.99.00.01");
    EXPECT_EQ(d.sm_clock_max_mhz().value(), 1980);
    EXPECT_EQ(d.memory_clock_max_mhz().value(), 2619);
    EXPECT_EQ(d.application_sm_clock_mhz().value(), 1755);
    EXPECT_EQ(d.application_memory_clock_mhz().value(), 2619);
    EXPECT_EQ(d.sm_clock_mhz().value(), 1905);
    EXPECT_EQ(d.memory_clock_mhz().value(), 2619);
    EXPECT_EQ(d.pcie_generation().value(), 5);
    EXPECT_EQ(d.pcie_width().value(), 16);
    EXPECT_DOUBLE_EQ(d.power_limit_w().value(), 700);
    EXPECT_DOUBLE_EQ(d.power_limit_min_w().value(), 200);
    EXPECT_DOUBLE_EQ(d.power_limit_max_w().value(), 700);
    EXPECT_DOUBLE_EQ(d.power_instant_w().value(), 301);
    EXPECT_DOUBLE_EQ(d.power_average_w().value(), 300);
    EXPECT_DOUBLE_EQ(d.temperature_c().value(), 61);
    EXPECT_GE(d.energy_j().value(), 1000); // 300 W more a second
    EXPECT_EQ(d.compute_mode().value(), "default");
    EXPECT_TRUE(d.persistence_mode().value());
    EXPECT_TRUE(d.ecc_enabled().value());
    EXPECT_FALSE(d.mig_enabled().value());
}

TEST(nvml_device, pending_modes_are_told_apart_from_those_in_force) {
    const scoped_environment ecc("FAKE_NVML_ECC", "1;0");
    const scoped_environment mig("FAKE_NVML_MIG", "0;1");
    const opened_gpu gpu;
    EXPECT_TRUE(gpu.device.ecc_enabled().value());
    EXPECT_FALSE(gpu.device.ecc_pending().value());
    EXPECT_FALSE(gpu.device.mig_enabled().value());
    EXPECT_TRUE(gpu.device.mig_pending().value());
}

/// What each code of NVML's is called.
struct code_word {
    int code;
    const char* word;

    friend void PrintTo(const code_word& one, std::ostream* out) { *out << one.word; }
};

class nvml_code : public testing::TestWithParam<code_word> {};

TEST_P(nvml_code, of_a_query_is_that_readings_reason_and_no_others) {
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        std::string script;
        for (const std::string& function : query.functions) {
            script +=
                (script.empty() ? "" : ",") + function + ":" + std::to_string(GetParam().code);
        }
        const scoped_environment fail("FAKE_NVML_FAIL", script);
        const opened_gpu gpu;
        EXPECT_EQ(query.reason(gpu.device), GetParam().word) << query.name;
        for (const fakes::nvml_query& other : fakes::all_queries()) {
            if (other.functions != query.functions && other.name != query.name) {
                EXPECT_EQ(other.reason(gpu.device), "") << other.name << " without " << query.name;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    every_query, nvml_code,
    testing::Values(code_word{3, "not supported"}, code_word{4, "no permission"},
                    code_word{7, "Insufficient Size (7)"}, code_word{9, "Driver Not Loaded (9)"},
                    code_word{12, "Shared Library Not Found (12)"}, code_word{13, "symbol missing"},
                    code_word{15, "lost"}, code_word{17, "Operating System (17)"},
                    code_word{18, "version mismatch"}, code_word{25, "version mismatch"},
                    code_word{999, "Unknown Error (999)"}),
    [](const auto& one) { return "code_" + std::to_string(one.param.code); });

TEST(nvml_device, newer_function_that_is_not_implemented_passes_on_to_the_older) {
    const scoped_environment fail("FAKE_NVML_FAIL",
                                  "nvmlDeviceGetCurrentClocksEventReasons:13,"
                                  "nvmlDeviceGetMemoryInfo_v2:13,nvmlDeviceGetTemperatureV:13,"
                                  "nvmlDeviceGetComputeRunningProcesses_v3:13");
    const opened_gpu gpu;
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        EXPECT_EQ(query.reason(gpu.device), "") << query.name;
    }
}

TEST(nvml_device, is_found_by_uuid_though_nvml_counts_in_another_order) {
    const scoped_environment power("FAKE_NVML_POWER_MW", "222000;111000");
    const nvml library;
    const nvml_device first(library, fakes::first_gpu());
    const nvml_device second(library, fakes::second_gpu());
    EXPECT_DOUBLE_EQ(first.power_average_w().value(), 111);
    EXPECT_DOUBLE_EQ(second.power_average_w().value(), 222);
}

TEST(nvml_device, is_found_by_bus_id_where_the_uuid_is_not_known) {
    const scoped_environment power("FAKE_NVML_POWER_MW", "222000;111000");
    const nvml library;
    record::device wanted = fakes::first_gpu();
    wanted.uuid = "GPU-99999999-0000-4000-8000-000000000009";
    EXPECT_DOUBLE_EQ(nvml_device(library, wanted).power_average_w().value(), 111);
}

TEST(nvml_device, that_nvml_does_not_show_is_not_replaced_by_another) {
    const nvml library;
    try {
        const nvml_device device(library, fakes::gpu("GPU-9", "0000:99:00.0"));
        FAIL() << "found";
    } catch (const error& failure) {
        EXPECT_THAT(failure.what(), AllOf(HasSubstr("GPU-9"), HasSubstr("0000:99:00.0"),
                                          HasSubstr("Not Found (6)")));
    }
}

TEST(nvml_device, of_a_mig_instance_asks_its_gpu_for_clocks_and_power) {
    const scoped_environment uuids("FAKE_NVML_UUIDS", "GPU-1;MIG-1");
    const scoped_environment power("FAKE_NVML_POWER_MW", "250000;0");
    const nvml library;
    const nvml_device instance(library, fakes::gpu("MIG-1", "0000:17:00.0"));
    EXPECT_DOUBLE_EQ(instance.power_average_w().value(), 250);
}

TEST(nvml_device, memory_names_its_query) {
    const scoped_environment used("FAKE_NVML_MEMORY_USED_BYTES", "904000000");
    const scoped_environment reserved("FAKE_NVML_MEMORY_RESERVED_BYTES", "308000000");
    {
        const opened_gpu gpu;
        EXPECT_EQ(gpu.device.memory().value(),
                  (record::gpu_memory{904000000, std::uint64_t{16} << 30, "v2"}));
    }
    const scoped_environment fail("FAKE_NVML_FAIL", "nvmlDeviceGetMemoryInfo_v2:3");
    const opened_gpu gpu;
    EXPECT_EQ(gpu.device.memory().value(),
              (record::gpu_memory{1212000000, std::uint64_t{16} << 30, "v1"}));
}

TEST(nvml_device, version_words_of_structs_are_right) {
    const scoped_environment check("FAKE_NVML_VERSION_CHECK", "1");
    const scoped_environment fail("FAKE_NVML_FAIL", "nvmlDeviceGetTemperature:3");
    const opened_gpu gpu;
    EXPECT_EQ(gpu.device.memory().value().query, "v2");
    EXPECT_EQ(gpu.device.temperature_c().reason(), "");
}

TEST(nvml_device, memory_used_above_total_is_no_value) {
    const scoped_environment used("FAKE_NVML_MEMORY_USED_BYTES", "17179869185");
    const opened_gpu gpu;
    EXPECT_THAT(gpu.device.memory().reason(), HasSubstr("implausible: 17179869185 bytes"));
}

TEST(nvml_device, unknown_compute_mode_keeps_its_number) {
    const scoped_environment mode("FAKE_NVML_COMPUTE_MODE", "7");
    EXPECT_EQ(opened_gpu().device.compute_mode().value(), "7");
}

auto process(std::uint32_t pid) {
    return AllOf(Field(&record::gpu_process::pid, pid),
                 Field(&record::gpu_process::memory_bytes, pid * 1000ULL));
}

TEST(nvml_device, lists_processes_of_both_kinds) {
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", "77;88");
    const scoped_environment graphics("FAKE_NVML_GRAPHICS_PIDS", "99");
    const opened_gpu gpu;
    EXPECT_THAT(gpu.device.compute_processes().value(), ElementsAre(process(77), process(88)));
    EXPECT_THAT(gpu.device.graphics_processes().value(), ElementsAre(process(99)));
    EXPECT_TRUE(gpu.device.graphics_processes().value()[0].graphics);
    EXPECT_FALSE(gpu.device.compute_processes().value()[0].graphics);
}

TEST(nvml_device, process_list_is_read_in_every_size_of_its_elements) {
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", "77;88;99");
    for (const char* bytes : {"24", "32"}) {
        const scoped_environment size("FAKE_NVML_PROCESS_BYTES", bytes);
        const opened_gpu gpu;
        EXPECT_THAT(gpu.device.compute_processes().value(),
                    ElementsAre(process(77), process(88), process(99)))
            << bytes;
    }
    for (const char* missing : {"nvmlDeviceGetComputeRunningProcesses_v3:13",
                                "nvmlDeviceGetComputeRunningProcesses_v3:13,"
                                "nvmlDeviceGetComputeRunningProcesses_v2:13"}) {
        const scoped_environment fail("FAKE_NVML_FAIL", missing);
        const opened_gpu gpu;
        EXPECT_THAT(gpu.device.compute_processes().value(),
                    ElementsAre(process(77), process(88), process(99)))
            << missing;
    }
}

TEST(nvml_device, process_list_that_does_not_fit_is_asked_for_again) {
    std::string pids = "1";
    for (int pid = 2; pid <= 300; ++pid) {
        pids += ";" + std::to_string(pid);
    }
    const scoped_environment compute("FAKE_NVML_COMPUTE_PIDS", pids);
    const scoped_environment fail("FAKE_NVML_FAIL", "nvmlDeviceGetComputeRunningProcesses_v3:7@1");
    const opened_gpu gpu;
    const auto found = gpu.device.compute_processes();
    ASSERT_TRUE(found.has_value()) << found.reason();
    EXPECT_EQ(found.value().size(), 300U);
    EXPECT_THAT(found.value().back(), process(300));
}

TEST(nvml_device, without_a_library_has_one_reason_for_everything) {
    const nvml_device none("no NVML");
    for (const fakes::nvml_query& query : fakes::all_queries()) {
        EXPECT_EQ(query.reason(none), "no NVML") << query.name;
    }
    EXPECT_EQ(none.nvml_version().reason(), "no NVML");
}

} // namespace
} // namespace dyno

// The real runner on an NVML that fails in every way: each run ends in time, with a valid file and
// the reason where the value is missing: each query alone with one code, all queries with each
// code, and each code at the start of NVML.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>

namespace {

using dyno::record::launch;
using dyno::record::run_file;
using dyno::record::status;
using dyno::record::telemetry;
using testing::HasSubstr;

class telemetry_run : public testing::Test {
protected:
    telemetry_run() { runner.environment["LD_LIBRARY_PATH"] = FAKES "/current"; }

    /// Measures for at least `seconds`; ends well, and within a short time.
    run_file measure(double seconds = 0.25, const std::string& select = "",
                     const std::string& policy = "") {
        const std::string time = std::to_string(seconds);
        runner.write("s.toml", "schema = 1\n[device]\nkind = \"cuda\"\n" +
                                   (select.empty() ? "" : "select = \"" + select + "\"\n") +
                                   "[measure]\nlaunches = 1\nwarmup_s = 0\nmax_warmup_s = 0.05\n"
                                   "min_samples = 2\ntime_limit_s = 20\nmin_time_s = " +
                                   time + "\nmax_time_s = " + time + "\n" + policy +
                                   "\n[[case]]\nworkload = \"fake_gpu_work\"\n"
                                   "params = { device_work_us = 1000.0 }\n");
        std::filesystem::remove(runner.folder() / "run.json");
        const auto begin = std::chrono::steady_clock::now();
        const runner_end end =
            runner.run({"s.toml", "--output", "run.json", "--plugins", GPU_PLUGINS});
        took_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        EXPECT_EQ(end.status, 0) << end.err;
        run_file run = runner.run_file();
        EXPECT_EQ(run.launches.at(0).status, status::ok) << run.launches[0].reason;
        EXPECT_TRUE(run.launches[0].telemetry);
        return run;
    }

    void fail(const std::string& script) { runner.environment["FAKE_NVML_FAIL"] = script; }

    runner_process runner;
    double took_s = 0;
};

struct code_words {
    int code;
    const char* words;
};

constexpr code_words codes[] = {{3, "not supported"},
                                {4, "no permission"},
                                {7, "Insufficient Size (7)"},
                                {9, "Driver Not Loaded (9)"},
                                {12, "Shared Library Not Found (12)"},
                                {13, "symbol missing"},
                                {15, "lost"},
                                {17, "Operating System (17)"},
                                {18, "version mismatch"},
                                {999, "Unknown Error (999)"}};

std::string reason_of_fact(const run_file& run, const std::string& name) {
    for (const auto* all : {&run.identity, &run.circumstances}) {
        if (const auto found = all->find(name); found != all->end()) {
            return found->second.known ? "known" : found->second.reason;
        }
    }
    return "absent";
}

struct fact_query {
    std::vector<std::string> functions;
    const char* fact;
};

const fact_query fact_queries[] = {
    {{"nvmlSystemGetDriverVersion"}, "driver.version"},
    {{"nvmlDeviceGetVbiosVersion"}, "gpu.vbios_version"},
    {{"nvmlDeviceGetMaxClockInfo"}, "gpu.sm_clock_max_mhz"},
    {{"nvmlDeviceGetMaxPcieLinkGeneration"}, "gpu.pcie_generation_max"},
    {{"nvmlDeviceGetMaxPcieLinkWidth"}, "gpu.pcie_width_max"},
    {{"nvmlDeviceGetEccMode"}, "gpu.ecc_enabled"},
    {{"nvmlDeviceGetMigMode"}, "gpu.mig_enabled"},
    {{"nvmlDeviceGetEnforcedPowerLimit", "nvmlDeviceGetPowerManagementLimit"}, "gpu.power_limit_w"},
    {{"nvmlDeviceGetPowerManagementDefaultLimit"}, "gpu.power_limit_default_w"},
    {{"nvmlDeviceGetPowerManagementLimitConstraints"}, "gpu.power_limit_max_w"},
    {{"nvmlDeviceGetApplicationsClock"}, "gpu.application_sm_clock_mhz"},
    {{"nvmlDeviceGetPersistenceMode"}, "gpu.persistence_mode"},
    {{"nvmlDeviceGetComputeMode"}, "gpu.compute_mode"},
    {{"nvmlDeviceGetDisplayMode"}, "gpu.display_connected"},
    {{"nvmlDeviceGetUtilizationRates"}, "gpu.utilisation_percent"},
    {{"nvmlDeviceGetGraphicsRunningProcesses_v3", "nvmlDeviceGetGraphicsRunningProcesses_v2",
      "nvmlDeviceGetGraphicsRunningProcesses"},
     "gpu.graphics_processes"},
};

struct reading_query {
    std::vector<std::string> functions;
    double seconds; ///< surroundings are looked at once a second
    std::string (*reason)(const telemetry& t);
};

#define REASON(member) [](const telemetry& t) { return t.member.reason(); }

const reading_query reading_queries[] = {
    {{"nvmlDeviceGetClockInfo"}, 0.25, REASON(sm_clock_median_mhz)},
    {{"nvmlDeviceGetFieldValues", "nvmlDeviceGetPowerUsage"}, 0.25, REASON(power_mean_w)},
    {{"nvmlDeviceGetTemperatureV", "nvmlDeviceGetTemperature"}, 0.25, REASON(temperature_max_c)},
    {{"nvmlDeviceGetCurrentClocksEventReasons", "nvmlDeviceGetCurrentClocksThrottleReasons"},
     0.25,
     REASON(event_reason_shares)},
    {{"nvmlDeviceGetTotalEnergyConsumption"}, 1.3, REASON(energy_j)},
    {{"nvmlDeviceGetMemoryInfo_v2", "nvmlDeviceGetMemoryInfo"}, 1.3, REASON(memory_used_max_bytes)},
    {{"nvmlDeviceGetCurrPcieLinkGeneration"}, 1.3, REASON(pcie_generation_max)},
    {{"nvmlDeviceGetCurrPcieLinkWidth"}, 1.3, REASON(pcie_width_max)},
    {{"nvmlDeviceGetDisplayActive"}, 1.3, REASON(display_active)},
    {{"nvmlDeviceGetComputeRunningProcesses_v3", "nvmlDeviceGetComputeRunningProcesses_v2",
      "nvmlDeviceGetComputeRunningProcesses"},
     1.3,
     REASON(other_processes)},
};

std::string script_of(const std::vector<std::string>& functions, int code) {
    std::string script;
    for (const std::string& function : functions) {
        script += (script.empty() ? "" : ",") + function + ":" + std::to_string(code);
    }
    return script;
}

TEST_F(telemetry_run, bug_energy_of_flushes_was_that_of_iterations) {
    const run_file warm = measure(0.6);
    EXPECT_TRUE(warm.launches[0].telemetry->energy_per_iteration_j.has_value())
        << warm.launches[0].telemetry->energy_per_iteration_j.reason();
    const run_file cold = measure(0.6, "", "cache = \"cold\"");
    const telemetry& t = *cold.launches[0].telemetry;
    EXPECT_TRUE(t.energy_j.has_value());
    EXPECT_THAT(t.energy_per_iteration_j.reason(), HasSubstr("flushes"));
}

TEST_F(telemetry_run, a_query_that_fails_leaves_its_fact_unknown_and_no_other) {
    const run_file well = measure();
    for (const fact_query& query : fact_queries) {
        ASSERT_EQ(reason_of_fact(well, query.fact), "known") << query.fact;
    }
    std::size_t next = 0;
    for (const fact_query& query : fact_queries) {
        const code_words& with = codes[next++ % std::size(codes)];
        fail(script_of(query.functions, with.code));
        const run_file run = measure();
        EXPECT_EQ(reason_of_fact(run, query.fact), with.words) << query.fact;
        for (const fact_query& other : fact_queries) {
            if (other.functions != query.functions) {
                EXPECT_EQ(reason_of_fact(run, other.fact), "known")
                    << query.fact << " spoilt " << other.fact;
            }
        }
        EXPECT_LT(took_s, 10) << query.fact;
    }
}

TEST_F(telemetry_run, a_query_that_fails_leaves_its_reading_absent) {
    const run_file well = measure(1.3);
    std::size_t next = 0;
    for (const reading_query& query : reading_queries) {
        EXPECT_EQ(query.reason(*well.launches[0].telemetry), "") << query.functions[0];
        const code_words& with = codes[next++ % std::size(codes)];
        fail(script_of(query.functions, with.code));
        const run_file run = measure(query.seconds);
        EXPECT_EQ(query.reason(*run.launches[0].telemetry), with.words) << query.functions[0];
        EXPECT_LT(took_s, 10) << query.functions[0];
    }
}

TEST_F(telemetry_run, every_query_may_fail_with_every_code) {
    std::vector<std::string> functions;
    for (const fact_query& query : fact_queries) {
        functions.insert(functions.end(), query.functions.begin(), query.functions.end());
    }
    for (const reading_query& query : reading_queries) {
        functions.insert(functions.end(), query.functions.begin(), query.functions.end());
    }
    for (const code_words& with : codes) {
        fail(script_of(functions, with.code));
        const run_file run = measure(1.3);
        for (const fact_query& query : fact_queries) {
            EXPECT_EQ(reason_of_fact(run, query.fact), with.words) << query.fact;
        }
        for (const reading_query& query : reading_queries) {
            EXPECT_EQ(query.reason(*run.launches[0].telemetry), with.words) << query.functions[0];
        }
        EXPECT_LT(took_s, 10) << with.code;
    }
}

TEST_F(telemetry_run, instant_power_that_fails_is_replaced_by_the_average_which_says_so) {
    fail("nvmlDeviceGetFieldValues:3");
    const run_file run = measure();
    EXPECT_TRUE(run.launches[0].telemetry->power_mean_w.has_value());
    EXPECT_EQ(run.launches[0].telemetry->power_query, "average");
}

TEST_F(telemetry_run, an_nvml_that_does_not_start_leaves_everything_unknown_with_its_words) {
    for (const code_words& with : codes) {
        fail("nvmlInit:" + std::to_string(with.code) + ",nvmlInit_v2:" + std::to_string(with.code));
        const run_file run = measure(0.05);
        for (const fact_query& query : fact_queries) {
            EXPECT_THAT(reason_of_fact(run, query.fact), HasSubstr(with.words)) << query.fact;
        }
        const telemetry& seen = *run.launches[0].telemetry;
        EXPECT_FALSE(seen.sm_clock_median_mhz.has_value());
        EXPECT_NE(seen.sm_clock_median_mhz.reason(), "");
        EXPECT_EQ(reason_of_fact(run, "gpu.name"), "known"); // CUDA says it
        EXPECT_LT(took_s, 10);
    }
}

TEST_F(telemetry_run, an_nvml_without_any_query_says_that_symbols_are_missing) {
    runner.environment["LD_LIBRARY_PATH"] = FAKES "/bare";
    const run_file run = measure();
    for (const fact_query& query : fact_queries) {
        EXPECT_EQ(reason_of_fact(run, query.fact), "symbol missing") << query.fact;
    }
    EXPECT_EQ(run.launches[0].telemetry->sm_clock_median_mhz.reason(), "symbol missing");
    EXPECT_EQ(run.launches[0].telemetry->energy_j.reason(), "symbol missing");
}

TEST_F(telemetry_run, an_old_nvml_answers_by_its_older_functions) {
    runner.environment["LD_LIBRARY_PATH"] = FAKES "/old";
    const run_file run = measure();
    for (const fact_query& query : fact_queries) {
        EXPECT_EQ(reason_of_fact(run, query.fact), "known") << query.fact;
    }
    EXPECT_TRUE(run.launches[0].telemetry->sm_clock_median_mhz.has_value());
}

TEST_F(telemetry_run, a_query_that_hangs_for_ever_costs_the_telemetry_and_not_the_run) {
    fail("nvmlDeviceGetClockInfo:hang@8"); // after the facts, during the launch
    const run_file run = measure(3);
    const launch& l = run.launches[0];
    EXPECT_LT(took_s, 12);
    EXPECT_EQ(run.state, dyno::record::run_state::complete);
    EXPECT_FALSE(l.telemetry->gaps.empty() && l.telemetry->sm_clock_median_mhz.has_value());
    const std::string warnings = testing::PrintToString(l.warnings);
    EXPECT_THAT(warnings + l.telemetry->sm_clock_median_mhz.reason(), HasSubstr("silent"));
}

TEST_F(telemetry_run, a_device_that_is_lost_half_way_keeps_what_was_seen) {
    fail("nvmlDeviceGetClockInfo:15@12+,nvmlDeviceGetPowerUsage:15@4+,nvmlDeviceGetFieldValues:15@"
         "4+,nvmlDeviceGetTotalEnergyConsumption:15@4+");
    const run_file run = measure(1);
    const telemetry& seen = *run.launches[0].telemetry;
    EXPECT_TRUE(seen.sm_clock_median_mhz.has_value()) << seen.sm_clock_median_mhz.reason();
    EXPECT_TRUE(seen.temperature_max_c.has_value());
    EXPECT_EQ(seen.energy_j.reason(), "lost");
}

TEST_F(telemetry_run, of_two_devices_in_reverse_order_the_measured_one_is_sampled) {
    runner.environment["FAKE_CUDA_NAMES"] = "NVIDIA Test GPU;NVIDIA Other GPU";
    runner.environment["FAKE_NVML_POWER_MW"] = "111000;222000"; // NVML counts the other way
    run_file run = measure(0.25, "0");
    EXPECT_EQ(run.device.name, "NVIDIA Test GPU");
    // The fake's instant power is 1 W above its average.
    EXPECT_NEAR(run.launches[0].telemetry->power_mean_w.value(), 223, 0.5);
    run = measure(0.25, "1");
    EXPECT_EQ(run.device.name, "NVIDIA Other GPU");
    EXPECT_NEAR(run.launches[0].telemetry->power_mean_w.value(), 112, 0.5);
}

TEST_F(telemetry_run, memory_in_use_above_the_total_is_no_value) {
    runner.environment["FAKE_NVML_MEMORY_USED_BYTES"] = "34359738368";
    const run_file run = measure(1.3);
    EXPECT_THAT(reason_of_fact(run, "gpu.memory_used_bytes"), HasSubstr("implausible"));
    EXPECT_THAT(run.launches[0].telemetry->memory_used_max_bytes.reason(),
                HasSubstr("implausible"));
}

TEST_F(telemetry_run, unknown_event_bits_are_kept_in_hex_beside_the_known) {
    runner.environment["FAKE_NVML_EVENT_REASONS"] = "0x400004";
    const run_file run = measure();
    const auto shares = run.launches[0].telemetry->event_reason_shares.value();
    EXPECT_EQ(shares.count("0x400000"), 1u);
    EXPECT_EQ(shares.size(), 2u);
}

TEST_F(telemetry_run, the_share_of_the_peak_at_the_clock_needs_a_listed_gpu) {
    EXPECT_EQ(measure().launches[0].find("share_of_peak_at_clock"), nullptr);
}

} // namespace

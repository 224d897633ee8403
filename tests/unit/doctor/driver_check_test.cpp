// SPDX-License-Identifier: Apache-2.0
#include "doctor/driver_check.hpp"

#include "findings.hpp"

#include <set>

namespace {

using namespace dyno::doctor;
using namespace dyno::record;
using doctor_tests::one;
using testing::HasSubstr;
using testing::IsEmpty;

device the_cpu() {
    device cpu;
    cpu.kind = device_kind::cpu;
    return cpu;
}

seen_driver of_version(const std::string& version) {
    seen_driver seen;
    device gpu;
    gpu.kind = device_kind::cuda;
    seen.devices.devices = {gpu, the_cpu()};
    seen.devices.driver_cuda = 13000;
    seen.has_hardware = true;
    seen.kernel_module = version;
    seen.library_version.known = version;
    return seen;
}

seen_driver that_fails(int code, bool has_hardware) {
    seen_driver seen;
    seen.devices.devices = {the_cpu()};
    seen.devices.driver_failure = code;
    seen.devices.reason = "cuInit: SOME_ERROR (" + std::to_string(code) + "): words. What to do.";
    seen.has_hardware = has_hardware;
    return seen;
}

seen_driver without_driver(bool has_hardware) {
    seen_driver seen;
    seen.devices.devices = {the_cpu()};
    seen.devices.reason = "no NVIDIA driver found (libcuda.so.1: cannot open)";
    seen.has_hardware = has_hardware;
    return seen;
}

finding judge(const seen_driver& seen) {
    return one(check_driver(seen), "driver");
}

TEST(driver_check, recent_and_of_one_piece_is_good) {
    const finding f = judge(of_version("580.65.06"));
    EXPECT_EQ(f.state, health::good);
    EXPECT_THAT(f.seen, HasSubstr("580.65.06"));
    EXPECT_THAT(f.seen, HasSubstr("CUDA 13.0"));
    EXPECT_EQ(judge(of_version("535.54.03")).state, health::good);
}

TEST(driver_check, older_than_535_is_wrong) {
    const finding f = judge(of_version("530.41.03"));
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.mend, HasSubstr("535"));
}

TEST(driver_check, another_kernel_module_is_wrong_and_asks_for_a_reboot) {
    seen_driver seen = of_version("580.65.06");
    seen.kernel_module = "570.10";
    const finding f = judge(seen);
    EXPECT_EQ(f.state, health::wrong);
    EXPECT_THAT(f.seen, HasSubstr("570.10"));
    EXPECT_THAT(f.mend, HasSubstr("reboot"));
}

TEST(driver_check, a_kernel_module_that_says_nothing_is_no_mismatch) {
    seen_driver seen = of_version("580.65.06");
    seen.kernel_module.clear();
    EXPECT_EQ(judge(seen).state, health::good);
}

TEST(driver_check, without_nvml_the_kernel_module_tells_the_version) {
    seen_driver seen = of_version("580.65.06");
    seen.library_version = {std::nullopt, "symbol missing"};
    EXPECT_EQ(judge(seen).state, health::good);
    seen.kernel_module.clear();
    EXPECT_EQ(judge(seen).state, health::doubtful);
    EXPECT_THAT(judge(seen).seen, HasSubstr("symbol missing"));
}

TEST(driver_check, one_device_of_two_that_fails_is_doubtful) {
    seen_driver seen = of_version("580.65.06");
    seen.devices.reason = "CUDA device 1: lost";
    EXPECT_EQ(judge(seen).state, health::doubtful);
    EXPECT_THAT(judge(seen).seen, HasSubstr("CUDA device 1: lost"));
}

TEST(driver_check, none_on_a_machine_without_a_gpu_is_not_wrong) {
    EXPECT_EQ(judge(without_driver(false)).state, health::not_checked);
    EXPECT_THAT(judge(without_driver(false)).seen, HasSubstr("no GPU"));
}

TEST(driver_check, none_beside_a_gpu_is_wrong) {
    EXPECT_EQ(judge(without_driver(true)).state, health::wrong);
    EXPECT_THAT(judge(without_driver(true)).mend, HasSubstr("install the NVIDIA driver"));
}

TEST(driver_check, each_code_of_cuInit_has_a_mend_of_its_own) {
    std::set<std::string> mends;
    for (const int code : {34, 100, 802, 803, 804, 999, 3}) {
        const finding f = judge(that_fails(code, true));
        EXPECT_EQ(f.state, health::wrong) << code;
        EXPECT_THAT(f.seen, HasSubstr("(" + std::to_string(code) + ")"));
        mends.insert(f.mend);
    }
    EXPECT_EQ(mends.size(), 7u);
}

TEST(driver_check, a_driver_without_a_device_where_there_is_none_is_only_doubtful) {
    EXPECT_EQ(judge(that_fails(100, false)).state, health::doubtful);
    EXPECT_EQ(judge(that_fails(803, false)).state, health::wrong);
}

TEST(driver_check, a_driver_that_does_not_answer_is_wrong) {
    seen_driver seen;
    seen.devices.reason = "the NVIDIA driver did not answer within 60 s";
    EXPECT_EQ(judge(seen).state, health::wrong);
    EXPECT_THAT(judge(seen).seen, HasSubstr("60 s"));
}

TEST(driver_check, says_why_there_is_no_gpu_in_the_drivers_words) {
    EXPECT_THAT(why_no_gpu(of_version("580.65.06")), IsEmpty());
    EXPECT_EQ(why_no_gpu(that_fails(803, true)), "no GPU: cuInit: SOME_ERROR (803): words");
    EXPECT_THAT(why_no_gpu(without_driver(false)), HasSubstr("no NVIDIA device on the PCI bus"));
    EXPECT_THAT(why_no_gpu(without_driver(true)), HasSubstr("no NVIDIA driver found"));
}

} // namespace

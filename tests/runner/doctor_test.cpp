// The real `runner doctor` on machines of many kinds: without a GPU, without CUDA, with two cuDNN,
// with a LibTorch without CUDA, with drivers that do not start or do not answer.
// SPDX-License-Identifier: Apache-2.0
#include "runner_process.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace {

using testing::HasSubstr;
using testing::Not;

struct doctor_end {
    int status = -1;
    nlohmann::json findings;
    double took_s = 0;

    /// The findings of a topic.
    [[nodiscard]] std::vector<nlohmann::json> all(const std::string& topic) const {
        std::vector<nlohmann::json> found;
        for (const auto& f : findings) {
            if (f["topic"] == topic) {
                found.push_back(f);
            }
        }
        return found;
    }
    [[nodiscard]] std::string state(const std::string& topic) const {
        return all(topic).empty() ? "absent" : all(topic)[0]["state"].get<std::string>();
    }
    [[nodiscard]] std::string seen(const std::string& topic) const {
        return all(topic).empty() ? "" : all(topic)[0]["seen"].get<std::string>();
    }
    [[nodiscard]] std::string mend(const std::string& topic) const {
        return all(topic).empty() || all(topic)[0]["mend"].is_null()
                   ? ""
                   : all(topic)[0]["mend"].get<std::string>();
    }
};

/// A machine with nothing on it: an empty tree, an empty PATH, no driver, no plugin beside the
/// program. Tests add what they need.
class doctor : public testing::Test {
protected:
    doctor() {
        std::filesystem::create_directories(runner.folder() / "root");
        runner.environment = {{"DYNO_DOCTOR_ROOT", (runner.folder() / "root").string()},
                              {"PATH", (runner.folder() / "path").string()},
                              {"CUDA_HOME", ""},
                              {"CUDA_PATH", ""},
                              {"DYNO_PLUGIN_PATH", ""},
                              {"LD_LIBRARY_PATH", NO_DRIVER}};
        ::unsetenv("CUDA_VISIBLE_DEVICES");
    }

    void use_fakes() { runner.environment["LD_LIBRARY_PATH"] = FAKES "/current"; }

    void write_program(const std::string& file, const std::string& text) {
        runner.write(file, text);
        std::filesystem::permissions(runner.folder() / file, std::filesystem::perms::owner_all);
    }

    doctor_end examine(std::vector<std::string> arguments = {}) {
        arguments.insert(arguments.begin(), {"doctor", "--json"});
        const auto begin = std::chrono::steady_clock::now();
        const runner_end end = runner.run(arguments);
        doctor_end found;
        found.status = end.status;
        found.took_s =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        const auto answer = nlohmann::json::parse(end.out, nullptr, false);
        EXPECT_TRUE(answer.is_object()) << end.out << end.err;
        found.findings = answer.is_object() ? answer["findings"] : nlohmann::json::array();
        return found;
    }

    runner_process runner;
};

constexpr const char* gpu_topics[] = {"power_limit", "pcie_link", "persistence",
                                      "ecc",         "mig",       "compute_mode",
                                      "display",     "processes", "gpu_memory"};

/// A driver that happens to be on the machine is found by the loader whatever the path says.
bool has_driver() {
    return std::filesystem::exists("/dev/nvidiactl") || std::filesystem::exists("/dev/dxg");
}

TEST_F(doctor, on_a_machine_without_gpu_and_cuda_nothing_is_wrong) {
    if (has_driver()) {
        GTEST_SKIP() << "this machine has a driver";
    }
    const doctor_end end = examine();
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.state("driver"), "not checked");
    EXPECT_THAT(end.seen("cuda_toolkit"), HasSubstr("no CUDA toolkit is installed"));
    EXPECT_THAT(end.seen("pytorch"), HasSubstr("no python3 on the PATH"));
    EXPECT_THAT(end.seen("product"), HasSubstr("no usable plugin offers the workload 'gemm'"));
    for (const char* topic : gpu_topics) {
        EXPECT_EQ(end.state(topic), "not checked") << topic;
        EXPECT_EQ(end.seen(topic),
                  "no GPU: there is no NVIDIA driver, and no NVIDIA device on the PCI bus");
    }
}

TEST_F(doctor, a_gpu_without_a_driver_is_wrong) {
    if (has_driver()) {
        GTEST_SKIP() << "this machine has a driver";
    }
    runner.write("root/sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n");
    runner.write("root/sys/bus/pci/devices/0000:01:00.0/class", "0x030200\n");
    const doctor_end end = examine();
    EXPECT_EQ(end.status, 1);
    EXPECT_EQ(end.state("driver"), "wrong");
    EXPECT_THAT(end.mend("driver"), HasSubstr("install the NVIDIA driver"));
}

TEST_F(doctor, each_code_of_the_driver_has_a_text_of_its_own) {
    use_fakes();
    std::set<std::string> texts, mends;
    const std::pair<int, const char*> codes[] = {{100, "shows this process no GPU"},
                                                 {802, "fabric manager"},
                                                 {803, "not of one version"},
                                                 {804, "compatibility folder"},
                                                 {999, "nvidia-uvm"}};
    for (const auto& [code, words] : codes) {
        runner.environment["FAKE_CUDA_FAIL"] = "cuInit:" + std::to_string(code);
        const doctor_end end = examine();
        EXPECT_EQ(end.status, code == 100 ? 0 : 1) << code;
        EXPECT_EQ(end.state("driver"), code == 100 ? "doubtful" : "wrong") << code;
        EXPECT_THAT(end.seen("driver"), HasSubstr("(" + std::to_string(code) + ")"));
        EXPECT_THAT(end.seen("driver"), HasSubstr(words));
        EXPECT_THAT(end.seen("ecc"), HasSubstr("no GPU: cuInit: "));
        texts.insert(end.seen("driver"));
        mends.insert(end.mend("driver"));
    }
    EXPECT_EQ(texts.size(), 5u);
    EXPECT_EQ(mends.size(), 5u);
}

TEST_F(doctor, two_cudnn_copies_are_doubtful_and_the_first_on_the_path_loads) {
    const std::string old = FAKES "/cudnn/9.1.0", recent = FAKES "/cudnn/9.19.0";
    const std::string resolved = std::filesystem::canonical(recent).string();
    runner.environment["LD_LIBRARY_PATH"] = std::string(NO_DRIVER) + ":" + old + ":" + recent;
    doctor_end end = examine();
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.state("cudnn"), "doubtful");
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("2 versions"));
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("the loader takes 9.1.0 in "));
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("9.19.0 in " + resolved));
    EXPECT_THAT(end.mend("cudnn"), HasSubstr("LD_LIBRARY_PATH"));
    EXPECT_EQ(end.state("library_path"), "doubtful");

    runner.environment["LD_LIBRARY_PATH"] = std::string(NO_DRIVER) + ":" + recent + ":" + old;
    end = examine();
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("the loader takes 9.19.0 in " + resolved));
    EXPECT_EQ(examine({"--strict"}).status, 1);
}

TEST_F(doctor, libtorchs_rpath_comes_before_the_library_path) {
    runner.environment["LD_LIBRARY_PATH"] = std::string(NO_DRIVER) + ":" FAKES "/cudnn/9.1.0";
    const doctor_end end = examine({"--plugins", TORCH_BY_RPATH_PLUGINS});
    const std::string recent = std::filesystem::canonical(FAKES "/cudnn/9.19.0").string();
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("the loader takes 9.1.0 in "));
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("LibTorch takes 9.19.0 in " + recent));
    EXPECT_THAT(end.seen("cudnn_cuda"), HasSubstr("cuDNN 9.19.0 with CUDA 13.0 of LibTorch"));
}

TEST_F(doctor, a_library_that_writes_to_the_channel_does_not_end_the_doctor) {
    runner.environment["LD_LIBRARY_PATH"] = std::string(NO_DRIVER) + ":" FAKES "/cudnn/9.1.0";
    runner.environment["FAKE_CUDNN_WRITES"] = "hello"; // the answer behind it is lost
    EXPECT_THAT(examine().seen("cudnn"),
                HasSubstr("a line from the child that loaded it could not be read: "));
    runner.environment["FAKE_CUDNN_WRITES"] = "{}\nhello\n"; // lines of its own
    EXPECT_THAT(examine().seen("cudnn"), HasSubstr("the loader takes 9.1.0 in "));
}

TEST_F(doctor, a_cudnn_that_cannot_be_loaded_is_told_with_the_loaders_word) {
    runner.write("bad/libcudnn.so.9", std::string(4096, 'x'));
    const std::string bad = (runner.folder() / "bad").string();
    runner.environment["LD_LIBRARY_PATH"] =
        std::string(NO_DRIVER) + ":" + bad + ":" FAKES "/cudnn/9.1.0";
    const doctor_end end = examine();
    EXPECT_EQ(end.state("cudnn"), "doubtful");
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("/bad/libcudnn.so.9 cannot be loaded: invalid ELF"));
    EXPECT_THAT(end.seen("cudnn"), HasSubstr("by name the loader fails: " + bad));
    EXPECT_THAT(end.seen("cudnn"), Not(HasSubstr("versions")));
}

TEST_F(doctor, a_cudnn_that_has_no_build_for_the_toolkits_cuda_is_wrong) {
    runner.environment["LD_LIBRARY_PATH"] = std::string(NO_DRIVER) + ":" FAKES "/cudnn/9.1.0";
    write_program("root/usr/local/cuda-13.0/bin/nvcc", "#!/bin/sh\n");
    runner.write("root/usr/local/cuda-13.0/include/cuda.h", "#define CUDA_VERSION 13000\n");
    const doctor_end end = examine();
    EXPECT_EQ(end.status, 1);
    EXPECT_THAT(end.seen("cuda_toolkit"), HasSubstr("13.0 in "));
    EXPECT_THAT(end.seen("cudnn_cuda"), HasSubstr("cuDNN 9.1.0 with CUDA 13.0"));
    EXPECT_THAT(end.mend("cudnn_cuda"), HasSubstr("9.12"));
}

TEST_F(doctor, a_libtorch_without_cuda_is_wrong_only_beside_a_gpu) {
    if (!has_driver()) {
        const doctor_end without = examine({"--plugins", TORCH_PLUGINS});
        EXPECT_EQ(without.state("libtorch"), "good");
        EXPECT_THAT(without.seen("libtorch"), HasSubstr("2.11.0+cpu"));
    }
    use_fakes();
    const doctor_end end = examine({"--plugins", TORCH_PLUGINS});
    EXPECT_EQ(end.status, 1);
    EXPECT_EQ(end.state("libtorch"), "wrong");
    EXPECT_THAT(end.seen("libtorch"), HasSubstr("a build without CUDA"));
    EXPECT_THAT(end.seen("libtorch"), HasSubstr("linked by links_libtorch"));
}

TEST_F(doctor, a_gpu_that_is_set_right_is_good_down_to_the_training_step) {
    use_fakes();
    const doctor_end end = examine({"--plugins", RECIPE_PLUGINS});
    EXPECT_EQ(end.status, 0);
    EXPECT_THAT(end.seen("driver"), HasSubstr("580.65.06, accepts CUDA 13.0"));
    for (const char* topic : gpu_topics) {
        EXPECT_EQ(end.state(topic), "good") << topic << ": " << end.seen(topic);
    }
    EXPECT_EQ(end.seen("pcie_link"), "generation 5 x16 under load, 5 x16 at most");
    EXPECT_EQ(end.state("product"), "good") << end.seen("product");
    EXPECT_EQ(end.state("training"), "good") << end.seen("training");
    EXPECT_THAT(end.seen("training"), HasSubstr("on NVIDIA Test GPU"));
}

TEST_F(doctor, what_is_set_otherwise_is_doubtful_with_its_command) {
    use_fakes();
    runner.environment["FAKE_NVML_POWER_LIMIT_MW"] = "450000";
    runner.environment["FAKE_NVML_PERSISTENCE"] = "0";
    runner.environment["FAKE_NVML_PCIE_WIDTH"] = "8";
    runner.environment["FAKE_NVML_COMPUTE_PIDS"] = "77";
    runner.environment["FAKE_NVML_MIG"] = "1;1";
    runner.environment["FAKE_NVML_FAIL"] = "nvmlDeviceGetEccMode:3";
    const doctor_end end = examine({"--plugins", RECIPE_PLUGINS});
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.mend("power_limit"), "nvidia-smi -pl 700");
    EXPECT_THAT(end.mend("persistence"), HasSubstr("nvidia-persistenced"));
    EXPECT_EQ(end.seen("pcie_link"), "generation 5 x8 under load, 5 x16 at most");
    EXPECT_THAT(end.seen("processes"), HasSubstr("77"));
    EXPECT_EQ(end.state("mig"), "doubtful");
    EXPECT_EQ(end.state("ecc"), "not checked");
    EXPECT_EQ(end.seen("ecc"), "not supported");
}

TEST_F(doctor, a_product_that_loses_its_device_is_wrong) {
    use_fakes();
    runner.environment["FAKE_CUDA_FAIL"] = "cuEventRecord:700@20";
    const doctor_end end = examine({"--plugins", RECIPE_PLUGINS});
    EXPECT_EQ(end.status, 1);
    EXPECT_EQ(end.state("product"), "wrong");
    EXPECT_THAT(end.seen("product"), HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS (700)"));
}

#ifdef GEMM_CPU_PLUGIN
TEST_F(doctor, without_a_gpu_the_real_product_runs_on_the_cpu) {
    if (has_driver()) {
        GTEST_SKIP() << "this machine has a driver";
    }
    std::filesystem::create_directories(runner.folder() / "plugins");
    std::filesystem::copy_file(GEMM_CPU_PLUGIN, runner.folder() / "plugins/gemm_cpu.so");
    const doctor_end end = examine({"--plugins", "plugins"});
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.seen("plugins"), "gemm_cpu");
    EXPECT_EQ(end.state("product"), "good") << end.seen("product");
    EXPECT_THAT(end.seen("product"), HasSubstr("FLOP/s, the answer is right"));
    EXPECT_FALSE(runner.exists("results")); // it leaves no run file
}
#endif

TEST_F(doctor, a_python_that_hangs_is_given_up) {
    write_program("path/python3", "#!/bin/sh\nexec /bin/sleep 1000\n");
    const doctor_end end = examine();
    EXPECT_EQ(end.status, 0);
    EXPECT_EQ(end.state("pytorch"), "doubtful");
    EXPECT_THAT(end.seen("pytorch"), HasSubstr("did not answer within 10 s"));
    EXPECT_LT(end.took_s, 30);
}

TEST_F(doctor, bug_a_python_that_cannot_be_executed_ended_the_doctor) {
    const std::pair<const char*, const char*> programs[] = {
        {"#!/no/such/interpreter\n", "No such file or directory"},
        {"neither a script nor a program", "Exec format error"}};
    for (const auto& [text, why] : programs) {
        write_program("path/python3", text);
        const doctor_end end = examine();
        EXPECT_EQ(end.status, 0);
        EXPECT_EQ(end.state("pytorch"), "doubtful");
        EXPECT_THAT(end.seen("pytorch"), HasSubstr("path/python3: cannot start a child process"));
        EXPECT_THAT(end.seen("pytorch"), HasSubstr(why));
        EXPECT_EQ(end.state("training"), "not checked") << "the lines behind it are there";
    }
}

TEST_F(doctor, an_nvml_that_hangs_is_given_up_and_the_product_still_runs) {
    use_fakes();
    runner.environment["FAKE_NVML_FAIL"] = "nvmlDeviceGetPowerUsage:hang";
    const doctor_end end = examine({"--plugins", RECIPE_PLUGINS});
    EXPECT_EQ(end.state("driver"), "doubtful");
    EXPECT_THAT(end.seen("driver"), HasSubstr("NVML did not answer in time"));
    EXPECT_EQ(end.state("power_limit"), "not checked");
    EXPECT_EQ(end.state("product"), "good") << end.seen("product");
    EXPECT_LT(end.took_s, 60);
}

TEST_F(doctor, text_says_the_same_and_sums_it_up) {
    use_fakes();
    runner.environment["FAKE_CUDA_FAIL"] = "cuInit:803";
    const runner_end end = runner.run({"doctor"});
    EXPECT_EQ(end.status, 1);
    EXPECT_THAT(end.out, HasSubstr("wrong       driver         cuInit: "));
    EXPECT_THAT(end.out, HasSubstr("mend: reboot after a driver upgrade"));
    EXPECT_THAT(end.out, HasSubstr(" 1 wrong, "));
    EXPECT_THAT(end.out, Not(HasSubstr("\x1b[")));
    EXPECT_THAT(runner.run({"doctor", "--color", "always"}).out, HasSubstr("\x1b["));
}

TEST_F(doctor, an_unknown_option_or_folder_is_a_usage_error) {
    EXPECT_EQ(runner.run({"doctor", "--jsonn"}).status, 2);
    EXPECT_EQ(runner.run({"doctor", "--plugins", "gone"}).status, 2);
}

} // namespace

// SPDX-License-Identifier: Apache-2.0
#include "environment/host_facts.hpp"

#include "record/text_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gnu/libc-version.h>
#include <string_view>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace dyno {
namespace {

using record::fact;
using record::facts;

constexpr std::string_view variables[] = {"CUDA_VISIBLE_DEVICES",
                                          "CUDA_DEVICE_ORDER",
                                          "CUDA_LAUNCH_BLOCKING",
                                          "CUDA_MODULE_LOADING",
                                          "CUDA_CACHE_DISABLE",
                                          "CUDA_DEVICE_MAX_CONNECTIONS",
                                          "CUBLAS_WORKSPACE_CONFIG",
                                          "CUBLASLT_WORKSPACE_SIZE",
                                          "CUBLAS_LOGINFO_DBG",
                                          "CUDNN_LOGLEVEL_DBG",
                                          "CUDNN_FRONTEND_LOG_INFO",
                                          "LD_LIBRARY_PATH",
                                          "LD_PRELOAD",
                                          "OMP_NUM_THREADS",
                                          "OPENBLAS_NUM_THREADS",
                                          "OPENBLAS_CORETYPE",
                                          "MKL_NUM_THREADS",
                                          "GOMP_CPU_AFFINITY",
                                          "OMP_PROC_BIND",
                                          "CUDA_HOME",
                                          "CUDA_PATH",
                                          "NVIDIA_TF32_OVERRIDE",
                                          "NVIDIA_VISIBLE_DEVICES",
                                          "NVIDIA_DRIVER_CAPABILITIES"};
constexpr std::string_view fronts[] = {"PYTORCH_", "TORCH_", "NCCL_", "CUBLAS_EMULAT"};

fact known(record::value v) {
    return {std::move(v), {}};
}
fact unknown(std::string reason) {
    return {std::nullopt, std::move(reason)};
}

/// The value of `key` in a file of lines "key<separator>value".
std::string value_in(const char* file, std::string_view key, char separator) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t end = line.find(separator);
        if (end == std::string::npos || !std::string_view(line).starts_with(key)) {
            continue;
        }
        std::string_view v = std::string_view(line).substr(end + 1);
        v.remove_prefix(std::min(v.find_first_not_of(" \t\""), v.size()));
        v = v.substr(0, v.find_last_not_of(" \t\"") + 1);
        return std::string(v);
    }
    return {};
}

fact read(const char* file, std::string_view key, char separator) {
    std::string text = value_in(file, key, separator);
    return text.empty() ? unknown(std::string("not in ") + file) : known(std::move(text));
}

/// The first line of a file.
fact read_line(const char* file) {
    std::string line = record::first_line(file);
    return line.empty() ? unknown("the system does not say") : known(std::move(line));
}

fact uptime_s() {
    double seconds = 0; // the second number of the file is the processors' idle time
    std::ifstream file("/proc/uptime");
    return file >> seconds ? known(seconds) : unknown("the system does not say");
}

std::string container() {
    if (std::filesystem::exists("/.dockerenv")) {
        return "docker";
    }
    if (std::filesystem::exists("/run/.containerenv")) {
        return "podman";
    }
    if (const char* name = std::getenv("container"); name != nullptr && *name != '\0') {
        return name;
    }
    return "none seen";
}

bool is_wsl(const utsname& about) {
    const std::string_view release = about.release;
    return release.find("microsoft") != std::string_view::npos ||
           release.find("Microsoft") != std::string_view::npos;
}

void add_variables(facts& identity) {
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string name(text.substr(0, text.find('=')));
        if (is_recorded_variable(name) && text.find('=') != std::string_view::npos) {
            // As the run file will hold it, or a resumed run would find it changed.
            identity["env." + name] = known(record::to_valid_utf8(text.substr(name.size() + 1)));
        }
    }
}

} // namespace

bool is_recorded_variable(const std::string& name) {
    return std::find(std::begin(variables), std::end(variables), name) != std::end(variables) ||
           std::any_of(std::begin(fronts), std::end(fronts),
                       [&](std::string_view front) { return name.starts_with(front); });
}

void add_host_facts(facts& identity, facts& circumstances) {
    utsname about{};
    ::uname(&about);
    identity["host.os"] = read("/etc/os-release", "PRETTY_NAME", '=');
    identity["host.kernel"] = known(std::string(about.release));
    identity["host.architecture"] = known(std::string(about.machine));
    identity["host.libc"] = known(std::string("glibc ") + gnu_get_libc_version());
    identity["host.container"] = known(container());
    identity["host.wsl"] = known(is_wsl(about));
    identity["cpu.model"] = read("/proc/cpuinfo", "model name", ':');
    identity["cpu.microcode"] = read("/proc/cpuinfo", "microcode", ':');
    identity["cpu.processors"] =
        known(static_cast<std::int64_t>(std::thread::hardware_concurrency()));
    identity["cpu.governor"] = read_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    add_variables(identity);

    circumstances["host.name"] = known(std::string(about.nodename));
    circumstances["host.load"] = read_line("/proc/loadavg");
    circumstances["host.memory_available"] = read("/proc/meminfo", "MemAvailable", ':');
    circumstances["host.uptime_s"] = uptime_s();
}

} // namespace dyno

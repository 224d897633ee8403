// SPDX-License-Identifier: Apache-2.0
#include "doctor/driver_check.hpp"

#include "device/init_failure.hpp"
#include "doctor/version.hpp"

#include <fmt/format.h>

namespace dyno::doctor {
namespace {

bool is_absent(const record::device_list& list) {
    return !list.driver_failure && list.reason.starts_with("no NVIDIA driver found");
}

/// What mends a driver that would not start, by cuInit's code.
std::string mend_of(int code) {
    switch (code) {
    case 34:
        return "take the toolkit's stubs folder out of LD_LIBRARY_PATH";
    case 100:
        return "see `nvidia-smi -L`; unset CUDA_VISIBLE_DEVICES; start the container with "
               "`docker run --gpus all`";
    case 802:
        return "systemctl start nvidia-fabricmanager (of the driver's own version)";
    case 803:
        return "reboot after a driver upgrade; in a container remove the image's own libcuda.so.1";
    case 804:
        return "take CUDA's compat folder out of LD_LIBRARY_PATH and /etc/ld.so.conf.d, or install "
               "a newer driver on the host";
    case 999:
        return "nvidia-modprobe -u; look for 'Xid' in `dmesg`; else reboot";
    default:
        return "reinstall the driver, or look for 'NVRM' in `dmesg`";
    }
}

finding judge_no_device(const seen_driver& seen) {
    const record::device_list& list = seen.devices;
    if (list.driver_failure) {
        const bool is_harmless = *list.driver_failure == 100 && !seen.has_hardware;
        return is_harmless ? doubtful("driver", list.reason, mend_of(*list.driver_failure))
                           : wrong("driver", list.reason, mend_of(*list.driver_failure));
    }
    if (is_absent(list)) {
        if (!seen.has_hardware) {
            return not_checked("driver", why_no_gpu(seen));
        }
        return wrong("driver",
                     "an NVIDIA GPU is on the PCI bus, but this process finds no driver: " +
                         list.reason,
                     "install the NVIDIA driver, 580 or newer for CUDA 13; start a container with "
                     "`docker run --gpus all`");
    }
    return wrong("driver", list.reason,
                 "see whether `nvidia-smi` answers; look for 'Xid' and 'NVRM' in `dmesg`; reboot");
}

finding judge_version(const seen_driver& seen, const std::string& version) {
    std::string text = "driver " + version;
    if (seen.devices.driver_cuda) {
        text += ", accepts CUDA " + to_cuda_version(*seen.devices.driver_cuda);
    }
    if (!seen.kernel_module.empty() && seen.kernel_module != version) {
        return wrong("driver", text + ", but the loaded kernel module is " + seen.kernel_module,
                     "reboot, so that the kernel loads the module of the installed driver");
    }
    if (!is_at_least(version, oldest_driver)) {
        return wrong("driver", fmt::format("{}: older than {}", text, oldest_driver),
                     fmt::format("install driver {} or newer ({} for CUDA 13)", oldest_driver,
                                 oldest_driver_of("13")));
    }
    text += seen.kernel_module.empty() ? "; the kernel module does not say its version"
                                       : ", kernel module of the same version";
    if (!seen.devices.reason.empty()) {
        return doubtful("driver", text + "; " + seen.devices.reason,
                        "see `nvidia-smi -L` and 'Xid' in `dmesg`");
    }
    return good("driver", text);
}

} // namespace

findings check_driver(const seen_driver& seen) {
    if (seen.devices.first_cuda() == nullptr) {
        return {judge_no_device(seen)};
    }
    const record::fact& version = seen.library_version;
    if (version.known) {
        return {judge_version(seen, record::to_text(*version.known))};
    }
    if (!seen.kernel_module.empty()) {
        return {judge_version(seen, seen.kernel_module)};
    }
    return {doubtful("driver",
                     "the driver runs, but its version is unknown: " +
                         (version.reason.empty() ? "nobody said" : version.reason),
                     "see whether `nvidia-smi` answers")};
}

std::string why_no_gpu(const seen_driver& seen) {
    if (seen.devices.first_cuda() != nullptr) {
        return "";
    }
    if (is_absent(seen.devices) && !seen.has_hardware) {
        return "no GPU: there is no NVIDIA driver, and no NVIDIA device on the PCI bus";
    }
    // The driver's own words; what they mean stands with the driver.
    const std::string& reason = seen.devices.reason;
    return "no GPU: " +
           (reason.empty() ? "the driver shows none" : reason.substr(0, reason.find(". ")));
}

} // namespace dyno::doctor

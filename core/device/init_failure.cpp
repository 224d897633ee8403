// SPDX-License-Identifier: Apache-2.0
#include "device/init_failure.hpp"

#include <filesystem>

namespace dyno {
namespace {

std::string or_unknown(const std::string& text) {
    return text.empty() ? "of unknown version" : text;
}

std::string explain_no_device(const init_failure& f) {
    const std::string seen = f.visible_devices
                                 ? "CUDA_VISIBLE_DEVICES is '" + *f.visible_devices + "'"
                                 : "CUDA_VISIBLE_DEVICES is not set";
    return "The driver is installed but shows this process no GPU: see whether `nvidia-smi -L` "
           "lists one; " +
           seen + "; a container must be given its GPUs (docker run --gpus all).";
}

std::string explain_not_ready() {
    return "The system is not ready: on a machine with NVSwitch the fabric manager of the driver's "
           "own version must run (systemctl status nvidia-fabricmanager); with confidential "
           "computing the GPU must be set ready (nvidia-smi conf-compute -srs 1).";
}

std::string explain_mismatch(const init_failure& f) {
    return "The driver library " + f.library_path + " and the loaded kernel module " +
           or_unknown(f.kernel_driver) +
           " are not of one version: after a driver upgrade reboot the machine; a container must "
           "not bring a libcuda of its own.";
}

std::string explain_no_forward_compatibility(const init_failure& f) {
    const std::string folder = std::filesystem::path(f.library_path).parent_path().string();
    const std::string cuda = f.library_cuda ? to_cuda_version(*f.library_cuda) : "unknown";
    return "The library path leads to the CUDA compatibility folder " + folder + " (CUDA " + cuda +
           (f.image_cuda ? ", image with CUDA " + *f.image_cuda : "") +
           "), which works on data-centre GPUs only; the host's driver is " +
           or_unknown(f.kernel_driver) + ". Two ways out: a host driver that brings CUDA " + cuda +
           " itself, or an image whose CUDA that driver accepts, without that folder in "
           "LD_LIBRARY_PATH or /etc/ld.so.conf.d.";
}

std::string explain_unknown(const init_failure& f) {
    return "The driver does not say why. Often /dev/nvidia-uvm is missing or stale after a suspend "
           "(nvidia-modprobe -u, or reload the module nvidia_uvm), or the card has failed (dmesg "
           "shows lines with 'Xid'); kernel module " +
           or_unknown(f.kernel_driver) + ".";
}

std::string explain_stub(const init_failure& f) {
    return "The library " + f.library_path +
           " is the toolkit's stub for linking, not a driver: take its folder out of "
           "LD_LIBRARY_PATH.";
}

std::string meaning(const init_failure& f) {
    switch (f.code) {
    case 34:
        return explain_stub(f);
    case 100:
        return explain_no_device(f);
    case 802:
        return explain_not_ready();
    case 803:
        return explain_mismatch(f);
    case 804:
        return explain_no_forward_compatibility(f);
    case 999:
        return explain_unknown(f);
    default:
        return "";
    }
}

} // namespace

std::string explain(const init_failure& failure) {
    const std::string text = meaning(failure);
    return text.empty() ? failure.words : failure.words + ". " + text;
}

std::string to_cuda_version(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

} // namespace dyno

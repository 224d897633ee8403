// SPDX-License-Identifier: Apache-2.0
#include "doctor/libtorch_check.hpp"

#include "doctor/version.hpp"

namespace dyno::doctor {
namespace {

constexpr const char* topic = "libtorch";

std::string users_of(const libtorch& one) {
    if (one.is_python_s) {
        return "of the active Python; no plugin links it";
    }
    std::string text;
    for (const std::string& plugin : one.plugins) {
        text += (text.empty() ? "linked by " : ", ") + plugin;
    }
    return text;
}

finding judge(const libtorch& one, const seen_libtorch& seen) {
    if (one.folder.empty()) {
        return wrong(topic, "no LibTorch is found for the plugins that need it: " + users_of(one),
                     "run tools/setup.sh and build again, or put LibTorch's lib folder on "
                     "LD_LIBRARY_PATH");
    }
    const std::string text = "LibTorch " +
                             (one.version.empty() ? "of unknown version" : one.version) + " in " +
                             one.folder + " (" + users_of(one) + ")";
    if (!one.is_cuda_build) {
        const std::string plain = text + " is a build without CUDA";
        if (!seen.has_gpu) {
            return good(topic, plain + ": right for a machine without a GPU");
        }
        constexpr const char* mend = "install a CUDA build: tools/setup.sh, or "
                                     "DYNO_LIBTORCH_ROOT of a LibTorch with libtorch_cuda.so";
        return one.is_python_s ? doubtful(topic, plain, mend)
                               : wrong(topic, plain + ": training runs on the CPU only", mend);
    }
    const std::string built =
        text + " is built with CUDA " + (one.cuda.empty() ? "of unknown version" : one.cuda);
    switch (fit_of(one.cuda, seen.driver_cuda)) {
    case cuda_fit::needs_newer_driver:
        return wrong(topic, built + ", but the driver accepts CUDA " + seen.driver_cuda + " only",
                     install_driver_for(one.cuda) + ", or a LibTorch of CUDA " +
                         std::to_string(number_at(seen.driver_cuda, 0)) +
                         " (tools/setup.sh --cuda 12.8)");
    case cuda_fit::minor_version:
        return good(topic, built + "; the driver accepts CUDA " + seen.driver_cuda +
                               " and runs it by minor-version compatibility");
    case cuda_fit::runs:
        return good(topic, built + ", which the driver accepts");
    case cuda_fit::unknown:
        break;
    }
    return good(topic, built);
}

} // namespace

findings check_libtorch(const seen_libtorch& seen) {
    if (seen.found.empty()) {
        return {not_checked(topic, "no plugin links LibTorch, and the active Python has none")};
    }
    findings all;
    for (const libtorch& one : seen.found) {
        all.push_back(judge(one, seen));
    }
    return all;
}

} // namespace dyno::doctor

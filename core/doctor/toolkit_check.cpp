// SPDX-License-Identifier: Apache-2.0
#include "doctor/toolkit_check.hpp"

#include "doctor/version.hpp"

namespace dyno::doctor {
namespace {

std::string text_of(const toolkit& one) {
    return (one.version.empty() ? "of unknown version" : one.version) + " in " + one.path;
}

std::string list_of(const seen_toolkits& seen) {
    std::string text;
    for (const toolkit& one : seen.found) {
        text += (text.empty() ? "" : ", ") + text_of(one);
        text += one.path == seen.on_path ? " (first on the PATH)" : "";
    }
    return text;
}

} // namespace

findings check_toolkits(const seen_toolkits& seen) {
    constexpr const char* topic = "cuda_toolkit";
    if (!seen.variable.empty() && seen.variable_folder.empty()) {
        return {doubtful(topic,
                         seen.variable + " names no folder" +
                             (seen.found.empty() ? "" : "; found " + list_of(seen)),
                         "set the variable to a toolkit, or unset it")};
    }
    if (seen.found.empty()) {
        return {not_checked(topic, "no CUDA toolkit is installed (PATH, CUDA_HOME, CUDA_PATH, "
                                   "/usr/local/cuda*): only building GPU plugins needs one")};
    }
    const std::string text = list_of(seen);
    if (!seen.on_path.empty() && !seen.variable_folder.empty() &&
        seen.on_path != seen.variable_folder) {
        return {doubtful(topic,
                         text + "; the PATH leads to " + seen.on_path + ", but " + seen.variable,
                         "let both name one toolkit, or a build mixes two")};
    }
    const toolkit& first = seen.found.front();
    if (fit_of(first.version, seen.driver_cuda) == cuda_fit::needs_newer_driver) {
        return {doubtful(topic, text + "; the driver accepts CUDA " + seen.driver_cuda + " only",
                         install_driver_for(first.version) + ", or build with a toolkit of CUDA " +
                             std::to_string(number_at(seen.driver_cuda, 0)))};
    }
    return {good(topic, text)};
}

} // namespace dyno::doctor

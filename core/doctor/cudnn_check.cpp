// SPDX-License-Identifier: Apache-2.0
#include "doctor/cudnn_check.hpp"

#include "doctor/version.hpp"

#include <fmt/format.h>

#include <set>

namespace dyno::doctor {
namespace {

constexpr const char* topic = "cudnn";

std::string or_unknown(const std::string& version) {
    return version.empty() ? "of unknown version" : version;
}

std::string list_of(const seen_cudnn& seen) {
    std::string text;
    for (const cudnn_copy& copy : seen.copies) {
        text += (text.empty() ? "" : ", ") + or_unknown(copy.version) + " in " + copy.path;
    }
    return text;
}

finding judge_copies(const seen_cudnn& seen) {
    if (seen.copies.empty() && seen.loads.path.empty()) {
        return not_checked(topic, "no cuDNN was found (library path, toolkits, LibTorch, Python): "
                                  "only plugins that use it need one");
    }
    std::string text = list_of(seen);
    text += seen.loads.path.empty() ? "; by name the loader takes none"
                                    : "; by name the loader takes " +
                                          or_unknown(seen.loads.version) + " in " + seen.loads.path;
    if (!seen.of_libtorch.path.empty()) {
        text += "; LibTorch takes " + or_unknown(seen.of_libtorch.version) + " in " +
                seen.of_libtorch.path;
    }
    std::set<std::string> versions;
    for (const cudnn_copy& copy : seen.copies) {
        versions.insert(copy.version);
    }
    if (versions.size() > 1) {
        return doubtful(
            topic,
            fmt::format("{} copies of {} versions: {}", seen.copies.size(), versions.size(), text),
            "leave one on the library path (LD_LIBRARY_PATH, /etc/ld.so.conf.d): which "
            "one is loaded decides how fast convolutions are");
    }
    return good(topic, text);
}

void judge_pair(const cudnn_copy& copy, const std::string& cuda, const std::string& whose,
                findings& all) {
    if (copy.version.empty() || cuda.empty()) {
        return;
    }
    const std::string text = "cuDNN " + copy.version + " with CUDA " + cuda + " " + whose;
    if (supports_cuda(copy.version, cuda)) {
        all.push_back(good("cudnn_cuda", text));
    } else {
        all.push_back(wrong("cudnn_cuda", text + ": no such build of cuDNN exists",
                            number_at(cuda, 0) >= 13 ? "install cuDNN 9.12 or newer for CUDA 13"
                                                     : "install a cuDNN of this CUDA's major "
                                                       "version"));
    }
}

} // namespace

bool supports_cuda(const std::string& cudnn, const std::string& cuda) {
    switch (number_at(cuda, 0)) {
    case 13:
        return is_at_least(cudnn, "9.12");
    case 12:
        return is_at_least(cudnn, "8.8");
    case 11:
        return is_at_least(cudnn, "8.0") && !is_at_least(cudnn, "9.11");
    case 10:
        return !is_at_least(cudnn, "8.3");
    default:
        return true; // newer than this table
    }
}

findings check_cudnn(const seen_cudnn& seen) {
    findings all{judge_copies(seen)};
    judge_pair(seen.loads, seen.toolkit_cuda, "of the toolkit", all);
    if (seen.of_libtorch.path != seen.loads.path || seen.toolkit_cuda.empty()) {
        judge_pair(seen.of_libtorch, seen.libtorch_cuda, "of LibTorch", all);
    }
    return all;
}

} // namespace dyno::doctor

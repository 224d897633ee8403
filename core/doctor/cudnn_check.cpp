// SPDX-License-Identifier: Apache-2.0
#include "doctor/cudnn_check.hpp"

#include "doctor/version.hpp"

#include <fmt/format.h>

#include <set>

namespace dyno::doctor {
namespace {

constexpr const char* topic = "cudnn";

/// "9.19.0 in /a/libcudnn.so.9", "/a/libcudnn.so.9 cannot be loaded: invalid ELF header"
std::string to_text(const cudnn_copy& copy) {
    if (copy.trouble.empty()) {
        return (copy.version.empty() ? "of unknown version" : copy.version) + " in " + copy.path;
    }
    const std::string front = copy.path + ": "; // the loader's word begins with it
    return copy.path + " cannot be loaded: " +
           copy.trouble.substr(copy.trouble.starts_with(front) ? front.size() : 0);
}

std::string text_of(const seen_cudnn& seen) {
    std::string text;
    for (const cudnn_copy& copy : seen.copies) {
        text += (text.empty() ? "" : ", ") + to_text(copy);
    }
    text += text.empty() ? "" : "; ";
    if (!seen.failure.empty()) {
        text += "by name the loader fails: " + seen.failure;
    } else {
        text += seen.loads.path.empty() ? "by name the loader takes none"
                                        : "by name the loader takes " + to_text(seen.loads);
    }
    if (!seen.of_libtorch.path.empty()) {
        text += "; LibTorch takes " + to_text(seen.of_libtorch);
    }
    return text;
}

finding judge_copies(const seen_cudnn& seen) {
    if (seen.copies.empty() && seen.loads.path.empty() && seen.failure.empty()) {
        return not_checked(topic, "no cuDNN was found (library path, toolkits, LibTorch, Python): "
                                  "only plugins that use it need one");
    }
    const std::string text = text_of(seen);
    std::set<std::string> versions;
    std::size_t known = 0;
    bool all_load = seen.failure.empty();
    for (const cudnn_copy& copy : seen.copies) {
        all_load = all_load && copy.trouble.empty();
        if (!copy.version.empty()) {
            versions.insert(copy.version);
            ++known;
        }
    }
    if (versions.size() > 1) {
        return doubtful(topic,
                        fmt::format("{} copies of {} versions: {}", known, versions.size(), text),
                        "leave one on the library path (LD_LIBRARY_PATH, /etc/ld.so.conf.d): which "
                        "one is loaded decides how fast convolutions are");
    }
    if (!all_load) {
        return doubtful(topic, text, "install that cuDNN again, or take its folder off the path");
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

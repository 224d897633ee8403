// SPDX-License-Identifier: Apache-2.0
#include "doctor/sm_code_check.hpp"

namespace dyno::doctor {
namespace {

constexpr const char* topic = "sm_code";

std::string list_of(const std::set<sm_target>& targets) {
    std::string text;
    for (const sm_target& target : targets) {
        text += (text.empty() ? "" : " ") + to_text(target);
    }
    return text;
}

finding judge(const built_code& library, int sm) {
    const std::string gpu = std::to_string(sm / 10) + "." + std::to_string(sm % 10);
    const std::string holds = library.name + " holds " + list_of(library.targets);
    switch (best_fit(library.targets, sm)) {
    case sm_fit::native:
        return good(topic, holds + ", which compute capability " + gpu + " runs");
    case sm_fit::from_ptx:
        return doubtful(topic,
                        holds + ": compute capability " + gpu +
                            " runs it only by compiling PTX when it starts",
                        "build it with sm_" + std::to_string(sm) + " among its architectures");
    case sm_fit::none:
        break;
    }
    return wrong(topic, holds + ", none of which compute capability " + gpu + " runs",
                 "build it with sm_" + std::to_string(sm) + " among its architectures");
}

} // namespace

findings check_sm_code(const seen_sm_code& seen) {
    findings all;
    for (const built_code& library : seen.libraries) {
        if (!library.trouble.empty()) {
            all.push_back(doubtful(topic, library.trouble, "build or install it again"));
        } else if (!library.targets.empty() && seen.sm > 0) {
            all.push_back(judge(library, seen.sm));
        } else if (!library.targets.empty()) {
            all.push_back(not_checked(topic, library.name + " holds " + list_of(library.targets) +
                                                 "; " + seen.why_no_gpu));
        }
    }
    if (all.empty()) {
        all.push_back(seen.sm > 0 ? good(topic, "no plugin holds GPU code of its own: kernels are "
                                                "compiled for the GPU at hand, or a library's")
                                  : not_checked(topic, seen.why_no_gpu));
    }
    return all;
}

} // namespace dyno::doctor

// SPDX-License-Identifier: Apache-2.0
#include "telemetry/other_processes.hpp"

#include <algorithm>

namespace dyno {
namespace {

using record::gpu_process;
using processes = std::vector<gpu_process>;

bool lists(const processes& all, const gpu_process& wanted) {
    return std::any_of(all.begin(), all.end(), [&](const gpu_process& p) {
        return p.pid == wanted.pid && p.graphics == wanted.graphics;
    });
}

} // namespace

std::vector<gpu_process> find_other_processes(const processes& before,
                                              const std::vector<processes>& during,
                                              const std::vector<std::uint32_t>& own) {
    processes seen; // each once, in the order that they came
    for (const processes& at_once : during) {
        for (const gpu_process& p : at_once) {
            if (!lists(seen, p)) {
                seen.push_back(p);
            }
        }
    }
    const auto is_own = [&](const gpu_process& p) {
        return std::find(own.begin(), own.end(), p.pid) != own.end();
    };
    if (std::any_of(seen.begin(), seen.end(), is_own)) {
        seen.erase(std::remove_if(seen.begin(), seen.end(), is_own), seen.end());
    } else if (const auto first_new = std::find_if(
                   seen.begin(), seen.end(),
                   [&](const gpu_process& p) { return !p.graphics && !lists(before, p); });
               first_new != seen.end() && !own.empty()) {
        seen.erase(first_new);
    }
    return seen;
}

} // namespace dyno

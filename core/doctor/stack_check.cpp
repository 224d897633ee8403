// SPDX-License-Identifier: Apache-2.0
#include "doctor/stack_check.hpp"

#include "display/quantity.hpp"

#include <algorithm>

namespace dyno::doctor {
namespace {

/// "1.20 ms, 890 TFLOP/s"
std::string figures_of(const record::launch& l) {
    std::string text;
    if (const record::metric* time = l.find("time")) {
        text = display::quantity(time->value, time->unit);
    }
    const auto rate = std::find_if(l.metrics.begin(), l.metrics.end(),
                                   [](const record::metric& m) { return m.unit.ends_with("/s"); });
    if (rate != l.metrics.end()) {
        text += (text.empty() ? "" : ", ") + display::quantity(rate->value, rate->unit);
    }
    return text;
}

} // namespace

finding check_launch(const seen_launch& seen) {
    if (!seen.launch) {
        return not_checked(seen.topic, seen.why_absent);
    }
    const record::launch& l = *seen.launch;
    const std::string word(to_word(l.status));
    switch (l.status) {
    case record::status::ok:
        return good(seen.topic, seen.label + ": " + figures_of(l) + ", the answer is right");
    case record::status::skipped:
    case record::status::not_run:
        return not_checked(seen.topic, seen.label + ": " + word + ": " + l.reason);
    default:
        return wrong(seen.topic, seen.label + ": " + word + ": " + l.reason,
                     "mend what is wrong above, then `runner doctor` again; the workload's "
                     "plugin is shown by `runner plugins`");
    }
}

} // namespace dyno::doctor

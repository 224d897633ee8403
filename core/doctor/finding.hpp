// One line of what the doctor says: a topic, how it stands, what was seen, what mends it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace dyno::doctor {

enum class health { good = 1, doubtful, wrong, not_checked };

struct finding {
    std::string topic; ///< "driver"; the topics are listed in docs/doctor.md
    health state{};
    std::string seen; ///< what was found, or why it was not checked
    std::string mend; ///< the command or change that mends it; empty: nothing to do
};

using findings = std::vector<finding>;

/// "good", "doubtful", "wrong", "not checked".
[[nodiscard]] std::string_view to_word(health state);

/// The worst state; what was not checked counts as good.
[[nodiscard]] health worst_of(const findings& all);

[[nodiscard]] finding good(std::string topic, std::string seen);
[[nodiscard]] finding doubtful(std::string topic, std::string seen, std::string mend);
[[nodiscard]] finding wrong(std::string topic, std::string seen, std::string mend);
[[nodiscard]] finding not_checked(std::string topic, std::string why);

} // namespace dyno::doctor

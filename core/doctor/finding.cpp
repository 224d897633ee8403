// SPDX-License-Identifier: Apache-2.0
#include "doctor/finding.hpp"

#include <utility>

namespace dyno::doctor {

std::string_view to_word(health state) {
    switch (state) {
    case health::good:
        return "good";
    case health::doubtful:
        return "doubtful";
    case health::wrong:
        return "wrong";
    case health::not_checked:
        break;
    }
    return "not checked";
}

health worst_of(const findings& all) {
    health worst = health::good;
    for (const finding& one : all) {
        if (one.state == health::wrong ||
            (one.state == health::doubtful && worst != health::wrong)) {
            worst = one.state;
        }
    }
    return worst;
}

finding good(std::string topic, std::string seen) {
    return {std::move(topic), health::good, std::move(seen), {}};
}
finding doubtful(std::string topic, std::string seen, std::string mend) {
    return {std::move(topic), health::doubtful, std::move(seen), std::move(mend)};
}
finding wrong(std::string topic, std::string seen, std::string mend) {
    return {std::move(topic), health::wrong, std::move(seen), std::move(mend)};
}
finding not_checked(std::string topic, std::string why) {
    return {std::move(topic), health::not_checked, std::move(why), {}};
}

} // namespace dyno::doctor

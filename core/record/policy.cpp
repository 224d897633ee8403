// SPDX-License-Identifier: Apache-2.0
#include "record/policy.hpp"

#include "record/error.hpp"

#include <string>

namespace dyno::record {

std::string_view to_word(cache_state s) {
    return s == cache_state::cold ? "cold" : "warm";
}

cache_state cache_state_from(std::string_view word) {
    if (word == "warm") {
        return cache_state::warm;
    }
    if (word == "cold") {
        return cache_state::cold;
    }
    throw error("'" + std::string(word) + "' is not a cache state (warm, cold)");
}

} // namespace dyno::record

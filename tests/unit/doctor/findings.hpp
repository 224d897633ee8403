// What tests ask of findings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "doctor/finding.hpp"

#include <gmock/gmock.h>

#include <string>

namespace doctor_tests {

/// The one finding of a topic.
inline dyno::doctor::finding one(const dyno::doctor::findings& all, const std::string& topic) {
    dyno::doctor::finding found;
    int count = 0;
    for (const dyno::doctor::finding& f : all) {
        if (f.topic == topic) {
            found = f;
            ++count;
        }
    }
    EXPECT_EQ(count, 1) << topic;
    return found;
}

} // namespace doctor_tests

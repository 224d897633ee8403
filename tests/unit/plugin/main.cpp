// The test program; as a child of itself, the one that describes a plugin.
// SPDX-License-Identifier: Apache-2.0
#include "plugin/describe.hpp"

#include <gtest/gtest.h>

#include <string_view>

int main(int count, char** arguments) {
    if (count == 3 && arguments[1] == std::string_view(dyno::describe_argument)) {
        return dyno::describe_main(arguments[2]);
    }
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}

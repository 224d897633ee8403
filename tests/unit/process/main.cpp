// The test program; as a child of itself, whatever a test wants of a child.
// SPDX-License-Identifier: Apache-2.0
#include "child_roles.hpp"

#include <gtest/gtest.h>

#include <string_view>

int main(int count, char** arguments) {
    if (count > 2 && arguments[1] == std::string_view("__child")) {
        return play_child(arguments[2], {arguments + 3, arguments + count});
    }
    testing::InitGoogleTest(&count, arguments);
    return RUN_ALL_TESTS();
}

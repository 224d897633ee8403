// What a call throws at a user who asked for something that is not there.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "usage_error.hpp"

#include <gtest/gtest.h>

#include <string>

/// The message of the usage_error that `call` throws; fails the test if it throws none.
template <class Call>
std::string refusal(Call&& call) {
    try {
        call();
    } catch (const dyno::results::usage_error& failure) {
        return failure.what();
    }
    ADD_FAILURE() << "nothing was refused";
    return {};
}

// What a call throws, as text: tests hold messages against it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/error.hpp"

#include <gtest/gtest.h>

#include <string>

/// The message of the dyno::error that `call` throws; fails the test if it throws none.
template <class Call>
std::string thrown_message(Call&& call) {
    try {
        call();
    } catch (const dyno::error& failure) {
        return failure.what();
    }
    ADD_FAILURE() << "nothing was thrown";
    return {};
}

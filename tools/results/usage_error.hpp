// A wrong use of the command line: exit code 2.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace dyno::results {

class usage_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

} // namespace dyno::results

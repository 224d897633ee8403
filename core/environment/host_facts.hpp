// Facts about the host and the environment variables that change results.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

namespace dyno {

/// Operating system, kernel, C library, processor, memory, container, and the variables that
/// change what is measured as found; names begin with "host.", "cpu." and "env.".
void add_host_facts(record::facts& identity, record::facts& circumstances);

/// Whether a variable of this name changes what is measured.
[[nodiscard]] bool is_recorded_variable(const std::string& name);

} // namespace dyno

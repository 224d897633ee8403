// A plugin opened as a library, with its entry checked before anything of it is called.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"

#include <dyno/plugin.h>

#include <filesystem>
#include <string>

namespace dyno {

/// Opens the plugin for the rest of the process's life and returns its entry. Throws dyno::error:
/// the loader's word with what is missing, no entry, wrong magic, another ABI, a struct that is
/// too short for its ABI, a workload without a required function.
[[nodiscard]] const dyno_entry& load_plugin(const std::filesystem::path& path);

/// The workload of this id, or nullptr.
[[nodiscard]] const dyno_workload* find_workload(const dyno_entry& entry, const std::string& id);

/// The entry's declarations. Throws dyno::error if they make no sense (a name twice, a type
/// that is none, no kind of device, a metric that the runner measures itself).
[[nodiscard]] record::plugin_declaration declaration_of(const dyno_entry& entry);

} // namespace dyno

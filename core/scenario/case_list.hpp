// From a scenario and what plugins declare to the cases that will be measured.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"
#include "record/run_file.hpp"
#include "record/words.hpp"
#include "scenario/problems.hpp"
#include "scenario/scenario.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dyno {

/// A plugin that offers a workload, and on which kinds of device.
struct workload_offer {
    std::string plugin;
    std::filesystem::path plugin_path;
    const record::workload_declaration* workload = nullptr;
};

/// What is on offer, as the scenario's side sees it.
struct workload_offers {
    std::function<std::vector<workload_offer>(const std::string& id)> of;
    std::vector<std::string> ids; ///< all of them, for suggestions
};

/// A case with all its parameters, and who measures it.
struct planned_case {
    record::run_case recorded;
    std::filesystem::path plugin_path;
    std::string skip_reason; ///< why it cannot run here at all; empty: it can
    place at;
};

/// Expands sweeps (in the order of the file, the last key running fastest) and zips, fills in
/// defaults and labels the cases. Unknown parameters, values that are refused, two cases that
/// would measure the same and a misspelt workload are added to `found`. A workload that nobody
/// offers on this kind of device is a case with a skip reason. Without a kind, any offer serves.
[[nodiscard]] std::vector<planned_case> list_cases(const scenario& from,
                                                   std::optional<record::device_kind> kind,
                                                   const workload_offers& offers, problems& found);

/// The declared defaults of a workload; parameters without one are left out.
[[nodiscard]] record::parameters defaults_of(const record::workload_declaration& workload);

} // namespace dyno

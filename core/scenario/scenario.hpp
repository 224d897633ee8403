// A scenario as checked by itself: every key of the harness is known, of its type and in range.
// What needs the plugins' declarations (parameters of workloads) is checked by case_list.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/policy.hpp"
#include "scenario/node.hpp"
#include "scenario/problems.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace dyno {

enum class wanted_device { cuda = 1, cpu, any };

/// A [[case]]: one workload, with parameters that are fixed, swept or zipped.
struct scenario_case {
    place at;
    std::string id; ///< empty: unnamed
    std::string workload;
    std::vector<std::pair<std::string, node>> fixed;
    std::vector<std::pair<std::string, node_list>> sweep; ///< the product of all of them
    std::vector<node_table> zip;                          ///< sets of values that go together
    record::policy policy;                                ///< the scenario's, with the case's keys
    std::map<std::string, std::string> environment;
};

/// A [[lever]]: which parameters change, from what to what. Which cases it pairs is lever_list's.
struct scenario_lever {
    place at;
    std::string name, workload;
    std::vector<std::pair<std::string, node>> from, to;
};

struct scenario {
    std::string name;
    std::filesystem::path path;
    wanted_device device = wanted_device::any;
    std::string selector; ///< index, UUID or PCI bus id; empty: the first
    std::vector<scenario_case> cases;
    std::vector<scenario_lever> levers;
    std::string effective; ///< TOML, with `extends` and settings applied
};

/// Checks the tree and adds every error of sense to `found`; what it returns can be used only if
/// there are none.
[[nodiscard]] scenario read_scenario(const node& root, const std::filesystem::path& path,
                                     problems& found);

/// "24 GiB", "80GB", "512 B" or a whole number of bytes; nothing if it is neither, negative or
/// beyond 2^63. Decimal and binary prefixes are told apart.
[[nodiscard]] std::optional<std::int64_t> read_bytes(const node& from);

} // namespace dyno

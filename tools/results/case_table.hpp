// Which cases of several runs are the same: the identity that rows are joined on.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dyno::results {

/// What makes a case itself: workload, every parameter, cache state and environment.
struct compared_case {
    std::string workload;
    record::parameters parameters;
    record::cache_state cache{};
    std::map<std::string, std::string> environment;
    std::string label; ///< for people; no two cases of a table have the same

    bool operator==(const compared_case&) const = default;
};

class case_table {
public:
    /// A parameter that a run's case does not have, because the workload gained it later, is the
    /// default that other runs recorded for it, if they agree on one. The runs are not kept.
    explicit case_table(const std::vector<const record::run_file*>& runs);

    [[nodiscard]] std::size_t size() const { return m_cases.size(); }
    [[nodiscard]] const compared_case& at(std::size_t id) const { return m_cases[id]; }

    /// The id of a run's case.
    [[nodiscard]] std::size_t id_of(std::size_t run, std::size_t case_index) const {
        return m_ids[run][case_index];
    }

private:
    void name_cases();

    std::vector<compared_case> m_cases;
    std::vector<std::vector<std::size_t>> m_ids; ///< [run][case]
};

/// The one thing that two cases of a workload differ in, if it is no number: "cache: warm, cold",
/// "input: normal, zeros". Empty if they differ in more, in nothing or in a number.
[[nodiscard]] std::string only_difference(const compared_case& a, const compared_case& b);

} // namespace dyno::results

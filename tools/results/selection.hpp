// What the user wants to see of the runs: conditions on cases, names of metrics.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "case_table.hpp"
#include "usage_error.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace dyno::results {

/// "dtype=bf16" and the like; conditions on one key are alternatives, those on several keys must
/// all hold. Keys are parameters, "workload", "label" and "cache".
class case_filter {
public:
    /// Throws usage_error for a condition without "=".
    explicit case_filter(const std::vector<std::string>& conditions);

    [[nodiscard]] bool fits(const compared_case& c) const;

    /// Throws usage_error if no case has a key that a condition names, with the nearest one.
    void check_keys(const case_table& cases) const;

private:
    std::map<std::string, std::set<std::string>> m_wanted;
};

/// What a case has under such a key, or empty.
[[nodiscard]] std::string text_of_key(const compared_case& c, const std::string& key);

/// All keys that some case has.
[[nodiscard]] std::vector<std::string> keys_of(const case_table& cases);

/// Throws usage_error, naming the option, if no case has the key, with the nearest one.
void check_case_key(const case_table& cases, const std::string& option, const std::string& key);

/// Names of metrics; none: the usual ones; "all": all.
class metric_filter {
public:
    explicit metric_filter(const std::vector<std::string>& names);

    [[nodiscard]] bool fits(const std::string& metric) const;
    [[nodiscard]] bool is_default() const { return m_names.empty() && !m_all; }

    /// Throws usage_error if no run has a metric of a wanted name, with the nearest one.
    void check_names(const std::set<std::string>& known) const;

private:
    std::set<std::string> m_names;
    bool m_all = false;
};

/// "2%" and "0.02" are 0.02. Throws usage_error, naming the option, for anything else or for a
/// fraction outside [0, 1).
[[nodiscard]] double parse_fraction(const std::string& option, const std::string& text);

} // namespace dyno::results

// A row in words for people: what text, Markdown and HTML show alike.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diff_report.hpp"

#include <string>
#include <vector>

namespace dyno::results {

struct row_text {
    std::string name, metric, base, fresh, change, bounds, margin, p, q, verdict;
};

[[nodiscard]] row_text text_of(const row& r, const diff_report& report);

/// "+4.9 %" for a ratio near 1, "34×" for one beyond a factor of two.
[[nodiscard]] std::string change_text(double ratio, int decimals = 1);

/// "+4.4 % … +5.5 %", or "2.98× … 3.02×"; "—" if unbounded.
[[nodiscard]] std::string bounds_text(const statistics::interval& ratios, int decimals = 1);

/// "0.0079", "1e-05".
[[nodiscard]] std::string p_text(double p);

/// "12 rows: 1 worse, 10 same, 1 unclear".
[[nodiscard]] std::string count_line(const diff_report& report);

/// "geomean of 12 rows where lower is better: +0.3 % (-0.1 % … +0.7 %)".
[[nodiscard]] std::string mean_text(const mean_line& m);

/// "common shift: 18 of 20 cases became 4.9 % slower alike …"; empty if there is none.
[[nodiscard]] std::string shift_text(const diff_report& report);

/// "margin 2 %, or 2 times the noise if that is more; alpha 0.05".
[[nodiscard]] std::string rules_text(const statistics::rules& rules);

/// The doubts of the rows that are shown, each case once: "gemm: BASE: not settled (2×)".
[[nodiscard]] std::vector<std::string> note_lines(const diff_report& report);

/// "2026-01-31T12:00:00Z  quick  NVIDIA H200  5 cases, 25 launches".
[[nodiscard]] std::string about_text(const run_line& run);

} // namespace dyno::results

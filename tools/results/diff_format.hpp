// The forms of a comparison. Each is the whole report as one text; the same report gives the same
// bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diff_report.hpp"
#include "display/palette.hpp"
#include "gate.hpp"

#include <cstddef>
#include <string>

namespace dyno::results {

[[nodiscard]] std::string diff_text(const diff_report& report, const display::palette& colours,
                                    std::size_t width);
[[nodiscard]] std::string diff_markdown(const diff_report& report);
[[nodiscard]] std::string diff_csv(const diff_report& report);
[[nodiscard]] std::string diff_json(const diff_report& report, const gate_result& gate);
[[nodiscard]] std::string diff_html(const diff_report& report);
/// One test case a row; it fails if the gate stopped the row (tests/schema/junit.xsd).
[[nodiscard]] std::string diff_junit(const diff_report& report, const gate_result& gate);

} // namespace dyno::results

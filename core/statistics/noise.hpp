// How much launches scatter, and the margin that a change must clear.
// The launches of one run share a boot, a temperature and a room: runs are clusters, and a change
// between sessions looks like one by an upgrade unless the variance between runs is known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace dyno::statistics {

/// Values of the launches of one side, run by run, on natural logarithms.
using clusters = std::vector<std::vector<double>>;

struct noise {
    double within = 0; ///< variance of launches inside a run
    /// Variance between the runs of a side; none if no side has two runs.
    std::optional<double> between;

    [[nodiscard]] double deviation() const; ///< √(within + between)
};

/// Analysis of variance with both sides pooled. within = Σ(x - x̄_run)² / (launches - runs);
/// between = [Σ(x̄_run - x̄_side)² / (runs - sides)] - within/ñ, not below 0, ñ the harmonic mean of
/// the runs' launches (Searle, "Variance Components", 3.6, for unequal sizes). No value if no run
/// has two launches. With one run a side, within is s² of the two-sample t test.
[[nodiscard]] std::optional<noise> estimate_noise(const clusters& x, const clusters& y);

/// max(ln(1 + least_change), multiple · deviation): on logarithms.
[[nodiscard]] double margin_of(double deviation, double least_change, double multiple);

/// All launches of a side in one list.
[[nodiscard]] std::vector<double> pooled(const clusters& side);

} // namespace dyno::statistics

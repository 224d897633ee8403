// SPDX-License-Identifier: Apache-2.0
#include "common_shift.hpp"

#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace dyno::results {
namespace {

constexpr std::size_t fewest_cases = 5;
constexpr double least_shift = 0.01;
constexpr double least_share = 0.8;
constexpr double tolerance = 0.005, relative_tolerance = 0.2;

} // namespace

std::optional<common_shift> find_common_shift(const std::vector<row>& rows) {
    std::map<std::size_t, double> shifts; // by case
    for (const row& r : rows) {
        const bool is_speed = r.unit == "s" || r.unit.ends_with("/s");
        if (r.judged && is_speed && (r.metric == "time" || shifts.count(r.case_id) == 0)) {
            shifts[r.case_id] = r.badness();
        }
    }
    if (shifts.size() < fewest_cases) {
        return std::nullopt;
    }
    std::vector<double> all;
    for (const auto& [id, shift] : shifts) {
        all.push_back(shift);
    }
    const double middle = statistics::median(all);
    const double width = std::max(tolerance, relative_tolerance * std::abs(middle));
    const auto alike = static_cast<std::size_t>(std::count_if(
        all.begin(), all.end(), [&](double shift) { return std::abs(shift - middle) <= width; }));
    if (std::abs(middle) < std::log1p(least_shift) || alike < fewest_cases ||
        static_cast<double>(alike) < least_share * static_cast<double>(all.size())) {
        return std::nullopt;
    }
    return common_shift{std::expm1(middle), alike, all.size()};
}

} // namespace dyno::results

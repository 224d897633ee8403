// SPDX-License-Identifier: Apache-2.0
#include "unit.hpp"

#include <algorithm>

namespace dyno::results {
namespace {

struct factor {
    std::string_view prefix;
    double times, per;
};

constexpr factor decimal[] = {{"n", 1, 1e9}, {"µ", 1, 1e6}, {"μ", 1, 1e6},  {"u", 1, 1e6},
                              {"m", 1, 1e3}, {"", 1, 1},    {"k", 1e3, 1},  {"K", 1e3, 1},
                              {"M", 1e6, 1}, {"G", 1e9, 1}, {"T", 1e12, 1}, {"P", 1e15, 1}};
constexpr factor binary[] = {
    {"Ki", 1024., 1}, {"Mi", 1048576., 1}, {"Gi", 1073741824., 1}, {"Ti", 1099511627776., 1}};

struct family {
    std::string_view base;
    bool parts;  ///< whether there are milli- and smaller ones
    bool sizes;  ///< whether there are powers of 1024
    bool larger; ///< whether there are kilo- and larger ones
};

constexpr family families[] = {{"s", true, false, false},    {"B", false, true, true},
                               {"B/s", false, true, true},   {"FLOP/s", false, false, true},
                               {"OP/s", false, false, true}, {"Hz", false, false, true},
                               {"J", true, false, true},     {"W", true, false, true}};

} // namespace

std::optional<unit_in_base> unit_in_base_of(std::string_view unit) {
    for (const family& f : families) {
        if (!unit.ends_with(f.base)) {
            continue;
        }
        const std::string_view prefix = unit.substr(0, unit.size() - f.base.size());
        for (const factor& d : decimal) {
            const bool allowed = d.per > 1 ? f.parts : d.times > 1 ? f.larger : true;
            if (allowed && d.prefix == prefix) {
                return unit_in_base{std::string(f.base), d.times, d.per};
            }
        }
        for (const factor& b : binary) {
            if (f.sizes && b.prefix == prefix) {
                return unit_in_base{std::string(f.base), b.times, b.per};
            }
        }
    }
    return std::nullopt;
}

double to_base(double value, const unit_in_base& unit) {
    return value * unit.times / unit.per;
}

} // namespace dyno::results

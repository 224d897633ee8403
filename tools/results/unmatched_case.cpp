// SPDX-License-Identifier: Apache-2.0
#include "unmatched_case.hpp"

#include <cstddef>
#include <string>

namespace dyno::results {
namespace {

/// All pairs are looked at; beyond this many it takes too long and says too little.
constexpr std::size_t most_pairs = 250000;

struct partner {
    std::size_t at = 0;
    std::size_t count = 0;
    std::string difference;
};

std::vector<std::size_t> whole_cases(const std::vector<row>& rows, row_word word) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].metric.empty() && rows[i].word == word) {
            found.push_back(i);
        }
    }
    return found;
}

} // namespace

void pair_unmatched(std::vector<row>& rows, const case_table& cases) {
    const std::vector<std::size_t> missing = whole_cases(rows, row_word::missing);
    const std::vector<std::size_t> fresh = whole_cases(rows, row_word::fresh);
    if (missing.empty() || fresh.empty() || missing.size() * fresh.size() > most_pairs) {
        return;
    }
    std::vector<partner> of_missing(missing.size()), of_fresh(fresh.size());
    for (std::size_t m = 0; m < missing.size(); ++m) {
        for (std::size_t f = 0; f < fresh.size(); ++f) {
            std::string difference = only_difference(cases.at(rows[missing[m]].case_id),
                                                     cases.at(rows[fresh[f]].case_id));
            if (!difference.empty()) {
                of_missing[m] = {f, of_missing[m].count + 1, std::move(difference)};
                ++of_fresh[f].count;
            }
        }
    }
    std::vector<bool> is_told(rows.size(), false);
    for (std::size_t m = 0; m < missing.size(); ++m) {
        const partner& p = of_missing[m];
        if (p.count == 1 && of_fresh[p.at].count == 1) {
            row& r = rows[missing[m]];
            r.word = row_word::incomparable;
            r.reason = p.difference;
            r.stands_for_missing = true;
            is_told[fresh[p.at]] = true;
        }
    }
    std::vector<row> left;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!is_told[i]) {
            left.push_back(std::move(rows[i]));
        }
    }
    rows = std::move(left);
}

} // namespace dyno::results

// SPDX-License-Identifier: Apache-2.0
#include "gate.hpp"

#include "display/spelling.hpp"
#include "statistics/multiple_testing.hpp"

#include <algorithm>

namespace dyno::results {
namespace {

exit_code code_of(const row& r) {
    switch (r.word) {
    case row_word::missing:
    case row_word::incomparable:
        return exit_code::not_allowed;
    case row_word::unclear:
        return exit_code::unclear;
    default:
        return exit_code::gated;
    }
}

/// p of the margin test that made the word.
double margin_p(const row& r) {
    return r.word == row_word::better ? r.judged->p_better : r.judged->p_worse;
}

std::vector<double> adjusted(correction how, const std::vector<double>& p) {
    switch (how) {
    case correction::benjamini_hochberg:
        return statistics::benjamini_hochberg(p);
    case correction::holm:
        return statistics::holm(p);
    case correction::none:
        break;
    }
    return p;
}

} // namespace

bool gate::stops(const row& r, double adjusted_p, double alpha) const {
    const auto has = [&](row_word w) {
        return std::find(words.begin(), words.end(), w) != words.end();
    };
    const bool is_named = has(r.word) || (r.stands_for_missing && has(row_word::missing));
    return is_named && adjusted_p <= alpha;
}

std::vector<row_word> parse_words(const std::string& option,
                                  const std::vector<std::string>& texts) {
    std::vector<row_word> words;
    for (const std::string& text : texts) {
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find(',', at), text.size());
            const std::string word = text.substr(at, end - at);
            at = end + 1;
            if (word == "none") {
                continue;
            }
            const std::optional<row_word> known = row_word_from(word);
            if (!known) {
                throw usage_error(option + ": '" + word + "' is no verdict or state" +
                                  suggestion(word, all_row_words()));
            }
            words.push_back(*known);
        }
    }
    return words;
}

gate_result apply(const gate& g, const diff_report& report) {
    std::vector<const row*> judged;
    std::vector<double> p;
    for (const row_group& group : report.groups) {
        for (const row& r : group.rows) {
            if (r.judged) {
                judged.push_back(&r);
                p.push_back(margin_p(r));
            }
        }
    }
    const std::vector<double> p_adjusted = adjusted(g.adjusted, p);
    gate_result result;
    if (!report.not_allowed.empty()) {
        result.code = exit_code::not_allowed;
    }
    // 1 before 4 before 5: what got worse matters more than what cannot be told.
    const auto weight = [](exit_code code) {
        return code == exit_code::gated         ? 3
               : code == exit_code::not_allowed ? 2
               : code == exit_code::unclear     ? 1
                                                : 0;
    };
    std::size_t next_judged = 0;
    for (const row_group& group : report.groups) {
        for (const row& r : group.rows) {
            const bool is_change = r.word == row_word::worse || r.word == row_word::better;
            const double row_p = r.judged && is_change ? p_adjusted[next_judged] : 0;
            next_judged += r.judged ? 1 : 0;
            if (g.stops(r, row_p, report.rules.alpha)) {
                result.stopped.push_back(&r);
                if (weight(code_of(r)) > weight(result.code)) {
                    result.code = code_of(r);
                }
            }
        }
    }
    return result;
}

} // namespace dyno::results

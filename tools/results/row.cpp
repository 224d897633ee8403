// SPDX-License-Identifier: Apache-2.0
#include "row.hpp"

#include <cmath>
#include <utility>

namespace dyno::results {
namespace {

constexpr std::pair<row_word, std::string_view> words[] = {
    {row_word::failed, "failed"},
    {row_word::worse, "worse"},
    {row_word::missing, "missing"},
    {row_word::changed, "changed"},
    {row_word::incomparable, "incomparable"},
    {row_word::unclear, "unclear"},
    {row_word::small, "small"},
    {row_word::skipped, "skipped"},
    {row_word::fixed, "fixed"},
    {row_word::fresh, "new"},
    {row_word::better, "better"},
    {row_word::same, "same"},
    {row_word::equal, "equal"},
};

} // namespace

std::string_view to_word(row_word w) {
    for (const auto& [known, text] : words) {
        if (known == w) {
            return text;
        }
    }
    return "?";
}

std::optional<row_word> row_word_from(std::string_view word) {
    for (const auto& [known, text] : words) {
        if (text == word) {
            return known;
        }
    }
    return std::nullopt;
}

std::vector<std::string> all_row_words() {
    std::vector<std::string> all;
    for (const auto& [known, text] : words) {
        all.emplace_back(text);
    }
    return all;
}

double row::badness() const {
    if (!judged) {
        return 0;
    }
    const double shift = std::log(judged->ratio);
    return better == record::direction::higher ? -shift : shift;
}

std::string row::verdict() const {
    std::string text(to_word(word));
    return reason.empty() ? text : text + " (" + reason + ")";
}

} // namespace dyno::results

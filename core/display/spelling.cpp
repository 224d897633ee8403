// SPDX-License-Identifier: Apache-2.0
#include "display/spelling.hpp"

#include <algorithm>

namespace dyno {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
    for (std::size_t i = 0; i <= a.size(); ++i) {
        d[i][0] = i;
    }
    for (std::size_t j = 0; j <= b.size(); ++j) {
        d[0][j] = j;
    }
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = a[i - 1] == b[j - 1] ? 0 : 1;
            d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + substitution});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
            }
        }
    }
    return d[a.size()][b.size()];
}

std::optional<std::string> nearest_word(std::string_view word,
                                        const std::vector<std::string>& known) {
    constexpr std::size_t longest = 64; // beyond this nobody means a known word
    std::optional<std::string> nearest;
    std::size_t fewest = 0;
    for (const std::string& candidate : known) {
        const std::size_t length = std::max(word.size(), candidate.size());
        if (length > longest) {
            continue;
        }
        const std::size_t edits = edit_distance(word, candidate);
        // "batchsize" means "batch": a word that begins with the other is near, too.
        const bool begins = std::min(word.size(), candidate.size()) >= 4 &&
                            (word.starts_with(candidate) || candidate.starts_with(word));
        const bool is_near = edits <= (length + 2) / 3 && edits < length;
        if ((is_near || begins) && (!nearest || edits < fewest)) {
            nearest = candidate;
            fewest = edits;
        }
    }
    return nearest;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
    const auto nearest = nearest_word(word, known);
    return nearest ? "; did you mean '" + *nearest + "'?" : "";
}

} // namespace dyno

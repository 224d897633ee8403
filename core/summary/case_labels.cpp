// SPDX-License-Identifier: Apache-2.0
#include "summary/case_labels.hpp"

#include "display/text.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace dyno::summary {
namespace {

/// Longer ones, and longer words such as LD_PRELOAD=…, would be cut in a terminal of 80 columns,
/// beside the figures.
constexpr std::size_t longest_label = 36;

std::string word_of(const std::string& name, const record::value& v) {
    return " " + name + "=" + record::to_text(v);
}

/// Where a label says a parameter, or npos.
std::size_t find_word(const std::string& label, const std::string& word) {
    std::size_t at = label.find(word);
    while (at != std::string::npos && at + word.size() < label.size() &&
           label[at + word.size()] != ' ') {
        at = label.find(word, at + 1);
    }
    return at;
}

/// The parameters that the labels of all cases of a workload say alike, by workload.
std::map<std::string, record::parameters> shared_parameters(const record::run_file& run) {
    std::map<std::string, record::parameters> shared;
    std::map<std::string, std::size_t> cases;
    for (const record::run_case& c : run.cases) {
        record::parameters& common = shared[c.workload];
        if (cases[c.workload]++ == 0) {
            common = c.parameters;
        }
        for (auto p = common.begin(); p != common.end();) {
            const bool said = find_word(c.label, word_of(p->first, p->second)) != std::string::npos;
            p = said ? std::next(p) : common.erase(p);
        }
    }
    for (const auto& [workload, count] : cases) {
        if (count < 2) {
            shared.erase(workload);
        }
    }
    return shared;
}

} // namespace

std::string label_without(const std::string& label, const record::parameters& named) {
    std::string text = label;
    for (const auto& [name, v] : named) {
        const std::string word = word_of(name, v);
        if (const std::size_t at = find_word(text, word); at != std::string::npos) {
            text.erase(at, word.size());
        }
    }
    return text;
}

case_labels label_cases(const record::run_file& run) {
    case_labels labels;
    const bool all_short =
        std::all_of(run.cases.begin(), run.cases.end(),
                    [](const record::run_case& c) { return c.label.size() <= longest_label; });
    const auto shared =
        all_short ? std::map<std::string, record::parameters>() : shared_parameters(run);
    for (const record::run_case& c : run.cases) {
        const auto common = shared.find(c.workload);
        const std::string label =
            common == shared.end() ? c.label : label_without(c.label, common->second);
        labels.of_cases.push_back(display::shorten_words(label, longest_label));
    }
    for (const auto& [workload, common] : shared) {
        if (!common.empty()) {
            labels.left_out.push_back("in all cases of " + workload + ": " +
                                      record::to_text(common));
        }
    }
    return labels;
}

} // namespace dyno::summary

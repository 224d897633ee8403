// SPDX-License-Identifier: Apache-2.0
#include "selection.hpp"

#include "display/spelling.hpp"
#include "judgement.hpp"

#include <algorithm>
#include <charconv>

namespace dyno::results {

case_filter::case_filter(const std::vector<std::string>& conditions) {
    for (const std::string& condition : conditions) {
        const std::size_t mark = condition.find('=');
        if (mark == std::string::npos || mark == 0) {
            throw usage_error("--where: '" + condition + "' is no condition (KEY=VALUE)");
        }
        m_wanted[condition.substr(0, mark)].insert(condition.substr(mark + 1));
    }
}

std::string text_of_key(const compared_case& c, const std::string& key) {
    if (key == "workload") {
        return c.workload;
    }
    if (key == "label") {
        return c.label;
    }
    if (key == "cache") {
        return std::string(to_word(c.cache));
    }
    const auto found = c.parameters.find(key);
    return found == c.parameters.end() ? std::string() : record::to_text(found->second);
}

std::vector<std::string> keys_of(const case_table& cases) {
    std::set<std::string> keys{"workload", "label", "cache"};
    for (std::size_t i = 0; i < cases.size(); ++i) {
        for (const auto& [name, v] : cases.at(i).parameters) {
            keys.insert(name);
        }
    }
    return {keys.begin(), keys.end()};
}

bool case_filter::fits(const compared_case& c) const {
    for (const auto& [key, values] : m_wanted) {
        if (values.count(text_of_key(c, key)) == 0) {
            return false;
        }
    }
    return true;
}

void case_filter::check_keys(const case_table& cases) const {
    for (const auto& [key, values] : m_wanted) {
        check_case_key(cases, "--where", key);
    }
}

void check_case_key(const case_table& cases, const std::string& option, const std::string& key) {
    const std::vector<std::string> known = keys_of(cases);
    if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw usage_error(option + ": no case has '" + key + "'" + suggestion(key, known));
    }
}

metric_filter::metric_filter(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
        if (name == "all") {
            m_all = true;
        } else {
            m_names.insert(name);
        }
    }
}

bool metric_filter::fits(const std::string& metric) const {
    return m_all || (m_names.empty() ? is_usual_metric(metric) : m_names.count(metric) != 0);
}

void metric_filter::check_names(const std::set<std::string>& known) const {
    for (const std::string& name : m_names) {
        if (known.count(name) == 0) {
            throw usage_error("--metric: no run has '" + name + "'" +
                              suggestion(name, {known.begin(), known.end()}));
        }
    }
}

double parse_fraction(const std::string& option, const std::string& text) {
    std::string_view digits = text;
    double scale = 1;
    if (digits.ends_with('%')) {
        digits.remove_suffix(1);
        scale = 100;
    }
    double number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, failure] = std::from_chars(digits.data(), end, number);
    if (failure != std::errc() || stop != end || !(number / scale >= 0) || !(number / scale < 1)) {
        throw usage_error(option + ": '" + text + "' is no fraction (such as 2% or 0.02)");
    }
    return number / scale;
}

} // namespace dyno::results

// SPDX-License-Identifier: Apache-2.0
#include "summary/case_summary.hpp"

#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>

namespace dyno::summary {
namespace {

struct gathered {
    metric_summary about;
    std::vector<double> values;
};

void gather(const record::launch& l, std::vector<gathered>& all) {
    for (const record::metric& m : l.metrics) {
        auto found = std::find_if(all.begin(), all.end(),
                                  [&](const gathered& g) { return g.about.name == m.name; });
        if (found == all.end()) {
            gathered fresh;
            fresh.about.name = m.name;
            fresh.about.unit = m.unit;
            fresh.about.better = m.better;
            found = all.insert(all.end(), std::move(fresh));
        }
        found->values.push_back(m.value);
    }
}

metric_summary finish(const gathered& g) {
    metric_summary m = g.about;
    m.median = statistics::median(g.values);
    m.launches = g.values.size();
    if (g.values.size() > 1 && m.median != 0) {
        const auto [least, most] = std::minmax_element(g.values.begin(), g.values.end());
        m.spread = (*most - *least) / 2 / std::abs(m.median);
    }
    return m;
}

template <class Predicate>
const metric_summary* first(const std::vector<metric_summary>& all, Predicate fits) {
    const auto found = std::find_if(all.begin(), all.end(), fits);
    return found == all.end() ? nullptr : &*found;
}

} // namespace

const metric_summary* case_summary::find(const std::string& name) const {
    return first(metrics, [&](const auto& m) { return m.name == name; });
}

const metric_summary* case_summary::rate() const {
    return first(metrics, [](const auto& m) { return m.unit.ends_with("/s"); });
}

const metric_summary* case_summary::memory() const {
    return first(metrics, [](const auto& m) { return m.unit == "B"; });
}

std::vector<case_summary> summarise(const record::run_file& run) {
    std::vector<case_summary> all(run.cases.size());
    std::vector<std::vector<gathered>> metrics(run.cases.size());
    for (const record::launch& l : run.launches) {
        case_summary& c = all[l.case_index];
        ++c.counts[l.status];
        for (const std::string& warning : l.warnings) {
            ++c.warnings[warning];
        }
        if (l.status == record::status::ok) {
            gather(l, metrics[l.case_index]);
        } else {
            ++c.reasons[std::string(to_word(l.status)) + (l.reason.empty() ? "" : ": " + l.reason)];
        }
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i].case_index = i;
        std::transform(metrics[i].begin(), metrics[i].end(), std::back_inserter(all[i].metrics),
                       finish);
    }
    return all;
}

} // namespace dyno::summary

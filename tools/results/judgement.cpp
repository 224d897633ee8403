// SPDX-License-Identifier: Apache-2.0
#include "judgement.hpp"

#include "display/quantity.hpp"
#include "metric_judgement.hpp"
#include "statistics/median.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace dyno::results {
namespace {

constexpr std::string_view side_metrics[] = {
    "wall_time",
    "enqueue_time",
    "cpu_time",
    "device_time",
    "host_bound",
    "share_of_peak",
    "share_of_peak_at_clock",
    "energy_per_iteration",
    "memory_in_use_max",
};

/// What became of a case on one side, all launches together.
enum class fate { absent = 1, skipped, broken, measured };

fate fate_of(const case_evidence& c) {
    if (c.count(record::status::ok) > 0) {
        return fate::measured;
    }
    return c.broken() > 0 ? fate::broken : c.skipped() > 0 ? fate::skipped : fate::absent;
}

/// `known`: a status that need not be told again.
std::string reasons_of(const case_evidence& c, record::status known = record::status::ok) {
    const std::string front = std::string(to_word(known)) + ": ";
    std::string text;
    for (const auto& [reason, launches] : c.reasons) {
        text += (text.empty() ? "" : "; ") +
                (reason.starts_with(front) ? reason.substr(front.size()) : reason) +
                (launches > 1 ? fmt::format(" ({}×)", launches) : "");
    }
    return text;
}

row row_of_case(std::size_t case_id, row_word word, std::string reason) {
    row r;
    r.case_id = case_id;
    r.word = word;
    r.reason = std::move(reason);
    return r;
}

/// The row of a case that was not measured on both sides.
row judge_fates(std::size_t case_id, const case_evidence& base, const case_evidence& fresh) {
    const fate b = fate_of(base), f = fate_of(fresh);
    const auto with = [&](row_word word, std::string reason) {
        return row_of_case(case_id, word, std::move(reason));
    };
    if (f == fate::broken) {
        return b == fate::broken
                   ? with(row_word::incomparable, "failed on both sides: " + reasons_of(fresh))
                   : with(row_word::failed, reasons_of(fresh));
    }
    if (f == fate::measured) {
        return b == fate::broken    ? with(row_word::fixed, "was " + reasons_of(base))
               : b == fate::skipped ? with(row_word::fresh, "was " + reasons_of(base))
                                    : with(row_word::fresh, "");
    }
    if (f == fate::skipped) {
        return with(row_word::skipped, reasons_of(fresh, record::status::skipped));
    }
    if (b == fate::absent) {
        return with(row_word::incomparable, "not run on either side");
    }
    if (b == fate::skipped) {
        return with(row_word::skipped, "in BASE: " + reasons_of(base, record::status::skipped));
    }
    return with(row_word::missing, fresh.runs > 0 ? "not run" : "");
}

/// What stands beside every row of a case: doubts of both sides.
std::vector<std::string> notes_of(const case_evidence& base, const case_evidence& fresh) {
    std::vector<std::string> notes;
    for (const auto& [side, c] : {std::pair("BASE", &base), std::pair("NEW", &fresh)}) {
        for (const auto& [warning, launches] : c->warnings) {
            notes.push_back(fmt::format("{}: {} ({}×)", side, warning, launches));
        }
        if (c->count(record::status::ok) > 0 && c->broken() > 0) {
            notes.push_back(fmt::format("{}: {}", side, reasons_of(*c)));
        }
        if (c->listed > c->runs) {
            notes.push_back(fmt::format("{}: the case stands twice in a run; its launches count "
                                        "together",
                                        side));
        }
        const auto share = c->metrics.find("share_of_peak");
        if (share != c->metrics.end() && statistics::median(share->second.values()) > 1) {
            notes.push_back(
                fmt::format("{}: implausible: {} of peak", side,
                            display::percent(statistics::median(share->second.values()))));
        }
    }
    return notes;
}

std::string mode_difference(const case_evidence& base, const case_evidence& fresh) {
    std::set<std::string> names;
    for (const case_evidence* c : {&base, &fresh}) {
        for (const auto& [name, text] : c->modes) {
            names.insert(name);
        }
    }
    for (const std::string& name : names) {
        const auto b = base.modes.find(name), f = fresh.modes.find(name);
        const std::string before = b == base.modes.end() ? "unknown" : b->second;
        const std::string after = f == fresh.modes.end() ? "unknown" : f->second;
        if (before != after) {
            return name + ": " + before + ", " + after;
        }
    }
    return {};
}

} // namespace

bool is_usual_metric(const std::string& metric) {
    return std::find(std::begin(side_metrics), std::end(side_metrics), metric) ==
           std::end(side_metrics);
}

std::vector<row> judge_case(std::size_t case_id, const case_evidence& base,
                            const case_evidence& fresh, const judging& by) {
    if (fate_of(base) != fate::measured || fate_of(fresh) != fate::measured) {
        row r = judge_fates(case_id, base, fresh);
        r.notes = notes_of(base, fresh);
        return {std::move(r)};
    }
    const std::vector<std::string> notes = notes_of(base, fresh);
    std::vector<row> rows;
    if (fresh.broken() > 0 && base.broken() == 0) {
        rows.push_back(row_of_case(case_id, row_word::failed,
                                   fmt::format("{} of {} launches: {}", fresh.broken(),
                                               fresh.broken() + fresh.count(record::status::ok),
                                               reasons_of(fresh))));
        rows.back().notes = notes;
    }
    if (const std::string modes = mode_difference(base, fresh); !modes.empty()) {
        rows.push_back(row_of_case(case_id, row_word::incomparable, modes));
        rows.back().notes = notes;
        return rows;
    }
    std::set<std::string> names;
    bool any_wanted = false;
    for (const case_evidence* c : {&base, &fresh}) {
        for (const auto& [name, m] : c->metrics) {
            names.insert(name);
            any_wanted = any_wanted || by.wants(name);
        }
    }
    for (const std::string& name : names) {
        if (any_wanted && !by.wants(name)) {
            continue;
        }
        row r = row_of_case(case_id, row_word::incomparable, "");
        r.metric = name;
        r.notes = notes;
        const auto b = base.metrics.find(name), f = fresh.metrics.find(name);
        if (b == base.metrics.end()) {
            r.word = row_word::fresh;
        } else if (f == fresh.metrics.end()) {
            r.word = row_word::missing;
        } else {
            judge_metric(r, b->second, f->second, by);
        }
        rows.push_back(std::move(r));
    }
    return rows;
}

} // namespace dyno::results

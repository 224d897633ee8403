// SPDX-License-Identifier: Apache-2.0
#include "run/unfinished_run.hpp"

#include "record/error.hpp"
#include "record/reader.hpp"
#include "run/journal.hpp"

#include <optional>
#include <set>
#include <utility>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::status;

bool is_there(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The journal, if there is one that can be read: of a run that goes on from a partial run file it
/// may have been cut short in its first line.
std::optional<record::run_file> read_journal(const fs::path& run_file) {
    if (!is_there(journal_path(run_file))) {
        return std::nullopt;
    }
    try {
        return record::read_run_file(journal_path(run_file));
    } catch (const error&) {
        if (!is_there(run_file)) {
            throw;
        }
        return std::nullopt;
    }
}

/// Adds the launches of `earlier` that count: those that have run, are of a round that the case has
/// and are not there yet. A damaged journal, or one that was put together by hand, may hold others.
void add_missing(record::run_file& run, const std::vector<record::launch>& earlier) {
    std::set<std::pair<std::size_t, int>> held;
    for (const record::launch& l : run.launches) {
        held.emplace(l.case_index, l.round);
    }
    for (const record::launch& l : earlier) {
        const bool counts = l.status != status::not_run && l.round >= 1 &&
                            l.round <= run.cases[l.case_index].policy.launches;
        if (counts && held.emplace(l.case_index, l.round).second) {
            run.launches.push_back(l);
        }
    }
}

} // namespace

fs::path run_file_of(const std::string& named) {
    const std::string tail = journal_path("").string();
    return named.ends_with(tail) ? named.substr(0, named.size() - tail.size()) : named;
}

record::run_file read_unfinished(const fs::path& run_file) {
    std::optional<record::run_file> run = read_journal(run_file), earlier;
    if (!run) {
        run = record::read_run_file(run_file);
        if (run->state == record::run_state::complete) {
            throw error(run_file.string() +
                        ": this run is complete; there is nothing to go on with");
        }
    } else if (is_there(run_file)) {
        earlier = record::read_run_file(run_file);
        if (earlier->id != run->id) {
            throw error(run_file.string() + ": is of another run than the journal beside it");
        }
    }
    add_missing(*run, std::exchange(run->launches, {}));
    if (earlier) {
        add_missing(*run, earlier->launches);
    }
    run->state = record::run_state::running;
    run->finished.clear();
    return std::move(*run);
}

} // namespace dyno

// SPDX-License-Identifier: Apache-2.0
#include "run/supervisor.hpp"

#include "record/error.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "record/writer.hpp"
#include "run/launcher.hpp"
#include "run/unfinished_run.hpp"
#include "summary/lever_effects.hpp"

#include <algorithm>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::status;

/// Two launches of a case at their time limit: the rest would only cost time.
constexpr int most_timeouts = 2;

/// By case and round, whatever order they were taken in before and after a resume.
void sort_launches(record::run_file& run) {
    std::stable_sort(run.launches.begin(), run.launches.end(), [](const auto& a, const auto& b) {
        return std::pair(a.round, a.case_index) < std::pair(b.round, b.case_index);
    });
}

/// Whether the run file at this path is an earlier state of the run.
bool holds_run(const fs::path& path, const std::string& id) {
    try {
        return record::read_run_file(path, record::samples::leave_out).id == id;
    } catch (const error&) {
        return false; // not there, or no run file
    }
}

record::launch unmeasured(const planned_launch& which, status outcome, std::string reason) {
    record::launch l;
    l.case_index = which.case_index;
    l.round = which.round;
    l.status = outcome;
    l.reason = std::move(reason);
    return l;
}

} // namespace

supervisor::supervisor(children& processes, probe_client* probe, const preparation& ready,
                       record::run_file run, fs::path run_file, journal lines)
    : m_processes(processes), m_probe(probe), m_ready(ready), m_run(std::move(run)),
      m_path(std::move(run_file)), m_journal(std::move(lines)) {}

supervisor::supervisor(children& processes, probe_client* probe, const preparation& ready,
                       record::run_file head, fs::path run_file)
    : supervisor(processes, probe, ready, head, run_file,
                 journal::create(journal_path(run_file), head)) {}

supervisor supervisor::resume(children& processes, probe_client* probe, const preparation& ready,
                              const record::run_file& earlier, fs::path run_file) {
    const fs::path path = journal_path(run_file);
    journal lines =
        fs::exists(path) ? journal::reopen(path, earlier) : journal::create(path, earlier);
    // Only now is it locked: another runner may have written more since the run was read.
    record::run_file run = read_unfinished(run_file);
    if (run.id != earlier.id) {
        throw error(run_file.string() +
                    ": another run has taken the place of the one to go on with");
    }
    return {processes, probe, ready, std::move(run), std::move(run_file), std::move(lines)};
}

record::run_file supervisor::run(run_watcher& watcher) {
    const auto order = schedule(m_run.cases, m_run.launches);
    watcher.began(m_run, order.size());
    for (const planned_launch& which : order) {
        if (m_processes.interrupted()) {
            break;
        }
        watcher.launch_began(which);
        auto l = take(which, watcher);
        if (!l) {
            break; // interrupted
        }
        l->case_index = which.case_index;
        l->round = which.round;
        try {
            m_journal.append(*l);
        } catch (const error& failure) {
            throw nothing_to_measure(std::string(failure.what()) +
                                     "; what was measured before is kept: make room, then go on "
                                     "with runner --resume=" +
                                     m_path.string());
        }
        m_run.launches.push_back(*l);
        watcher.launch_ended(*l);
    }
    finish();
    return m_run;
}

std::optional<record::launch> supervisor::known_outcome(const planned_launch& which) const {
    const planned_case& planned = m_ready.cases[which.case_index];
    if (!m_ready.device.device) {
        return unmeasured(which, status::no_device, m_ready.device.remark);
    }
    if (!planned.skip_reason.empty()) {
        return unmeasured(which, status::skipped, planned.skip_reason);
    }
    int timeouts = 0;
    for (const record::launch& earlier : m_run.launches) {
        if (earlier.case_index != which.case_index) {
            continue;
        }
        if (earlier.status == status::skipped) {
            return unmeasured(which, status::skipped, earlier.reason);
        }
        timeouts += earlier.status == status::timeout ? 1 : 0;
    }
    if (timeouts >= most_timeouts) {
        return unmeasured(which, status::timeout,
                          "not tried again: " + std::to_string(most_timeouts) +
                              " launches before did not end within their time limit");
    }
    return std::nullopt;
}

std::optional<record::launch> supervisor::take(const planned_launch& which, run_watcher& watcher) {
    if (auto known = known_outcome(which)) {
        return known;
    }
    return launch_once({m_processes, *m_ready.device.device, m_probe},
                       m_run.cases[which.case_index], m_ready.cases[which.case_index].plugin_path,
                       [&](const record::progress& p) { watcher.launch_progress(p); });
}

void supervisor::finish() {
    for (const planned_launch& left : schedule(m_run.cases, m_run.launches)) {
        m_run.launches.push_back(
            unmeasured(left, status::not_run, "the run was interrupted before it"));
        m_run.state = record::run_state::partial;
    }
    if (m_run.state != record::run_state::partial) {
        m_run.state = record::run_state::complete;
    }
    m_run.finished = utc_now();
    sort_launches(m_run);
    m_run.levers = summary::measure_levers(m_run);
    write_file();
    m_journal.remove();
}

void supervisor::write_file() const {
    const auto give_up = [&](const std::string& what, const char* mend) {
        return nothing_to_measure(what + "; everything measured is in " +
                                  journal_path(m_path).string() + ": " + mend +
                                  ", then finish with runner --resume=" + m_path.string());
    };
    const std::string text = record::write(m_run);
    bool is_written = true;
    try {
        if (holds_run(m_path, m_run.id)) {
            record::replace_text(m_path, text);
        } else {
            is_written = record::write_new_text(m_path, text);
        }
    } catch (const error& failure) {
        throw give_up(failure.what(), "make room");
    }
    if (!is_written) {
        throw give_up(m_path.string() + ": is there already, and a run file is never overwritten",
                      "move the other file away");
    }
}

exit_code judge(const record::run_file& run) {
    bool measured = false, failed = false;
    for (const record::launch& l : run.launches) {
        switch (l.status) {
        case status::ok:
            measured = true;
            break;
        case status::not_run:
            return exit_code::interrupted;
        case status::skipped:
        case status::no_device:
            break;
        default:
            failed = true;
        }
    }
    if (failed) {
        return exit_code::failed;
    }
    return measured ? exit_code::measured : exit_code::nothing;
}

} // namespace dyno

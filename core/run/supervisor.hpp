// The supervisor: all launches of a run, the journal and the run file.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "process/children.hpp"
#include "record/message.hpp"
#include "record/run_file.hpp"
#include "run/exit_code.hpp"
#include "run/journal.hpp"
#include "run/preparation.hpp"
#include "run/probe_client.hpp"
#include "run/schedule.hpp"

#include <filesystem>

namespace dyno {

/// What happens during a run, told to whoever shows it.
class run_watcher {
public:
    virtual ~run_watcher() = default;
    virtual void began(const record::run_file& head, std::size_t launches) = 0;
    virtual void launch_began(const planned_launch& which) = 0;
    virtual void launch_progress(const record::progress& p) = 0;
    virtual void launch_ended(const record::launch& l) = 0;
};

/// Measures what the schedule holds, journals each launch and writes the run file at the end;
/// after an interruption with the remaining launches as `not_run`. If the run file cannot be
/// written, or a file of another run has taken its place meanwhile, the journal stays, and the
/// error says how to go on.
class supervisor {
public:
    /// A new run at this path. `probe` samples the device during launches; nullptr: nothing does.
    supervisor(children& processes, probe_client* probe, const preparation& ready,
               record::run_file head, std::filesystem::path run_file);

    /// Goes on with a run that was left behind; `earlier` is what read_unfinished said of it.
    static supervisor resume(children& processes, probe_client* probe, const preparation& ready,
                             const record::run_file& earlier, std::filesystem::path run_file);

    /// Returns the finished run.
    [[nodiscard]] record::run_file run(run_watcher& watcher);

private:
    supervisor(children& processes, probe_client* probe, const preparation& ready,
               record::run_file run, std::filesystem::path run_file, journal lines);

    [[nodiscard]] std::optional<record::launch> take(const planned_launch& which,
                                                     run_watcher& watcher);
    [[nodiscard]] std::optional<record::launch> known_outcome(const planned_launch& which) const;
    void finish();
    void write_file() const;

    children& m_processes;
    probe_client* m_probe;
    const preparation& m_ready;
    record::run_file m_run;
    std::filesystem::path m_path;
    journal m_journal;
};

/// What the run's launches mean for the exit code.
[[nodiscard]] exit_code judge(const record::run_file& run);

} // namespace dyno

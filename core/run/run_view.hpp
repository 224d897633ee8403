// What a person sees of a run: the first lines, the live line, the table at the end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "display/palette.hpp"
#include "display/progress_line.hpp"
#include "run/supervisor.hpp"

#include <chrono>
#include <filesystem>
#include <ostream>
#include <string>

namespace dyno {

/// Progress goes to `live` (a terminal is redrawn in place, else one line a launch), the results
/// to `out`. Quiet leaves only warnings and the result's path.
class run_view final : public run_watcher {
public:
    struct places {
        std::ostream& out;
        std::ostream& live;
        bool live_is_terminal = false;
        std::size_t live_width = 0;
        std::size_t out_width = 0;
        display::palette colours;
        bool quiet = false;
    };

    explicit run_view(const places& to);

    /// The device that is measured and what may spoil the run.
    void introduce(const preparation& ready, const std::vector<std::string>& warnings);

    void began(const record::run_file& head, std::size_t launches) override;
    void launch_began(const planned_launch& which) override;
    void launch_progress(const record::progress& p) override;
    void launch_ended(const record::launch& l) override;

    /// The table, the file's place and, if there is one, the command that compares it.
    void conclude(const record::run_file& run, const std::filesystem::path& file,
                  const std::filesystem::path& comparable);

private:
    [[nodiscard]] std::string time_left() const;
    [[nodiscard]] std::string position() const;

    places m_to;
    display::progress_line m_line;
    const record::run_file* m_head = nullptr;
    std::size_t m_launches = 0, m_ended = 0;
    planned_launch m_current;
    double m_planned_s = 0; ///< of launches that have not ended, by estimate
    double m_spent_s = 0, m_spent_planned_s = 0;
};

} // namespace dyno

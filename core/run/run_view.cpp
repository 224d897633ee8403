// SPDX-License-Identifier: Apache-2.0
#include "run/run_view.hpp"

#include "display/duration.hpp"
#include "display/quantity.hpp"
#include "display/text.hpp"
#include "summary/run_table.hpp"

#include <fmt/format.h>

namespace dyno {
namespace {

/// A path as a shell takes it.
std::string shell_word(const std::string& text) {
    const bool plain = text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                              "0123456789_./+,:@%=-") == std::string::npos;
    if (plain && !text.empty()) {
        return text;
    }
    std::string quoted = "'";
    for (const char c : text) {
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    }
    return quoted + "'";
}

std::string device_line(const chosen_device& chosen) {
    if (!chosen.device) {
        return "device: none";
    }
    const record::device& d = *chosen.device;
    std::string text = "device: " + d.name;
    if (d.kind == record::device_kind::cuda) {
        return text + fmt::format(" (CUDA device {}, {}, {})", d.index.value_or(0), d.pci_bus_id,
                                  display::quantity(static_cast<double>(d.memory_bytes), "B"));
    }
    text += fmt::format(" (CPU, {} processors)", d.multiprocessors);
    return chosen.remark.empty() ? text : text + "; " + chosen.remark;
}

std::string outcome(const record::launch& l) {
    const record::metric* time = l.find("time");
    if (l.status == record::status::ok && time != nullptr) {
        return display::quantity(time->value, time->unit);
    }
    std::string text(to_word(l.status));
    return l.reason.empty() ? text : text + ": " + l.reason;
}

} // namespace

run_view::run_view(const places& to)
    : m_to(to), m_line(to.live, to.live_is_terminal, to.live_width) {}

void run_view::introduce(const preparation& ready, const std::vector<std::string>& warnings) {
    if (!m_to.quiet) {
        m_to.out << display::printable(device_line(ready.device)) << '\n';
        m_to.out.flush();
    }
    for (const std::string& warning : warnings) {
        m_line.print(m_to.colours.paint("warning: ", display::style::doubtful) +
                     display::printable(warning));
    }
}

void run_view::began(const record::run_file& head, std::size_t launches) {
    m_head = &head;
    m_launches = launches;
    for (const planned_launch& left : schedule(head.cases, head.launches)) {
        m_planned_s += estimate_s(head.cases[left.case_index].policy);
    }
    if (!m_to.quiet) {
        m_line.print(fmt::format("{} cases, {} launches, about {}", head.cases.size(), launches,
                                 display::duration(m_planned_s)));
    }
}

std::string run_view::position() const {
    const record::run_case& c = m_head->cases[m_current.case_index];
    return fmt::format("[{}/{}] {}, launch {} of {}", m_ended + 1, m_launches,
                       display::printable(c.label), m_current.round, c.policy.launches);
}

std::string run_view::time_left() const {
    // What is left by estimate, corrected by how long the launches before really took.
    const double factor = m_spent_planned_s > 0 ? m_spent_s / m_spent_planned_s : 1;
    return display::duration(m_planned_s * factor) + " left";
}

void run_view::launch_began(const planned_launch& which) {
    m_current = which;
    if (!m_to.quiet) {
        m_line.update(position() + ": starting, " + time_left());
    }
}

void run_view::launch_progress(const record::progress& p) {
    if (m_to.quiet) {
        return;
    }
    std::string text = position() + ": " + display::printable(p.phase);
    if (p.fraction > 0) {
        text += ' ';
        text += display::percent(p.fraction, 0);
    }
    if (!p.detail.empty()) {
        text += ' ';
        text += display::printable(p.detail);
    }
    m_line.update(text + ", " + time_left());
}

void run_view::launch_ended(const record::launch& l) {
    const double estimate = estimate_s(m_head->cases[l.case_index].policy);
    m_planned_s -= estimate;
    if (l.duration_s > 0) {
        m_spent_s += l.duration_s;
        m_spent_planned_s += estimate;
    }
    const std::string text = position() + ": " + display::printable(outcome(l));
    ++m_ended;
    // What did not run again for a known reason was told in round 1.
    const bool told_before = l.started.empty() && l.round > 1;
    if (m_to.quiet || told_before) {
        return;
    }
    if (l.status == record::status::ok || l.status == record::status::skipped) {
        m_line.step(text);
    } else {
        m_line.print(m_to.colours.paint(text, display::style::bad));
    }
}

void run_view::conclude(const record::run_file& run, const std::filesystem::path& file,
                        const std::filesystem::path& comparable) {
    m_line.clear();
    if (m_to.quiet) {
        m_to.out << file.string() << '\n';
        m_to.out.flush();
        return;
    }
    m_to.out << '\n' << summary::run_table(run, m_to.colours, m_to.out_width) << '\n';
    m_to.out << "run file: " << display::printable(file.string()) << '\n';
    if (run.state == record::run_state::partial) {
        m_to.out << "go on:    runner --resume=" << shell_word(file.string()) << '\n';
    }
    if (!comparable.empty()) {
        m_to.out << "compare:  results diff " << shell_word(comparable.string()) << ' '
                 << shell_word(file.string()) << '\n';
    }
    m_to.out.flush();
}

} // namespace dyno

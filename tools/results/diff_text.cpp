// SPDX-License-Identifier: Apache-2.0
#include "diff_format.hpp"

#include "display/quantity.hpp"
#include "display/table.hpp"
#include "display/text.hpp"
#include "row_text.hpp"

namespace dyno::results {
namespace {

using display::alignment;
using display::style;

constexpr std::size_t key_width = 9;

class text_writer {
public:
    text_writer(const diff_report& report, const display::palette& colours, std::size_t width)
        : m_report(report), m_colours(colours), m_width(width) {}

    std::string write() {
        header();
        for (const row_group& g : m_report.groups) {
            rows(g);
        }
        m_text += "\n" + count_line(m_report) + "\n";
        for (const row_group& g : m_report.groups) {
            for (const mean_line& m : g.means) {
                m_text +=
                    (g.name.empty() ? "" : display::printable(g.name) + ": ") + mean_text(m) + "\n";
            }
        }
        m_text += rules_text(m_report.rules) + "\n";
        footer();
        return std::move(m_text);
    }

private:
    void line(const std::string& key, const std::string& text, style as = style::plain) {
        m_text += display::pad_right(key, key_width) +
                  m_colours.paint(display::printable(text), as) + "\n";
    }

    void header() {
        for (const auto& [name, side] :
             {std::pair("BASE", &m_report.base), std::pair("NEW", &m_report.fresh)}) {
            for (const run_line& run : *side) {
                line(name, run.path + "  " + about_text(run));
            }
        }
        m_text += "\n";
        std::string key = "changed";
        for (const std::string& part : m_report.environment.part_lines()) {
            line(key, part, style::strong);
            key.clear();
        }
        for (const std::string& said : m_report.environment.attribution()) {
            line(key, said);
            key.clear();
        }
        for (const std::string& said : m_report.not_allowed) {
            line("refused", said, style::bad);
        }
        for (const std::string& said : m_report.warnings) {
            line("warning", said, style::doubtful);
        }
        if (const std::string shift = shift_text(m_report); !shift.empty()) {
            line("finding", shift, style::strong);
        }
    }

    static style style_of(row_word word) {
        switch (word) {
        case row_word::worse:
        case row_word::failed:
        case row_word::missing:
            return style::bad;
        case row_word::better:
        case row_word::fixed:
            return style::good;
        case row_word::unclear:
        case row_word::incomparable:
        case row_word::changed:
        case row_word::small:
        case row_word::skipped:
            return style::doubtful;
        default:
            return style::plain;
        }
    }

    void rows(const row_group& group) {
        display::table table({{"case", alignment::left, true},
                              {"metric"},
                              {"BASE", alignment::right},
                              {"NEW", alignment::right},
                              {"change", alignment::right},
                              {"interval", alignment::right},
                              {"margin", alignment::right},
                              {"p", alignment::right},
                              {"q", alignment::right},
                              {"verdict"}});
        for (const row& r : group.rows) {
            if (m_report.shows(r)) {
                const row_text t = text_of(r, m_report);
                table.add_row({t.name,
                               t.metric,
                               t.base,
                               t.fresh,
                               t.change,
                               t.bounds,
                               t.margin,
                               t.p,
                               t.q,
                               {t.verdict, style_of(r.word)}});
            }
        }
        m_text += "\n";
        if (!group.name.empty()) {
            m_text += m_colours.paint(display::printable(group.name), style::strong) + "\n";
        }
        m_text += table.is_empty() ? "no row to show\n" : table.text(m_colours, m_width);
    }

    void footer() {
        std::string names;
        for (const std::string& name : m_report.left_out) {
            names += (names.empty() ? "" : ", ") + name;
        }
        if (!names.empty()) {
            m_text +=
                "not judged unless asked for: " + display::printable(names) + " (--metric all)\n";
        }
        for (const std::string& said : m_report.environment.unknown) {
            m_text += "unknown: " + display::printable(said) + "\n";
        }
        for (const std::string& note : note_lines(m_report)) {
            m_text += "note: " + m_colours.paint(display::printable(note), style::doubtful) + "\n";
        }
    }

    const diff_report& m_report;
    const display::palette& m_colours;
    std::size_t m_width;
    std::string m_text;
};

} // namespace

std::string diff_text(const diff_report& report, const display::palette& colours,
                      std::size_t width) {
    return text_writer(report, colours, width).write();
}

} // namespace dyno::results

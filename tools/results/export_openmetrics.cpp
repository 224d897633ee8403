// OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec): families together, each
// with its type, the text ended by "# EOF".
// SPDX-License-Identifier: Apache-2.0
#include "export_format.hpp"

#include "display/text.hpp"
#include "run_key.hpp"
#include "summary/case_summary.hpp"

#include <map>
#include <set>

namespace dyno::results {
namespace {

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string name_of(const std::string& text) {
    std::string name;
    for (const char c : text) {
        name += c == '/' ? std::string("_per_") : std::string(1, is_name(c) ? c : '_');
    }
    return name;
}

/// The unit as a word that ends a family's name; empty for a plain number.
std::string unit_word(const std::string& unit) {
    if (unit == "s") {
        return "seconds";
    }
    if (unit == "B") {
        return "bytes";
    }
    if (unit == "J") {
        return "joules";
    }
    if (unit == "1") {
        return "ratio";
    }
    std::string word = name_of(unit);
    if (word.ends_with("_per_s")) {
        word += "econd";
    }
    return word;
}

std::string label_value(const std::string& text) {
    std::string escaped;
    for (const char c : display::printable(text)) {
        escaped += c == '\\' || c == '"' ? std::string("\\") + c : std::string(1, c);
    }
    return escaped;
}

std::string labels_of(const record::run_file& run, std::size_t case_index) {
    const record::run_case& c = run.cases[case_index];
    return "case=\"" + label_value(c.label) + "\",workload=\"" + label_value(c.workload) +
           "\",device=\"" + label_value(run.device.name) + "\",driver=\"" +
           label_value(text_of_run_key(run, "driver")) + "\"";
}

struct family {
    std::string unit;
    std::string lines;
};

} // namespace

std::string export_openmetrics(const record::run_file& run) {
    std::map<std::string, family> families; // by name
    std::string launches;
    for (const summary::case_summary& c : summary::summarise(run)) {
        const std::string labels = labels_of(run, c.case_index);
        std::set<std::string> told;
        for (const summary::metric_summary& m : c.metrics) {
            const std::string unit = unit_word(m.unit);
            std::string name = "gpudyno_" + name_of(m.name);
            name += unit.empty() || name.ends_with("_" + unit) ? "" : "_" + unit;
            if (told.insert(name).second) {
                families[name].unit = unit;
                families[name].lines +=
                    name + "{" + labels + "} " + record::to_text(m.median) + "\n";
            }
        }
        for (const auto& [status, count] : c.counts) {
            launches += "gpudyno_launches{" + labels + ",status=\"" + std::string(to_word(status)) +
                        "\"} " + std::to_string(count) + "\n";
        }
    }
    std::string text;
    for (const auto& [name, f] : families) {
        text += "# TYPE " + name + " gauge\n";
        text += f.unit.empty() ? "" : "# UNIT " + name + " " + f.unit + "\n";
        text += "# HELP " + name + " Median over the launches of a case.\n" + f.lines;
    }
    if (!launches.empty()) {
        text += "# TYPE gpudyno_launches gauge\n"
                "# HELP gpudyno_launches Launches of a case by how they ended.\n" +
                launches;
    }
    return text + "# EOF\n";
}

} // namespace dyno::results

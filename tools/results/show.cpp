// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/duration.hpp"
#include "display/table.hpp"
#include "display/text.hpp"
#include "record/reader.hpp"
#include "summary/run_table.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <set>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files;
    bool environment = false, notes = false, logs = false, scenario = false;
};

class run_printer {
public:
    run_printer(const record::run_file& run, const options& wanted, const console& to)
        : m_run(run), m_wanted(wanted), m_to(to) {}

    void print(const std::string& path) {
        head(path);
        m_to.out << '\n' << summary::run_table(m_run, m_to.colours, m_to.width);
        if (m_wanted.notes) {
            notes();
        }
        if (m_wanted.environment) {
            environment();
        }
        if (m_wanted.scenario) {
            m_to.out << "\nscenario as it was in force\n"
                     << display::printable_lines(m_run.scenario_effective) << '\n';
        }
        if (m_wanted.logs) {
            logs();
        }
    }

private:
    void line(const char* key, const std::string& text) {
        if (!text.empty()) {
            m_to.out << display::pad_right(key, 10) << display::printable(text) << '\n';
        }
    }

    [[nodiscard]] std::string fact(const char* name) const {
        const auto found = m_run.identity.find(name);
        return found != m_run.identity.end() && found->second.known
                   ? record::to_text(*found->second.known)
                   : std::string();
    }

    [[nodiscard]] std::string device() const {
        const record::device& d = m_run.device;
        std::string text = d.name;
        text += d.uuid.empty() ? "" : "  " + d.uuid;
        return text + (d.pci_bus_id.empty() ? "" : "  " + d.pci_bus_id);
    }

    [[nodiscard]] std::string driver() const {
        const std::string version = fact("driver.version"), cuda = fact("driver.cuda");
        return version.empty() && cuda.empty() ? ""
               : cuda.empty()                  ? version
                                               : version + ", accepts CUDA " + cuda;
    }

    void head(const std::string& path) {
        line("run file", path);
        line("scenario",
             m_run.scenario_name + (m_run.scenario_path.empty() ? "" : "  " + m_run.scenario_path));
        line("device", device());
        line("driver", driver());
        line("started",
             m_run.started + (m_run.finished.empty() ? "" : ", finished " + m_run.finished));
        line("harness", m_run.harness_version);
        if (m_run.state != record::run_state::complete) {
            line("state", fmt::format("{}: {} launches so far", to_word(m_run.state),
                                      m_run.launches.size()));
        }
        for (const std::string& warning : m_run.warnings) {
            m_to.out << display::pad_right("warning", 10)
                     << m_to.colours.paint(display::printable(warning), display::style::doubtful)
                     << '\n';
        }
    }

    void notes() {
        std::vector<std::set<std::string>> lines(m_run.cases.size());
        for (const record::launch& l : m_run.launches) {
            for (const auto& [name, text] : l.notes) {
                lines[l.case_index].insert(name + ": " + text);
            }
        }
        m_to.out << "\nnotes\n";
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (!lines[i].empty()) {
                m_to.out << display::printable(m_run.cases[i].label) << '\n';
            }
            for (const std::string& text : lines[i]) {
                m_to.out << "  " << display::printable(text) << '\n';
            }
        }
    }

    void facts(const char* title, const record::facts& all) {
        m_to.out << '\n' << title << '\n';
        display::table table({{"fact"}, {"value"}});
        for (const auto& [name, f] : all) {
            table.add_row(
                {name, f.known ? display::cell(record::to_text(*f.known))
                               : display::cell("unknown: " + f.reason, display::style::doubtful)});
        }
        m_to.out << table.text(m_to.colours);
    }

    void environment() {
        facts("identity (compared by a diff)", m_run.identity);
        facts("circumstances (recorded, never compared)", m_run.circumstances);
        std::set<std::tuple<std::string, std::string, std::string>> libraries;
        for (const record::launch& l : m_run.launches) {
            for (const record::library& one : l.libraries) {
                libraries.emplace(one.name, one.version, one.path);
            }
        }
        m_to.out << "\nlibraries as loaded\n";
        display::table table({{"library"}, {"version"}, {"path"}});
        for (const auto& [name, version, path] : libraries) {
            table.add_row({name, version.empty() ? "unknown" : version, path});
        }
        m_to.out << (table.is_empty() ? "none recorded\n" : table.text(m_to.colours));
        m_to.out << "\nplugins\n";
        display::table plugins({{"plugin"}, {"version"}, {"build"}, {"build-id"}, {"path"}});
        for (const record::run_plugin& p : m_run.plugins) {
            plugins.add_row({p.name, p.version, p.build, p.build_id, p.path});
        }
        m_to.out << (plugins.is_empty() ? "none\n" : plugins.text(m_to.colours));
    }

    void logs() {
        m_to.out << "\nlogs\n";
        for (const record::launch& l : m_run.launches) {
            if (!l.log.empty()) {
                m_to.out << display::printable(fmt::format(
                                "{}, launch {}", m_run.cases[l.case_index].label, l.round))
                         << '\n'
                         << display::printable_lines(l.log) << '\n';
            }
        }
    }

    const record::run_file& m_run;
    const options& m_wanted;
    const console& m_to;
};

exit_code show(const options& wanted, const console& to) {
    bool is_first = true;
    for (const std::string& path : wanted.files) {
        const record::run_file run = record::read_run_file(path);
        to.out << (is_first ? "" : "\n");
        is_first = false;
        run_printer(run, wanted, to).print(path);
    }
    return exit_code::pass;
}

} // namespace

work add_show(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app = to.add_subcommand("show", "print a run: its cases with times and rates");
    app->add_option("files", wanted->files, "run files, or journals of runs that go on")
        ->type_name("FILE")
        ->required();
    app->add_flag("--environment", wanted->environment,
                  "also the facts about the machine and the libraries that were loaded");
    app->add_flag("--notes", wanted->notes, "also what the workloads noted");
    app->add_flag("--scenario", wanted->scenario, "also the scenario, with everything applied");
    app->add_flag("--logs", wanted->logs, "also what the workers printed");
    return [wanted](const console& where) { return show(*wanted, where); };
}

} // namespace dyno::results

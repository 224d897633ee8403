// SPDX-License-Identifier: Apache-2.0
#include "matrix_report.hpp"

#include "evidence.hpp"
#include "fact_view.hpp"
#include "metric_judgement.hpp"
#include "part.hpp"
#include "record/error.hpp"
#include "run_key.hpp"
#include "selection.hpp"
#include "statistics/median.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace dyno::results {
namespace {

using run_list = std::vector<const record::run_file*>;

class matrix_builder {
public:
    explicit matrix_builder(const matrix_request& request) : m_request(request) {}

    matrix_report build() {
        m_runs = load_runs(m_request.files, record::samples::leave_out);
        m_report.warnings = drop_repeated(m_runs);
        make_columns();
        choose_bases();
        // The table knows runs in the order of the columns, so that a column is a stretch of it.
        run_list ordered;
        std::vector<std::size_t> first;
        for (const run_list& files : m_files) {
            first.push_back(ordered.size());
            ordered.insert(ordered.end(), files.begin(), files.end());
        }
        const case_table cases(ordered);
        for (std::size_t i = 0; i < m_files.size(); ++i) {
            m_sides.push_back(gather(m_files[i], cases, first[i]));
        }
        make_cells(cases);
        find_effects();
        make_rows(cases);
        return std::move(m_report);
    }

private:
    /// One row of single cases, before cases are taken together.
    struct case_row {
        std::size_t id;
        matrix_row row;
    };

    void make_columns() {
        run_list all;
        for (const loaded_run& run : m_runs) {
            all.push_back(&run.file);
        }
        m_report.keys = m_request.columns;
        for (const std::string& key : m_report.keys) {
            check_run_key(all, "--cols", key);
        }
        const auto less = [](const std::vector<std::string>& a, const std::vector<std::string>& b) {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                                version_less);
        };
        std::map<std::vector<std::string>, run_list, decltype(less)> columns(less);
        for (const record::run_file* run : all) {
            std::vector<std::string> key;
            for (const std::string& name : m_report.keys) {
                key.push_back(text_of_run_key(*run, name));
            }
            columns[key].push_back(run);
        }
        for (auto& [key, files] : columns) {
            m_report.columns.push_back({key, files.size(), 0, mixed(files)});
            m_files.push_back(std::move(files));
        }
    }

    /// What differs between the runs of one column although no key shows it.
    [[nodiscard]] std::string mixed(const run_list& files) const {
        std::string text;
        for (const auto& [name, view] : view_facts(files, fact_names(files))) {
            if (view.values.size() > 1 && !is_way_to_part(name)) {
                text += (text.empty() ? "" : "; ") + name + " " + view.text();
            }
        }
        for (const char* key : {"cuda", "cudnn", "cublas", "libtorch"}) {
            std::set<std::string> values;
            for (const record::run_file* run : files) {
                values.insert(text_of_run_key(*run, key));
            }
            if (values.size() > 1) {
                text += (text.empty() ? "" : "; ") + std::string(key) + " " +
                        fact_view{values, {}}.text();
            }
        }
        return text;
    }

    [[nodiscard]] bool fits_base(const matrix_column& column) const {
        return std::all_of(m_request.base.begin(), m_request.base.end(), [&](const auto& wanted) {
            const std::size_t mark = wanted.find('=');
            const auto key =
                std::find(m_report.keys.begin(), m_report.keys.end(), wanted.substr(0, mark));
            if (mark == std::string::npos || key == m_report.keys.end()) {
                throw usage_error("--base: '" + wanted + "' is no KEY=VALUE of a key in --cols");
            }
            return column.key[static_cast<std::size_t>(key - m_report.keys.begin())] ==
                   wanted.substr(mark + 1);
        });
    }

    /// A base for each GPU: the first column that fits, in the order of versions.
    void choose_bases() {
        const auto gpu = std::find(m_report.keys.begin(), m_report.keys.end(), "gpu");
        const auto at = static_cast<std::size_t>(gpu - m_report.keys.begin());
        std::map<std::string, std::size_t> base;
        for (std::size_t i = 0; i < m_report.columns.size(); ++i) {
            const matrix_column& column = m_report.columns[i];
            if (fits_base(column)) {
                base.emplace(gpu == m_report.keys.end() ? "" : column.key[at], i);
            }
        }
        for (std::size_t i = 0; i < m_report.columns.size(); ++i) {
            matrix_column& column = m_report.columns[i];
            const auto found = base.find(gpu == m_report.keys.end() ? "" : column.key[at]);
            column.base = found == base.end() ? i : found->second;
            if (found == base.end()) {
                m_report.warnings.push_back("no base column for " + column.key[at]);
            }
            if (!column.mixed.empty()) {
                m_report.warnings.push_back(
                    "a column mixes runs that differ in what is not shown (" + column_name(column) +
                    "): " + column.mixed);
            }
        }
    }

    [[nodiscard]] static std::string column_name(const matrix_column& column) {
        std::string name;
        for (const std::string& text : column.key) {
            name += (name.empty() ? "" : ", ") + text;
        }
        return name;
    }

    [[nodiscard]] const metric_evidence* evidence(std::size_t column, std::size_t id,
                                                  const std::string& metric) const {
        const auto found = m_sides[column][id].metrics.find(metric);
        return found == m_sides[column][id].metrics.end() ? nullptr : &found->second;
    }

    void make_cells(const case_table& cases) {
        const case_filter wanted(m_request.where);
        wanted.check_keys(cases);
        // One metric reads well in a matrix; the time unless others are asked for.
        const metric_filter metrics(m_request.metrics.empty() ? std::vector<std::string>{"time"}
                                                              : m_request.metrics);
        for (std::size_t id = 0; id < cases.size(); ++id) {
            if (!wanted.fits(cases.at(id))) {
                continue;
            }
            std::set<std::string> names;
            for (const side_evidence& side : m_sides) {
                for (const auto& [name, m] : side[id].metrics) {
                    if (metrics.fits(name)) {
                        names.insert(name);
                    }
                }
            }
            for (const std::string& name : names) {
                m_cells.push_back(cells_of(cases, id, name));
            }
        }
        if (m_cells.empty()) {
            throw error("nothing to show: no case fits the conditions and has the metric");
        }
    }

    [[nodiscard]] row compare(std::size_t base, std::size_t fresh, std::size_t id,
                              const std::string& metric) const {
        const metric_evidence *b = evidence(base, id, metric), *f = evidence(fresh, id, metric);
        row r;
        if (b != nullptr && f != nullptr) {
            const judging by{m_request.rules, {}, base == fresh};
            judge_metric(r, *b, *f, by);
        }
        return r;
    }

    case_row cells_of(const case_table& cases, std::size_t id, const std::string& metric) {
        case_row made{id, {cases.at(id).label, metric, "", {}, {}}};
        for (std::size_t i = 0; i < m_report.columns.size(); ++i) {
            matrix_cell cell;
            if (const metric_evidence* m = evidence(i, id, metric)) {
                cell.value = statistics::median(m->values());
                made.row.unit = m->unit;
                made.row.better = m->better;
            }
            const std::size_t base = m_report.columns[i].base;
            if (base != i) {
                const row r = compare(base, i, id, metric);
                if (r.base) {
                    cell.word = r.word;
                }
                if (r.judged) {
                    cell.ratio = r.judged->ratio;
                }
            }
            made.row.cells.push_back(cell);
        }
        return made;
    }

    /// Pairs of columns that differ in one key only, neighbours in its order.
    void find_effects() {
        for (std::size_t k = 0; k < m_report.keys.size(); ++k) {
            if (m_report.keys[k] == "gpu") {
                continue; // another card is no effect of an upgrade
            }
            std::map<std::vector<std::string>, std::vector<std::size_t>> lines; // by the rest
            for (std::size_t i = 0; i < m_report.columns.size(); ++i) {
                std::vector<std::string> rest = m_report.columns[i].key;
                rest[k] = "";
                lines[rest].push_back(i);
            }
            std::map<std::string, std::map<row_word, std::string>> words; // by row and step
            for (const auto& [rest, columns] : lines) {
                for (std::size_t i = 0; i + 1 < columns.size(); ++i) {
                    add_effect(k, columns[i], columns[i + 1], words);
                }
            }
            for (const auto& [name, seen] : words) {
                const auto worse = seen.find(row_word::worse), better = seen.find(row_word::better);
                if (worse != seen.end() && better != seen.end()) {
                    m_report.interactions.push_back(name + ": worse at " + worse->second +
                                                    ", better at " + better->second);
                }
            }
        }
    }

    void add_effect(std::size_t k, std::size_t from, std::size_t to,
                    std::map<std::string, std::map<row_word, std::string>>& words) {
        marginal_effect effect;
        effect.key = m_report.keys[k];
        effect.from = m_report.columns[from].key[k];
        effect.to = m_report.columns[to].key[k];
        for (std::size_t i = 0; i < m_report.keys.size(); ++i) {
            if (i != k) {
                effect.at += (effect.at.empty() ? "" : ", ") + m_report.keys[i] + " " +
                             m_report.columns[from].key[i];
            }
        }
        std::map<record::direction, std::vector<double>> ratios;
        for (const case_row& c : m_cells) {
            const row r = compare(from, to, c.id, c.row.metric);
            if (r.judged) {
                ratios[r.better].push_back(r.judged->ratio);
                words[c.row.name + " " + c.row.metric + ", " + effect.key + " " + effect.from +
                      " → " + effect.to]
                    .emplace(r.word, effect.at);
            }
        }
        for (const auto& [better, all] : ratios) {
            effect.better = better;
            effect.mean = *statistics::geometric_mean_of(all, m_request.rules.alpha);
            m_report.effects.push_back(effect);
        }
    }

    void make_rows(const case_table& cases) {
        if (m_request.rows == "case") {
            for (case_row& c : m_cells) {
                m_report.rows.push_back(std::move(c.row));
            }
            std::sort(m_report.rows.begin(), m_report.rows.end(), [](const auto& a, const auto& b) {
                return std::tie(a.name, a.metric) < std::tie(b.name, b.metric);
            });
            return;
        }
        check_case_key(cases, "--rows", m_request.rows);
        std::map<std::tuple<std::string, std::string, record::direction>,
                 std::vector<const matrix_row*>>
            together;
        for (const case_row& c : m_cells) {
            together[{m_request.rows + "=" + text_of_key(cases.at(c.id), m_request.rows),
                      c.row.metric, c.row.better}]
                .push_back(&c.row);
        }
        for (const auto& [key, rows] : together) {
            const auto& [name, metric, better] = key;
            matrix_row mean{name, metric, rows.front()->unit, better, {}};
            for (std::size_t i = 0; i < m_report.columns.size(); ++i) {
                std::vector<double> ratios;
                for (const matrix_row* one : rows) {
                    if (one->cells[i].ratio) {
                        ratios.push_back(*one->cells[i].ratio);
                    }
                }
                matrix_cell cell;
                if (const auto g = statistics::geometric_mean_of(ratios, m_request.rules.alpha)) {
                    cell.ratio = g->ratio;
                }
                mean.cells.push_back(cell);
            }
            m_report.rows.push_back(std::move(mean));
        }
    }

    const matrix_request& m_request;
    matrix_report m_report;
    std::vector<loaded_run> m_runs;
    std::vector<run_list> m_files; ///< by column
    std::vector<side_evidence> m_sides;
    std::vector<case_row> m_cells;
};

} // namespace

matrix_report make_matrix_report(const matrix_request& request) {
    return matrix_builder(request).build();
}

} // namespace dyno::results

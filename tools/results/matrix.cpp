// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/quantity.hpp"
#include "display/text.hpp"
#include "escape.hpp"
#include "grid.hpp"
#include "matrix_report.hpp"
#include "row_text.hpp"
#include "selection.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files, where, metrics, base;
    std::string rows = "case", columns = "gpu,driver,cuda", format = "text", margin = "2%";
    double noise_multiple = 2;
};

std::vector<std::string> words_in(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        if (end > at) {
            words.push_back(text.substr(at, end - at));
        }
        at = end + 1;
    }
    return words;
}

display::style style_of(std::optional<row_word> word) {
    return word == row_word::worse    ? display::style::bad
           : word == row_word::better ? display::style::good
                                      : display::style::plain;
}

display::cell cell_of(const matrix_cell& c, const matrix_row& r) {
    std::string text = c.value ? display::quantity(*c.value, r.unit) : "";
    if (c.ratio) {
        text += (text.empty() ? "" : "  ") + change_text(*c.ratio);
    }
    if (c.word) {
        text += " " + std::string(to_word(*c.word));
    }
    return {text, style_of(c.word)};
}

grid table_of(const matrix_report& report) {
    grid table;
    table.columns = {{"case", display::alignment::left, true}, {"metric"}};
    for (std::size_t i = 0; i < report.columns.size(); ++i) {
        table.columns.push_back({std::string(1, static_cast<char>('A' + i % 26)) +
                                     (i < 26 ? "" : std::to_string(i / 26)),
                                 display::alignment::right, false});
    }
    for (const matrix_row& r : report.rows) {
        std::vector<display::cell> cells{r.name, r.metric};
        for (std::size_t i = 0; i < r.cells.size(); ++i) {
            const bool is_base = report.columns[i].base == i;
            const matrix_cell& c = r.cells[i];
            cells.push_back(is_base && !c.value ? display::cell("base") : cell_of(c, r));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

grid columns_of(const matrix_report& report, const grid& table) {
    grid columns;
    columns.columns = {{"column"}};
    for (const std::string& key : report.keys) {
        columns.columns.push_back({key});
    }
    columns.columns.push_back({"runs", display::alignment::right});
    columns.columns.push_back({"compared with"});
    for (std::size_t i = 0; i < report.columns.size(); ++i) {
        const matrix_column& c = report.columns[i];
        std::vector<display::cell> cells{table.columns[i + 2].head};
        for (const std::string& text : c.key) {
            cells.emplace_back(text);
        }
        cells.emplace_back(std::to_string(c.runs));
        cells.emplace_back(c.base == i ? "is a base" : table.columns[c.base + 2].head);
        columns.rows.push_back(std::move(cells));
    }
    return columns;
}

/// One line a cell.
std::string csv_of(const matrix_report& report) {
    std::string text = "case,metric,unit,better";
    for (const std::string& key : report.keys) {
        text += "," + csv_text(key);
    }
    text += ",runs,is_base,value,ratio,verdict\r\n";
    for (const matrix_row& r : report.rows) {
        for (std::size_t i = 0; i < r.cells.size(); ++i) {
            const matrix_column& column = report.columns[i];
            text += csv_text(r.name) + "," + csv_text(r.metric) + "," + csv_text(r.unit) + "," +
                    std::string(to_word(r.better));
            for (const std::string& part : column.key) {
                text += "," + csv_text(part);
            }
            text += "," + std::to_string(column.runs) + (column.base == i ? ",yes," : ",no,") +
                    csv_number(r.cells[i].value) + "," + csv_number(r.cells[i].ratio) + "," +
                    (r.cells[i].word ? std::string(to_word(*r.cells[i].word)) : "") + "\r\n";
        }
    }
    return text;
}

exit_code matrix(const options& from, const console& to) {
    matrix_request request;
    request.files = {from.files.begin(), from.files.end()};
    request.where = from.where;
    request.metrics = from.metrics;
    request.columns = words_in(from.columns);
    request.rows = from.rows;
    for (const std::string& text : from.base) {
        for (std::string& word : words_in(text)) {
            request.base.push_back(std::move(word));
        }
    }
    request.rules.least_change = parse_fraction("--margin", from.margin);
    request.rules.noise_multiple = from.noise_multiple;
    const matrix_report report = make_matrix_report(request);
    const grid table = table_of(report), columns = columns_of(report, table);
    if (from.format == "csv") {
        to.out << csv_of(report);
        return exit_code::pass;
    }
    if (from.format == "md") {
        to.out << columns.markdown() << '\n' << table.markdown() << '\n';
    } else {
        to.out << columns.text(to.colours, to.width) << '\n'
               << table.text(to.colours, to.width) << '\n';
    }
    for (const marginal_effect& e : report.effects) {
        to.out << display::printable(fmt::format("effect of {} {} → {} at {}: {}", e.key, e.from,
                                                 e.to, e.at.empty() ? "all else equal" : e.at,
                                                 mean_text({e.better, e.mean})))
               << '\n';
    }
    for (const std::string& line : report.interactions) {
        to.out << "changes its sign: " << display::printable(line) << '\n';
    }
    for (const std::string& line : report.warnings) {
        to.out << "warning: " << display::printable(line) << '\n';
    }
    return exit_code::pass;
}

} // namespace

work add_matrix(CLI::App& to) {
    auto from = std::make_shared<options>();
    CLI::App* app =
        to.add_subcommand("matrix", "many runs as a table: cases down, machines' states across");
    app->footer("Each column is compared with the base column of its GPU: the first one in the "
                "order of versions, or what --base names.");
    const auto list = [&](const char* name, std::vector<std::string>& into, const char* about,
                          const char* type) {
        app->add_option(name, into, about)
            ->type_name(type)
            ->expected(1)
            ->take_all()
            ->allow_extra_args(false);
    };
    app->add_option("files", from->files, "run files")->type_name("FILE")->required();
    app->add_option("--cols", from->columns, "keys of the columns (default gpu,driver,cuda)")
        ->type_name("KEY,…");
    app->add_option("--rows", from->rows,
                    "case (default), or a key of cases to take their geometric mean by")
        ->type_name("KEY");
    list("--base", from->base, "which column the others are compared with", "KEY=VALUE,…");
    list("--where", from->where, "only cases with this value (may be repeated)", "KEY=VALUE");
    list("--metric", from->metrics, "this metric (default time; may be repeated)", "NAME");
    app->add_option("--margin", from->margin, "as for diff (default 2%)");
    app->add_option("--noise-mult", from->noise_multiple, "as for diff (default 2)");
    app->add_option("--format", from->format, "text (default), md or csv")
        ->check(CLI::IsMember({"text", "md", "csv"}));
    return [from](const console& where) { return matrix(*from, where); };
}

} // namespace dyno::results

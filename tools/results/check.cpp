// SPDX-License-Identifier: Apache-2.0
#include "command.hpp"
#include "display/text.hpp"
#include "record/error.hpp"
#include "record/reader.hpp"
#include "run_check.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace dyno::results {
namespace {

struct options {
    std::vector<std::string> files;
    bool strict = false;
};

exit_code check(const options& wanted, const console& to) {
    exit_code code = exit_code::pass;
    for (const std::string& path : wanted.files) {
        std::vector<finding> findings;
        try {
            findings = check_run(record::read_run_file(path));
        } catch (const error& failure) {
            to.out << display::printable(failure.what()) << '\n';
            code = exit_code::unreadable;
            continue;
        }
        bool is_good = true;
        for (const finding& f : findings) {
            to.out << display::printable(path + ": " + f.where + ": " + f.what)
                   << (f.is_error ? "" : " (doubt)") << '\n';
            is_good = is_good && !f.is_error && !wanted.strict;
        }
        if (!is_good) {
            code = exit_code::unreadable;
        } else if (findings.empty()) {
            to.out << display::printable(path) << ": good\n";
        }
    }
    return code;
}

} // namespace

work add_check(CLI::App& to) {
    auto wanted = std::make_shared<options>();
    CLI::App* app =
        to.add_subcommand("check", "whether run files keep to the format, and to sense");
    app->add_option("files", wanted->files, "run files or journals")->type_name("FILE")->required();
    app->add_flag("--strict", wanted->strict, "doubts are errors, too");
    return [wanted](const console& where) { return check(*wanted, where); };
}

} // namespace dyno::results

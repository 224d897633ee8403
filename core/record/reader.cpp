// SPDX-License-Identifier: Apache-2.0
#include "record/reader.hpp"

#include "record/codec.hpp"
#include "record/text_file.hpp"

namespace dyno::record {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;

/// A journal's first line is a whole object, without the launches that a run file holds. A run file
/// may stand on one line, too, if another program wrote it anew.
bool looks_like_journal(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
        return false;
    }
    const json first = json::parse(text.substr(0, end), nullptr, false);
    return first.is_object() && !first.contains("launches");
}

void check_cases(const run_file& file) {
    for (std::size_t i = 0; i < file.launches.size(); ++i) {
        if (file.launches[i].case_index >= file.cases.size()) {
            throw error("launches[" + std::to_string(i) + "].case: there is no case " +
                        std::to_string(file.launches[i].case_index));
        }
    }
}

run_file read_journal(std::string_view text) {
    run_file file;
    // A last line without its end was cut short: that launch did not finish.
    for (int number = 1; text.find('\n') != std::string_view::npos; ++number) {
        const std::size_t end = text.find('\n');
        const std::string where = "line " + std::to_string(number);
        const json line = parse(text.substr(0, end), where);
        text.remove_prefix(end + 1);
        if (number == 1) {
            file = decode_head(object_reader(line, where));
        } else {
            file.launches.push_back(decode_launch(object_reader(line, where)));
        }
    }
    return file;
}

run_file read_whole(std::string_view text) {
    const json whole = parse(text, "run file");
    const object_reader top(whole, "run file");
    run_file file = decode_head(top);
    file.launches = decode_all(top, "launches", decode_launch);
    return file;
}

} // namespace

run_file parse_run_file(std::string_view text, std::string_view name) {
    try {
        if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
            throw error("the file is empty");
        }
        run_file file = looks_like_journal(text) ? read_journal(text) : read_whole(text);
        check_cases(file);
        return file;
    } catch (const error& failure) {
        throw failure.in(std::string(name));
    }
}

run_file read_run_file(const std::filesystem::path& path) {
    return parse_run_file(read_text(path, most_bytes), path.string());
}

} // namespace dyno::record

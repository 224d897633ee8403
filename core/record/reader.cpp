// SPDX-License-Identifier: Apache-2.0
#include "record/reader.hpp"

#include "record/codec.hpp"
#include "record/json_scanner.hpp"
#include "record/text_file.hpp"

#include <exception>
#include <string>

namespace dyno::record {
namespace {

constexpr std::size_t most_bytes = std::size_t{4} << 30;

void check_cases(const run_file& file) {
    for (std::size_t i = 0; i < file.launches.size(); ++i) {
        if (file.launches[i].case_index >= file.cases.size()) {
            throw error("launches[" + std::to_string(i) + "].case: there is no case " +
                        std::to_string(file.launches[i].case_index));
        }
    }
}

/// Takes the launches one at a time, so that only one is ever held as JSON. What is wrong with one
/// is kept until the head is known: a file of another version shall be refused as that.
class launch_list {
public:
    explicit launch_list(samples keep) : m_keep(keep) {}

    void take(json_scanner& from) {
        from.expect('[');
        if (from.take(']')) {
            return;
        }
        do {
            take_one(from, "run file.launches[" + std::to_string(m_count++) + "]");
        } while (from.take(','));
        from.expect(']');
    }

    void take_one(json_scanner& from, std::string name) {
        m_one.clear(std::move(name));
        from.value(m_one);
        try {
            m_launches.push_back(decode_launch(object_reader(m_one.root()), m_keep));
        } catch (const error&) {
            m_failure = m_failure ? m_failure : std::current_exception();
        }
    }

    [[nodiscard]] std::vector<launch> finish() {
        if (m_failure) {
            std::rethrow_exception(m_failure);
        }
        return std::move(m_launches);
    }

private:
    samples m_keep;
    document m_one{""};
    std::size_t m_count = 0;
    std::vector<launch> m_launches;
    std::exception_ptr m_failure;
};

/// The top-level object without its launches, which go to the list. A journal's head has none.
document take_head(json_scanner& from, launch_list& launches) {
    document head("run file");
    from.object(head, "launches", [&] { launches.take(from); });
    return head;
}

/// A journal's further lines, one launch each.
void take_journal(json_scanner& from, launch_list& launches) {
    for (int line = 2; !from.is_at_end(); ++line) {
        launches.take_one(from, "line " + std::to_string(line));
    }
}

run_file read(std::string_view text, samples keep) {
    launch_list launches(keep);
    json_scanner scanner(text, "run file");
    if (keep == samples::leave_out) {
        scanner.leave_out_number_arrays();
    }
    const document head = take_head(scanner, launches);
    // A run file that a tool wrote on one line looks like a journal's head, but has launches.
    const bool is_journal =
        text.starts_with("{\"") && !head.root().find("launches") && scanner.is_at_line_end();
    if (is_journal) {
        scanner.leave_out_last_line_without_end(); // that launch did not finish
        take_journal(scanner, launches);
    }
    scanner.finish();
    run_file file = decode_head(object_reader(head.root()));
    if (!is_journal) {
        (void)object_reader(head.root()).any("launches");
    }
    file.launches = launches.finish();
    return file;
}

} // namespace

run_file parse_run_file(std::string_view text, std::string_view name, samples keep) {
    try {
        if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
            throw error("the file is empty");
        }
        run_file file = read(text, keep);
        check_cases(file);
        return file;
    } catch (const error& failure) {
        throw failure.in(std::string(name));
    }
}

run_file read_run_file(const std::filesystem::path& path, samples keep) {
    const nul_tail tail =
        path.string().ends_with(journal_ending) ? nul_tail::lost_line : nul_tail::binary;
    return parse_run_file(read_text(path, most_bytes, tail), path.string(), keep);
}

} // namespace dyno::record

// The journal: the truth while a run is under way. Its first line is the run file without its
// launches, each further line a launch exactly as the run file holds it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <filesystem>
#include <string>

namespace dyno {

/// `<run file>.journal.jsonl`.
[[nodiscard]] std::filesystem::path journal_path(const std::filesystem::path& run_file);

/// An open journal, locked against a second runner. A line is on disk when append() returns, so a
/// kill at any moment costs at most the launch that was being measured. What cannot be written, a
/// full disk say, is nothing_to_measure with the system's own word.
class journal {
public:
    /// Makes a new one. Throws dyno::error if the file is there already.
    static journal create(const std::filesystem::path& path, const record::run_file& head);

    /// Opens one that was left behind, and cuts off a line that was not finished; if that was the
    /// first one, `head` takes its place. Throws dyno::error if another runner holds it.
    static journal reopen(const std::filesystem::path& path, const record::run_file& head);

    journal(journal&& other) noexcept;
    journal& operator=(journal&&) = delete;
    ~journal();

    /// A line that cannot be written whole is taken back.
    void append(const record::launch& launch);

    /// The run file has taken its place.
    void remove();

private:
    journal(std::filesystem::path path, int descriptor)
        : m_path(std::move(path)), m_descriptor(descriptor) {}
    void lock();
    void append_line(const std::string& line);

    std::filesystem::path m_path;
    int m_descriptor;
};

} // namespace dyno

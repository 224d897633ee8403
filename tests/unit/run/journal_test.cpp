// SPDX-License-Identifier: Apache-2.0
#include "run/journal.hpp"

#include "full_disk.hpp"
#include "record/error.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "record/writer.hpp"
#include "sample_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;

class journal_file : public testing::Test {
protected:
    journal_file() { head.launches.clear(); }

    std::string text() const { return record::read_text(path, 64 << 20); }
    std::vector<record::launch> launches() const { return record::read_run_file(path).launches; }

    scoped_folder folder;
    const fs::path path = folder.path() / "r.json.journal.jsonl";
    record::run_file head = sample::whole_run();
    const record::launch first = sample::bare_launch(), second = sample::whole_launch();
};

TEST(journal_path, lies_beside_the_run_file) {
    EXPECT_EQ(journal_path("results/r.json"), "results/r.json.journal.jsonl");
}

TEST_F(journal_file, holds_the_head_and_each_launch_when_append_returns) {
    journal lines = journal::create(path, head);
    EXPECT_EQ(text(), record::write_head(head) + "\n");
    lines.append(first);
    lines.append(second);
    EXPECT_EQ(text(), record::write_head(head) + "\n" + record::write_line(first) + "\n" +
                          record::write_line(second) + "\n");
    EXPECT_EQ(launches(), (std::vector{first, second}));
}

TEST_F(journal_file, is_never_made_over_another) {
    folder.write("r.json.journal.jsonl", "of another run");
    EXPECT_EQ(thrown_message([&] { (void)journal::create(path, head); }),
              path.string() + ": is there already");
    EXPECT_EQ(text(), "of another run");
}

TEST_F(journal_file, is_the_only_file_that_is_made) {
    const journal made = journal::create(path, head);
    EXPECT_THROW((void)journal::create(path, head), error);
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        EXPECT_EQ(entry.path(), path);
        ++files;
    }
    EXPECT_EQ(files, 1U);
}

TEST_F(journal_file, cannot_be_held_twice) {
    const std::string held = path.string() + ": another runner is at work on this run";
    {
        const journal one = journal::create(path, head);
        EXPECT_EQ(thrown_message([&] { (void)journal::reopen(path, head); }), held);
    }
    const journal again = journal::reopen(path, head);
    EXPECT_EQ(thrown_message([&] { (void)journal::reopen(path, head); }), held);
}

TEST_F(journal_file, goes_on_behind_what_is_there) {
    journal::create(path, head).append(first);
    journal::reopen(path, head).append(second);
    EXPECT_EQ(launches(), (std::vector{first, second}));
}

TEST_F(journal_file, reopened_has_lost_a_line_that_was_not_finished) {
    journal::create(path, head).append(first);
    const std::string whole = text(), line = record::write_line(second);
    for (const std::size_t part : {std::size_t{1}, line.size() / 2, line.size()}) {
        std::ofstream(path, std::ios::trunc) << whole << line.substr(0, part);
        journal::reopen(path, head).append(second);
        EXPECT_EQ(launches(), (std::vector{first, second})) << part;
    }
    // A line longer than what is looked at in one go.
    std::ofstream(path, std::ios::trunc) << whole << std::string(10'000, 'x');
    (void)journal::reopen(path, head);
    EXPECT_EQ(text(), whole);
}

TEST_F(journal_file, bug_a_tail_of_nul_bytes_after_a_power_cut_was_binary) {
    journal::create(path, head).append(first);
    const std::string whole = text(), line = record::write_line(second);
    for (const std::size_t part : {std::size_t{0}, line.size() / 2, line.size()}) {
        std::ofstream(path, std::ios::trunc | std::ios::binary)
            << whole << line.substr(0, part) << std::string(5'000, '\0');
        EXPECT_EQ(launches(), (std::vector{first})) << part;
        journal::reopen(path, head).append(second);
        EXPECT_EQ(text(), whole + line + "\n") << part;
    }
    folder.write("r.json", whole + std::string(1, '\0'));
    EXPECT_THROW((void)record::read_run_file(folder.path() / "r.json"), error) << "no journal";
}

TEST_F(journal_file, bug_one_cut_in_its_first_line_was_of_no_use_any_more) {
    const std::string line = record::write_head(head);
    for (const std::size_t part : {std::size_t{0}, std::size_t{5}, line.size()}) {
        std::ofstream(path, std::ios::trunc) << line.substr(0, part);
        journal::reopen(path, head).append(first);
        EXPECT_EQ(launches(), (std::vector{first})) << part;
    }
}

TEST_F(journal_file, takes_back_a_line_that_the_full_disk_cut) {
    journal lines = journal::create(path, head);
    lines.append(first);
    const std::string whole = text();
    {
        const full_disk disk(whole.size() + 20);
        EXPECT_THROW(lines.append(second), nothing_to_measure);
        EXPECT_EQ(text(), whole);
        EXPECT_EQ(thrown_message([&] { lines.append(second); }),
                  path.string() + ": cannot write: File too large");
    }
    lines.append(second);
    EXPECT_EQ(launches(), (std::vector{first, second}));
}

TEST_F(journal_file, that_cannot_be_begun_leaves_nothing) {
    {
        const full_disk disk(20);
        EXPECT_THROW((void)journal::create(path, head), nothing_to_measure);
    }
    EXPECT_FALSE(fs::exists(path));
}

TEST_F(journal_file, bug_a_folder_that_cannot_be_written_was_a_usage_error) {
    EXPECT_THROW((void)journal::create("/no/such/folder/j", head), nothing_to_measure);
    EXPECT_THROW((void)journal::create("/proc/j", head), nothing_to_measure);
    EXPECT_THROW((void)journal::reopen(folder.path() / "gone", head), nothing_to_measure);
}

TEST_F(journal_file, is_gone_when_it_is_removed) {
    journal lines = journal::create(path, head);
    lines.remove();
    EXPECT_FALSE(fs::exists(path));
    journal moved = journal::create(path, head);
    const journal to = std::move(moved);
    EXPECT_TRUE(fs::exists(path));
}

} // namespace
} // namespace dyno

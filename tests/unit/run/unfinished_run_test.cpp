// SPDX-License-Identifier: Apache-2.0
#include "run/unfinished_run.hpp"

#include "record/writer.hpp"
#include "run/journal.hpp"
#include "sample_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::run_state;
using record::status;
using testing::HasSubstr;

record::launch launch_of(std::size_t case_index, int round, status outcome = status::ok) {
    record::launch l;
    l.case_index = case_index;
    l.round = round;
    l.status = outcome;
    l.log = outcome == status::ok ? "measured" : "";
    return l;
}

class unfinished : public testing::Test {
protected:
    unfinished() {
        run.state = run_state::running;
        run.finished.clear();
        run.launches.clear();
    }

    void write_file(run_state state, const std::vector<record::launch>& launches) {
        record::run_file f = run;
        f.state = state;
        f.finished = "2026-01-31T13:00:00Z";
        f.launches = launches;
        folder.write("r.json", record::write(f));
    }
    void write_journal(const std::vector<record::launch>& launches) {
        std::string text = record::write_head(run) + "\n";
        for (const record::launch& l : launches) {
            text += record::write_line(l) + "\n";
        }
        folder.write("r.json.journal.jsonl", text);
    }
    /// The launches of what was left behind.
    std::vector<record::launch> left() {
        const record::run_file f = read_unfinished(file);
        EXPECT_EQ(f.state, run_state::running);
        EXPECT_EQ(f.finished, "");
        EXPECT_EQ(f.id, run.id);
        return f.launches;
    }

    scoped_folder folder;
    const fs::path file = folder.path() / "r.json";
    record::run_file run = sample::whole_run();
    const record::launch a = launch_of(0, 1), b = launch_of(1, 1), c = launch_of(0, 2);
};

TEST(run_file_of, a_journal_is_its_run_file) {
    EXPECT_EQ(run_file_of("results/r.json"), "results/r.json");
    EXPECT_EQ(run_file_of("results/r.json.journal.jsonl"), "results/r.json");
}

TEST_F(unfinished, is_the_journal_if_that_is_all) {
    write_journal({a, b});
    EXPECT_EQ(left(), (std::vector{a, b}));
}

TEST_F(unfinished, bug_a_damaged_journal_kept_launches_that_do_not_count) {
    run.cases.at(0).policy.launches = 2;
    const record::launch again = launch_of(0, 1, status::failed);
    const std::vector damaged{a, again,          launch_of(1, 1, status::not_run), launch_of(0, 0),
                              c, launch_of(0, 3)};
    write_journal(damaged);
    EXPECT_EQ(left(), (std::vector{a, c}));
    // So does a partial run file.
    write_file(run_state::partial, {b, launch_of(0, 3)});
    EXPECT_EQ(left(), (std::vector{a, c, b}));
    fs::remove(folder.path() / "r.json.journal.jsonl");
    write_file(run_state::partial, damaged);
    EXPECT_EQ(left(), (std::vector{a, c}));
}

TEST_F(unfinished, is_the_partial_run_file_without_what_has_not_run) {
    write_file(run_state::partial, {a, launch_of(1, 1, status::not_run), c});
    EXPECT_EQ(left(), (std::vector{a, c}));
}

TEST_F(unfinished, bug_a_kill_while_going_on_from_a_partial_file_lost_its_launches) {
    // The new journal had only begun to take over the launches of the run file.
    write_file(run_state::partial, {a, b, launch_of(0, 2, status::not_run)});
    write_journal({a});
    EXPECT_EQ(left(), (std::vector{a, b}));
    // It had even measured one of its own.
    write_journal({c});
    EXPECT_EQ(left(), (std::vector{c, a, b}));
    // It had been cut in its first line.
    folder.write("r.json.journal.jsonl", "{\"format\":\"gpud");
    EXPECT_EQ(left(), (std::vector{a, b}));
}

TEST_F(unfinished, may_be_whole_but_for_the_journals_end) {
    // Killed between the run file's rename and the journal's removal.
    write_file(run_state::complete, {a, b, c});
    write_journal({a, b, c});
    EXPECT_EQ(left(), (std::vector{a, b, c}));
}

TEST_F(unfinished, complete_is_told) {
    write_file(run_state::complete, {a, b, c});
    EXPECT_EQ(thrown_message([&] { (void)read_unfinished(file); }),
              file.string() + ": this run is complete; there is nothing to go on with");
}

TEST_F(unfinished, two_runs_under_one_name_are_told) {
    write_journal({a});
    run.id = "ffffffffffffffffffffffffffffffff";
    write_file(run_state::partial, {b});
    EXPECT_EQ(thrown_message([&] { (void)read_unfinished(file); }),
              file.string() + ": is of another run than the journal beside it");
}

TEST_F(unfinished, what_cannot_be_read_is_told) {
    EXPECT_THAT(thrown_message([&] { (void)read_unfinished(file); }),
                HasSubstr("r.json: cannot open: No such file"));
    folder.write("r.json.journal.jsonl", "{\"format\":\"gpud");
    EXPECT_THAT(thrown_message([&] { (void)read_unfinished(file); }),
                HasSubstr("r.json.journal.jsonl: "));
}

} // namespace
} // namespace dyno

// Whole runs with real workers (this program again) and the fake plugins.
// SPDX-License-Identifier: Apache-2.0
#include "run/supervisor.hpp"

#include "full_disk.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "run/run_head.hpp"
#include "run/unfinished_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::run_state;
using record::status;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// Notes what it is told, and may do something about it.
struct noting_watcher final : run_watcher {
    std::size_t launches = 0;
    std::vector<planned_launch> began_launches;
    std::vector<record::launch> ended;
    std::function<void(const record::launch&)> at_end = [](const record::launch&) {};

    void began(const record::run_file&, std::size_t count) override { launches = count; }
    void launch_began(const planned_launch& which) override { began_launches.push_back(which); }
    void launch_progress(const record::progress&) override {}
    void launch_ended(const record::launch& l) override {
        ended.push_back(l);
        at_end(l);
    }
};

std::vector<status> statuses(const record::run_file& run) {
    std::vector<status> all;
    for (const record::launch& l : run.launches) {
        all.push_back(l.status);
    }
    return all;
}

class supervised : public testing::Test {
protected:
    supervised() {
        ready.device.device = record::device{};
        ready.device.device->kind = record::device_kind::cpu;
        ready.device.device->name = "Test CPU";
    }

    /// Adds a case of the plugin that misbehaves as told.
    planned_case& add(const std::string& how, int launches = 2) {
        planned_case c;
        c.plugin_path = fs::path(TEST_PLUGINS) / "good/misbehaves.so";
        c.recorded.workload = "misbehaves";
        c.recorded.label = how;
        c.recorded.parameters = {
            {"how", how}, {"where", std::string("prepare")}, {"message", std::string("it broke")}};
        c.recorded.policy.launches = launches;
        c.recorded.policy.warmup_s = c.recorded.policy.max_warmup_s = 0.001;
        c.recorded.policy.min_time_s = c.recorded.policy.max_time_s = 0.001;
        c.recorded.policy.time_limit_s = 20;
        ready.cases.push_back(c);
        return ready.cases.back();
    }
    record::run_file run() {
        record::run_file head = make_run_head(ready, {}, {});
        return supervisor(processes, nullptr, ready, head, file).run(watcher);
    }
    record::run_file resume() {
        return supervisor::resume(processes, nullptr, ready, read_unfinished(file), file)
            .run(watcher);
    }

    scoped_folder folder;
    const fs::path file = folder.path() / "r.json";
    children processes{std::chrono::milliseconds(200)};
    preparation ready;
    noting_watcher watcher;
};

TEST_F(supervised, a_run_takes_its_launches_in_turns_and_writes_its_file) {
    add("not");
    add("prints");
    const record::run_file r = run();
    EXPECT_THAT(watcher.began_launches, ElementsAre(planned_launch{0, 1}, planned_launch{1, 1},
                                                    planned_launch{0, 2}, planned_launch{1, 2}));
    EXPECT_EQ(watcher.launches, 4U);
    EXPECT_THAT(statuses(r), Each(status::ok));
    EXPECT_EQ(r.state, run_state::complete);
    EXPECT_NE(r.finished, "");
    EXPECT_EQ(record::read_run_file(file), r);
    EXPECT_FALSE(fs::exists(journal_path(file)));
    EXPECT_EQ(judge(r), exit_code::measured);
}

TEST_F(supervised, one_bad_case_costs_the_others_nothing) {
    add("aborts");
    add("not");
    add("throws");
    const record::run_file r = run();
    EXPECT_THAT(statuses(r), ElementsAre(status::crashed, status::ok, status::failed,
                                         status::crashed, status::ok, status::failed));
    EXPECT_EQ(judge(r), exit_code::failed);
}

TEST_F(supervised, bug_a_worker_that_could_not_be_started_ended_the_run) {
    add("not", 1).recorded.environment = {{"DYNO_TEST_LONG", std::string(200'000, 'x')}};
    add("not", 1);
    const record::run_file r = run();
    EXPECT_THAT(statuses(r), ElementsAre(status::failed, status::ok));
    EXPECT_EQ(r.launches[0].reason,
              "cannot start a child process: Argument list too long; its environment and arguments "
              "are too long for this system");
    EXPECT_NE(r.launches[0].started, "");
    EXPECT_EQ(judge(r), exit_code::failed);
    EXPECT_EQ(record::read_run_file(file), r);
}

TEST_F(supervised, without_a_device_nothing_is_started) {
    ready.device = {std::nullopt, "libcuda.so.1 is not there"};
    add("not");
    add("not").skip_reason = "would be skipped";
    const record::run_file r = run();
    EXPECT_THAT(statuses(r), Each(status::no_device));
    for (const record::launch& l : r.launches) {
        EXPECT_EQ(l.reason, "libcuda.so.1 is not there");
        EXPECT_EQ(l.started, "");
        EXPECT_TRUE(l.metrics.empty());
    }
    EXPECT_EQ(judge(r), exit_code::nothing);
}

TEST_F(supervised, what_is_skipped_once_is_not_tried_again) {
    add("skips", 3);
    add("not", 1).skip_reason = "is not offered on the CPU";
    const record::run_file r = run();
    EXPECT_THAT(statuses(r), Each(status::skipped));
    EXPECT_NE(r.launches[0].started, "");
    EXPECT_EQ(r.launches[1].reason, "is not offered on the CPU");
    EXPECT_EQ(r.launches[1].started, "");
    EXPECT_EQ(r.launches[2].started, "") << "known from round 1";
    EXPECT_EQ(r.launches[2].reason, "it broke");
    EXPECT_EQ(judge(r), exit_code::nothing) << "nothing could be measured";
}

TEST_F(supervised, after_two_time_limits_the_rest_is_not_tried) {
    add("hangs", 4).recorded.policy.time_limit_s = 0.2;
    const record::run_file r = run();
    EXPECT_THAT(statuses(r), Each(status::timeout));
    EXPECT_NE(r.launches[1].started, "");
    EXPECT_EQ(r.launches[2].started, "");
    EXPECT_EQ(r.launches[3].reason,
              "not tried again: 2 launches before did not end within their time limit");
}

TEST_F(supervised, bug_a_file_that_appeared_during_the_run_was_overwritten) {
    add("not", 1);
    const auto put_file = [&] { folder.write("r.json", "precious"); };
    const auto put_link = [&] { fs::create_symlink("gone", file); };
    for (const std::function<void()>& put : {std::function<void()>(put_file), {put_link}}) {
        watcher.at_end = [&](const record::launch&) { put(); };
        EXPECT_EQ(thrown_message([&] { (void)run(); }),
                  file.string() +
                      ": is there already, and a run file is never overwritten; everything "
                      "measured is in " +
                      file.string() +
                      ".journal.jsonl: move the other file away, then finish with runner "
                      "--resume=" +
                      file.string());
        EXPECT_TRUE(fs::is_symlink(file) || record::read_text(file, 100) == "precious");
        EXPECT_EQ(record::read_run_file(journal_path(file)).launches.size(), 1U);
        fs::remove(file);
        watcher = {};
        EXPECT_EQ(resume().state, run_state::complete);
        EXPECT_EQ(watcher.launches, 0U) << "nothing is measured again";
        EXPECT_EQ(record::read_run_file(file).launches.size(), 1U);
        fs::remove(file);
    }
    watcher.at_end = [&](const record::launch&) { put_file(); };
    EXPECT_THROW((void)run(), nothing_to_measure);
}

TEST_F(supervised, an_interrupted_run_is_partial_and_goes_on) {
    add("not", 2);
    add("prints", 2);
    watcher.at_end = [&](const record::launch&) {
        if (watcher.ended.size() == 3) {
            std::raise(SIGINT);
            processes.wait(std::chrono::milliseconds(1)); // for the loop to see it
        }
    };
    const record::run_file partial = run();
    EXPECT_EQ(partial.state, run_state::partial);
    EXPECT_THAT(statuses(partial),
                ElementsAre(status::ok, status::ok, status::ok, status::not_run));
    EXPECT_EQ(partial.launches[3].reason, "the run was interrupted before it");
    EXPECT_EQ(judge(partial), exit_code::interrupted);
    EXPECT_EQ(record::read_run_file(file), partial);
    EXPECT_FALSE(fs::exists(journal_path(file)));

    children others; // that nobody has asked to stop
    watcher = {};
    const record::run_file whole =
        supervisor::resume(others, nullptr, ready, read_unfinished(file), file).run(watcher);
    EXPECT_EQ(watcher.launches, 1U);
    EXPECT_EQ(whole.state, run_state::complete);
    EXPECT_EQ(whole.id, partial.id);
    EXPECT_EQ(whole.launches.size(), 4U);
    EXPECT_EQ(std::vector(whole.launches.begin(), whole.launches.begin() + 3),
              std::vector(partial.launches.begin(), partial.launches.begin() + 3));
    EXPECT_EQ(record::read_run_file(file), whole);
}

TEST_F(supervised, a_full_disk_loses_nothing_and_says_how_to_go_on) {
    add("not", 3);
    std::optional<full_disk> disk;
    watcher.at_end = [&](const record::launch&) {
        disk.emplace(fs::file_size(journal_path(file)) + 10);
    };
    std::string message;
    try {
        (void)run();
    } catch (const nothing_to_measure& failure) {
        message = failure.what();
    }
    disk.reset();
    EXPECT_THAT(message, testing::AllOf(HasSubstr("cannot write: File too large"),
                                        HasSubstr("--resume=" + file.string())));
    EXPECT_FALSE(fs::exists(file));
    watcher.at_end = [](const record::launch&) {};
    const record::run_file r = resume();
    EXPECT_EQ(r.launches.size(), 3U);
    EXPECT_EQ(r.launches[0], watcher.ended[0]);
    EXPECT_EQ(r.state, run_state::complete);
}

TEST_F(supervised, a_run_file_that_cannot_be_written_leaves_the_journal) {
    add("not", 1);
    watcher.at_end = [&](const record::launch&) { fs::create_directory(file); };
    std::string message;
    try {
        (void)run();
    } catch (const nothing_to_measure& failure) {
        message = failure.what();
    }
    EXPECT_THAT(message, testing::AllOf(
                             HasSubstr("everything measured is in " + journal_path(file).string()),
                             HasSubstr("--resume=" + file.string())));
    fs::remove(file);
    EXPECT_EQ(resume().launches.size(), 1U);
    EXPECT_TRUE(fs::is_regular_file(file));
}

TEST_F(supervised, bug_what_another_runner_wrote_meanwhile_was_measured_twice) {
    add("not", 2);
    const record::run_file head = make_run_head(ready, {}, {});
    record::run_file read_early;
    record::launch measured;
    {
        journal other = journal::create(journal_path(file), head);
        read_early = read_unfinished(file); // while the other one is at work
        measured.round = 1;
        measured.status = status::ok;
        measured.log = "by the other runner";
        other.append(measured);
    } // which is killed now
    const record::run_file r =
        supervisor::resume(processes, nullptr, ready, read_early, file).run(watcher);
    EXPECT_EQ(watcher.launches, 1U);
    ASSERT_EQ(r.launches.size(), 2U);
    EXPECT_EQ(r.launches[0], measured);
}

TEST_F(supervised, another_run_of_the_name_is_not_gone_on_with) {
    add("not", 1);
    const record::run_file head = make_run_head(ready, {}, {});
    const record::run_file other = make_run_head(ready, {}, {});
    (void)journal::create(journal_path(file), head);
    EXPECT_EQ(
        thrown_message([&] { (void)supervisor::resume(processes, nullptr, ready, other, file); }),
        file.string() + ": another run has taken the place of the one to go on with");
}

TEST_F(supervised, launches_are_in_the_order_of_rounds_however_they_were_taken) {
    add("not", 2);
    add("prints", 2);
    const record::run_file head = make_run_head(ready, {}, {});
    {
        journal lines = journal::create(journal_path(file), head);
        record::launch l;
        l.status = status::ok;
        l.case_index = 1;
        l.round = 2;
        lines.append(l);
    }
    std::vector<planned_launch> order;
    for (const record::launch& l : resume().launches) {
        order.push_back({l.case_index, l.round});
    }
    EXPECT_THAT(order, ElementsAre(planned_launch{0, 1}, planned_launch{1, 1}, planned_launch{0, 2},
                                   planned_launch{1, 2}));
}

TEST(judge, every_status_has_its_exit_code) {
    const auto judged = [](const std::vector<status>& all) {
        record::run_file run;
        for (const status s : all) {
            run.launches.emplace_back().status = s;
        }
        return judge(run);
    };
    EXPECT_EQ(judged({status::ok}), exit_code::measured);
    EXPECT_EQ(judged({status::ok, status::skipped}), exit_code::measured);
    EXPECT_EQ(judged({}), exit_code::nothing);
    EXPECT_EQ(judged({status::skipped}), exit_code::nothing);
    EXPECT_EQ(judged({status::no_device, status::no_device}), exit_code::nothing);
    for (const status bad : {status::failed, status::oom, status::crashed, status::timeout,
                             status::device_lost, status::invalid}) {
        EXPECT_EQ(judged({bad}), exit_code::failed);
        EXPECT_EQ(judged({status::ok, bad, status::ok}), exit_code::failed);
    }
    EXPECT_EQ(judged({status::failed, status::not_run}), exit_code::interrupted);
    EXPECT_EQ(static_cast<int>(exit_code::interrupted), 130);
    EXPECT_EQ(static_cast<int>(exit_code::nothing), 3);
    EXPECT_EQ(static_cast<int>(exit_code::usage), 2);
    EXPECT_EQ(static_cast<int>(exit_code::failed), 1);
}

} // namespace
} // namespace dyno

// The host's side of the calls: what a plugin may do in each of them, and what becomes of it.
// SPDX-License-Identifier: Apache-2.0
#include "plugin/workload_instance.hpp"

#include "plugin/loaded_plugin.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>

namespace dyno {
namespace {

using record::status;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

constexpr dyno_device cpu{sizeof cpu, DYNO_CPU, -1, 0, "Test CPU", nullptr};

/// How a launch of a workload would end: the first call that fails, by status and words.
struct outcome {
    record::status status = record::status::ok;
    std::string words;
    workload_report report;
};

outcome run_through(workload_instance& workload) {
    outcome result;
    try {
        workload.check();
        workload.create(cpu);
        workload.prepare();
        workload.run();
        workload.begin();
        workload.run();
        workload.report();
    } catch (const workload_failure& failure) {
        result.status = failure.outcome();
        result.words = failure.what();
    }
    result.report = workload.reported();
    return result;
}

// ---- the fake plugin ---------------------------------------------------------------------------

outcome misbehave(const std::string& how, const std::string& where,
                  const std::string& message = "it broke") {
    const dyno_entry& entry =
        load_plugin(std::filesystem::path(TEST_PLUGINS) / "good/misbehaves.so");
    workload_instance workload(*find_workload(entry, "misbehaves"),
                               declaration_of(entry).workloads.at(0),
                               {{"how", how}, {"where", where}, {"message", message}});
    return run_through(workload);
}

TEST(workload_instance, a_workload_that_does_not_misbehave_is_ok) {
    const outcome o = misbehave("not", "run");
    EXPECT_EQ(o.status, status::ok) << o.words;
    EXPECT_THAT(o.report.metrics, ElementsAre(Pair("loss", ElementsAre(0.5))));
}

TEST(workload_instance, each_exception_has_its_status_and_words_in_each_call) {
    for (const std::string where : {"check", "create", "prepare", "run", "begin", "report"}) {
        const auto expect = [&](const std::string& how, record::status wanted,
                                const std::string& words) {
            const outcome o = misbehave(how, where);
            EXPECT_EQ(o.status, wanted) << how << " in " << where;
            EXPECT_EQ(o.words, words) << how << " in " << where;
        };
        expect("throws", status::failed, where + ": it broke");
        expect("throws_text", status::failed, where + ": it broke");
        expect("throws_int", status::failed,
               where + ": threw something that is not a std::exception");
        expect("skips", status::skipped, "it broke");
        expect("oom", status::oom, "device memory: it broke");
        expect("host_oom", status::oom, "host memory: std::bad_alloc");
        expect("invalid", status::invalid, "it broke");
        expect("wrong_type", status::failed,
               where + ": parameter 'how' is read with a type that it was not declared with");
    }
}

TEST(workload_instance, words_are_made_valid_utf_8) {
    EXPECT_EQ(misbehave("throws", "run", "C:\\hello \"q\"\n\x01 \xff 😀").words,
              "run: C:\\hello \"q\"\n\x01 \xef\xbf\xbd 😀");
    EXPECT_EQ(misbehave("throws", "run", "").words,
              "run: run returned status 2 without saying why");
}

TEST(workload_instance, what_breaks_the_contract_is_invalid) {
    for (const std::string where : {"create", "prepare", "run", "begin", "report"}) {
        EXPECT_EQ(misbehave("nan_metric", where).words, "metric 'loss' is nan") << where;
        EXPECT_EQ(misbehave("undeclared", where).words, "metric 'los' was not declared") << where;
        EXPECT_EQ(misbehave("bad_work", where).words,
                  "work in 'furlong' has no declared metric in 'furlong/s'")
            << where;
        EXPECT_EQ(misbehave("nan_metric", where).status, status::invalid);
    }
}

// ---- workloads made here -----------------------------------------------------------------------

/// What a workload of this file does in its calls; one at a time.
struct script {
    std::function<dyno_status(const dyno_host&)> create, run, report;
    int creates = 0, destroys = 0;
    const dyno_host* host = nullptr;
};
script* current = nullptr;

dyno_status call(const std::function<dyno_status(const dyno_host&)>& what) {
    return what ? what(*current->host) : DYNO_OK;
}

dyno_workload scripted_workload() {
    dyno_workload w{};
    w.struct_size = sizeof w;
    w.id = "scripted";
    w.create = [](const dyno_host* host, const dyno_device*, void** state) -> dyno_status {
        current->host = host;
        ++current->creates;
        *state = current;
        return call(current->create);
    };
    w.prepare = [](void*) -> dyno_status { return DYNO_OK; };
    w.run = [](void*) -> dyno_status { return call(current->run); };
    w.report = [](void*) -> dyno_status { return call(current->report); };
    w.destroy = [](void* state) {
        EXPECT_EQ(state, current);
        ++current->destroys;
    };
    return w;
}

record::workload_declaration scripted_declaration() {
    record::workload_declaration d;
    d.id = "scripted";
    d.metrics = {{"loss", "1", record::direction::lower, ""},
                 {"rate", "op/s", record::direction::higher, ""}};
    return d;
}

class scripted : public testing::Test {
protected:
    scripted() { current = &now; }
    ~scripted() override { current = nullptr; }

    outcome run(record::parameters parameters = {}) {
        workload_instance one(workload, scripted_declaration(), std::move(parameters),
                              [&](double fraction, const std::string& what) {
                                  progress.emplace_back(fraction, what);
                              });
        return run_through(one);
    }

    script now;
    dyno_workload workload = scripted_workload();
    std::vector<std::pair<double, std::string>> progress;
};

TEST_F(scripted, is_destroyed_once_and_only_if_it_was_created) {
    { workload_instance unused(workload, scripted_declaration(), {}); }
    EXPECT_EQ(now.destroys, 0) << "never created";
    EXPECT_EQ(run().status, status::ok);
    EXPECT_EQ(now.destroys, 1) << "by its destructor";
    {
        workload_instance one(workload, scripted_declaration(), {});
        one.create(cpu);
        one.destroy();
        one.destroy();
        EXPECT_EQ(now.destroys, 2) << "by its own call";
    }
    EXPECT_EQ(now.destroys, 2) << "and not again";
    now.create = [](const dyno_host&) { return DYNO_SKIP; };
    EXPECT_EQ(run().status, status::skipped);
    EXPECT_EQ(now.destroys, 2) << "create() failed";
    // create() is well, but broke the contract: there is a state to be destroyed.
    now.create = [](const dyno_host& host) {
        host.metric(host.self, "none", 1);
        return DYNO_OK;
    };
    EXPECT_EQ(run().status, status::invalid);
    EXPECT_EQ(now.destroys, 3);
    now.create = {};
    now.run = [](const dyno_host&) { return DYNO_FAIL; };
    EXPECT_EQ(run().status, status::failed);
    EXPECT_EQ(now.destroys, 4) << "after a failure";
}

TEST_F(scripted, calls_that_may_be_null_are_left_out) {
    workload.check = nullptr;
    workload.begin = nullptr;
    workload.report = nullptr;
    EXPECT_EQ(run().status, status::ok);
    now.run = [](const dyno_host& host) {
        host.metric(host.self, "loss", std::nan(""));
        return DYNO_OK;
    };
    EXPECT_EQ(run().words, "metric 'loss' is nan") << "told without a report() to tell it in";
}

TEST_F(scripted, unknown_statuses_are_failures) {
    for (const dyno_status odd : {-1, 6, 12345}) {
        now.run = [odd](const dyno_host&) { return odd; };
        EXPECT_EQ(run().words,
                  "run: run returned status " + std::to_string(odd) + " without saying why");
        EXPECT_EQ(run().status, status::failed);
    }
}

TEST_F(scripted, parameters_are_read_by_name_and_type) {
    const record::parameters given{
        {"i", std::int64_t{-5}}, {"r", 2.5}, {"b", true}, {"t", std::string("text")}};
    now.run = [](const dyno_host& host) {
        std::int64_t i = 0;
        double r = 0;
        std::int32_t b = 0;
        const char* t = nullptr;
        EXPECT_EQ(host.get_int(host.self, "i", &i), DYNO_OK);
        EXPECT_EQ(host.get_real(host.self, "r", &r), DYNO_OK);
        EXPECT_EQ(host.get_bool(host.self, "b", &b), DYNO_OK);
        EXPECT_EQ(host.get_text(host.self, "t", &t), DYNO_OK);
        EXPECT_EQ(i, -5);
        EXPECT_EQ(r, 2.5);
        EXPECT_EQ(b, 1);
        EXPECT_STREQ(t, "text");
        EXPECT_EQ(host.get_int(host.self, "r", &i), DYNO_FAIL);
        EXPECT_EQ(host.get_real(host.self, "i", &r), DYNO_FAIL);
        EXPECT_EQ(host.get_text(host.self, "none", &t), DYNO_FAIL);
        EXPECT_EQ(host.get_text(host.self, nullptr, &t), DYNO_FAIL);
        EXPECT_EQ(i, -5) << "left alone";
        return DYNO_OK;
    };
    EXPECT_EQ(run(given).status, status::ok);
}

TEST_F(scripted, what_it_tells_is_kept) {
    now.report = [](const dyno_host& host) {
        host.work(host.self, "op", 1000);
        host.work(host.self, "op", 2000); // the last word counts
        host.peak(host.self, "bf16");
        host.metric(host.self, "loss", 1);
        host.metric(host.self, "loss", 2);
        host.note(host.self, "algorithm", "id 66");
        host.note(host.self, "algorithm", "id 67 \xff");
        host.warn(host.self, "doubtful");
        host.warn(host.self, "doubtful");
        host.warn(host.self, "very");
        host.progress(host.self, 0.5, "tuning");
        host.progress(host.self, -1, nullptr);
        host.progress(host.self, 7, "");
        host.progress(host.self, std::nan(""), "lost");
        return DYNO_OK;
    };
    const outcome o = run();
    EXPECT_EQ(o.status, status::ok) << o.words;
    EXPECT_THAT(o.report.work, ElementsAre(Pair("op", 2000)));
    EXPECT_EQ(o.report.peak, "bf16");
    EXPECT_THAT(o.report.metrics, ElementsAre(Pair("loss", ElementsAre(1, 2))));
    EXPECT_THAT(o.report.notes, ElementsAre(Pair("algorithm", "id 67 \xef\xbf\xbd")));
    EXPECT_THAT(o.report.warnings, ElementsAre("doubtful", "very"));
    EXPECT_THAT(progress, ElementsAre(Pair(0.5, "tuning"), Pair(0.0, ""), Pair(1.0, "")));
}

TEST_F(scripted, null_texts_are_empty_ones) {
    now.report = [](const dyno_host& host) {
        host.note(host.self, nullptr, nullptr);
        host.warn(host.self, nullptr);
        host.peak(host.self, nullptr);
        return DYNO_OK;
    };
    EXPECT_EQ(run().status, status::ok);
    now.report = [](const dyno_host& host) {
        host.metric(host.self, nullptr, 1);
        return DYNO_OK;
    };
    EXPECT_EQ(run().words, "metric '' was not declared");
    now.report = [](const dyno_host& host) {
        host.fail(host.self, nullptr);
        return DYNO_FAIL;
    };
    EXPECT_EQ(run().words, "report: report returned status 2 without saying why");
}

TEST_F(scripted, work_that_is_no_amount_is_invalid) {
    for (const double amount : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
        now.report = [amount](const dyno_host& host) {
            host.work(host.self, "op", amount);
            return DYNO_OK;
        };
        EXPECT_EQ(run().status, status::invalid) << amount;
        EXPECT_THAT(run().words, HasSubstr("the work of an iteration is "));
    }
}

TEST_F(scripted, the_first_breach_is_the_one_told) {
    now.report = [](const dyno_host& host) {
        host.metric(host.self, "a", 1);
        host.metric(host.self, "b", 1);
        return DYNO_OK;
    };
    EXPECT_EQ(run().words, "metric 'a' was not declared");
}

TEST_F(scripted, bug_words_of_a_call_that_went_well_became_anothers_reason) {
    now.create = [](const dyno_host& host) {
        host.fail(host.self, "the first way did not work, took the second");
        return DYNO_OK;
    };
    now.run = [](const dyno_host&) { return DYNO_FAIL; };
    EXPECT_EQ(run().words, "run: run returned status 2 without saying why");
}

} // namespace
} // namespace dyno

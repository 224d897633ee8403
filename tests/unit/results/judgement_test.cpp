// SPDX-License-Identifier: Apache-2.0
#include "judgement.hpp"

#include "recorded_run.hpp"

#include <gmock/gmock.h>

using namespace dyno::results;
using dyno::record::run_file;
using dyno::record::status;
using testing::Contains;

namespace {

std::vector<row> judged(const run_file& base, const run_file& fresh) {
    judging by;
    by.wants = [](const std::string&) { return true; };
    return judge_case(0, gather_run(base).at(0), gather_run(fresh).at(0), by);
}

run_file with_a_doubt(const std::string& started) {
    run_file f = recorded::run(started);
    recorded::add_measured(f, "bf16", recorded::quiet(1));
    f.launches[0].warnings = {"not settled"};
    return f;
}

} // namespace

TEST(judge_case, a_case_that_failed_in_part_carries_its_doubts) {
    const run_file base = with_a_doubt("2026-01-01T00:00:00Z");
    run_file fresh = with_a_doubt("2026-01-02T00:00:00Z");
    fresh.launches[1].status = status::timeout;
    fresh.launches[1].reason = "120 s were over";
    const std::vector<row> rows = judged(base, fresh);
    ASSERT_EQ(rows.size(), 2u);
    ASSERT_EQ(rows[0].word, row_word::failed);
    EXPECT_THAT(rows[0].notes, Contains("BASE: not settled (1×)"));
    EXPECT_THAT(rows[0].notes, Contains("NEW: not settled (1×)"));
}

TEST(judge_case, a_case_in_another_mode_carries_its_doubts) {
    const run_file base = with_a_doubt("2026-01-01T00:00:00Z");
    run_file fresh = with_a_doubt("2026-01-02T00:00:00Z");
    for (dyno::record::launch& l : fresh.launches) {
        l.notes = {{"mode.tf32_matmul", "on"}};
    }
    const std::vector<row> rows = judged(base, fresh);
    ASSERT_EQ(rows.size(), 1u);
    ASSERT_EQ(rows[0].word, row_word::incomparable);
    EXPECT_THAT(rows[0].notes, Contains("NEW: not settled (1×)"));
}

// SPDX-License-Identifier: Apache-2.0
#include "matrix_report.hpp"

#include "recorded_run.hpp"
#include "usage_error.hpp"

#include <gmock/gmock.h>

using namespace dyno::results;
using dyno::record::run_file;

namespace {

/// Adds a run of one cell, with its time.
class grid_of_runs {
public:
    run_file make(const std::string& driver, const std::string& cuda, double time,
                  const std::string& gpu = "NVIDIA Test GPU") {
        run_file f = recorded::run("2026-01-01T00:00:" + std::to_string(10 + m_count++) + "Z");
        f.device.name = gpu;
        f.identity["driver.version"] = {driver, ""};
        f.identity["cuda.runtime"] = {cuda, ""};
        recorded::add_measured(f, "bf16", recorded::quiet(time));
        return f;
    }

    void add(const run_file& f) { m_request.files.push_back(m_shelf.put(f)); }

    void add(const std::string& driver, const std::string& cuda, double time,
             const std::string& gpu = "NVIDIA Test GPU") {
        add(make(driver, cuda, time, gpu));
    }

    [[nodiscard]] matrix_report report() const { return make_matrix_report(m_request); }

    matrix_request& request() { return m_request; }

private:
    recorded::shelf m_shelf;
    matrix_request m_request;
    int m_count = 0;
};

} // namespace

TEST(matrix, compares_each_cell_with_the_base_of_its_gpu) {
    grid_of_runs runs;
    runs.add("570.9", "12.8", 1);
    runs.add("570.124", "12.8", 1.1);
    runs.add("570.9", "12.8", 2, "NVIDIA Other GPU");
    runs.add("570.124", "12.8", 2, "NVIDIA Other GPU");
    const matrix_report report = runs.report();
    ASSERT_EQ(report.columns.size(), 4u);
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.columns[0].key,
              (std::vector<std::string>{"NVIDIA Other GPU", "570.9", "12.8"}))
        << "versions in the order of their numbers";
    EXPECT_EQ(report.columns[1].base, 0u);
    EXPECT_EQ(report.columns[3].base, 2u);
    EXPECT_EQ(report.rows[0].cells[1].word, row_word::same);
    EXPECT_EQ(report.rows[0].cells[3].word, row_word::worse);
    EXPECT_NEAR(*report.rows[0].cells[3].ratio, 1.1, 1e-9);
    EXPECT_FALSE(report.rows[0].cells[0].word) << "a base is not compared";
}

TEST(matrix, a_marginal_effect_is_over_pairs_that_share_the_rest) {
    grid_of_runs runs;
    runs.add("570.1", "12.8", 1);
    runs.add("580.2", "12.8", 1.1);
    runs.add("570.1", "13.0", 0.5);
    runs.add("580.2", "13.0", 0.6);
    const matrix_report report = runs.report();
    std::vector<std::pair<std::string, double>> of_driver;
    for (const marginal_effect& e : report.effects) {
        if (e.key == "driver") {
            of_driver.emplace_back(e.at, e.mean.ratio);
        }
    }
    ASSERT_EQ(of_driver.size(), 2u);
    EXPECT_EQ(of_driver[0].first, "gpu NVIDIA Test GPU, cuda 12.8");
    EXPECT_NEAR(of_driver[0].second, 1.1, 1e-9);
    EXPECT_NEAR(of_driver[1].second, 1.2, 1e-9);
    EXPECT_TRUE(report.interactions.empty()) << "both are worse";
}

TEST(matrix, flags_an_effect_that_changes_its_sign) {
    grid_of_runs runs;
    runs.add("570.1", "12.8", 1);
    runs.add("580.2", "12.8", 1.1);
    runs.add("570.1", "13.0", 1);
    runs.add("580.2", "13.0", 0.9);
    const matrix_report report = runs.report();
    ASSERT_EQ(report.interactions.size(), 1u);
    EXPECT_EQ(report.interactions[0],
              "gemm dtype=bf16 time, driver 570.1 → 580.2: worse at gpu NVIDIA Test GPU, cuda "
              "12.8, better at gpu NVIDIA Test GPU, cuda 13.0");
}

TEST(matrix, warns_where_a_column_mixes_what_is_not_shown) {
    grid_of_runs runs;
    runs.add("570.1", "12.8", 1);
    run_file other = runs.make("570.1", "12.8", 1);
    other.identity["host.kernel"] = {std::string("6.8"), ""};
    runs.add(other);
    const matrix_report report = runs.report();
    ASSERT_EQ(report.columns.size(), 1u);
    EXPECT_EQ(report.columns[0].runs, 2u);
    EXPECT_THAT(report.warnings, testing::Contains(testing::HasSubstr("host.kernel 6.1, 6.8")));
}

TEST(matrix, takes_the_base_that_is_asked_for) {
    grid_of_runs runs;
    runs.add("570.1", "12.8", 1);
    runs.add("580.2", "12.8", 1.1);
    runs.request().base = {"driver=580.2"};
    const matrix_report report = runs.report();
    EXPECT_EQ(report.columns[0].base, 1u);
    EXPECT_EQ(report.rows[0].cells[0].word, row_word::better);
    runs.request().base = {"kernel=6.1"};
    EXPECT_THROW((void)runs.report(), usage_error);
}

TEST(matrix, rows_by_a_key_are_means) {
    grid_of_runs runs;
    for (const auto& [driver, change] : {std::pair("570.1", 1.0), std::pair("580.2", 1.1)}) {
        run_file f = runs.make(driver, "12.8", change);
        recorded::add_measured(f, "fp32", recorded::quiet(3 * change));
        runs.add(f);
    }
    runs.request().rows = "workload";
    const matrix_report report = runs.report();
    ASSERT_EQ(report.rows.size(), 1u);
    EXPECT_EQ(report.rows[0].name, "workload=gemm");
    EXPECT_NEAR(*report.rows[0].cells[1].ratio, 1.1, 1e-9);
    EXPECT_FALSE(report.rows[0].cells[1].value) << "no mean of values of different cases";
}

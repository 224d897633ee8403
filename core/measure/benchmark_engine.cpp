// SPDX-License-Identifier: Apache-2.0
#include "measure/benchmark_engine.hpp"

#include "record/error.hpp"

#include <benchmark/benchmark.h>

#include <exception>

namespace dyno {
namespace {

/// Takes the engine's reports and prints nothing: samples are ours, and stdout is the plugin's.
class silent_reporter final : public benchmark::BenchmarkReporter {
public:
    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            m_iterations += run.iterations;
        }
    }
    [[nodiscard]] std::int64_t iterations() const { return m_iterations; }

private:
    std::int64_t m_iterations = 0;
};

} // namespace

void run_in_engine(const std::string& name, std::int64_t samples,
                   const std::function<std::vector<double>()>& take) {
    std::exception_ptr thrown;
    bool called = false;
    const auto body = [&](benchmark::State& state) {
        called = true;
        std::vector<double> times_s;
        try {
            times_s = take();
        } catch (...) {
            // An exception must not pass through the engine.
            thrown = std::current_exception();
            state.SkipWithError("the case has failed");
            return;
        }
        std::size_t next = 0;
        for ([[maybe_unused]] auto iteration : state) {
            state.SetIterationTime(times_s.at(next++));
        }
    };
    benchmark::ClearRegisteredBenchmarks();
    benchmark::RegisterBenchmark(name.c_str(), body)
        ->UseManualTime()
        ->Iterations(samples)
        ->Repetitions(1);
    silent_reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter, "all");
    benchmark::ClearRegisteredBenchmarks();
    if (thrown) {
        std::rethrow_exception(thrown);
    }
    if (!called || reporter.iterations() != samples) {
        throw error("the timing engine did not run the case (is a BENCHMARK_… variable set?)");
    }
}

} // namespace dyno

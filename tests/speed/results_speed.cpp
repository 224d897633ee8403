// Speed and memory of the results tool as its users meet it: whole processes on files of the sizes
// that were promised. `--smoke` takes a tenth of them and fails beyond generous limits.
// SPDX-License-Identifier: Apache-2.0
#include "generated_runs.hpp"
#include "measured_process.hpp"
#include "scoped_folder.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr double mebibyte = 1 << 20;

/// What a measurement must keep to. The promises hold on 2 cores that do nothing else; the smoke
/// test's limits are the same at a tenth of the size, for machines that do.
struct promise {
    double wall_s, peak_mebibytes;
};

/// One way to call the tool.
struct measured_command {
    std::string name;
    std::vector<std::string> words; ///< behind the program's name
    std::size_t least_lines = 0;    ///< that it must print: a sign that it did the work
    promise limit{};
    std::size_t input_bytes = 0;
};

bool any_failed = false;

void fail(benchmark::State& state, const std::string& name, const std::string& what) {
    any_failed = true;
    state.SkipWithError(what.c_str());
    std::fprintf(stderr, "%s: %s\n", name.c_str(), what.c_str());
}

std::size_t count_lines(const std::filesystem::path& path) {
    std::ifstream file(path);
    return static_cast<std::size_t>(
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n'));
}

void measure(benchmark::State& state, const measured_command& command,
             const std::filesystem::path& output) {
    std::vector<std::string> words{RESULTS_PROGRAM};
    words.insert(words.end(), command.words.begin(), command.words.end());
    double peak = 0, fastest = 1e9, cpu = 0;
    for (auto _ : state) {
        const process_result r = run_measured(words, output);
        state.SetIterationTime(r.wall_s);
        peak = std::max(peak, static_cast<double>(r.peak_bytes) / mebibyte);
        fastest = std::min(fastest, r.wall_s);
        cpu += r.cpu_s;
        if (r.exit_code != 0) {
            fail(state, command.name, "ended with " + std::to_string(r.exit_code));
            return;
        }
    }
    if (const std::size_t lines = count_lines(output); lines < command.least_lines) {
        fail(state, command.name, "printed " + std::to_string(lines) + " lines only");
        return;
    }
    state.counters["cpu_ms"] = cpu * 1e3 / static_cast<double>(state.iterations());
    state.counters["peak_MiB"] = peak;
    state.counters["input_MiB"] = static_cast<double>(command.input_bytes) / mebibyte;
    state.counters["limit_ms"] = command.limit.wall_s * 1e3;
    state.counters["limit_MiB"] = command.limit.peak_mebibytes;
    if (fastest > command.limit.wall_s || peak > command.limit.peak_mebibytes) {
        any_failed = true;
        std::fprintf(stderr, "%s: beyond its limit: %.3f s of %.3f, %.0f MiB of %.0f\n",
                     command.name.c_str(), fastest, command.limit.wall_s, peak,
                     command.limit.peak_mebibytes);
    }
}

/// Makes the files, and knows the commands that read them.
class command_list {
public:
    explicit command_list(bool is_smoke) : m_share(is_smoke ? 10 : 1) {
        add({"startup", {"--version"}, 1, {is_smoke ? 0.5 : 0.02, 256}, 0});
        // As many rows from cases of one metric, as it was promised, and from cases of five, which
        // hold twice the samples.
        add_diff("cases_of_one_row", {10000 / m_share, 5, 30, false}, 10000 / m_share, 1);
        add_diff("whole_cases", {5000 / m_share, 5, 30, true}, 10000 / m_share, 4);
        add_history();
    }

    [[nodiscard]] const std::vector<measured_command>& all() const { return m_commands; }
    [[nodiscard]] std::filesystem::path output() const { return m_folder.path() / "output"; }

private:
    void add(measured_command command) {
        for (const std::string& word : command.words) {
            if (std::filesystem::exists(word)) {
                command.input_bytes += std::filesystem::file_size(word);
            }
        }
        m_commands.push_back(std::move(command));
    }

    void add_diff(const std::string& what, const run_shape& shape, std::size_t rows,
                  double limit_s) {
        const std::string name = "diff_" + std::to_string(shape.cases) + "_" + what;
        const std::string base = (m_folder.path() / (name + ".base.json")).string();
        const std::string fresh = (m_folder.path() / (name + ".new.json")).string();
        run_apart([&] { write_generated_run(base, shape, 1, "2026-01-01T00:00:00Z", false); });
        run_apart([&] { write_generated_run(fresh, shape, 2, "2026-01-02T00:00:00Z", true); });
        add({name, {"diff", base, fresh, "--gate", "none"}, rows, {limit_s, 1024}, 0});
    }

    void add_history() {
        const std::size_t files = 1000 / m_share;
        std::vector<std::string> words{"history"};
        run_apart([&] {
            for (std::size_t i = 0; i < files; ++i) {
                write_generated_run(history_file(i), {100, 5, 30, false}, 100 + i, history_start(i),
                                    false);
            }
        });
        for (std::size_t i = 0; i < files; ++i) {
            words.push_back(history_file(i));
        }
        add({"history_" + std::to_string(files) + "_files_of_100_rows", words, 100, {5, 1024}, 0});
    }

    [[nodiscard]] std::string history_file(std::size_t i) const {
        return (m_folder.path() / ("run" + std::to_string(i) + ".json")).string();
    }

    /// A minute apart from each other.
    static std::string history_start(std::size_t i) {
        char text[32];
        std::snprintf(text, sizeof text, "2026-01-01T%02d:%02d:00Z", static_cast<int>(i / 60 % 24),
                      static_cast<int>(i % 60));
        return text;
    }

    std::size_t m_share; ///< one part in so many of the whole sizes
    scoped_folder m_folder;
    std::vector<measured_command> m_commands;
};

} // namespace

int main(int argc, char** argv) {
    const auto smoke = std::find_if(
        argv + 1, argv + argc, [](const char* word) { return std::strcmp(word, "--smoke") == 0; });
    const bool is_smoke = smoke != argv + argc;
    if (is_smoke) {
        std::rotate(smoke, smoke + 1, argv + argc); // it is not Google Benchmark's
        --argc;
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    const command_list commands(is_smoke);
    for (const measured_command& command : commands.all()) {
        benchmark::RegisterBenchmark(
            command.name.c_str(),
            [&](benchmark::State& state) { measure(state, command, commands.output()); })
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond)
            ->Iterations(is_smoke ? 1 : 5);
    }
    const std::size_t ran = benchmark::RunSpecifiedBenchmarks();
    return any_failed || ran == 0 ? 1 : 0;
}

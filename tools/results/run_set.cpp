// SPDX-License-Identifier: Apache-2.0
#include "run_set.hpp"

#include "record/error.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <optional>
#include <thread>

namespace dyno::results {
namespace {

bool same_launch(const record::launch& a, const record::launch& b) {
    return a.case_index == b.case_index && a.status == b.status &&
           std::equal(a.metrics.begin(), a.metrics.end(), b.metrics.begin(), b.metrics.end(),
                      [](const record::metric& x, const record::metric& y) {
                          return x.name == y.name && x.value == y.value;
                      });
}

} // namespace

load_result try_load_runs(const std::vector<std::filesystem::path>& paths, record::samples keep,
                          const reduce_run& reduce) {
    std::vector<std::optional<loaded_run>> runs(paths.size());
    std::vector<std::string> failures(paths.size());
    std::atomic<std::size_t> next = 0;
    const auto read_some = [&] {
        for (std::size_t i = next++; i < paths.size(); i = next++) {
            try {
                runs[i] = loaded_run{paths[i], record::read_run_file(paths[i], keep)};
                if (reduce) {
                    reduce(i, runs[i]->file);
                }
            } catch (const std::bad_alloc&) {
                failures[i] = paths[i].string() + ": not enough memory to read it";
            } catch (const std::exception& failure) {
                failures[i] = failure.what();
            }
        }
    };
    const std::size_t threads =
        std::min<std::size_t>(paths.size(), std::max(1u, std::thread::hardware_concurrency()));
    {
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < threads; ++i) {
            others.emplace_back(read_some);
        }
        read_some();
    }
    load_result result;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (runs[i]) {
            result.runs.push_back(std::move(*runs[i]));
        } else {
            result.failures.push_back(std::move(failures[i]));
        }
    }
    return result;
}

std::vector<loaded_run> load_runs(const std::vector<std::filesystem::path>& paths,
                                  record::samples keep, const reduce_run& reduce) {
    load_result result = try_load_runs(paths, keep, reduce);
    std::string message;
    for (const std::string& failure : result.failures) {
        message += (message.empty() ? "" : "\n") + failure;
    }
    if (!message.empty()) {
        throw error(message);
    }
    return std::move(result.runs);
}

bool is_same_run(const record::run_file& a, const record::run_file& b) {
    return a.id == b.id && a.started == b.started && a.cases.size() == b.cases.size() &&
           std::equal(a.launches.begin(), a.launches.end(), b.launches.begin(), b.launches.end(),
                      same_launch);
}

std::vector<std::string> drop_repeated(std::vector<loaded_run>& runs) {
    std::vector<std::string> said;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        for (std::size_t j = runs.size(); j-- > i + 1;) {
            if (is_same_run(runs[i].file, runs[j].file)) {
                said.push_back(runs[j].path.string() + " holds the same run as " +
                               runs[i].path.string() + "; it counts once");
                runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(j));
            }
        }
    }
    return said;
}

} // namespace dyno::results

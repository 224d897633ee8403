// SPDX-License-Identifier: Apache-2.0
#include "run_set.hpp"

#include "record/error.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
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

std::vector<loaded_run> load_runs(const std::vector<std::filesystem::path>& paths,
                                  record::samples keep) {
    std::vector<loaded_run> runs(paths.size());
    std::vector<std::string> failures(paths.size());
    std::atomic<std::size_t> next = 0;
    const auto read_some = [&] {
        for (std::size_t i = next++; i < paths.size(); i = next++) {
            try {
                runs[i] = {paths[i], record::read_run_file(paths[i], keep)};
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
    std::string message;
    for (const std::string& failure : failures) {
        if (!failure.empty()) {
            message += (message.empty() ? "" : "\n") + failure;
        }
    }
    if (!message.empty()) {
        throw error(message);
    }
    return runs;
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

// Run files as few lines of a test: a run with cases, launches, facts and libraries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"
#include "record/writer.hpp"
#include "scoped_folder.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

namespace recorded {

using namespace dyno::record;

/// A complete run of one H100-like card, without cases. Each start makes another id.
inline run_file run(const std::string& started = "2026-01-01T00:00:00Z") {
    run_file f;
    f.id = "run of " + started;
    f.started = f.finished = started;
    f.state = run_state::complete;
    f.harness_version = "0.1.0";
    f.command = {"runner", "test.toml"};
    f.scenario_name = "test";
    f.device = {device_kind::cuda,       "NVIDIA Test GPU", 0, "GPU-1", "0000:01:00.0", 90, 132,
                std::uint64_t{80} << 30, 50 << 20};
    f.identity = {{"driver.version", {std::string("570.1"), ""}},
                  {"driver.cuda", {std::string("12.8"), ""}},
                  {"host.kernel", {std::string("6.1"), ""}}};
    f.workloads = {{"gemm", {}, {}}};
    return f;
}

/// Adds a case of `gemm` with one parameter; its index comes back.
inline std::size_t add_case(run_file& to, const std::string& dtype) {
    run_case c;
    c.workload = "gemm";
    c.label = "gemm dtype=" + dtype;
    c.parameters = {{"dtype", dtype}};
    to.cases.push_back(c);
    return to.cases.size() - 1;
}

/// A launch that was ok and has one metric.
inline launch& add_launch(run_file& to, std::size_t case_index, double value,
                          const std::string& name = "time", const std::string& unit = "s",
                          direction better = direction::lower) {
    launch l;
    l.case_index = case_index;
    l.round = static_cast<int>(to.launches.size()) + 1;
    l.status = status::ok;
    l.started = to.started;
    l.metrics = {{name, unit, better, value, {}}};
    l.libraries = {{"libcudart.so.13", "13.0.1", "/opt/libcudart.so.13"}};
    to.launches.push_back(std::move(l));
    return to.launches.back();
}

/// A case with a launch for each value of `time`.
inline std::size_t add_measured(run_file& to, const std::string& dtype,
                                const std::vector<double>& times) {
    const std::size_t index = add_case(to, dtype);
    for (const double t : times) {
        add_launch(to, index, t);
    }
    return index;
}

/// Five launches that scatter by about 0.2 % around `center`.
inline std::vector<double> quiet(double center) {
    return {center * 0.998, center * 1.001, center, center * 0.999, center * 1.002};
}

inline std::vector<const run_file*> pointers(const std::vector<run_file>& runs) {
    std::vector<const run_file*> all;
    for (const run_file& one : runs) {
        all.push_back(&one);
    }
    return all;
}

/// Run files on disk, for what reads them itself; they go with it.
class shelf {
public:
    std::filesystem::path put(const run_file& f) {
        const std::filesystem::path path = m_folder.path() / (std::to_string(m_count++) + ".json");
        std::ofstream(path) << write(f);
        return path;
    }

private:
    scoped_folder m_folder;
    std::size_t m_count = 0;
};

} // namespace recorded

// Collects the cases and launches of an imported run.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "imported_run.hpp"
#include "record/run_file.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace dyno::results {

class imported_cases {
public:
    /// A run whose id comes from the files' bytes.
    [[nodiscard]] record::run_file start(const std::string& tool,
                                         const std::vector<foreign_file>& files);

    /// Adds a launch; the same workload and parameters are the same case.
    void add(const std::string& workload, const std::string& label,
             const record::parameters& parameters, record::cache_state cache, record::launch l);

    /// Puts cases, workloads and launches into the run. Throws dyno::error if there are none.
    [[nodiscard]] record::run_file finish(record::run_file run);

private:
    std::map<std::string, std::size_t> m_places; ///< of cases, by workload and parameters
    std::vector<record::run_case> m_cases;
    std::vector<int> m_rounds; ///< of each case so far
    std::vector<record::launch> m_launches;
};

} // namespace dyno::results

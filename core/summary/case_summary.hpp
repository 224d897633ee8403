// What the launches of one case say together: the figures that tables show.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dyno::summary {

/// A metric over the launches of a case that were ok: the unit is the launch.
struct metric_summary {
    std::string name, unit;
    record::direction better{};
    double median = 0;            ///< of the launches' values
    std::optional<double> spread; ///< half the range over the median; none for one launch
    std::size_t launches = 0;
};

struct case_summary {
    std::size_t case_index = 0;
    std::vector<metric_summary> metrics; ///< in the order of the first launch that has them
    std::map<record::status, std::size_t> counts; ///< launches by status
    std::map<std::string, std::size_t> warnings;  ///< launches that carry each
    std::map<std::string, std::size_t> reasons;   ///< "crashed: …", launches that ended so

    [[nodiscard]] const metric_summary* find(const std::string& name) const;
    /// The first metric with a unit per second: what people call the speed.
    [[nodiscard]] const metric_summary* rate() const;
    /// The first metric in bytes.
    [[nodiscard]] const metric_summary* memory() const;
};

/// One for each case of the run, in its order.
[[nodiscard]] std::vector<case_summary> summarise(const record::run_file& run);

} // namespace dyno::summary

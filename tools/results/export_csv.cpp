// SPDX-License-Identifier: Apache-2.0
#include "export_format.hpp"

#include "escape.hpp"
#include "run_key.hpp"

namespace dyno::results {
namespace {

/// Every parameter, in the alphabet's order, as one cell.
std::string parameters_of(const record::run_case& c) {
    return record::to_text(c.parameters);
}

} // namespace

std::string export_csv(const record::run_file& run) {
    std::string text = "run,started,device,driver,case,workload,parameters,cache,round,status,"
                       "metric,unit,better,value,reason\r\n";
    const std::string driver = text_of_run_key(run, "driver");
    const std::string front = csv_text(run.id) + "," + csv_text(run.started) + "," +
                              csv_text(run.device.name) + "," + csv_text(driver);
    for (const record::launch& l : run.launches) {
        const record::run_case& c = run.cases[l.case_index];
        const std::string about = front + "," + csv_text(c.label) + "," + csv_text(c.workload) +
                                  "," + csv_text(parameters_of(c)) + "," +
                                  std::string(to_word(c.policy.cache)) + "," +
                                  std::to_string(l.round) + "," + std::string(to_word(l.status));
        if (l.status != record::status::ok) {
            text += about + ",,,,," + csv_text(l.reason) + "\r\n";
            continue;
        }
        for (const record::metric& m : l.metrics) {
            text += about + "," + csv_text(m.name) + "," + csv_text(m.unit) + "," +
                    std::string(to_word(m.better)) + "," + record::to_text(m.value) + ",\r\n";
        }
    }
    return text;
}

} // namespace dyno::results

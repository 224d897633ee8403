// One workload of a loaded plugin, created for one device: the host's side of the ABI's calls.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/declaration.hpp"
#include "record/error.hpp"
#include "record/value.hpp"
#include "record/words.hpp"

#include <dyno/plugin.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace dyno {

/// A call of the plugin did not return DYNO_OK; what() is its reason.
class workload_failure : public error {
public:
    workload_failure(record::status outcome, const std::string& reason)
        : error(reason), m_outcome(outcome) {}
    [[nodiscard]] record::status outcome() const { return m_outcome; }

private:
    record::status m_outcome;
};

/// What a workload told the host.
struct workload_report {
    std::map<std::string, double> work;                 ///< amount an iteration, by unit
    std::string peak;                                   ///< rate that bounds the work; empty: none
    std::map<std::string, std::vector<double>> metrics; ///< samples by declared name
    std::map<std::string, std::string> notes;
    std::vector<std::string> warnings;
    bool synchronises = false; ///< run() waits for the device
};

class workload_instance {
public:
    using on_progress = std::function<void(double fraction, const std::string& what)>;

    /// Nothing of the plugin is called yet. `workload` must stay loaded.
    workload_instance(const dyno_workload& workload, record::workload_declaration declaration,
                      record::parameters parameters, on_progress progress = {});
    /// Destroys what was created.
    ~workload_instance();
    workload_instance(const workload_instance&) = delete;
    workload_instance& operator=(const workload_instance&) = delete;

    /// Each throws workload_failure if the plugin's call does not return DYNO_OK.
    void check();
    void create(const dyno_device& device);
    void prepare();
    void begin();
    void report();
    void destroy();

    /// Enqueues one iteration.
    void run() {
        if (const dyno_status status = m_workload->run(m_state); status != DYNO_OK) {
            fail("run", status);
        }
    }

    [[nodiscard]] const workload_report& reported() const;
    [[nodiscard]] const record::workload_declaration& declaration() const;

private:
    struct services;

    [[noreturn]] void fail(const char* call, dyno_status status);
    void require(const char* call, dyno_status status);

    const dyno_workload* m_workload;
    std::unique_ptr<services> m_services;
    void* m_state = nullptr;
    bool m_created = false;
};

} // namespace dyno

// SPDX-License-Identifier: Apache-2.0
#include "plugin/workload_instance.hpp"

#include "record/text_file.hpp"

#include <algorithm>
#include <cmath>

namespace dyno {

/// The host functions of the ABI, over what this launch knows and collects. They are called by
/// foreign code, so no exception may leave them: one ends the process.
struct workload_instance::services {
    dyno_host abi{};
    record::workload_declaration declaration;
    record::parameters parameters;
    on_progress progress;
    workload_report report;
    std::string failure; ///< what fail() said last
    std::string misuse;  ///< the first call that breaks the contract

    static services& of(void* self) { return *static_cast<services*>(self); }

    template <class Type>
    static const Type* find(void* self, const char* name) {
        const auto& all = of(self).parameters;
        const auto found = name == nullptr ? all.end() : all.find(name);
        return found == all.end() ? nullptr : std::get_if<Type>(&found->second);
    }

    static dyno_status get_int(void* self, const char* name, std::int64_t* out) noexcept {
        const auto* held = find<std::int64_t>(self, name);
        return held ? (*out = *held, DYNO_OK) : DYNO_FAIL;
    }
    static dyno_status get_real(void* self, const char* name, double* out) noexcept {
        const auto* held = find<double>(self, name);
        return held ? (*out = *held, DYNO_OK) : DYNO_FAIL;
    }
    static dyno_status get_bool(void* self, const char* name, std::int32_t* out) noexcept {
        const auto* held = find<bool>(self, name);
        return held ? (*out = *held ? 1 : 0, DYNO_OK) : DYNO_FAIL;
    }
    static dyno_status get_text(void* self, const char* name, const char** out) noexcept {
        const auto* held = find<std::string>(self, name);
        return held ? (*out = held->c_str(), DYNO_OK) : DYNO_FAIL;
    }

    static std::string text(const char* from) {
        return from == nullptr ? "" : record::to_valid_utf8(from);
    }

    void blame(const std::string& what) {
        if (misuse.empty()) {
            misuse = what;
        }
    }

    static void work(void* self, const char* unit, double amount) noexcept {
        services& s = of(self);
        const std::string rate = text(unit) + "/s";
        const bool declared =
            std::any_of(s.declaration.metrics.begin(), s.declaration.metrics.end(),
                        [&](const auto& m) { return m.unit == rate; });
        if (!declared) {
            s.blame("work in '" + text(unit) + "' has no declared metric in '" + rate + "'");
        } else if (!(std::isfinite(amount) && amount > 0)) {
            s.blame("the work of an iteration is " + record::to_text(amount) + " " + text(unit));
        } else {
            s.report.work[text(unit)] = amount;
        }
    }
    static void peak(void* self, const char* rate) noexcept { of(self).report.peak = text(rate); }
    static void metric(void* self, const char* name, double value) noexcept {
        services& s = of(self);
        const bool declared =
            std::any_of(s.declaration.metrics.begin(), s.declaration.metrics.end(),
                        [&](const auto& m) { return name != nullptr && m.name == name; });
        if (!declared) {
            s.blame("metric '" + text(name) + "' was not declared");
        } else if (!std::isfinite(value)) {
            s.blame("metric '" + text(name) + "' is " + record::to_text(value));
        } else {
            s.report.metrics[name].push_back(value);
        }
    }
    static void note(void* self, const char* key, const char* value) noexcept {
        of(self).report.notes[text(key)] = text(value);
    }
    static void warn(void* self, const char* message) noexcept {
        auto& warnings = of(self).report.warnings;
        if (std::find(warnings.begin(), warnings.end(), text(message)) == warnings.end()) {
            warnings.push_back(text(message));
        }
    }
    static void fail(void* self, const char* message) noexcept { of(self).failure = text(message); }
    static void synchronises(void* self) noexcept { of(self).report.synchronises = true; }
    static void show_progress(void* self, double fraction, const char* what) noexcept {
        services& s = of(self);
        if (s.progress && std::isfinite(fraction)) {
            s.progress(std::clamp(fraction, 0.0, 1.0), text(what));
        }
    }
};

workload_instance::workload_instance(const dyno_workload& workload,
                                     record::workload_declaration declaration,
                                     record::parameters parameters, on_progress progress)
    : m_workload(&workload), m_services(std::make_unique<services>()) {
    services& s = *m_services;
    s.declaration = std::move(declaration);
    s.report.synchronises = s.declaration.synchronises;
    s.parameters = std::move(parameters);
    s.progress = std::move(progress);
    s.abi = {sizeof(dyno_host),
             DYNO_ABI,
             &s,
             services::get_int,
             services::get_real,
             services::get_bool,
             services::get_text,
             services::work,
             services::peak,
             services::metric,
             services::note,
             services::warn,
             services::fail,
             services::synchronises,
             services::show_progress};
}

workload_instance::~workload_instance() {
    destroy();
}

void workload_instance::fail(const char* call, dyno_status status) {
    std::string reason = std::exchange(m_services->failure, {});
    if (reason.empty()) {
        reason = std::string(call) + " returned status " + std::to_string(status) +
                 " without saying why";
    }
    switch (status) {
    case DYNO_SKIP:
        throw workload_failure(record::status::skipped, reason);
    case DYNO_OOM:
        throw workload_failure(record::status::oom, "device memory: " + reason);
    case DYNO_HOST_OOM:
        throw workload_failure(record::status::oom, "host memory: " + reason);
    case DYNO_INVALID:
        throw workload_failure(record::status::invalid, reason);
    default:
        throw workload_failure(record::status::failed, std::string(call) + ": " + reason);
    }
}

void workload_instance::require(const char* call, dyno_status status) {
    if (status != DYNO_OK) {
        fail(call, status);
    }
    m_services->failure.clear(); // said, but the call went well: of no other call
    if (!m_services->misuse.empty()) {
        throw workload_failure(record::status::invalid, std::exchange(m_services->misuse, {}));
    }
}

void workload_instance::check() {
    if (m_workload->check != nullptr) {
        require("check", m_workload->check(&m_services->abi));
    }
}

void workload_instance::create(const dyno_device& device) {
    const dyno_status status = m_workload->create(&m_services->abi, &device, &m_state);
    m_created = status == DYNO_OK;
    require("create", status);
}

void workload_instance::prepare() {
    require("prepare", m_workload->prepare(m_state));
}

void workload_instance::begin() {
    if (m_workload->begin != nullptr) {
        require("begin", m_workload->begin(m_state));
    }
}

void workload_instance::report() {
    if (m_workload->report != nullptr) {
        require("report", m_workload->report(m_state));
    } else {
        require("run", DYNO_OK);
    }
}

void workload_instance::destroy() {
    if (std::exchange(m_created, false)) {
        m_workload->destroy(m_state);
    }
}

const workload_report& workload_instance::reported() const {
    return m_services->report;
}

const record::workload_declaration& workload_instance::declaration() const {
    return m_services->declaration;
}

} // namespace dyno

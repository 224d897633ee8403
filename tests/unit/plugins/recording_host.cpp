// The recording host: parameters from TOML text, calls kept in plain containers.
//
// SPDX-License-Identifier: Apache-2.0
#include "recording_host.hpp"

#include <charconv>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace dyno::testing {
namespace {

std::invalid_argument refused(const dyno_param& declared, const std::string& toml) {
    return std::invalid_argument(std::string("parameter '") + declared.name + "' cannot be " +
                                 toml);
}

template <class Number>
Number number_in(const dyno_param& declared, const std::string& toml) {
    Number value{};
    const char* end = toml.data() + toml.size();
    const auto result = std::from_chars(toml.data(), end, value);
    if (result.ec != std::errc() || result.ptr != end) {
        throw refused(declared, toml);
    }
    return value;
}

recording_host& at(void* self) {
    return *static_cast<recording_host*>(self);
}

} // namespace

recording_host::value recording_host::parse(const dyno_param& declared, const std::string& toml) {
    value parsed{.type = declared.type, .text = {}};
    switch (declared.type) {
    case DYNO_INT:
        parsed.integer = number_in<std::int64_t>(declared, toml);
        if (declared.int_min <= declared.int_max &&
            (parsed.integer < declared.int_min || parsed.integer > declared.int_max)) {
            throw refused(declared, toml);
        }
        return parsed;
    case DYNO_REAL:
        parsed.real = number_in<double>(declared, toml);
        if (declared.real_min <= declared.real_max &&
            (parsed.real < declared.real_min || parsed.real > declared.real_max)) {
            throw refused(declared, toml);
        }
        return parsed;
    case DYNO_BOOL:
        if (toml != "true" && toml != "false") {
            throw refused(declared, toml);
        }
        parsed.integer = toml == "true" ? 1 : 0;
        return parsed;
    case DYNO_TEXT:
        break;
    default:
        throw std::invalid_argument(std::string(declared.name) + " has no known type");
    }
    if (toml.size() < 2 || toml.front() != '"' || toml.back() != '"') {
        throw refused(declared, toml);
    }
    parsed.text = toml.substr(1, toml.size() - 2);
    if (declared.allowed != nullptr) {
        const char* const* one = declared.allowed;
        while (*one != nullptr && parsed.text != *one) {
            ++one;
        }
        if (*one == nullptr) {
            throw refused(declared, toml);
        }
    }
    return parsed;
}

recording_host::recording_host(const dyno_workload& workload,
                               const std::map<std::string, std::string>& given)
    : m_workload(workload), m_services{} {
    auto left = given;
    for (const dyno_param* const* one = workload.params; *one != nullptr; ++one) {
        const dyno_param& declared = **one;
        if (const auto found = left.find(declared.name); found != left.end()) {
            m_values.emplace(declared.name, parse(declared, found->second));
            left.erase(found);
        } else if (declared.fallback != nullptr) {
            m_values.emplace(declared.name, parse(declared, declared.fallback));
        } else {
            throw std::invalid_argument(std::string("parameter '") + declared.name +
                                        "' is required");
        }
    }
    if (!left.empty()) {
        throw std::invalid_argument("parameter '" + left.begin()->first + "' is not declared");
    }

    m_services.struct_size = sizeof(dyno_host);
    m_services.abi = DYNO_ABI;
    m_services.self = this;
    m_services.get_int = [](void* self, const char* name, std::int64_t* out) -> dyno_status {
        const value* found = at(self).find(name, DYNO_INT);
        return found == nullptr ? DYNO_FAIL : (*out = found->integer, DYNO_OK);
    };
    m_services.get_real = [](void* self, const char* name, double* out) -> dyno_status {
        const value* found = at(self).find(name, DYNO_REAL);
        return found == nullptr ? DYNO_FAIL : (*out = found->real, DYNO_OK);
    };
    m_services.get_bool = [](void* self, const char* name, std::int32_t* out) -> dyno_status {
        const value* found = at(self).find(name, DYNO_BOOL);
        return found == nullptr ? DYNO_FAIL
                                : (*out = static_cast<std::int32_t>(found->integer), DYNO_OK);
    };
    m_services.get_text = [](void* self, const char* name, const char** out) -> dyno_status {
        const value* found = at(self).find(name, DYNO_TEXT);
        return found == nullptr ? DYNO_FAIL : (*out = found->text.c_str(), DYNO_OK);
    };
    m_services.work = [](void* self, const char* unit, double amount) {
        at(self).works.emplace_back(unit, amount);
    };
    m_services.peak = [](void* self, const char* rate) { at(self).peaks.emplace_back(rate); };
    m_services.metric = [](void* self, const char* name, double number) {
        recording_host& host = at(self);
        bool declared = false;
        for (const dyno_metric* const* one = host.m_workload.metrics; *one != nullptr; ++one) {
            declared = declared || std::strcmp((*one)->name, name) == 0;
        }
        if (!declared || !std::isfinite(number)) {
            host.mistakes.push_back(std::string("metric ") + name);
        }
        host.metrics[name].push_back(number);
    };
    m_services.note = [](void* self, const char* key, const char* text) {
        at(self).notes[key] = text;
    };
    m_services.warn = [](void* self, const char* message) {
        at(self).warnings.emplace_back(message);
    };
    m_services.fail = [](void* self, const char* message) { at(self).failure = message; };
    m_services.progress = [](void* self, double fraction, const char* what) {
        if (!(fraction >= 0 && fraction <= 1)) {
            at(self).mistakes.push_back("progress " + std::to_string(fraction));
        }
        at(self).progress.emplace_back(what);
    };
}

const recording_host::value* recording_host::find(const char* name, dyno_type type) const {
    const auto found = m_values.find(name);
    return found != m_values.end() && found->second.type == type ? &found->second : nullptr;
}

outcome drive(const dyno_workload& workload, recording_host& host, const dyno_device& device,
              int warm, int timed) {
    const auto ended = [&host](dyno_status status, const char* call) {
        return outcome{status, call, host.failure};
    };
    if (workload.check != nullptr) {
        if (const dyno_status status = workload.check(host.services()); status != DYNO_OK) {
            return ended(status, "check");
        }
    }
    void* state = nullptr;
    if (const dyno_status status = workload.create(host.services(), &device, &state);
        status != DYNO_OK) {
        return ended(status, "create");
    }
    const auto launch = [&]() -> outcome {
        if (const dyno_status status = workload.prepare(state); status != DYNO_OK) {
            return ended(status, "prepare");
        }
        for (int i = 0; i < warm; ++i) {
            if (const dyno_status status = workload.run(state); status != DYNO_OK) {
                return ended(status, "run");
            }
        }
        if (workload.begin != nullptr) {
            if (const dyno_status status = workload.begin(state); status != DYNO_OK) {
                return ended(status, "begin");
            }
        }
        for (int i = 0; i < timed; ++i) {
            if (const dyno_status status = workload.run(state); status != DYNO_OK) {
                return ended(status, "run");
            }
        }
        if (workload.report != nullptr) {
            if (const dyno_status status = workload.report(state); status != DYNO_OK) {
                return ended(status, "report");
            }
        }
        return {};
    };
    outcome result = launch();
    workload.destroy(state);
    return result;
}

dyno_device cpu_device() {
    return {sizeof(dyno_device), DYNO_CPU, -1, 0, "a CPU", nullptr};
}

} // namespace dyno::testing

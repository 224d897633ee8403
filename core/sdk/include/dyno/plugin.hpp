// dyno/plugin.hpp - what authors of a C++20 plugin write against; header-only, over dyno/plugin.h.
//
// A workload is a class with static declarations (id, summary, devices, parameters, metrics) and
// the calls prepare(), run() and, if wanted, check(), begin(), report(). DYNO_PLUGIN() makes the
// exported entry of it. Exceptions become a status and a message here and nowhere else.
// docs/writing-a-plugin.md walks through one.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dyno/plugin.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace dyno {

// ---- what a workload throws -------------------------------------------------------------------

/// Cannot run here, and that is no fault ("needs sm_80"). The launch is `skipped`.
struct skipped : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Device memory ran out. The launch is `oom`.
struct out_of_device_memory : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// Host memory, pinned or pageable, ran out. The launch is `oom`, and the reason says host.
struct out_of_host_memory : std::runtime_error {
    using std::runtime_error::runtime_error;
};
/// The work ran, but its answer is wrong. The launch is `invalid`.
struct invalid_answer : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// ---- declarations -----------------------------------------------------------------------------

inline constexpr std::uint32_t on_cpu = 1u << DYNO_CPU;
inline constexpr std::uint32_t on_cuda = 1u << DYNO_CUDA;

/// An integer parameter, `least` to `most` inclusive. `fallback` is TOML text, or nullptr if the
/// scenario must give it. With `unit` "B" a scenario may write "24 GiB".
constexpr dyno_param integer(const char* name, const char* fallback, std::int64_t least,
                             std::int64_t most, const char* doc, const char* unit = nullptr) {
    return {sizeof(dyno_param), DYNO_INT, name, fallback, nullptr, least, most, 1, 0, unit, doc};
}

/// A real parameter, `least` to `most` inclusive.
constexpr dyno_param real(const char* name, const char* fallback, double least, double most,
                          const char* doc, const char* unit = nullptr) {
    return {sizeof(dyno_param), DYNO_REAL, name, fallback, nullptr, 1, 0, least, most, unit, doc};
}

/// A truth value.
constexpr dyno_param boolean(const char* name, const char* fallback, const char* doc) {
    return {sizeof(dyno_param), DYNO_BOOL, name, fallback, nullptr, 1, 0, 1, 0, nullptr, doc};
}

/// A text, one of `allowed` (NULL-terminated, static); nullptr allows any. The fallback is TOML
/// text, so it has quotes of its own: "\"bf16\"".
constexpr dyno_param text(const char* name, const char* fallback, const char* const* allowed,
                          const char* doc) {
    return {sizeof(dyno_param), DYNO_TEXT, name, fallback, allowed, 1, 0, 1, 0, nullptr, doc};
}

constexpr dyno_metric lower(const char* name, const char* unit, const char* doc) {
    return {sizeof(dyno_metric), DYNO_LOWER, name, unit, doc};
}
constexpr dyno_metric higher(const char* name, const char* unit, const char* doc) {
    return {sizeof(dyno_metric), DYNO_HIGHER, name, unit, doc};
}
constexpr dyno_metric exact(const char* name, const char* unit, const char* doc) {
    return {sizeof(dyno_metric), DYNO_EXACT, name, unit, doc};
}

// ---- what the host offers ---------------------------------------------------------------------

/// The device that a workload is created for. A copy is cheap; name and stream are the host's.
using device = dyno_device;

/// The host's services; a copy refers to the same host and is valid while the workload lives.
/// Reading a parameter that the workload did not declare throws std::logic_error.
class host {
public:
    explicit host(const dyno_host* services) : m_services(services) {}

    [[nodiscard]] std::int64_t integer(const char* name) const {
        std::int64_t value = 0;
        require(m_services->get_int(m_services->self, name, &value), name);
        return value;
    }
    [[nodiscard]] double real(const char* name) const {
        double value = 0;
        require(m_services->get_real(m_services->self, name, &value), name);
        return value;
    }
    [[nodiscard]] bool boolean(const char* name) const {
        std::int32_t value = 0;
        require(m_services->get_bool(m_services->self, name, &value), name);
        return value != 0;
    }
    [[nodiscard]] std::string text(const char* name) const {
        const char* value = nullptr;
        require(m_services->get_text(m_services->self, name, &value), name);
        return value;
    }

    void work(const char* unit, double amount) const {
        m_services->work(m_services->self, unit, amount);
    }
    void peak(const char* rate) const { m_services->peak(m_services->self, rate); }
    void metric(const char* name, double value) const {
        m_services->metric(m_services->self, name, value);
    }
    void note(const char* key, const std::string& value) const {
        m_services->note(m_services->self, key, value.c_str());
    }
    void warn(const std::string& message) const {
        m_services->warn(m_services->self, message.c_str());
    }
    void progress(double fraction, const char* what) const {
        m_services->progress(m_services->self, fraction, what);
    }
    void fail(const char* message) const { m_services->fail(m_services->self, message); }

private:
    static void require(dyno_status status, const char* name) {
        if (status != DYNO_OK) {
            throw std::logic_error(std::string("parameter '") + name +
                                   "' is read with a type that it was not declared with");
        }
    }

    const dyno_host* m_services;
};

// ---- from a class to the C structs ------------------------------------------------------------

template <class W>
concept workload_class =
    std::constructible_from<W, host, const device&> && requires(W& workload) {
        { W::id } -> std::convertible_to<const char*>;
        { W::summary } -> std::convertible_to<const char*>;
        { W::devices } -> std::convertible_to<std::uint32_t>;
        W::parameters;
        W::metrics;
        workload.prepare();
        workload.run();
    };

namespace detail {

/// A NULL-terminated array of pointers to the elements of a static array.
template <const auto& Elements>
constexpr auto pointers_to() {
    using element = std::remove_reference_t<decltype(*std::begin(Elements))>;
    std::array<element*, std::size(Elements) + 1> pointers{};
    for (std::size_t i = 0; i < std::size(Elements); ++i) {
        pointers[i] = &Elements[i];
    }
    return pointers;
}

template <const auto& Elements>
inline constexpr auto pointers = pointers_to<Elements>();

/// Calls `body` and turns what it throws into a status and a message: the only catch (...).
template <class Body>
dyno_status guarded(const host& to, Body&& body) noexcept {
    try {
        body();
        return DYNO_OK;
    } catch (const skipped& reason) {
        to.fail(reason.what());
        return DYNO_SKIP;
    } catch (const out_of_device_memory& reason) {
        to.fail(reason.what());
        return DYNO_OOM;
    } catch (const out_of_host_memory& reason) {
        to.fail(reason.what());
        return DYNO_HOST_OOM;
    } catch (const std::bad_alloc& reason) {
        to.fail(reason.what());
        return DYNO_HOST_OOM;
    } catch (const invalid_answer& reason) {
        to.fail(reason.what());
        return DYNO_INVALID;
    } catch (const std::exception& reason) {
        to.fail(reason.what());
        return DYNO_FAIL;
    } catch (const std::string& reason) {
        to.fail(reason.c_str());
        return DYNO_FAIL;
    } catch (const char* reason) {
        to.fail(reason);
        return DYNO_FAIL;
    } catch (...) {
        to.fail("threw something that is not a std::exception");
        return DYNO_FAIL;
    }
}

template <workload_class W>
struct adapter {
    struct state {
        host to;
        W workload;
    };

    static dyno_status check(const dyno_host* services) {
        if constexpr (requires(const host& to) { W::check(to); }) {
            const host to(services);
            return guarded(to, [&] { W::check(to); });
        } else {
            return DYNO_OK;
        }
    }
    static dyno_status create(const dyno_host* services, const dyno_device* where, void** out) {
        const host to(services);
        return guarded(to, [&] { *out = new state{to, W(to, *where)}; });
    }
    static dyno_status prepare(void* self) {
        return with(self, [](W& workload) { workload.prepare(); });
    }
    static dyno_status run(void* self) {
        return with(self, [](W& workload) { workload.run(); });
    }
    static dyno_status begin(void* self) {
        return with(self, [](W& workload) {
            if constexpr (requires { workload.begin(); }) {
                workload.begin();
            }
        });
    }
    static dyno_status report(void* self) {
        return with(self, [](W& workload) {
            if constexpr (requires { workload.report(); }) {
                workload.report();
            }
        });
    }
    static void destroy(void* self) {
        const host to = static_cast<state*>(self)->to;
        if (guarded(to, [&] { delete static_cast<state*>(self); }) != DYNO_OK) {
            to.warn("destroy threw an exception");
        }
    }

    template <class Call>
    static dyno_status with(void* self, Call&& call) {
        auto* held = static_cast<state*>(self);
        return guarded(held->to, [&] { call(held->workload); });
    }

    static constexpr std::uint32_t flags() {
        if constexpr (requires { W::flags; }) {
            return W::flags;
        } else {
            return 0;
        }
    }

    static constexpr dyno_workload entry = {
        sizeof(dyno_workload),         flags(), W::id, W::devices, W::summary,
        pointers<W::parameters>.data(), pointers<W::metrics>.data(),
        check, create, prepare, run, begin, report, destroy,
    };
};

template <workload_class... W>
inline constexpr const dyno_workload* workload_entries[] = {&adapter<W>::entry..., nullptr};

} // namespace detail
} // namespace dyno

#ifndef DYNO_PLUGIN_BUILD
#define DYNO_PLUGIN_BUILD __VERSION__
#endif

/// Exports the workload classes that follow the name and version (both string literals). Once in a
/// plugin, at file scope outside any namespace.
#define DYNO_PLUGIN(plugin_name, plugin_version, ...)                                              \
    DYNO_NOTE(plugin_name, plugin_version);                                                        \
    extern "C" DYNO_EXPORT constinit const dyno_entry dyno_plugin = {                              \
        DYNO_MAGIC,                                                                                \
        sizeof(dyno_entry),                                                                        \
        DYNO_ABI,                                                                                  \
        0,                                                                                         \
        plugin_name,                                                                               \
        plugin_version,                                                                            \
        DYNO_PLUGIN_BUILD,                                                                         \
        dyno::detail::workload_entries<__VA_ARGS__>}

// NVML, opened at run time: calls with fall-backs from newer to older functions, and the words for
// what they return.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/library.hpp"
#include "record/reading.hpp"
#include "telemetry/nvml_abi.hpp"

#include <initializer_list>
#include <string>

namespace dyno {

/// An initialised NVML. Any call may hang where the driver does, so only a child process makes
/// them.
class nvml {
public:
    /// Throws dyno::error that says what is wrong: no library, no driver, versions that differ.
    explicit nvml(const std::string& soname = "libnvidia-ml.so.1");
    ~nvml();
    nvml(const nvml&) = delete;
    nvml& operator=(const nvml&) = delete;

    /// Calls the first of the functions that the library has; one that says that it is not
    /// implemented passes the call on to the next. Arguments must have the C types of the API.
    template <class... Arguments>
    [[nodiscard]] nvml_abi::code call(std::initializer_list<const char*> names,
                                      Arguments... arguments) const {
        nvml_abi::code result = nvml_abi::symbol_missing;
        for (const char* name : names) {
            using function = nvml_abi::code(Arguments...);
            if (auto* found = reinterpret_cast<function*>(m_library.find(name))) {
                result = found(arguments...);
                if (result != nvml_abi::function_not_found) {
                    break;
                }
            }
        }
        return result;
    }

    /// "not supported", "no permission", "lost", "symbol missing", "version mismatch"; of other
    /// codes the library's own word and the code: "Unknown Error (999)".
    [[nodiscard]] record::absent why_absent(nvml_abi::code result) const;

    [[nodiscard]] record::reading<std::string> driver_version() const;
    [[nodiscard]] record::reading<std::string> library_version() const;

private:
    [[nodiscard]] std::string explain_init(nvml_abi::code result) const;

    library m_library;
};

} // namespace dyno

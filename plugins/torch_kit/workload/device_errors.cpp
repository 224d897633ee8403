// device_errors.cpp
// SPDX-License-Identifier: Apache-2.0
#include "device_errors.hpp"

#include <torch_kit/batch_feed.hpp>

#include <c10/util/Exception.h>
#include <dyno/plugin.hpp>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

/// LibTorch's own words end where its advice begins.
std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

std::string describe(const std::optional<refused_allocations::refusal>& refusal,
                     const char* libtorch_says) {
    if (!refusal) {
        return first_line(libtorch_says);
    }
    return std::to_string(refusal->requested) + " B were requested while LibTorch had " +
           std::to_string(refusal->allocated) + " B allocated and " +
           std::to_string(refusal->reserved) + " B reserved, and the device had " +
           std::to_string(refusal->device_free) + " B free";
}

} // namespace

void rethrow_translated(c10::Device device, const std::string& what_did_not_fit,
                        const refused_allocations* refusals) {
    try {
        throw;
    } catch (const pinned_memory_error& error) {
        throw out_of_host_memory(error.what());
    } catch (const c10::OutOfMemoryError& error) {
        const std::string text = what_did_not_fit + " did not fit: " +
                                 describe(refusals != nullptr ? refusals->last() : std::nullopt,
                                          error.what_without_backtrace());
        if (device.is_cpu()) {
            throw out_of_host_memory(text);
        }
        throw out_of_device_memory(text);
    } catch (const c10::Error& error) {
        const std::string text = error.what_without_backtrace();
        // The CPU allocator has no exception type of its own.
        if (text.find("DefaultCPUAllocator: can't allocate memory") != std::string::npos) {
            throw out_of_host_memory(what_did_not_fit + " did not fit: " + first_line(text));
        }
        throw std::runtime_error(text);
    }
}

} // namespace dyno::torch_kit

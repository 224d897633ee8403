// device_errors.hpp - LibTorch's exceptions as the plugin interface's.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch_kit/memory_statistics.hpp>

#include <c10/core/Device.h>

#include <string>

namespace dyno::torch_kit {

/// Call it in a catch block: throws what is being handled again, as dyno::out_of_device_memory
/// (with bytes requested, allocated, reserved and free), dyno::out_of_host_memory, or
/// std::runtime_error without LibTorch's backtrace. What is none of LibTorch's stays as it is.
/// `what_did_not_fit` ends the sentence "... did not fit: ", and `refusals` may be null.
[[noreturn]] void rethrow_translated(c10::Device device, const std::string& what_did_not_fit,
                                     const refused_allocations* refusals);

} // namespace dyno::torch_kit

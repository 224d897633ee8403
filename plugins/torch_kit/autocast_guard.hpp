// autocast_guard.hpp - scoped automatic mixed precision, as Python's torch.autocast.
//
// LibTorch has the switches and no guard. Their state is of three kinds: whether autocast is on is
// a dispatch key, carried to the autograd threads; dtype, nesting and cache flag are thread-local
// and not carried; the cache of cast weights is one map for the process.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <c10/core/DeviceType.h>
#include <c10/core/ScalarType.h>

#include <optional>

namespace dyno::torch_kit {

/// Autocast for one device type on the calling thread while the guard lives; destroyed on the same
/// thread, also by an exception, it restores what was there before.
///
/// Put one around each forward pass and the loss, and call backward() outside: backward operators
/// take the dtype of their forward operator by themselves. When the outermost guard ends, the cache
/// of cast weights is emptied; a guard that outlives an optimizer step would go on with stale ones.
class autocast_guard {
public:
    /// Whether the low-precision copy of a weight is kept until the outermost guard ends. Inside a
    /// CUDA Graph capture it must not be: replays would reuse the copy made at capture time.
    enum class weight_cache { on = 1, off };

    /// Without a dtype autocast is off in the scope, whatever surrounds it.
    autocast_guard(c10::DeviceType device, std::optional<c10::ScalarType> dtype,
                   weight_cache cache = weight_cache::on);
    ~autocast_guard();

    autocast_guard(const autocast_guard&) = delete;
    autocast_guard& operator=(const autocast_guard&) = delete;

private:
    c10::DeviceType m_device;
    bool m_was_enabled;
    c10::ScalarType m_was_dtype;
    bool m_was_cached;
};

/// The autocast state of the calling thread, for code that must repeat work under it later.
struct autocast_state {
    std::optional<c10::ScalarType> dtype; ///< none: autocast is off
    autocast_guard::weight_cache cache;

    [[nodiscard]] static autocast_state of_this_thread(c10::DeviceType device);
};

} // namespace dyno::torch_kit

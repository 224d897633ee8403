// autocast_guard.cpp - the one file that touches LibTorch's autocast switches.
// SPDX-License-Identifier: Apache-2.0
#include "autocast_guard.hpp"

#include <ATen/autocast_mode.h>

namespace dyno::torch_kit {

autocast_guard::autocast_guard(c10::DeviceType device, std::optional<c10::ScalarType> dtype,
                               weight_cache cache)
    : m_device(device), m_was_enabled(at::autocast::is_autocast_enabled(device)),
      m_was_dtype(at::autocast::get_autocast_dtype(device)),
      m_was_cached(at::autocast::is_autocast_cache_enabled()) {
    at::autocast::increment_nesting();
    at::autocast::set_autocast_enabled(device, dtype.has_value());
    if (dtype) {
        at::autocast::set_autocast_dtype(device, *dtype);
    }
    at::autocast::set_autocast_cache_enabled(cache == weight_cache::on);
}

autocast_guard::~autocast_guard() {
    if (at::autocast::decrement_nesting() == 0) {
        at::autocast::clear_cache();
    }
    at::autocast::set_autocast_enabled(m_device, m_was_enabled);
    at::autocast::set_autocast_dtype(m_device, m_was_dtype);
    at::autocast::set_autocast_cache_enabled(m_was_cached);
}

autocast_state autocast_state::of_this_thread(c10::DeviceType device) {
    using weight_cache = autocast_guard::weight_cache;
    autocast_state state{std::nullopt, at::autocast::is_autocast_cache_enabled()
                                           ? weight_cache::on
                                           : weight_cache::off};
    if (at::autocast::is_autocast_enabled(device)) {
        state.dtype = at::autocast::get_autocast_dtype(device);
    }
    return state;
}

} // namespace dyno::torch_kit

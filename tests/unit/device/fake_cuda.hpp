// The fake libcuda.so.1 from a test's side: its extra functions, and the device under test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/find_devices.hpp"
#include "record/device.hpp"

#include <chrono>
#include <cstdint>
#include <dlfcn.h>
#include <stdexcept>

namespace fakes {

/// A function of the library that the code under test has opened.
template <class Function>
Function* find_in_fake_cuda(const char* name) {
    void* opened = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    void* found = opened ? dlsym(opened, name) : nullptr;
    if (!found) {
        throw std::runtime_error("the fake libcuda.so.1 is not on LD_LIBRARY_PATH: run by ctest");
    }
    return reinterpret_cast<Function*>(found);
}

inline int enqueue(void* stream, std::chrono::nanoseconds work) {
    static auto* call = find_in_fake_cuda<int(void*, std::uint64_t)>("fake_cuda_enqueue");
    return call(stream, static_cast<std::uint64_t>(work.count()));
}

inline int live_objects() {
    static auto* call = find_in_fake_cuda<int()>("fake_cuda_live_objects");
    return call();
}

/// The first device that the fake shows.
inline dyno::record::device first_device() {
    return dyno::find_devices().devices.at(0);
}

} // namespace fakes

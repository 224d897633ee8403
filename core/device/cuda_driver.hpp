// The CUDA driver API with every call checked, opened at run time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/cuda_functions.hpp"
#include "device/timed_device.hpp"
#include "record/error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace dyno {

/// There is a driver, and cuInit failed: with what code, and what that means.
class cuda_init_error : public error {
public:
    cuda_init_error(int init_code, const std::string& text) : error(text), m_code(init_code) {}
    [[nodiscard]] int code() const { return m_code; }

private:
    int m_code;
};

/// A context, stream, event or piece of memory that gives itself back. What that call says is
/// ignored: after a sticky error every one of them fails.
using cuda_owner = std::unique_ptr<void, std::function<void(void*)>>;

/// Calls throw device_fault with the call's name and the driver's own words for its code
/// ("cuEventRecord: CUDA_ERROR_ILLEGAL_ADDRESS (700): …"), device_out_of_memory for code 2.
/// Streams and events are used from one thread, with the context made current on it.
class cuda_driver {
public:
    /// Opens and initialises the driver. Throws dyno::error that says what is wrong with the
    /// machine and what mends it; cuda_init_error if there is a driver and it would not start.
    [[nodiscard]] static cuda_driver open(const std::string& soname = "libcuda.so.1");

    /// Highest CUDA that the driver accepts: 13000 for 13.0.
    [[nodiscard]] int cuda_version() const;

    [[nodiscard]] int device_count() const;
    /// The handle of a device, by its ordinal under CUDA_VISIBLE_DEVICES.
    [[nodiscard]] int device(int ordinal) const;
    [[nodiscard]] std::string name(int device) const;
    /// "GPU-…", or "MIG-…" for a MIG instance.
    [[nodiscard]] std::string uuid(int device) const;
    [[nodiscard]] std::string pci_bus_id(int device) const;
    [[nodiscard]] std::size_t total_memory(int device) const;
    [[nodiscard]] int attribute(int which, int device) const;

    /// The primary context, which every library of the process shares.
    [[nodiscard]] cuda_owner retain_primary_context(int device) const;
    void make_current(void* context) const;
    /// Free and total bytes of the current context's device.
    [[nodiscard]] std::pair<std::size_t, std::size_t> memory_info() const;

    /// A stream that does not wait for the default stream.
    [[nodiscard]] cuda_owner make_stream() const;
    void synchronise(void* stream) const;
    /// Throws what an earlier asynchronous call has left behind.
    void check(void* stream) const;

    /// An event that takes the time.
    [[nodiscard]] cuda_owner make_event() const;
    void record(void* event, void* stream) const;
    [[nodiscard]] double elapsed_s(void* from, void* to) const;

    /// Device memory; the pointer is the device's address.
    [[nodiscard]] cuda_owner allocate(std::size_t bytes) const;
    /// Enqueues `count` 32-bit words of `value`.
    void fill(void* memory, unsigned value, std::size_t count, void* stream) const;
    /// Pinned host memory that the device can read.
    [[nodiscard]] cuda_owner allocate_mapped(std::size_t bytes) const;

    /// Whether this driver has wait_for_value(), and needs an attribute of the device for it.
    [[nodiscard]] bool has_wait_for_value() const { return m_call.cuStreamWaitValue32 != nullptr; }
    [[nodiscard]] bool needs_wait_attribute() const { return !m_call.has_wait_value_v2; }
    /// Keeps the stream waiting until the mapped word has reached `value`.
    void wait_for_value(void* stream, void* mapped_word, std::uint32_t value) const;

private:
    explicit cuda_driver(const cuda_functions& functions) : m_call(functions) {}

    [[nodiscard]] std::string words(const char* call, cuda_result result) const;
    void require(cuda_result result, const char* call) const;

    cuda_functions m_call;
};

} // namespace dyno

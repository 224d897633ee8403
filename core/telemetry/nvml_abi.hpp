// The part of NVML's stable C ABI that is used, declared by ourselves (nvml.h has the rest).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace dyno::nvml_abi {

/// nvmlReturn_t. Negative values are ours.
using code = int;
inline constexpr code success = 0;
inline constexpr code not_supported = 3;
inline constexpr code no_permission = 4;
inline constexpr code insufficient_size = 7;
inline constexpr code driver_not_loaded = 9;
inline constexpr code function_not_found = 13;
inline constexpr code gpu_is_lost = 15;
inline constexpr code version_mismatch = 18;          ///< of library and kernel module
inline constexpr code argument_version_mismatch = 25; ///< of a struct
inline constexpr code symbol_missing = -1;            ///< the library exports no such function
inline constexpr code no_library = -2;                ///< there is no NVML at all

// nvmlClockType_t, nvmlTemperatureSensors_t, nvmlValueType_t, and field ids
inline constexpr unsigned sm_clock = 1, memory_clock = 2;
inline constexpr unsigned gpu_sensor = 0;
inline constexpr unsigned unsigned_int_value = 1;
inline constexpr unsigned power_instant_field = 186;

/// The version word that a versioned struct begins with: its size and, in the top byte, its
/// version.
template <class Struct>
constexpr unsigned version_word(unsigned version) {
    return static_cast<unsigned>(sizeof(Struct)) | version << 24;
}

struct memory_v1 {
    unsigned long long total, free, used; ///< used: with what the driver reserves
};

struct memory_v2 {
    unsigned version = version_word<memory_v2>(2);
    unsigned long long total = 0, reserved = 0, free = 0, used = 0;
};

struct temperature_v1 {
    unsigned version = version_word<temperature_v1>(1);
    unsigned sensor = gpu_sensor;
    int temperature_c = 0;
};

struct utilisation {
    unsigned gpu_percent, memory_percent;
};

/// Element of the list that the first process queries fill. The second and third versions have two
/// more 32-bit numbers behind it (MIG instance ids), and early 535 drivers 64 bits more.
struct process_info {
    unsigned pid;
    unsigned long long used_bytes; ///< all bits set: not available
};

struct field_value {
    unsigned field = 0;
    unsigned scope = 0;
    long long timestamp_us = 0, latency_us = 0;
    unsigned value_type = 0;
    code result = 0;
    union {
        double real;
        unsigned number;
        unsigned long long large;
    } value = {};
};

static_assert(sizeof(memory_v2) == 40 && sizeof(temperature_v1) == 12 &&
              sizeof(process_info) == 16 && sizeof(field_value) == 40);

} // namespace dyno::nvml_abi

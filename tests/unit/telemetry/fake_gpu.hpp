// The devices that the fake libcuda.so.1 and the fake libnvidia-ml.so.1 both show by default.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/device.hpp"

#include <string>

namespace fakes {

inline dyno::record::device gpu(const std::string& uuid, const std::string& bus_id) {
    dyno::record::device d;
    d.kind = dyno::record::device_kind::cuda;
    d.name = "NVIDIA Test GPU";
    d.index = 0;
    d.uuid = uuid;
    d.pci_bus_id = bus_id;
    d.sm = 90;
    d.multiprocessors = 132;
    d.memory_bytes = std::uint64_t{16} << 30;
    d.l2_bytes = std::uint64_t{50} << 20;
    return d;
}

/// First for CUDA, second for NVML.
inline dyno::record::device first_gpu() {
    return gpu("GPU-11111111-aaaa-4aaa-8aaa-000000000001", "0000:65:00.0");
}
inline dyno::record::device second_gpu() {
    return gpu("GPU-22222222-bbbb-4bbb-8bbb-000000000002", "0000:17:00.0");
}

} // namespace fakes

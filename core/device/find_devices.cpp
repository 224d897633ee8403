// SPDX-License-Identifier: Apache-2.0
#include "device/find_devices.hpp"

#include "device/cuda_driver.hpp"
#include "device/processor.hpp"

namespace dyno {
namespace {

record::device describe(const cuda_driver& driver, int ordinal) {
    const int handle = driver.device(ordinal);
    record::device found;
    found.kind = record::device_kind::cuda;
    found.name = driver.name(handle);
    found.index = ordinal;
    found.uuid = driver.uuid(handle);
    found.pci_bus_id = driver.pci_bus_id(handle);
    found.sm = driver.attribute(cuda_attribute::compute_capability_major, handle) * 10 +
               driver.attribute(cuda_attribute::compute_capability_minor, handle);
    found.multiprocessors = driver.attribute(cuda_attribute::multiprocessor_count, handle);
    found.memory_bytes = driver.total_memory(handle);
    found.l2_bytes =
        static_cast<std::uint64_t>(driver.attribute(cuda_attribute::l2_cache_size, handle));
    return found;
}

void add_reason(record::device_list& list, const std::string& reason) {
    list.reason += (list.reason.empty() ? "" : "; ") + reason;
}

void add_cuda_devices(record::device_list& list, const std::string& driver_soname) {
    const cuda_driver driver = cuda_driver::open(driver_soname);
    list.driver_cuda = driver.cuda_version();
    const int count = driver.device_count();
    for (int ordinal = 0; ordinal < count; ++ordinal) {
        try {
            list.devices.push_back(describe(driver, ordinal));
        } catch (const device_fault& failure) {
            add_reason(list, "CUDA device " + std::to_string(ordinal) + ": " + failure.what());
        }
    }
    if (count == 0) {
        add_reason(list, "the NVIDIA driver shows no device");
    }
}

} // namespace

record::device_list find_devices(const std::string& driver_soname) {
    record::device_list list;
    try {
        add_cuda_devices(list, driver_soname);
    } catch (const cuda_init_error& failure) {
        list.driver_failure = failure.code();
        add_reason(list, failure.what());
    } catch (const error& failure) {
        add_reason(list, failure.what());
    }
    list.devices.push_back(read_processor());
    return list;
}

} // namespace dyno

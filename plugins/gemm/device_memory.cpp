// Allocation on the device.
//
// SPDX-License-Identifier: Apache-2.0
#include "device_memory.hpp"

#include "host_memory.hpp"

#include <dyno/plugin.hpp>

#include <string>

namespace dyno::gemm {

device_memory::device_memory(std::size_t bytes, const char* purpose) : m_size(bytes) {
    if (bytes == 0) {
        return;
    }
    void* data = nullptr;
    const cudaError_t status = cudaMalloc(&data, bytes);
    if (status == cudaErrorMemoryAllocation) {
        static_cast<void>(cudaGetLastError());
        std::size_t free = 0;
        std::size_t total = 0;
        require_success(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
        throw out_of_device_memory(std::string("cudaMalloc: ") + cudaGetErrorName(status) + " (" +
                                   cudaGetErrorString(status) + "): " + bytes_in_words(bytes) +
                                   " asked for " + purpose + ", " + bytes_in_words(free) + " of " +
                                   bytes_in_words(total) +
                                   " free; make m, n, k, batch or workspace smaller");
    }
    require_success(status, "cudaMalloc");
    m_data.reset(static_cast<std::byte*>(data));
}

} // namespace dyno::gemm

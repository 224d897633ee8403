// Memory on the CUDA device, freed with its owner.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cuda_status.hpp"

#include <cstddef>

namespace dyno::gemm {

class device_memory {
public:
    device_memory() = default;
    /// Throws out_of_device_memory with the bytes asked for and the bytes free. `purpose` is said
    /// in it ("matrix A"). 0 bytes: holds a null pointer.
    device_memory(std::size_t bytes, const char* purpose);

    [[nodiscard]] std::byte* data() const { return m_data.get(); }
    [[nodiscard]] std::size_t size() const { return m_size; }

private:
    owned<std::byte, cudaFree> m_data;
    std::size_t m_size = 0;
};

} // namespace dyno::gemm

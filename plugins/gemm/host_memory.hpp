// Host memory for matrices: aligned, not cleared, refused in words if there is not enough.
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace dyno::gemm {

class host_memory {
public:
    host_memory() = default;
    /// Throws out_of_host_memory if the system will not give it.
    explicit host_memory(std::size_t bytes);

    [[nodiscard]] std::byte* data() { return m_data.get(); }
    [[nodiscard]] std::span<std::byte> bytes() { return {m_data.get(), m_size}; }

private:
    struct freed {
        void operator()(std::byte* data) const { std::free(data); }
    };
    std::unique_ptr<std::byte, freed> m_data;
    std::size_t m_size = 0;
};

/// Bytes that the system can give without swapping, where it says so (MemAvailable).
[[nodiscard]] std::optional<std::size_t> available_host_memory();

/// Throws out_of_host_memory if `bytes` are more than is available. Linux promises memory that it
/// does not have and then ends a process, so asking for it proves nothing.
void require_host_memory(std::size_t bytes, const std::string& purpose);

/// "1.5 GiB (1610612736 B)"
[[nodiscard]] std::string bytes_in_words(std::size_t bytes);

} // namespace dyno::gemm

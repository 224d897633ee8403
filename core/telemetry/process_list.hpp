// The buffer that NVML's process queries fill, and what it holds in each of their versions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/telemetry.hpp"

#include <cstddef>
#include <vector>

namespace dyno {

/// Elements are 16 bytes in the first version of the queries, 24 in later ones, and 32 in those of
/// early 535 drivers, which do not say so: the buffer has room for any, and read() sees from what
/// was written which it is.
class process_list {
public:
    /// `later` is a query with a version in its name.
    process_list(bool graphics, bool later);

    /// For the call: in the room, out how many there are.
    [[nodiscard]] unsigned* count() { return &m_count; }
    [[nodiscard]] void* data() { return m_bytes.data(); }

    /// Makes room for what the call said is needed, with some to spare; false if it was asked for
    /// too often.
    [[nodiscard]] bool grow();

    /// The processes that the call has written.
    [[nodiscard]] std::vector<record::gpu_process> read() const;

private:
    void make_room(unsigned elements);
    [[nodiscard]] std::size_t element_bytes() const;

    bool m_graphics;
    bool m_later;
    unsigned m_count = 0;
    int m_growths = 0;
    std::vector<unsigned char> m_bytes;
};

} // namespace dyno

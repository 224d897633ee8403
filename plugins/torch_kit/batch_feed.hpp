// batch_feed.hpp - where the images of each step come from: already on the device, or copied there
// from pinned or pageable host memory, a fresh batch each step.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "initialisation.hpp"

#include <ATen/core/Tensor.h>
#include <c10/core/Event.h>
#include <c10/core/Stream.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace dyno::torch_kit {

enum class input_path {
    device = 1, ///< the same batch each step, on the device
    pinned,     ///< copied on a side stream while the step before computes
    pageable,   ///< copied on the step's own stream; the host waits for it
};
inline constexpr const char* input_path_names[] = {"device", "pinned", "pageable", nullptr};

/// Pinned host memory could not be had. LibTorch's host allocator rounds each block up to the next
/// power of two and has no limit of its own.
struct pinned_memory_error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Feeds one pair of fixed tensors, whose addresses a CUDA Graph may hold. Call begin_step(), then
/// use images() and labels() on the stream, then end_step(); when that returns, all work of the
/// step is on the stream or joined to it.
class batch_feed {
public:
    /// `batches`, on the CPU and in their final layout, are taken in turns; for input_path::device
    /// the first is the only one. `stream` is where the steps run; none on the CPU, where pinned is
    /// not possible (std::invalid_argument). Throws pinned_memory_error.
    batch_feed(input_path path, std::vector<labelled_batch> batches, c10::Device device,
               std::optional<c10::Stream> stream);

    /// Brings this step's batch to images() and labels(), and begins copying the next.
    void begin_step();
    void end_step();

    [[nodiscard]] const at::Tensor& images() const { return m_current.images; }
    [[nodiscard]] const at::Tensor& labels() const { return m_current.labels; }

private:
    void copy_next_to_staging();

    input_path m_path;
    std::vector<labelled_batch> m_batches; // on the host
    std::size_t m_next = 0;
    labelled_batch m_current; // on the device, what a step reads
    labelled_batch m_staging; // on the device, what the side stream writes; pinned only

    std::optional<c10::Stream> m_stream;
    std::optional<c10::Stream> m_side;
    std::optional<c10::Event> m_staging_read;    // m_current has been copied from m_staging
    std::optional<c10::Event> m_staging_written; // the next batch is in m_staging
};

} // namespace dyno::torch_kit

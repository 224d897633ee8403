// batch_feed.cpp
//
// Pinned is double-buffered: the side stream writes `staging` while the step reads `current`, and a
// copy on the device, at some TB/s, moves one to the other. Swapping two buffers instead would save
// that copy, but a captured step reads fixed addresses.
// SPDX-License-Identifier: Apache-2.0
#include "batch_feed.hpp"

#include <ATen/ops/empty_like.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>

#include <stdexcept>
#include <utility>

namespace dyno::torch_kit {
namespace {

/// cudaErrorMemoryAllocation; a failed pinned allocation throws AcceleratorError with it, where a
/// failed device allocation throws OutOfMemoryError.
constexpr int cuda_out_of_memory = 2;

at::Tensor pinned_copy(const at::Tensor& tensor) {
    try {
        return tensor.pin_memory();
    } catch (const c10::AcceleratorError& error) {
        if (error.get_error_code() != cuda_out_of_memory) {
            throw;
        }
        throw pinned_memory_error("pinned host memory: " + std::to_string(tensor.nbytes()) +
                                  " B were refused (rounded up to the next power of two); lower "
                                  "'batch' or 'image_size', or use input = \"pageable\"");
    }
}

labelled_batch like(const labelled_batch& batch, c10::Device device) {
    return {at::empty_like(batch.images, batch.images.options().device(device)),
            at::empty_like(batch.labels, batch.labels.options().device(device))};
}

void copy(labelled_batch& to, const labelled_batch& from, bool non_blocking) {
    to.images.copy_(from.images, non_blocking);
    to.labels.copy_(from.labels, non_blocking);
}

} // namespace

batch_feed::batch_feed(input_path path, std::vector<labelled_batch> batches, c10::Device device,
                       std::optional<c10::Stream> stream)
    : m_path(path), m_batches(std::move(batches)), m_stream(stream) {
    if (m_path == input_path::pinned && !stream) {
        throw std::invalid_argument("batch_feed: pinned memory needs a CUDA device");
    }
    m_current = like(m_batches.front(), device);
    copy(m_current, m_batches.front(), /*non_blocking=*/false);
    if (m_path == input_path::device) {
        m_batches.clear();
    }
    if (m_path == input_path::pinned) {
        for (auto& batch : m_batches) {
            batch = {pinned_copy(batch.images), pinned_copy(batch.labels)};
        }
        m_staging = like(m_batches.front(), device);
        m_side = c10::impl::VirtualGuardImpl(device.type()).getStreamFromGlobalPool(device);
        m_staging_read.emplace(device.type());
        m_staging_written.emplace(device.type());
        m_staging_read->record(*m_stream);
        copy_next_to_staging();
        m_staging_written->block(*m_stream);
    }
}

void batch_feed::copy_next_to_staging() {
    m_staging_read->block(*m_side);
    {
        const c10::StreamGuard on_side(*m_side);
        copy(m_staging, m_batches[m_next], /*non_blocking=*/true);
    }
    m_next = (m_next + 1) % m_batches.size();
    m_staging_written->record(*m_side);
}

void batch_feed::begin_step() {
    switch (m_path) {
    case input_path::device:
        break;
    case input_path::pinned:
        copy(m_current, m_staging, /*non_blocking=*/true);
        m_staging_read->record(*m_stream);
        copy_next_to_staging();
        break;
    case input_path::pageable:
        copy(m_current, m_batches[m_next], /*non_blocking=*/false);
        m_next = (m_next + 1) % m_batches.size();
        break;
    }
}

void batch_feed::end_step() {
    if (m_path == input_path::pinned) {
        m_staging_written->block(*m_stream);
    }
}

} // namespace dyno::torch_kit

// initialisation.hpp - the values that a network and its batches start from.
//
// Either random, as torchvision draws them, or made by a formula that any language can repeat to
// the bit, so that two programs can be compared loss by loss.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "resnet.hpp"

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace dyno::torch_kit {

enum class initialisation { random = 1, formula };
inline constexpr const char* initialisation_names[] = {"random", "formula", nullptr};

/// Fills a network that is still on the CPU. Random: with the same at::manual_seed() before it the
/// weights are those of torchvision.models.resnet50() after torch.manual_seed(), to the bit.
void initialise(resnet& network, initialisation how);

/// Images (float32, N x 3 x size x size, variance 1) and class labels (int64, N), on the CPU.
struct labelled_batch {
    at::Tensor images, labels;
};

/// Random: drawn from the CPU's default generator. Formula: batch number `number`, from 0.
[[nodiscard]] labelled_batch make_batch(initialisation how, std::int64_t size,
                                        std::int64_t image_size, std::int64_t num_classes,
                                        std::int64_t number);

/// The formula: element i of stream s is mix(i + s * 0x9E3779B9) / 2^32 - 1/2, in [-1/2, 1/2),
/// times `scale`, plus `offset`, computed in double and rounded to float32 once. mix is
/// MurmurHash3's 32-bit finaliser. tests/fixtures/torch_kit/formula.py is the same in Python.
[[nodiscard]] at::Tensor formula_tensor(at::IntArrayRef sizes, std::uint32_t stream, double scale,
                                        double offset = 0.0);

} // namespace dyno::torch_kit

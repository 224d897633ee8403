// summary.hpp - a tensor against its summary in a fixture: norm, product with a probe, first
// values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "fixture.hpp"

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace dyno::torch_kit::testing {

/// Every number within `tolerance` of the tensor's norm, or of the number itself if that is larger.
void expect_summary(const at::Tensor& tensor, const std::vector<double>& expected, double tolerance,
                    const std::string& what);

} // namespace dyno::torch_kit::testing

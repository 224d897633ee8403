// summary.cpp
// SPDX-License-Identifier: Apache-2.0
#include "summary.hpp"

#include <torch_kit/initialisation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace dyno::torch_kit::testing {

void expect_summary(const at::Tensor& tensor, const std::vector<double>& expected, double tolerance,
                    const std::string& what) {
    constexpr std::uint32_t probe_stream = 3000; // FIRST_PROBE_STREAM in formula.py
    const auto flat = tensor.detach().to(at::kDouble).flatten();
    const auto probe = formula_tensor({flat.numel()}, probe_stream, 1.0).to(at::kDouble);
    std::vector<double> found{flat.norm().item<double>(), flat.dot(probe).item<double>()};
    for (std::int64_t i = 0; i < std::min<std::int64_t>(3, flat.numel()); ++i) {
        found.push_back(flat[i].item<double>());
    }
    ASSERT_EQ(found.size(), expected.size()) << what;
    for (std::size_t i = 0; i < found.size(); ++i) {
        const double size = std::max(expected[0], std::abs(expected[i]));
        EXPECT_NEAR(found[i], expected[i], tolerance * size) << what << ", number " << i;
    }
}

} // namespace dyno::torch_kit::testing

// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/workload/training_settings.hpp>

#include <gtest/gtest.h>

#include <stdexcept>

namespace dyno::torch_kit {
namespace {

/// Fits together and runs anywhere.
training_settings plain() {
    training_settings s;
    s.model = resnet_depth::resnet18;
    s.batch = s.micro_batch = s.samples = 8;
    s.image_size = 64;
    s.arithmetic = precision::fp32;
    s.layout = memory_layout::contiguous;
    s.optimizer = sgd_kind::foreach;
    s.scaler = scaler_kind::automatic;
    s.input = input_path::device;
    s.how = execution::eager;
    return s;
}

template <class Change>
training_settings changed(Change change) {
    training_settings s = plain();
    change(s);
    return s;
}

constexpr device cpu{sizeof(device), DYNO_CPU, -1, 0, "a CPU", nullptr};
constexpr device turing{sizeof(device), DYNO_CUDA, 0, 75, "a Turing card", nullptr};
constexpr device ampere{sizeof(device), DYNO_CUDA, 0, 80, "an Ampere card", nullptr};

TEST(training_settings, plain_ones_pass) {
    EXPECT_NO_THROW(plain().check());
    for (const auto& where : {cpu, turing, ampere}) {
        EXPECT_NO_THROW(plain().require(where));
    }
}

TEST(training_settings, refuses_a_micro_batch_above_the_batch) {
    EXPECT_THROW(changed([](auto& s) { s.micro_batch = 9; }).check(), std::invalid_argument);
}

TEST(training_settings, refuses_one_value_per_channel_in_batch_norm) {
    const auto small = [](std::int64_t batch, std::int64_t micro_batch, std::int64_t samples,
                          std::int64_t image_size) {
        return changed([=](auto& s) {
            s.batch = batch;
            s.micro_batch = micro_batch;
            s.samples = samples;
            s.image_size = image_size;
        });
    };
    EXPECT_NO_THROW(small(2, 2, 2, 32).check());
    EXPECT_NO_THROW(small(1, 1, 1, 33).check());
    EXPECT_THROW(small(1, 1, 1, 32).check(), std::invalid_argument);
    EXPECT_THROW(small(7, 3, 7, 32).check(), std::invalid_argument);  // 3 + 3 + 1
    EXPECT_THROW(small(8, 4, 17, 32).check(), std::invalid_argument); // a last step of 1
}

TEST(training_settings, refuses_a_scaler_that_its_optimizer_cannot_follow) {
    const auto fp16 = [](sgd_kind optimizer, scaler_kind scaler, execution how) {
        return changed([=](auto& s) {
            s.arithmetic = precision::fp16_amp;
            s.optimizer = optimizer;
            s.scaler = scaler;
            s.how = how;
        });
    };
    using enum execution;
    EXPECT_THROW(fp16(sgd_kind::loop, scaler_kind::device, eager).check(), std::invalid_argument);
    EXPECT_NO_THROW(fp16(sgd_kind::loop, scaler_kind::automatic, eager).check());
    EXPECT_THROW(fp16(sgd_kind::loop, scaler_kind::automatic, graph).check(),
                 std::invalid_argument);
    EXPECT_THROW(fp16(sgd_kind::fused, scaler_kind::synchronising, graph).check(),
                 std::invalid_argument);
    EXPECT_NO_THROW(fp16(sgd_kind::fused, scaler_kind::automatic, graph).check());
    // There scaler and optimizer are not part of the graph.
    EXPECT_NO_THROW(fp16(sgd_kind::loop, scaler_kind::automatic, graph_forward_backward).check());
}

TEST(training_settings, a_graph_holds_one_step) {
    EXPECT_THROW(changed([](auto& s) {
                     s.how = execution::graph;
                     s.samples = 24;
                 }).check(),
                 std::invalid_argument);
}

TEST(training_settings, what_the_cpu_cannot_do_is_skipped) {
    EXPECT_THROW(changed([](auto& s) { s.how = execution::graph; }).require(cpu), skipped);
    EXPECT_THROW(changed([](auto& s) { s.arithmetic = precision::tf32; }).require(cpu), skipped);
    EXPECT_THROW(changed([](auto& s) { s.arithmetic = precision::fp16_amp; }).require(cpu),
                 skipped);
    EXPECT_THROW(changed([](auto& s) { s.input = input_path::pinned; }).require(cpu), skipped);
    EXPECT_NO_THROW(changed([](auto& s) { s.arithmetic = precision::bf16_amp; }).require(cpu));
}

TEST(training_settings, tf32_and_bfloat16_need_compute_capability_8) {
    for (const auto kind : {precision::tf32, precision::bf16_amp}) {
        const auto settings = changed([=](auto& s) { s.arithmetic = kind; });
        EXPECT_THROW(settings.require(turing), skipped);
        EXPECT_NO_THROW(settings.require(ampere));
    }
}

} // namespace
} // namespace dyno::torch_kit

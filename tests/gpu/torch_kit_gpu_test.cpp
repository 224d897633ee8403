// torch_kit on a CUDA device: what the CPU cannot show. Eager and captured steps, checkpointed ones
// and a stream of somebody else's are compared to the bit, with deterministic plans and without
// cuDNN's benchmark: its choice differs between forward and recomputation.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/adopted_stream.hpp>
#include <torch_kit/batch_feed.hpp>
#include <torch_kit/captured_graph.hpp>
#include <torch_kit/cuda/cuda_runtime.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/memory_statistics.hpp>
#include <torch_kit/precision.hpp>
#include <torch_kit/resnet.hpp>
#include <torch_kit/training_step.hpp>

#include <ATen/Context.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/randn.h>
#include <ATen/ops/tensor.h>
#include <ATen/ops/zeros.h>
#include <c10/core/StreamGuard.h>
#include <c10/core/impl/VirtualGuardImpl.h>
#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

namespace dyno::torch_kit {
namespace {

const c10::Device cuda(c10::kCUDA, 0);

class on_a_gpu : public ::testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = why_no_cuda(); !reason.empty()) {
            FAIL() << reason << ": these tests are registered only where a device is";
        }
        m_switches.emplace(arithmetic_switches{.deterministic = true});
        m_stream.emplace(
            c10::impl::VirtualGuardImpl(c10::kCUDA).getStreamFromGlobalPool(cuda, false));
        m_on_stream.emplace(*m_stream);
    }

    [[nodiscard]] c10::Stream stream() const { return *m_stream; }

private:
    std::optional<arithmetic_guard> m_switches;
    std::optional<c10::Stream> m_stream;
    std::optional<c10::StreamGuard> m_on_stream;
};

struct training_case {
    precision arithmetic = precision::fp16_amp;
    segmentation checkpoint = segmentation::none;
    bool captured = false;
    input_path input = input_path::device;
    double init_scale = 65536.0; // so that the first steps are skipped
};

/// ResNet-18 in channels-last, stepped on the current stream; a captured one after three warm-up
/// steps, as captured_graph.hpp asks for.
class trainer {
public:
    static constexpr int warm_up_steps = 3;

    trainer(const training_case& chosen, c10::Stream stream)
        : m_case(chosen), m_stream(stream), m_network(resnet_depth::resnet18, 100) {
        at::manual_seed(7);
        initialise(m_network, initialisation::random);
        m_network.place(cuda, memory_layout::channels_last);
        m_segments = m_network.segments(chosen.checkpoint);
        std::vector<labelled_batch> batches;
        for (int i = 0; i < 2; ++i) {
            batches.push_back(make_batch(initialisation::formula, 16, 64, 100, i));
            batches.back().images = in_layout(batches.back().images, memory_layout::channels_last);
        }
        m_feed.emplace(chosen.input, std::move(batches), cuda, stream);

        training_step_options options;
        options.arithmetic = chosen.arithmetic;
        options.weight_cache =
            chosen.captured ? autocast_guard::weight_cache::off : autocast_guard::weight_cache::on;
        options.sgd.learning_rate = 1e-3;
        options.scaling.initial_scale = chosen.init_scale;
        std::vector<at::Tensor> parameters;
        for (const auto& [name, parameter] : m_network.parameters()) {
            parameters.push_back(parameter);
        }
        m_step.emplace([this](const at::Tensor& images) { return forward(images); },
                       std::move(parameters), options);
        for (int i = 0; i < warm_up_steps; ++i) {
            step();
        }
        if (chosen.captured) {
            m_step->discard();
            m_graph.emplace(stream, [this] { work(); });
        }
    }

    void step() {
        m_feed->begin_step();
        if (m_graph) {
            m_graph->replay();
        } else {
            work();
        }
        m_feed->end_step();
    }

    /// Of the next steps, read after each.
    std::vector<float> losses(int count) {
        std::vector<float> result;
        for (int i = 0; i < count; ++i) {
            step();
            result.push_back(m_step->loss().item<float>());
        }
        return result;
    }

    /// Parameters, momenta, buffers and the scale.
    [[nodiscard]] std::vector<at::Tensor> state() {
        std::vector<at::Tensor> all = m_step->parameters();
        for (const auto& momentum : m_step->optimizer().momentum_buffers()) {
            all.push_back(momentum);
        }
        for (const auto& [name, buffer] : m_network.buffers()) {
            all.push_back(buffer);
        }
        if (auto& scaler = m_step->scaler()) {
            all.push_back(at::full({}, scaler->current_scale()));
        }
        return all;
    }

    [[nodiscard]] const std::optional<captured_graph>& graph() const { return m_graph; }
    [[nodiscard]] training_step& parts() { return *m_step; }

    void work() {
        m_step->accumulate(m_feed->images(), m_feed->labels());
        m_step->apply();
    }

private:
    [[nodiscard]] at::Tensor forward(const at::Tensor& images) const {
        return m_case.checkpoint == segmentation::none
                   ? m_network.forward(images)
                   : m_network.forward_checkpointed(images, m_segments, false);
    }

    training_case m_case;
    c10::Stream m_stream;
    resnet m_network;
    std::vector<segment_function> m_segments;
    std::optional<batch_feed> m_feed;
    std::optional<training_step> m_step;
    std::optional<captured_graph> m_graph;
};

void expect_equal_courses(trainer& left, trainer& right, int steps) {
    const auto left_losses = left.losses(steps);
    EXPECT_EQ(left_losses, right.losses(steps));
    for (const float loss : left_losses) {
        EXPECT_TRUE(std::isfinite(loss)) << loss;
    }
    const auto left_state = left.state();
    const auto right_state = right.state();
    ASSERT_EQ(left_state.size(), right_state.size());
    for (std::size_t i = 0; i < left_state.size(); ++i) {
        EXPECT_TRUE(left_state[i].equal(right_state[i])) << "tensor " << i;
    }
}

TEST_F(on_a_gpu, a_captured_step_equals_the_eager_one_to_the_bit) {
    for (const auto arithmetic : {precision::fp32, precision::fp16_amp, precision::bf16_amp}) {
        SCOPED_TRACE(precision_names[static_cast<int>(arithmetic) - 1]);
        trainer eager({.arithmetic = arithmetic}, stream());
        trainer captured({.arithmetic = arithmetic, .captured = true}, stream());
        EXPECT_GT(captured.graph()->kernels(), 100);
        EXPECT_GT(captured.graph()->capture_s(), 0.0);
        expect_equal_courses(eager, captured, 20);
    }
}

TEST_F(on_a_gpu, checkpointing_equals_none_eagerly_and_captured) {
    for (const auto arithmetic : {precision::fp32, precision::fp16_amp}) {
        for (const bool captured : {false, true}) {
            SCOPED_TRACE(captured ? "captured" : "eager");
            trainer plain({.arithmetic = arithmetic}, stream());
            trainer checkpointed({.arithmetic = arithmetic,
                                  .checkpoint = segmentation::per_stage,
                                  .captured = captured},
                                 stream());
            expect_equal_courses(plain, checkpointed, 5);
        }
    }
}

TEST_F(on_a_gpu, pinned_batches_arrive_in_turns_and_feed_a_graph) {
    std::vector<labelled_batch> batches{make_batch(initialisation::formula, 64, 64, 100, 0),
                                        make_batch(initialisation::formula, 64, 64, 100, 1)};
    batch_feed feed(input_path::pinned, batches, cuda, stream());
    for (std::size_t i = 0; i < 6; ++i) {
        feed.begin_step();
        EXPECT_TRUE(feed.images().cpu().equal(batches[i % 2].images)) << i;
        EXPECT_TRUE(feed.labels().cpu().equal(batches[i % 2].labels)) << i;
        feed.end_step();
    }
    trainer pageable({.input = input_path::pageable}, stream());
    trainer pinned({.captured = true, .input = input_path::pinned}, stream());
    expect_equal_courses(pageable, pinned, 8);
}

TEST_F(on_a_gpu, a_stream_of_somebody_elses_serves_eager_and_captured_steps) {
    void* native = nullptr;
    const auto create =
        cuda_runtime_function<decltype(cudaStreamCreateWithFlags)>("cudaStreamCreateWithFlags");
    check_cuda("cudaStreamCreateWithFlags",
               create(reinterpret_cast<cudaStream_t*>(&native), cudaStreamNonBlocking));
    const c10::Stream foreign = adopt_cuda_stream(native, cuda.index());
    trainer here({}, stream());
    {
        const c10::StreamGuard on_foreign(foreign);
        trainer eager({}, foreign);
        trainer captured({.captured = true}, foreign);
        expect_equal_courses(here, eager, 5);
        const auto expected = eager.losses(5);
        (void)captured.losses(5); // the five that `eager` took above
        EXPECT_EQ(captured.losses(5), expected);
        foreign.synchronize();
    }
}

TEST_F(on_a_gpu, a_failed_capture_leaves_the_process_usable) {
    trainer trained({}, stream());
    trainer reference({}, stream());
    const auto expect_usable = [&] {
        stream().synchronize();
        EXPECT_EQ(trained.losses(2), reference.losses(2));
    };

    // item() synchronises, which a capture does not allow.
    trained.parts().discard();
    EXPECT_THROW(captured_graph(stream(), [&] { (void)trained.parts().loss().item<float>(); }),
                 c10::Error);
    expect_usable();

    trained.parts().discard();
    EXPECT_THROW(captured_graph(stream(), [] { throw std::runtime_error("from the work"); }),
                 std::runtime_error);
    expect_usable();

    trained.parts().discard();
    EXPECT_THROW(captured_graph(stream(),
                                [] {
                                    (void)at::empty(
                                        {std::int64_t{1} << 42},
                                        at::TensorOptions().device(cuda).dtype(at::kByte));
                                }),
                 c10::OutOfMemoryError);
    expect_usable();

    trainer second({.captured = true}, stream());
    EXPECT_EQ(second.losses(1).size(), 1U);
}

TEST_F(on_a_gpu, a_skipped_first_step_leaves_no_garbage_in_any_optimizer) {
    std::vector<at::Tensor> ends;
    for (const auto kind : {sgd_kind::loop, sgd_kind::foreach, sgd_kind::fused}) {
        auto weight = at::full({4096}, 1.0F, cuda).requires_grad_();
        grad_scaler scaler(cuda, {.initial_scale = 65536.0, .growth_interval = 2});
        sgd optimizer(kind, {weight}, {.learning_rate = 0.125});
        for (const float gradient : {1e35F, 1.0F, 2.0F, 1e35F, 0.5F}) {
            weight.mutable_grad() =
                scaler.scale(at::full({}, gradient, cuda)).expand({4096}).contiguous();
            scaler.unscale({weight.grad()});
            if (kind == sgd_kind::fused) {
                optimizer.step(scaler.found_inf());
            } else if (!scaler.overflowed()) {
                optimizer.step();
            }
            scaler.update();
        }
        EXPECT_EQ(scaler.skipped_steps(), 2);
        EXPECT_EQ(scaler.current_scale(), 32768.0); // halved, doubled after two steps, halved
        ends.push_back(weight.detach().cpu());
        EXPECT_TRUE(ends.back().isfinite().all().item<bool>());
        EXPECT_LE(ends.back().sub(ends.front()).abs().max().item<float>(), 1e-6F);
    }
}

TEST_F(on_a_gpu, a_fused_step_in_a_graph_follows_the_learning_rate) {
    auto weight = at::full({8}, 1.0F, cuda).requires_grad_();
    sgd optimizer(sgd_kind::fused, {weight}, {.learning_rate = 0.5, .momentum = 1e-6});
    weight.mutable_grad() = at::full({8}, 1.0F, cuda);
    optimizer.step();
    captured_graph graph(stream(), [&] { optimizer.step(); });
    optimizer.set_learning_rate(0.25);
    graph.replay();
    EXPECT_NEAR(weight[0].item<float>(), 1.0 - 0.5 - 0.25, 1e-4);
}

TEST_F(on_a_gpu, memory_is_counted_and_refusals_are_remembered) {
    const auto bytes = at::TensorOptions().device(cuda).dtype(at::kByte);
    const refused_allocations refusals;
    EXPECT_FALSE(refusals.last());
    empty_memory_cache(cuda); // a larger cached block might be handed out whole
    reset_peak_memory(cuda);
    const auto before = *memory_statistics::of(cuda);
    constexpr std::int64_t size = 64 << 20;
    { (void)at::empty({size}, bytes); }
    const auto after = *memory_statistics::of(cuda);
    EXPECT_EQ(after.allocated, before.allocated);
    EXPECT_EQ(after.peak_allocated, before.allocated + size);
    EXPECT_GE(after.peak_reserved, before.reserved + size);

    constexpr std::int64_t too_much = std::int64_t{1} << 42;
    EXPECT_THROW((void)at::empty({too_much}, bytes), c10::OutOfMemoryError);
    ASSERT_TRUE(refusals.last());
    EXPECT_EQ(refusals.last()->requested, too_much);
    EXPECT_EQ(refusals.last()->allocated, before.allocated);
    EXPECT_GT(refusals.last()->device_free, 0);
}

// The switches by what they do, not by what they say: TF32 keeps ten bits of each factor.
TEST_F(on_a_gpu, tf32_shows_in_the_error_of_a_product) {
    const auto a = at::randn({1024, 1024}).to(cuda);
    const auto exact = at::mm(a.to(at::kDouble), a.to(at::kDouble));
    const auto error_of = [&](precision kind) {
        const arithmetic_guard guard(arithmetic_switches::for_precision(kind, false, true));
        const auto difference = at::mm(a, a).to(at::kDouble).sub(exact);
        return (difference.norm().div(exact.norm())).item<double>();
    };
    EXPECT_LT(error_of(precision::fp32), 1e-6);
    EXPECT_GT(error_of(precision::tf32), 1e-5); // an Ampere card or newer
}

} // namespace
} // namespace dyno::torch_kit

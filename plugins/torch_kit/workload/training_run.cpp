// training_run.cpp
// SPDX-License-Identifier: Apache-2.0
#include "training_run.hpp"

#include "device_errors.hpp"

#include <torch_kit/adopted_stream.hpp>
#include <torch_kit/choice.hpp>

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/equal.h>
#include <ATen/ops/zeros_like.h>
#include <c10/core/StreamGuard.h>
#include <torch/version.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace dyno::torch_kit {
namespace {

/// Eager steps before a capture: one would do for cuDNN and cuBLAS, PyTorch's guide asks for three.
constexpr int warm_up_steps = 3;

/// Batches that a copying input takes in turns: enough that no copy finds the one before it in use.
constexpr std::int64_t host_batches = 2;

const char* peak_rate(precision kind) {
    switch (kind) {
    case precision::fp32:
        return "fp32";
    case precision::tf32:
        return "tf32";
    case precision::fp16_amp:
        return "fp16";
    case precision::bf16_amp:
        return "bf16";
    }
    return "fp32";
}

c10::Device libtorch_device(const device& where) {
    return where.kind == DYNO_CPU
               ? c10::Device(c10::kCPU)
               : c10::Device(c10::kCUDA, static_cast<c10::DeviceIndex>(where.ordinal));
}

} // namespace

training_run::training_run(const host& to, const device& where, const training_settings& settings)
    : m_host(to), m_where(where), m_settings(settings), m_device(libtorch_device(where)) {
    m_settings.require(where);
}

training_run::~training_run() = default;

void training_run::on_device(const std::function<void()>& body) {
    try {
        // The current stream is a property of the thread: set it for each call of the host.
        std::optional<c10::StreamGuard> on_stream;
        if (m_stream) {
            on_stream.emplace(*m_stream);
        }
        body();
    } catch (...) {
        rethrow_translated(m_device,
                           std::string(name_of(resnet_depth_names, m_settings.model)) +
                               " with batch = " + std::to_string(m_settings.batch),
                           m_refusals ? &*m_refusals : nullptr);
    }
}

void training_run::prepare() {
    on_device([&] { adopt_device(); });
    on_device([&] {
        set_switches();
        build();
        describe_work();
        m_host.progress(0.2, "first step");
        prove();
        if (m_settings.how != execution::eager) {
            m_host.progress(0.8, "capturing a CUDA Graph");
            capture();
        }
        // What the first step took beyond its need, for cuDNN's benchmark above all, goes back.
        if (m_stream) {
            m_stream->synchronize();
        }
        empty_memory_cache(m_device);
    });
    m_host.progress(1.0, "ready");
}

void training_run::adopt_device() {
    if (m_device.is_cpu()) {
        m_host.note("threads", std::to_string(at::get_num_threads()));
        return;
    }
    if (const std::string reason = why_no_cuda(); !reason.empty()) {
        throw std::runtime_error(reason);
    }
    m_stream = adopt_cuda_stream(m_where.stream, m_device.index());
    m_refusals.emplace();
}

void training_run::set_switches() {
    m_host.note("libtorch", TORCH_VERSION);
    const auto wanted = arithmetic_switches::for_precision(
        m_settings.arithmetic, m_settings.cudnn_benchmark, m_settings.deterministic);
    m_arithmetic.emplace(wanted);
    // Launches whose modes differ are not compared.
    const auto in_force = arithmetic_switches::read_back();
    for (const auto& [mode, is_on] : {std::pair("mode.tf32_matmul", in_force.tf32_matmul),
                                      {"mode.tf32_convolution", in_force.tf32_convolution},
                                      {"mode.cudnn_benchmark", in_force.cudnn_benchmark},
                                      {"mode.deterministic", in_force.deterministic}}) {
        m_host.note(mode, is_on ? "on" : "off");
    }
}

void training_run::build() {
    at::manual_seed(static_cast<std::uint64_t>(m_settings.seed));
    m_network.emplace(m_settings.model, training_settings::num_classes);
    initialise(*m_network, m_settings.values);
    m_network->place(m_device, m_settings.layout);
    m_segments = m_network->segments(m_settings.checkpoint, m_settings.blocks_each);

    std::vector<labelled_batch> batches;
    const std::int64_t count = m_settings.input == input_path::device ? 1 : host_batches;
    for (std::int64_t i = 0; i < count; ++i) {
        batches.push_back(make_batch(m_settings.values, m_settings.batch, m_settings.image_size,
                                     training_settings::num_classes, i));
        batches.back().images = in_layout(batches.back().images, m_settings.layout);
    }
    m_feed.emplace(m_settings.input, std::move(batches), m_device, m_stream);

    training_step_options options;
    options.arithmetic = m_settings.arithmetic;
    if (m_settings.how != execution::eager) {
        options.weight_cache = autocast_guard::weight_cache::off;
    }
    options.optimizer = m_settings.optimizer;
    options.sgd.learning_rate = m_settings.learning_rate;
    options.scaling.initial_scale = m_settings.init_scale;
    options.scaler = m_settings.scaler;
    options.clip_norm = m_settings.clip_norm;

    std::vector<at::Tensor> parameters;
    for (const auto& [name, parameter] : m_network->parameters()) {
        parameters.push_back(parameter);
    }
    training_step::network_function forward = [this](const at::Tensor& images) {
        return m_network->forward(images);
    };
    if (m_settings.checkpoint != segmentation::none) {
        forward = [this](const at::Tensor& images) {
            return m_network->forward_checkpointed(images, m_segments,
                                                   m_settings.keep_last_segment);
        };
    }
    m_step.emplace(std::move(forward), std::move(parameters), options);
    m_first_loss = at::zeros_like(m_step->loss());
    m_bias_at_begin = m_network->classifier_bias().detach().clone();
}

void training_run::describe_work() {
    const auto images = static_cast<double>(m_settings.samples);
    m_host.work("img", images);
    m_host.work("FLOP", images * m_network->training_flop(m_settings.image_size));
    if (!m_device.is_cpu()) {
        m_host.peak(peak_rate(m_settings.arithmetic));
    }
    m_host.note("effective_batch", std::to_string(m_settings.batch));
    m_host.note("batch_norm_batch", std::to_string(m_settings.micro_batch));
    m_host.note("steps_per_iteration", std::to_string(m_settings.steps_per_iteration()));
    m_host.note("steps_before_first_run",
                m_settings.how == execution::eager ? "1" : std::to_string(warm_up_steps));
    if (m_settings.uses_scaler()) {
        m_host.note("scaler", m_settings.scales_on_device() ? "device" : "synchronising");
    }
    if (m_step->synchronises()) {
        m_host.synchronises();
        m_host.note("synchronises", "the scaler asks the host in each step");
    } else if (m_settings.input == input_path::pageable && !m_device.is_cpu()) {
        m_host.synchronises();
        m_host.note("synchronises", "the host waits for each copy from pageable memory");
    }
}

void training_run::prove() {
    m_feed->begin_step();
    accumulate_window(m_settings.batch);
    m_feed->end_step();
    const std::vector<double> norms = m_step->gradient_norms();
    m_step->apply();
    if (const std::int64_t missing = m_step->parameters_without_gradient(); missing > 0) {
        throw invalid_answer(std::to_string(missing) + " of " +
                             std::to_string(m_step->parameters().size()) +
                             " parameters got no gradient");
    }
    if (const auto zeros = std::count(norms.begin(), norms.end(), 0.0); zeros > 0) {
        m_host.warn(std::to_string(zeros) +
                    " parameters have a gradient of zero in the first step");
    }
}

void training_run::capture() {
    for (int i = 1; i < warm_up_steps; ++i) {
        iterate();
    }
    m_step->discard();
    m_stream->synchronize();
    empty_memory_cache(m_device);
    reset_peak_memory(m_device);
    const std::int64_t before = memory_statistics::of(m_device)->reserved;
    m_graph.emplace(*m_stream, [&] {
        accumulate_window(m_settings.batch);
        if (m_settings.how == execution::graph) {
            m_step->apply();
        }
    });
    m_graph_memory = memory_statistics::of(m_device)->reserved - before;
}

std::vector<training_run::micro_batch> training_run::micro_batches(std::int64_t count) const {
    std::vector<micro_batch> result;
    for (std::int64_t first = 0; first < count; first += m_settings.micro_batch) {
        result.push_back({first, std::min(m_settings.micro_batch, count - first)});
    }
    return result;
}

void training_run::accumulate_window(std::int64_t count) {
    if (count == m_feed->images().size(0) && m_settings.micro_batch == count) {
        m_step->accumulate(m_feed->images(), m_feed->labels());
        return;
    }
    for (const auto& [first, size] : micro_batches(count)) {
        m_step->accumulate(m_feed->images().narrow(0, first, size),
                           m_feed->labels().narrow(0, first, size),
                           static_cast<double>(size) / static_cast<double>(m_settings.batch));
    }
}

void training_run::iterate() {
    for (std::int64_t done = 0; done < m_settings.samples; done += m_settings.batch) {
        m_feed->begin_step();
        accumulate_window(std::min(m_settings.batch, m_settings.samples - done));
        m_step->apply();
        m_feed->end_step();
    }
}

void training_run::iterate_captured() {
    m_feed->begin_step();
    m_graph->replay();
    if (m_settings.how == execution::graph_forward_backward) {
        m_step->apply_and_keep_gradients();
    }
    m_feed->end_step();
}

void training_run::run() {
    on_device([&] {
        if (m_graph) {
            iterate_captured();
        } else {
            iterate();
        }
        if (m_iterations++ == 0) {
            m_first_loss.copy_(m_step->loss());
        }
    });
}

void training_run::begin() {
    on_device([&] {
        m_iterations = 0;
        m_bias_at_begin.copy_(m_network->classifier_bias().detach());
        if (m_step->scaler()) {
            m_step->scaler()->reset_skipped_steps();
        }
        // A captured step allocated at its capture: that peak is the one it needs.
        if (!m_graph) {
            reset_peak_memory(m_device);
        }
        m_memory_at_begin = memory_statistics::of(m_device).value_or(memory_statistics{});
    });
}

void training_run::report() {
    on_device([&] {
        if (m_stream) {
            m_stream->synchronize();
        }
        report_memory();
        report_training();
    });
}

void training_run::report_memory() {
    const auto now = memory_statistics::of(m_device);
    if (!now) {
        return;
    }
    m_host.metric("peak_allocated", static_cast<double>(now->peak_allocated));
    m_host.metric("peak_reserved", static_cast<double>(now->peak_reserved));
    if (const std::int64_t grown = now->allocated - m_memory_at_begin.allocated; grown > 0) {
        m_host.warn("memory grew by " + std::to_string(grown) + " B over " +
                    std::to_string(m_iterations) + " iterations");
    }
    if (const std::int64_t retries = now->retries - m_memory_at_begin.retries; retries > 0) {
        m_host.warn("the allocator flushed its cache " + std::to_string(retries) +
                    " times while measuring: memory is too short for this time to stand");
    }
}

training_outcome training_run::outcome() {
    training_outcome seen;
    seen.steps = m_iterations * m_settings.steps_per_iteration();
    seen.first_loss = m_first_loss.item<float>();
    seen.last_loss = m_step->loss().item<float>();
    if (auto& scaler = m_step->scaler()) {
        seen.skipped_steps = scaler->skipped_steps();
        seen.scale = scaler->current_scale();
    }
    seen.parameters_are_finite = m_step->parameters_are_finite();
    seen.parameters_moved = !at::equal(m_bias_at_begin, m_network->classifier_bias().detach());
    return seen;
}

void training_run::report_training() {
    std::int64_t parameters = 0;
    for (const auto& parameter : m_step->parameters()) {
        parameters += parameter.numel();
    }
    const training_outcome seen = outcome();
    m_host.metric("parameters", static_cast<double>(parameters));
    m_host.metric("skipped_steps", static_cast<double>(seen.skipped_steps));
    m_host.note("applied_steps", std::to_string(seen.steps - seen.skipped_steps));
    if (m_step->scaler()) {
        m_host.metric("final_scale", seen.scale);
    }
    for (const auto& [name, loss] :
         {std::pair{"first_loss", seen.first_loss}, {"last_loss", seen.last_loss}}) {
        if (std::isfinite(loss)) {
            m_host.metric(name, loss);
        }
    }
    seen.require_trained();

    const auto wanted = arithmetic_switches::for_precision(
        m_settings.arithmetic, m_settings.cudnn_benchmark, m_settings.deterministic);
    if (const auto found = arithmetic_switches::read_back(); found != wanted) {
        throw invalid_answer("the precision switches were changed during the run: set to " +
                             to_string(wanted) + ", found " + to_string(found));
    }
}

std::optional<std::int64_t> training_run::count_kernels() {
    if (m_graph) {
        return m_graph->kernels();
    }
    if (!m_stream) {
        return std::nullopt;
    }
    try {
        std::optional<std::int64_t> kernels;
        on_device([&] {
            const captured_graph thrown_away(*m_stream, [&] {
                accumulate_window(m_settings.batch);
                m_step->apply();
            });
            kernels = thrown_away.kernels();
        });
        return kernels;
    } catch (const std::exception& error) {
        m_host.warn(std::string("kernels were not counted: ") + error.what());
        return std::nullopt;
    }
}

} // namespace dyno::torch_kit

// checkpoint.cpp - the re-entrant form: an autograd function whose backward runs a backward pass.
// SPDX-License-Identifier: Apache-2.0
#include "checkpoint.hpp"

#include "autocast_guard.hpp"

#include <ATen/Context.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/zeros.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/csrc/autograd/engine.h>

#include <mutex>
#include <vector>

namespace dyno::torch_kit {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// The states of the generators that a segment on the device may draw from.
struct generator_states {
    at::Tensor cpu, device;

    static at::Generator device_generator(c10::Device where) {
        return at::globalContext().defaultGenerator(where);
    }
    static at::Tensor state_of(at::Generator generator) {
        const std::lock_guard lock(generator.mutex());
        return generator.get_state();
    }
    static void restore(at::Generator generator, const at::Tensor& state) {
        const std::lock_guard lock(generator.mutex());
        generator.set_state(state);
    }

    static generator_states now(c10::Device where) {
        generator_states states{state_of(device_generator(c10::Device(c10::kCPU))), {}};
        if (!where.is_cpu()) {
            states.device = state_of(device_generator(where));
        }
        return states;
    }
    void restore(c10::Device where) const {
        restore(device_generator(c10::Device(c10::kCPU)), cpu);
        if (device.defined()) {
            restore(device_generator(where), device);
        }
    }
};

/// Rewinds the generators for the second pass and puts them back, also after an exception.
class rewound_generators {
public:
    rewound_generators(c10::Device where, const generator_states& to)
        : m_where(where), m_before(generator_states::now(where)) {
        to.restore(where);
    }
    ~rewound_generators() { m_before.restore(m_where); }
    rewound_generators(const rewound_generators&) = delete;
    rewound_generators& operator=(const rewound_generators&) = delete;

private:
    c10::Device m_where;
    generator_states m_before;
};

/// What the first pass leaves for the second, beside the input.
struct replayed_segment : torch::CustomClassHolder {
    segment_function function;
    autocast_state autocast{};
    std::optional<generator_states> random;
};

struct checkpoint_function : torch::autograd::Function<checkpoint_function> {
    /// `anchor` needs a gradient where `input` does not: without any such argument autograd would
    /// give the whole segment no gradient, silently. (An undefined tensor is no argument: hence
    /// the optional.)
    static at::Tensor forward(AutogradContext* context, const at::Tensor& input,
                              const std::optional<at::Tensor>& anchor,
                              const c10::intrusive_ptr<replayed_segment>& segment) {
        context->saved_data["segment"] = c10::IValue::make_capsule(segment);
        context->saved_data["anchored"] = anchor.has_value();
        context->save_for_backward({input});
        return segment->function(input, forward_pass::training);
    }

    static variable_list backward(AutogradContext* context, const variable_list& gradients) {
        TORCH_CHECK(torch::autograd::Engine::get_default_engine().is_checkpoint_valid(),
                    "checkpoint: works with backward() alone, without a list of inputs");
        const at::Tensor saved = context->get_saved_variables().at(0);
        const auto segment = c10::static_intrusive_pointer_cast<replayed_segment>(
            context->saved_data["segment"].toCapsule());

        at::Tensor input = saved.detach();
        input.requires_grad_(saved.requires_grad());
        const at::Tensor output = recompute(*segment, input);
        torch::autograd::backward({output}, {gradients.at(0)});

        // A zero rather than none: a leaf without a gradient keeps the stream of an older pass, and
        // a capture then fails on it.
        at::Tensor anchor_gradient;
        if (context->saved_data["anchored"].toBool()) {
            anchor_gradient = at::zeros({1}, input.options().dtype(at::kFloat));
        }
        return {input.grad(), anchor_gradient, at::Tensor()};
    }

    /// Runs on autograd's device thread, where autocast is off: restoring it is a need.
    static at::Tensor recompute(const replayed_segment& segment, const at::Tensor& input) {
        const c10::Device where = input.device();
        std::optional<rewound_generators> generators;
        if (segment.random) {
            generators.emplace(where, *segment.random);
        }
        const at::AutoGradMode gradients_on(true);
        const autocast_guard autocast(where.type(), segment.autocast.dtype, segment.autocast.cache);
        return segment.function(input, forward_pass::recompute);
    }
};

} // namespace

at::Tensor checkpoint(const segment_function& segment, const at::Tensor& input,
                      random_state random) {
    if (!at::GradMode::is_enabled()) {
        return segment(input, forward_pass::training);
    }
    auto replayed = c10::make_intrusive<replayed_segment>();
    replayed->function = segment;
    replayed->autocast = autocast_state::of_this_thread(input.device().type());
    if (random == random_state::preserved) {
        replayed->random = generator_states::now(input.device());
    }
    std::optional<at::Tensor> anchor;
    if (!input.requires_grad()) {
        // Made here and now, on the current stream, so that it may be part of a capture.
        anchor = at::zeros({1}, input.options().dtype(at::kFloat)).requires_grad_();
    }
    return checkpoint_function::apply(input, anchor, replayed);
}

} // namespace dyno::torch_kit

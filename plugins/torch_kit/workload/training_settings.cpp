// training_settings.cpp
// SPDX-License-Identifier: Apache-2.0
#include "training_settings.hpp"

#include <torch_kit/choice.hpp>

#include <algorithm>
#include <stdexcept>
#include <string>

namespace dyno::torch_kit {
namespace {

/// Images in the smallest forward pass of an iteration.
std::int64_t smallest_micro_batch(const training_settings& settings) {
    std::int64_t smallest = settings.micro_batch;
    for (const std::int64_t window : {settings.batch, settings.samples % settings.batch}) {
        if (window > 0) {
            smallest = std::min(smallest, window);
            if (const std::int64_t rest = window % settings.micro_batch; rest > 0) {
                smallest = std::min(smallest, rest);
            }
        }
    }
    return smallest;
}

} // namespace

training_settings training_settings::read(const host& from) {
    training_settings s;
    s.model = choice_named<resnet_depth>(resnet_depth_names, from.text("model"));
    s.batch = from.integer("batch");
    s.image_size = from.integer("image_size");
    s.arithmetic = choice_named<precision>(precision_names, from.text("precision"));
    s.layout = choice_named<memory_layout>(memory_layout_names, from.text("layout"));
    s.optimizer = choice_named<sgd_kind>(sgd_kind_names, from.text("optimizer"));
    s.scaler = choice_named<scaler_kind>(scaler_kind_names, from.text("scaler"));
    s.input = choice_named<input_path>(input_path_names, from.text("input"));
    s.how = choice_named<execution>(partial_execution_names, from.text("execution"));
    s.cudnn_benchmark = from.boolean("cudnn_benchmark");
    s.deterministic = from.boolean("deterministic");
    s.seed = from.integer("seed");
    s.values = choice_named<initialisation>(initialisation_names, from.text("initialisation"));
    s.learning_rate = from.real("learning_rate");
    s.init_scale = from.real("init_scale");
    s.micro_batch = s.batch;
    s.samples = s.batch;
    return s;
}

bool training_settings::scales_on_device() const {
    return uses_scaler() && scaler != scaler_kind::synchronising && optimizer == sgd_kind::fused;
}

std::int64_t training_settings::steps_per_iteration() const {
    return (samples + batch - 1) / batch;
}

void training_settings::check() const {
    if (micro_batch > batch) {
        throw std::invalid_argument("micro_batch is " + std::to_string(micro_batch) +
                                    ", more than batch, " + std::to_string(batch));
    }
    // The last feature map is 1/32 of the image, rounded up, in each direction.
    const std::int64_t map_size = (image_size + 31) / 32;
    if (smallest_micro_batch(*this) * map_size * map_size < 2) {
        throw std::invalid_argument("BatchNorm needs more than one value per channel: one image of "
                                    "32 px leaves one; raise batch, micro_batch or image_size");
    }
    if (uses_scaler() && scaler == scaler_kind::device && optimizer != sgd_kind::fused) {
        throw std::invalid_argument(
            "scaler = \"device\" needs optimizer = \"fused\": the other two "
            "cannot skip a step without asking the host");
    }
    const bool whole_step_captured = how == execution::graph;
    if (whole_step_captured && uses_scaler() && !scales_on_device()) {
        throw std::invalid_argument("execution = \"graph\" with fp16_amp needs optimizer = "
                                    "\"fused\" and a scaler that does not synchronise: a captured "
                                    "step cannot ask the host");
    }
    if (how != execution::eager && samples != batch) {
        throw std::invalid_argument("execution = \"graph\" captures one optimizer step: leave "
                                    "'samples' at 0");
    }
}

void training_settings::require(const device& where) const {
    if (where.kind == DYNO_CPU) {
        if (how != execution::eager) {
            throw skipped("execution = \"graph\" needs CUDA");
        }
        if (arithmetic == precision::tf32) {
            throw skipped("precision = \"tf32\" needs CUDA");
        }
        if (arithmetic == precision::fp16_amp) {
            throw skipped(
                "precision = \"fp16_amp\" needs CUDA: on the CPU autocast means bf16_amp");
        }
        if (input == input_path::pinned) {
            throw skipped("input = \"pinned\" needs CUDA");
        }
        return;
    }
    constexpr int ampere = 80; // the first with TF32 and bfloat16
    const bool needs_ampere = arithmetic == precision::tf32 || arithmetic == precision::bf16_amp;
    if (needs_ampere && where.sm < ampere) {
        throw skipped(std::string("precision = \"") + name_of(precision_names, arithmetic) +
                      "\" needs compute capability 8.0; this device has " +
                      std::to_string(where.sm / 10) + "." + std::to_string(where.sm % 10));
    }
}

} // namespace dyno::torch_kit

// training_parameters.hpp - the parameters and metrics that the training workloads share: one name
// and one meaning everywhere.
//
// The defaults are what a plain training script does: float32, NCHW, eager, Python's default kind
// of SGD. Each lever is then a named deviation from it. What is not PyTorch's default is cuDNN's
// benchmark, which every script that cares for speed turns on, and learning rate and loss scale,
// which keep the network finite: with 0.1 and 65536 ResNet-50 in float16 on random images is NaN
// within seconds, and a NaN network runs faster on a power-limited card.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <torch_kit/batch_feed.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/memory_layout.hpp>
#include <torch_kit/precision.hpp>
#include <torch_kit/resnet.hpp>
#include <torch_kit/sgd.hpp>
#include <torch_kit/training_step.hpp>

#include <dyno/plugin.hpp>

#include <array>
#include <cstddef>

namespace dyno::torch_kit {

/// The devices that this build can train on.
inline constexpr std::uint32_t training_devices =
    DYNO_LIBTORCH_HAS_CUDA ? on_cpu | on_cuda : on_cpu;

/// How the work of an iteration reaches the device.
enum class execution {
    eager = 1,
    graph,                  ///< the whole step is one CUDA Graph
    graph_forward_backward, ///< forward, loss and backward are; scaler and optimizer are eager
};
inline constexpr const char* execution_names[] = {"eager", "graph", nullptr};
inline constexpr const char* partial_execution_names[] = {"eager", "graph",
                                                          "graph_forward_backward", nullptr};

template <class T, std::size_t N, std::size_t M>
[[nodiscard]] constexpr std::array<T, N + M> joined(const std::array<T, N>& first,
                                                    const std::array<T, M>& second) {
    std::array<T, N + M> all{};
    for (std::size_t i = 0; i < N; ++i) {
        all[i] = first[i];
    }
    for (std::size_t i = 0; i < M; ++i) {
        all[N + i] = second[i];
    }
    return all;
}

inline constexpr dyno_param execution_parameter =
    text("execution", "\"eager\"", execution_names,
         "eager: each kernel is launched by the host; graph: the whole step is captured in a CUDA "
         "Graph and replayed.");

inline constexpr std::array training_parameters = {
    text("model", "\"resnet50\"", resnet_depth_names, "The network, as torchvision builds it."),
    integer("batch", "64", 1, 65536, "Images per optimizer step."),
    integer("image_size", "224", 32, 4096, "Height and width of the images.", "px"),
    text("precision", "\"fp32\"", precision_names,
         "fp32: TF32 off in products and convolutions; tf32: on in both; fp16_amp: autocast with a "
         "loss scaler; bf16_amp: autocast without one."),
    text("layout", "\"contiguous\"", memory_layout_names,
         "Storage of images, weights and activations: contiguous is NCHW, channels_last NHWC."),
    text("optimizer", "\"foreach\"", sgd_kind_names,
         "SGD with momentum 0.9: kernels per parameter, per list of parameters, or one for all."),
    text("scaler", "\"auto\"", scaler_kind_names,
         "With fp16_amp, who skips an overflowed step: the device (needs optimizer fused), or the "
         "host after synchronising, as Python does unless the optimizer is fused; auto: the device "
         "if it can."),
    text("input", "\"device\"", input_path_names,
         "Where images come from: one batch on the device; or a fresh batch copied each step from "
         "pinned memory, overlapped, or from pageable memory, waited for."),
    boolean("cudnn_benchmark", "true",
            "Whether cuDNN times its plans on the first use of a shape."),
    boolean("deterministic", "false", "Whether cuDNN may choose deterministic plans only."),
    integer("seed", "0", 0, 4294967295, "Of weights and images."),
    text("initialisation", "\"random\"", initialisation_names,
         "Weights and images: random from the seed, or by a formula that other programs can "
         "repeat."),
    real("learning_rate", "1e-5", 1e-8, 1e6, "Of SGD."),
    real("init_scale", "128.0", 1.0, 4294967296.0, "Of the loss scaler at the start."),
};

inline constexpr std::array training_metrics = {
    higher("throughput", "img/s", "Images trained on per second."),
    higher("model_flop_rate", "FLOP/s",
           "Floating-point operations of the model, without what checkpointing computes twice, per "
           "second."),
    lower("peak_allocated", "B",
          "Most device memory held by tensors; in a graph, since its capture."),
    lower("peak_reserved", "B", "Most device memory taken by LibTorch's allocator."),
    exact("parameters", "1", "Trained values."),
    exact("skipped_steps", "1", "Optimizer steps skipped for an overflow, after the warm-up."),
    exact("final_scale", "1", "Loss scale at the end; doubles after each 2000 steps."),
    exact("first_loss", "1", "Loss of the first step after the warm-up."),
    exact("last_loss", "1", "Loss of the last step."),
};

} // namespace dyno::torch_kit

// Prints the losses of the first training steps, from the very first on, to be held against those
// of pytorch_training.py: a plugin reports but two, after a warm-up.
//
//     training_losses COUNT [KEY=VALUE ...]
//
// Keys and values are parameters of `resnet_training`, and device=cpu to try it out.
// SPDX-License-Identifier: Apache-2.0
#include <torch_kit/adopted_stream.hpp>
#include <torch_kit/choice.hpp>
#include <torch_kit/initialisation.hpp>
#include <torch_kit/precision.hpp>
#include <torch_kit/training_step.hpp>

#include <ATen/Context.h>
#include <c10/core/DeviceType.h>

#include <cstdio>
#include <exception>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using namespace dyno::torch_kit;

std::map<std::string, std::string> parameters_of(int count, char** words) {
    std::map<std::string, std::string> all{
        {"model", "resnet50"},       {"batch", "32"},
        {"image_size", "224"},       {"precision", "fp32"},
        {"layout", "contiguous"},    {"optimizer", "foreach"},
        {"cudnn_benchmark", "true"}, {"initialisation", "formula"},
        {"learning_rate", "1e-5"},   {"init_scale", "128"},
        {"deterministic", "false"},  {"device", "cuda"},
    };
    for (int i = 0; i < count; ++i) {
        const std::string word = words[i];
        const auto equals = word.find('=');
        const auto known = all.find(word.substr(0, equals));
        if (equals == std::string::npos || known == all.end()) {
            throw std::invalid_argument("'" + word + "' is not KEY=VALUE of a known key");
        }
        known->second = word.substr(equals + 1);
    }
    return all;
}

void print_losses(int count, const std::map<std::string, std::string>& given) {
    const bool on_cuda = given.at("device") == "cuda";
    if (const std::string reason = on_cuda ? why_no_cuda() : ""; !reason.empty()) {
        throw std::runtime_error(reason);
    }
    const c10::Device device = on_cuda ? c10::Device(c10::kCUDA, 0) : c10::Device(c10::kCPU);
    training_step_options options;
    options.arithmetic = choice_named<precision>(precision_names, given.at("precision"));
    options.optimizer = choice_named<sgd_kind>(sgd_kind_names, given.at("optimizer"));
    options.sgd.learning_rate = std::stod(given.at("learning_rate"));
    options.scaling.initial_scale = std::stod(given.at("init_scale"));
    const arithmetic_guard switches(arithmetic_switches::for_precision(
        options.arithmetic, given.at("cudnn_benchmark") == "true",
        given.at("deterministic") == "true"));
    const auto layout = choice_named<memory_layout>(memory_layout_names, given.at("layout"));
    const auto values =
        choice_named<initialisation>(initialisation_names, given.at("initialisation"));

    at::manual_seed(0);
    resnet network(choice_named<resnet_depth>(resnet_depth_names, given.at("model")));
    initialise(network, values);
    network.place(device, layout);
    const auto batch = make_batch(values, std::stol(given.at("batch")),
                                  std::stol(given.at("image_size")), 1000, 0);
    const auto images = in_layout(batch.images, layout).to(device);
    const auto labels = batch.labels.to(device);

    std::vector<at::Tensor> parameters;
    for (const auto& [name, parameter] : network.parameters()) {
        parameters.push_back(parameter);
    }
    training_step step([&](const at::Tensor& x) { return network.forward(x); },
                       std::move(parameters), options);
    std::printf("{\"losses\": [");
    for (int i = 0; i < count; ++i) {
        step.accumulate(images, labels);
        step.apply();
        std::printf("%s%.9g", i == 0 ? "" : ", ", step.loss().item<float>());
    }
    std::printf("]}\n");
}

} // namespace

int main(int count, char** words) {
    try {
        if (count < 2) {
            throw std::invalid_argument("usage: training_losses COUNT [KEY=VALUE ...]");
        }
        print_losses(std::stoi(words[1]), parameters_of(count - 2, words + 2));
        return 0;
    } catch (const std::exception& failure) {
        std::fprintf(stderr, "training_losses: %s\n", failure.what());
        return 1;
    }
}

// training_plugins.hpp - the built LibTorch plugins, by path.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dyno/plugin.h>

#include <string>
#include <vector>

namespace dyno::testing {

struct training_plugin {
    const char* name;
    const char* path;
};

inline const std::vector<training_plugin> training_plugins = {
    {"resnet_training", DYNO_RESNET_TRAINING_PLUGIN},
    {"accumulation", DYNO_ACCUMULATION_PLUGIN},
    {"cuda_graph", DYNO_CUDA_GRAPH_PLUGIN},
    {"checkpointing", DYNO_CHECKPOINTING_PLUGIN},
};

} // namespace dyno::testing

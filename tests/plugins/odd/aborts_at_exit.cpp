// A plugin whose static destructor aborts, after all work is done.
// SPDX-License-Identifier: Apache-2.0
#include <dyno/plugin.hpp>

#include <cstdlib>

namespace {

struct aborting {
    ~aborting() { std::abort(); }
} at_exit;

class aborts_at_exit {
public:
    static constexpr const char* id = "aborts_at_exit";
    static constexpr const char* summary = "Aborts when its statics are destroyed.";
    static constexpr std::uint32_t devices = dyno::on_cpu;
    static constexpr std::array<dyno_param, 0> parameters{};
    static constexpr std::array<dyno_metric, 0> metrics{};

    aborts_at_exit(dyno::host, const dyno::device&) {}
    void prepare() {}
    void run() {}
};

} // namespace

DYNO_PLUGIN("aborts_at_exit", "1.0.0", aborts_at_exit);

// One workload, prepared and kept warm, that measures a window whenever it is told to: our side of
// a comparison in which two processes take turns on one device.
//
//     turn_taker PLUGIN WORKLOAD [KEY=VALUE ...]
//
// obeys the lines that it reads, one line of JSON for each, the first when it is ready:
//     window SECONDS    runs for about that long
//     report            checks the answer and gives the workload's own metrics and notes
//     quit              or the end of the input
// SPDX-License-Identifier: Apache-2.0
#include "device/cpu_device.hpp"
#include "device/cuda_device.hpp"
#include "device/find_devices.hpp"
#include "measure/clock.hpp"
#include "measure/stopping_rule.hpp"
#include "measure/window.hpp"
#include "plugin/loaded_plugin.hpp"
#include "plugin/workload_instance.hpp"
#include "scenario/parameter_value.hpp"
#include "scenario/toml.hpp"
#include "statistics/median.hpp"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace {

using dyno::record::device_kind;
using nlohmann::json;

constexpr double least_sample_s = 0.001;

void say(const json& line) { std::cout << line.dump() << std::endl; }

dyno::record::parameters read_parameters(const dyno::record::workload_declaration& workload,
                                         const std::vector<std::string>& words) {
    dyno::record::parameters all;
    for (const auto& p : workload.parameters) {
        if (auto fallback = dyno::default_of(p)) {
            all.emplace(p.name, std::move(*fallback));
        }
    }
    for (const std::string& word : words) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals), text = word.substr(equals + 1);
        const auto declared = std::find_if(workload.parameters.begin(), workload.parameters.end(),
                                           [&](const auto& p) { return p.name == name; });
        if (equals == std::string::npos || declared == workload.parameters.end()) {
            throw dyno::error("'" + word + "' is not KEY=VALUE of a parameter");
        }
        const auto parsed = dyno::parse_toml_value(text, {});
        auto result = dyno::accept(*declared, parsed.value_or(dyno::node{text, {}}));
        if (!result.accepted) {
            throw dyno::error(result.trouble);
        }
        all.insert_or_assign(name, std::move(*result.accepted));
    }
    return all;
}

std::unique_ptr<dyno::timed_device> open_device(const dyno::record::workload_declaration& w) {
    const auto found = dyno::find_devices();
    for (const auto& device : found.devices) {
        if (device.kind == device_kind::cuda && w.on_cuda) {
            return std::make_unique<dyno::cuda_device>(device);
        }
        if (device.kind == device_kind::cpu && w.on_cpu) {
            return std::make_unique<dyno::cpu_device>(device);
        }
    }
    throw dyno::error(found.reason);
}

class turn_taker {
public:
    turn_taker(const dyno_workload& workload, const dyno::record::workload_declaration& declaration,
               const std::vector<std::string>& words)
        : m_workload(workload, declaration, read_parameters(declaration, words)),
          m_device(open_device(declaration)) {
        m_workload.check();
        m_workload.create(m_device->plugin_view());
        m_workload.prepare();
        // The first iterations load modules and make plans; then one tells how long they are.
        for (int i = 0; i < 3; ++i) {
            m_iteration_s = take(1, 1).times_s.front();
        }
        m_workload.begin();
    }

    json window(double seconds) {
        std::vector<double> times_s;
        double wall_s = 0, cpu_s = 0, enqueue_s = 0;
        std::int64_t iterations = 0;
        while (wall_s < seconds) {
            const std::int64_t batch = dyno::batch_for(least_sample_s, m_iteration_s);
            const double sample_s = m_iteration_s * static_cast<double>(batch);
            const auto samples =
                std::max<std::int64_t>(1, std::llround(std::min(seconds, 0.25) / sample_s));
            const dyno::window w = take(batch, samples);
            times_s.insert(times_s.end(), w.times_s.begin(), w.times_s.end());
            const auto done = static_cast<double>(batch * samples);
            wall_s += w.elapsed_s;
            cpu_s += w.cpu_s * done;
            enqueue_s += w.enqueue_s * done;
            iterations += batch * samples;
            m_iteration_s = dyno::statistics::median(times_s);
        }
        const auto count = static_cast<double>(iterations);
        return {{"iterations", iterations},      {"time_s", m_iteration_s},
                {"wall_s", wall_s / count},      {"enqueue_s", enqueue_s / count},
                {"cpu_s", cpu_s / count}};
    }

    json report() {
        m_workload.report();
        m_device->synchronise();
        json answer = {{"notes", m_workload.reported().notes},
                       {"warnings", m_workload.reported().warnings},
                       {"work", m_workload.reported().work}};
        for (const auto& [name, values] : m_workload.reported().metrics) {
            answer["metrics"][name] = values.back();
        }
        return answer;
    }

private:
    dyno::window take(std::int64_t batch, std::int64_t samples) {
        return dyno::take_window(*m_device, m_clock, [this] { m_workload.run(); },
                                 {batch, samples, false});
    }

    dyno::workload_instance m_workload;
    std::unique_ptr<dyno::timed_device> m_device;
    dyno::system_clock_source m_clock;
    double m_iteration_s = 0;
};

void obey(turn_taker& taker) {
    say({{"ready", true}});
    for (std::string line; std::getline(std::cin, line) && line != "quit";) {
        if (line == "report") {
            say(taker.report());
        } else if (line.starts_with("window ")) {
            say(taker.window(std::stod(line.substr(7))));
        } else {
            say({{"error", "unknown: " + line}});
        }
    }
}

} // namespace

int main(int count, char** arguments) {
    try {
        if (count < 3) {
            throw dyno::error("usage: turn_taker PLUGIN WORKLOAD [KEY=VALUE ...]");
        }
        const dyno_entry& entry = dyno::load_plugin(std::filesystem::absolute(arguments[1]));
        const dyno_workload* workload = dyno::find_workload(entry, arguments[2]);
        for (const auto& declaration : dyno::declaration_of(entry).workloads) {
            if (workload != nullptr && declaration.id == arguments[2]) {
                turn_taker taker(*workload, declaration, {arguments + 3, arguments + count});
                obey(taker);
                std::cout.flush();
                std::quick_exit(0);
            }
        }
        throw dyno::error("the plugin offers no such workload");
    } catch (const std::exception& failure) {
        say({{"error", failure.what()}});
        std::quick_exit(1);
    }
}

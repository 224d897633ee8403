// SPDX-License-Identifier: Apache-2.0
#include "telemetry/telemetry_summary.hpp"

#include "statistics/median.hpp"
#include "telemetry/event_reasons.hpp"
#include "telemetry/other_processes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace dyno {
namespace {

using record::absent;
using record::gpu_process;
using record::gpu_surroundings;
using record::reading;
using record::telemetry_gap;
using record::telemetry_sample;
using samples = std::vector<telemetry_sample>;

/// The energy counter moves every 100 ms: a shorter span is mostly the counter's steps.
constexpr double shortest_energy_span_s = 0.5;

/// The known values of one reading of each sample; without any the last reason, or `nothing` if no
/// sample has that reading.
template <class T>
struct series {
    std::vector<T> values;
    std::string reason;

    template <class Pick>
    series(const samples& all, Pick pick, std::string nothing) : reason(std::move(nothing)) {
        for (const telemetry_sample& s : all) {
            const reading<T>* r = pick(s);
            if (r && r->has_value()) {
                values.push_back(r->value());
            } else if (r) {
                reason = r->reason();
            }
        }
    }

    template <class Summary>
    auto summarise(Summary summary) const -> reading<decltype(summary(values))> {
        if (values.empty()) {
            return absent{reason};
        }
        return summary(values);
    }
};

double least(const std::vector<int>& values) {
    return *std::min_element(values.begin(), values.end());
}

double median(const std::vector<int>& values) {
    return statistics::median(std::vector<double>(values.begin(), values.end()));
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double greatest(const std::vector<double>& values) {
    return *std::max_element(values.begin(), values.end());
}

int highest(const std::vector<int>& values) {
    return *std::max_element(values.begin(), values.end());
}

bool any_of_them(const std::vector<bool>& values) {
    return std::find(values.begin(), values.end(), true) != values.end();
}

std::map<std::string, double> shares_of_reasons(const std::vector<std::uint64_t>& all) {
    std::map<std::string, double> shares;
    for (const std::uint64_t bits : all) {
        for (const std::string& name : event_reason_names(bits)) {
            shares[name] += 1;
        }
    }
    for (auto& [name, share] : shares) {
        share /= static_cast<double>(all.size());
    }
    return shares;
}

std::vector<telemetry_gap> find_gaps(const samples& inside, const measured_span& span) {
    std::vector<telemetry_gap> gaps;
    double last_s = span.from_s;
    const auto note = [&](double at_s) {
        if (at_s - last_s > longest_silence_s) {
            gaps.push_back({last_s, at_s});
        }
        last_s = at_s;
    };
    for (const telemetry_sample& s : inside) {
        note(s.at_s);
    }
    note(span.to_s);
    return gaps;
}

/// The counter at a time between two samples that are no gap apart; never beyond the samples.
reading<double> energy_at(const samples& all, double at_s) {
    const auto after = std::find_if(all.begin(), all.end(),
                                    [&](const telemetry_sample& s) { return s.at_s >= at_s; });
    if (after == all.end() || (after == all.begin() && after->at_s > at_s)) {
        return absent{"no samples around the measured time"};
    }
    if (!after->energy_j.has_value() || after->at_s == at_s) {
        return after->energy_j;
    }
    const telemetry_sample& before = *std::prev(after);
    if (!before.energy_j.has_value()) {
        return before.energy_j;
    }
    if (after->at_s - before.at_s > longest_silence_s) {
        return absent{"a gap at the edge of the measured time"};
    }
    const double share = (at_s - before.at_s) / (after->at_s - before.at_s);
    return before.energy_j.value() + share * (after->energy_j.value() - before.energy_j.value());
}

reading<double> energy_of(const samples& all, const measured_span& span) {
    const auto from = energy_at(all, span.from_s);
    const auto to = energy_at(all, span.to_s);
    if (!from.has_value() || !to.has_value()) {
        return from.has_value() ? to : from; // a counter that is not there comes before the rest
    }
    if (span.to_s - span.from_s < shortest_energy_span_s) {
        return absent{"measured for too short a time for the energy counter"};
    }
    if (to.value() < from.value()) {
        return absent{"the energy counter went back"};
    }
    return to.value() - from.value();
}

reading<double> per_iteration(const reading<double>& energy_j, const measured_span& span) {
    if (!span.iterations || *span.iterations <= 0) {
        return absent{"iterations not counted"};
    }
    return energy_j.map([&](double j) { return j / static_cast<double>(*span.iterations); });
}

/// Compute and graphics processes of one sample together.
std::vector<gpu_process> processes_of(const gpu_surroundings& s) {
    std::vector<gpu_process> all;
    for (const auto* list : {&s.compute_processes, &s.graphics_processes}) {
        if (list->has_value()) {
            all.insert(all.end(), list->value().begin(), list->value().end());
        }
    }
    return all;
}

/// Summarises the samples inside one span.
class summary {
public:
    summary(const samples& all, const measured_span& span, std::string nothing)
        : m_all(all), m_span(span), m_nothing(std::move(nothing)) {
        std::copy_if(all.begin(), all.end(), std::back_inserter(m_inside),
                     [&](const telemetry_sample& s) {
                         return s.at_s >= span.from_s && s.at_s <= span.to_s;
                     });
    }

    record::telemetry write() const {
        record::telemetry t;
        t.from_s = m_span.from_s;
        t.to_s = m_span.to_s;
        t.samples = static_cast<int>(m_inside.size());
        t.gaps = find_gaps(m_inside, m_span);
        const auto sm_clock = of(&telemetry_sample::sm_clock_mhz);
        t.sm_clock_median_mhz = sm_clock.summarise(median);
        t.sm_clock_min_mhz = sm_clock.summarise(least);
        const auto memory_clock = of(&telemetry_sample::memory_clock_mhz);
        t.memory_clock_median_mhz = memory_clock.summarise(median);
        t.memory_clock_min_mhz = memory_clock.summarise(least);
        const auto power = of(&telemetry_sample::power_w);
        t.power_mean_w = power.summarise(mean);
        t.power_max_w = power.summarise(greatest);
        t.power_query = power_query();
        t.temperature_max_c = of(&telemetry_sample::temperature_c).summarise(greatest);
        t.event_reason_shares = of(&telemetry_sample::event_reasons).summarise(shares_of_reasons);
        t.energy_j = energy();
        t.energy_per_iteration_j = per_iteration(t.energy_j, m_span);
        write_surroundings(t);
        return t;
    }

private:
    template <class T>
    series<T> of(reading<T> telemetry_sample::*member) const {
        const auto pick = [&](const telemetry_sample& s) { return &(s.*member); };
        return series<T>(m_inside, pick, m_nothing);
    }
    template <class T>
    series<T> of(reading<T> gpu_surroundings::*member) const {
        const auto pick = [&](const telemetry_sample& s) {
            return s.surroundings ? &(*s.surroundings.*member) : nullptr;
        };
        return series<T>(m_inside, pick, m_nothing);
    }

    /// Readings of two queries cannot be compared, so a mixture says that it is one.
    std::string power_query() const {
        std::string query;
        for (const telemetry_sample& s : m_inside) {
            if (query.empty()) {
                query = s.power_query;
            } else if (!s.power_query.empty() && s.power_query != query) {
                return "mixed";
            }
        }
        return query;
    }

    reading<double> energy() const {
        return m_inside.empty() ? reading<double>(absent{m_nothing}) : energy_of(m_all, m_span);
    }

    void write_surroundings(record::telemetry& t) const {
        const auto memory = of(&gpu_surroundings::memory);
        t.memory_used_max_bytes = memory.summarise([](const auto& values) {
            std::uint64_t most = 0;
            for (const record::gpu_memory& m : values) {
                most = std::max(most, m.used_bytes);
            }
            return static_cast<double>(most);
        });
        t.memory_query = memory.values.empty() ? "" : memory.values.back().query;
        t.pcie_generation_max = of(&gpu_surroundings::pcie_generation).summarise(highest);
        t.pcie_width_max = of(&gpu_surroundings::pcie_width).summarise(highest);
        t.display_active = of(&gpu_surroundings::display_active).summarise(any_of_them);
        t.other_processes = of(&gpu_surroundings::compute_processes).summarise([&](const auto&) {
            return other_processes();
        });
    }

    std::vector<gpu_process> other_processes() const {
        std::vector<gpu_process> before;
        std::vector<std::vector<gpu_process>> during;
        for (const telemetry_sample& s : m_all) {
            if (!s.surroundings || s.at_s > m_span.to_s) {
                continue;
            }
            if (s.at_s < m_span.launched_s) {
                before = processes_of(*s.surroundings);
            } else {
                during.push_back(processes_of(*s.surroundings));
            }
        }
        return find_other_processes(before, during, m_span.own_processes);
    }

    const samples& m_all;
    const measured_span& m_span;
    std::string m_nothing;
    samples m_inside;
};

} // namespace

record::telemetry summarise(const std::vector<telemetry_sample>& all, const measured_span& span,
                            const std::string& nothing) {
    return summary(all, span, nothing).write();
}

} // namespace dyno

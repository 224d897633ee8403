// Telemetry as JSON: an absent value is null, and its reason stands in the object's "unknown".
// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

#include <charconv>
#include <cstdio>

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

json encode(int number) {
    return number;
}
json encode(double number) {
    return number;
}
json encode(bool truth) {
    return truth;
}

/// Bits as text: "0x4". A JSON number could not hold all 64.
json encode(std::uint64_t bits) {
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(bits));
    return text;
}

json encode(const gpu_memory& m) {
    return {{"used_bytes", m.used_bytes}, {"total_bytes", m.total_bytes}, {"query", m.query}};
}

json encode(const std::vector<gpu_process>& all) {
    json array = json::array();
    for (const gpu_process& p : all) {
        json memory = p.memory_bytes ? json(*p.memory_bytes) : json(nullptr);
        array.push_back(
            {{"pid", p.pid}, {"memory_bytes", std::move(memory)}, {"graphics", p.graphics}});
    }
    return array;
}

json encode(const std::map<std::string, double>& numbers) {
    json j = json::object();
    for (const auto& [name, number] : numbers) {
        j[name] = number;
    }
    return j;
}

json encode(const telemetry_gap& g) {
    return {{"from_s", g.from_s}, {"to_s", g.to_s}};
}

/// Builds an object of readings.
class readings_writer {
public:
    explicit readings_writer(json start) : m_object(std::move(start)) {}

    template <class T>
    void put(const char* key, const reading<T>& r) {
        m_object[key] = r.has_value() ? encode(r.value()) : json(nullptr);
        if (!r.has_value()) {
            m_unknown[key] = r.reason();
        }
    }
    json finish() {
        m_object["unknown"] = std::move(m_unknown);
        return std::move(m_object);
    }

private:
    json m_object;
    json m_unknown = json::object();
};

std::uint64_t decode_bits(const object_reader& from, const char* key) {
    const std::string text = from.text(key);
    std::uint64_t bits = 0;
    const char* end = text.data() + text.size();
    if (text.starts_with("0x")) {
        if (const auto [stop, failure] = std::from_chars(text.data() + 2, end, bits, 16);
            failure == std::errc() && stop == end) {
            return bits;
        }
    }
    throw from.wrong(key, "a hexadecimal number such as \"0x4\"");
}

std::uint64_t decode_count(const object_reader& from, const char* key) {
    const std::int64_t count = from.integer(key);
    if (count < 0) {
        throw from.wrong(key, "a number of at least 0");
    }
    return static_cast<std::uint64_t>(count);
}

gpu_process decode_process(const object_reader& from) {
    gpu_process p;
    p.pid = static_cast<std::uint32_t>(decode_count(from, "pid"));
    if (from.has("memory_bytes")) {
        p.memory_bytes = decode_count(from, "memory_bytes");
    }
    p.graphics = from.truth("graphics");
    return p;
}

void decode(const object_reader& from, const char* key, int& to) {
    to = static_cast<int>(from.integer(key));
}
void decode(const object_reader& from, const char* key, double& to) {
    to = from.number(key);
}
void decode(const object_reader& from, const char* key, bool& to) {
    to = from.truth(key);
}
void decode(const object_reader& from, const char* key, std::uint64_t& to) {
    to = decode_bits(from, key);
}
void decode(const object_reader& from, const char* key, gpu_memory& to) {
    const object_reader m = from.object(key);
    to = {decode_count(m, "used_bytes"), decode_count(m, "total_bytes"), m.text("query")};
}
void decode(const object_reader& from, const char* key, std::vector<gpu_process>& to) {
    to = decode_all(from, key, decode_process);
}
void decode(const object_reader& from, const char* key, std::map<std::string, double>& to) {
    for (const auto& [name, number] : from.object(key).raw()) {
        if (!number.is_number()) {
            throw error(number.path() + ": a number is wanted here");
        }
        to.emplace(name, number.number());
    }
}

template <class T>
void get(const object_reader& from, const char* key, reading<T>& to) {
    if (!from.has(key)) {
        to = absent{from.object("unknown").text_or(key, "no reason recorded")};
        return;
    }
    T found{};
    decode(from, key, found);
    to = std::move(found);
}

// Each list of readings is written once, for writing and for reading.

template <class Readings, class Visit>
void each_reading_of_surroundings(Readings& all, Visit visit) {
    visit("memory", all.memory);
    visit("gpu_utilisation_percent", all.gpu_utilisation_percent);
    visit("memory_utilisation_percent", all.memory_utilisation_percent);
    visit("pcie_generation", all.pcie_generation);
    visit("pcie_width", all.pcie_width);
    visit("display_active", all.display_active);
    visit("compute_processes", all.compute_processes);
    visit("graphics_processes", all.graphics_processes);
}

json encode(const gpu_surroundings& s) {
    readings_writer to(json::object());
    each_reading_of_surroundings(s, [&](auto key, const auto& r) { to.put(key, r); });
    return to.finish();
}

gpu_surroundings decode_surroundings(const object_reader& from) {
    gpu_surroundings s;
    each_reading_of_surroundings(s, [&](auto key, auto& r) { get(from, key, r); });
    return s;
}

telemetry_gap decode_gap(const object_reader& from) {
    return {from.number("from_s"), from.number("to_s")};
}

template <class Readings, class Visit>
void each_reading_of_sample(Readings& all, Visit visit) {
    visit("sm_clock_mhz", all.sm_clock_mhz);
    visit("memory_clock_mhz", all.memory_clock_mhz);
    visit("power_w", all.power_w);
    visit("temperature_c", all.temperature_c);
    visit("event_reasons", all.event_reasons);
    visit("energy_j", all.energy_j);
}

template <class Readings, class Visit>
void each_reading_of_summary(Readings& all, Visit visit) {
    visit("sm_clock_median_mhz", all.sm_clock_median_mhz);
    visit("sm_clock_min_mhz", all.sm_clock_min_mhz);
    visit("memory_clock_median_mhz", all.memory_clock_median_mhz);
    visit("memory_clock_min_mhz", all.memory_clock_min_mhz);
    visit("power_mean_w", all.power_mean_w);
    visit("power_max_w", all.power_max_w);
    visit("temperature_max_c", all.temperature_max_c);
    visit("event_reason_shares", all.event_reason_shares);
    visit("energy_j", all.energy_j);
    visit("energy_per_iteration_j", all.energy_per_iteration_j);
    visit("memory_used_max_bytes", all.memory_used_max_bytes);
    visit("pcie_generation_max", all.pcie_generation_max);
    visit("pcie_width_max", all.pcie_width_max);
    visit("display_active", all.display_active);
    visit("other_processes", all.other_processes);
}

} // namespace

json encode(const telemetry_sample& s) {
    readings_writer to({{"at_s", s.at_s}, {"took_s", s.took_s}, {"power_query", s.power_query}});
    each_reading_of_sample(s, [&](auto key, const auto& r) { to.put(key, r); });
    json j = to.finish();
    if (s.surroundings) {
        j["surroundings"] = encode(*s.surroundings);
    }
    return j;
}

telemetry_sample decode_telemetry_sample(const object_reader& from) {
    telemetry_sample s;
    s.at_s = from.number("at_s");
    s.took_s = from.number("took_s");
    s.power_query = from.text("power_query");
    each_reading_of_sample(s, [&](auto key, auto& r) { get(from, key, r); });
    if (from.has("surroundings")) {
        s.surroundings = decode_surroundings(from.object("surroundings"));
    }
    return s;
}

json encode(const telemetry& t) {
    json gaps = json::array();
    for (const telemetry_gap& gap : t.gaps) {
        gaps.push_back(encode(gap));
    }
    readings_writer to({{"from_s", t.from_s},
                        {"to_s", t.to_s},
                        {"samples", t.samples},
                        {"gaps", std::move(gaps)},
                        {"power_query", t.power_query},
                        {"memory_query", t.memory_query}});
    each_reading_of_summary(t, [&](auto key, const auto& r) { to.put(key, r); });
    return to.finish();
}

telemetry decode_telemetry(const object_reader& from) {
    telemetry t;
    t.from_s = from.number("from_s");
    t.to_s = from.number("to_s");
    t.samples = static_cast<int>(from.integer("samples", 0, INT32_MAX));
    t.gaps = decode_all(from, "gaps", decode_gap);
    t.power_query = from.text("power_query");
    t.memory_query = from.text("memory_query");
    each_reading_of_summary(t, [&](auto key, auto& r) { get(from, key, r); });
    return t;
}

} // namespace dyno::record

// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

namespace dyno::record {

json encode(const value& v) {
    return std::visit([](const auto& held) { return json(held); }, v);
}

json encode(const parameters& p) {
    json j = json::object();
    for (const auto& [name, v] : p) {
        j[name] = encode(v);
    }
    return j;
}

json encode(const std::map<std::string, std::string>& texts) {
    json j = json::object();
    for (const auto& [name, text] : texts) {
        j[name] = text;
    }
    return j;
}

json encode(const policy& p) {
    return {{"launches", p.launches},         {"warmup_s", p.warmup_s},
            {"max_warmup_s", p.max_warmup_s}, {"min_time_s", p.min_time_s},
            {"max_time_s", p.max_time_s},     {"min_samples", p.min_samples},
            {"max_samples", p.max_samples},   {"target_rel_ci", p.target_rel_ci},
            {"min_sample_s", p.min_sample_s}, {"time_limit_s", p.time_limit_s},
            {"cache", to_word(p.cache)},      {"least_free_bytes", p.least_free_bytes}};
}

json encode(const device& d) {
    json j = {{"kind", to_word(d.kind)}, {"name", d.name}};
    j["index"] = d.index ? json(*d.index) : json(nullptr);
    j["uuid"] = d.uuid.empty() ? json(nullptr) : json(d.uuid);
    j["pci_bus_id"] = d.pci_bus_id.empty() ? json(nullptr) : json(d.pci_bus_id);
    j["sm"] = d.sm;
    j["multiprocessors"] = d.multiprocessors;
    j["memory_bytes"] = d.memory_bytes;
    j["l2_bytes"] = d.l2_bytes;
    return j;
}

json encode(const metric_declaration& m) {
    return {{"name", m.name}, {"unit", m.unit}, {"better", to_word(m.better)}, {"doc", m.doc}};
}

value decode_value(node from) {
    switch (from.kind()) {
    case node_kind::boolean:
        return from.truth();
    case node_kind::integer:
        return from.integer();
    case node_kind::real:
        return from.number();
    case node_kind::text:
        return std::string(from.text());
    case node_kind::huge:
        throw error(from.path() + ": a whole number below 2^63 is wanted here");
    default:
        throw error(from.path() + ": a number, a text or a truth value is wanted here");
    }
}

parameters decode_parameters(const object_reader& from) {
    parameters p;
    for (const auto& [name, v] : from.raw()) {
        p.emplace(name, decode_value(v));
    }
    return p;
}

std::map<std::string, std::string> decode_texts(const object_reader& from) {
    std::map<std::string, std::string> texts;
    for (const auto& [name, v] : from.raw()) {
        if (!v.is(node_kind::text)) {
            throw error(v.path() + ": a text is wanted here");
        }
        texts.emplace(name, v.text());
    }
    return texts;
}

policy decode_policy(const object_reader& from) {
    policy p;
    p.launches = static_cast<int>(from.integer("launches", 0, INT32_MAX));
    p.warmup_s = from.number("warmup_s");
    p.max_warmup_s = from.number("max_warmup_s");
    p.min_time_s = from.number("min_time_s");
    p.max_time_s = from.number("max_time_s");
    p.min_samples = from.integer("min_samples");
    p.max_samples = from.integer("max_samples");
    p.target_rel_ci = from.number("target_rel_ci");
    p.min_sample_s = from.number("min_sample_s");
    p.time_limit_s = from.number("time_limit_s");
    p.cache = from.word("cache", cache_state_from);
    if (from.has("least_free_bytes")) {
        p.least_free_bytes =
            static_cast<std::uint64_t>(from.integer("least_free_bytes", 0, INT64_MAX));
    }
    return p;
}

device decode_device(const object_reader& from) {
    device d;
    d.kind = from.word("kind", device_kind_from);
    d.name = from.text("name");
    if (!from.any("index").is(node_kind::null)) {
        d.index = static_cast<int>(from.integer("index", 0, INT32_MAX));
    }
    d.uuid = from.text_or_null("uuid");
    d.pci_bus_id = from.text_or_null("pci_bus_id");
    d.sm = static_cast<int>(from.integer("sm", 0, INT32_MAX));
    d.multiprocessors = static_cast<int>(from.integer("multiprocessors", 0, INT32_MAX));
    d.memory_bytes = static_cast<std::uint64_t>(from.integer("memory_bytes", 0, INT64_MAX));
    d.l2_bytes = static_cast<std::uint64_t>(from.integer("l2_bytes", 0, INT64_MAX));
    return d;
}

metric_declaration decode_metric_declaration(const object_reader& from) {
    return {from.text("name"), from.text("unit"), from.word("better", direction_from),
            from.text("doc")};
}

} // namespace dyno::record

// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

#include <limits>

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

json number_or_null(const std::optional<double>& number) {
    return number ? json(*number) : json(nullptr);
}

json encode(const lever_effect& e) {
    return {{"metric", e.metric},
            {"ratio", e.ratio},
            {"low", number_or_null(e.low)},
            {"high", number_or_null(e.high)},
            {"from_launches", e.from_launches},
            {"to_launches", e.to_launches}};
}

std::size_t count(const object_reader& from, const char* key) {
    return static_cast<std::size_t>(from.integer(key, 0, std::numeric_limits<int>::max()));
}

/// A ratio of two positive figures.
double ratio(const object_reader& from, const char* key) {
    const double number = from.number(key);
    if (!(number > 0)) {
        throw from.wrong(key, "a number above 0");
    }
    return number;
}

lever_effect decode_effect(const object_reader& from) {
    lever_effect e;
    e.metric = from.text("metric");
    e.ratio = ratio(from, "ratio");
    if (from.has("low")) {
        e.low = ratio(from, "low");
    }
    if (from.has("high")) {
        e.high = ratio(from, "high");
    }
    e.from_launches = count(from, "from_launches");
    e.to_launches = count(from, "to_launches");
    return e;
}

json encode(const lever_pair& p) {
    json effects = json::array();
    for (const lever_effect& e : p.effects) {
        effects.push_back(encode(e));
    }
    return {{"from_case", p.from_case}, {"to_case", p.to_case}, {"effects", std::move(effects)}};
}

lever_pair decode_pair(const object_reader& from) {
    return {count(from, "from_case"), count(from, "to_case"),
            decode_all(from, "effects", decode_effect)};
}

} // namespace

json encode(const lever& l) {
    json pairs = json::array();
    for (const lever_pair& p : l.pairs) {
        pairs.push_back(encode(p));
    }
    return {{"name", l.name},
            {"workload", l.workload},
            {"from", encode(l.from)},
            {"to", encode(l.to)},
            {"pairs", std::move(pairs)}};
}

lever decode_lever(const object_reader& from) {
    return {from.text("name"), from.text("workload"), decode_parameters(from.object("from")),
            decode_parameters(from.object("to")), decode_all(from, "pairs", decode_pair)};
}

} // namespace dyno::record

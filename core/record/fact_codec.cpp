// Facts as JSON: values by name, null for an unknown one, and the reasons in a table of their own.
// SPDX-License-Identifier: Apache-2.0
#include "record/codec.hpp"

namespace dyno::record {
namespace {

using record::encode; // beside the overloads below

json encode(const facts& all) {
    json known = json::object();
    for (const auto& [name, f] : all) {
        known[name] = f.known ? encode(*f.known) : json(nullptr);
    }
    return known;
}

/// The reasons of all unknown facts, by name.
json encode_reasons(const facts& identity, const facts& circumstances) {
    json reasons = json::object();
    for (const facts* all : {&identity, &circumstances}) {
        for (const auto& [name, f] : *all) {
            if (!f.known) {
                reasons[name] = f.reason;
            }
        }
    }
    return reasons;
}

facts decode_facts(const object_reader& from, const object_reader& reasons) {
    facts all;
    for (const auto& [name, v] : from.raw()) {
        fact f;
        if (v.is(node_kind::null)) {
            f.reason = reasons.text_or(std::string(name).c_str(), "no reason recorded");
        } else {
            f.known = decode_value(v);
        }
        all.emplace(name, std::move(f));
    }
    return all;
}

} // namespace

json encode(const fact_sheet& sheet) {
    return {{"identity", encode(sheet.identity)},
            {"circumstances", encode(sheet.circumstances)},
            {"unknown", encode_reasons(sheet.identity, sheet.circumstances)}};
}

fact_sheet decode_fact_sheet(const object_reader& from) {
    const object_reader unknown = from.object("unknown");
    return {decode_facts(from.object("identity"), unknown),
            decode_facts(from.object("circumstances"), unknown)};
}

} // namespace dyno::record

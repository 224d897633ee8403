// SPDX-License-Identifier: Apache-2.0
#include "record/probe_message.hpp"

#include "record/codec.hpp"

namespace dyno::record {

std::string write_line(const probe_request& r) {
    json j = json::object();
    if (r.watch) {
        j["watch"] = encode(*r.watch);
    }
    if (r.sampling) {
        j["sampling"] = *r.sampling;
    }
    return to_line(j);
}

probe_request read_probe_request(std::string_view line) {
    const document read = parse_document(line, "request");
    const object_reader from(read.root());
    probe_request r;
    if (from.has("watch")) {
        r.watch = decode_device(from.object("watch"));
    } else {
        r.sampling = from.truth("sampling");
    }
    return r;
}

std::string write_line(const probe_event& e) {
    json j = json::object();
    if (e.facts) {
        j["facts"] = encode(*e.facts);
    }
    if (e.sample) {
        j["sample"] = encode(*e.sample);
    }
    return to_line(j);
}

probe_event read_probe_event(std::string_view line) {
    const document read = parse_document(line, "event");
    const object_reader from(read.root());
    probe_event e;
    if (from.has("facts")) {
        e.facts = decode_fact_sheet(from.object("facts"));
    } else {
        e.sample = decode_telemetry_sample(from.object("sample"));
    }
    return e;
}

} // namespace dyno::record

// SPDX-License-Identifier: Apache-2.0
#include "record/writer.hpp"

#include "record/codec.hpp"

namespace dyno::record {
namespace {

/// `[` element, element `]` with one element a line.
std::string write_array(const std::vector<std::string>& lines) {
    if (lines.empty()) {
        return "[]";
    }
    std::string text = "[\n";
    for (std::size_t i = 0; i < lines.size(); ++i) {
        text += "    " + lines[i] + (i + 1 < lines.size() ? ",\n" : "\n");
    }
    return text + "  ]";
}

} // namespace

std::string write_line(const launch& l) {
    return to_line(encode(l));
}

std::string write_head(const run_file& file) {
    return to_line(encode_head(file));
}

std::string write(const run_file& file) {
    std::string text = "{\n";
    const json head = encode_head(file);
    for (const auto& [key, v] : head.items()) {
        text += "  \"" + key + "\": ";
        if (v.is_array() && !v.empty() && v.front().is_object()) {
            std::vector<std::string> lines;
            for (const json& element : v) {
                lines.push_back(to_line(element));
            }
            text += write_array(lines);
        } else {
            text += to_line(v);
        }
        text += ",\n";
    }
    std::vector<std::string> launches;
    launches.reserve(file.launches.size());
    for (const launch& l : file.launches) {
        launches.push_back(write_line(l));
    }
    return text + "  \"launches\": " + write_array(launches) + "\n}\n";
}

} // namespace dyno::record

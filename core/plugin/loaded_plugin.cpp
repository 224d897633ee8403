// SPDX-License-Identifier: Apache-2.0
#include "plugin/loaded_plugin.hpp"

#include "plugin/library.hpp"
#include "plugin/plugin_tag.hpp"
#include "record/error.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace dyno {
namespace {

template <class Struct, class Field>
bool has_field(const Struct& s, Field Struct::*field) {
    const auto offset =
        reinterpret_cast<const char*>(&(s.*field)) - reinterpret_cast<const char*>(&s);
    return s.struct_size >= static_cast<std::size_t>(offset) + sizeof(Field);
}

void check_workload(const dyno_workload* workload) {
    if (workload == nullptr || !has_field(*workload, &dyno_workload::destroy) ||
        workload->id == nullptr || *workload->id == '\0') {
        throw error("a workload's struct is too short or has no id");
    }
    const dyno_workload& w = *workload;
    if (w.summary == nullptr || w.params == nullptr || w.metrics == nullptr ||
        w.create == nullptr || w.prepare == nullptr || w.run == nullptr || w.destroy == nullptr) {
        throw error(std::string("workload '") + w.id + "' lacks a required field or function");
    }
}

void check_entry(const dyno_entry& entry) {
    if (entry.magic != DYNO_MAGIC) {
        throw error("its entry 'dyno_plugin' has a wrong magic number");
    }
    if (const std::string why = why_abi_differs(entry.abi); !why.empty()) {
        throw error(why);
    }
    if (!has_field(entry, &dyno_entry::workloads)) {
        throw error("its entry's struct is too short (" + std::to_string(entry.struct_size) +
                    " bytes)");
    }
    if (entry.name == nullptr || entry.version == nullptr || entry.build == nullptr ||
        entry.workloads == nullptr) {
        throw error("its entry lacks a required field");
    }
    for (const dyno_workload* const* w = entry.workloads; *w != nullptr; ++w) {
        check_workload(*w);
    }
}

std::string text_or_empty(const char* text) {
    return text == nullptr ? "" : text;
}

record::value_type type_of(const dyno_param& p) {
    switch (p.type) {
    case DYNO_INT:
        return record::value_type::integer;
    case DYNO_REAL:
        return record::value_type::real;
    case DYNO_TEXT:
        return record::value_type::text;
    case DYNO_BOOL:
        return record::value_type::boolean;
    default:
        throw error(std::string("parameter '") + p.name + "' has no known type");
    }
}

record::parameter_declaration declaration_of(const dyno_param& from) {
    if (!has_field(from, &dyno_param::doc) || from.name == nullptr) {
        throw error("a parameter's struct is too short or has no name");
    }
    record::parameter_declaration p;
    p.name = from.name;
    p.type = type_of(from);
    p.fallback_toml = text_or_empty(from.fallback);
    for (const char* const* word = from.allowed; word != nullptr && *word != nullptr; ++word) {
        p.allowed.emplace_back(*word);
    }
    if (from.int_min <= from.int_max) {
        p.least_integer = from.int_min;
        p.most_integer = from.int_max;
    }
    if (from.real_min <= from.real_max) {
        // An infinite bound is none; JSON has no word for it.
        constexpr double most = std::numeric_limits<double>::max();
        p.least_real = std::max(from.real_min, -most);
        p.most_real = std::min(from.real_max, most);
    }
    p.unit = text_or_empty(from.unit);
    p.doc = text_or_empty(from.doc);
    return p;
}

record::metric_declaration declaration_of(const dyno_metric& from) {
    if (!has_field(from, &dyno_metric::doc) || from.name == nullptr || from.unit == nullptr) {
        throw error("a metric's struct is too short, or it has no name or unit");
    }
    if (from.better < DYNO_LOWER || from.better > DYNO_EXACT) {
        throw error(std::string("metric '") + from.name + "' has no known direction");
    }
    return {from.name, from.unit, static_cast<record::direction>(from.better),
            text_or_empty(from.doc)};
}

record::workload_declaration declaration_of(const dyno_workload& from) {
    record::workload_declaration w;
    w.id = from.id;
    w.summary = from.summary;
    w.on_cpu = (from.device_kinds & (1u << DYNO_CPU)) != 0;
    w.on_cuda = (from.device_kinds & (1u << DYNO_CUDA)) != 0;
    w.self_timed = (from.flags & DYNO_SELF_TIMED) != 0;
    w.synchronises = (from.flags & DYNO_SYNCHRONISES) != 0;
    if (!w.on_cpu && !w.on_cuda) {
        throw error("is offered on no kind of device");
    }
    std::set<std::string> names;
    for (const dyno_param* const* p = from.params; *p != nullptr; ++p) {
        w.parameters.push_back(declaration_of(**p));
        if (!names.insert(w.parameters.back().name).second) {
            throw error("parameter '" + w.parameters.back().name + "' is declared twice");
        }
    }
    names.clear();
    for (const dyno_metric* const* m = from.metrics; *m != nullptr; ++m) {
        w.metrics.push_back(declaration_of(**m));
        if (!w.self_timed && record::is_host_metric(w.metrics.back().name)) {
            throw error("metric '" + w.metrics.back().name + "' is the runner's own");
        }
        if (!names.insert(w.metrics.back().name).second) {
            throw error("metric '" + w.metrics.back().name + "' is declared twice");
        }
    }
    return w;
}

} // namespace

const dyno_entry& load_plugin(const std::filesystem::path& path) {
    try {
        const library opened = library::open(path);
        const auto* entry = static_cast<const dyno_entry*>(opened.find("dyno_plugin"));
        if (entry == nullptr) {
            throw error("has no entry 'dyno_plugin' (was DYNO_PLUGIN() left out?)");
        }
        check_entry(*entry);
        return *entry;
    } catch (const error& failure) {
        throw failure.in("plugin " + path.string());
    }
}

const dyno_workload* find_workload(const dyno_entry& entry, const std::string& id) {
    for (const dyno_workload* const* w = entry.workloads; *w != nullptr; ++w) {
        if (id == (*w)->id) {
            return *w;
        }
    }
    return nullptr;
}

record::plugin_declaration declaration_of(const dyno_entry& entry) {
    record::plugin_declaration declared{entry.name, entry.version, entry.build, entry.abi, {}};
    std::set<std::string> ids;
    for (const dyno_workload* const* w = entry.workloads; *w != nullptr; ++w) {
        try {
            declared.workloads.push_back(declaration_of(**w));
            if (!ids.insert(declared.workloads.back().id).second) {
                throw error("is offered twice");
            }
        } catch (const error& failure) {
            throw failure.in(std::string("workload '") + (*w)->id + "'");
        }
    }
    return declared;
}

} // namespace dyno

// SPDX-License-Identifier: Apache-2.0
#include "scenario/scenario.hpp"

#include "scenario/table_reader.hpp"
#include "scenario/toml.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <set>

namespace dyno {
namespace {

constexpr int scenario_schema = 1;
constexpr double longest_s = 7 * 24 * 3600.0;
constexpr std::int64_t most_launches = 1000, most_samples = 1'000'000;

template <class Number, class Taken>
void assign(Number& to, const std::optional<Taken>& taken) {
    if (taken) {
        to = static_cast<Number>(*taken);
    }
}

/// The keys of [measure] and of a case's `measure`.
void read_policy(table_reader from, record::policy& p) {
    assign(p.launches, from.take_integer("launches", 1, most_launches));
    assign(p.warmup_s, from.take_number("warmup_s", 0, longest_s));
    assign(p.max_warmup_s, from.take_number("max_warmup_s", 0, longest_s));
    assign(p.min_time_s, from.take_number("min_time_s", 0, longest_s));
    assign(p.max_time_s, from.take_number("max_time_s", 0, longest_s));
    assign(p.min_samples, from.take_integer("min_samples", 1, most_samples));
    assign(p.max_samples, from.take_integer("max_samples", 1, most_samples));
    assign(p.target_rel_ci, from.take_number("target_rel_ci", 0, 1));
    assign(p.min_sample_s, from.take_number("min_sample_s", 0, longest_s));
    assign(p.time_limit_s, from.take_number("time_limit_s", 0.1, longest_s));
    if (const auto word = from.take_word("cache", {"warm", "cold"})) {
        p.cache = record::cache_state_from(*word);
    }
    from.finish();
    const auto contradict = [&](bool wrong, const char* key, const char* message) {
        if (wrong) {
            from.found().add(from.at(key), message);
        }
    };
    contradict(p.min_time_s > p.max_time_s, "min_time_s",
               "'min_time_s' is greater than 'max_time_s'");
    contradict(p.min_samples > p.max_samples, "min_samples",
               "'min_samples' is greater than 'max_samples'");
    contradict(p.warmup_s > p.max_warmup_s, "warmup_s",
               "'warmup_s' is greater than 'max_warmup_s'");
    contradict(
        p.warmup_s + p.min_time_s >= p.time_limit_s, "time_limit_s",
        "'time_limit_s' leaves no time: it is not above 'warmup_s' and 'min_time_s' together");
}

bool is_variable_name(const std::string& name) {
    return !name.empty() && name.find('=') == std::string::npos &&
           name.find('\0') == std::string::npos;
}

/// Linux takes no variable longer than this, "NAME=value" (MAX_ARG_STRLEN, less its final zero).
constexpr std::size_t longest_variable = (128 << 10) - 1;

void read_environment(const node_table& from, scenario_case& c, problems& found) {
    for (const auto& [name, held] : from.entries) {
        const auto* text = held.as<std::string>();
        if (!text || !is_variable_name(name) || text->find('\0') != std::string::npos) {
            found.add(held.at, "'" + name + "' of environment is a variable's text, in quotes");
        } else if (name.size() + 1 + text->size() > longest_variable) {
            found.add(held.at, "'" + name + "' of environment is longer than a variable can be: " +
                                   std::to_string(longest_variable) +
                                   " bytes with its name and '='");
        } else if (name.starts_with("BENCHMARK_")) {
            found.add(held.at, "'" + name + "' would change how the timing engine measures");
        } else {
            c.environment.emplace(name, *text);
        }
    }
}

/// The names of a set, in the alphabet's order: "k, m, n".
std::string names_of(const node_table& values) {
    std::set<std::string> names;
    for (const auto& [name, held] : values.entries) {
        names.insert(name);
    }
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

void read_zip(const node_list& from, scenario_case& c, problems& found) {
    for (const node& set : from) {
        const auto* values = set.as<node_table>();
        if (!values || values->entries.empty()) {
            found.add(set.at, "an entry of zip is a table of values that go together");
            continue;
        }
        // A name left out of one set would silently have its default there.
        const std::string names = names_of(*values);
        if (!c.zip.empty() && names != names_of(c.zip.front())) {
            found.add(set.at, "every set of zip gives the same parameters: this one gives " +
                                  names + ", the first one " + names_of(c.zip.front()));
        }
        c.zip.push_back(*values);
    }
}

void read_parameters(table_reader& from, scenario_case& c) {
    problems& found = from.found();
    if (const node_table* fixed = from.take_table("params")) {
        for (const auto& [name, held] : fixed->entries) {
            c.fixed.emplace_back(name, held);
        }
    }
    if (const node_table* sweep = from.take_table("sweep")) {
        for (const auto& [name, held] : sweep->entries) {
            const auto* values = held.as<node_list>();
            if (!values || values->empty()) {
                found.add(held.at, "'" + name + "' of sweep is a list with at least one value");
            } else {
                c.sweep.emplace_back(name, *values);
            }
        }
    }
    if (const node_list* zip = from.take_list("zip")) {
        if (zip->empty()) {
            found.add(from.at("zip"), "'zip' is a list with at least one set of values");
        }
        read_zip(*zip, c, found);
    }
}

scenario_case read_case(const node& from, const record::policy& policy, problems& found) {
    scenario_case c;
    c.at = from.at;
    c.policy = policy;
    table_reader keys(from, "[[case]]", found);
    c.id = keys.take_text("id").value_or("");
    if (const auto workload = keys.take_text("workload")) {
        c.workload = *workload;
    } else if (from.as<node_table>() && !from.as<node_table>()->find("workload")) {
        found.add(from.at, "a [[case]] without 'workload'");
    }
    read_parameters(keys, c);
    if (const node* measure = keys.take("measure")) {
        read_policy(table_reader(*measure, "measure", found), c.policy);
    }
    if (const node_table* environment = keys.take_table("environment")) {
        read_environment(*environment, c, found);
    }
    if (const node* condition = keys.take("skip_unless")) {
        table_reader conditions(*condition, "skip_unless", found);
        assign(c.policy.least_free_bytes, conditions.take_bytes("memory_free"));
        conditions.finish();
    }
    keys.finish();
    return c;
}

/// An id is what `extends` and --set mean a case by.
void check_ids(const std::vector<scenario_case>& cases, problems& found) {
    std::map<std::string, place> seen;
    for (const scenario_case& c : cases) {
        if (c.id.empty()) {
            continue;
        }
        const auto [first, is_new] = seen.emplace(c.id, c.at);
        if (!is_new) {
            found.add(c.at, "the id '" + c.id + "' belongs to the case at " +
                                to_text(first->second) + " already");
        }
    }
}

/// The keys of a lever's `from` and `to` must be the same: one change, told from both ends.
scenario_lever read_lever(const node& written, problems& found) {
    scenario_lever l;
    l.at = written.at;
    table_reader keys(written, "[[lever]]", found);
    const auto required_text = [&](const char* key) {
        const auto text = keys.take_text(key);
        if (!text && written.as<node_table>() && !written.as<node_table>()->find(key)) {
            found.add(written.at, std::string("a [[lever]] without '") + key + "'");
        }
        return text.value_or("");
    };
    l.name = required_text("name");
    l.workload = required_text("workload");
    for (const auto& [key, to] : {std::pair{"from", &l.from}, std::pair{"to", &l.to}}) {
        const node_table* values = keys.take_table(key);
        if (!values || values->entries.empty()) {
            found.add(written.at, std::string("'") + key +
                                      "' of [[lever]] is a table with at least one parameter");
            continue;
        }
        to->assign(values->entries.begin(), values->entries.end());
    }
    keys.finish();
    return l;
}

void read_device(table_reader from, scenario& s) {
    if (const auto kind = from.take_word("kind", {"cuda", "cpu", "any"})) {
        s.device = *kind == "cuda"  ? wanted_device::cuda
                   : *kind == "cpu" ? wanted_device::cpu
                                    : wanted_device::any;
    }
    const node* select = from.take("select");
    if (select && select->as<std::int64_t>()) {
        s.selector = std::to_string(*select->as<std::int64_t>());
    } else if (select && select->as<std::string>() && !select->as<std::string>()->empty()) {
        s.selector = *select->as<std::string>();
    } else if (select) {
        from.found().add(select->at, "'select' is one device: an index, a UUID (\"GPU-…\") or a "
                                     "PCI bus id (\"0000:65:00.0\")");
    }
    from.finish();
    if (s.device == wanted_device::cpu && !s.selector.empty()) {
        from.found().add(from.at(), "'select' chooses among CUDA devices; kind is \"cpu\"");
    }
}

} // namespace

std::optional<std::int64_t> read_bytes(const node& from) {
    if (const auto* integer = from.as<std::int64_t>()) {
        return *integer >= 0 ? std::optional(*integer) : std::nullopt;
    }
    const auto* text = from.as<std::string>();
    if (!text) {
        return std::nullopt;
    }
    double number = 0;
    const char* end = text->data() + text->size();
    const auto [rest, failure] = std::from_chars(text->data(), end, number);
    if (failure != std::errc() || !(number >= 0)) {
        return std::nullopt;
    }
    std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    unit.remove_prefix(std::min(unit.find_first_not_of(' '), unit.size()));
    static constexpr std::pair<std::string_view, double> units[] = {
        {"B", 1},        {"kB", 1e3},     {"MB", 1e6},     {"GB", 1e9},    {"TB", 1e12},
        {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}};
    for (const auto& [name, factor] : units) {
        if (unit == name && number * factor < 0x1p63) {
            return static_cast<std::int64_t>(std::llround(number * factor));
        }
    }
    return std::nullopt;
}

scenario read_scenario(const node& root, const std::filesystem::path& path, problems& found) {
    scenario s;
    s.path = path;
    table_reader keys(root, "the scenario", found);
    const node* schema = keys.take("schema");
    const auto* version = schema ? schema->as<std::int64_t>() : nullptr;
    if (!version || *version != scenario_schema) {
        found.add(schema ? schema->at : root.at,
                  schema ? "this program reads scenarios of 'schema = 1' only"
                         : "the first key of a scenario is 'schema = 1'");
    }
    s.name = keys.take_text("name").value_or(path.stem().string());
    if (const node* device = keys.take("device")) {
        read_device(table_reader(*device, "[device]", found), s);
    }
    record::policy policy;
    if (const node* measure = keys.take("measure")) {
        read_policy(table_reader(*measure, "[measure]", found), policy);
    }
    const node* cases = keys.take("case");
    const auto* list = cases ? cases->as<node_list>() : nullptr;
    if (!list || list->empty()) {
        found.add(cases ? cases->at : root.at, "a scenario needs at least one [[case]]");
    } else {
        for (const node& one : *list) {
            s.cases.push_back(read_case(one, policy, found));
        }
        check_ids(s.cases, found);
    }
    const node_list* levers = keys.take_list("lever");
    for (std::size_t i = 0; levers && i < levers->size(); ++i) {
        s.levers.push_back(read_lever((*levers)[i], found));
    }
    keys.finish();
    s.effective = write_toml(root);
    return s;
}

} // namespace dyno

// SPDX-License-Identifier: Apache-2.0
#include "run_key.hpp"

#include "display/spelling.hpp"
#include "fact_view.hpp"
#include "part.hpp"
#include "usage_error.hpp"

#include <algorithm>
#include <set>
#include <string_view>

namespace dyno::results {
namespace {

constexpr const char* unknown = "unknown";

/// Versions of a loaded library, by its stem, over all launches.
std::string library_version(const record::run_file& run, std::string_view stem) {
    std::set<std::string> versions;
    const std::vector<record::library>* last = nullptr;
    for (const record::launch& l : run.launches) {
        if (last != nullptr && *last == l.libraries) {
            continue;
        }
        last = &l.libraries;
        for (const record::library& one : l.libraries) {
            if (library_stem(one.name) == stem && !one.version.empty()) {
                versions.insert(one.version);
            }
        }
    }
    return versions.empty() ? unknown : fact_view{versions, {}}.text();
}

std::string fact(const record::run_file& run, const std::string& name) {
    const auto found = run.identity.find(name);
    return found != run.identity.end() && found->second.known
               ? record::to_text(*found->second.known)
               : unknown;
}

std::string fact_or_library(const record::run_file& run, const char* name, const char* stem) {
    const std::string known = fact(run, name);
    return known == unknown ? library_version(run, stem) : known;
}

const std::vector<std::string> short_keys = {"gpu",    "driver",   "cuda",    "cudnn",
                                             "cublas", "libtorch", "harness", "scenario"};

} // namespace

std::string text_of_run_key(const record::run_file& run, const std::string& key) {
    if (key == "gpu") {
        return run.device.name;
    }
    if (key == "driver") {
        return fact(run, "driver.version");
    }
    if (key == "cuda") {
        return fact_or_library(run, "cuda.runtime", "libcudart");
    }
    if (key == "cudnn") {
        return fact_or_library(run, "cudnn.version", "libcudnn");
    }
    if (key == "cublas") {
        return fact_or_library(run, "cublas.version", "libcublasLt");
    }
    if (key == "libtorch") {
        return fact_or_library(run, "libtorch.version", "libtorch_cpu");
    }
    if (key == "harness") {
        return run.harness_version;
    }
    if (key == "scenario") {
        return run.scenario_name;
    }
    return fact(run, key);
}

void check_run_key(const std::vector<const record::run_file*>& runs, const std::string& option,
                   const std::string& key) {
    const std::set<std::string> facts = fact_names(runs);
    std::vector<std::string> known(facts.begin(), facts.end());
    known.insert(known.begin(), short_keys.begin(), short_keys.end());
    if (std::find(known.begin(), known.end(), key) == known.end()) {
        throw usage_error(option + ": no run has '" + key + "'" + suggestion(key, known));
    }
}

bool version_less(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const auto digits = [&](std::string_view& text) {
                std::size_t zeros = 0;
                while (zeros + 1 < text.size() && text[zeros] == '0' && is_digit(text[zeros + 1])) {
                    ++zeros;
                }
                text.remove_prefix(zeros);
                std::size_t count = 0;
                while (count < text.size() && is_digit(text[count])) {
                    ++count;
                }
                const std::string_view number = text.substr(0, count);
                text.remove_prefix(count);
                return number;
            };
            const std::string_view x = digits(a), y = digits(b);
            if (x != y) {
                return x.size() != y.size() ? x.size() < y.size() : x < y;
            }
        } else if (a.front() != b.front()) {
            return a.front() < b.front();
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.size() < b.size();
}

} // namespace dyno::results

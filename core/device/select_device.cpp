// SPDX-License-Identifier: Apache-2.0
#include "device/select_device.hpp"

#include "device/pci_bus_id.hpp"
#include "record/error.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <string_view>
#include <vector>

namespace dyno {
namespace {

using record::device;
using record::device_kind;
using predicate = std::function<bool(const device&)>;

constexpr const char* what_is_wanted =
    "an index (\"0\"), a UUID (\"GPU-52a3…\", \"MIG-…\") or a PCI bus id (\"0000:65:00.0\")";

std::string trim(std::string_view text) {
    const auto start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) {
        return "";
    }
    return std::string(text.substr(start, text.find_last_not_of(" \t\r\n") - start + 1));
}

std::string to_lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

std::vector<const device*> all_of_kind(const record::device_list& found, device_kind kind) {
    std::vector<const device*> all;
    for (const device& one : found.devices) {
        if (one.kind == kind) {
            all.push_back(&one);
        }
    }
    return all;
}

std::string describe(const std::vector<const device*>& all) {
    std::string text;
    for (const device* one : all) {
        text += (text.empty() ? "" : "; ") +
                (one->index ? std::to_string(*one->index) : std::string("?")) + " " + one->name +
                " " + one->uuid + " " + one->pci_bus_id;
    }
    return text;
}

bool is_decimal(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// At least one digit after "GPU-" or "MIG-": the prefix alone says nothing.
bool is_uuid_start(const std::string& lower) {
    return lower.size() > 4 && (lower.starts_with("gpu-") || lower.starts_with("mig-"));
}

/// What the text asks for; empty if it cannot be read.
predicate reader_of(const std::string& text) {
    if (is_decimal(text)) {
        int index = -1; // too many digits for an int fit no device
        std::from_chars(text.data(), text.data() + text.size(), index);
        return [index](const device& d) { return d.index == index; };
    }
    if (const std::string wanted = to_lower(text); is_uuid_start(wanted)) {
        return [wanted](const device& d) { return to_lower(d.uuid).starts_with(wanted); };
    }
    if (const auto wanted = parse_pci_bus_id(text)) {
        return [wanted](const device& d) { return parse_pci_bus_id(d.pci_bus_id) == wanted; };
    }
    return {};
}

const device& select_cuda(const std::vector<const device*>& all, const std::string& given) {
    const std::string text = trim(given);
    if (text.empty()) {
        throw error("select is empty: give " + std::string(what_is_wanted) +
                    ", or leave it out for the first device");
    }
    if (text.find(',') != std::string::npos) {
        throw error("select = \"" + given + "\" names several devices; a run measures one");
    }
    const predicate fits = reader_of(text);
    if (!fits) {
        throw error("select = \"" + given + "\" is not " + what_is_wanted);
    }
    std::vector<const device*> fitting;
    std::copy_if(all.begin(), all.end(), std::back_inserter(fitting),
                 [&](const device* one) { return fits(*one); });
    if (fitting.empty()) {
        throw nothing_to_measure("no CUDA device fits select = \"" + given +
                                 "\"; there is: " + describe(all));
    }
    if (fitting.size() > 1) {
        throw error("select = \"" + given + "\" fits more than one device: " + describe(fitting));
    }
    return *fitting.front();
}

} // namespace

const record::device& select_device(const record::device_list& found, const device_choice& choice) {
    const auto cuda = all_of_kind(found, device_kind::cuda);
    const auto cpu = all_of_kind(found, device_kind::cpu);
    if (choice.kind == device_kind::cpu && choice.select) {
        throw error("select = \"" + *choice.select +
                    "\" chooses among CUDA devices; leave it out with kind = \"cpu\"");
    }
    if (choice.kind != device_kind::cpu && !cuda.empty()) {
        return choice.select ? select_cuda(cuda, *choice.select) : *cuda.front();
    }
    if (choice.kind == device_kind::cuda || choice.select) {
        throw nothing_to_measure("no CUDA device: " + (found.reason.empty()
                                                           ? std::string("none was found")
                                                           : found.reason));
    }
    if (cpu.empty()) {
        throw nothing_to_measure("the list of devices holds no CPU");
    }
    return *cpu.front();
}

} // namespace dyno

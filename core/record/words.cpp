// SPDX-License-Identifier: Apache-2.0
#include "record/words.hpp"

#include "record/error.hpp"

#include <array>
#include <string>
#include <utility>

namespace dyno::record {
namespace {

template <class Word, std::size_t Count>
using table = std::array<std::pair<Word, std::string_view>, Count>;

constexpr table<status, 10> statuses{{{status::ok, "ok"},
                                      {status::skipped, "skipped"},
                                      {status::failed, "failed"},
                                      {status::oom, "oom"},
                                      {status::crashed, "crashed"},
                                      {status::timeout, "timeout"},
                                      {status::no_device, "no_device"},
                                      {status::device_lost, "device_lost"},
                                      {status::invalid, "invalid"},
                                      {status::not_run, "not_run"}}};
constexpr table<direction, 3> directions{
    {{direction::lower, "lower"}, {direction::higher, "higher"}, {direction::exact, "exact"}}};
constexpr table<device_kind, 2> device_kinds{
    {{device_kind::cpu, "cpu"}, {device_kind::cuda, "cuda"}}};
constexpr table<run_state, 3> run_states{{{run_state::running, "running"},
                                          {run_state::complete, "complete"},
                                          {run_state::partial, "partial"}}};

template <class Table, class Word>
std::string_view word_of(const Table& words, Word wanted) {
    for (const auto& [word, text] : words) {
        if (word == wanted) {
            return text;
        }
    }
    return "?";
}

template <class Table>
auto find(const Table& words, std::string_view wanted, const char* what) {
    for (const auto& [word, text] : words) {
        if (text == wanted) {
            return word;
        }
    }
    throw error("'" + std::string(wanted) + "' is not a " + what);
}

} // namespace

std::string_view to_word(status s) {
    return word_of(statuses, s);
}
std::string_view to_word(direction d) {
    return word_of(directions, d);
}
std::string_view to_word(device_kind k) {
    return word_of(device_kinds, k);
}
std::string_view to_word(run_state s) {
    return word_of(run_states, s);
}

status status_from(std::string_view word) {
    return find(statuses, word, "status");
}
direction direction_from(std::string_view word) {
    return find(directions, word, "direction");
}
device_kind device_kind_from(std::string_view word) {
    return find(device_kinds, word, "kind of device");
}
run_state run_state_from(std::string_view word) {
    return find(run_states, word, "state of a run");
}

} // namespace dyno::record

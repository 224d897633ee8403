// SPDX-License-Identifier: Apache-2.0
#include "run_id.hpp"

#include <cstdint>

namespace dyno::results {

std::string run_id_of(const std::vector<std::string>& texts) {
    std::uint64_t hashes[2] = {0xcbf29ce484222325u, 0x84222325cbf29ce4u}; // FNV-1a, twice
    for (const std::string& text : texts) {
        for (const char c : text) {
            for (std::uint64_t& hash : hashes) {
                hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
            }
        }
        for (std::uint64_t& hash : hashes) {
            hash = (hash ^ 0x100u) * 0x100000001b3u; // so that "ab", "c" is not "a", "bc"
        }
    }
    std::string id;
    for (const std::uint64_t hash : hashes) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            id += "0123456789abcdef"[hash >> shift & 15];
        }
    }
    return id;
}

} // namespace dyno::results

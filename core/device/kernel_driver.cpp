// SPDX-License-Identifier: Apache-2.0
#include "device/kernel_driver.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace dyno {
namespace {

/// Digits with dots between them: "535.104.05".
bool is_version(const std::string& word) {
    return word.find('.') != std::string::npos && word.front() != '.' && word.back() != '.' &&
           std::all_of(word.begin(), word.end(),
                       [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
}

} // namespace

std::string read_kernel_driver_version(const std::filesystem::path& file) {
    std::ifstream text(file);
    for (std::string line; std::getline(text, line);) {
        if (!line.starts_with("NVRM version:")) {
            continue;
        }
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            if (is_version(word)) {
                return word;
            }
        }
    }
    return "";
}

} // namespace dyno

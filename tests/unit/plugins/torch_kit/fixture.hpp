// fixture.hpp - reads the fixtures of tests/fixtures/torch_kit: a key and numbers a line.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace dyno::torch_kit::testing {

/// DYNO_TORCH_FIXTURES is the folder; set by the test's CMakeLists.txt.
class fixture {
public:
    explicit fixture(const std::string& name) {
        std::ifstream file(std::string(DYNO_TORCH_FIXTURES) + "/" + name + ".txt");
        for (std::string line; std::getline(file, line);) {
            if (line.starts_with('#')) {
                continue;
            }
            std::istringstream words(line);
            std::string key;
            words >> key;
            // As text, since a stream does not read "inf" and "nan".
            for (std::string word; words >> word;) {
                m_numbers[key].push_back(std::stod(word));
            }
        }
        if (m_numbers.empty()) {
            throw std::runtime_error("fixture " + name + " is missing or empty");
        }
    }

    [[nodiscard]] const std::vector<double>& at(const std::string& key) const {
        const auto found = m_numbers.find(key);
        if (found == m_numbers.end()) {
            throw std::runtime_error("fixture has no " + key);
        }
        return found->second;
    }

    /// How many keys begin with the prefix.
    [[nodiscard]] std::size_t count(const std::string& prefix) const {
        std::size_t count = 0;
        for (const auto& [key, numbers] : m_numbers) {
            count += key.starts_with(prefix) ? 1 : 0;
        }
        return count;
    }

private:
    std::map<std::string, std::vector<double>> m_numbers;
};

} // namespace dyno::torch_kit::testing

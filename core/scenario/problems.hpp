// Errors of sense in a scenario, collected so that all are told in one go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/node.hpp"

#include <string>
#include <utility>
#include <vector>

namespace dyno {

class problems {
public:
    void add(const place& at, const std::string& message) {
        std::string text = to_text(at) + ": " + message;
        // A sweep meets the same fault in many cases; it is told once.
        for (const std::string& earlier : m_messages) {
            if (earlier == text) {
                return;
            }
        }
        m_messages.push_back(std::move(text));
    }
    [[nodiscard]] const std::vector<std::string>& messages() const { return m_messages; }
    [[nodiscard]] bool any() const { return !m_messages.empty(); }

private:
    std::vector<std::string> m_messages;
};

} // namespace dyno

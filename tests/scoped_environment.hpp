// An environment variable that a test sets, with its old value afterwards.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

class scoped_environment {
public:
    scoped_environment(std::string name, const std::string& value) : m_name(std::move(name)) {
        if (const char* found = std::getenv(m_name.c_str())) {
            m_old = found;
        }
        setenv(m_name.c_str(), value.c_str(), 1);
    }
    ~scoped_environment() {
        if (m_old) {
            setenv(m_name.c_str(), m_old->c_str(), 1);
        } else {
            unsetenv(m_name.c_str());
        }
    }
    scoped_environment(const scoped_environment&) = delete;
    scoped_environment& operator=(const scoped_environment&) = delete;

private:
    std::string m_name;
    std::optional<std::string> m_old;
};

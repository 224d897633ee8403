// How a test scripts a fake driver library: environment variables, read when it is initialised.
//
//   PREFIX_FAIL   comma-separated CALL:CODE, CALL:CODE@N (the Nth call alone) or CALL:CODE@N+ (the
//                 Nth and every later call). CALL may be "*"; CODE may be "hang": the call never
//                 returns. N counts the calls of that name, of "*" all calls.
//   PREFIX_KEY    a value, or values with ';' between them
//
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <map>
#include <sstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace fakes {

inline std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream in(text);
    for (std::string part; std::getline(in, part, separator);) {
        parts.push_back(part);
    }
    return parts;
}

class script {
public:
    script() = default;
    explicit script(std::string prefix) : m_prefix(std::move(prefix)) {
        for (const std::string& entry : split(text("FAIL", ""), ',')) {
            m_failures.push_back(parse(entry));
        }
    }

    std::string text(const std::string& key, const std::string& fallback) const {
        const char* found = std::getenv((m_prefix + "_" + key).c_str());
        return found ? found : fallback;
    }
    long long number(const std::string& key, long long fallback) const {
        const std::string found = text(key, "");
        return found.empty() ? fallback : std::stoll(found, nullptr, 0);
    }
    std::vector<std::string> list(const std::string& key, const std::string& fallback) const {
        return split(text(key, fallback), ';');
    }

    /// Counts a call; the code that it must fail with, or 0.
    int next_failure(const std::string& call) {
        const long count = ++m_calls[call];
        const long count_of_all = ++m_calls["*"];
        for (const failure& f : m_failures) {
            const long n = f.call == "*" ? count_of_all : count;
            const bool named = f.call == "*" || f.call == call;
            if (named && (f.at == 0 || n == f.at || (f.and_later && n > f.at))) {
                if (f.hangs) {
                    for (;;) {
                        pause();
                    }
                }
                return f.code;
            }
        }
        return 0;
    }

private:
    struct failure {
        std::string call;
        int code = 0;
        bool hangs = false;
        long at = 0; ///< 0: every call
        bool and_later = false;
    };

    static failure parse(const std::string& entry) {
        failure f;
        const auto colon = entry.find(':');
        const auto at = entry.find('@');
        f.call = entry.substr(0, colon);
        const std::string code = entry.substr(colon + 1, at - colon - 1);
        f.hangs = code == "hang";
        f.code = f.hangs ? 0 : std::stoi(code);
        if (at != std::string::npos) {
            f.at = std::stol(entry.substr(at + 1));
            f.and_later = entry.back() == '+';
        }
        return f;
    }

    std::string m_prefix;
    std::vector<failure> m_failures;
    std::map<std::string, long> m_calls;
};

} // namespace fakes

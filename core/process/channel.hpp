// The child's end of its private channel to the parent.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

namespace dyno {

/// Lines to and from the process that started this one. Descriptor 3 is moved out of the reach of
/// a plugin that closes or writes to low numbers. If the parent is gone, the process ends at the
/// next line, since nobody would take its result.
class channel {
public:
    /// Throws dyno::error if this process was not started with a channel.
    explicit channel(int descriptor);

    /// The next line without its line break; empty at the end.
    [[nodiscard]] std::string receive();
    /// Sends one line, whole. Any thread.
    void send(const std::string& line);
    [[nodiscard]] int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
    std::mutex m_sending;
    std::string m_received;
};

/// The channel of this process, made at the first call.
[[nodiscard]] channel& channel_to_parent();

} // namespace dyno

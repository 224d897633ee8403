// SPDX-License-Identifier: Apache-2.0
#include "process/channel.hpp"

#include "process/children.hpp"
#include "record/error.hpp"

#include <cerrno>
#include <fcntl.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dyno {
namespace {

/// High enough to be out of the way of programs that close what they did not open.
constexpr int safe_descriptor = 200;

} // namespace

channel::channel(int descriptor) {
    struct stat about {};
    if (::fstat(descriptor, &about) != 0 || !S_ISSOCK(about.st_mode)) {
        throw error("this command is for the runner's own child processes");
    }
    m_descriptor = ::fcntl(descriptor, F_DUPFD_CLOEXEC, safe_descriptor);
    if (m_descriptor < 0) {
        throw error("the channel to the parent process cannot be kept");
    }
    ::close(descriptor);
}

std::string channel::receive() {
    std::size_t looked_at = 0; // of what was received: no line break in it
    while (true) {
        if (const std::size_t end = m_received.find('\n', looked_at); end != std::string::npos) {
            std::string line = m_received.substr(0, end);
            m_received.erase(0, end + 1);
            return line;
        }
        looked_at = m_received.size();
        char buffer[4096];
        const ssize_t got = ::read(m_descriptor, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return {};
        }
        m_received.append(buffer, static_cast<std::size_t>(got));
    }
}

void channel::send(const std::string& line) {
    const std::lock_guard lock(m_sending);
    const std::string text = line + "\n";
    for (std::string_view left = text; !left.empty();) {
        const ssize_t put = ::send(m_descriptor, left.data(), left.size(), MSG_NOSIGNAL);
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            ::_exit(1); // the parent is gone
        }
        left.remove_prefix(static_cast<std::size_t>(put));
    }
}

channel& channel_to_parent() {
    static channel one(child_channel);
    return one;
}

} // namespace dyno

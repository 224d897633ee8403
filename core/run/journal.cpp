// SPDX-License-Identifier: Apache-2.0
#include "run/journal.hpp"

#include "record/error.hpp"
#include "record/reader.hpp"
#include "record/text_file.hpp"
#include "record/writer.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace dyno {
namespace {

nothing_to_measure system_error(const std::filesystem::path& path, const char* what) {
    return nothing_to_measure(path.string() + ": " + what + ": " + std::strerror(errno));
}

/// `count` bytes from `from`, whole. False, with errno: they cannot be read.
bool read_whole(int descriptor, char* to, std::size_t count, off_t from) {
    while (count > 0) {
        const ssize_t got = ::pread(descriptor, to, count, from);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            errno = got == 0 ? EIO : errno; // shorter than it was
            return false;
        }
        to += got;
        count -= static_cast<std::size_t>(got);
        from += got;
    }
    return true;
}

/// Bytes up to and with the last line break. Throws if the file cannot be read: what is cut off
/// after a guess would be lost.
off_t end_of_last_line(int descriptor, off_t size, const std::filesystem::path& path) {
    char buffer[4096];
    while (size > 0) {
        const auto count = static_cast<std::size_t>(std::min<off_t>(size, sizeof buffer));
        const off_t from = size - static_cast<off_t>(count);
        if (!read_whole(descriptor, buffer, count, from)) {
            throw system_error(path, "cannot read this journal");
        }
        const std::size_t at = std::string_view(buffer, count).rfind('\n');
        if (at != std::string_view::npos) {
            return from + static_cast<off_t>(at) + 1;
        }
        size = from;
    }
    return 0;
}

} // namespace

std::filesystem::path journal_path(const std::filesystem::path& run_file) {
    return run_file.string() + std::string(record::journal_ending);
}

// A runner that is killed at any moment leaves a journal with a head or none, so the file gets its
// name when the head is in it.
journal journal::create(const std::filesystem::path& path, const record::run_file& head) {
    const std::filesystem::path unfinished = path.string() + "." + std::to_string(::getpid());
    ::unlink(unfinished.c_str()); // of a process that had this number and was killed
    const int descriptor = ::open(unfinished.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        throw system_error(path, "cannot write");
    }
    journal made(path, descriptor);
    try {
        made.lock();
        made.append_line(record::write_head(head));
        if (!record::give_name(unfinished, path)) {
            if (errno == EEXIST) {
                throw error(path.string() + ": is there already");
            }
            throw system_error(path, "cannot write");
        }
    } catch (const error&) {
        ::unlink(unfinished.c_str());
        throw;
    }
    return made;
}

journal journal::reopen(const std::filesystem::path& path, const record::run_file& head) {
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (descriptor < 0) {
        throw system_error(path, "cannot go on with this journal");
    }
    journal opened(path, descriptor);
    opened.lock();
    struct stat about {};
    if (::fstat(descriptor, &about) != 0) {
        throw system_error(path, "cannot go on with this journal");
    }
    const off_t whole = end_of_last_line(descriptor, about.st_size, path);
    if (::ftruncate(descriptor, whole) != 0) {
        throw system_error(path, "cannot go on with this journal");
    }
    if (whole == 0) {
        opened.append_line(record::write_head(head));
    }
    return opened;
}

journal::journal(journal&& other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1)) {}

journal::~journal() {
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

void journal::lock() {
    if (::flock(m_descriptor, LOCK_EX | LOCK_NB) != 0) {
        throw error(m_path.string() + ": another runner is at work on this run");
    }
}

void journal::append(const record::launch& launch) {
    append_line(record::write_line(launch));
}

void journal::append_line(const std::string& line) {
    const off_t before = ::lseek(m_descriptor, 0, SEEK_END);
    const std::string text = line + "\n";
    for (std::string_view left = text; !left.empty();) {
        const ssize_t put = ::write(m_descriptor, left.data(), left.size());
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            const nothing_to_measure failure = system_error(m_path, "cannot write");
            (void)!::ftruncate(m_descriptor, before);
            throw failure;
        }
        left.remove_prefix(static_cast<std::size_t>(put));
    }
    if (::fdatasync(m_descriptor) != 0 && errno != EINVAL && errno != EROFS) {
        throw system_error(m_path, "cannot write");
    }
}

void journal::remove() {
    ::unlink(m_path.c_str());
}

} // namespace dyno

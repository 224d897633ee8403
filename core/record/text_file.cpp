// SPDX-License-Identifier: Apache-2.0
#include "record/text_file.hpp"

#include "record/error.hpp"
#include "record/utf8.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace dyno::record {
namespace {

class descriptor {
public:
    explicit descriptor(int number) : m_number(number) {}
    ~descriptor() {
        if (m_number >= 0) {
            ::close(m_number);
        }
    }
    descriptor(const descriptor&) = delete;
    descriptor& operator=(const descriptor&) = delete;
    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

error system_error(const std::filesystem::path& path, const char* what) {
    return error(path.string() + ": " + what + ": " + std::strerror(errno));
}

void refuse_other_encodings(const std::filesystem::path& path, std::string_view text) {
    if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
        throw error(path.string() + ": the file is UTF-16; save it as UTF-8 (in a Windows shell: "
                                    "Out-File -Encoding utf8)");
    }
    if (text.find('\0') != std::string_view::npos) {
        throw error(path.string() + ": the file is binary (it holds NUL bytes)");
    }
}

} // namespace

std::string read_text(const std::filesystem::path& path, std::size_t most_bytes, nul_tail tail) {
    const descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.number() < 0) {
        throw system_error(path, "cannot open");
    }
    struct stat about {};
    if (::fstat(file.number(), &about) != 0) {
        throw system_error(path, "cannot read");
    }
    if (!S_ISREG(about.st_mode)) {
        throw error(path.string() + ": is not a regular file");
    }
    if (static_cast<std::uintmax_t>(about.st_size) > most_bytes) {
        throw error(path.string() + ": is larger than " + std::to_string(most_bytes >> 20) +
                    " MiB");
    }
    std::string text(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const ssize_t got = ::read(file.number(), text.data() + have, text.size() - have);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            throw system_error(path, "cannot read");
        }
        if (got == 0) {
            break;
        }
        have += static_cast<std::size_t>(got);
    }
    text.resize(have);
    if (tail == nul_tail::lost_line) {
        text.resize(text.find_last_not_of('\0') + 1);
    }
    refuse_other_encodings(path, text);
    if (text.starts_with("\xef\xbb\xbf")) {
        text.erase(0, 3);
        if (text.starts_with("\xef\xbb\xbf")) {
            throw error(path.string() +
                        ": begins with two byte-order marks; save it anew as UTF-8");
        }
    }
    return text;
}

std::string first_line(const std::filesystem::path& path) {
    std::ifstream lines(path);
    std::string line;
    std::getline(lines, line);
    return line;
}

namespace {

/// Writes a new file beside `path` and has `place` name it: false, with errno, if it could not.
template <class Place>
bool put_text(const std::filesystem::path& path, std::string_view text, const Place& place) {
    std::string temporary = path.string() + ".XXXXXX";
    const descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
    if (file.number() < 0) {
        throw system_error(path, "cannot write");
    }
    const auto give_up = [&](const char* what) {
        const error failure = system_error(path, what);
        ::unlink(temporary.c_str());
        return failure;
    };
    for (std::string_view left = text; !left.empty();) {
        const ssize_t put = ::write(file.number(), left.data(), left.size());
        if (put < 0 && errno == EINTR) {
            continue;
        }
        if (put < 0) {
            throw give_up("cannot write");
        }
        left.remove_prefix(static_cast<std::size_t>(put));
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(file.number(), 0666 & ~mask) != 0 || ::fsync(file.number()) != 0) {
        throw give_up("cannot write");
    }
    if (!place(temporary)) {
        const int code = errno;
        ::unlink(temporary.c_str());
        errno = code;
        return false;
    }
    return true;
}

} // namespace

void replace_text(const std::filesystem::path& path, std::string_view text) {
    struct stat there {};
    if (::lstat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode)) {
        throw error(path.string() + ": is not a regular file, and is not replaced");
    }
    if (!put_text(path, text, [&](const std::string& temporary) {
            return ::rename(temporary.c_str(), path.c_str()) == 0;
        })) {
        throw system_error(path, "cannot write");
    }
}

bool write_new_text(const std::filesystem::path& path, std::string_view text) {
    if (put_text(path, text,
                 [&](const std::string& temporary) { return give_name(temporary, path); })) {
        return true;
    }
    if (errno == EEXIST) {
        return false;
    }
    throw system_error(path, "cannot write");
}

bool give_name(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return true;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return false;
    }
    // A file system that cannot refuse.
    if (::faccessat(AT_FDCWD, to.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = EEXIST;
        return false;
    }
    return ::rename(from.c_str(), to.c_str()) == 0;
}

std::string to_valid_utf8(std::string_view text) {
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) {
            valid += "\xef\xbf\xbd";
            text.remove_prefix(1);
        } else {
            valid += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return valid;
}

} // namespace dyno::record

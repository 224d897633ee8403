// SPDX-License-Identifier: Apache-2.0
#include "doctor/sm_code.hpp"

#include "doctor/elf_file.hpp"
#include "record/error.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dyno::doctor {
namespace {

constexpr std::uint32_t region_magic = 0xBA55ED50;
constexpr std::size_t region_header_bytes = 16, entry_header_bytes = 48;
constexpr std::uint64_t specific_to_architecture = 1u << 20, specific_to_family = 1u << 21;

template <class T>
T read_at(std::string_view bytes, std::size_t at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

void read_entries(std::string_view entries, std::set<sm_target>& targets) {
    while (entries.size() >= entry_header_bytes) {
        const auto kind = read_at<std::uint16_t>(entries, 0);
        const auto header = read_at<std::uint32_t>(entries, 4);
        const auto payload = read_at<std::uint64_t>(entries, 8);
        const auto sm = read_at<std::uint32_t>(entries, 28);
        const auto flags = read_at<std::uint64_t>(entries, 40);
        if (header < entry_header_bytes || header > entries.size() ||
            payload > entries.size() - header) {
            return;
        }
        if ((kind == 1 || kind == 2) && sm >= 10 && sm < 1000) {
            const char suffix = (flags & specific_to_architecture) != 0 ? 'a'
                                : (flags & specific_to_family) != 0     ? 'f'
                                                                        : ' ';
            targets.insert({static_cast<int>(sm), suffix, kind == 1});
        }
        entries.remove_prefix(header + payload);
    }
}

/// A part of a file, mapped: sections of hundreds of MiB are walked, not read.
class mapped_part {
public:
    mapped_part(const std::filesystem::path& path, const elf_section& where) {
        const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
        m_skipped = where.offset % page;
        m_bytes = where.size + m_skipped;
        if (file >= 0) {
            m_begin = ::mmap(nullptr, m_bytes, PROT_READ, MAP_PRIVATE, file,
                             static_cast<off_t>(where.offset - m_skipped));
        }
        const int failure = errno;
        ::close(file);
        if (m_begin == MAP_FAILED) {
            throw error(path.string() + ": cannot be read: " + std::strerror(failure));
        }
    }
    ~mapped_part() { ::munmap(m_begin, m_bytes); }
    mapped_part(const mapped_part&) = delete;
    mapped_part& operator=(const mapped_part&) = delete;

    [[nodiscard]] std::string_view bytes() const {
        return {static_cast<const char*>(m_begin) + m_skipped, m_bytes - m_skipped};
    }

private:
    void* m_begin = MAP_FAILED;
    std::size_t m_bytes = 0, m_skipped = 0;
};

} // namespace

std::string to_text(const sm_target& target) {
    std::string text = (target.is_ptx ? "compute_" : "sm_") + std::to_string(target.sm);
    return target.suffix == ' ' ? text : text + target.suffix;
}

std::set<sm_target> read_fatbin(std::string_view bytes) {
    std::set<sm_target> targets;
    std::size_t at = 0;
    while (at + region_header_bytes <= bytes.size()) {
        const std::string_view rest = bytes.substr(at);
        const auto header = read_at<std::uint16_t>(rest, 6);
        const auto size = read_at<std::uint64_t>(rest, 8);
        if (read_at<std::uint32_t>(rest, 0) != region_magic || header < region_header_bytes ||
            header > rest.size() || size > rest.size() - header) {
            at += 8; // regions are aligned to 8 bytes
            continue;
        }
        read_entries(rest.substr(header, size), targets);
        at += header + (size + 7) / 8 * 8;
    }
    return targets;
}

std::set<sm_target> find_sm_code(const std::filesystem::path& library) {
    const elf_file file = read_elf_file(library);
    if (!file.fatbin || file.fatbin->size == 0) {
        return {};
    }
    std::error_code failure;
    const auto size = std::filesystem::file_size(library, failure);
    if (failure || file.fatbin->offset > size || file.fatbin->size > size - file.fatbin->offset) {
        throw error(library.string() + ": is cut short");
    }
    return read_fatbin(mapped_part(library, *file.fatbin).bytes());
}

sm_fit best_fit(const std::set<sm_target>& targets, int sm) {
    sm_fit best = sm_fit::none;
    for (const sm_target& target : targets) {
        const bool same_line = target.sm / 10 == sm / 10 && target.sm <= sm;
        const bool runs = target.suffix == 'a'   ? target.sm == sm
                          : target.suffix == 'f' ? same_line
                          : target.is_ptx        ? target.sm <= sm
                                                 : same_line;
        if (runs && !target.is_ptx) {
            return sm_fit::native;
        }
        best = runs ? sm_fit::from_ptx : best;
    }
    return best;
}

} // namespace dyno::doctor

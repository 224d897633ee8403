// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_tag.hpp"

#include "record/error.hpp"

#include <dyno/plugin.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace dyno {
namespace {

#if defined(__x86_64__)
constexpr std::uint16_t this_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr std::uint16_t this_machine = EM_AARCH64;
#else
#error "plugin_tag.cpp: name this machine's ELF constant here"
#endif

constexpr std::uint16_t most_segments = 1024;
constexpr std::uint64_t most_note_bytes = 1 << 20;

/// An open file whose bytes are read by place.
class file_bytes {
public:
    explicit file_bytes(const std::filesystem::path& path)
        : m_number(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (m_number < 0) {
            throw error(errno == ENOENT ? "no such file"
                                        : std::string("cannot be read: ") + std::strerror(errno));
        }
        struct stat about {};
        if (::fstat(m_number, &about) != 0 || !S_ISREG(about.st_mode)) {
            ::close(m_number);
            throw error(S_ISDIR(about.st_mode) ? "is a folder" : "is not a regular file");
        }
    }
    ~file_bytes() { ::close(m_number); }
    file_bytes(const file_bytes&) = delete;
    file_bytes& operator=(const file_bytes&) = delete;

    /// False if the file ends before.
    [[nodiscard]] bool read(void* into, std::size_t count, std::uint64_t from) const {
        return ::pread(m_number, into, count, static_cast<off_t>(from)) ==
               static_cast<ssize_t>(count);
    }

private:
    int m_number;
};

Elf64_Ehdr read_header(const file_bytes& file) {
    Elf64_Ehdr header{};
    if (!file.read(&header, SELFMAG, 0) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) {
        throw error("is not a shared library (no ELF file)");
    }
    if (!file.read(&header, sizeof header, 0)) {
        throw error("is cut short");
    }
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_machine != this_machine) {
        throw error("is built for another kind of machine (" +
                    std::string(header.e_ident[EI_CLASS] == ELFCLASS64 ? "64" : "32") +
                    "-bit, ELF machine " + std::to_string(header.e_machine) + ")");
    }
    if (header.e_type != ET_DYN) {
        throw error("is not a shared library (ELF type " + std::to_string(header.e_type) + ")");
    }
    return header;
}

std::size_t padded(std::size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

/// Takes the NUL-terminated text at the front of `bytes`; nothing if it does not end.
std::optional<std::string> take_text(std::string_view& bytes) {
    const std::size_t end = bytes.find('\0');
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    std::string text(bytes.substr(0, end));
    bytes.remove_prefix(end + 1);
    return text;
}

void read_dyno_note(std::string_view descriptor, plugin_tag& tag) {
    std::uint32_t words[2];
    if (descriptor.size() < sizeof words) {
        throw error("its plugin note is damaged");
    }
    std::memcpy(words, descriptor.data(), sizeof words);
    descriptor.remove_prefix(sizeof words);
    const auto name = take_text(descriptor);
    const auto version = name ? take_text(descriptor) : std::nullopt;
    if (words[0] != DYNO_MAGIC || !version || name->empty()) {
        throw error("its plugin note is damaged");
    }
    tag.abi = words[1];
    tag.name = *name;
    tag.version = *version;
}

void read_build_id(std::string_view descriptor, plugin_tag& tag) {
    static constexpr char digits[] = "0123456789abcdef";
    tag.build_id.clear();
    for (const char byte : descriptor) {
        const auto number = static_cast<unsigned char>(byte);
        tag.build_id += digits[number / 16];
        tag.build_id += digits[number % 16];
    }
}

/// Goes through the notes of one segment.
void read_notes(std::string_view notes, plugin_tag& tag) {
    while (notes.size() >= sizeof(Elf64_Nhdr)) {
        Elf64_Nhdr head;
        std::memcpy(&head, notes.data(), sizeof head);
        notes.remove_prefix(sizeof head);
        const std::size_t name_bytes = padded(head.n_namesz), all = name_bytes + head.n_descsz;
        if (head.n_namesz > notes.size() || all > notes.size()) {
            return;
        }
        const std::string_view owner = notes.substr(0, head.n_namesz);
        const std::string_view descriptor = notes.substr(name_bytes, head.n_descsz);
        using namespace std::string_view_literals;
        if (owner == "DYNO\0"sv && head.n_type == DYNO_NOTE_TYPE) {
            read_dyno_note(descriptor, tag);
        } else if (owner == "GNU\0"sv && head.n_type == NT_GNU_BUILD_ID) {
            read_build_id(descriptor, tag);
        }
        notes.remove_prefix(std::min(notes.size(), name_bytes + padded(head.n_descsz)));
    }
}

plugin_tag read_tag(const file_bytes& file) {
    const Elf64_Ehdr header = read_header(file);
    plugin_tag tag;
    for (std::uint16_t i = 0; i < std::min(header.e_phnum, most_segments); ++i) {
        Elf64_Phdr segment{};
        if (!file.read(&segment, sizeof segment, header.e_phoff + i * sizeof segment)) {
            throw error("is cut short");
        }
        if (segment.p_type != PT_NOTE || segment.p_filesz > most_note_bytes) {
            continue;
        }
        std::string notes(segment.p_filesz, '\0');
        if (!file.read(notes.data(), notes.size(), segment.p_offset)) {
            throw error("is cut short");
        }
        read_notes(notes, tag);
    }
    if (tag.name.empty()) {
        throw error("is a library, but no plugin (it has no .note.dyno)");
    }
    return tag;
}

} // namespace

plugin_tag read_plugin_tag(const std::filesystem::path& path) {
    try {
        return read_tag(file_bytes(path));
    } catch (const error& failure) {
        throw failure.in(path.string());
    }
}

std::string abi_text(std::uint32_t abi) {
    return std::to_string(abi >> 16) + "." + std::to_string(abi & 0xffffu);
}

std::string why_abi_differs(std::uint32_t abi) {
    if (abi >> 16 == DYNO_ABI_MAJOR) {
        return {};
    }
    return "was built for plugin ABI " + abi_text(abi) + "; this runner takes " +
           std::to_string(DYNO_ABI_MAJOR) + ".x: rebuild it with this runner's SDK";
}

} // namespace dyno

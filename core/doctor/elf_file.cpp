// SPDX-License-Identifier: Apache-2.0
#include "doctor/elf_file.hpp"

#include "record/error.hpp"

#include <cstring>
#include <elf.h>
#include <fstream>

namespace dyno::doctor {
namespace {

namespace fs = std::filesystem;

/// Libraries of strangers: no table of theirs is larger.
constexpr std::uint64_t most_table_bytes = 64 << 20;

class reader {
public:
    explicit reader(const fs::path& path) : m_path(path), m_file(path, std::ios::binary) {}

    [[nodiscard]] std::string bytes(std::uint64_t offset, std::uint64_t count) {
        std::string found(count <= most_table_bytes ? count : 0, '\0');
        m_file.clear();
        m_file.seekg(static_cast<std::streamoff>(offset));
        if (found.size() != count || !m_file.read(found.data(), std::streamsize(count))) {
            throw error(m_path.string() + ": cannot be read, or is cut short");
        }
        return found;
    }

    template <class T>
    [[nodiscard]] T one(std::uint64_t offset) {
        T value;
        std::memcpy(&value, bytes(offset, sizeof value).data(), sizeof value);
        return value;
    }

    template <class T>
    [[nodiscard]] std::vector<T> table(std::uint64_t offset, std::uint64_t count) {
        const std::string raw = bytes(offset, count * sizeof(T));
        std::vector<T> values(count);
        if (count > 0) {
            std::memcpy(values.data(), raw.data(), raw.size());
        }
        return values;
    }

private:
    const fs::path& m_path;
    std::ifstream m_file;
};

std::string text_at(const std::string& texts, std::uint64_t at) {
    return at < texts.size() ? std::string(texts.c_str() + at) : std::string();
}

/// The folders of a path list, with $ORIGIN as the file's own folder.
std::vector<std::string> folders_of(const std::string& list, const fs::path& file) {
    std::vector<std::string> folders;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t end = std::min(list.find(':', at), list.size());
        std::string folder = list.substr(at, end - at);
        for (const char* word : {"${ORIGIN}", "$ORIGIN"}) {
            if (const auto where = folder.find(word); where != std::string::npos) {
                folder.replace(where, std::strlen(word), file.parent_path().string());
            }
        }
        if (!folder.empty()) {
            folders.push_back(fs::path(folder).lexically_normal().string());
        }
        at = end + 1;
    }
    return folders;
}

void read_dynamic(reader& from, const Elf64_Shdr& section, const Elf64_Shdr& texts_section,
                  const fs::path& path, elf_file& to) {
    const std::string texts = from.bytes(texts_section.sh_offset, texts_section.sh_size);
    const auto entries =
        from.table<Elf64_Dyn>(section.sh_offset, section.sh_size / sizeof(Elf64_Dyn));
    for (const Elf64_Dyn& entry : entries) {
        if (entry.d_tag == DT_NEEDED) {
            to.needed.push_back(text_at(texts, entry.d_un.d_val));
        } else if (entry.d_tag == DT_RUNPATH || entry.d_tag == DT_RPATH) {
            to.runpath = folders_of(text_at(texts, entry.d_un.d_val), path);
        } else if (entry.d_tag == DT_NULL) {
            break;
        }
    }
}

} // namespace

elf_file read_elf_file(const fs::path& path) {
    reader from(path);
    const auto head = from.one<Elf64_Ehdr>(0);
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_ident[EI_DATA] != ELFDATA2LSB || head.e_shentsize != sizeof(Elf64_Shdr)) {
        throw error(path.string() + ": is no 64-bit ELF file");
    }
    const auto sections = from.table<Elf64_Shdr>(head.e_shoff, head.e_shnum);
    elf_file file;
    if (head.e_shstrndx >= sections.size()) {
        return file;
    }
    const Elf64_Shdr& name_section = sections[head.e_shstrndx];
    const std::string names = from.bytes(name_section.sh_offset, name_section.sh_size);
    for (const Elf64_Shdr& section : sections) {
        if (section.sh_type == SHT_DYNAMIC && section.sh_link < sections.size()) {
            read_dynamic(from, section, sections[section.sh_link], path, file);
        } else if (text_at(names, section.sh_name) == ".nv_fatbin" &&
                   section.sh_type != SHT_NOBITS) {
            file.fatbin = elf_section{section.sh_offset, section.sh_size};
        }
    }
    return file;
}

} // namespace dyno::doctor

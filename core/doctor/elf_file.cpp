// SPDX-License-Identifier: Apache-2.0
#include "doctor/elf_file.hpp"

#include "record/error.hpp"

#include <algorithm>
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

/// Where an address of the loaded library lies in its file.
std::uint64_t offset_of(std::uint64_t address, const std::vector<Elf64_Phdr>& segments,
                        const fs::path& path) {
    for (const Elf64_Phdr& s : segments) {
        if (s.p_type == PT_LOAD && address >= s.p_vaddr && address - s.p_vaddr < s.p_filesz) {
            return s.p_offset + (address - s.p_vaddr);
        }
    }
    throw error(path.string() + ": its dynamic section points out of the file");
}

/// By the segments, as the loader reads it: a file may have no sections.
void read_dynamic(reader& from, const std::vector<Elf64_Phdr>& segments, const fs::path& path,
                  elf_file& to) {
    const auto dynamic =
        std::find_if(segments.begin(), segments.end(),
                     [](const Elf64_Phdr& segment) { return segment.p_type == PT_DYNAMIC; });
    if (dynamic == segments.end()) {
        return;
    }
    auto entries = from.table<Elf64_Dyn>(dynamic->p_offset, dynamic->p_filesz / sizeof(Elf64_Dyn));
    entries.erase(std::find_if(entries.begin(), entries.end(),
                               [](const Elf64_Dyn& entry) { return entry.d_tag == DT_NULL; }),
                  entries.end());
    const auto value_of = [&](Elf64_Sxword tag) {
        const auto found = std::find_if(entries.begin(), entries.end(),
                                        [&](const Elf64_Dyn& entry) { return entry.d_tag == tag; });
        return found == entries.end() ? Elf64_Xword{0} : found->d_un.d_val;
    };
    const std::uint64_t length = value_of(DT_STRSZ);
    const std::string texts =
        length == 0 ? "" : from.bytes(offset_of(value_of(DT_STRTAB), segments, path), length);
    for (const Elf64_Dyn& entry : entries) {
        const auto text = [&] { return text_at(texts, entry.d_un.d_val); };
        if (entry.d_tag == DT_NEEDED) {
            to.needed.push_back(text());
        } else if (entry.d_tag == DT_RUNPATH) {
            to.runpath = folders_of(text(), path);
        } else if (entry.d_tag == DT_RPATH) {
            to.rpath = folders_of(text(), path);
        }
    }
    if (value_of(DT_RUNPATH) != 0) {
        to.rpath.clear(); // the loader ignores it then
    }
}

/// Sections are for tools: a library needs none to load.
void find_fatbin(reader& from, const Elf64_Ehdr& head, elf_file& to) {
    const auto sections = from.table<Elf64_Shdr>(head.e_shoff, head.e_shnum);
    if (head.e_shstrndx >= sections.size()) {
        return;
    }
    const Elf64_Shdr& name_section = sections[head.e_shstrndx];
    const std::string names = from.bytes(name_section.sh_offset, name_section.sh_size);
    for (const Elf64_Shdr& section : sections) {
        if (text_at(names, section.sh_name) == ".nv_fatbin" && section.sh_type != SHT_NOBITS) {
            to.fatbin = elf_section{section.sh_offset, section.sh_size};
        }
    }
}

} // namespace

elf_file read_elf_file(const fs::path& path) {
    reader from(path);
    const auto head = from.one<Elf64_Ehdr>(0);
    if (std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 || head.e_ident[EI_CLASS] != ELFCLASS64 ||
        head.e_ident[EI_DATA] != ELFDATA2LSB ||
        (head.e_phnum > 0 && head.e_phentsize != sizeof(Elf64_Phdr)) ||
        (head.e_shnum > 0 && head.e_shentsize != sizeof(Elf64_Shdr))) {
        throw error(path.string() + ": is no 64-bit ELF file");
    }
    elf_file file;
    read_dynamic(from, from.table<Elf64_Phdr>(head.e_phoff, head.e_phnum), path, file);
    find_fatbin(from, head, file);
    return file;
}

} // namespace dyno::doctor

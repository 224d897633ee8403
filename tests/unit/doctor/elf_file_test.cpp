// SPDX-License-Identifier: Apache-2.0
#include "doctor/elf_file.hpp"

#include "doctor/sm_code.hpp"
#include "record/error.hpp"
#include "scoped_folder.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <elf.h>
#include <fstream>
#include <iterator>

namespace {

using dyno::doctor::read_elf_file;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

std::string read_bytes(const char* path) {
    std::ifstream whole(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(whole), {}};
}

TEST(elf_file, says_what_it_needs_and_where_it_looks) {
    const auto file = read_elf_file(LINKS_LIBTORCH);
    EXPECT_THAT(file.needed, Contains("libtorch_cpu.so"));
    EXPECT_THAT(file.runpath, Contains(LIBTORCH_FOLDER));
    EXPECT_THAT(file.rpath, IsEmpty());
    EXPECT_FALSE(file.fatbin);
}

TEST(elf_file, an_rpath_is_told_from_a_runpath) {
    const auto file = read_elf_file(LINKS_LIBTORCH_BY_RPATH);
    EXPECT_THAT(file.rpath, Contains(LIBTORCH_CUDA_FOLDER));
    EXPECT_THAT(file.runpath, IsEmpty());
}

TEST(elf_file, a_library_without_a_section_table_is_read_all_the_same) {
    std::string bytes = read_bytes(LINKS_LIBTORCH);
    Elf64_Ehdr head;
    std::memcpy(&head, bytes.data(), sizeof head);
    bytes.resize(head.e_shoff); // the linker puts it last
    head.e_shoff = 0;
    head.e_shentsize = head.e_shnum = head.e_shstrndx = 0;
    bytes.replace(0, sizeof head, reinterpret_cast<const char*>(&head), sizeof head);
    const scoped_folder folder;
    folder.write("bare.so", bytes);
    const auto file = read_elf_file(folder.path() / "bare.so");
    EXPECT_THAT(file.needed, Contains("libtorch_cpu.so"));
    EXPECT_THAT(file.runpath, Contains(LIBTORCH_FOLDER));
    EXPECT_THAT(dyno::doctor::find_sm_code(folder.path() / "bare.so"), IsEmpty());
}

TEST(elf_file, what_is_none_is_an_error_and_so_is_every_cut) {
    const scoped_folder folder;
    folder.write("text.so", "no library");
    EXPECT_THROW((void)read_elf_file(folder.path() / "text.so"), dyno::error);
    EXPECT_THROW((void)read_elf_file(folder.path() / "gone.so"), dyno::error);
    EXPECT_THROW((void)read_elf_file(folder.path()), dyno::error);

    const std::string bytes = read_bytes(LINKS_LIBTORCH);
    for (const std::size_t length : {std::size_t{40}, std::size_t{64}, bytes.size() / 2}) {
        folder.write("cut.so", bytes.substr(0, length));
        EXPECT_THROW((void)read_elf_file(folder.path() / "cut.so"), dyno::error) << length;
    }
}

} // namespace

// The tag of good plugins, and a message of its own for each kind of file that is none.
// SPDX-License-Identifier: Apache-2.0
#include "plugin/plugin_tag.hpp"

#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <dyno/plugin.h>

#include <gtest/gtest.h>

#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <random>
#include <sys/stat.h>
#include <unistd.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using namespace std::string_literals;

const fs::path plugins = TEST_PLUGINS;

std::string bytes_of(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

template <class Struct>
Struct read_at(const std::string& bytes, std::size_t place) {
    Struct s;
    std::memcpy(&s, bytes.data() + place, sizeof s);
    return s;
}

/// Where the note of this owner begins.
std::size_t note_place(const std::string& bytes, const std::string& owner) {
    const std::size_t name = bytes.find(owner);
    EXPECT_NE(name, std::string::npos);
    return name - sizeof(Elf64_Nhdr);
}

class plugin_tag_file : public testing::Test {
protected:
    /// What reading these bytes says, behind the path.
    std::string refusal(const std::string& bytes) {
        folder.write("p.so", bytes);
        return refusal_of(folder.path() / "p.so");
    }
    static std::string refusal_of(const fs::path& path) {
        const std::string message = thrown_message([&] { (void)read_plugin_tag(path); });
        EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
        return message.substr(std::min(message.size(), path.string().size() + 2));
    }

    scoped_folder folder;
    const std::string good = bytes_of(plugins / "good/spin.so");
    const std::string damaged = "its plugin note is damaged";
};

TEST(plugin_tag, of_good_plugins_is_read_without_opening_them) {
    for (const char* name : {"spin", "plain_c", "misbehaves", "aborts_at_exit"}) {
        const plugin_tag tag = read_plugin_tag(plugins / "good" / (name + ".so"s));
        EXPECT_EQ(tag.name, name);
        EXPECT_EQ(tag.version, "1.0.0");
        EXPECT_EQ(tag.abi, DYNO_ABI);
        EXPECT_EQ(tag.build_id.size(), 40U) << "SHA-1 in hexadecimal";
        EXPECT_EQ(tag.build_id.find_first_not_of("0123456789abcdef"), std::string::npos);
    }
    // It would end this process if it were opened.
    EXPECT_EQ(read_plugin_tag(plugins / "bad/aborts_at_load.so").name, "aborts_at_load");
    EXPECT_EQ(read_plugin_tag(plugins / "bad/wrong_abi.so").abi, 9U << 16);
}

TEST_F(plugin_tag_file, that_is_no_library_has_its_own_message) {
    EXPECT_EQ(refusal_of(folder.path() / "gone.so"), "no such file");
    EXPECT_EQ(refusal_of(folder.path()), "is a folder");
    EXPECT_EQ(refusal_of("/dev/null"), "is not a regular file");
    ASSERT_EQ(::mkfifo((folder.path() / "pipe.so").c_str(), 0600), 0);
    EXPECT_EQ(refusal_of(folder.path() / "pipe.so"), "is not a regular file");
    EXPECT_EQ(refusal_of(folder.path() / "p.so" / "below.so"), "no such file");
    EXPECT_EQ(refusal(""s), "is not a shared library (no ELF file)");
    EXPECT_EQ(refusal("GROUP ( libspin.so.1 )\n"s), "is not a shared library (no ELF file)");
    EXPECT_EQ(refusal("\x7f"
                      "EL"s),
              "is not a shared library (no ELF file)");
    EXPECT_EQ(refusal_of(plugins / "bad/no_tag.so"),
              "is a library, but no plugin (it has no .note.dyno)");
    EXPECT_EQ(refusal_of("/proc/self/exe"), "is a library, but no plugin (it has no .note.dyno)");
}

TEST_F(plugin_tag_file, of_a_file_that_may_not_be_read_says_so) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root may read everything";
    }
    folder.write("p.so", good);
    fs::permissions(folder.path() / "p.so", fs::perms::none);
    EXPECT_EQ(refusal_of(folder.path() / "p.so"), "cannot be read: Permission denied");
}

TEST_F(plugin_tag_file, bug_a_library_cut_in_its_header_was_said_to_be_none) {
    for (const std::size_t size : {4, 16, 20, 63}) {
        EXPECT_EQ(refusal(good.substr(0, size)), "is cut short") << size;
    }
    EXPECT_EQ(refusal(good.substr(0, 64)), "is cut short");
    EXPECT_EQ(refusal(good.substr(0, note_place(good, "DYNO"s + '\0') + 8)), "is cut short");
}

TEST_F(plugin_tag_file, for_another_machine_names_it) {
    std::string other = good;
    other[EI_CLASS] = ELFCLASS32;
    const std::string own = std::to_string(read_at<Elf64_Ehdr>(good, 0).e_machine);
    EXPECT_EQ(refusal(other),
              "is built for another kind of machine (32-bit, ELF machine " + own + ")");
    other = good;
    other[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_S390);
    other[offsetof(Elf64_Ehdr, e_machine) + 1] = 0;
    EXPECT_EQ(refusal(other), "is built for another kind of machine (64-bit, ELF machine 22)");
    other = good;
    other[offsetof(Elf64_Ehdr, e_type)] = ET_EXEC;
    EXPECT_EQ(refusal(other), "is not a shared library (ELF type 2)");
    other[offsetof(Elf64_Ehdr, e_type)] = ET_REL;
    EXPECT_EQ(refusal(other), "is not a shared library (ELF type 1)");
}

TEST_F(plugin_tag_file, with_a_damaged_note_says_so) {
    const std::size_t note = note_place(good, "DYNO"s + '\0');
    const std::size_t descriptor = note + sizeof(Elf64_Nhdr) + 8; // "DYNO\0" padded to 8
    const std::string name = "spin"s + '\0' + "1.0.0"s + '\0';
    ASSERT_EQ(good.substr(descriptor + 8, name.size()), name);

    std::string other = good;
    other[descriptor] ^= 1; // the magic number
    EXPECT_EQ(refusal(other), damaged);
    other = good;
    other[descriptor + 8] = 0; // an empty name
    EXPECT_EQ(refusal(other), damaged);
    other = good;
    for (std::size_t i = 0; i < name.size(); ++i) {
        other[descriptor + 8 + i] = 'x'; // no end of the texts
    }
    EXPECT_EQ(refusal(other), damaged);
    other = good;
    other[note + offsetof(Elf64_Nhdr, n_descsz)] = 4; // too short for the two numbers
    EXPECT_EQ(refusal(other), damaged);
}

TEST_F(plugin_tag_file, lengths_beyond_the_file_are_survived) {
    const std::size_t note = note_place(good, "DYNO"s + '\0');
    for (const std::size_t field :
         {offsetof(Elf64_Nhdr, n_namesz), offsetof(Elf64_Nhdr, n_descsz)}) {
        for (const std::uint32_t length : {0xffffffffu, 0xfffffffdu, 0x80000000u, 0u}) {
            std::string other = good;
            std::memcpy(other.data() + note + field, &length, sizeof length);
            EXPECT_FALSE(refusal(other).empty());
        }
    }
    const auto header = read_at<Elf64_Ehdr>(good, 0);
    for (const std::uint64_t place : {~0ull, 1ull << 63, 1ull << 62, 0ull}) {
        std::string other = good;
        std::memcpy(other.data() + offsetof(Elf64_Ehdr, e_phoff), &place, sizeof place);
        EXPECT_FALSE(refusal(other).empty());
        for (std::size_t i = 0; i < header.e_phnum; ++i) {
            other = good;
            const std::size_t segment = header.e_phoff + i * sizeof(Elf64_Phdr);
            if (read_at<Elf64_Phdr>(good, segment).p_type == PT_NOTE) {
                std::memcpy(other.data() + segment + offsetof(Elf64_Phdr, p_offset), &place,
                            sizeof place);
                EXPECT_FALSE(refusal(other).empty());
            }
        }
    }
}

/// Any byte may be wrong: the answer is a tag or a dyno::error, never an end of the process.
TEST_F(plugin_tag_file, fuzzed_bytes_never_crash) {
    folder.write("p.so", good);
    const fs::path path = folder.path() / "p.so";
    const int file = ::open(path.c_str(), O_WRONLY);
    ASSERT_GE(file, 0);
    const auto header = read_at<Elf64_Ehdr>(good, 0);
    const std::size_t heads = header.e_phoff + header.e_phnum * sizeof(Elf64_Phdr);
    const std::size_t note = note_place(good, "DYNO"s + '\0');
    std::mt19937 random(1);
    int tags = 0, refused = 0;
    for (int round = 0; round < 4000; ++round) {
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < 1 + random() % 4; ++i) {
            places.push_back(round % 2 == 0 ? random() % heads : note + random() % 64);
            const char byte = static_cast<char>(random() % 3 == 0 ? 0xff : random());
            ASSERT_EQ(::pwrite(file, &byte, 1, static_cast<off_t>(places.back())), 1);
        }
        try {
            (void)read_plugin_tag(path);
            ++tags;
        } catch (const error&) {
            ++refused;
        }
        for (const std::size_t place : places) {
            ASSERT_EQ(::pwrite(file, &good[place], 1, static_cast<off_t>(place)), 1);
        }
    }
    ::close(file);
    EXPECT_GT(tags, 500);
    EXPECT_GT(refused, 500);
    EXPECT_EQ(read_plugin_tag(path).name, "spin");
}

TEST(abi, of_the_same_major_version_is_taken) {
    EXPECT_EQ(why_abi_differs(DYNO_ABI), "");
    EXPECT_EQ(why_abi_differs((DYNO_ABI_MAJOR << 16) | 7), "");
    EXPECT_EQ(why_abi_differs((9u << 16) | 2), "was built for plugin ABI 9.2; this runner takes "
                                               "1.x: rebuild it with this runner's SDK");
    EXPECT_NE(why_abi_differs(0), "");
    EXPECT_EQ(abi_text(0x00010000), "1.0");
    EXPECT_EQ(abi_text(0xffff0007), "65535.7");
}

} // namespace
} // namespace dyno

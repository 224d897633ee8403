// SPDX-License-Identifier: Apache-2.0
#include "record/text_file.hpp"

#include "full_disk.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace dyno::record {
namespace {

using namespace std::string_literals;
using testing::HasSubstr;
namespace fs = std::filesystem;

constexpr std::size_t most = 1 << 20;

class text_file : public testing::Test {
protected:
    /// The path of a file with these bytes.
    fs::path file(const std::string& bytes) {
        folder.write("f.toml", bytes);
        return folder.path() / "f.toml";
    }
    /// What reading `path` says, behind the path itself.
    std::string refusal(const fs::path& path, std::size_t most_bytes = most) {
        const std::string message = thrown_message([&] { (void)read_text(path, most_bytes); });
        EXPECT_TRUE(message.starts_with(path.string() + ": ")) << message;
        return message.substr(std::min(message.size(), path.string().size() + 2));
    }
    std::vector<fs::path> files() const {
        return {fs::directory_iterator(folder.path()), fs::directory_iterator()};
    }

    scoped_folder folder;
};

TEST_F(text_file, a_new_one_takes_no_name_that_is_taken) {
    const fs::path path = folder.path() / "new.txt";
    EXPECT_TRUE(write_new_text(path, "one"));
    EXPECT_FALSE(write_new_text(path, "two"));
    EXPECT_EQ(read_text(path, most), "one");
    fs::create_symlink("gone", folder.path() / "link");
    EXPECT_FALSE(write_new_text(folder.path() / "link", "two"));
    EXPECT_TRUE(fs::is_symlink(folder.path() / "link"));
    EXPECT_EQ(files().size(), 2U) << "nothing else is left";
    EXPECT_THROW((void)write_new_text(folder.path() / "no" / "folder", "x"), error);
}

TEST_F(text_file, the_first_line_is_empty_where_there_is_none) {
    EXPECT_EQ(first_line(file("one\ntwo\n")), "one");
    EXPECT_EQ(first_line(file("one")), "one");
    EXPECT_EQ(first_line(file("")), "");
    EXPECT_EQ(first_line(folder.path()), "");
    EXPECT_EQ(first_line(folder.path() / "gone"), "");
}

TEST_F(text_file, is_read_as_it_is) {
    EXPECT_EQ(read_text(file(""), most), "");
    EXPECT_EQ(read_text(file("a\r\nb\rc"), most), "a\r\nb\rc");
    const std::string long_text(300'000, 'x');
    EXPECT_EQ(read_text(file(long_text), most), long_text);
}

TEST_F(text_file, one_byte_order_mark_is_taken_off) {
    EXPECT_EQ(read_text(file("\xef\xbb\xbf"
                             "a = 1"),
                        most),
              "a = 1");
    EXPECT_EQ(read_text(file("\xef\xbb\xbf"), most), "");
    EXPECT_EQ(refusal(file("\xef\xbb\xbf\xef\xbb\xbf"
                           "a = 1")),
              "begins with two byte-order marks; save it anew as UTF-8");
}

TEST_F(text_file, utf_16_is_named_with_what_to_do) {
    const std::string words = "the file is UTF-16; save it as UTF-8 (in a Windows shell: Out-File "
                              "-Encoding utf8)";
    EXPECT_EQ(refusal(file("\xff\xfe"
                           "a\0=\0"s)),
              words);
    EXPECT_EQ(refusal(file("\xfe\xff\0a\0="s)), words);
}

TEST_F(text_file, binary_is_refused) {
    EXPECT_EQ(refusal(file("a = 1\0"s)), "the file is binary (it holds NUL bytes)");
}

TEST_F(text_file, what_is_no_file_is_refused) {
    EXPECT_EQ(refusal(folder.path()), "is not a regular file");
    EXPECT_EQ(refusal(folder.path() / "gone"), "cannot open: No such file or directory");
    EXPECT_EQ(refusal(file("") / "below"), "cannot open: Not a directory");
    EXPECT_EQ(refusal("/dev/zero"), "is not a regular file");
}

TEST_F(text_file, a_pipe_without_a_writer_does_not_block) {
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(refusal(pipe), "is not a regular file");
}

TEST_F(text_file, too_large_is_refused_unread) {
    EXPECT_EQ(read_text(file(std::string(most, 'x')), most).size(), most);
    EXPECT_EQ(refusal(file(std::string(most + 1, 'x'))), "is larger than 1 MiB");
    fs::resize_file(folder.path() / "f.toml", std::uintmax_t{100} << 30); // of holes
    EXPECT_EQ(refusal(folder.path() / "f.toml"), "is larger than 1 MiB");
}

TEST_F(text_file, replaced_text_is_the_new_one_whole) {
    const fs::path path = file("old");
    replace_text(path, "new");
    EXPECT_EQ(read_text(path, most), "new");
    replace_text(folder.path() / "fresh", "");
    EXPECT_EQ(read_text(folder.path() / "fresh", most), "");
    EXPECT_EQ(files().size(), 2U) << "no other file is left behind";
}

TEST_F(text_file, replaced_text_has_the_permissions_of_any_new_file) {
    const mode_t mask = ::umask(027);
    replace_text(folder.path() / "fresh", "text");
    ::umask(mask);
    struct stat about {};
    ASSERT_EQ(::stat((folder.path() / "fresh").c_str(), &about), 0);
    EXPECT_EQ(about.st_mode & 0777u, 0640u);
}

TEST_F(text_file, full_disk_leaves_the_old_text) {
    const fs::path path = file("old");
    std::string message;
    {
        const full_disk disk(1000);
        message = thrown_message([&] { replace_text(path, std::string(5000, 'x')); });
    }
    EXPECT_EQ(message, path.string() + ": cannot write: File too large");
    EXPECT_EQ(read_text(path, most), "old");
    EXPECT_EQ(files().size(), 1U) << "no half file is left behind";
}

TEST_F(text_file, what_cannot_be_replaced_says_why) {
    EXPECT_EQ(thrown_message([] { replace_text("/no/such/folder/f", "x"); }),
              "/no/such/folder/f: cannot write: No such file or directory");
    fs::create_directory(folder.path() / "d");
    EXPECT_EQ(thrown_message([&] { replace_text(folder.path() / "d", "x"); }),
              (folder.path() / "d").string() + ": is not a regular file, and is not replaced");
    EXPECT_EQ(files().size(), 1U);
}

TEST_F(text_file, only_regular_files_are_replaced) {
    const fs::path link = folder.path() / "link", pipe = folder.path() / "pipe";
    fs::create_symlink("nowhere", link);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const fs::path& path : {link, pipe}) {
        EXPECT_EQ(thrown_message([&] { replace_text(path, "x"); }),
                  path.string() + ": is not a regular file, and is not replaced");
    }
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(files().size(), 2U) << "no other file is left behind";
}

TEST(to_valid_utf8, keeps_what_is_valid) {
    for (const std::string text : {"", "plain", "C:\\hello \"quoted\"\n\x01", "±×é😀",
                                   "\xed\x9f\xbf\xee\x80\x80\xf4\x8f\xbf\xbf"}) {
        EXPECT_EQ(to_valid_utf8(text), text);
    }
    EXPECT_EQ(to_valid_utf8("a\0b"s), "a\0b"s);
}

TEST(to_valid_utf8, replaces_each_other_byte) {
    const std::string mark = "\xef\xbf\xbd";
    EXPECT_EQ(to_valid_utf8("a\xff"
                            "b"),
              "a" + mark + "b");
    EXPECT_EQ(to_valid_utf8("\xc3"), mark);                       // cut short
    EXPECT_EQ(to_valid_utf8("\xf0\x9f\x98"), mark + mark + mark); // cut short
    EXPECT_EQ(to_valid_utf8("\xc0\xaf"), mark + mark);            // an overlong '/'
    EXPECT_EQ(to_valid_utf8("\xe0\x80\xaf"), mark + mark + mark); // the same in three
    EXPECT_EQ(to_valid_utf8("\xed\xa0\x80"), mark + mark + mark); // half a surrogate pair
    EXPECT_EQ(to_valid_utf8("\xf4\x90\x80\x80"), mark + mark + mark + mark); // beyond U+10FFFF
    EXPECT_EQ(to_valid_utf8("\x80"
                            "x"),
              mark + "x");
}

} // namespace
} // namespace dyno::record

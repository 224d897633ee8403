// SPDX-License-Identifier: Apache-2.0
#include "process/channel.hpp"

#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace dyno {
namespace {

/// A channel whose other end is the test's.
struct held_channel {
    held_channel() {
        int ends[2];
        if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
            throw error("socketpair");
        }
        other_end = ends[0];
        one = std::make_unique<channel>(ends[1]);
    }
    ~held_channel() {
        close_other_end();
        ::close(one->descriptor());
    }
    void close_other_end() { ::close(std::exchange(other_end, -1)); }
    void put(const std::string& text) const {
        ASSERT_EQ(::send(other_end, text.data(), text.size(), 0),
                  static_cast<ssize_t>(text.size()));
    }

    int other_end = -1;
    std::unique_ptr<channel> one;
};

TEST(channel, receives_whole_lines_however_they_come) {
    held_channel held;
    held.put("one\ntwo\nth");
    EXPECT_EQ(held.one->receive(), "one");
    EXPECT_EQ(held.one->receive(), "two");
    held.put("ree\n");
    EXPECT_EQ(held.one->receive(), "three");
    std::thread slow([&held] {
        held.put("four");
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        held.put("\nfive\n"); // the line break is the first byte that comes
    });
    EXPECT_EQ(held.one->receive(), "four");
    EXPECT_EQ(held.one->receive(), "five");
    slow.join();
    held.put("half");
    held.close_other_end();
    EXPECT_EQ(held.one->receive(), "") << "the end; half a line is none";
    EXPECT_EQ(held.one->receive(), "");
}

TEST(channel, carries_lines_of_any_length_both_ways) {
    held_channel held;
    const std::string line(10 << 20, 'x');
    std::thread other([&] {
        const std::string text = line + "\nnext\n";
        for (std::size_t done = 0; done < text.size();) {
            done += static_cast<std::size_t>(
                ::send(held.other_end, text.data() + done, text.size() - done, 0));
        }
        std::string back(line.size() + 1, '\0');
        for (std::size_t done = 0; done < back.size();) {
            const ssize_t got = ::read(held.other_end, back.data() + done, back.size() - done);
            ASSERT_GT(got, 0);
            done += static_cast<std::size_t>(got);
        }
        EXPECT_TRUE(back == line + "\n");
    });
    EXPECT_TRUE(held.one->receive() == line);
    EXPECT_EQ(held.one->receive(), "next");
    held.one->send(line);
    other.join();
}

TEST(channel, lies_out_of_reach_of_low_numbers) {
    const held_channel held;
    EXPECT_GE(held.one->descriptor(), 200);
    EXPECT_EQ(::fcntl(held.one->descriptor(), F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
}

TEST(channel, lines_of_several_threads_stay_whole) {
    held_channel held;
    constexpr int each = 5;
    constexpr std::size_t length = 1 << 20; // more than the kernel takes at once
    std::vector<std::thread> threads;
    for (const char c : {'a', 'b', 'c', 'd'}) {
        threads.emplace_back([&held, c] {
            for (int i = 0; i < each; ++i) {
                held.one->send(std::string(length, c));
            }
        });
    }
    channel reader(held.other_end);
    held.other_end = -1;
    for (int i = 0; i < 4 * each; ++i) {
        const std::string line = reader.receive();
        // Not EXPECT_EQ, which would print megabytes.
        EXPECT_TRUE(line == std::string(length, line.empty() ? '?' : line[0]));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ::close(reader.descriptor());
}

TEST(channel, without_a_parent_is_refused) {
    const std::string words = "this command is for the runner's own child processes";
    EXPECT_EQ(thrown_message([] { channel none(-1); }), words);
    EXPECT_EQ(thrown_message([] { channel none(999); }), words);
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    EXPECT_EQ(thrown_message([&] { channel none(ends[0]); }), words);
    ::close(ends[0]);
    ::close(ends[1]);
}

TEST(channel_death_test, ends_the_process_when_the_parent_is_gone) {
    EXPECT_EXIT(
        {
            held_channel held;
            held.close_other_end();
            held.one->send("to nobody");
            std::_Exit(0);
        },
        testing::ExitedWithCode(1), "");
}

} // namespace
} // namespace dyno

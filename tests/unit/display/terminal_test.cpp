// SPDX-License-Identifier: Apache-2.0
#include "display/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

using namespace dyno::display;

namespace {

/// Both ends of a pseudo-terminal, so that the tests have a terminal where there is none.
class pseudo_terminal {
public:
    pseudo_terminal() : m_master(::posix_openpt(O_RDWR | O_NOCTTY)) {
        if (m_master >= 0 && ::grantpt(m_master) == 0 && ::unlockpt(m_master) == 0) {
            m_slave = ::open(::ptsname(m_master), O_RDWR | O_NOCTTY);
        }
    }
    ~pseudo_terminal() {
        ::close(m_slave);
        ::close(m_master);
    }
    pseudo_terminal(const pseudo_terminal&) = delete;
    pseudo_terminal& operator=(const pseudo_terminal&) = delete;
    [[nodiscard]] int descriptor() const { return m_slave; }

private:
    int m_master;
    int m_slave = -1;
};

} // namespace

TEST(terminal, colours_by_choice_then_variable_then_terminal) {
    const pseudo_terminal tty;
    if (tty.descriptor() < 0) {
        GTEST_SKIP() << "no pseudo-terminal here";
    }
    ::setenv("TERM", "xterm", 1);
    ::unsetenv("NO_COLOR");
    EXPECT_TRUE(wants_colour(colour_choice::automatic, tty.descriptor()));
    EXPECT_FALSE(wants_colour(colour_choice::never, tty.descriptor()));
    ::setenv("NO_COLOR", "", 1);
    EXPECT_TRUE(wants_colour(colour_choice::automatic, tty.descriptor()))
        << "empty counts as unset";
    ::setenv("NO_COLOR", "1", 1);
    EXPECT_FALSE(wants_colour(colour_choice::automatic, tty.descriptor()));
    EXPECT_TRUE(wants_colour(colour_choice::always, tty.descriptor()));
    ::unsetenv("NO_COLOR");
    ::setenv("TERM", "dumb", 1);
    EXPECT_FALSE(wants_colour(colour_choice::automatic, tty.descriptor()));
}

TEST(terminal, bug_a_dumb_one_was_redrawn) {
    const pseudo_terminal tty;
    if (tty.descriptor() < 0) {
        GTEST_SKIP() << "no pseudo-terminal here";
    }
    ::setenv("TERM", "xterm", 1);
    EXPECT_TRUE(can_redraw(tty.descriptor()));
    ::setenv("TERM", "dumb", 1);
    EXPECT_FALSE(can_redraw(tty.descriptor()));
    ::unsetenv("TERM");
}

TEST(terminal, a_file_is_none) {
    const int null = ::open("/dev/null", O_WRONLY);
    EXPECT_FALSE(is_terminal(null));
    EXPECT_FALSE(wants_colour(colour_choice::automatic, null));
    EXPECT_TRUE(wants_colour(colour_choice::always, null));
    EXPECT_EQ(terminal_width(null), 0u);
    ::close(null);
}

TEST(terminal, knows_three_words_for_colour) {
    EXPECT_EQ(colour_choice_from("auto"), colour_choice::automatic);
    EXPECT_EQ(colour_choice_from("never"), colour_choice::never);
    EXPECT_THROW((void)colour_choice_from("yes"), std::invalid_argument);
}

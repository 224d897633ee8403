// SPDX-License-Identifier: Apache-2.0
#include "display/terminal.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/ioctl.h>
#include <unistd.h>

namespace dyno::display {
namespace {

std::string_view variable(const char* name) {
    const char* found = std::getenv(name);
    return found == nullptr ? std::string_view() : std::string_view(found);
}

} // namespace

colour_choice colour_choice_from(std::string_view word) {
    if (word == "auto") {
        return colour_choice::automatic;
    }
    if (word == "always") {
        return colour_choice::always;
    }
    if (word == "never") {
        return colour_choice::never;
    }
    throw std::invalid_argument("'" + std::string(word) + "' is not auto, always or never");
}

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) == 1;
}

bool can_redraw(int descriptor) {
    return is_terminal(descriptor) && variable("TERM") != "dumb";
}

bool wants_colour(colour_choice choice, int descriptor) {
    if (choice != colour_choice::automatic) {
        return choice == colour_choice::always;
    }
    return can_redraw(descriptor) && variable("NO_COLOR").empty();
}

std::size_t terminal_width(int descriptor) {
    struct winsize size {};
    if (!is_terminal(descriptor) || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) {
        return 0;
    }
    return size.ws_col;
}

} // namespace dyno::display

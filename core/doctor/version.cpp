// SPDX-License-Identifier: Apache-2.0
#include "doctor/version.hpp"

#include <charconv>

namespace dyno::doctor {

std::vector<int> numbers_of(std::string_view version) {
    std::vector<int> numbers;
    const char* at = version.data();
    const char* const end = at + version.size();
    while (at != end) {
        int number = 0;
        const auto [after, failure] = std::from_chars(at, end, number);
        if (failure != std::errc() || number < 0) {
            break;
        }
        numbers.push_back(number);
        if (after == end || *after != '.') {
            break;
        }
        at = after + 1;
    }
    return numbers;
}

int number_at(std::string_view version, std::size_t place) {
    const std::vector<int> numbers = numbers_of(version);
    return place < numbers.size() ? numbers[place] : 0;
}

bool is_at_least(std::string_view version, std::string_view least) {
    const std::vector<int> numbers = numbers_of(version);
    if (numbers.empty()) {
        return false;
    }
    for (std::size_t i = 0; i < 3; ++i) {
        if (number_at(version, i) != number_at(least, i)) {
            return number_at(version, i) > number_at(least, i);
        }
    }
    return true;
}

cuda_fit fit_of(std::string_view built_with, std::string_view driver_cuda) {
    if (numbers_of(built_with).empty() || numbers_of(driver_cuda).empty()) {
        return cuda_fit::unknown;
    }
    const int built = number_at(built_with, 0), driver = number_at(driver_cuda, 0);
    if (built < driver ||
        (built == driver && number_at(built_with, 1) <= number_at(driver_cuda, 1))) {
        return cuda_fit::runs;
    }
    return built == driver && built >= 11 ? cuda_fit::minor_version : cuda_fit::needs_newer_driver;
}

std::string oldest_driver_of(std::string_view cuda) {
    switch (number_at(cuda, 0)) {
    case 13:
        return "580";
    case 12: // 525
    case 11: // 450
        return oldest_driver;
    default:
        return "";
    }
}

std::string install_driver_for(std::string_view cuda) {
    const std::string oldest = oldest_driver_of(cuda);
    return oldest.empty() ? "install a newer driver" : "install driver " + oldest + " or newer";
}

} // namespace dyno::doctor

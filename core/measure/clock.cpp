// SPDX-License-Identifier: Apache-2.0
#include "measure/clock.hpp"

#include <ctime>

namespace dyno {
namespace {

double read(clockid_t clock) {
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace

double system_clock_source::now_s() {
    return read(CLOCK_MONOTONIC);
}
double system_clock_source::process_s() {
    return read(CLOCK_PROCESS_CPUTIME_ID);
}

} // namespace dyno

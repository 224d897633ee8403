// A disk that is full from a given file size on, by the limit that the system sets to files.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <sys/resource.h>

/// While it lives, no file of this process grows beyond `bytes`: a write fails with EFBIG, as it
/// fails with ENOSPC on a full disk, after it has written what still fitted.
class full_disk {
public:
    explicit full_disk(rlim_t bytes) : m_old_handler(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &m_old_limit);
        const rlimit limit{bytes, m_old_limit.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~full_disk() {
        setrlimit(RLIMIT_FSIZE, &m_old_limit);
        std::signal(SIGXFSZ, m_old_handler);
    }
    full_disk(const full_disk&) = delete;
    full_disk& operator=(const full_disk&) = delete;

private:
    void (*m_old_handler)(int);
    rlimit m_old_limit{};
};

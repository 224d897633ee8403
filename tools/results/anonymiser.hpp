// Takes out of texts what tells whose machine it was: host names, UUIDs, users' folders and names.
// What a comparison needs stays: names and versions of devices and libraries.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/run_file.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dyno::results {

/// One anonymiser serves all files of a call, so that the same card gets the same number in each.
class anonymiser {
public:
    /// `hidden`: further words to take out.
    explicit anonymiser(std::vector<std::string> hidden) : m_hidden(std::move(hidden)) {}

    /// Learns the host's and the users' names from a run.
    void learn(const record::run_file& run);

    /// The text without them: "~" for a home folder, "host" and "user" for names, a UUID of zeros
    /// and a number for each UUID, "hidden" for further words. `place`: of the text in the run
    /// file, "launches[].log"; a host's name that is a plain word ("cuda") goes only where it can
    /// be told: as the whole text, after "@", before a domain, and in the command and the
    /// scenario's name and path.
    [[nodiscard]] std::string clean(std::string_view text, const std::string& place = {});

    /// The hosts' and users' names that stand in a text all the same.
    [[nodiscard]] std::vector<std::string> left_in(const std::string& clean,
                                                   const std::string& place = {}) const;

private:
    void learn_users(std::string_view text);
    [[nodiscard]] std::string number_uuids(std::string_view text);

    std::vector<std::string> m_hidden;
    std::set<std::string> m_hosts, m_users;
    std::map<std::string, std::size_t> m_uuids; ///< lower case, by order of appearance
};

} // namespace dyno::results

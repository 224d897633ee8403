// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include "record/error.hpp"
#include "record/text_file.hpp"

#include <filesystem>

namespace dyno::results {

void write_output(const std::string& path, const std::string& text, const console& to) {
    if (path.empty() || path == "-") {
        to.out << text;
        return;
    }
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
        throw error(path + ": exists already, and is not overwritten");
    }
    record::replace_text(path, text);
}

} // namespace dyno::results

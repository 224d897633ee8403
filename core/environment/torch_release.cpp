// SPDX-License-Identifier: Apache-2.0
#include "environment/torch_release.hpp"

#include "record/text_file.hpp"

#include <fstream>

namespace dyno {

torch_release read_torch_release(const std::filesystem::path& root) {
    torch_release found;
    std::ifstream lines(root / "version.py");
    for (std::string line; std::getline(lines, line);) {
        const auto start = line.find('\''), end = line.rfind('\'');
        if (start >= end) {
            continue; // no text between quotes: "cuda: Optional[str] = None"
        }
        const std::string text = line.substr(start + 1, end - start - 1);
        if (line.starts_with("__version__") && found.version.empty()) {
            found.version = text;
        } else if (line.starts_with("cuda") && found.cuda.empty()) {
            found.cuda = text;
        }
    }
    if (found.version.empty()) {
        found.version = record::first_line(root / "build-version");
    }
    return found;
}

} // namespace dyno

// A folder of a test's own, removed afterwards, with files as the test wants them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

class scoped_folder {
public:
    scoped_folder() {
        std::string path = (std::filesystem::temp_directory_path() / "dyno-test-XXXXXX").string();
        if (!mkdtemp(path.data())) {
            throw std::runtime_error("no folder for the test: " + path);
        }
        m_path = path;
    }
    ~scoped_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(m_path, ignored);
    }
    scoped_folder(const scoped_folder&) = delete;
    scoped_folder& operator=(const scoped_folder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    void write(const std::filesystem::path& file, const std::string& text) const {
        std::filesystem::create_directories((m_path / file).parent_path());
        std::ofstream(m_path / file) << text;
    }

private:
    std::filesystem::path m_path;
};

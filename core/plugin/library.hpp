// A shared library opened at run time: the one way this project opens any, by Boost.DLL.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>

namespace dyno {

/// Opened with all symbols bound at once and kept local. It stays loaded until the process ends
/// (LibTorch and CUDA libraries do not survive unloading), whatever happens to this object.
class library {
public:
    /// Opens the file at an absolute path. Throws dyno::error with the loader's own word.
    [[nodiscard]] static library open(const std::filesystem::path& path);

    /// Opens a library by its SONAME ("libcuda.so.1") where the loader finds it.
    [[nodiscard]] static library open_from_system(const std::string& soname);

    /// The address of a symbol; nullptr if the library has none of that name.
    [[nodiscard]] void* find(const std::string& symbol) const;

private:
    explicit library(std::shared_ptr<const void> opened) : m_opened(std::move(opened)) {}

    std::shared_ptr<const void> m_opened; ///< a boost::dll::shared_library
};

} // namespace dyno

// SPDX-License-Identifier: Apache-2.0
#include "plugin/library.hpp"

#include "record/error.hpp"

#include <boost/dll/shared_library.hpp>

#include <dlfcn.h>

namespace dyno {
namespace {

/// Boost wraps the loader's word in texts of its own, and ends with a code that means nothing:
/// "… failed (dlerror system message: WORD): Bad file descriptor".
std::string loader_word(std::string message) {
    constexpr std::string_view before = "dlerror system message: ";
    if (const auto start = message.find(before); start != std::string::npos) {
        message.erase(0, start + before.size());
    }
    if (const auto end = message.rfind("): "); end != std::string::npos) {
        message.erase(end);
    }
    return message;
}

std::shared_ptr<const void> open_for_ever(const std::string& name,
                                          boost::dll::load_mode::type where) {
    constexpr auto never_unload = static_cast<boost::dll::load_mode::type>(RTLD_NODELETE);
    const auto mode =
        boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local | never_unload | where;
    try {
        return std::make_shared<const boost::dll::shared_library>(name, mode);
    } catch (const std::system_error& failure) {
        throw error(loader_word(failure.what()));
    }
}

} // namespace

library library::open(const std::filesystem::path& path) {
    return library(open_for_ever(path.string(), boost::dll::load_mode::default_mode));
}

library library::open_from_system(const std::string& soname) {
    return library(open_for_ever(soname, boost::dll::load_mode::search_system_folders));
}

void* library::find(const std::string& symbol) const {
    const auto& opened = *static_cast<const boost::dll::shared_library*>(m_opened.get());
    // get<T>() reads the symbol as a T; asking for a char gives its address, of data or function.
    return opened.has(symbol) ? &opened.get<char>(symbol) : nullptr;
}

} // namespace dyno

// The plugins that can be used: where they are looked for, what each declares, why one is not
// usable.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/plugin_tag.hpp"
#include "record/declaration.hpp"
#include "record/words.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dyno {

/// One file that was looked at.
struct found_plugin {
    std::filesystem::path path;
    std::optional<plugin_tag> tag;
    std::optional<record::plugin_declaration> declaration; ///< only if it is usable
    std::string trouble;                                   ///< why it is not usable; empty if it is
    std::filesystem::path shadowed_by; ///< an earlier usable plugin of this name; empty: none
};

/// The folders in the order of search, the first usable one of a plugin's name winning: those given
/// on the command line, those of DYNO_PLUGIN_PATH (separated by ':'), then beside the program, in
/// the build's layout (../plugins) and in the install's (../lib/gpudyno/plugins). Folders that are
/// not there are left out, unless they were given on the command line: those throw dyno::error.
[[nodiscard]] std::vector<std::filesystem::path>
plugin_folders(const std::vector<std::filesystem::path>& given, const char* search_path,
               const std::filesystem::path& program);

/// Declarations of the plugin at this path, or throws dyno::error: the catalog's way to a child.
using describe_plugin =
    std::function<record::plugin_declaration(const std::filesystem::path& path)>;

class catalog {
public:
    /// Looks at every *.so in the folders, in the order of names, and has each plugin that is not
    /// shadowed described. Folders that anybody may write to are refused.
    static catalog find(const std::vector<std::filesystem::path>& folders,
                        const describe_plugin& describe);

    [[nodiscard]] const std::vector<found_plugin>& plugins() const { return m_plugins; }
    /// What was noticed about folders.
    [[nodiscard]] const std::vector<std::string>& remarks() const { return m_remarks; }

    struct offer {
        const found_plugin* plugin;
        const record::workload_declaration* workload;
    };
    /// Who offers this workload on this kind of device: the first usable plugin.
    [[nodiscard]] std::optional<offer> find_workload(const std::string& id,
                                                     record::device_kind kind) const;
    /// Who offers this workload on any kind of device.
    [[nodiscard]] std::vector<offer> find_workload(const std::string& id) const;
    /// All workload ids on offer, sorted.
    [[nodiscard]] std::vector<std::string> workload_ids() const;

private:
    std::vector<found_plugin> m_plugins;
    std::vector<std::string> m_remarks;
};

} // namespace dyno

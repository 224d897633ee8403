// SPDX-License-Identifier: Apache-2.0
#include "doctor/plugin_check.hpp"

namespace dyno::doctor {

findings check_plugins(const catalog& plugins) {
    constexpr const char* topic = "plugins";
    findings all;
    std::string usable;
    for (const found_plugin& plugin : plugins.plugins()) {
        if (!plugin.trouble.empty()) {
            all.push_back(wrong(topic, plugin.path.string() + ": " + plugin.trouble,
                                "build it again, or take it out of the plugin folder"));
        } else if (plugin.shadowed_by.empty() && plugin.tag) {
            usable += (usable.empty() ? "" : ", ") + plugin.tag->name;
        }
    }
    for (const std::string& remark : plugins.remarks()) {
        all.push_back(doubtful(topic, remark, "see `runner plugins`"));
    }
    if (!usable.empty()) {
        all.insert(all.begin(), good(topic, usable));
    } else if (all.empty()) {
        all.push_back(doubtful(topic, "none was found",
                               "build them, or name their folder by "
                               "DYNO_PLUGIN_PATH or --plugins DIR"));
    }
    return all;
}

} // namespace dyno::doctor

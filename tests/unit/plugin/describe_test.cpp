// Asking plugins in children of this test program (main.cpp), and remembering what they said.
// SPDX-License-Identifier: Apache-2.0
#include "plugin/describe.hpp"

#include "record/text_file.hpp"
#include "scoped_environment.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

const fs::path plugins = TEST_PLUGINS;

class describe : public testing::Test {
protected:
    describe() { fs::copy_file(plugins / "good/spin.so", plugin); }

    record::plugin_declaration ask(const fs::path& path) {
        return plugin_describer(processes, cache).describe(path);
    }
    /// The one file in the cache.
    fs::path answer() const {
        const std::vector<fs::path> files{fs::directory_iterator(cache), fs::directory_iterator()};
        EXPECT_EQ(files.size(), 1U);
        return files.at(0);
    }
    /// Writes another version into the cached answer, so that a hit can be told from a new answer.
    void mark_answer() const {
        std::string text = record::read_text(answer(), 1 << 20);
        const std::string version = "\"version\":\"1.0.0\"";
        text.replace(text.find(version), version.size(), "\"version\":\"cached\"");
        record::replace_text(answer(), text);
    }

    scoped_folder folder;
    const fs::path cache = folder.path() / "cache/describe";
    const fs::path plugin = folder.path() / "spin.so";
    children processes;
};

TEST_F(describe, tells_all_that_a_plugin_declares) {
    const record::plugin_declaration d = ask(plugin);
    EXPECT_EQ(d.name, "spin");
    EXPECT_EQ(d.version, "1.0.0");
    EXPECT_THAT(d.build, HasSubstr("Release"));
    ASSERT_EQ(d.workloads.size(), 1U);
    const record::workload_declaration& w = d.workloads[0];
    EXPECT_EQ(w.id, "spin");
    EXPECT_TRUE(w.on_cpu && !w.on_cuda && !w.self_timed && !w.synchronises);
    ASSERT_EQ(w.parameters.size(), 7U);
    EXPECT_EQ(w.parameters[0].name, "length_us");
    EXPECT_EQ(w.parameters[0].least_real, 0.0);
    EXPECT_FALSE(w.parameters[0].least_integer);
    EXPECT_EQ(w.parameters[4].unit, "B");
    EXPECT_EQ(w.parameters[4].most_integer, std::int64_t{1} << 40);
    EXPECT_EQ(w.parameters[6].allowed, (std::vector<std::string>{"one", "two"}));
    EXPECT_EQ(w.metrics[0].better, record::direction::higher);
}

TEST_F(describe, an_answer_is_remembered) {
    (void)ask(plugin);
    mark_answer();
    EXPECT_EQ(ask(plugin).version, "cached");
    EXPECT_EQ(plugin_describer(processes, {}).describe(plugin).version, "1.0.0") << "no cache";
}

TEST_F(describe, a_changed_plugin_is_asked_again) {
    (void)ask(plugin);
    mark_answer();
    fs::last_write_time(plugin, fs::last_write_time(plugin) + std::chrono::nanoseconds(4));
    EXPECT_EQ(ask(plugin).version, "1.0.0");
    // Another file of the same name.
    fs::copy_file(plugins / "good/plain_c.so", plugin, fs::copy_options::overwrite_existing);
    EXPECT_EQ(ask(plugin).name, "plain_c");
}

TEST_F(describe, two_plugins_have_two_answers) {
    (void)ask(plugin);
    mark_answer();
    fs::copy_file(plugin, folder.path() / "other.so");
    EXPECT_EQ(ask(folder.path() / "other.so").version, "1.0.0");
    EXPECT_EQ(ask(plugin).version, "cached");
}

TEST_F(describe, a_damaged_answer_is_asked_for_again) {
    (void)ask(plugin);
    const std::string whole = record::read_text(answer(), 1 << 20);
    const std::string key = whole.substr(0, whole.find('\n') + 1);
    for (const std::string& text :
         {std::string(), key, key + "{}", key + "\xff", whole.substr(0, whole.size() / 2),
          std::string("\0", 1), "\n" + whole}) {
        record::replace_text(answer(), text);
        EXPECT_EQ(ask(plugin).name, "spin") << text;
        EXPECT_EQ(record::read_text(answer(), 1 << 20), whole) << "mended";
    }
}

TEST_F(describe, a_cache_that_cannot_be_written_only_costs_time) {
    folder.write("cache", "a file where the folder should be");
    EXPECT_EQ(ask(plugin).name, "spin");
    EXPECT_EQ(plugin_describer(processes, "/proc/no/such").describe(plugin).name, "spin");
}

TEST_F(describe, trouble_is_not_remembered) {
    EXPECT_FALSE(thrown_message([&] { (void)ask(plugins / "bad/short_struct.so"); }).empty());
    EXPECT_FALSE(fs::exists(cache));
}

TEST_F(describe, each_kind_of_trouble_has_its_words) {
    const auto trouble = [&](const char* name) {
        return thrown_message([&] { (void)ask(plugins / "bad" / name); });
    };
    const auto front = [&](const char* name) {
        return "plugin " + (plugins / "bad" / name).string() + ": ";
    };
    EXPECT_EQ(trouble("no_entry.so"),
              front("no_entry.so") + "has no entry 'dyno_plugin' (was DYNO_PLUGIN() left out?)");
    EXPECT_EQ(trouble("short_struct.so"),
              front("short_struct.so") + "its entry's struct is too short (16 bytes)");
    EXPECT_EQ(trouble("wrong_abi.so"), front("wrong_abi.so") +
                                           "was built for plugin ABI 9.0; this runner takes 1.x: "
                                           "rebuild it with this runner's SDK");
    EXPECT_THAT(trouble("missing_library.so"),
                AllOf(HasSubstr(front("missing_library.so")), HasSubstr("libgone.so"),
                      HasSubstr("cannot open shared object file")));
    EXPECT_EQ(trouble("aborts_at_load.so"), "loading it ended the process with signal 6 (Aborted)");
}

TEST_F(describe, a_plugin_that_aborts_at_exit_is_described) {
    EXPECT_EQ(ask(plugins / "good/aborts_at_exit.so").name, "aborts_at_exit");
}

TEST_F(describe, a_file_that_is_gone_is_told) {
    EXPECT_THAT(thrown_message([&] { (void)ask(folder.path() / "gone.so"); }),
                HasSubstr("gone.so"));
    EXPECT_FALSE(fs::exists(cache));
}

TEST(describe_cache_folder, is_the_users_own) {
    {
        const scoped_environment cache("XDG_CACHE_HOME", "/x/cache");
        EXPECT_EQ(describe_cache_folder(), "/x/cache/gpudyno/describe");
    }
    const scoped_environment home("HOME", "/h");
    for (const char* unusable : {"", "relative/cache"}) {
        const scoped_environment cache("XDG_CACHE_HOME", unusable);
        EXPECT_EQ(describe_cache_folder(), "/h/.cache/gpudyno/describe");
        const scoped_environment no_home("HOME", "");
        EXPECT_EQ(describe_cache_folder(), "");
    }
}

} // namespace
} // namespace dyno

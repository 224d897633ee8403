// SPDX-License-Identifier: Apache-2.0
#include "plugin/catalog.hpp"

#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace dyno {
namespace {

namespace fs = std::filesystem;
using record::device_kind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const fs::path plugins = TEST_PLUGINS;

/// Declares one workload, named like the plugin, on the CPU; counts who was asked.
struct fake_describer {
    std::vector<std::string> asked;

    record::plugin_declaration operator()(const fs::path& path) {
        asked.push_back(path.filename().string());
        record::workload_declaration w;
        w.id = "of_" + read_plugin_tag(path).name;
        w.on_cpu = true;
        return {read_plugin_tag(path).name, "1.0.0", "", 0x10000, {w}};
    }
};

catalog look(const std::vector<fs::path>& folders, fake_describer& describer) {
    return catalog::find(folders, [&](const fs::path& path) { return describer(path); });
}

class catalog_folders : public testing::Test {
protected:
    /// Puts a copy of a fake plugin there.
    void put(const std::string& to, const std::string& plugin) const {
        fs::create_directories((folder.path() / to).parent_path());
        fs::copy_file(plugins / plugin, folder.path() / to);
    }

    scoped_folder folder;
    fake_describer describer;
};

TEST_F(catalog_folders, are_looked_through_in_the_order_of_names) {
    put("a/z.so", "good/plain_c.so");
    put("a/b.so", "good/spin.so");
    put("a/readme.txt", "good/spin.so");
    put("a/lib.so.1", "good/misbehaves.so");
    const catalog all = look({folder.path() / "a"}, describer);
    ASSERT_EQ(all.plugins().size(), 2U);
    EXPECT_EQ(all.plugins()[0].tag->name, "spin");
    EXPECT_EQ(all.plugins()[1].tag->name, "plain_c");
    EXPECT_THAT(describer.asked, ElementsAre("b.so", "z.so"));
    EXPECT_THAT(all.workload_ids(), ElementsAre("of_plain_c", "of_spin"));
    EXPECT_THAT(all.remarks(), IsEmpty());
}

TEST_F(catalog_folders, the_first_of_a_name_wins_and_the_shadowed_one_is_mentioned) {
    put("a/one.so", "good/spin.so");
    put("b/two.so", "good/spin.so");
    const catalog all = look({folder.path() / "b", folder.path() / "a"}, describer);
    ASSERT_EQ(all.plugins().size(), 2U);
    EXPECT_EQ(all.plugins()[0].path.filename(), "two.so");
    EXPECT_TRUE(all.plugins()[0].declaration);
    EXPECT_FALSE(all.plugins()[1].declaration);
    EXPECT_EQ(all.plugins()[1].shadowed_by, folder.path() / "b/two.so");
    EXPECT_THAT(describer.asked, ElementsAre("two.so")) << "a shadowed plugin is not asked";
    EXPECT_EQ(all.find_workload("of_spin").size(), 1U);
}

TEST_F(catalog_folders, bug_one_that_is_not_usable_shadowed_a_working_one) {
    put("a/one.so", "good/spin.so");
    put("b/two.so", "good/spin.so");
    const fs::path broken = folder.path() / "a/one.so";
    const catalog all =
        catalog::find({folder.path() / "a", folder.path() / "b"}, [&](const fs::path& path) {
            return path == broken ? throw error("it does not load") : describer(path);
        });
    EXPECT_EQ(all.plugins().at(0).trouble, "it does not load");
    EXPECT_EQ(all.plugins().at(1).shadowed_by, "");
    EXPECT_EQ(all.find_workload("of_spin").at(0).plugin->path, folder.path() / "b/two.so");
}

TEST_F(catalog_folders, what_is_not_usable_says_why_and_harms_nobody) {
    put("a/abi.so", "bad/wrong_abi.so");
    put("a/no_tag.so", "bad/no_tag.so");
    put("a/ok.so", "good/spin.so");
    folder.write("a/text.so", "not a library");
    fs::create_directories(folder.path() / "a/dir.so");
    fs::create_symlink("nowhere", folder.path() / "a/link.so");
    const catalog all = look({folder.path() / "a"}, describer);
    std::map<std::string, std::string> troubles;
    for (const found_plugin& p : all.plugins()) {
        troubles[p.path.filename()] = p.trouble;
        EXPECT_EQ(p.declaration.has_value(), p.trouble.empty());
    }
    EXPECT_EQ(troubles,
              (std::map<std::string, std::string>{
                  {"abi.so", "was built for plugin ABI 9.0; this runner takes 1.x: rebuild it with "
                             "this runner's SDK"},
                  {"no_tag.so", "is a library, but no plugin (it has no .note.dyno)"},
                  {"ok.so", ""},
                  {"text.so", "is not a shared library (no ELF file)"},
                  {"dir.so", "is a folder"},
                  {"link.so", "no such file"}}));
    EXPECT_THAT(describer.asked, ElementsAre("ok.so"));
}

TEST_F(catalog_folders, a_describer_that_fails_is_the_plugins_trouble) {
    put("a/spin.so", "good/spin.so");
    const fs::path path = folder.path() / "a/spin.so";
    for (const std::string& front :
         {path.string() + ": ", "plugin " + path.string() + ": ", std::string()}) {
        const catalog all = catalog::find({folder.path() / "a"},
                                          [&](const fs::path&) -> record::plugin_declaration {
                                              throw error(front + "it does not load");
                                          });
        EXPECT_EQ(all.plugins().at(0).trouble, "it does not load");
        EXPECT_THAT(all.workload_ids(), IsEmpty());
    }
}

TEST_F(catalog_folders, that_anybody_may_write_to_are_refused) {
    put("a/spin.so", "good/spin.so");
    put("b/plain_c.so", "good/plain_c.so");
    ASSERT_EQ(::chmod((folder.path() / "a").c_str(), 0777), 0);
    const catalog all = look({folder.path() / "a", folder.path() / "b"}, describer);
    EXPECT_THAT(describer.asked, ElementsAre("plain_c.so"));
    EXPECT_THAT(all.remarks(),
                ElementsAre("plugins in " + (folder.path() / "a").string() +
                            " are not used: anybody may write to that folder (chmod o-w mends "
                            "it)"));
    ASSERT_EQ(::chmod((folder.path() / "a").c_str(), 01777), 0); // sticky, as /tmp
    EXPECT_EQ(look({folder.path() / "a"}, describer).remarks().size(), 1U);
}

TEST_F(catalog_folders, bug_one_that_cannot_be_listed_was_passed_over_silently) {
    const catalog all = look({folder.path() / "gone"}, describer);
    EXPECT_THAT(all.remarks(), ElementsAre("plugins in " + (folder.path() / "gone").string() +
                                           " cannot be listed: No such file or directory"));
}

TEST_F(catalog_folders, bug_a_path_that_is_not_utf_8_failed_in_the_worker) {
    put("a\xff/spin.so", "good/spin.so");
    const catalog all = look({folder.path() / "a\xff"}, describer);
    EXPECT_EQ(all.plugins().at(0).trouble, "its path is not UTF-8");
    EXPECT_THAT(describer.asked, IsEmpty());
}

TEST_F(catalog_folders, bug_note_and_entry_could_name_two_plugins) {
    put("a/spin.so", "good/spin.so");
    const catalog all = catalog::find({folder.path() / "a"}, [](const fs::path&) {
        return record::plugin_declaration{"twirl", "", "", 0x10000, {}};
    });
    EXPECT_EQ(all.plugins().at(0).trouble, "its note says 'spin', its entry 'twirl'");
}

TEST(catalog, finds_the_first_offer_for_a_kind_of_device) {
    const scoped_folder folder;
    fs::copy_file(plugins / "good/spin.so", folder.path() / "a.so");
    fs::copy_file(plugins / "good/plain_c.so", folder.path() / "b.so");
    fs::copy_file(plugins / "good/misbehaves.so", folder.path() / "c.so");
    const catalog all = catalog::find({folder.path()}, [](const fs::path& path) {
        record::workload_declaration w;
        w.id = "gemm";
        w.on_cpu = path.filename() != "b.so";
        w.on_cuda = path.filename() != "a.so";
        return record::plugin_declaration{read_plugin_tag(path).name, "", "", 0x10000, {w}};
    });
    EXPECT_EQ(all.find_workload("gemm").size(), 3U);
    EXPECT_EQ(all.find_workload("gemm", device_kind::cpu)->plugin->tag->name, "spin");
    EXPECT_EQ(all.find_workload("gemm", device_kind::cuda)->plugin->tag->name, "plain_c");
    EXPECT_FALSE(all.find_workload("gem", device_kind::cpu));
    EXPECT_THAT(all.find_workload("gem"), IsEmpty());
}

TEST(plugin_folders, command_line_first_then_the_variable_then_beside_the_program) {
    const scoped_folder folder;
    for (const char* name : {"given", "one", "two", "tree/plugins", "tree/lib/gpudyno/plugins"}) {
        fs::create_directories(folder.path() / name);
    }
    const fs::path root = fs::canonical(folder.path());
    const std::string variable = (root / "one").string() + "::" + (root / "gone").string() + ":" +
                                 (root / "two").string() + ":";
    EXPECT_THAT(plugin_folders({root / "given"}, variable.c_str(), root / "tree/bin/runner"),
                ElementsAre(root / "given", root / "one", root / "two", root / "tree/plugins",
                            root / "tree/lib/gpudyno/plugins"));
    EXPECT_THAT(plugin_folders({}, nullptr, root / "tree/bin/runner"),
                ElementsAre(root / "tree/plugins", root / "tree/lib/gpudyno/plugins"));
    EXPECT_THAT(plugin_folders({}, "", root / "elsewhere/bin/runner"), IsEmpty());
}

TEST(plugin_folders, a_folder_named_twice_is_looked_through_once) {
    const scoped_folder folder;
    fs::create_directories(folder.path() / "a");
    fs::create_symlink("a", folder.path() / "b");
    const fs::path root = fs::canonical(folder.path());
    const std::string variable = (root / "b").string() + ":" + (root / "a/../a").string();
    EXPECT_THAT(plugin_folders({root / "a", root / "b"}, variable.c_str(), root / "bin/runner"),
                ElementsAre(root / "a"));
}

TEST(plugin_folders, one_given_on_the_command_line_must_be_there) {
    EXPECT_EQ(thrown_message([] { (void)plugin_folders({"/no/such"}, nullptr, "/x/bin/runner"); }),
              "--plugins /no/such: no such folder");
    EXPECT_EQ(thrown_message([] {
                  (void)plugin_folders({plugins / "good/spin.so"}, nullptr, "/x/bin/runner");
              }),
              "--plugins " + (plugins / "good/spin.so").string() + ": no such folder");
}

} // namespace
} // namespace dyno

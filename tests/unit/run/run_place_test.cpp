// SPDX-License-Identifier: Apache-2.0
#include "run/run_place.hpp"

#include "record/error.hpp"
#include "record/writer.hpp"
#include "sample_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace dyno {
namespace {

namespace fs = std::filesystem;

/// Runs in a folder of its own as the current one.
class run_place : public testing::Test {
protected:
    run_place() {
        fs::current_path(folder.path());
        head.scenario_name = "quick";
        head.device.name = "NVIDIA H200";
    }
    ~run_place() override { fs::current_path(m_old); }

    scoped_folder folder;
    record::run_file head = sample::whole_run();
    const std::string name = "20260131-120000_quick_NVIDIA-H200";

private:
    fs::path m_old = fs::current_path();
};

TEST_F(run_place, is_under_results_by_default) {
    EXPECT_EQ(place_run_file("", head), "results/" + name + ".json");
    EXPECT_TRUE(fs::is_directory("results"));
}

TEST_F(run_place, a_name_that_is_taken_gets_a_number) {
    folder.write("results/" + name + ".json", "");
    EXPECT_EQ(place_run_file("", head), "results/" + name + "-2.json");
    folder.write("results/" + name + "-2.json.journal.jsonl", "");
    EXPECT_EQ(place_run_file("", head), "results/" + name + "-3.json");
}

TEST_F(run_place, may_be_said) {
    EXPECT_EQ(place_run_file("a/b/c.json", head), "a/b/c.json");
    EXPECT_TRUE(fs::is_directory("a/b"));
    EXPECT_EQ(place_run_file("plain", head), "plain");
    EXPECT_EQ(place_run_file("a", head), "a/" + name + ".json") << "a folder that is there";
    EXPECT_EQ(place_run_file(".", head), "./" + name + ".json");
}

TEST_F(run_place, bug_a_new_folder_was_found_to_be_one_after_all_was_measured) {
    EXPECT_EQ(place_run_file("new/", head), "new/" + name + ".json");
    EXPECT_TRUE(fs::is_directory("new"));
    EXPECT_EQ(place_run_file("new/", head), "new/" + name + ".json");
}

TEST_F(run_place, nothing_is_ever_overwritten) {
    folder.write("r.json", "");
    folder.write("j.json.journal.jsonl", "");
    for (const std::string file : {"r.json", "j.json"}) {
        EXPECT_EQ(thrown_message([&] { (void)place_run_file(file, head); }),
                  file + ": is there already, and a run file is never overwritten; choose another "
                         "--output");
    }
}

TEST_F(run_place, bug_a_link_that_leads_nowhere_was_replaced) {
    fs::create_symlink("gone", "link.json");
    EXPECT_EQ(thrown_message([&] { (void)place_run_file("link.json", head); }),
              "link.json: is there already, and a run file is never overwritten; choose another "
              "--output");
}

TEST_F(run_place, a_folder_that_cannot_be_made_is_nothing_to_measure) {
    folder.write("file", "");
    EXPECT_THROW((void)place_run_file("file/below/r.json", head), nothing_to_measure);
    EXPECT_THROW((void)place_run_file("/proc/no/r.json", head), nothing_to_measure);
    EXPECT_EQ(thrown_message([&] { (void)place_run_file("file/below/r.json", head); }),
              "file/below: cannot make this folder: Not a directory");
}

TEST(file_name_part, makes_a_name_of_anything) {
    EXPECT_EQ(file_name_part("NVIDIA GeForce RTX 4090"), "NVIDIA-GeForce-RTX-4090");
    EXPECT_EQ(file_name_part("a_b.c-d"), "a_b.c-d");
    EXPECT_EQ(file_name_part("../../etc/passwd"), "..-..-etc-passwd");
    EXPECT_EQ(file_name_part("a\nb\x01\xff;`rm -rf`"), "a-b-rm-rf");
    EXPECT_EQ(file_name_part("ünïcode 😀 ok"), "n-code-ok");
    for (const char* nothing : {"", ".", "..", "/", "😀", "---", "-.-", " "}) {
        EXPECT_EQ(file_name_part(nothing), "unnamed") << nothing;
    }
    EXPECT_EQ(file_name_part(std::string(300, 'x')).size(), 60U);
    EXPECT_EQ(file_name_part(std::string(59, 'x') + "/y"), std::string(59, 'x'));
}

TEST_F(run_place, hostile_names_stay_in_the_folder) {
    for (const std::string hostile : {"../../x", "/etc/passwd", "a/b", "..", "", "\n"}) {
        head.scenario_name = head.device.name = hostile;
        EXPECT_EQ(place_run_file("", head).parent_path(), "results") << hostile;
    }
}

class comparable : public run_place {
protected:
    void write(const std::string& file, const record::run_file& run, int age_s) {
        folder.write(file, record::write(run));
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::seconds(age_s));
    }
    record::run_file good() {
        record::run_file f = head;
        f.state = record::run_state::complete;
        f.launches[0].status = record::status::ok;
        return f;
    }
};

TEST_F(comparable, is_the_newest_other_run_of_the_same_kind) {
    record::run_file other = good();
    write("r/old.json", good(), 100);
    write("r/newer.json", good(), 50);
    write("r/this.json", good(), 0);
    other.state = record::run_state::partial;
    write("r/partial.json", other, 10);
    other = good();
    other.scenario_name = "full";
    write("r/scenario.json", other, 10);
    other = good();
    other.device.name = "NVIDIA H100";
    write("r/device.json", other, 10);
    other = good();
    other.launches[0].status = record::status::failed;
    write("r/no_figures.json", other, 10);
    folder.write("r/broken.json", "{");
    folder.write("r/other.json", "{\"benchmarks\": []}");
    folder.write("r/text.txt", "x");
    fs::create_directory("r/folder.json");
    folder.write("r/dataset.json", ""); // of gigabytes that nobody means to read
    fs::resize_file("r/dataset.json", std::uintmax_t{3} << 30);
    EXPECT_EQ(newest_comparable("r/this.json", good()), "r/newer.json");
    EXPECT_EQ(newest_comparable("r/newer.json", good()), "r/this.json");
}

TEST_F(comparable, there_may_be_none) {
    write("this.json", good(), 0);
    EXPECT_EQ(newest_comparable("this.json", good()), "");
    EXPECT_EQ(newest_comparable("no/such/folder/this.json", good()), "");
    write("other.json", good(), 10);
    EXPECT_EQ(newest_comparable("this.json", good()).filename(), "other.json");
    record::run_file nothing = good();
    nothing.launches.clear();
    EXPECT_EQ(newest_comparable("this.json", nothing), "") << "nothing to compare";
}

} // namespace
} // namespace dyno

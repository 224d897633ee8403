// SPDX-License-Identifier: Apache-2.0
#include "output_file.hpp"

#include "recorded_run.hpp"
#include "scoped_folder.hpp"
#include "thrown_message.hpp"

#include <gtest/gtest.h>

#include <sstream>
#include <sys/stat.h>

using namespace dyno::results;
namespace fs = std::filesystem;

namespace {

struct output_file : testing::Test {
    fs::path file(const std::string& name, const std::string& text) {
        folder.write(name, text);
        return folder.path() / name;
    }

    /// Without the path in front and the end that all refusals share.
    [[nodiscard]] std::string refusal(const fs::path& path,
                                      const std::vector<fs::path>& inputs = {}) const {
        const std::string said = thrown_message([&] { check_report_path(path, inputs); });
        const std::string front = path.string() + ": ",
                          back = ", and is not overwritten by a report";
        return said.starts_with(front) && said.ends_with(back)
                   ? said.substr(front.size(), said.size() - front.size() - back.size())
                   : said;
    }

    scoped_folder folder;
};

} // namespace

TEST_F(output_file, a_report_takes_the_place_of_a_report_only) {
    check_report_path(folder.path() / "new.html", {});
    check_report_path(file("old.html", "<p>&quot;format&quot;: &quot;gpudyno-run&quot;</p>"), {});
    check_report_path(file("old.json", R"({"format": "gpudyno-diff", "base": "gpudyno-run"})"), {});
    EXPECT_EQ(refusal(file("run.json", dyno::record::write(recorded::run()))), "is a run file");
    EXPECT_EQ(refusal(file("sorted.json", "{\"device\":1,\n \"format\"\n:\t\"gpudyno-run\"}")),
              "is a run file");
}

TEST_F(output_file, a_report_is_not_written_over_an_input_by_another_name) {
    const fs::path input = file("base.json", "{}"), link = folder.path() / "report.json";
    EXPECT_EQ(refusal(folder.path() / "." / "base.json", {input}),
              "is one of the files to compare");
    fs::create_hard_link(input, link);
    EXPECT_EQ(refusal(link, {input}), "is one of the files to compare");
}

TEST_F(output_file, a_report_is_not_written_over_what_is_no_file_or_read_only) {
    const fs::path link = folder.path() / "link", pipe = folder.path() / "pipe";
    fs::create_symlink("nowhere", link);
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_EQ(refusal(link), "is not a regular file");
    EXPECT_EQ(refusal(pipe), "is not a regular file");
    EXPECT_EQ(refusal(folder.path()), "is not a regular file");
    const fs::path kept = file("kept.html", "<p>");
    fs::permissions(kept, fs::perms::owner_read);
    EXPECT_EQ(refusal(kept), "is read-only");
}

TEST_F(output_file, nothing_else_is_overwritten_and_a_link_to_nowhere_is_something) {
    std::ostringstream out;
    const console to{out, dyno::display::palette()};
    const fs::path link = folder.path() / "link";
    fs::create_symlink("nowhere", link);
    EXPECT_EQ(thrown_message([&] { write_output(link, "x", to); }),
              link.string() + ": exists already, and is not overwritten");
    EXPECT_TRUE(fs::is_symlink(link));
    write_output("-", "x", to);
    EXPECT_EQ(out.str(), "x");
}

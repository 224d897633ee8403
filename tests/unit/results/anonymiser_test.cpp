// SPDX-License-Identifier: Apache-2.0
#include "anonymiser.hpp"

#include "recorded_run.hpp"

#include <gtest/gtest.h>

using namespace dyno::results;
using dyno::record::run_file;

namespace {

anonymiser knowing(const std::string& host, const std::vector<std::string>& command = {}) {
    run_file f = recorded::run();
    f.circumstances["host.name"] = {host, ""};
    f.command = command;
    anonymiser a({});
    a.learn(f);
    return a;
}

} // namespace

TEST(anonymiser, home_folders_become_a_tilde) {
    anonymiser a = knowing("node");
    EXPECT_EQ(a.clean("/home/jane.doe/work/x.so"), "~/work/x.so");
    EXPECT_EQ(a.clean("/Users/jane/x"), "~/x");
    EXPECT_EQ(a.clean("/root/.cache/x:/home/bob/y"), "~/.cache/x:~/y");
    EXPECT_EQ(a.clean("/opt/root/x"), "/opt/root/x");
    EXPECT_EQ(a.clean("/rootfs/x"), "/rootfs/x");
}

TEST(anonymiser, a_host_name_goes_wherever_it_can_be_told_from_a_word) {
    anonymiser a = knowing("gpu-node-17.example.org");
    EXPECT_EQ(a.clean("job on gpu-node-17.example.org"), "job on host");
    EXPECT_EQ(a.clean("gpu-node-17: done"), "host: done");
    anonymiser plain = knowing("cuda");
    EXPECT_EQ(plain.clean("/usr/local/cuda/lib64"), "/usr/local/cuda/lib64");
    EXPECT_EQ(plain.clean("cuda"), "host") << "where it is the whole text";
}

TEST(anonymiser, a_plain_host_name_goes_where_only_a_host_or_what_was_typed_can_stand) {
    anonymiser a = knowing("cuda");
    EXPECT_EQ(a.clean("root@cuda: busy"), "root@host: busy");
    EXPECT_EQ(a.clean("cuda.example.org, cuda.local"), "host.example.org, host.local");
    for (const char* kept : {"cuda.so.1", "/opt/cuda.tar.gz", "libcuda.so", "cuda.toml", "on cuda",
                             "lib.cuda.driver.version", "cuda."}) {
        EXPECT_EQ(a.clean(kept), kept);
    }
    for (const char* place : {"command[]", "scenario.name", "scenario.path"}) {
        EXPECT_EQ(a.clean("on cuda: cuda.toml, cuda_x", place), "on host: host.toml, cuda_x");
    }
    EXPECT_EQ(a.clean("cuda", "device.kind"), "cuda") << "a word of the format";
}

TEST(anonymiser, names_that_still_stand_are_told) {
    anonymiser a = knowing("cuda", {"runner", "/home/ok/x"});
    EXPECT_EQ(a.left_in("/usr/local/cuda", "launches[].log"), std::vector<std::string>{"cuda"});
    EXPECT_EQ(a.left_in("ok", "launches[].notes.state"), std::vector<std::string>{"ok"});
    EXPECT_TRUE(a.left_in("ok", "launches[].status").empty());
    EXPECT_TRUE(a.left_in("libcudart, cuda_x, host").empty());
    EXPECT_TRUE(knowing("host").left_in("host").empty()) << "what stands for all of them";
}

TEST(anonymiser, users_go_from_paths_and_addresses_and_not_from_words) {
    anonymiser a = knowing("node", {"runner", "/home/ok/scenario.toml"});
    EXPECT_EQ(a.clean("/scratch/ok/data"), "/scratch/user/data");
    EXPECT_EQ(a.clean("ok@server"), "user@server");
    EXPECT_EQ(a.clean("ok"), "ok") << "a status";
}

TEST(anonymiser, a_uuid_keeps_its_number_in_every_file) {
    anonymiser a = knowing("node");
    const std::string first = "GPU-5d3a1f00-1234-5678-9abc-def012345678";
    EXPECT_EQ(a.clean(first), "GPU-00000000-0000-0000-0000-000000000001");
    EXPECT_EQ(a.clean("MIG-11111111-2222-3333-4444-555555555555"),
              "MIG-00000000-0000-0000-0000-000000000002");
    EXPECT_EQ(a.clean("GPU-5D3A1F00-1234-5678-9ABC-DEF012345678"),
              "GPU-00000000-0000-0000-0000-000000000001")
        << "the same one in capitals";
}

TEST(anonymiser, identity_stays) {
    anonymiser a = knowing("gpu-node-17");
    for (const char* text : {"NVIDIA H200", "580.65.06", "libcudnn.so.9", "GNU 12.2, Release"}) {
        EXPECT_EQ(a.clean(text), text);
    }
}

TEST(anonymiser, further_words_are_hidden_as_whole_words) {
    anonymiser a({"acme"});
    EXPECT_EQ(a.clean("/data/acme/run of acme"), "/data/hidden/run of hidden");
    EXPECT_EQ(a.clean("acmeology"), "acmeology");
}

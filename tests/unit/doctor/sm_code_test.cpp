// SPDX-License-Identifier: Apache-2.0
#include "doctor/sm_code.hpp"

#include "doctor/sm_code_check.hpp"
#include "findings.hpp"

#include <cstring>

namespace {

using namespace dyno::doctor;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

template <class T>
void put(std::string& to, std::size_t at, T value) {
    std::memcpy(to.data() + at, &value, sizeof value);
}

/// An entry as nvcc 13.0 writes it: a header of 64 bytes, then the payload.
std::string entry(std::uint16_t kind, std::uint32_t sm, std::uint64_t flags, std::size_t payload) {
    std::string bytes(64 + payload, '\0');
    put<std::uint16_t>(bytes, 0, kind);
    put<std::uint32_t>(bytes, 4, 64);
    put<std::uint64_t>(bytes, 8, payload);
    put<std::uint32_t>(bytes, 28, sm);
    put<std::uint64_t>(bytes, 40, flags);
    return bytes;
}

std::string region(const std::string& entries) {
    std::string bytes(16, '\0');
    put<std::uint32_t>(bytes, 0, 0xBA55ED50);
    put<std::uint16_t>(bytes, 4, 1);
    put<std::uint16_t>(bytes, 6, 16);
    put<std::uint64_t>(bytes, 8, entries.size());
    return bytes + entries;
}

TEST(fatbin, entries_of_all_regions_are_read) {
    const std::string bytes = region(entry(2, 80, 0x11, 24) + entry(2, 90, 0x100011, 8)) +
                              std::string(8, '\0') +
                              region(entry(1, 90, 0x8011, 240) + entry(2, 100, 0x1200011, 16));
    EXPECT_THAT(read_fatbin(bytes),
                ElementsAre(sm_target{80, ' ', false}, sm_target{90, ' ', true},
                            sm_target{90, 'a', false}, sm_target{100, 'f', false}));
}

TEST(fatbin, broken_bytes_give_nothing_and_end) {
    EXPECT_THAT(read_fatbin(""), IsEmpty());
    EXPECT_THAT(read_fatbin(std::string(1000, '\xff')), IsEmpty());
    const std::string whole = region(entry(2, 80, 0x11, 24));
    for (std::size_t length = 0; length < whole.size(); ++length) {
        EXPECT_THAT(read_fatbin(whole.substr(0, length)), IsEmpty()) << length;
    }
    std::string huge = region(entry(2, 80, 0x11, 24));
    put<std::uint64_t>(huge, 16 + 8, ~std::uint64_t{0}); // the entry's payload
    EXPECT_THAT(read_fatbin(huge), IsEmpty());
}

TEST(sm_target, has_the_compilers_name) {
    EXPECT_EQ(to_text(sm_target{90, 'a', false}), "sm_90a");
    EXPECT_EQ(to_text(sm_target{86, ' ', true}), "compute_86");
}

TEST(sm_fit, follows_the_rules_of_cuda) {
    const sm_target sass_80{80, ' ', false}, sass_86{86, ' ', false}, sass_90{90, ' ', false},
        sass_90a{90, 'a', false}, ptx_80{80, ' ', true}, ptx_90a{90, 'a', true},
        sass_100f{100, 'f', false}, sass_100a{100, 'a', false}, ptx_100f{100, 'f', true};
    EXPECT_EQ(best_fit({sass_80}, 80), sm_fit::native);
    EXPECT_EQ(best_fit({sass_80}, 89), sm_fit::native); // same major, minor above
    EXPECT_EQ(best_fit({sass_86}, 80), sm_fit::none);   // minor below
    EXPECT_EQ(best_fit({sass_80}, 90), sm_fit::none);   // another major
    EXPECT_EQ(best_fit({sass_90}, 80), sm_fit::none);
    EXPECT_EQ(best_fit({ptx_80}, 120), sm_fit::from_ptx); // PTX goes forward
    EXPECT_EQ(best_fit({ptx_80}, 75), sm_fit::none);      // and not back
    EXPECT_EQ(best_fit({ptx_80, sass_90}, 90), sm_fit::native);
    EXPECT_EQ(best_fit({sass_90a}, 90), sm_fit::native);
    EXPECT_EQ(best_fit({sass_90a}, 100), sm_fit::none);
    EXPECT_EQ(best_fit({ptx_90a}, 100), sm_fit::none); // 'a' does not go forward
    EXPECT_EQ(best_fit({ptx_90a}, 90), sm_fit::from_ptx);
    EXPECT_EQ(best_fit({sass_100a}, 103), sm_fit::none);
    EXPECT_EQ(best_fit({sass_100f}, 103), sm_fit::native); // 'f': its own family
    EXPECT_EQ(best_fit({sass_100f}, 120), sm_fit::none);
    EXPECT_EQ(best_fit({ptx_100f}, 120), sm_fit::none);
    EXPECT_EQ(best_fit({}, 90), sm_fit::none);
}

TEST(sm_code_check, judges_each_library_with_code) {
    const seen_sm_code seen{{{"a.so", {{80, ' ', false}}, ""},
                             {"b.so", {{80, ' ', true}}, ""},
                             {"c.so", {{120, ' ', false}}, ""},
                             {"d.so", {}, ""}},
                            89,
                            ""};
    const findings all = check_sm_code(seen);
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0].state, health::good);
    EXPECT_EQ(all[1].state, health::doubtful);
    EXPECT_THAT(all[1].mend, HasSubstr("sm_89"));
    EXPECT_EQ(all[2].state, health::wrong);
    EXPECT_THAT(all[2].seen, HasSubstr("sm_120"));
}

TEST(sm_code_check, without_code_or_without_a_gpu) {
    EXPECT_EQ(check_sm_code({{{"a.so", {}, ""}}, 89, ""}).at(0).state, health::good);
    const findings none = check_sm_code({{{"a.so", {{80, ' ', false}}, ""}}, 0, "no GPU: none"});
    EXPECT_EQ(none.at(0).state, health::not_checked);
    EXPECT_THAT(none.at(0).seen, HasSubstr("no GPU: none"));
    EXPECT_THAT(none.at(0).seen, HasSubstr("sm_80"));
    EXPECT_EQ(check_sm_code({{{"a.so", {}, "cut short"}}, 89, ""}).at(0).state, health::doubtful);
}

} // namespace

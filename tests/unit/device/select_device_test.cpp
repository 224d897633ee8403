// SPDX-License-Identifier: Apache-2.0
#include "device/select_device.hpp"

#include "record/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dyno {
namespace {

using record::device;
using record::device_kind;
using record::device_list;
using testing::AllOf;
using testing::HasSubstr;

device cuda(int index, const char* uuid, const char* bus_id) {
    device d;
    d.kind = device_kind::cuda;
    d.name = "NVIDIA Test GPU";
    d.index = index;
    d.uuid = uuid;
    d.pci_bus_id = bus_id;
    return d;
}

device_list three_gpus_and_a_cpu() {
    device_list list;
    list.devices = {cuda(0, "GPU-52a3f0aa-1111-4111-8111-000000000001", "0000:C1:00.0"),
                    cuda(1, "GPU-52a39bbb-2222-4222-8222-000000000002", "0000:65:00.0"),
                    cuda(2, "MIG-7c0de000-3333-5333-8333-000000000003", "0001:65:00.0")};
    device cpu;
    cpu.kind = device_kind::cpu;
    cpu.name = "Test CPU";
    list.devices.push_back(cpu);
    return list;
}

device_list cpu_alone() {
    device_list list = three_gpus_and_a_cpu();
    list.devices.erase(list.devices.begin(), list.devices.begin() + 3);
    list.reason = "no NVIDIA driver found";
    return list;
}

int index_of(const std::string& select) {
    const device_list found = three_gpus_and_a_cpu();
    return select_device(found, {device_kind::cuda, select}).index.value();
}

/// The message; "" in front of it if the error is no nothing_to_measure, "none: " if it is.
std::string refusal_of(const std::string& select) {
    try {
        return "took device " + std::to_string(index_of(select));
    } catch (const nothing_to_measure& failure) {
        return std::string("none: ") + failure.what();
    } catch (const error& failure) {
        return failure.what();
    }
}

TEST(select_device, by_index) {
    EXPECT_EQ(index_of("0"), 0);
    EXPECT_EQ(index_of("1"), 1);
    EXPECT_EQ(index_of(" 2 "), 2);
}

TEST(select_device, by_uuid_or_as_much_of_it_as_is_unique) {
    EXPECT_EQ(index_of("GPU-52a39bbb-2222-4222-8222-000000000002"), 1);
    EXPECT_EQ(index_of("gpu-52A39BBB-2222-4222-8222-000000000002"), 1);
    EXPECT_EQ(index_of("GPU-52a3f"), 0);
    EXPECT_EQ(index_of("GPU-52a39"), 1);
    EXPECT_EQ(index_of("MIG-7"), 2);
}

TEST(select_device, by_bus_id_in_its_usual_spellings) {
    EXPECT_EQ(index_of("0000:65:00.0"), 1);
    EXPECT_EQ(index_of("00000000:65:00.0"), 1);
    EXPECT_EQ(index_of("65:00.0"), 1);
    EXPECT_EQ(index_of("65:00"), 1);
    EXPECT_EQ(index_of("0000:c1:00.0"), 0);
    EXPECT_EQ(index_of("C1:00.0"), 0);
    EXPECT_EQ(index_of("0001:65:00.0"), 2);
}

TEST(select_device, left_out_is_the_first_of_its_kind) {
    const device_list found = three_gpus_and_a_cpu();
    EXPECT_EQ(select_device(found, {device_kind::cuda, std::nullopt}).index, 0);
    EXPECT_EQ(select_device(found, {std::nullopt, std::nullopt}).index, 0);
    EXPECT_EQ(select_device(found, {device_kind::cpu, std::nullopt}).name, "Test CPU");
}

TEST(select_device, that_is_not_there_lists_what_is) {
    for (const char* select : {"9", "99999999999999999999", "GPU-9", "MIG-9", "0000:66:00.0"}) {
        EXPECT_THAT(refusal_of(select),
                    AllOf(HasSubstr("none: no CUDA device fits select"), HasSubstr(select),
                          HasSubstr("1 NVIDIA Test GPU GPU-52a39bbb"), HasSubstr("0000:65:00.0")));
    }
}

TEST(select_device, that_cannot_be_read_says_what_can) {
    for (const char* select : {"-1", "0x1", "1.5", "GPU-", "mig", "first", "65:00:00:00.0",
                               "NVIDIA Test GPU", "+1", "0 1"}) {
        EXPECT_THAT(refusal_of(select), HasSubstr("is not an index")) << select;
    }
}

TEST(select_device, empty_is_refused) {
    EXPECT_THAT(refusal_of(""), HasSubstr("select is empty"));
    EXPECT_THAT(refusal_of(" "), HasSubstr("select is empty"));
}

TEST(select_device, several_are_refused) {
    for (const char* select : {"0,1", "0,2,-1,1", "1,1", "GPU-52a3f,GPU-52a39"}) {
        EXPECT_THAT(refusal_of(select), HasSubstr("several devices")) << select;
    }
}

TEST(select_device, ambiguous_is_refused_with_what_fits) {
    EXPECT_THAT(refusal_of("GPU-52a3"),
                AllOf(HasSubstr("more than one"), HasSubstr("GPU-52a3f0aa"),
                      HasSubstr("GPU-52a39bbb"), testing::Not(HasSubstr("MIG-7"))));
}

TEST(select_device, cuda_without_cuda_says_why_and_takes_nothing_else) {
    const device_list found = cpu_alone();
    try {
        FAIL() << "took " << select_device(found, {device_kind::cuda, std::nullopt}).name;
    } catch (const nothing_to_measure& failure) {
        EXPECT_THAT(failure.what(), HasSubstr("no NVIDIA driver found"));
    }
    EXPECT_THROW((void)select_device(found, {std::nullopt, "0"}), nothing_to_measure);
    EXPECT_EQ(select_device(found, {std::nullopt, std::nullopt}).name, "Test CPU");
}

TEST(select_device, cpu_takes_no_selector) {
    const device_list found = three_gpus_and_a_cpu();
    EXPECT_THROW((void)select_device(found, {device_kind::cpu, "0"}), error);
}

} // namespace
} // namespace dyno

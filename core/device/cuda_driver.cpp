// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_driver.hpp"

#include "device/init_failure.hpp"
#include "device/kernel_driver.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>

namespace dyno {
namespace {

/// Codes after which each further call of the process fails alike. cuda.h says so of each
/// ("leaves the process in an inconsistent state"); of 4 (driver going down), 214 (ECC), 220
/// (NVLink), 709 (context destroyed) and 999 it is so in effect.
constexpr std::array sticky_codes{4,   214, 220, 226, 700, 702, 709, 710, 714,
                                  715, 716, 717, 718, 719, 721, 810, 911, 999};

bool is_sticky(cuda_result code) {
    return std::find(sticky_codes.begin(), sticky_codes.end(), code) != sticky_codes.end();
}

std::optional<std::string> environment(const char* name) {
    const char* found = std::getenv(name);
    return found ? std::optional<std::string>(found) : std::nullopt;
}

/// The file that a function was loaded from, links resolved.
std::string path_of(const void* function) {
    Dl_info found{};
    if (dladdr(function, &found) == 0 || found.dli_fname == nullptr) {
        return "libcuda.so.1";
    }
    std::error_code failure;
    const auto resolved = std::filesystem::canonical(found.dli_fname, failure);
    return failure ? found.dli_fname : resolved.string();
}

std::string to_uuid(const char* prefix, const std::array<unsigned char, 16>& bytes) {
    constexpr const char* digits = "0123456789abcdef";
    std::string text = prefix;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) {
            text += '-';
        }
        text += digits[bytes[i] >> 4];
        text += digits[bytes[i] & 15];
    }
    return text;
}

} // namespace

cuda_driver cuda_driver::open(const std::string& soname) {
    library opened = [&] {
        try {
            return library::open_from_system(soname);
        } catch (const error& failure) {
            throw error("no NVIDIA driver found (" + std::string(failure.what()) + ")");
        }
    }();
    const cuda_driver driver(cuda_functions::find_in(opened));
    if (const cuda_result result = driver.m_call.cuInit(0); result != cuda_code::success) {
        init_failure failure;
        failure.code = result;
        failure.words = driver.words("cuInit", result);
        failure.library_path = path_of(reinterpret_cast<const void*>(driver.m_call.cuInit));
        if (int version = 0; driver.m_call.cuDriverGetVersion(&version) == cuda_code::success) {
            failure.library_cuda = version;
        }
        failure.kernel_driver = read_kernel_driver_version();
        failure.image_cuda = environment("CUDA_VERSION");
        failure.visible_devices = environment("CUDA_VISIBLE_DEVICES");
        throw cuda_init_error(result, explain(failure));
    }
    return driver;
}

std::string cuda_driver::words(const char* call, cuda_result result) const {
    const char* name = nullptr;
    const char* text = nullptr;
    const bool known = m_call.cuGetErrorName(result, &name) == cuda_code::success && name &&
                       m_call.cuGetErrorString(result, &text) == cuda_code::success && text;
    const std::string code = " (" + std::to_string(result) + ")";
    return std::string(call) + ": " +
           (known ? name + code + ": " + text
                  : "error" + code + " that the driver has no name for");
}

void cuda_driver::require(cuda_result result, const char* call) const {
    if (result == cuda_code::success) {
        return;
    }
    if (result == cuda_code::out_of_memory) {
        throw device_out_of_memory(words(call, result));
    }
    throw device_fault(words(call, result), is_sticky(result));
}

int cuda_driver::cuda_version() const {
    int version = 0;
    require(m_call.cuDriverGetVersion(&version), "cuDriverGetVersion");
    return version;
}

int cuda_driver::device_count() const {
    int count = 0;
    require(m_call.cuDeviceGetCount(&count), "cuDeviceGetCount");
    return count;
}

int cuda_driver::device(int ordinal) const {
    int device = 0;
    require(m_call.cuDeviceGet(&device, ordinal), "cuDeviceGet");
    return device;
}

std::string cuda_driver::name(int device) const {
    std::array<char, 256> text{};
    require(m_call.cuDeviceGetName(text.data(), text.size() - 1, device), "cuDeviceGetName");
    return text.data();
}

std::string cuda_driver::uuid(int device) const {
    std::array<unsigned char, 16> bytes{};
    require(m_call.cuDeviceGetUuid(bytes.data(), device), "cuDeviceGetUuid");
    // Nothing in the API says that a device is a MIG instance but its name: "NVIDIA A100 MIG
    // 1g.5gb".
    const bool mig = m_call.has_mig_uuids && name(device).find(" MIG ") != std::string::npos;
    return to_uuid(mig ? "MIG-" : "GPU-", bytes);
}

std::string cuda_driver::pci_bus_id(int device) const {
    std::array<char, 32> text{};
    require(m_call.cuDeviceGetPCIBusId(text.data(), text.size() - 1, device),
            "cuDeviceGetPCIBusId");
    return text.data();
}

std::size_t cuda_driver::total_memory(int device) const {
    std::size_t bytes = 0;
    require(m_call.cuDeviceTotalMem(&bytes, device), "cuDeviceTotalMem");
    return bytes;
}

int cuda_driver::attribute(int which, int device) const {
    int found = 0;
    require(m_call.cuDeviceGetAttribute(&found, which, device), "cuDeviceGetAttribute");
    return found;
}

cuda_owner cuda_driver::retain_primary_context(int device) const {
    void* context = nullptr;
    const cuda_result result = m_call.cuDevicePrimaryCtxRetain(&context, device);
    if (result == cuda_code::device_unavailable) {
        throw device_fault(words("cuDevicePrimaryCtxRetain", result) +
                               ". The GPU's compute mode allows no further process: another one "
                               "holds it, or compute is prohibited (`nvidia-smi -q -d COMPUTE` "
                               "shows the mode, `nvidia-smi -c DEFAULT` shares the GPU)",
                           false);
    }
    require(result, "cuDevicePrimaryCtxRetain");
    return {context, [call = m_call.cuDevicePrimaryCtxRelease, device](void*) { call(device); }};
}

void cuda_driver::make_current(void* context) const {
    require(m_call.cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

std::pair<std::size_t, std::size_t> cuda_driver::memory_info() const {
    std::size_t free = 0, total = 0;
    require(m_call.cuMemGetInfo(&free, &total), "cuMemGetInfo");
    return {free, total};
}

cuda_owner cuda_driver::make_stream() const {
    constexpr unsigned non_blocking = 1;
    void* stream = nullptr;
    require(m_call.cuStreamCreate(&stream, non_blocking), "cuStreamCreate");
    return {stream, [call = m_call.cuStreamDestroy](void* owned) { call(owned); }};
}

void cuda_driver::synchronise(void* stream) const {
    require(m_call.cuStreamSynchronize(stream), "cuStreamSynchronize");
}

void cuda_driver::check(void* stream) const {
    if (const cuda_result result = m_call.cuStreamQuery(stream); result != cuda_code::not_ready) {
        require(result, "cuStreamQuery");
    }
}

cuda_owner cuda_driver::make_event() const {
    constexpr unsigned with_timing = 0;
    void* event = nullptr;
    require(m_call.cuEventCreate(&event, with_timing), "cuEventCreate");
    return {event, [call = m_call.cuEventDestroy](void* owned) { call(owned); }};
}

void cuda_driver::record(void* event, void* stream) const {
    require(m_call.cuEventRecord(event, stream), "cuEventRecord");
}

double cuda_driver::elapsed_s(void* from, void* to) const {
    float milliseconds = 0;
    require(m_call.cuEventElapsedTime(&milliseconds, from, to), "cuEventElapsedTime");
    return static_cast<double>(milliseconds) * 1e-3;
}

cuda_owner cuda_driver::allocate(std::size_t bytes) const {
    cuda_address memory = nullptr;
    require(m_call.cuMemAlloc(&memory, bytes), "cuMemAlloc");
    return {memory, [call = m_call.cuMemFree](void* owned) { call(owned); }};
}

void cuda_driver::fill(void* memory, unsigned value, std::size_t count, void* stream) const {
    require(m_call.cuMemsetD32Async(memory, value, count, stream), "cuMemsetD32Async");
}

cuda_owner cuda_driver::allocate_mapped(std::size_t bytes) const {
    constexpr unsigned device_map = 2;
    void* memory = nullptr;
    require(m_call.cuMemHostAlloc(&memory, bytes, device_map), "cuMemHostAlloc");
    return {memory, [call = m_call.cuMemFreeHost](void* owned) { call(owned); }};
}

void cuda_driver::wait_for_value(void* stream, void* mapped_word, std::uint32_t value) const {
    constexpr unsigned until_reached = 0; // cyclic: (int32_t)(*word - value) >= 0
    cuda_address address = nullptr;
    require(m_call.cuMemHostGetDevicePointer(&address, mapped_word, 0),
            "cuMemHostGetDevicePointer");
    require(m_call.cuStreamWaitValue32(stream, address, value, until_reached),
            "cuStreamWaitValue32");
}

} // namespace dyno

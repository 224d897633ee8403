// A libcuda.so.1 without a GPU: the calls that the host makes, with scripted devices and errors.
// fake_cuda.h says what can be scripted. FAKE_CUDA_OLD builds the driver before it had second
// versions of its calls; FAKE_CUDA_NO_WAIT one without stream memory operations.
// SPDX-License-Identifier: Apache-2.0
#include "../script.hpp"
#include "fake_cuda.h"
#include "virtual_stream.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <set>

#define EXPORT extern "C" __attribute__((visibility("default")))

namespace {

constexpr int invalid_value = 1, out_of_memory = 2, not_initialised = 3, no_device = 100,
              invalid_device = 101, invalid_context = 201, invalid_handle = 400, not_ready = 600;

struct device {
    std::string name, uuid, bus_id;
};

/// All that the library knows.
struct world {
    world() = default;
    /// As at a process's end.
    ~world() {
        for (auto* stream : streams) {
            delete stream;
        }
        for (auto* event : events) {
            delete event;
        }
        for (void* memory_of_host : host_memory) {
            std::free(memory_of_host);
        }
    }
    world(const world&) = delete;
    world& operator=(const world&) = delete;

    int live_objects() const {
        return static_cast<int>(streams.size() + events.size() + memory.size() +
                                host_memory.size()) +
               retained_contexts;
    }

    fakes::script script{"FAKE_CUDA"};
    fakes::virtual_clock clock{script.number("JUMP", 0) != 0};
    std::vector<device> devices;
    int sticky = 0;
    std::size_t allocated_bytes = 0;
    std::set<fakes::virtual_stream*> streams;
    std::set<fakes::virtual_event*> events;
    std::map<std::uint64_t, std::size_t> memory; ///< size by address
    std::set<void*> host_memory;
    int retained_contexts = 0;
    std::uint64_t next_address = std::uint64_t{1} << 32;
};

std::mutex mutex;
std::unique_ptr<world> here;
thread_local void* current_context = nullptr;

std::vector<device> all_devices(const fakes::script& script) {
    const auto names = script.list("NAMES", "NVIDIA Test GPU");
    const auto uuids = script.list("UUIDS", "GPU-11111111-aaaa-4aaa-8aaa-000000000001;"
                                            "GPU-22222222-bbbb-4bbb-8bbb-000000000002");
    const auto bus_ids = script.list("BUS_IDS", "0000:65:00.0;0000:17:00.0");
    std::vector<device> all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        all.push_back({names[i], uuids.at(i), bus_ids.at(i)});
    }
    return all;
}

/// What one entry of CUDA_VISIBLE_DEVICES means.
std::optional<device> find_visible(const std::vector<device>& all, const std::string& entry) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (entry == std::to_string(i) ||
            (entry.size() > 4 && all[i].uuid.compare(0, entry.size(), entry) == 0)) {
            return all[i];
        }
    }
    return std::nullopt;
}

std::vector<device> visible_devices(const std::vector<device>& all) {
    const char* wanted = std::getenv("CUDA_VISIBLE_DEVICES");
    if (!wanted) {
        return all;
    }
    std::vector<device> visible;
    for (const std::string& entry : fakes::split(wanted, ',')) {
        const auto found = find_visible(all, entry);
        if (!found) {
            break;
        }
        visible.push_back(*found);
    }
    return visible;
}

bool is_sticky(int code) {
    return code == 214 || code == 226 || code == 700 || code == 702 || code == 710 ||
           (code >= 714 && code <= 719) || code == 999;
}

/// The scripted result of a call; every call begins with it.
int begin(const char* call) {
    if (!here) {
        return not_initialised;
    }
    if (here->sticky != 0) {
        return here->sticky;
    }
    const int code = here->script.next_failure(call);
    if (is_sticky(code)) {
        here->sticky = code;
    }
    return code;
}

const device* find_device(int handle) {
    const auto index = static_cast<std::size_t>(handle);
    return handle >= 0 && index < here->devices.size() ? &here->devices[index] : nullptr;
}

int write_text(char* to, int length, const std::string& text) {
    if (length <= 0) {
        return invalid_value;
    }
    const std::size_t count = std::min(text.size(), static_cast<std::size_t>(length) - 1);
    std::memcpy(to, text.data(), count);
    to[count] = '\0';
    return 0;
}

int write_uuid(unsigned char* to, const std::string& uuid) {
    std::string digits;
    std::copy_if(uuid.begin() + 4, uuid.end(), std::back_inserter(digits),
                 [](char c) { return c != '-'; });
    for (std::size_t i = 0; i < 16; ++i) {
        to[i] = static_cast<unsigned char>(std::stoi(digits.substr(2 * i, 2), nullptr, 16));
    }
    return 0;
}

fakes::virtual_stream* find_stream(void* stream) {
    auto* found = static_cast<fakes::virtual_stream*>(stream);
    return here->streams.count(found) ? found : nullptr;
}

fakes::virtual_event* find_event(void* event) {
    auto* found = static_cast<fakes::virtual_event*>(event);
    return here->events.count(found) ? found : nullptr;
}

template <class Objects>
int destroy(Objects& objects, void* object) {
    const auto found = objects.find(static_cast<typename Objects::value_type>(object));
    if (found == objects.end()) {
        return invalid_handle;
    }
    delete *found;
    objects.erase(found);
    return 0;
}

} // namespace

/// Locks, and returns what the script wants of the call.
#define BEGIN(call)                                                                                \
    const std::lock_guard lock(mutex);                                                             \
    if (const int scripted = begin(call); scripted != 0) {                                         \
        return scripted;                                                                           \
    }

EXPORT int cuInit(unsigned) {
    const std::lock_guard lock(mutex);
    // Initialising again changes nothing in use; otherwise a test has a new script.
    if (here && here->live_objects() > 0 && here->sticky == 0) {
        return 0;
    }
    here = std::make_unique<world>();
    if (const int scripted = begin("cuInit"); scripted != 0) {
        return scripted;
    }
    here->devices = visible_devices(all_devices(here->script));
    return here->devices.empty() ? no_device : 0;
}

EXPORT int cuDriverGetVersion(int* version) {
    const std::lock_guard lock(mutex);
    fakes::script script("FAKE_CUDA"); // answers before cuInit, and after it has failed
    *version = static_cast<int>(script.number("VERSION", 13000));
    return here ? here->script.next_failure("cuDriverGetVersion") : 0;
}

EXPORT int cuGetErrorName(int code, const char** name) {
    static const std::map<int, const char*> names{
        {1, "CUDA_ERROR_INVALID_VALUE"},
        {2, "CUDA_ERROR_OUT_OF_MEMORY"},
        {34, "CUDA_ERROR_STUB_LIBRARY"},
        {46, "CUDA_ERROR_DEVICE_UNAVAILABLE"},
        {100, "CUDA_ERROR_NO_DEVICE"},
        {101, "CUDA_ERROR_INVALID_DEVICE"},
        {201, "CUDA_ERROR_INVALID_CONTEXT"},
        {400, "CUDA_ERROR_INVALID_HANDLE"},
        {600, "CUDA_ERROR_NOT_READY"},
        {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
        {719, "CUDA_ERROR_LAUNCH_FAILED"},
        {801, "CUDA_ERROR_NOT_SUPPORTED"},
        {802, "CUDA_ERROR_SYSTEM_NOT_READY"},
        {803, "CUDA_ERROR_SYSTEM_DRIVER_MISMATCH"},
        {804, "CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE"},
        {999, "CUDA_ERROR_UNKNOWN"}};
    const auto found = names.find(code);
    *name = found == names.end() ? nullptr : found->second;
    return found == names.end() ? invalid_value : 0;
}

EXPORT int cuGetErrorString(int code, const char** text) {
    const char* name = nullptr;
    const int result = cuGetErrorName(code, &name);
    *text = result == 0 ? "as scripted" : nullptr;
    return result;
}

EXPORT int cuDeviceGetCount(int* count) {
    BEGIN("cuDeviceGetCount")
    *count = static_cast<int>(here->devices.size());
    return 0;
}

EXPORT int cuDeviceGet(int* handle, int ordinal) {
    BEGIN("cuDeviceGet")
    *handle = ordinal;
    return find_device(ordinal) ? 0 : invalid_device;
}

EXPORT int cuDeviceGetName(char* name, int length, int handle) {
    BEGIN("cuDeviceGetName")
    const device* found = find_device(handle);
    return found ? write_text(name, length, found->name) : invalid_device;
}

EXPORT int cuDeviceGetUuid(unsigned char* uuid, int handle) {
    BEGIN("cuDeviceGetUuid")
    const device* found = find_device(handle);
    return found ? write_uuid(uuid, found->uuid) : invalid_device;
}

EXPORT int cuDeviceGetPCIBusId(char* id, int length, int handle) {
    BEGIN("cuDeviceGetPCIBusId")
    const device* found = find_device(handle);
    return found ? write_text(id, length, found->bus_id) : invalid_device;
}

EXPORT int cuDeviceTotalMem_v2(std::size_t* bytes, int handle) {
    BEGIN("cuDeviceTotalMem")
    *bytes = static_cast<std::size_t>(here->script.number("MEMORY_BYTES", 16ll << 30));
    return find_device(handle) ? 0 : invalid_device;
}

EXPORT int cuDeviceGetAttribute(int* value, int attribute, int handle) {
    BEGIN("cuDeviceGetAttribute")
    const int sm = static_cast<int>(here->script.number("SM", 90));
    switch (attribute) {
    case 16:
        *value = static_cast<int>(here->script.number("MULTIPROCESSORS", 132));
        break;
    case 38:
        *value = static_cast<int>(here->script.number("L2_BYTES", 50 << 20));
        break;
    case 75:
        *value = sm / 10;
        break;
    case 76:
        *value = sm % 10;
        break;
    case 92:
        *value = static_cast<int>(here->script.number("MEM_OPS", 1));
        break;
    default:
        return invalid_value;
    }
    return find_device(handle) ? 0 : invalid_device;
}

EXPORT int cuDevicePrimaryCtxRetain(void** context, int handle) {
    BEGIN("cuDevicePrimaryCtxRetain")
    if (!find_device(handle)) {
        return invalid_device;
    }
    *context = &here->devices[static_cast<std::size_t>(handle)];
    ++here->retained_contexts;
    return 0;
}

EXPORT int cuDevicePrimaryCtxRelease(int handle) {
    BEGIN("cuDevicePrimaryCtxRelease")
    if (!find_device(handle) || here->retained_contexts == 0) {
        return invalid_context;
    }
    --here->retained_contexts;
    return 0;
}

EXPORT int cuCtxSetCurrent(void* context) {
    BEGIN("cuCtxSetCurrent")
    current_context = context;
    return 0;
}

EXPORT int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    BEGIN("cuMemGetInfo")
    *total = static_cast<std::size_t>(here->script.number("MEMORY_BYTES", 16ll << 30));
    *free = *total - here->allocated_bytes;
    return 0;
}

EXPORT int cuStreamCreate(void** stream, unsigned) {
    BEGIN("cuStreamCreate")
    if (!current_context) {
        return invalid_context;
    }
    const auto limit = static_cast<std::size_t>(here->script.number("QUEUE", 1024));
    auto* created = new fakes::virtual_stream(here->clock, limit);
    here->streams.insert(created);
    *stream = created;
    return 0;
}

EXPORT int cuStreamDestroy(void* stream) {
    BEGIN("cuStreamDestroy")
    return destroy(here->streams, stream);
}

EXPORT int cuStreamSynchronize(void* stream) {
    BEGIN("cuStreamSynchronize")
    fakes::virtual_stream* found = find_stream(stream);
    if (!found) {
        return invalid_handle;
    }
    found->synchronise();
    return 0;
}

EXPORT int cuStreamQuery(void* stream) {
    BEGIN("cuStreamQuery")
    fakes::virtual_stream* found = find_stream(stream);
    return !found ? invalid_handle : found->is_idle() ? 0 : not_ready;
}

EXPORT int cuEventCreate(void** event, unsigned) {
    BEGIN("cuEventCreate")
    if (!current_context) {
        return invalid_context;
    }
    auto* created = new fakes::virtual_event;
    here->events.insert(created);
    *event = created;
    return 0;
}

EXPORT int cuEventDestroy(void* event) {
    BEGIN("cuEventDestroy")
    return destroy(here->events, event);
}

EXPORT int cuEventRecord(void* event, void* stream) {
    BEGIN("cuEventRecord")
    if (!find_event(event) || !find_stream(stream)) {
        return invalid_handle;
    }
    const auto cost_ns = static_cast<std::uint64_t>(here->script.number("EVENT_NS", 0));
    find_stream(stream)->enqueue_event(*find_event(event), cost_ns);
    return 0;
}

EXPORT int cuEventElapsedTime(float* milliseconds, void* start, void* end) {
    BEGIN("cuEventElapsedTime")
    const fakes::virtual_event* from = find_event(start);
    const fakes::virtual_event* to = find_event(end);
    if (!from || !to || !from->recorded || !to->recorded) {
        return invalid_handle;
    }
    const std::uint64_t now = here->clock.now_ns();
    if (!from->has_time || !to->has_time || from->at_ns > now || to->at_ns > now) {
        return not_ready;
    }
    const double nanoseconds = static_cast<double>(to->at_ns) - static_cast<double>(from->at_ns);
    *milliseconds = static_cast<float>(nanoseconds * 1e-6);
    return 0;
}

EXPORT int cuMemAlloc_v2(std::uint64_t* address, std::size_t bytes) {
    BEGIN("cuMemAlloc")
    const auto total = static_cast<std::size_t>(here->script.number("MEMORY_BYTES", 16ll << 30));
    if (bytes == 0 || bytes > total - here->allocated_bytes) {
        return bytes == 0 ? invalid_value : out_of_memory;
    }
    here->allocated_bytes += bytes;
    *address = here->next_address;
    here->memory[*address] = bytes;
    here->next_address += bytes;
    return 0;
}

EXPORT int cuMemFree_v2(std::uint64_t address) {
    BEGIN("cuMemFree")
    const auto found = here->memory.find(address);
    if (found == here->memory.end()) {
        return invalid_value;
    }
    here->allocated_bytes -= found->second;
    here->memory.erase(found);
    return 0;
}

EXPORT int cuMemsetD32Async(std::uint64_t address, unsigned, std::size_t count, void* stream) {
    BEGIN("cuMemsetD32Async")
    const auto found = here->memory.find(address);
    if (found == here->memory.end() || 4 * count > found->second) {
        return invalid_value;
    }
    if (!find_stream(stream)) {
        return invalid_handle;
    }
    constexpr std::uint64_t bytes_per_ns = 4000; // 4 TB/s
    find_stream(stream)->enqueue_work(4 * count / bytes_per_ns);
    return 0;
}

EXPORT int cuMemHostAlloc(void** memory, std::size_t bytes, unsigned flags) {
    BEGIN("cuMemHostAlloc")
    constexpr unsigned device_map = 2;
    if (!(flags & device_map)) {
        return invalid_value;
    }
    *memory = std::calloc(1, bytes);
    here->host_memory.insert(*memory);
    return 0;
}

EXPORT int cuMemFreeHost(void* memory) {
    BEGIN("cuMemFreeHost")
    if (here->host_memory.erase(memory) == 0) {
        return invalid_value;
    }
    std::free(memory);
    return 0;
}

EXPORT int cuMemHostGetDevicePointer_v2(std::uint64_t* address, void* memory, unsigned) {
    BEGIN("cuMemHostGetDevicePointer")
    *address = reinterpret_cast<std::uint64_t>(memory);
    return here->host_memory.count(memory) ? 0 : invalid_value;
}

#ifndef FAKE_CUDA_NO_WAIT
EXPORT int cuStreamWaitValue32(void* stream, std::uint64_t address, std::uint32_t value,
                               unsigned flags) {
    BEGIN("cuStreamWaitValue32")
    auto* word = reinterpret_cast<const std::uint32_t*>(address);
    if (flags != 0 || !here->host_memory.count(const_cast<std::uint32_t*>(word))) {
        return invalid_value;
    }
    if (!find_stream(stream)) {
        return invalid_handle;
    }
    find_stream(stream)->enqueue_wait(word, value);
    return 0;
}
#endif

#ifndef FAKE_CUDA_OLD
EXPORT int cuDeviceGetUuid_v2(unsigned char* uuid, int handle) {
    return cuDeviceGetUuid(uuid, handle);
}
EXPORT int cuDevicePrimaryCtxRelease_v2(int handle) {
    return cuDevicePrimaryCtxRelease(handle);
}
EXPORT int cuStreamDestroy_v2(void* stream) {
    return cuStreamDestroy(stream);
}
EXPORT int cuEventDestroy_v2(void* event) {
    return cuEventDestroy(event);
}
EXPORT int cuEventElapsedTime_v2(float* milliseconds, void* start, void* end) {
    return cuEventElapsedTime(milliseconds, start, end);
}
EXPORT int cuStreamWaitValue32_v2(void* stream, std::uint64_t address, std::uint32_t value,
                                  unsigned flags) {
    return cuStreamWaitValue32(stream, address, value, flags);
}
#endif

EXPORT int fake_cuda_enqueue(void* stream, std::uint64_t work_ns) {
    BEGIN("fake_cuda_enqueue")
    fakes::virtual_stream* found = find_stream(stream);
    if (!found) {
        return invalid_handle;
    }
    found->enqueue_work(work_ns);
    return 0;
}

EXPORT int fake_cuda_live_objects() {
    const std::lock_guard lock(mutex);
    return here ? here->live_objects() : 0;
}

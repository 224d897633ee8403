// The functions of the CUDA driver API that the host calls, declared by ourselves: the host builds
// where there is no CUDA. Types and constants are those of the driver's stable C ABI (cuda.h).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plugin/library.hpp"

#include <cstddef>
#include <cstdint>

namespace dyno {

using cuda_result = int; ///< CUresult
/// CUdeviceptr, a 64-bit integer; a pointer is passed alike and needs no casts.
using cuda_address = void*;
static_assert(sizeof(cuda_address) == 8);

namespace cuda_code {
inline constexpr cuda_result success = 0;
inline constexpr cuda_result out_of_memory = 2;
inline constexpr cuda_result device_unavailable = 46;
inline constexpr cuda_result not_ready = 600;
} // namespace cuda_code

namespace cuda_attribute {
inline constexpr int multiprocessor_count = 16;
inline constexpr int l2_cache_size = 38;
inline constexpr int compute_capability_major = 75;
inline constexpr int compute_capability_minor = 76;
/// Of the first form of the stream memory operations alone; the second form is always allowed.
inline constexpr int can_use_stream_mem_ops_v1 = 92;
} // namespace cuda_attribute

/// Entry points by their names in the API, without the version that was found. Contexts, streams
/// and events are opaque pointers.
struct cuda_functions {
    /// Looks each of them up, the newest version first. Throws dyno::error that names what is
    /// missing. A version with another ABI (32-bit sizes) is never taken for a newer one.
    [[nodiscard]] static cuda_functions find_in(const library& opened);

    cuda_result (*cuInit)(unsigned flags);
    cuda_result (*cuDriverGetVersion)(int* version);
    cuda_result (*cuGetErrorName)(cuda_result, const char** name);
    cuda_result (*cuGetErrorString)(cuda_result, const char** text);

    cuda_result (*cuDeviceGetCount)(int* count);
    cuda_result (*cuDeviceGet)(int* device, int ordinal);
    cuda_result (*cuDeviceGetName)(char* name, int length, int device);
    cuda_result (*cuDeviceGetUuid)(unsigned char* uuid_16, int device);
    bool has_mig_uuids; ///< cuDeviceGetUuid is the version that tells MIG instances apart
    cuda_result (*cuDeviceGetPCIBusId)(char* id, int length, int device);
    cuda_result (*cuDeviceTotalMem)(std::size_t* bytes, int device);
    cuda_result (*cuDeviceGetAttribute)(int* value, int attribute, int device);

    cuda_result (*cuDevicePrimaryCtxRetain)(void** context, int device);
    cuda_result (*cuDevicePrimaryCtxRelease)(int device);
    cuda_result (*cuCtxSetCurrent)(void* context);
    cuda_result (*cuMemGetInfo)(std::size_t* free, std::size_t* total);

    cuda_result (*cuStreamCreate)(void** stream, unsigned flags);
    cuda_result (*cuStreamDestroy)(void* stream);
    cuda_result (*cuStreamSynchronize)(void* stream);
    cuda_result (*cuStreamQuery)(void* stream);
    cuda_result (*cuEventCreate)(void** event, unsigned flags);
    cuda_result (*cuEventDestroy)(void* event);
    cuda_result (*cuEventRecord)(void* event, void* stream);
    cuda_result (*cuEventElapsedTime)(float* milliseconds, void* start, void* end);

    cuda_result (*cuMemAlloc)(cuda_address* address, std::size_t bytes);
    cuda_result (*cuMemFree)(cuda_address address);
    cuda_result (*cuMemsetD32Async)(cuda_address, unsigned value, std::size_t count, void* stream);
    cuda_result (*cuMemHostAlloc)(void** memory, std::size_t bytes, unsigned flags);
    cuda_result (*cuMemFreeHost)(void* memory);
    cuda_result (*cuMemHostGetDevicePointer)(cuda_address*, void* memory, unsigned flags);

    /// nullptr: the driver has none.
    cuda_result (*cuStreamWaitValue32)(void* stream, cuda_address, std::uint32_t, unsigned flags);
    bool has_wait_value_v2; ///< needs no attribute of the device
};

} // namespace dyno

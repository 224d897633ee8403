// SPDX-License-Identifier: Apache-2.0
#include "device/cuda_functions.hpp"

#include "record/error.hpp"

#include <initializer_list>
#include <string>

namespace dyno {
namespace {

/// Points `function` at the first of the names that the library has.
template <class Function>
void find(const library& opened, Function*& function, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        if (void* found = opened.find(name)) {
            function = reinterpret_cast<Function*>(found);
            return;
        }
    }
    throw error("libcuda.so.1 has no " + std::string(*names.begin()) +
                ": this NVIDIA driver is too old, or the library is not a driver's");
}

} // namespace

cuda_functions cuda_functions::find_in(const library& opened) {
    cuda_functions all{};
    find(opened, all.cuInit, {"cuInit"});
    find(opened, all.cuDriverGetVersion, {"cuDriverGetVersion"});
    find(opened, all.cuGetErrorName, {"cuGetErrorName"});
    find(opened, all.cuGetErrorString, {"cuGetErrorString"});

    find(opened, all.cuDeviceGetCount, {"cuDeviceGetCount"});
    find(opened, all.cuDeviceGet, {"cuDeviceGet"});
    find(opened, all.cuDeviceGetName, {"cuDeviceGetName"});
    find(opened, all.cuDeviceGetUuid, {"cuDeviceGetUuid_v2", "cuDeviceGetUuid"});
    all.has_mig_uuids = opened.find("cuDeviceGetUuid_v2") != nullptr;
    find(opened, all.cuDeviceGetPCIBusId, {"cuDeviceGetPCIBusId"});
    find(opened, all.cuDeviceTotalMem, {"cuDeviceTotalMem_v2"});
    find(opened, all.cuDeviceGetAttribute, {"cuDeviceGetAttribute"});

    find(opened, all.cuDevicePrimaryCtxRetain, {"cuDevicePrimaryCtxRetain"});
    find(opened, all.cuDevicePrimaryCtxRelease,
         {"cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease"});
    find(opened, all.cuCtxSetCurrent, {"cuCtxSetCurrent"});
    find(opened, all.cuMemGetInfo, {"cuMemGetInfo_v2"});

    find(opened, all.cuStreamCreate, {"cuStreamCreate"});
    find(opened, all.cuStreamDestroy, {"cuStreamDestroy_v2", "cuStreamDestroy"});
    find(opened, all.cuStreamSynchronize, {"cuStreamSynchronize"});
    find(opened, all.cuStreamQuery, {"cuStreamQuery"});
    find(opened, all.cuEventCreate, {"cuEventCreate"});
    find(opened, all.cuEventDestroy, {"cuEventDestroy_v2", "cuEventDestroy"});
    find(opened, all.cuEventRecord, {"cuEventRecord"});
    find(opened, all.cuEventElapsedTime, {"cuEventElapsedTime_v2", "cuEventElapsedTime"});

    find(opened, all.cuMemAlloc, {"cuMemAlloc_v2"});
    find(opened, all.cuMemFree, {"cuMemFree_v2"});
    find(opened, all.cuMemsetD32Async, {"cuMemsetD32Async"});
    find(opened, all.cuMemHostAlloc, {"cuMemHostAlloc"});
    find(opened, all.cuMemFreeHost, {"cuMemFreeHost"});
    find(opened, all.cuMemHostGetDevicePointer, {"cuMemHostGetDevicePointer_v2"});

    all.has_wait_value_v2 = opened.find("cuStreamWaitValue32_v2") != nullptr;
    if (all.has_wait_value_v2 || opened.find("cuStreamWaitValue32") != nullptr) {
        find(opened, all.cuStreamWaitValue32, {"cuStreamWaitValue32_v2", "cuStreamWaitValue32"});
    }
    return all;
}

} // namespace dyno

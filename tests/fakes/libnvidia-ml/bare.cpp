// A libnvidia-ml.so.1 that shows one device and answers no question about it.
// SPDX-License-Identifier: Apache-2.0
#define EXPORT extern "C" __attribute__((visibility("default")))

EXPORT int nvmlInit() {
    return 0;
}

EXPORT int nvmlShutdown() {
    return 0;
}

EXPORT int nvmlDeviceGetHandleByUUID(const char*, void** handle) {
    static int device;
    *handle = &device;
    return 0;
}

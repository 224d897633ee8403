// cuda_runtime.cpp
// SPDX-License-Identifier: Apache-2.0
#include "cuda_runtime.hpp"

#include <dlfcn.h>

#include <stdexcept>
#include <string>

namespace dyno::torch_kit {

void* cuda_runtime_symbol(const char* name) {
    // A handle's search covers the libraries that it needs, the runtime among them.
    void* const c10_cuda = dlopen("libc10_cuda.so", RTLD_LAZY | RTLD_NOLOAD);
    void* const symbol = c10_cuda != nullptr ? dlsym(c10_cuda, name) : nullptr;
    if (c10_cuda != nullptr) {
        dlclose(c10_cuda); // only the count of the lookup above
    }
    if (symbol == nullptr) {
        throw std::runtime_error(std::string(name) + " is not in LibTorch's CUDA runtime");
    }
    return symbol;
}

void check_cuda(const char* call, cudaError_t code) {
    if (code != cudaSuccess) {
        const auto text = cuda_runtime_function<decltype(cudaGetErrorString)>("cudaGetErrorString");
        throw std::runtime_error(std::string(call) + ": " + text(code));
    }
}

} // namespace dyno::torch_kit

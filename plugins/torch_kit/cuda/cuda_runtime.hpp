// cuda_runtime.hpp - functions of the very CUDA runtime that LibTorch uses.
//
// The plugins do not link a CUDA runtime: libraries are chosen by SONAME, and whichever copy a
// plugin brought would serve LibTorch too. Names in a LibTorch zip are even hashed. What LibTorch
// itself loaded is found through its libc10_cuda.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

namespace dyno::torch_kit {

/// Throws std::runtime_error if libc10_cuda is not loaded or its runtime lacks the symbol.
[[nodiscard]] void* cuda_runtime_symbol(const char* name);

template <class Function>
[[nodiscard]] Function* cuda_runtime_function(const char* name) {
    return reinterpret_cast<Function*>(cuda_runtime_symbol(name));
}

/// Throws std::runtime_error with the call's name and the runtime's word for the code.
void check_cuda(const char* call, cudaError_t code);

} // namespace dyno::torch_kit

// gemm_cpu.so: the workload `gemm` for the CPU.
//
// SPDX-License-Identifier: Apache-2.0
#include "gemm_cpu.hpp"

DYNO_PLUGIN("gemm_cpu", "1.0.0", dyno::gemm::gemm_cpu);

#!/usr/bin/env bash
# The runner needs no CUDA, BLAS, LibTorch or OpenMP library: children open those at run time.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

needed=$(readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
printf '%s\n' "$needed"
grep -q '^libc\.so' <<<"$needed" # else nothing was read
! grep -Ei 'cuda|cublas|cudnn|nvidia|nccl|torch|c10|blas|mkl|gomp|omp' <<<"$needed"

#!/usr/bin/env bash
# What the user has comes first: toolkit, PyTorch, LibTorch folder; what does not fit is named.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine toolkit_and_torch
give_toolkit "$machine/root/usr/local/cuda" 13000
give_torch "$machine/venv/lib/torch" 2.12.1+cu130 13.0
echo "$machine/venv/lib/torch" >"$machine/torch_of_python"
run_setup
expect_status 0
expect_setting CUDAToolkit_ROOT "$machine/root/usr/local/cuda"
expect_setting CUDAToolkit_BIN_DIR ''
expect_setting DYNO_LIBTORCH_ROOT "$machine/venv/lib/torch"
expect_not_called torch==
expect_not_called cuda-toolkit

# CUDAToolkit_ROOT goes before CUDA_PATH, before nvcc on the path, before /usr/local/cuda.
give_toolkit "$machine/one" 13000
give_toolkit "$machine/two" 13010
run_setup CUDAToolkit_ROOT="$machine/one" CUDA_PATH="$machine/two"
expect_setting CUDAToolkit_ROOT "$machine/one"
run_setup CUDA_PATH="$machine/two"
expect_setting CUDAToolkit_ROOT "$machine/two"
run_setup PATH="$machine/one/bin:$machine/bin"
expect_setting CUDAToolkit_ROOT "$machine/one"

# A toolkit of the machine with LibTorch of the cache: the CUDA of the toolkit decides.
new_machine toolkit_12
give_toolkit "$machine/root/usr/local/cuda" 12090
run_setup
expect_setting CUDAToolkit_ROOT "$machine/root/usr/local/cuda"
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.10.0-cp311/torch"

new_machine older_than_torch
give_toolkit "$machine/root/usr/local/cuda" 13000
run_setup --torch 2.15.0
expect_said 'is not taken: LibTorch 2.15.0 is built for CUDA 13.2'
expect_setting CUDAToolkit_ROOT "$cache/torch-2.15.0-cp311/toolkit"

new_machine too_old
give_toolkit "$machine/root/usr/local/cuda" 11080
run_setup
expect_said 'CUDA 11.8 at '
expect_said '12.8 or newer'
expect_setting CUDAToolkit_ROOT "$cache/torch-2.11.0-cp311/toolkit"

new_machine no_cublas
give_toolkit "$machine/root/usr/local/cuda" 13000
rm "$machine/root/usr/local/cuda/lib64/libcublasLt.so"
run_setup
expect_said 'nvcc, cuBLAS or NVRTC with headers is missing'
expect_setting CUDAToolkit_ROOT "$cache/torch-2.11.0-cp311/toolkit"

new_machine driver_too_old_for_toolkit
give_toolkit "$machine/root/usr/local/cuda" 13000
give_driver 550.54.15
run_setup
expect_said 'it needs a newer driver than 550.54.15'
expect_setting CUDAToolkit_ROOT "$cache/torch-2.10.0-cp311/toolkit"

# A PyTorch of the user's with no toolkit: the toolkit parts of its CUDA version.
new_machine torch_alone
give_torch "$machine/torch" 2.10.0+cu128 12.8
echo "$machine/torch" >"$machine/torch_of_python"
run_setup
expect_setting DYNO_LIBTORCH_ROOT "$machine/torch"
expect_setting CUDAToolkit_ROOT "$cache/cuda-12.8/toolkit"

refused() {
    new_machine refused
    give_torch "$machine/torch" "$1" "$2"
    echo "$machine/torch" >"$machine/torch_of_python"
    run_setup
    expect_status 0
    expect_said "PyTorch $1 at $machine/torch is not taken: $3"
    expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.11.0-cp311/torch"
}
refused 2.9.1+cu128 12.8 '2.10 or newer is needed'
refused 2.11.0+cpu '' 'it is not built for CUDA'

new_machine libtorch_folder
give_torch "$machine/libtorch" unused ''
rm "$machine/libtorch/version.py"
echo 2.11.0+cu130 >"$machine/libtorch/build-version"
run_setup LIBTORCH="$machine/libtorch"
expect_setting DYNO_LIBTORCH_ROOT "$machine/libtorch"
# What torch.utils.cmake_prefix_path says.
mkdir -p "$machine/libtorch/share/cmake"
rm -r "$build"
run_setup CMAKE_PREFIX_PATH="/opt/other:$machine/libtorch/share/cmake"
expect_setting DYNO_LIBTORCH_ROOT "$machine/libtorch"

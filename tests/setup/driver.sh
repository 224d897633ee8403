#!/usr/bin/env bash
# The driver decides between CUDA 13.0, CUDA 12.8 and the CPU alone.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

expect_cuda() {
    expect_status 0
    expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-$2-cp311/torch"
    expect_setting CUDAToolkit_ROOT "$cache/torch-$2-cp311/toolkit"
    expect_setting CUDAToolkit_BIN_DIR "$cache/torch-$2-cp311/toolkit/bin"
    expect_setting DYNO_WITH_CUDA AUTO
    grep -qxF "CUDA Version $1" "$cache/torch-$2-cp311/toolkit/version.txt" || give_up 'wrong toolkit version'
    expect_file "$cache/torch-$2-cp311/toolkit/lib64/libcudart.so"
    expect_file "$cache/torch-$2-cp311/toolkit/lib/libcublasLt.so"
    expect_file "$cache/torch-$2-cp311/toolkit/include/cuda_runtime.h"
}

expect_cpu_only() {
    expect_status 0
    expect_setting DYNO_WITH_CUDA OFF
    expect_setting DYNO_WITH_LIBTORCH OFF
    expect_setting CUDAToolkit_ROOT ''
    expect_said "driver $1 is too old for CUDA 12.8, so the build is for the CPU only: install driver 580"
    expect_not_called torch==
}

new_machine no_driver
run_setup
expect_cuda 13.0.88 2.11.0

for driver in 580.95.05 595.10; do
    new_machine new
    give_driver $driver
    run_setup
    expect_cuda 13.0.88 2.11.0
    expect_not_called nvidia-smi
done

for driver in 535.54.03 579.99; do
    new_machine older
    give_driver $driver
    run_setup
    expect_cuda 12.8.93 2.10.0
done

for driver in 470.223.02 534.99; do
    new_machine old
    give_driver $driver
    run_setup
    expect_cpu_only $driver
done

# A new driver on the same machine is noticed.
give_driver 580.95.05
run_setup
expect_cuda 13.0.88 2.11.0

# Told to, it builds for a GPU that this driver cannot run.
give_driver 470.223.02
run_setup --cuda 13.0
expect_cuda 13.0.88 2.11.0
expect_said 'driver 470.223.02 is too old for CUDA 13.0, which was asked for'

# WSL has no kernel module to read, only nvidia-smi.
new_machine wsl
echo 550.54.15 >"$machine/smi_driver"
run_setup
expect_cuda 12.8.93 2.10.0

new_machine open_module
mkdir -p "$machine/root/sys/module/nvidia"
echo 570.86 >"$machine/root/sys/module/nvidia/version"
run_setup
expect_cuda 12.8.93 2.10.0

# The help, the README and `runner doctor` name one oldest driver.
for place in 'tools/setup.sh 535 to 579' 'README.md 535 to 579' \
    'core/doctor/version.hpp oldest_driver = "535"'; do
    grep -qF "${place#* }" "$project/${place%% *}" || give_up "${place%% *} names another oldest driver"
done

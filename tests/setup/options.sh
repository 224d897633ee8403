#!/usr/bin/env bash
# Options: values, contradictions, --build and --keep for two build trees side by side.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine bare
for wrong in --nonsense '--cuda 11.8' --cuda '--torch newest' '--torch 2.9.0' '--torch 2.11.0 --without-libtorch' \
    '--torch 2.11.0 --cuda 12.8' '--torch 2.10.0 --cuda 13.0' '--build='; do
    read -ra words <<<"$wrong"
    run_setup "${words[@]}"
    expect_status 2
    expect_said 'tools/setup.sh --help lists the options'
    expect_no_file "$build"
done
run_setup --help
expect_status 0
expect_said 'Usage: tools/setup.sh'
expect_said '--without-libtorch'

run_setup --torch 2.10.0 --build "$machine/build/torch-2.10"
run_setup --without-libtorch
expect_setting DYNO_WITH_LIBTORCH OFF
expect_setting DYNO_LIBTORCH_ROOT ''
expect_setting CUDAToolkit_ROOT "$cache/cuda-13.0/toolkit"
expect_setting DYNO_PYTHON "$cache/python-3.11/bin/python"
run_setup --keep
expect_silent
run_setup DYNO_BUILD="$machine/build/torch-2.10" --keep
expect_silent
build=$machine/build/torch-2.10
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.10.0-cp311/torch"
expect_setting CUDAToolkit_ROOT "$cache/torch-2.10.0-cp311/toolkit"
expect_setting DYNO_PYTHON "$cache/torch-2.10.0-cp311/python3"

# Without --keep the defaults hold again.
run_setup
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.11.0-cp311/torch"

run_setup --cuda 12.8
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.10.0-cp311/torch"

# A machine of our own for tests of tools/setup.sh: a home, a root with /etc, /proc and /sys, and a
# PATH that holds fakes and nothing of the real machine but the small tools named here.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fakes=$project/tests/setup/fakes
all_machines=$(mktemp -d)
trap 'rm -rf "$all_machines"' EXIT
machine_count=0

small_tools=(awk basename bash cat chmod cmp cp cut date df dirname du env find flock grep ln mkdir mktemp mv
    readlink realpath rm sed sha256sum sleep tail tee timeout touch)

# new_machine NAME: a bare Debian 12 with every package, the network, root, no GPU.
new_machine() {
    local tool bin
    machine_count=$((machine_count + 1))
    machine=$all_machines/$1$machine_count
    bin=$machine/bin
    mkdir -p "$bin" "$machine/home" "$machine/root/etc"
    printf '%s\n' ID=debian 'VERSION_ID="12"' 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"' >"$machine/root/etc/os-release"
    for tool in "${small_tools[@]}"; do ln -s "$(PATH=/usr/bin:/bin type -P "$tool")" "$bin/$tool"; done
    for tool in "$fakes"/*; do ln -s "$tool" "$bin/${tool##*/}"; done
    for tool in g++ cmake ninja ccache git pkg-config xmllint; do ln -s /bin/true "$bin/$tool"; done
    cache=$machine/home/.cache/gpudyno
    build=$machine/build
    touch "$machine/network"
}

# Variables for one call go in front of its options: run_setup VIRTUAL_ENV=/venv --offline
run_setup() { run_tool setup.sh "$@"; }

# run_tool FILE [VARIABLE=VALUE...] OPTIONS...: sets status; what it said is in $machine/out.
run_tool() {
    local variables=() file=$project/tools/$1
    shift
    while [[ ${1:-} =~ ^[A-Za-z_]+= ]]; do
        variables+=("$1")
        shift
    done
    : >"$machine/calls"
    status=0
    env -i PATH="$machine/bin" HOME="$machine/home" PYTHON="$machine/bin/python3" MACHINE="$machine" \
        DYNO_SETUP_ROOT="$machine/root" DYNO_BUILD="$build" "${variables[@]}" \
        bash "$file" "$@" >"$machine/out" 2>&1 || status=$?
}

give_driver() {
    mkdir -p "$machine/root/proc/driver/nvidia"
    echo "NVRM version: NVIDIA UNIX x86_64 Kernel Module  $1  Wed Dec  6 2023" >"$machine/root/proc/driver/nvidia/version"
}

# give_toolkit FOLDER NUMBER: 13000 is CUDA 13.0.
give_toolkit() {
    mkdir -p "$1/bin" "$1/include" "$1/lib64"
    cp /bin/true "$1/bin/nvcc"
    echo "#define CUDA_VERSION $2" >"$1/include/cuda.h"
    touch "$1"/include/{cuda_runtime,cublasLt,nvrtc}.h "$1"/lib64/lib{cudart,cublasLt,nvrtc}.so
}

# give_torch FOLDER VERSION CUDA
give_torch() {
    mkdir -p "$1/lib" "$1/include/ATen"
    touch "$1/lib/libtorch.so" "$1/lib/libtorch_cuda.so"
    printf "__version__ = '%s'\ncuda: Optional[str] = '%s'\n" "$2" "$3" >"$1/version.py"
}

give_up() {
    echo "FAILED at line ${BASH_LINENO[-2]}: $1"
    echo '--- it said:'
    cat "$machine/out"
    exit 1
}

expect_status() { [ "$status" = "$1" ] || give_up "exit status $status, expected $1"; }
expect_said() { grep -qF -- "$1" "$machine/out" || give_up "did not say: $1"; }
expect_not_said() { ! grep -qF -- "$1" "$machine/out" || give_up "said: $1"; }
expect_silent() { [ ! -s "$machine/out" ] || give_up 'was not silent'; }
expect_called() { grep -qF -- "$1" "$machine/calls" || give_up "did not call: $1"; }
expect_not_called() { ! grep -qF -- "$1" "$machine/calls" || give_up "called: $1"; }
expect_file() { [ -e "$1" ] || give_up "no such file: $1"; }
expect_no_file() { [ ! -e "$1" ] || give_up "there is still: $1"; }

# expect_setting NAME VALUE; an empty value: not set.
expect_setting() {
    local value
    value=$(sed -n "s/^set($1 \[\[\(.*\)\]\] CACHE .*/\1/p" "$build/setup.cmake")
    [ "$value" = "$2" ] || give_up "$1 is '$value', expected '$2'"
}

# start_setup OPTIONS: as run_setup, in the background and a process group of its own.
start_setup() {
    set -m
    (run_setup "$@" && exit "$status") &
    background=$!
    set +m
}

wait_for_file() {
    local try
    for try in {1..100}; do
        [ ! -e "$1" ] || return 0
        sleep 0.1
    done
    give_up "after $try tries there was no $1"
}

wait_for_said() {
    local try
    for try in {1..100}; do
        ! grep -qsF -- "$1" "$machine/out" || return 0
        sleep 0.1
    done
    give_up "after $try tries it did not say: $1"
}

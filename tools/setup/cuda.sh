# The NVIDIA driver, a CUDA toolkit of this machine, and a toolkit made of wheels.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# The kernel's files answer at once; nvidia-smi (WSL, some containers) may hang on a sick GPU.
find_driver() {
    local root=${DYNO_SETUP_ROOT:-} text=
    driver=
    if [ -r "$root/sys/module/nvidia/version" ]; then
        read -r text <"$root/sys/module/nvidia/version" || true
    elif [ -r "$root/proc/driver/nvidia/version" ]; then
        read -r text <"$root/proc/driver/nvidia/version" || true
    elif command -v nvidia-smi >/dev/null; then
        text=$(timeout 10 nvidia-smi --query-gpu=driver_version --format=csv,noheader 2>/dev/null) || text=
    fi
    [[ $text =~ ([0-9]{3,4})\.[0-9]+(\.[0-9]+)? ]] || return 0
    driver=${BASH_REMATCH[0]}
}

has_driver_for_cuda() {
    case $1 in
        12) [ -z "$driver" ] || [ "${driver%%.*}" -ge 535 ] ;;
        *) [ -z "$driver" ] || [ "${driver%%.*}" -ge 580 ] ;;
    esac
}

# Sets toolkit_root and toolkit_version to the first whole toolkit of this machine, or empties.
find_toolkit() {
    local nvcc place seen=:
    toolkit_root='' toolkit_version=''
    nvcc=$(command -v nvcc || true)
    [ -z "$nvcc" ] || nvcc=$(realpath -- "$nvcc")
    for place in "${CUDAToolkit_ROOT:-}" "${CUDA_PATH:-}" "${CUDA_HOME:-}" "${nvcc%/bin/nvcc}" \
        "${DYNO_SETUP_ROOT:-}/usr/local/cuda"; do
        place=${place%/}
        if [ -z "$place" ] || [[ $seen == *:$(realpath -m -- "$place"):* ]]; then continue; fi
        seen+=$(realpath -m -- "$place"):
        if ! read_toolkit_version "$place"; then
            continue
        elif ! is_at_least "$toolkit_version" 12.8; then
            say "CUDA $toolkit_version at $place is not taken: the build needs 12.8 or newer"
        elif ! is_whole_toolkit "$place"; then
            say "CUDA $toolkit_version at $place is not taken: nvcc, cuBLAS or NVRTC with headers is missing"
        elif [ -n "$cuda_choice" ] && [ "$toolkit_version" != "$cuda_choice" ]; then
            say "CUDA $toolkit_version at $place is not taken: --cuda $cuda_choice was asked for"
        elif [ -n "$torch_choice" ] && [ "${toolkit_version%%.*}" != "$(cuda_major_of_torch "$torch_choice")" ]; then
            say "CUDA $toolkit_version at $place is not taken: PyTorch $torch_choice is built for another CUDA"
        elif [ -z "$cuda_choice" ] && ! has_driver_for_cuda "${toolkit_version%%.*}"; then
            say "CUDA $toolkit_version at $place is not taken: it needs a newer driver than $driver"
        else
            toolkit_root=$place
            return
        fi
    done
    toolkit_version=''
}

read_toolkit_version() {
    local header number=
    for header in "$1/include/cuda.h" "$1/targets/x86_64-linux/include/cuda.h"; do
        [ ! -r "$header" ] || number=$(sed -n 's/^#define CUDA_VERSION \([0-9]*\).*/\1/p' "$header")
    done
    [ -n "$number" ] || return 1
    toolkit_version=$((number / 1000)).$((number % 1000 / 10))
}

# What CMake's FindCUDAToolkit and the plugins will look for.
is_whole_toolkit() {
    local include=$1/include libraries=$1/lib64
    [ -d "$include" ] && [ -e "$include/cuda.h" ] || include=$1/targets/x86_64-linux/include
    [ -d "$libraries" ] || libraries=$1/lib
    [ -e "$libraries/libcudart.so" ] || libraries=$1/targets/x86_64-linux/lib
    { [ -x "$1/bin/nvcc" ] || [ -e "$1/version.txt" ]; } &&
        [ -e "$include/cuda_runtime.h" ] && [ -e "$include/cublasLt.h" ] && [ -e "$include/nvrtc.h" ] &&
        [ -e "$libraries/libcudart.so" ] && [ -e "$libraries/libcublasLt.so" ] && [ -e "$libraries/libnvrtc.so" ]
}

# Wheels hold libcublasLt.so.13 but no libcublasLt.so, and CUDA 12 puts each library into a folder
# of its own. This makes WHEELS/toolkit: links to all of it under the names that FindCUDAToolkit
# looks for, and the version.txt by which it accepts a toolkit without nvcc (CMake 3.25 reads no
# version.json). Without it CMake would silently take another toolkit of this machine.
make_toolkit() {
    local wheels=$1 toolkit=$1/toolkit part=$1/toolkit.part package library version
    [ ! -e "$toolkit/version.txt" ] || [ ! -e "$toolkit/lib/libcublasLt.so" ] || return 0
    rm -rf -- "$part" "$toolkit"
    mkdir -p "$part/include" "$part/lib"
    for package in "$wheels"/nvidia/*/; do
        case ${package%/} in
            */cudnn | */nccl | */nvshmem | */cusparselt) continue ;;
        esac
        [ ! -d "$package/include" ] || cp -rsf "$package/include/." "$part/include/"
        [ ! -d "$package/lib" ] || cp -rsf "$package/lib/." "$part/lib/"
    done
    for library in "$part"/lib/lib*.so.*; do
        [ -e "${library%%.so.*}.so" ] || ln -s "${library##*/}" "${library%%.so.*}.so"
    done
    ln -s lib "$part/lib64"
    version=$(basename "$wheels"/nvidia_cuda_nvrtc*.dist-info .dist-info)
    echo "CUDA Version ${version##*-}" >"$part/version.txt"
    mv -T -- "$part" "$toolkit"
}

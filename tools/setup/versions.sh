# Which CUDA and which LibTorch the build takes: from what was asked for, what the machine has, and
# the driver, in this order.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

find_what_the_user_has() {
    find_toolkit
    torch_root='' torch_version='' torch_cuda=''
    ! ((with_libtorch)) || find_torch
}

# Sets needed, the items that the cache must hold, and whether CUDA and LibTorch are in the build.
choose_versions() {
    local cuda
    needed=("$python_item") torch_item='' cuda_item='' frontend_item=''
    with_cuda=AUTO with_torch=AUTO
    if ! has_driver_for_cuda 12 && [ -z "$cuda_choice$torch_choice" ]; then
        say "driver $driver is too old for CUDA 12.8, so the build is for the CPU only:" \
            "install driver 580 or newer, then run tools/setup.sh again"
        with_cuda=OFF with_torch=OFF toolkit_root='' torch_root=''
        return
    fi
    cuda=$(choose_cuda)
    has_driver_for_cuda "${cuda%%.*}" ||
        say "driver $driver is too old for CUDA $cuda, which was asked for: it builds, but no GPU runs it"
    if ! ((with_libtorch)); then
        with_torch=OFF
    elif [ -z "$torch_root" ]; then
        torch_item=torch-$(choose_torch "$cuda")-cp${python_version/./}
        needed+=("$torch_item")
    fi
    leave_older_toolkit
    if [ -z "$toolkit_root$torch_item" ]; then
        cuda_item=cuda-${torch_cuda:-$cuda}
        needed+=("$cuda_item")
    fi
    if [ $with_torch = AUTO ] || [ -e "$toolkit_root/include/cudnn.h" ]; then
        frontend_item=cudnn-frontend-1.18.0 # from 1.19 on it needs NVRTC as well
        needed+=("$frontend_item")
    fi
}

choose_cuda() {
    if [ -n "$cuda_choice" ]; then
        echo "$cuda_choice"
    elif [ -n "$torch_choice" ]; then
        if [ "$(cuda_major_of_torch "$torch_choice")" = 12 ]; then echo 12.8; else echo 13.0; fi
    elif [ -n "$toolkit_version" ]; then
        echo "$toolkit_version"
    elif [ -n "$torch_cuda" ]; then
        echo "$torch_cuda"
    elif has_driver_for_cuda 13; then
        echo 13.0
    else
        echo 12.8
    fi
}

choose_torch() {
    if [ -n "$torch_choice" ]; then
        echo "$torch_choice"
    elif [ "${1%%.*}" = 12 ]; then
        echo 2.10.0
    else
        echo 2.11.0
    fi
}

# One process holds one CUDA runtime, and an older one lacks what a newer LibTorch calls.
leave_older_toolkit() {
    if [ -n "$toolkit_root" ] && [ -n "$torch_cuda" ] && ! is_at_least "$toolkit_version" "$torch_cuda"; then
        say "CUDA $toolkit_version at $toolkit_root is not taken: LibTorch $torch_version is built for CUDA $torch_cuda"
        toolkit_root=''
    fi
}

# Where everything is once it has been fetched. A cuDNN beside the toolkit is the user's own.
locate_parts() {
    python=$venv_python frontend_root='' cudnn_root=''
    if [ -n "$torch_item" ]; then
        torch_root=$cache/$torch_item/torch
        read_torch_version "$torch_root"
        leave_older_toolkit
        make_toolkit "$cache/$torch_item"
        toolkit_root=${toolkit_root:-$cache/$torch_item/toolkit}
        python=$cache/$torch_item/python3
        write_python "$python"
    elif [ -n "$cuda_item" ]; then
        make_toolkit "$cache/$cuda_item"
        toolkit_root=$cache/$cuda_item/toolkit
    fi
    [ -z "$frontend_item" ] || frontend_root=$cache/$frontend_item
    local place
    for place in "$toolkit_root" "$torch_root/../nvidia/cudnn"; do
        if [ -z "$cudnn_root" ] && [ -e "$place/include/cudnn.h" ]; then
            cudnn_root=$(realpath -- "$place")
        fi
    done
}

# A python3 that can import the cache's PyTorch as well as jsonschema.
write_python() {
    [ ! -x "$1" ] || return 0
    printf '#!/usr/bin/env bash\nPYTHONPATH=%q exec %q "$@"\n' "${1%/*}" "$venv_python" >"$1"
    chmod +x "$1"
}

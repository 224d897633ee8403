# PyTorch and LibTorch: what is installed, which versions fit together.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# What the wheels of the Python package index are built for.
cuda_major_of_torch() { if is_at_least "$1" 2.11; then echo 13; else echo 12; fi; }

# Sets torch_root, torch_version, torch_cuda to the first LibTorch of this machine that fits.
find_torch() {
    local place
    torch_root='' torch_version='' torch_cuda=''
    while read -r place; do
        [ -n "$place" ] || continue
        place=$(realpath -m -- "$place")
        if [ ! -e "$place/lib/libtorch.so" ] || [ ! -d "$place/include/ATen" ]; then continue; fi
        read_torch_version "$place"
        if explain_refusal; then
            say "PyTorch ${torch_version:-of unknown version} at $place is not taken: $refusal"
        else
            torch_root=$place
            return
        fi
    done < <(list_torch_places)
    torch_version='' torch_cuda=''
}

list_torch_places() {
    local python entry entries
    echo "${LIBTORCH:-}"
    IFS=':;' read -ra entries <<<"${CMAKE_PREFIX_PATH:-}"
    for entry in "${entries[@]}"; do
        # torch.utils.cmake_prefix_path is torch/share/cmake.
        printf '%s\n' "$entry" "$entry/../.."
    done
    for python in "${VIRTUAL_ENV:+$VIRTUAL_ENV/bin/python}" "${CONDA_PREFIX:+$CONDA_PREFIX/bin/python}" \
        "$(command -v python3 || true)"; do
        [ -x "$python" ] || continue
        # Finding is quick, importing takes seconds. Not from here: a folder `torch` would be found.
        (cd / && timeout 20 "$python" -c 'import importlib.util
spec = importlib.util.find_spec("torch")
for place in (spec and spec.submodule_search_locations) or []: print(place)' 2>/dev/null) || true
    done
}

# A wheel has version.py; a LibTorch archive has build-version, such as 2.11.0+cu130.
read_torch_version() {
    torch_version='' torch_cuda=''
    if [ -r "$1/version.py" ]; then
        torch_version=$(sed -n "s/^__version__ = '\([^']*\)'.*/\1/p" "$1/version.py")
        torch_cuda=$(sed -n "s/^cuda.* = '\([0-9.]*\)'.*/\1/p" "$1/version.py")
    elif [ -r "$1/build-version" ]; then
        read -r torch_version <"$1/build-version" || true
        [[ ! $torch_version =~ \+cu([0-9]+)([0-9])$ ]] || torch_cuda=${BASH_REMATCH[1]}.${BASH_REMATCH[2]}
    fi
    [ -e "$1/lib/libtorch_cuda.so" ] || torch_cuda=''
}

# True, with the reason in refusal, if the LibTorch just read cannot be taken.
explain_refusal() {
    local release=${torch_version%%[+a-z]*}
    refusal=
    if [[ ! $release =~ ^[0-9]+\.[0-9]+ ]]; then
        refusal='it has neither version.py nor build-version'
    elif [ -n "$torch_choice" ] && [ "$release" != "$torch_choice" ]; then
        refusal="--torch $torch_choice was asked for"
    elif ! is_at_least "$release" 2.10; then
        refusal='2.10 or newer is needed'
    elif [ -z "$torch_cuda" ]; then
        refusal='it is not built for CUDA, or does not say for which'
    elif [ -n "$cuda_choice" ] && [ "${torch_cuda%%.*}" != "${cuda_choice%%.*}" ]; then
        refusal="it is built for CUDA $torch_cuda, and --cuda $cuda_choice was asked for"
    elif [ -z "$cuda_choice" ] && [ -n "$toolkit_version" ] && [ "${torch_cuda%%.*}" != "${toolkit_version%%.*}" ]; then
        refusal="it is built for CUDA $torch_cuda, and the toolkit $toolkit_root is $toolkit_version"
    elif ! has_driver_for_cuda "${torch_cuda%%.*}"; then
        refusal="it is built for CUDA $torch_cuda, which needs a newer driver than $driver"
    fi
    [ -n "$refusal" ]
}

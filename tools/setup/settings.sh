# BUILD/setup.cmake, what CMake is told, and BUILD/setup.key, by which the next run knows that
# nothing changed: a hash of all that decides, the choices made, and the folders that must exist.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

make_key() {
    {
        cat "$project/tools/setup.sh" "$project"/tools/setup/*.sh "${DYNO_SETUP_ROOT:-}/etc/os-release" 2>/dev/null
        printf '%s\n' "$(show_choices)" "$driver" "$cache" "${PYTHON:-}" "${CUDAToolkit_ROOT:-}" \
            "${CUDA_PATH:-}" "${CUDA_HOME:-}" "${VIRTUAL_ENV:-}" "${CONDA_PREFIX:-}" "${LIBTORCH:-}" \
            "${CMAKE_PREFIX_PATH:-}" "$(command -v nvcc)" "$(command -v python3)" \
            "$(realpath -q "${DYNO_SETUP_ROOT:-}/usr/local/cuda")"
    } | sha256sum | cut -d' ' -f1
}

show_choices() { echo "cuda=$cuda_choice torch=$torch_choice libtorch=$with_libtorch packages=$with_packages"; }

# What was given on the command line goes before what is recalled.
recall_choices() {
    local line
    [ -r "$build/setup.key" ] || return 0
    line=$(sed -n 2p "$build/setup.key")
    [[ $line =~ ^cuda=([0-9.]*)\ torch=([0-9.]*)\ libtorch=([01])\ packages=([01])$ ]] || return 0
    cuda_choice=${cuda_choice:-${BASH_REMATCH[1]}}
    torch_choice=${torch_choice:-${BASH_REMATCH[2]}}
    [ "${BASH_REMATCH[3]}" = 1 ] || with_libtorch=0
    [ "${BASH_REMATCH[4]}" = 1 ] || with_packages=0
}

settings_are_current() {
    local lines place
    [ -e "$build/setup.cmake" ] && [ -r "$build/setup.key" ] || return 1
    mapfile -t lines <"$build/setup.key"
    [ "${lines[0]:-}" = "$(make_key)" ] || return 1
    for place in "${lines[@]:2}"; do
        [ -e "$place" ] || return 1
    done
    ! ((with_packages)) || [ -z "$(list_missing_packages)" ]
}

write_settings() {
    local new=$build/setup.cmake.new
    locate_parts
    mkdir -p "$build" || fail "cannot make the build folder $build"
    {
        echo '# Written by tools/setup.sh for cmake -C: what it found and where.'
        set_variable DYNO_WITH_CUDA STRING "$with_cuda" 'build the GPU parts: AUTO, ON or OFF'
        set_variable DYNO_WITH_LIBTORCH STRING "$with_torch" 'build the LibTorch plugins: AUTO, ON or OFF'
        set_variable CUDAToolkit_ROOT PATH "$toolkit_root" 'CUDA toolkit'
        # A toolkit of wheels has no nvcc, and CMake 3.31 would then take headers beside the nvcc on the path.
        [ -z "$toolkit_root" ] || [ -x "$toolkit_root/bin/nvcc" ] ||
            set_variable CUDAToolkit_BIN_DIR PATH "$toolkit_root/bin" 'keeps CMake from asking another nvcc'
        set_variable DYNO_LIBTORCH_ROOT PATH "$torch_root" 'LibTorch, with include/ and lib/'
        set_variable DYNO_CUDNN_ROOT PATH "$cudnn_root" 'cuDNN, with include/'
        set_variable DYNO_CUDNN_FRONTEND_ROOT PATH "$frontend_root" 'cuDNN front end, with include/'
        set_variable DYNO_PYTHON FILEPATH "$python" 'python3 with jsonschema'
        ! command -v ccache >/dev/null || set_variable CMAKE_CXX_COMPILER_LAUNCHER STRING ccache 'compiler cache'
    } >"$new"
    # Unchanged settings keep their time: the build tree is then not configured again.
    if cmp -s "$new" "$build/setup.cmake"; then rm -f "$new"; else mv -- "$new" "$build/setup.cmake"; fi
    {
        make_key # anew: the packages may have brought a python3
        show_choices
        printf '%s\n' "$toolkit_root" "$torch_root" "$cudnn_root" "$frontend_root" "$python" | sed '/^$/d'
    } >"$build/setup.key"
    report
}

set_variable() { [ -z "$3" ] || printf 'set(%s [[%s]] CACHE %s [[%s]] FORCE)\n' "$1" "$3" "$2" "$4"; }

report() {
    [ "$with_cuda" = OFF ] || say "CUDA toolkit: $toolkit_root"
    [ -z "$torch_root" ] || say "LibTorch $torch_version: $torch_root"
    ((with_libtorch)) || say "LibTorch left out (--without-libtorch)"
    say "wrote $build/setup.cmake"
}

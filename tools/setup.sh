#!/usr/bin/env bash
# Prepares a machine for building GpuDyno and writes what was found to BUILD/setup.cmake.
# Order of search: what the user has, the distribution's packages, Python wheels in a cache.
# A run that finds nothing to do prints nothing, asks no network and takes well under a second.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

usage() {
    cat <<'END'
Usage: tools/setup.sh [options]

Installs what the build needs and writes it down in build/setup.cmake, which tools/run.sh and
tools/test.sh hand to CMake. What this machine has is taken first: a CUDA toolkit, an installed
PyTorch (2.10 or newer, built for CUDA), a LibTorch folder. Then come the distribution's packages
(Debian 12 and 13, Ubuntu 24.04; as root or with sudo), then wheels in a cache that all checkouts
share. The NVIDIA driver decides which wheels: 580 or newer, or no driver, CUDA 13.0 with PyTorch
2.11.0; 535 to 579, CUDA 12.8 with PyTorch 2.10.0; older, none.

  --cuda 12.8|13.0    take this CUDA version
  --torch VERSION     take this PyTorch release (2.10.0 or newer)
  --without-libtorch  leave LibTorch out: no training workloads, 2 GB less to download
  --without-packages  do not look at the distribution's packages, as on other systems
  --build DIR         write DIR/setup.cmake instead of build/setup.cmake; for a second build tree
  --keep              repeat the choices last made for this build folder (run.sh and test.sh do)
  --offline           download nothing; say what is missing and fail
  --clean             delete the cache and say how much that freed
  --help              this text

Two build trees, so that one machine can compare versions:

  tools/setup.sh --torch 2.10.0 --build build/torch-2.10
  DYNO_BUILD=build/torch-2.10 tools/run.sh scenarios/quick.toml    # builds build/torch-2.10/release

Environment:
  CUDAToolkit_ROOT, CUDA_PATH, CUDA_HOME   a CUDA toolkit (else nvcc on the path, /usr/local/cuda)
  VIRTUAL_ENV, CONDA_PREFIX                an active environment with PyTorch (else python3's)
  LIBTORCH, CMAKE_PREFIX_PATH              a LibTorch folder
  XDG_CACHE_HOME                           the cache is $XDG_CACHE_HOME/gpudyno (else ~/.cache/gpudyno)
  PYTHON                                   the python3 that unpacks wheels (else /usr/bin/python3)
  DYNO_BUILD                               the default of --build
pip's own settings and proxies (PIP_*, pip.conf, https_proxy) hold. A PyTorch that was installed
after the last run is seen once build/setup.cmake is deleted.

Exit status: 0 done; 1 something is missing, the message says what to do; 2 wrong usage.
END
}

# Tests set DYNO_SETUP_ROOT to a folder with an /etc, /proc, /sys and /usr/local of their own.
project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/setup/messages.sh
. "$project/tools/setup/messages.sh"
# shellcheck source=tools/setup/cache.sh
. "$project/tools/setup/cache.sh"
# shellcheck source=tools/setup/distribution.sh
. "$project/tools/setup/distribution.sh"
# shellcheck source=tools/setup/wheels.sh
. "$project/tools/setup/wheels.sh"
# shellcheck source=tools/setup/cuda.sh
. "$project/tools/setup/cuda.sh"
# shellcheck source=tools/setup/libtorch.sh
. "$project/tools/setup/libtorch.sh"
# shellcheck source=tools/setup/versions.sh
. "$project/tools/setup/versions.sh"
# shellcheck source=tools/setup/settings.sh
. "$project/tools/setup/settings.sh"

read_options() {
    build=${DYNO_BUILD:-$project/build}
    cuda_choice='' torch_choice='' with_libtorch=1 with_packages=1 keep=0 offline=0 clean=0
    while [ $# -gt 0 ]; do
        case $1 in
            --cuda | --torch | --build)
                [ $# -ge 2 ] || reject_usage "$1 needs a value"
                case $1 in
                    --cuda) cuda_choice=$2 ;;
                    --torch) torch_choice=$2 ;;
                    --build) build=$2 ;;
                esac
                shift
                ;;
            --cuda=*) cuda_choice=${1#*=} ;;
            --torch=*) torch_choice=${1#*=} ;;
            --build=*) build=${1#*=} ;;
            --without-libtorch) with_libtorch=0 ;;
            --without-packages) with_packages=0 ;;
            --keep) keep=1 ;;
            --offline) offline=1 ;;
            --clean) clean=1 ;;
            --help | -h) usage && exit 0 ;;
            *) reject_usage "unknown option $1" ;;
        esac
        shift
    done
    [ -n "$build" ] || reject_usage "--build needs a folder"
    build=$(realpath -m -- "$build")
    ! ((keep)) || recall_choices
    check_choices
}

check_choices() {
    case $cuda_choice in
        '' | 12.8 | 13.0) ;;
        *) reject_usage "--cuda takes 12.8 or 13.0, not '$cuda_choice'" ;;
    esac
    [ -n "$torch_choice" ] || return 0
    ((with_libtorch)) || reject_usage "--torch and --without-libtorch exclude each other"
    [[ $torch_choice =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] ||
        reject_usage "--torch takes a release such as 2.11.0, not '$torch_choice'"
    is_at_least "$torch_choice" 2.10 || reject_usage "--torch needs 2.10.0 or newer, not $torch_choice"
    [ -z "$cuda_choice" ] || [ "${cuda_choice%%.*}" = "$(cuda_major_of_torch "$torch_choice")" ] ||
        reject_usage "PyTorch $torch_choice is not built for CUDA $cuda_choice; leave one option out"
}

main() {
    read_options "$@"
    locate_cache
    if ((clean)); then
        clean_cache
        return
    fi
    find_driver
    if settings_are_current; then
        return
    fi
    absent=()
    install_packages
    find_what_the_user_has
    find_python
    choose_versions
    fetch_missing
    write_settings
}

main "$@"

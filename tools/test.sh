#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test that this machine can run.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/setup/tree.sh
. "$project/tools/setup/tree.sh"

has_gpu() { compgen -G '/dev/nvidia[0-9]*' >/dev/null || timeout 20 nvidia-smi -L >/dev/null 2>&1; }

case ${1:-} in
    --help | -h)
        echo 'Usage: tools/test.sh [options of ctest]'
        echo 'Installs what is missing (tools/setup.sh), builds, and runs the tests; those that need a GPU'
        echo 'only where one is. DYNO_BUILD=DIR takes another build folder (tools/setup.sh --build DIR).'
        exit
        ;;
esac
build_tree ON
machine=()
if has_gpu; then
    # A tree that was configured before the driver came does not know its tests for a GPU.
    if ! ctest --test-dir "$tree" -N -L '^gpu$' | grep -q '^ *Test '; then
        cmake -D DYNO_GPU_TESTS=ON "$tree" >&2
        cmake --build "$tree" >&2
        ctest --test-dir "$tree" -N -L '^gpu$' | grep -q '^ *Test ' ||
            echo 'test: a GPU is here, but without a CUDA toolkit no test for it was built' >&2
    fi
else
    machine=(-LE '^gpu$')
fi
exec ctest --test-dir "$tree" --no-tests=error --output-on-failure -j "$(nproc)" "${machine[@]}" "$@"

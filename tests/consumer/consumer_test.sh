#!/usr/bin/env bash
# Installs the tree, builds the plugin template against the installed package with another compiler
# than the host's where there is one, and runs it in the installed runner.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

build=$1 template=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cmake --install "$build" --prefix "$work/prefix with space" >"$work/install.log"
compiler=$(compgen -c clang++ | grep -E '^clang\+\+(-[0-9]+)?$' | sort -V | tail -1 || true)
cmake -G Ninja -S "$template" -B "$work/build" -DCMAKE_BUILD_TYPE=Release \
    -DCMAKE_PREFIX_PATH="$work/prefix with space" ${compiler:+-DCMAKE_CXX_COMPILER="$compiler"} \
    >"$work/configure.log" || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/build" >"$work/build.log" || { cat "$work/build.log"; exit 1; }

runner="$work/prefix with space/bin/runner"
cd "$work"
"$runner" plugins --plugins "$work/build" | grep -A1 '^axpy 1.0.0$' | grep 'offers axpy (cpu)'
"$runner" describe axpy --plugins "$work/build" | grep 'bandwidth'
"$runner" list | grep '^quick '
"$runner" "$template/axpy.toml" --plugins "$work/build" --output "$work/run.json" \
    --set measure.launches=1 --set measure.warmup_s=0 --set measure.max_warmup_s=0.1 \
    --set measure.min_time_s=0.02 --set measure.max_time_s=0.1
grep -q '"status":"ok"' "$work/run.json"
echo "built with ${compiler:-the default compiler}"

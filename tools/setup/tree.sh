# The build tree of tools/run.sh and tools/test.sh: set up, configured only when the settings
# changed, built. Sets tree. All output goes to standard error: standard output is the program's.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# build_tree ON|OFF: with or without the tests; a tree that has them keeps them.
build_tree() {
    local build tests=$1
    build=$(realpath -m -- "${DYNO_BUILD:-$project/build}")
    tree=$build/release
    "$project/tools/setup.sh" --keep
    if [ ! -e "$tree/build.ninja" ] || ! cmp -s "$build/setup.cmake" "$tree/setup.cmake"; then
        # --fresh: paths found under the old settings must not stay.
        cmake --fresh -S "$project" -B "$tree" --preset release -C "$build/setup.cmake" \
            -D DYNO_BUILD_TESTS="$tests" >&2
        cp -- "$build/setup.cmake" "$tree/setup.cmake"
    elif [ "$tests" = ON ] && grep -q '^DYNO_BUILD_TESTS:[A-Z]*=OFF' "$tree/CMakeCache.txt"; then
        cmake -D DYNO_BUILD_TESTS=ON "$tree" >&2
    fi
    if ! ninja -C "$tree" -n 2>/dev/null | grep -q 'no work to do'; then
        cmake --build "$tree" >&2
    fi
}

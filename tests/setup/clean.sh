#!/usr/bin/env bash
# --clean deletes the cache that the set-up made, and nothing else.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine bare
run_setup
touch "$machine/home/.cache/precious"
mkdir "$machine/elsewhere"
touch "$machine/elsewhere/precious"
ln -s "$machine/elsewhere" "$cache/link"
run_setup --clean
expect_status 0
expect_said "deleted $cache, "
expect_said 'MB freed'
expect_no_file "$cache"
expect_file "$machine/home/.cache/precious"
expect_file "$machine/elsewhere/precious"

run_setup --clean
expect_status 0
expect_said "no cache at $cache"

# Then the next run fetches anew, although the settings did not change.
run_setup
expect_status 0
expect_said 'PyTorch 2.11.0'

# A folder of somebody else's that has the same name.
new_machine not_ours
mkdir -p "$cache"
touch "$cache/precious"
run_setup --clean
expect_status 1
expect_said "not deleted: $cache has no CACHEDIR.TAG"
expect_file "$cache/precious"
run_setup
expect_status 1
expect_said "$cache is not a cache of this set-up"
expect_no_file "$cache/CACHEDIR.TAG"

# The runner's cache of declarations lies in the same folder and may have been there first.
new_machine runner_was_first
mkdir -p "$cache/describe"
run_setup --without-libtorch
expect_status 0
expect_file "$cache/CACHEDIR.TAG"
run_setup --clean
expect_no_file "$cache"
mkdir -p "$cache/describe"
run_setup --clean
expect_status 0
expect_no_file "$cache"

new_machine link
mkdir -p "$machine/elsewhere" "$machine/home/.cache"
run_setup XDG_CACHE_HOME="$machine/elsewhere" --without-libtorch
ln -s "$machine/elsewhere/gpudyno" "$cache"
run_setup --clean
expect_status 1
expect_said "not deleted: $cache is a link"
expect_file "$machine/elsewhere/gpudyno/cuda-13.0"

# No home, and paths that are not absolute.
for home in '' . relative/home; do
    run_setup HOME="$home" --clean
    expect_status 1
    expect_said 'no place for the cache'
done
run_setup HOME= XDG_CACHE_HOME=relative --clean
expect_status 1
expect_said 'no place for the cache'

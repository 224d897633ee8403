#!/usr/bin/env bash
# Two set-ups at once: the second waits, says so in one line, and downloads nothing again.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

# Holds the lock of the cache until $machine/hold is deleted.
hold_lock() {
    mkdir -p "$cache"
    touch "$machine/hold"
    # shellcheck disable=SC2016
    flock "$cache/lock" bash -c 'touch "$1.held"; while [ -e "$1" ]; do sleep 0.1; done' hold "$machine/hold" &
    wait_for_file "$machine/hold.held"
}

new_machine bare
hold_lock
start_setup --without-libtorch
wait_for_said 'waiting for another set-up'
expect_no_file "$build/setup.cmake"
rm "$machine/hold"
wait "$background"
[ "$(grep -c waiting "$machine/out")" = 1 ] || give_up 'said more than once that it waits'
expect_file "$build/setup.cmake"

# What the first one fetched meanwhile is not fetched again.
new_machine already_there
run_setup
rm -r "$build"
mv "$cache/torch-2.11.0-cp311" "$cache/hidden"
hold_lock
start_setup
wait_for_said 'waiting for another set-up'
mv "$cache/hidden" "$cache/torch-2.11.0-cp311"
rm "$machine/hold"
wait "$background"
expect_not_called pip
expect_file "$build/setup.cmake"

# Nor does a set-up that waited go on in a cache that --clean deleted.
new_machine cleaned
run_setup
rm -r "$build"
mv "$cache/torch-2.11.0-cp311" "$machine/hidden"
hold_lock
start_setup
wait_for_said 'waiting for another set-up'
rm -r "$cache"
rm "$machine/hold"
wait "$background"
grep -qF 8a477f597d28d172789f06886806bc55 "$cache/CACHEDIR.TAG" || give_up 'the new cache carries no mark'
expect_file "$cache/python-3.11/complete"

#!/usr/bin/env bash
# A download that was cut short, killed or failed leaves nothing that counts, and is done again.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

torch='torch-2.11.0-cp311'

new_machine killed
touch "$machine/slow"
start_setup --without-libtorch
wait_for_file "$machine/downloading"
kill -KILL -- "-$background"
wait "$background" 2>/dev/null || true
expect_no_file "$build/setup.cmake"
expect_no_file "$cache/cuda-13.0"
rm "$machine/slow"
run_setup --without-libtorch
expect_status 0
expect_said 'cut short'
expect_file "$cache/cuda-13.0/toolkit/lib/libcudart.so"
expect_no_file "$cache/cuda-13.0.part"

# Killed while it unpacked: half a tree, and an environment without its last step.
new_machine half_unpacked
run_setup --without-libtorch
rm "$cache/python-3.11/complete"
mkdir -p "$cache/$torch.part/site/torch/lib"
touch "$cache/$torch.part/site/torch/lib/half"
run_setup
expect_status 0
expect_said "$torch: an earlier download was cut short; it is done again"
expect_file "$cache/$torch/torch/lib/libtorch.so"
expect_no_file "$cache/$torch/torch/lib/half"
expect_no_file "$cache/$torch.part"
expect_file "$cache/python-3.11/complete"

new_machine no_network
rm "$machine/network"
run_setup
expect_status 1
expect_said 'no network'
expect_said 'pip download failed'
expect_no_file "$cache/$torch"
touch "$machine/network"
run_setup
expect_status 0

new_machine full_disk
touch "$machine/full_disk"
run_setup
expect_status 1
expect_said "setup: the disk of $cache is full"
expect_said 'XDG_CACHE_HOME'
expect_no_file "$cache/$torch"

new_machine small_disk
rm "$machine/bin/df"
printf '#!/bin/sh\necho header\necho disk 9000000 8000000 1000000 88%% /\n' >"$machine/bin/df"
chmod +x "$machine/bin/df"
run_setup
expect_status 1
expect_said "the disk of $cache has 1.0 GB free, and unpacking needs 6.7 GB"
expect_not_called pip

new_machine read_only
mkdir -p "$machine/home"
touch "$machine/home/.cache"
run_setup
expect_status 1
expect_said "cannot write to the cache $cache: set XDG_CACHE_HOME"

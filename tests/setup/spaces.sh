#!/usr/bin/env bash
# Spaces in the home, in the project and in the build folder.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine 'a machine with spaces'
cp -r "$project/tools" "$machine/a checkout"
mkdir "$machine/project dir"
mv "$machine/a checkout" "$machine/project dir/tools"
project="$machine/project dir"
build="$machine/a build"
run_setup
expect_status 0
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.11.0-cp311/torch"
expect_file "$cache/torch-2.11.0-cp311/toolkit/lib/libcublasLt.so"
[[ $cache == *' '* && $build == *' '* ]] || give_up 'no spaces were tried'
MACHINE=$machine "$cache/torch-2.11.0-cp311/python3" -I -c 'import sys; print("%d.%d")' >/dev/null || give_up 'the python3 of the cache does not run'
run_setup
expect_silent
run_setup --clean
expect_status 0
expect_no_file "$cache"

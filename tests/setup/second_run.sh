#!/usr/bin/env bash
# The second run says nothing, calls nothing and is quick; a changed machine is noticed.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine bare
run_setup
expect_status 0
expect_said 'PyTorch 2.11.0 with its CUDA libraries and cuDNN: 2.5 GB to download, 4.1 GB on the disk'
expect_said "wrote $build/setup.cmake"

touch -d '1 hour ago' "$build/setup.cmake"
before=$(stat -c %Y "$build/setup.cmake")
start=$(date +%s%N)
run_setup
took_ms=$((($(date +%s%N) - start) / 1000000))
expect_status 0
expect_silent
expect_not_called pip
expect_not_called apt-get
[ $took_ms -lt 1000 ] || give_up "the second run took $took_ms ms"

# Another shell with another environment: looked at again, but the same settings keep their time.
run_setup VIRTUAL_ENV=/nowhere
expect_status 0
expect_said "wrote $build/setup.cmake"
expect_not_called pip
[ "$(stat -c %Y "$build/setup.cmake")" = "$before" ] || give_up 'unchanged settings were written again'

rm -rf "$cache/torch-2.11.0-cp311"
run_setup
expect_status 0
expect_called 'torch==2.11.0'
expect_file "$cache/torch-2.11.0-cp311/torch/lib/libtorch.so"

echo libfmt-dev >"$machine/missing_packages"
run_setup
expect_status 0
expect_called 'install --yes --no-remove --no-install-recommends libfmt-dev'

#!/usr/bin/env bash
# --offline: names all that is missing, downloads nothing, and is content when nothing is.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine bare
echo libfmt-dev >"$machine/missing_packages"
run_setup --offline
expect_status 1
expect_said 'packages of Debian GNU/Linux 12 (bookworm): libfmt-dev'
expect_said 'Python environment with pip and jsonschema'
expect_said 'PyTorch 2.11.0 with its CUDA libraries and cuDNN: 2.5 GB to download'
expect_said "cuDNN's C++ front end 1.18.0"
expect_not_called pip
expect_not_called apt-get
expect_no_file "$cache"
expect_no_file "$build/setup.cmake"

new_machine complete
run_setup
run_setup --offline
expect_status 0
expect_silent
run_setup --offline --torch 2.10.0
expect_status 1
expect_said 'PyTorch 2.10.0'
expect_not_said 'Python environment'
expect_setting DYNO_LIBTORCH_ROOT "$cache/torch-2.11.0-cp311/torch"

# A minimal Debian has no python3 before its packages are there.
new_machine no_python
echo python3 >"$machine/missing_packages"
run_setup PYTHON=/nowhere/python3 --offline
expect_status 1
expect_said ': python3'

#!/usr/bin/env bash
# Missing packages: apt as root or with sudo, one line to run without either, advice on failure.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine bare
printf '%s\n' cmake libfmt-dev libcli11-dev >"$machine/missing_packages"
run_setup --without-libtorch
expect_status 0
expect_called 'apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 -qq install --yes --no-remove --no-install-recommends libcli11-dev libfmt-dev'
expect_said 'to install: libcli11-dev libfmt-dev'
expect_said '121 MB'
expect_not_called sudo

new_machine no_sudo
echo libfmt-dev >"$machine/missing_packages"
touch "$machine/no_root"
run_setup
expect_status 1
expect_said 'needs root'
expect_said "sudo sh -c 'apt-get update && apt-get install --no-remove --no-install-recommends libfmt-dev'"
expect_not_called 'apt-get '
expect_no_file "$cache"

new_machine with_sudo
echo libfmt-dev >"$machine/missing_packages"
touch "$machine/no_root" "$machine/sudo_works"
run_setup --without-libtorch
expect_status 0
expect_called 'sudo -n env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get'

new_machine without_root_but_complete
touch "$machine/no_root"
run_setup --without-libtorch
expect_status 0
expect_not_called sudo

# A command counts wherever it is, so only the missing one is asked for.
new_machine no_ninja
rm "$machine/bin/ninja"
run_setup --offline
expect_status 1
expect_said 'packages of Debian GNU/Linux 12 (bookworm): ninja-build'

# The validators that the tests need, or the tests would be skipped on every fresh machine.
new_machine no_validators
rm "$machine/bin/xmllint"
printf '%s\n' libbenchmark-tools python3-scipy >"$machine/missing_packages"
run_setup --offline
expect_status 1
expect_said 'packages of Debian GNU/Linux 12 (bookworm): libxml2-utils libbenchmark-tools python3-scipy'

new_machine ubuntu
printf '%s\n' ID=ubuntu 'VERSION_ID="24.04"' 'PRETTY_NAME="Ubuntu 24.04 LTS"' >"$machine/root/etc/os-release"
echo libtomlplusplus-dev >"$machine/missing_packages"
touch "$machine/unknown_package"
run_setup
expect_status 1
expect_said 'Unable to locate package libtomlplusplus-dev'
expect_said 'add-apt-repository universe'

for system in 'ID=fedora VERSION_ID=41 PRETTY_NAME=Fedora' 'ID=ubuntu VERSION_ID=22.04 PRETTY_NAME=Jammy'; do
    new_machine other
    tr ' ' '\n' <<<"$system" >"$machine/root/etc/os-release"
    run_setup
    expect_status 1
    expect_said "on ${system##*=} the packages must be installed by hand"
    expect_said 'toml++ 3.3'
    run_setup --without-packages --without-libtorch
    expect_status 0
    run_setup --keep
    expect_status 0
    expect_silent
done

# The distribution's packages: which are missing, and apt to install them.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# A tool counts as there when its command is, wherever it came from; a library when its package is.
# COMMAND, or COMMAND:PACKAGE where the names differ. xmllint and the packages of the last line are
# for tests alone: validators that are not ours.
tools=(g++ cmake ninja:ninja-build ccache git pkg-config xmllint:libxml2-utils)
packages=(ca-certificates python3 python3-venv libboost-dev libtomlplusplus-dev libcli11-dev libfmt-dev
    libopenblas-dev libbenchmark-dev libgtest-dev libgmock-dev nlohmann-json3-dev
    libbenchmark-tools python3-scipy)

list_missing_packages() {
    local tool package installed
    for tool in "${tools[@]}"; do
        command -v "${tool%%:*}" >/dev/null || echo "${tool##*:}"
    done
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${packages[@]}" 2>/dev/null) || true
    for package in "${packages[@]}"; do
        [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || echo "$package"
    done
}

read_system() {
    local file=${DYNO_SETUP_ROOT:-}/etc/os-release
    system_id='' system_version='' system_name='an unknown system'
    [ -r "$file" ] || return 0
    # shellcheck source=/dev/null
    IFS='|' read -r system_id system_version system_name < <(
        . "$file" && echo "${ID:-}|${VERSION_ID:-}|${PRETTY_NAME:-${ID:-}}")
}

# Older systems lack what the build needs: g++ 12, CMake 3.25, toml++.
has_known_packages() {
    case $system_id in
        debian) [ -z "$system_version" ] || is_at_least "$system_version" 12 ;;
        ubuntu) is_at_least "$system_version" 24.04 ;;
        *) false ;;
    esac
}

install_packages() {
    ((with_packages)) || return 0
    read_system
    if ! has_known_packages; then
        fail "on $system_name the packages must be installed by hand. Needed:" \
            "g++ 12 or newer (or clang 16), CMake 3.25, Ninja, ccache, git, Python 3.10 with venv" \
            "Boost 1.74, toml++ 3.3, CLI11 2.1, fmt, OpenBLAS, Google Benchmark 1.7, GoogleTest," \
            "nlohmann/json 3.11, each with its headers" \
            "Tests that lack them are skipped: xmllint, Google Benchmark's compare.py with SciPy" \
            "Then run: tools/setup.sh --without-packages"
    fi
    local missing
    mapfile -t missing < <(list_missing_packages)
    [ ${#missing[@]} -gt 0 ] || return 0
    if ((offline)); then
        absent+=("packages of $system_name: ${missing[*]}")
        return
    fi
    local privilege=()
    if [ "$(id -u)" != 0 ]; then
        if ! sudo -n true 2>/dev/null; then
            fail "these packages are missing, and installing them needs root. Run this, then try again:" \
                "sudo sh -c 'apt-get update && apt-get install --no-remove --no-install-recommends ${missing[*]}'"
        fi
        privilege=(sudo -n)
    fi
    run_apt "${missing[@]}"
}

run_apt() {
    local apt=("${privilege[@]}" env DEBIAN_FRONTEND=noninteractive LC_ALL=C
        apt-get -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0)
    local options=(--no-remove --no-install-recommends) log size
    log=$(mktemp)
    say "packages of $system_name to install: $*"
    # A broken source elsewhere on the machine is no reason to stop: the next step shows it.
    "${apt[@]}" -qq update >"$log" 2>&1 || sed 's/^/  /' "$log" >&2
    size=$("${apt[@]}" install --assume-no "${options[@]}" "$@" 2>&1 |
        sed -n 's/^Need to get \(.*\) of archives.*/\1/p; s/^After this operation, \(.*\) of .*/\1 on the disk/p') || true
    [ -z "$size" ] || say "downloads and disk, from its package archive: ${size//$'\n'/, }"
    if [ -t 2 ]; then
        "${apt[@]}" install --yes "${options[@]}" "$@" >&2 2> >(tee "$log" >&2) && rm -f "$log" && return
    else
        "${apt[@]}" -qq install --yes "${options[@]}" "$@" >"$log" 2>&1 && rm -f "$log" && return
        tail -n 20 "$log" >&2
    fi
    local advice="Run it by hand to see more: sudo apt-get install ${options[*]} $*"
    if grep -q 'Unable to locate package\|no installation candidate' "$log" && [ "$system_id" = ubuntu ]; then
        advice='Ubuntu keeps some in its "universe" part: sudo add-apt-repository universe'
    fi
    rm -f "$log"
    fail "apt-get could not install the packages (see above)" "$advice"
}

# What the set-up says, all on standard error; comparing versions.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

say() { printf 'setup: %s\n' "$*" >&2; }

fail() {
    say "$1"
    shift
    [ $# = 0 ] || printf '  %s\n' "$@" >&2
    exit 1
}

reject_usage() {
    say "$1 (tools/setup.sh --help lists the options)"
    exit 2
}

# is_at_least 2.11.0 2.10: compares the first two numbers.
is_at_least() {
    local have want
    IFS=. read -ra have <<<"$1"
    IFS=. read -ra want <<<"$2"
    ((have[0] > want[0] || (have[0] == want[0] && 10#${have[1]:-0} >= 10#${want[1]:-0})))
}

# show_mb 2450: "2.5 GB"
show_mb() { awk -v mb="$1" 'BEGIN { if (mb < 950) print mb " MB"; else printf "%.1f GB\n", mb / 1000 }'; }

#!/usr/bin/env bash
# Installs what is missing, builds, and runs a scenario.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tools/setup/tree.sh
. "$project/tools/setup/tree.sh"

case ${1:-} in
    --help | -h)
        echo 'Usage: tools/run.sh [SCENARIO] [options of runner run]'
        echo 'Installs what is missing (tools/setup.sh), builds, and runs SCENARIO, else scenarios/quick.toml.'
        echo 'DYNO_BUILD=DIR takes another build folder, made with tools/setup.sh --build DIR.'
        exit
        ;;
    '' | -*) set -- "$project/scenarios/quick.toml" "$@" ;;
esac
build_tree OFF
exec "$tree/bin/runner" run "$@"

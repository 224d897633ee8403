#!/usr/bin/env bash
# tools/run.sh and tools/test.sh configure once, build only what changed, and pass arguments on.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

# cmake, ninja and ctest that write down how they were called; the "build" makes a runner.
give_build_tools() {
    rm "$machine"/bin/{cmake,ninja}
    cat >"$machine/bin/cmake" <<'END'
#!/usr/bin/env bash
echo "cmake $*" >>"$MACHINE/calls"
echo 'cmake speaks'
tree=$DYNO_BUILD/release
case $1 in
    --fresh) mkdir -p "$tree" && touch "$tree/build.ninja" && echo "DYNO_BUILD_TESTS:BOOL=${!##*=}" >"$tree/CMakeCache.txt" ;;
    --build)
        mkdir -p "$tree/bin" && touch "$MACHINE/built"
        printf '#!/usr/bin/env bash\necho "runner $*"\nexit 3\n' >"$tree/bin/runner"
        chmod +x "$tree/bin/runner"
        ;;
esac
END
    # shellcheck disable=SC2016
    printf '#!/usr/bin/env bash\n[ ! -e "$MACHINE/built" ] || echo "ninja: no work to do."\n' >"$machine/bin/ninja"
    # shellcheck disable=SC2016
    printf '#!/usr/bin/env bash\necho "ctest $*" >>"$MACHINE/calls"\n' >"$machine/bin/ctest"
    ln -s /bin/true "$machine/bin/nproc"
    chmod +x "$machine"/bin/{cmake,ninja,ctest}
}

new_machine runs
give_build_tools
run_tool run.sh scenarios/other.toml --quiet
expect_status 3
expect_said 'runner run scenarios/other.toml --quiet'
expect_called "cmake --fresh -S $project -B $build/release --preset release -C $build/setup.cmake -D DYNO_BUILD_TESTS=OFF"
expect_called "cmake --build $build/release"

# The second time nothing is set up, configured or built, and the scenario may be left out.
run_tool run.sh --dry-run
expect_said "runner run $project/scenarios/quick.toml --dry-run"
expect_not_called cmake
[ "$(wc -l <"$machine/out")" = 1 ] || give_up 'said more than the runner does'

# Changed sources are built; changed settings are configured from nothing.
rm "$machine/built"
run_tool run.sh
expect_said "runner run $project/scenarios/quick.toml"
expect_called 'cmake --build'
expect_not_called 'cmake --fresh'
run_setup --without-libtorch
run_tool run.sh
expect_called 'cmake --fresh'
expect_setting DYNO_WITH_LIBTORCH OFF

# The tests join the tree that the runner was built in.
run_tool test.sh
expect_called "cmake -D DYNO_BUILD_TESTS=ON $build/release"
expect_not_called 'cmake --fresh'

# A set-up that fails ends it.
rm -r "$cache" "$machine/network"
run_tool run.sh
expect_status 1
expect_not_said 'runner run'

run_tool run.sh --help
expect_status 0
expect_said 'Usage: tools/run.sh'

new_machine tests
give_build_tools
run_tool test.sh -R some_name
expect_status 0
expect_called "ctest --test-dir $build/release --no-tests=error --output-on-failure -j"
[ -e /dev/nvidia0 ] || expect_called "-LE ^gpu\$ -R some_name"

if [ ! -e /dev/nvidia0 ]; then
    echo 580.95.05 >"$machine/smi_driver"
    run_tool test.sh
    expect_called ctest
    expect_not_called '-LE'
fi

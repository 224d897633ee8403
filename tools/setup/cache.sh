# The cache of downloaded wheels: where it is, whose it is, one writer at a time, disk space.
# It carries a CACHEDIR.TAG, so that back-ups leave it out and --clean knows that it is ours.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

cache_mark="# Made by GpuDyno's tools/setup.sh; tools/setup.sh --clean deletes this folder."

locate_cache() {
    local parent=${XDG_CACHE_HOME:-}
    # A relative XDG_CACHE_HOME is to be ignored, says its specification.
    [[ $parent = /* ]] || parent=${HOME:+$HOME/.cache}
    [[ $parent = /* ]] ||
        fail "no place for the cache: neither XDG_CACHE_HOME nor HOME is an absolute path"
    cache=$parent/gpudyno
}

open_cache() {
    mkdir -p "$cache" 2>/dev/null || true
    [ -w "$cache" ] ||
        fail "cannot write to the cache $cache: set XDG_CACHE_HOME to a folder where you may"
    lock_cache
    [ ! -e "$cache/CACHEDIR.TAG" ] || return 0
    is_ours ||
        fail "$cache is not a cache of this set-up: move it away, or set XDG_CACHE_HOME to another folder"
    printf '%s\n' 'Signature: 8a477f597d28d172789f06886806bc55' "$cache_mark" >"$cache/CACHEDIR.TAG"
}

# The runner keeps what plugins declare in describe/, and may have been there first.
is_ours() {
    grep -qxF "$cache_mark" "$cache/CACHEDIR.TAG" 2>/dev/null ||
        { [ -d "$cache" ] && [ -z "$(find "$cache" -mindepth 1 -maxdepth 1 ! -name lock ! -name describe -print -quit)" ]; }
}

# Holds descriptor 9 until the script ends. --clean deletes the lock with the cache, so a set-up
# that waited for a deleted one opens the new one.
lock_cache() {
    while :; do
        mkdir -p "$cache"
        exec 9>"$cache/lock" || fail "cannot write to the cache $cache"
        if ! flock --nonblock 9; then
            say "waiting for another set-up that holds $cache/lock"
            flock 9
        fi
        [ ! "$cache/lock" -ef /proc/self/fd/9 ] || return 0
    done
}

clean_cache() {
    if [ ! -e "$cache" ] && [ ! -L "$cache" ]; then
        say "no cache at $cache"
        return
    fi
    [ ! -L "$cache" ] || fail "not deleted: $cache is a link to $(readlink "$cache")"
    is_ours ||
        fail "not deleted: $cache has no CACHEDIR.TAG of this set-up and holds other things"
    lock_cache
    local freed
    freed=$(du -s --block-size=MB -- "$cache" | cut -dM -f1)
    rm -rf --one-file-system -- "$cache"
    say "deleted $cache, $(show_mb "$freed") freed"
}

free_mb() { df -Pk -- "$1" | awk 'NR == 2 { print int($4 * 1.024 / 1000) }'; }

require_space() {
    local needed_mb=$1 available_mb
    available_mb=$(free_mb "$cache")
    [ "$available_mb" -ge "$needed_mb" ] ||
        fail "the disk of $cache has $(show_mb "$available_mb") free, and unpacking needs $(show_mb "$needed_mb")" \
            "$space_advice"
}

space_advice='Free some space, or set XDG_CACHE_HOME to a folder on a larger disk.'
fail_for_space() { fail "the disk of $cache is full" "$space_advice"; }

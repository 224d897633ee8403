# Python wheels in the cache, one folder an item: python-3.11 (a virtual environment),
# torch-2.11.0-cp311, cuda-13.0, cudnn-frontend-1.18.0. A folder counts once it holds `complete`.
# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0

# Megabytes to download and on the disk, measured with Python 3.11; a release that is not listed gets
# the figures of 2.15.0.
size_of() {
    case $1 in
        python-*) echo 3 30 ;;
        cudnn-frontend-*) echo 3 9 ;;
        cuda-12.*) echo 730 1220 ;;
        cuda-*) echo 520 860 ;;
        torch-2.10.*) echo 3970 6560 ;;
        torch-2.11.*) echo 2530 4090 ;;
        torch-*) echo 3150 4450 ;;
    esac
}

describe() {
    case $1 in
        python-*) echo "Python environment with pip and jsonschema, for the tests" ;;
        cudnn-frontend-*) echo "cuDNN's C++ front end ${1##*-}, headers only" ;;
        cuda-*) echo "CUDA ${1#cuda-} toolkit parts: runtime, cuBLAS, NVRTC, headers" ;;
        torch-*) echo "PyTorch $(release_of "$1") with its CUDA libraries and cuDNN" ;;
    esac
}

release_of() { sed 's/^torch-//; s/-cp.*//' <<<"$1"; }

find_python() {
    base_python=${PYTHON:-/usr/bin/python3}
    [ -n "${PYTHON:-}" ] || [ -x "$base_python" ] || base_python=$(command -v python3 || true)
    if ! python_version=$("$base_python" -I -c \
        'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null); then
        # Only --offline comes here without the package.
        ((offline)) || fail "'${base_python:-python3}' does not run; PYTHON can name another python3"
        python_version=0
    fi
    python_item=python-$python_version
    venv_python=$cache/$python_item/bin/python
}

is_complete() { [ -e "$cache/$1/complete" ]; }

# Sets missing to those of the needed items that the cache lacks.
list_missing() {
    local item
    missing=()
    for item in "${needed[@]}"; do
        is_complete "$item" || missing+=("$item")
    done
}

fetch_missing() {
    local item
    list_missing
    if ((offline)); then
        for item in "${missing[@]}"; do absent+=("$(show_item "$item")"); done
        [ ${#absent[@]} = 0 ] ||
            fail "--offline, and this is missing (run tools/setup.sh without it to get it):" "${absent[@]}"
    fi
    [ ${#missing[@]} -gt 0 ] || return 0
    open_cache
    list_missing # another set-up may have had the lock until now
    [ ${#missing[@]} -gt 0 ] || return 0
    announce
    for item in "${missing[@]}"; do fetch "$item"; done
}

show_item() {
    local size
    read -ra size < <(size_of "$1")
    echo "$(describe "$1"): $(show_mb "${size[0]}") to download, $(show_mb "${size[1]}") on the disk"
}

announce() {
    local item size total=0
    say "from the Python package index (as pip is set up), into $cache:"
    for item in "${missing[@]}"; do
        say "  $(show_item "$item")"
        read -ra size < <(size_of "$item")
        # While it unpacks, the wheels are still there.
        total=$((total + size[0] + size[1]))
    done
    require_space "$total"
}

fetch() {
    local item=$1 part=$cache/$1.part
    if [ -e "$part" ]; then
        say "$item: an earlier download was cut short; it is done again"
        rm -rf -- "$part/site" "$part/tmp"
    fi
    case $item in
        python-*)
            make_environment "$item"
            return
            ;;
        cudnn-frontend-*) download_wheels "$part" "nvidia-cudnn-frontend==${item##*-}" ;;
        cuda-*) download_wheels "$part" "$(toolkit_requirement "${item#cuda-}")" ;;
        torch-*) download_torch "$part" "$item" ;;
    esac
    say "$item: unpacking"
    run_pip "$part" install --no-deps --no-index --no-compile --no-user --no-warn-script-location \
        --target "$part/site" "$part"/wheels/*.whl
    touch "$part/site/complete"
    rm -rf -- "${cache:?}/$item"
    mv -T -- "$part/site" "$cache/$item"
    rm -rf -- "$part"
}

# A virtual environment holds absolute paths: it is made where it stays.
make_environment() {
    local folder=$cache/$1
    rm -rf -- "$folder"
    "$base_python" -I -m venv "$folder" >&2 ||
        fail "'$base_python -m venv' failed; it needs Python's venv module (Debian: python3-venv)"
    run_pip "$folder" install --no-user --only-binary :all: 'jsonschema==4.*'
    touch "$folder/complete"
}

download_wheels() {
    local part=$1
    shift
    mkdir -p "$part/wheels"
    run_pip "$part" download --only-binary :all: --dest "$part/wheels" "$@"
}

# Everything of torch but what C++ and a plain `import torch` do without; Triton is the largest.
download_torch() {
    local part=$1 version pins toolkit
    version=$(release_of "$2")
    download_wheels "$part" --no-deps "torch==$version"
    mapfile -t pins < <(read_metadata "$part"/wheels/torch-*.whl | sed -n -E \
        '/extra ==/d; s/^Requires-Dist: ((nvidia-|cuda-toolkit|sympy|typing-extensions)[^;]*).*/\1/p')
    [ ${#pins[@]} -gt 2 ] || fail "PyTorch $version of this index names no NVIDIA packages: not a CUDA build"
    # The headers that torch's own list leaves out, in the version that it pins.
    toolkit=$(printf '%s\n' "${pins[@]}" | sed -n -E \
        's/^cuda-toolkit.*==//p; s/^nvidia-cuda-runtime-cu12==([0-9]+\.[0-9]+)\..*/\1.*/p')
    download_wheels "$part" "${pins[@]}" "$(toolkit_requirement "$toolkit")"
}

read_metadata() {
    "$venv_python" -I -c 'import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
name = next(n for n in wheel.namelist() if n.endswith(".dist-info/METADATA"))
sys.stdout.write(wheel.read(name).decode())' "$1"
}

# CUDA 12 has the headers under crt/ in the package that is called nvcc and holds no nvcc.
toolkit_requirement() {
    local version=$1 headers=crt
    case $version in
        12.8) version=12.8.1 ;;
        13.0) version=13.0.2 ;;
        *.*.*) ;;
        *) version=$version'.*' ;;
    esac
    [ "${version%%.*}" -gt 12 ] || headers=nvcc
    echo "cuda-toolkit[cccl,$headers,cublas,cudart,nvrtc]==$version"
}

# run_pip PART COMMAND...: temporary files stay on the disk of the cache, since /tmp is often in
# memory; pip's own cache would only keep the same bytes a second time.
run_pip() {
    local part=$1 command=$2 status=0
    shift 2
    local pip=("$venv_python" -I -m pip --no-cache-dir --disable-pip-version-check "$command")
    mkdir -p "$part/tmp"
    if [ -t 2 ]; then # pip's bars go to the terminal as they are
        { TMPDIR=$part/tmp "${pip[@]}" "$@" 2>&1 >&4 4>&- | watch_pip '.'; } 4>&2 || status=$?
    else
        TMPDIR=$part/tmp "${pip[@]}" --progress-bar off "$@" 2>&1 |
            watch_pip '^ *Downloading|^ERROR|^[A-Za-z.]*Error' || status=$?
    fi
    rm -rf -- "$part/tmp"
    case $status in
        0) ;;
        28) fail_for_space ;;
        *) fail "pip $command failed, as said above: run tools/setup.sh again once that is mended" ;;
    esac
}

# Passes on the lines that match; ends with 28 (ENOSPC) if one of all says that the disk is full.
watch_pip() {
    awk -v shown="$1" '$0 ~ shown { print; fflush() } /No space left on device/ { full = 1 }
        END { exit full ? 28 : 0 }' >&2
}

#!/usr/bin/env bash
# The real python3 and pip with tiny wheels instead of an index: pins are read from torch's own
# metadata, Triton stays out, everything lands in one tree.
# SPDX-License-Identifier: Apache-2.0
# shellcheck source=tests/setup/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/machine.sh"

new_machine with_pip
wheels=$machine/wheels
mkdir "$wheels"
python3 - "$wheels" <<'END'
import sys
import zipfile


def make_wheel(name, version, requires=(), files=()):
    stem = f"{name.replace('-', '_')}-{version}"
    with zipfile.ZipFile(f"{sys.argv[1]}/{stem}-py3-none-any.whl", "w") as wheel:
        info = stem + ".dist-info/"
        lines = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines += [f"Provides-Extra: {e}" for e in ("cccl", "crt", "cublas", "cudart", "nvrtc", "more")]
        lines += [f"Requires-Dist: {r}" for r in requires]
        for path, text in [
            *((f, "") for f in files),
            (info + "METADATA", "\n".join(lines) + "\n"),
            (info + "WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
            (info + "RECORD", ""),
        ]:
            wheel.writestr(path, text)


linux = '; platform_system == "Linux"'
cu13 = "nvidia/cu13/"
make_wheel("jsonschema", "4.0.0", files=["jsonschema.py"])
make_wheel("sympy", "1.14.0", files=["sympy.py"])
make_wheel("triton", "3.6.0", files=["triton.py"])
make_wheel("nvidia-cudnn-frontend", "1.18.0", files=["include/cudnn_frontend.h"])
make_wheel(
    "torch",
    "2.11.0",
    ["sympy>=1.13.3", "networkx", "cuda-toolkit[cublas,nvrtc]==13.0.2" + linux,
     "nvidia-cudnn-cu13==9.19.0.56" + linux, "triton==3.6.0" + linux, 'nvidia-more; extra == "more"'],
    ["torch/lib/libtorch.so", "torch/lib/libtorch_cuda.so", "torch/include/ATen/ATen.h", "torch/version.py"],
)
# A newer toolkit lies there as well: the one that torch pins must be taken.
for version, runtime in ("13.0.2", "13.0.96"), ("13.5.0", "13.5.1"):
    make_wheel("cuda-toolkit", version, [
        'nvidia-cublas==13.1.0.3; extra == "cublas"', f'nvidia-cuda-runtime=={runtime}; extra == "cudart"',
        'nvidia-cuda-nvrtc==13.0.88; extra == "nvrtc"', 'nvidia-cuda-crt==13.0.88; extra == "crt"',
        'nvidia-cuda-cccl==13.0.85; extra == "cccl"'])
    make_wheel("nvidia-cuda-runtime", runtime, files=[cu13 + "include/cuda_runtime.h", cu13 + "lib/libcudart.so.13"])
make_wheel("nvidia-cublas", "13.1.0.3", files=[cu13 + "include/cublasLt.h", cu13 + "lib/libcublasLt.so.13"])
make_wheel("nvidia-cuda-nvrtc", "13.0.88", files=[cu13 + "include/nvrtc.h", cu13 + "lib/libnvrtc.so.13"])
make_wheel("nvidia-cuda-crt", "13.0.88", files=[cu13 + "include/crt/host_config.h"])
make_wheel("nvidia-cuda-cccl", "13.0.85", files=[cu13 + "include/nv/target"])
make_wheel("nvidia-cudnn-cu13", "9.19.0.56", files=["nvidia/cudnn/include/cudnn.h", "nvidia/cudnn/lib/libcudnn.so.9"])
END

real_python=$(PATH=/usr/bin:/bin type -P python3)
use_wheels=(PYTHON="$real_python" PIP_NO_INDEX=1 PIP_FIND_LINKS="$wheels" PIP_USER=1)
run_setup "${use_wheels[@]}"
expect_status 0
site=$(sed -n 's/^set(DYNO_LIBTORCH_ROOT \[\[\(.*\)\/torch\]\].*/\1/p' "$build/setup.cmake")
[[ $site == "$cache"/torch-2.11.0-cp3* ]] || give_up "LibTorch is at $site"
for file in torch/lib/libtorch.so sympy.py nvidia/cu13/lib/libcudart.so.13 nvidia_cuda_runtime-13.0.96.dist-info \
    toolkit/lib/libcublasLt.so toolkit/lib64/libnvrtc.so toolkit/include/crt/host_config.h toolkit/include/nv/target; do
    expect_file "$site/$file"
done
expect_no_file "$site/triton.py"
expect_no_file "$site/nvidia_cuda_runtime-13.5.1.dist-info"
expect_setting CUDAToolkit_ROOT "$site/toolkit"
expect_setting DYNO_CUDNN_ROOT "$site/nvidia/cudnn"
expect_setting DYNO_CUDNN_FRONTEND_ROOT "$cache/cudnn-frontend-1.18.0"
[ -z "$(find "$cache" -name '*.part' -print -quit)" ] || give_up 'a part was left in the cache'

run_setup "${use_wheels[@]}"
expect_silent

# A release that the index does not have.
run_setup "${use_wheels[@]}" --torch 2.13.0
expect_status 1
expect_said 'No matching distribution found for torch==2.13.0'
expect_said 'pip download failed'

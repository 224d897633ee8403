"""Our matrix products beside PyTorch's torch.mm, taking turns on one card.

    python3 compare_gemm.py BUILD_FOLDER [--size 8192] [--output FILE.jsonl]

Prints a table and exits with 1 if a product is slower than 0.99 of PyTorch's.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import importlib.util
import json
import os
import pathlib
import statistics
import sys

from turns import Side, speed_ratio, take_turns

LEAST_RATIO = 0.99
HERE = pathlib.Path(__file__).resolve().parent


def same_libraries():
    """Our side's environment: with the cuBLAS that PyTorch brings, so that one library is measured."""
    packages = pathlib.Path(importlib.util.find_spec("torch").origin).parents[1]
    folders = sorted({str(library.parent) for library in packages.glob("nvidia/*/lib/libcublas*.so.*")})
    return dict(os.environ, LD_LIBRARY_PATH=os.pathsep.join(folders)) if folders else None


def compare(build, dtype, size, transpose, options):
    ours = [build / "tests" / "turn_taker", build / "plugins" / "gemm_cuda.so", "gemm", f"dtype={dtype}",
            f"size={size}", f"transpose={transpose}"]
    theirs = [sys.executable, HERE / "pytorch_gemm.py", f"dtype={dtype}", f"size={size}"]
    with Side(ours, same_libraries()) as us, Side(theirs) as them:
        our_windows, their_windows = take_turns(us, them, options.windows, options.seconds, options.warm)
        report = us.ask("report")
    flop = 2 * size**3
    speeds = [flop / statistics.median(w["wall_s"] for w in windows) / 1e12
              for windows in (our_windows, their_windows)]
    return dict(case="gemm", dtype=dtype, size=size, transpose=transpose, ours_tflops=speeds[0],
                pytorch_tflops=speeds[1], ratio=speed_ratio(our_windows, their_windows),
                torch=them.ready["torch"], device=them.ready["device"], notes=report["notes"],
                ours_s=[w["wall_s"] for w in our_windows], pytorch_s=[w["wall_s"] for w in their_windows])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--size", type=int, default=8192)
    parser.add_argument("--dtypes", default="bf16,fp16,tf32,fp32")
    parser.add_argument("--transposes", default="tn,nn")
    parser.add_argument("--windows", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--warm", type=float, default=4.0)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()

    slow = 0
    print(f"{'dtype':6} {'layout':7} {'ours':>10} {'torch.mm':>10} {'ratio':>7}   TFLOP/s", flush=True)
    for dtype in options.dtypes.split(","):
        for transpose in options.transposes.split(","):
            row = compare(options.build, dtype, options.size, transpose, options)
            slow += row["ratio"] < LEAST_RATIO
            print(f"{dtype:6} {transpose:7} {row['ours_tflops']:10.1f} {row['pytorch_tflops']:10.1f} "
                  f"{row['ratio']:7.4f}", flush=True)
            if options.output:
                with options.output.open("a") as file:
                    file.write(json.dumps(row) + "\n")
    sys.exit(1 if slow else 0)


if __name__ == "__main__":
    main()

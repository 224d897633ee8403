"""Our training steps beside PyTorch's, taking turns on one card, and their losses from equal weights.

    python3 compare_training.py BUILD_FOLDER [--cases NAME,...] [--output FILE.jsonl]

Both networks must be finite, and both losses are printed: with PyTorch's own defaults (scale 65536, learning
rate 0.1) the float16 network is NaN within seconds and then runs faster. Exits with 1 if a case is slower
than its least ratio, takes over 2 % more memory at its peak, or strays from PyTorch's losses.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys

from turns import Side, take_turns

HERE = pathlib.Path(__file__).resolve().parent
MOST_MEMORY = 1.02
FAST = dict(layout="channels_last", optimizer="fused")
LARGE, GRAPH, SMALL, SMALL_GRAPH = 0.98, 0.99, 1.15, 1.00  # least speeds over PyTorch's


def cases():
    """Name: parameters, least ratio, windows, processes a side (the best of them counts)."""
    large = dict(batch=256)
    yield "fp32", dict(large, precision="fp32", optimizer="fused"), LARGE, 5, 1
    yield "tf32", dict(large, precision="tf32", optimizer="fused"), LARGE, 5, 1
    # cuDNN's choice of plans moves this one by 7 % from process to process.
    yield "fp16_nchw", dict(large, precision="fp16_amp", optimizer="fused"), LARGE, 5, 3
    for precision in ("fp16_amp", "bf16_amp"):
        yield precision, dict(large, precision=precision, **FAST), LARGE, 5, 1
        yield f"{precision}_graph", dict(large, precision=precision, execution="graph", **FAST), GRAPH, 5, 1
    for batch in (1, 8, 32):
        small = dict(batch=batch, precision="fp16_amp", **FAST)
        yield f"batch_{batch}", small, SMALL, 12, 1
        yield f"batch_{batch}_graph", dict(small, execution="graph"), SMALL_GRAPH, 12, 1


def words(parameters):
    return [f"{key}={value}" for key, value in parameters.items()]


def run(build, parameters, windows, options):
    ours = [build / "tests" / "turn_taker", build / "plugins" / "resnet_training.so", "resnet_training"]
    theirs = [sys.executable, HERE / "pytorch_training.py"]
    with Side(ours + words(parameters)) as us, Side(theirs + words(parameters)) as them:
        our_windows, their_windows = take_turns(us, them, windows, options.seconds, options.warm)
        report = us.ask("report")
    last = their_windows[-1]
    return dict(
        ours_s=[w["wall_s"] for w in our_windows], pytorch_s=[w["wall_s"] for w in their_windows],
        our_loss=report["metrics"]["last_loss"], pytorch_loss=last["loss"],
        our_peak=report["metrics"]["peak_allocated"], pytorch_peak=last["peak_bytes"],
        torch=them.ready["torch"], device=them.ready["device"], notes=report["notes"])


def compare(build, name, parameters, least, windows, processes, options):
    runs = [run(build, parameters, windows, options) for _ in range(processes)]
    ours, theirs = (min(statistics.median(r[side]) for r in runs) for side in ("ours_s", "pytorch_s"))
    finite = all(r[loss] is not None and math.isfinite(r[loss]) for r in runs for loss in ("our_loss", "pytorch_loss"))
    memory = max(r["our_peak"] / r["pytorch_peak"] for r in runs)
    return dict(case=name, parameters=parameters, our_img_s=parameters["batch"] / ours,
                pytorch_img_s=parameters["batch"] / theirs, ratio=theirs / ours, least=least, memory_ratio=memory,
                our_loss=runs[-1]["our_loss"], pytorch_loss=runs[-1]["pytorch_loss"],
                held=finite and theirs / ours >= least and memory <= MOST_MEMORY, runs=runs)


def losses(build, precision, count, tolerance):
    """The first losses of both from equal weights and images, by the same plans of cuDNN: without its
    benchmark, and without those that add up in another order each time, since training enlarges the last
    bit a thousandfold in ten steps."""
    parameters = dict(batch=32, precision=precision, initialisation="formula", cudnn_benchmark="false",
                      deterministic="true", **FAST)
    ours = subprocess.run([build / "tests" / "training_losses", str(count), *words(parameters)],
                          check=True, capture_output=True, text=True)
    our_losses = json.loads(ours.stdout)["losses"]
    with Side([sys.executable, HERE / "pytorch_training.py", *words(parameters)]) as them:
        their_losses = them.ask(f"losses {count}")["losses"]
    worst = max(abs(a - b) / abs(b) for a, b in zip(our_losses, their_losses, strict=True))
    return dict(case=f"losses_{precision}", ours=our_losses, pytorch=their_losses, worst=worst, tolerance=tolerance,
                held=worst <= tolerance)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--cases", help="names, with commas between; default: all")
    parser.add_argument("--seconds", type=float, default=0.6)
    parser.add_argument("--warm", type=float, default=5.0)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    chosen = options.cases.split(",") if options.cases else None

    missed = 0

    def keep(row):
        nonlocal missed
        missed += not row["held"]
        if options.output:
            with options.output.open("a") as file:
                file.write(json.dumps(row) + "\n")

    for precision, count, tolerance in (("fp32", 20, 1e-4), ("fp16_amp", 3, 5e-3)):
        if chosen is None or f"losses_{precision}" in chosen:
            try:
                row = losses(options.build, precision, count, tolerance)
            except (RuntimeError, OSError, subprocess.CalledProcessError) as failure:
                keep(dict(case=f"losses_{precision}", held=False, error=str(failure)))
                print(f"losses_{precision:9} {failure}   MISSED", flush=True)
                continue
            keep(row)
            print(f"{row['case']:16} {count} losses differ by at most {row['worst']:.2e}, allowed {tolerance:.0e}"
                  f"{'' if row['held'] else '   MISSED'}", flush=True)
    print(f"{'case':16} {'ours':>9} {'PyTorch':>9} img/s  {'ratio':>6} {'least':>5} {'memory':>7}   losses", flush=True)
    for name, parameters, least, windows, processes in cases():
        if chosen is None or name in chosen:
            try:
                row = compare(options.build, name, parameters, least, windows, processes, options)
            except (RuntimeError, OSError) as failure:
                keep(dict(case=name, held=False, error=str(failure)))
                print(f"{name:16} {failure}   MISSED", flush=True)
                continue
            keep(row)
            print(f"{name:16} {row['our_img_s']:9.1f} {row['pytorch_img_s']:9.1f}        {row['ratio']:6.3f} {least:5.2f} "
                  f"{row['memory_ratio']:7.3f}   {row['our_loss']:.3f} {row['pytorch_loss']}"
                  f"{'' if row['held'] else '   MISSED'}", flush=True)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()

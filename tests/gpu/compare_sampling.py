"""What telemetry costs the measured process: one product with NVML sampled at 10 Hz and with it off, in turns.

    python3 compare_sampling.py BUILD_FOLDER [--size 8192] [--dtype bf16] [--launches 8] [--cpu]

Each turn is one launch of the real runner, alternately with and without --no-telemetry, the first of a pair
changing from pair to pair. Prints both rates and their ratio with a 95 % interval over the pairs; exits with 1
if the interval does not hold 1 and the ratio lies further from 1 than --margin, the difference that counts as
none; if the interval is wider than --resolution either way, since then nothing is shown; or if a launch with
telemetry has fewer samples than 10 Hz gives.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

# Two-sided 95 % quantiles of Student's t by degrees of freedom; more of them count as the last.
STUDENT_95 = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262,
              10: 2.228, 11: 2.201, 12: 2.179, 13: 2.160, 14: 2.145, 15: 2.131, 19: 2.093, 29: 2.045}
LEAST_SAMPLE_RATE_HZ = 8  # of 10: the first and last period of a span are cut


def scenario(options):
    return f"""schema = 1
name = "sampling"
[device]
kind = "{'cpu' if options.cpu else 'cuda'}"
[measure]
launches = 1
warmup_s = {options.warm}
max_warmup_s = {options.warm + 5}
min_time_s = {options.seconds}
max_time_s = {options.seconds}
target_rel_ci = 0.0001
[[case]]
workload = "gemm"
params = {{ size = {options.size}, dtype = "{options.dtype}" }}
"""


def launch(options, folder, samples):
    """Rate in FLOP/s of one launch, and its samples a second (None where there is no telemetry)."""
    output = folder / "run.json"
    output.unlink(missing_ok=True)
    command = [options.build / "bin" / "runner", folder / "sampling.toml", "--output", output, "--quiet"]
    subprocess.run(command + ([] if samples else ["--no-telemetry"]), check=True, stdout=subprocess.DEVNULL)
    one = json.loads(output.read_text())["launches"][0]
    if one["status"] != "ok":
        sys.exit(f"a launch ended {one['status']}: {one.get('reason')}")
    rate = next(m["value"] for m in one["metrics"].values() if m["unit"] == "FLOP/s")
    seen = one.get("telemetry")
    return rate, seen and seen["samples"] / (seen["to_s"] - seen["from_s"])


def student(degrees):
    return STUDENT_95[max(d for d in STUDENT_95 if d <= degrees)]


def ratio_interval(on, off):
    """Geometric mean of the pairs' ratios on/off and its 95 % interval."""
    logs = [math.log(a / b) for a, b in zip(on, off)]
    middle = statistics.mean(logs)
    half = student(len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(middle), math.exp(middle - half), math.exp(middle + half)


def measure_pairs(options):
    """Rates with and without telemetry, pair by pair, and the sample rates seen."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "sampling.toml").write_text(scenario(options))
        launch(options, folder, True)  # the first of a session is thrown away
        on, off, seen = [], [], []
        for pair in range(options.launches):
            for samples in ((True, False) if pair % 2 == 0 else (False, True)):
                rate, sample_rate = launch(options, folder, samples)
                (on if samples else off).append(rate)
                if samples:
                    seen.append(sample_rate)
            print(f"pair {pair + 1}: {on[-1] / 1e12:.3f} with, {off[-1] / 1e12:.3f} without telemetry, TFLOP/s",
                  flush=True)
    return on, off, seen


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--size", type=int, default=8192)
    parser.add_argument("--dtype", default="bf16")
    parser.add_argument("--launches", type=int, default=8, help="pairs; at least 2")
    parser.add_argument("--seconds", type=float, default=3.0, help="measured time of a launch")
    parser.add_argument("--warm", type=float, default=2.0)
    parser.add_argument("--margin", type=float, default=0.002, help="relative difference that counts as none")
    parser.add_argument("--resolution", type=float, default=0.01, help="half-width of the interval at most")
    parser.add_argument("--cpu", action="store_true", help="on the CPU, which has no telemetry: tries this program")
    options = parser.parse_args()
    if options.launches < 2:
        parser.error("--launches must be at least 2")

    on, off, seen = measure_pairs(options)
    ratio, low, high = ratio_interval(on, off)
    print(f"with telemetry    {statistics.median(on) / 1e12:.3f} TFLOP/s")
    print(f"without telemetry {statistics.median(off) / 1e12:.3f} TFLOP/s")
    print(f"ratio {ratio:.5f}, 95 % interval {low:.5f} to {high:.5f}, {len(on)} pairs")
    differs = not low <= 1 <= high and abs(ratio - 1) > options.margin
    if differs:
        print(f"differs by more than noise and {options.margin:.1%}")
    too_noisy = math.sqrt(high / low) - 1 > options.resolution
    if too_noisy:
        print(f"the interval is wider than {options.resolution:.1%} either way: nothing is shown (more --launches)")
    too_few = not options.cpu and min(rate or 0 for rate in seen) < LEAST_SAMPLE_RATE_HZ
    if too_few:
        print(f"telemetry took only {min(rate or 0 for rate in seen):.1f} samples a second")
    sys.exit(1 if differs or too_noisy or too_few else 0)


if __name__ == "__main__":
    main()

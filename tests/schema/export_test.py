#!/usr/bin/env python3
"""What other tools read of an export: Google Benchmark's JSON and github-action-benchmark's.

Usage: export_test.py shape RESULTS RUN_FILE
       export_test.py compare RESULTS RUN_FILE COMPARE_PY PYTHON...

`shape` holds the exports against the fields that tools read. `compare` lets google/benchmark's own
tools/compare.py (Debian: libbenchmark-tools, and python3-scipy) compare the export of a run with
that of the same run made 5 % slower, by the first PYTHON that has its packages (another one may
come before the distribution's on the path); it ends with 77 if the script or its packages are
missing.

SPDX-License-Identifier: Apache-2.0
"""
import copy
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

NOT_INSTALLED = 77
# tools/gbench/util.py and report.py of google/benchmark read these.
REPETITION = {
    "name": str, "run_name": str, "run_type": str, "family_index": int,
    "per_family_instance_index": int, "repetitions": int, "repetition_index": int, "threads": int,
    "iterations": int, "real_time": (int, float), "cpu_time": (int, float), "time_unit": str,
}
CONTEXT = {
    "date": str, "host_name": str, "executable": str, "num_cpus": int, "mhz_per_cpu": int,
    "cpu_scaling_enabled": bool, "caches": list, "load_avg": list, "library_version": str,
    "library_build_type": str, "json_schema_version": int,
}
# extractGoogleCppResult() of benchmark-action/github-action-benchmark, src/extract.ts.
GITHUB_ACTION = ("name", "real_time", "time_unit", "iterations", "cpu_time", "threads")


def export(program, run, form):
    done = subprocess.run([program, "export", run, "--to", form], capture_output=True, check=True)

    def refuse(word):
        raise ValueError(f"{form}: {word} is no JSON")

    return json.loads(done.stdout, parse_constant=refuse)


def ok_times(run):
    """Times of the launches that were ok, by the label of their case."""
    times = {}
    for launch in run["launches"]:
        if launch["status"] == "ok" and "time" in launch["metrics"]:
            label = run["cases"][launch["case"]]["label"]
            times.setdefault(label, []).append(launch["metrics"]["time"]["value"])
    return times


def expect(truth, what):
    if not truth:
        sys.exit(f"export: {what}")


def expect_fields(here, fields, what):
    for key, kind in fields.items():
        expect(key in here, f"{what} has no {key}")
        is_kind = isinstance(here[key], kind) and (kind is bool or not isinstance(here[key], bool))
        expect(is_kind, f"{what}: {key} is {here[key]!r}")


def near(a, b):
    return abs(a - b) <= 1e-5 * abs(b)  # numbers of six digits and more


def check_google_benchmark(document, times):
    expect_fields(document["context"], CONTEXT, "context")
    seen = {}
    for one in document["benchmarks"]:
        expect_fields(one, REPETITION, one.get("name", "a benchmark"))
        expect(one["run_type"] == "iteration", "repetitions are iterations, not aggregates")
        expect(one["time_unit"] == "ns", "times are in ns")
        expect(one["iterations"] >= 1, "iterations are counted")
        expect(one["repetition_index"] == len(seen.setdefault(one["name"], [])),
               "repetitions are numbered from 0")
        seen[one["name"]].append(one)
    expect(seen.keys() == times.keys(), f"cases: {sorted(seen)} instead of {sorted(times)}")
    for label, all_of_it in seen.items():
        expect(len(all_of_it) == len(times[label]), f"{label}: one repetition a launch")
        for one, time in zip(all_of_it, times[label]):
            expect(one["repetitions"] == len(all_of_it), f"{label}: repetitions")
            expect(near(one["real_time"], time * 1e9), f"{label}: {one['real_time']} ns")
    expect(sum(map(len, seen.values())) >= 8, "too little was exported to have been checked")


def check_github_action(document, times):
    benchmarks = document["benchmarks"]
    for one in benchmarks:
        for key in GITHUB_ACTION:
            expect(key in one, f"github-action: no {key}")
            expect(one[key] is not None, f"github-action: {key} is null")
        expect(one["time_unit"] in ("ns", "us", "ms", "s"), "github-action: the unit of time")
        middle = statistics.median(times[one["name"]]) * 1e9
        expect(near(one["real_time"], middle), f"{one['name']}: the median of the launches")
    names = [one["name"] for one in benchmarks]
    # The action pairs by name and keeps the last of equal ones.
    expect(sorted(names) == sorted(times), f"github-action: one entry a case, not {names}")


def made_slower(run):
    run = copy.deepcopy(run)
    for launch in run["launches"]:
        for name, metric in launch["metrics"].items():
            if name in ("time", "cpu_time"):
                metric["value"] *= 1.05
                metric.pop("samples", None)
    return run


def has_packages(python):
    try:
        return subprocess.run([python, "-c", "import numpy, scipy.stats"], capture_output=True,
                              check=False).returncode == 0
    except OSError:
        return False


def compare(program, run_path, script, *pythons):
    python = next(filter(has_packages, pythons), None)
    if not Path(script).is_file() or python is None:
        print(f"skipped: '{script}' or its Python packages numpy and scipy are not installed")
        sys.exit(NOT_INSTALLED)
    run = json.loads(Path(run_path).read_text())
    times = ok_times(run)
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, one in (("base", run), ("new", made_slower(run))):
            (Path(folder) / "run.json").write_text(json.dumps(one))
            paths.append(Path(folder) / f"{name}.json")
            paths[-1].write_text(json.dumps(
                export(program, Path(folder) / "run.json", "google-benchmark")))
        done = subprocess.run([python, script, "--no-color", "benchmarks", *paths],
                              capture_output=True, text=True, check=False)
    print(done.stdout + done.stderr)
    expect(done.returncode == 0, f"compare.py ended with {done.returncode}")
    for label, all_times in times.items():
        rows = re.findall(rf"^{re.escape(label)} +\+0\.0500 ", done.stdout, re.MULTILINE)
        expect(len(rows) == len(all_times), f"{label}: {len(rows)} rows with +0.0500")
        tested = rf"^{re.escape(label)}_pvalue .*U Test, Repetitions: {len(all_times)} vs"
        expect(re.search(tested, done.stdout, re.MULTILINE), f"{label}: no U test")


def main():
    what, program, run_path, *rest = sys.argv[1:]
    if what == "compare":
        compare(program, run_path, *rest)
        return
    times = ok_times(json.loads(Path(run_path).read_text()))
    check_google_benchmark(export(program, run_path, "google-benchmark"), times)
    check_github_action(export(program, run_path, "github-action"), times)
    print(f"{len(times)} cases: both exports have what is read of them")


if __name__ == "__main__":
    main()

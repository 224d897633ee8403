"""The facts of a run file beside what nvidia-smi says of the same GPU, field by field.

    python3 check_fingerprint.py BUILD_FOLDER [--run FILE] [--smi FILE.xml]

Runs a small product on the first GPU, or reads a run file; asks `nvidia-smi -q -x`, or reads its output.
Prints a table and exits with 1 if a value differs, if a fact is null that nvidia-smi knows, or if one is
known that nvidia-smi says is not there. The values that move are held against a tolerance.
SPDX-License-Identifier: Apache-2.0
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ABSENT = {"", "N/A", "[N/A]", "[Not Supported]", "Not Supported", "Unknown Error",
          "Requested functionality has been deprecated"}

SCENARIO = """schema = 1
name = "fingerprint"
[device]
kind = "cuda"
[measure]
launches = 1
warmup_s = 0.2
max_warmup_s = 1.0
min_time_s = 1.5
max_time_s = 2.0
[[case]]
workload = "gemm"
params = { size = 2048 }
"""


def number(text):
    found = re.match(r"\s*(-?\d+(?:\.\d+)?)", text)
    return float(found[1]) if found else None


def switch(text):
    return {"Enabled": True, "Yes": True, "Disabled": False, "No": False}.get(text.strip())


def plain(text):
    return text.strip()


def bus_id(text):
    """nvidia-smi writes the domain with eight digits and capitals, CUDA with four and none."""
    domain, rest = text.strip().lower().split(":", 1)
    return f"{int(domain, 16):04x}:{rest}"


def mib(text):
    value = number(text)
    return None if value is None else value * 2**20


def compute_mode(text):
    return text.strip().lower()  # "Exclusive_Process"


# fact, places in nvidia-smi's XML below <gpu> (the first that holds a value), how its text is read, and how far the
# two may lie apart: 0 is exact, else absolute in the fact's unit.
FIELDS = [
    ("gpu.name", ["product_name"], plain, 0),
    ("gpu.uuid", ["uuid"], plain, 0),
    ("gpu.pci_bus_id", ["pci/pci_bus_id"], bus_id, 0),
    ("gpu.vbios_version", ["vbios_version"], plain, 0),
    ("gpu.persistence_mode", ["persistence_mode"], switch, 0),
    ("gpu.compute_mode", ["compute_mode"], compute_mode, 0),
    ("gpu.display_connected", ["display_mode", "display_attached"], switch, 0),
    ("gpu.display_active", ["display_active"], switch, 0),
    ("gpu.ecc_enabled", ["ecc_mode/current_ecc"], switch, 0),
    ("gpu.ecc_pending", ["ecc_mode/pending_ecc"], switch, 0),
    ("gpu.mig_enabled", ["mig_mode/current_mig"], switch, 0),
    ("gpu.mig_pending", ["mig_mode/pending_mig"], switch, 0),
    ("gpu.power_limit_w", ["gpu_power_readings/current_power_limit", "power_readings/enforced_power_limit",
                           "power_readings/power_limit"], number, 0.51),
    ("gpu.power_limit_default_w", ["gpu_power_readings/default_power_limit",
                                   "power_readings/default_power_limit"], number, 0.51),
    ("gpu.power_limit_min_w", ["gpu_power_readings/min_power_limit", "power_readings/min_power_limit"], number,
     0.51),
    ("gpu.power_limit_max_w", ["gpu_power_readings/max_power_limit", "power_readings/max_power_limit"], number,
     0.51),
    ("gpu.sm_clock_max_mhz", ["max_clocks/sm_clock"], number, 0),
    ("gpu.memory_clock_max_mhz", ["max_clocks/mem_clock"], number, 0),
    ("gpu.application_sm_clock_mhz", ["applications_clocks/graphics_clock"], number, 0),
    ("gpu.application_memory_clock_mhz", ["applications_clocks/mem_clock"], number, 0),
    ("gpu.pcie_generation_max", ["pci/pci_gpu_link_info/pcie_gen/max_link_gen"], number, 0),
    ("gpu.pcie_width_max", ["pci/pci_gpu_link_info/link_widths/max_link_width"], number, 0),
    ("gpu.pcie_width", ["pci/pci_gpu_link_info/link_widths/current_link_width"], number, 0),
    # CUDA does not count what the driver keeps: a few hundred MiB less than the framebuffer.
    ("gpu.memory_bytes", ["fb_memory_usage/total"], mib, 3 * 2**30),
    ("gpu.temperature_c", ["temperature/gpu_temp"], number, 25),
]
# nvidia-smi names these otherwise or not at all by driver: known here, they may be missing there.
MAY_BE_MISSING_THERE = {"gpu.application_sm_clock_mhz", "gpu.application_memory_clock_mhz",
                        "gpu.power_limit_min_w"}
# Facts that nvidia-smi does not tell (or only under another count), which must not be null on a data-centre card.
MUST_BE_KNOWN = ["driver.kernel_module", "gpu.compute_capability", "gpu.multiprocessors", "gpu.l2_bytes",
                 "gpu.power_w", "gpu.sm_clock_mhz", "gpu.memory_clock_mhz", "gpu.event_reasons",
                 "gpu.memory_used_bytes", "gpu.compute_processes", "gpu.graphics_processes", "nvml.version"]


def measure(build):
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder) / "fingerprint.toml"
        output = pathlib.Path(folder) / "run.json"
        scenario.write_text(SCENARIO)
        subprocess.run([build / "bin" / "runner", scenario, "--output", output, "--quiet"], check=True)
        return json.loads(output.read_text())


def facts_of(run):
    """Values by name, and the reasons of those that are null."""
    environment = run["environment"]
    return {**environment["circumstances"], **environment["identity"]}, environment.get("unknown", {})


def read_smi(file):
    if file:
        text = file.read_text()
    else:
        text = subprocess.run(["nvidia-smi", "-q", "-x"], check=True, capture_output=True, text=True).stdout
    return xml.etree.ElementTree.fromstring(text)


def find_gpu(smi, uuid):
    for gpu in smi.iter("gpu"):
        if gpu.findtext("uuid", "").strip() == uuid:
            return gpu
    sys.exit(f"nvidia-smi does not show {uuid}")


def text_at(gpu, places):
    """The text of the first place that holds a value; of the last that is there at all, if none does."""
    last = None
    for place in places:
        found = gpu.findtext(place)
        if found is not None:
            last = found.strip()
            if last not in ABSENT:
                return last
    return last


def judge(ours, reason, text, read, tolerance, name):
    """The verdict, "ok" or what is wrong."""
    theirs = None if text is None or text in ABSENT else read(text)
    if ours is None and theirs is None:
        return "ok" if reason else "null without a reason"
    if ours is None:
        return f"wrong null: {reason}"
    if theirs is None:
        return "ok" if name in MAY_BE_MISSING_THERE or text is None else "nvidia-smi has none"
    if isinstance(theirs, float) and not isinstance(ours, (bool, str)):
        return "ok" if abs(ours - theirs) <= tolerance else "differs"
    return "ok" if ours == theirs else "differs"


def compare(run, smi):
    """Rows (fact, ours, theirs, verdict)."""
    facts, reasons = facts_of(run)
    gpu = find_gpu(smi, run["device"]["uuid"])
    for name, text in [("driver.version", smi.findtext("driver_version")),
                       ("driver.cuda", smi.findtext("cuda_version"))]:
        yield name, facts.get(name), text, judge(facts.get(name), reasons.get(name), text, plain, 0, name)
    for name, places, read, tolerance in FIELDS:
        text = text_at(gpu, places)
        if name not in facts:
            yield name, None, text, "the run file has no such fact"
            continue
        yield name, facts[name], text, judge(facts[name], reasons.get(name), text, read, tolerance, name)
    for name in MUST_BE_KNOWN:
        known = facts.get(name) is not None
        yield name, facts.get(name), "", "ok" if known else f"wrong null: {reasons.get(name)}"
    yield ("driver.kernel_module", facts.get("driver.kernel_module"), smi.findtext("driver_version"),
           "ok" if facts.get("driver.kernel_module") == smi.findtext("driver_version") else "differs")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--run", type=pathlib.Path, help="a run file instead of a run")
    parser.add_argument("--smi", type=pathlib.Path, help="the output of `nvidia-smi -q -x` instead of a call")
    options = parser.parse_args()

    run = json.loads(options.run.read_text()) if options.run else measure(options.build)
    rows = list(compare(run, read_smi(options.smi)))
    print(f"{'fact':34} {'run file':38} {'nvidia-smi':38} verdict")
    for name, ours, theirs, verdict in rows:
        print(f"{name:34} {str(ours):38.38} {str(theirs):38.38} {verdict}")
    wrong = sum(verdict != "ok" for *_, verdict in rows)
    print(f"{len(rows)} facts, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

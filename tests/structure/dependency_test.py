#!/usr/bin/env python3
"""Dependencies point one way: which folder may include which, read from the sources.

Usage: dependency_test.py PROJECT_ROOT
SPDX-License-Identifier: Apache-2.0
"""
import re
import sys
from pathlib import Path

# Each folder of core may include itself and these.
GROUND = {"record": set(), "statistics": set(), "display": set()}
ALLOWED = GROUND | {
    "summary": {"record", "statistics", "display"},
    "process": {"record"},
    "plugin": {"record", "process"},
    "scenario": {"record", "display"},
    "device": {"record", "plugin"},
    "telemetry": {"record", "plugin", "device", "statistics"},
    "environment": {"record", "plugin", "process", "device", "telemetry"},
    "measure": {"record", "statistics", "device"},
    "run": {"record", "statistics", "display", "summary", "process", "plugin", "scenario",
            "device", "telemetry", "environment", "measure"},
    "doctor": {"record", "display", "process", "plugin", "scenario", "device", "telemetry",
               "environment", "run"},
    "command": {"record", "statistics", "display", "summary", "process", "plugin", "scenario",
                "telemetry", "environment", "run", "doctor"},
}
# Headers of libraries that one folder alone may know.
ALONE = {
    r"nlohmann/": {"core/record"},
    r"toml\+\+/": {"core/scenario"},
    r"boost/dll": {"core/plugin"},
    r"boost/(asio|process)": {"core/process"},
    r"benchmark/benchmark": {"core/measure"},
    r"CLI/": {"core/command", "tools/results"},
}
FORBIDDEN_IN_HOST = r"^(cuda|cublas|cudnn|nvml|torch/|ATen/|c10/|cblas|openblas)"


def includes(path):
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if found:
            yield number, found[1] == '"', found[2]


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in {".cpp", ".hpp", ".h", ".c"})


def wrong_core_includes(root):
    for path in sources(root / "core"):
        parts = path.relative_to(root / "core").parts
        folder = parts[0] if len(parts) > 1 else "main"
        for number, own, name in includes(path):
            target = name.split("/")[0]
            if own and folder in ALLOWED and target in ALLOWED:
                if target != folder and target not in ALLOWED[folder]:
                    yield f"{path}:{number}: core/{folder} may not include core/{target}"
            elif own and folder == "sdk":
                yield f"{path}:{number}: the SDK stands alone"
            if re.match(FORBIDDEN_IN_HOST, name):
                yield f"{path}:{number}: the host includes no {name}"


def wrong_outside_includes(root):
    for path in sources(root / "plugins"):
        for number, own, name in includes(path):
            if own and name.split("/")[0] in ALLOWED:
                yield f"{path}:{number}: plugins include core/sdk alone, not {name}"
    for path in sources(root / "tools" / "results"):
        for number, own, name in includes(path):
            if own and name.split("/")[0] in set(ALLOWED) - set(GROUND) - {"summary"}:
                yield f"{path}:{number}: tools/results may not include {name}"


def wrong_libraries(root):
    for path in sources(root / "core") + sources(root / "tools"):
        folder = "/".join(path.relative_to(root).parts[:2])
        for number, _, name in includes(path):
            for pattern, alone in ALONE.items():
                if re.match(pattern, name) and folder not in alone:
                    yield f"{path}:{number}: only {', '.join(sorted(alone))} may know {name}"


def main():
    root = Path(sys.argv[1])
    if len(sources(root / "core")) < 50:
        sys.exit("too few sources were found: nothing was checked")
    wrong = [*wrong_core_includes(root), *wrong_outside_includes(root), *wrong_libraries(root)]
    print("\n".join(wrong) or "every include points the right way")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

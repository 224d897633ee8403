#!/usr/bin/env python3
"""One golden case: builds its inputs, runs its command, compares what came out.

Usage: golden.py [--update] PROGRAM CASE_FOLDER

A case folder holds
  command          the words after the program's name, as a shell would split them
  inputs           optional: run files made from ../run.json, see below
  environment      optional: NAME=VALUE lines for the program
  stdout, stderr, status   what must come out; absent: nothing, nothing, 0
  expected/        optional: files that the command must have written
  any other file   is copied as it is

A line of `inputs` is "FILE", which makes FILE a copy of ../run.json, "FILE = OTHER", which makes
it a copy of another file, or "FILE /path OP VALUE", which edits it. A path leads through the JSON
by "/"; "*" takes every element. OP is "=" (VALUE is JSON), "*=" (multiplies numbers), "+=" (adds
to an array) or "delete". "FILE ^ N" cuts it to N bytes; "FILE # TEXT" replaces it by TEXT, a Python
string literal.

SPDX-License-Identifier: Apache-2.0
"""
import ast
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OWN = {"command", "inputs", "environment", "stdout", "stderr", "status", "expected"}


def places(root, path):
    """Each (container, key) that the path leads to."""
    found = [(None, None, root)]
    for step in path.strip("/").split("/"):
        deeper = []
        for _, _, here in found:
            if step == "*":
                keys = range(len(here)) if isinstance(here, list) else list(here)
            else:
                keys = [int(step) if isinstance(here, list) else step]
            for key in keys:
                exists = isinstance(here, list) or key in here
                deeper.append((here, key, here[key] if exists else None))
        found = deeper
    return [(container, key) for container, key, _ in found]


def edit(root, path, operation, value):
    changed = places(root, path)
    if not changed:
        sys.exit(f"inputs: {path} leads nowhere")
    for container, key in changed:
        if operation == "=":
            container[key] = json.loads(value)
        elif operation == "*=":
            container[key] = container[key] * float(value)
        elif operation == "+=":
            container[key].append(json.loads(value))
        elif operation == "delete":
            del container[key]
        else:
            sys.exit(f"inputs: unknown operation {operation}")


def make_inputs(case, folder):
    for line in (case / "inputs").read_text().splitlines():
        words = line.split(maxsplit=3)
        if not words or words[0].startswith("//"):
            continue
        path = folder / words[0]
        if len(words) == 1:
            shutil.copy(case.parent / "run.json", path)
        elif words[1] == "=":
            shutil.copy(folder / words[2], path)
        elif words[1] == "^":
            path.write_bytes(path.read_bytes()[: int(words[2])])
        elif words[1] == "#":
            text = ast.literal_eval(line.split("#", 1)[1].strip())
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        else:
            root = json.loads(path.read_text())
            edit(root, words[1], words[2], words[3] if len(words) > 3 else "")
            path.write_text(json.dumps(root, indent=1, ensure_ascii=False) + "\n")


def run(program, case, folder):
    for path in case.iterdir():
        if path.name not in OWN:
            shutil.copy(path, folder / path.name)
    if (case / "inputs").exists():
        make_inputs(case, folder)
    environment = {"PATH": os.environ["PATH"], "TERM": "dumb"}
    if (case / "environment").exists():
        lines = (case / "environment").read_text().split("\n")
        environment.update(line.split("=", 1) for line in lines if line)
    words = shlex.split((case / "command").read_text())
    done = subprocess.run([program, *words], cwd=folder, env=environment, capture_output=True,
                          stdin=subprocess.DEVNULL, timeout=60)
    return {"stdout": done.stdout, "stderr": done.stderr, "status": b"%d\n" % done.returncode}


def expected(case, name):
    path = case / name
    if path.exists():
        return path.read_bytes()
    return b"0\n" if name == "status" else b""


def show_difference(name, wanted, got):
    with tempfile.TemporaryDirectory() as folder:
        for side, text in (("wanted", wanted), ("got", got)):
            (Path(folder) / side).write_bytes(text)
        subprocess.run(["diff", "-u", "--label", f"{name} wanted", "--label", f"{name} got",
                        "wanted", "got"], cwd=folder)


def main():
    words = sys.argv[1:]
    update = words[0] == "--update"
    program, case = os.path.abspath(words[-2]), Path(words[-1])
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        came = run(program, case, folder)
        for path in sorted((case / "expected").glob("*")):
            written = folder / path.name
            came[f"expected/{path.name}"] = written.read_bytes() if written.exists() else b""
        for name, got in came.items():
            if update:
                if got != (b"0\n" if name == "status" else b""):
                    (case / name).write_bytes(got)
                elif (case / name).exists() and not name.startswith("expected/"):
                    (case / name).unlink()
            elif got != expected(case, name):
                failed = True
                show_difference(name, expected(case, name), got)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

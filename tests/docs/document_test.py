#!/usr/bin/env python3
"""Runs the commands of a document and compares what they print with what the document shows.

Usage: document_test.py [--update] RESULTS PROJECT_ROOT DOCUMENT

A block that is fenced as `console` holds commands behind "$ " and what each prints, standard output
and error together. Commands of one document run one after the other in one folder, which begins as
a copy of the project's results/reference/ at the same path. `results`, `cd`, `grep` and `echo $?` may
stand there; what builds, measures or downloads belongs in a block fenced as `sh`,
which is only read. A line "…" stands for any number of lines.

SPDX-License-Identifier: Apache-2.0
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import code_block

ALLOWED = re.compile(r"(results|cd|grep|echo \$\?)( |$)")
FEWEST_COMMANDS = 2
ANY_LINES = "…"


class shell:
    """Runs commands one by one and keeps the folder and the last status between them."""

    def __init__(self, program, folder):
        self.folder, self.status = folder, 0
        tools = folder / ".tools"
        tools.mkdir()
        (tools / "results").symlink_to(program)
        self.environment = {"PATH": f"{tools}:{os.environ['PATH']}", "TERM": "dumb",
                            "LC_ALL": "C.UTF-8"}

    def run(self, command):
        read, write = os.pipe()
        script = f"(exit {self.status}); {command}\nstatus=$?; pwd >&{write}; exit $status"
        done = subprocess.run(["bash", "-c", script], cwd=self.folder, env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, pass_fds=(write,), timeout=60, check=False)
        os.close(write)
        with os.fdopen(read) as pipe:
            self.folder = Path(pipe.read().strip() or self.folder)
        self.status = done.returncode
        return done.stdout.decode().splitlines()


def commands(block):
    """(command, what it shall print) of one block. A command goes on behind a backslash."""
    found = []
    goes_on = False
    for line in block:
        if goes_on:
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], []])
        elif found:
            found[-1][1].append(line)
        else:
            sys.exit(f"a console block begins with no command: {line}")
        goes_on = (goes_on or line.startswith("$ ")) and line.endswith("\\")
    return found


def fits(wanted, got):
    if ANY_LINES not in wanted:
        return wanted == got
    pattern = "".join("(?:.*\n)*?" if line == ANY_LINES else re.escape(line) + "\n"
                      for line in wanted)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def main():
    words = sys.argv[1:]
    update = words[0] == "--update"
    program, root, document = Path(words[-3]).resolve(), Path(words[-2]), Path(words[-1])
    lines = document.read_text().splitlines()
    count, wrong, edits = 0, [], []
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        shutil.copytree(root / "results" / "reference", folder / "results" / "reference")
        here = shell(program, folder)
        for first, end in code_block.places(lines, "console"):
            text = []
            for command, wanted in commands(lines[first:end]):
                if not ALLOWED.match(command):
                    sys.exit(f"{document}: '{command}' is not for this test: fence it as sh")
                got = here.run(command)
                count += 1
                if not fits(wanted, got):
                    wrong += [f"{document}:{first + 1}: $ {command}",
                              *difflib.unified_diff(wanted, got, "shown", "printed", lineterm="")]
                    wanted = got
                text += [*("$ " + command).split("\n"), *wanted]
            edits.append((first, end, text))
    if update:
        for first, end, text in reversed(edits):
            lines[first:end] = text
        document.write_text("\n".join(lines) + "\n")
        return
    if count < FEWEST_COMMANDS:
        wrong.append(f"{document}: only {count} commands were found: was anything checked?")
    print("\n".join(wrong) or f"{count} commands print what {document.name} shows")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

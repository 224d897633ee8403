#!/usr/bin/env python3
"""Every scenario that a document shows passes `runner check`.

A block fenced as `toml` that begins with `schema` is a whole scenario. Any other is a part of one:
it is put behind `schema = 1` and, for its levers, cases that they pair. Ends with 77 where python3
has no tomllib (before 3.11).

Usage: scenario_document_test.py RUNNER DOCUMENT [PLUGIN_FOLDER...]
SPDX-License-Identifier: Apache-2.0
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import code_block

NOT_INSTALLED = 77
FEWEST_BLOCKS = 2


def cases_for(part, tomllib):
    """Cases that the part's levers pair, or one of any workload where it has neither."""
    whole = tomllib.loads(part)
    text = ""
    for lever in whole.get("lever", []):
        after = lever.get("to", {})
        sweep = ", ".join(f"{key} = [{json.dumps(before)}, {json.dumps(after.get(key))}]"
                          for key, before in lever.get("from", {}).items())
        text += f'[[case]]\nworkload = "{lever.get("workload")}"\nsweep = {{ {sweep} }}\n'
    if not text and "case" not in whole:
        text = '[[case]]\nworkload = "gemm"\n'
    return text


def main():
    try:
        import tomllib
    except ImportError:
        print("skipped: this python3 has no tomllib")
        sys.exit(NOT_INSTALLED)
    runner, document, *folders = sys.argv[1:]
    plugins = [word for folder in folders for word in ("--plugins", folder)]
    blocks = code_block.texts(document, "toml")
    failed = len(blocks) < FEWEST_BLOCKS
    with tempfile.TemporaryDirectory() as folder:
        for line, text in blocks:
            if not text.startswith("schema"):
                # Top-level keys come before tables.
                text = "schema = 1\n" + text + cases_for(text, tomllib)
            path = Path(folder) / f"line_{line}.toml"
            path.write_text(text)
            done = subprocess.run([runner, "check", path, *plugins], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
            print(f"{document}:{line}: {'good' if done.returncode == 0 else 'refused'}\n"
                  f"{done.stdout}")
            failed = failed or done.returncode != 0
    print(f"{len(blocks)} blocks")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

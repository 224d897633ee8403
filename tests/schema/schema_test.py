#!/usr/bin/env python3
"""The run file's JSON Schema against the reader: both must take and refuse the same files.

Every key of a run file is left out once and given a value of another kind once; the independent
validator (the Python package jsonschema) and `results show` must agree each time.

Usage: schema_test.py RESULTS SCHEMA RUN_FILE [RUN_FILE...]
SPDX-License-Identifier: Apache-2.0
"""
import copy
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema

# Whole numbers of 2^63 and more are "number" to the schema, and refused by the reader wherever a
# value may be of several kinds.
TOO_LARGE = 2**63


def paths(here, at=""):
    """Every place of a document, one element for each array."""
    items = here.items() if isinstance(here, dict) else enumerate(here[:1])
    for key, value in items:
        path = f"{at}/{key}"
        yield path, key, value
        if isinstance(value, (dict, list)):
            yield from paths(value, path)


def container(root, path):
    for step in path.strip("/").split("/")[:-1]:
        root = root[int(step) if isinstance(root, list) else step]
    return root


def other_kinds(value):
    """Values of kinds that the original is not."""
    for other in (None, True, 7, -1, 0.5, "a text", [], {}, ["x"], TOO_LARGE):
        if type(other) is not type(value) or other in (-1, TOO_LARGE):
            yield other


def mutants(run):
    for path, key, value in paths(run):
        here = container(run, path)
        if isinstance(here, dict):
            changed = copy.deepcopy(run)
            del container(changed, path)[key]
            yield f"{path} left out", changed
        for other in other_kinds(value):
            changed = copy.deepcopy(run)
            container(changed, path)[key] = other
            yield f"{path} = {json.dumps(other)}", changed


def main():
    program, schema_path, *files = sys.argv[1:]
    schema = json.loads(Path(schema_path).read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    wrong = []
    for name in files:
        for problem in validator.iter_errors(json.loads(Path(name).read_text())):
            wrong.append(f"{name}: {problem.json_path}: {problem.message}")
    run = json.loads(Path(files[0]).read_text())
    run["launches"] = run["launches"][:1]
    all_mutants = list(mutants(run))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(4) as pool:

        def judge(numbered):
            number, (what, document) = numbered
            path = Path(folder) / f"{number}.json"
            path.write_text(json.dumps(document))
            done = subprocess.run([program, "show", path], capture_output=True, check=False)
            if done.returncode not in (0, 3):
                return f"{what}: results ended with {done.returncode}"
            reads, fits = done.returncode == 0, validator.is_valid(document)
            if reads != fits and not (fits and what.endswith(f"= {TOO_LARGE}")):
                said = "takes" if reads else "refuses"
                return f"{what}: the reader {said} it, the schema does not: {done.stderr.decode()}"
            return None

        wrong += [found for found in pool.map(judge, enumerate(all_mutants)) if found]
    if len(all_mutants) < 300:
        wrong.append(f"only {len(all_mutants)} changed files were tried")
    print("\n".join(wrong) or f"{len(all_mutants)} changed files: reader and schema agree")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

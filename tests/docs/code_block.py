"""Fenced blocks of a document, by language. As a program it writes the only one out:

Usage: code_block.py DOCUMENT LANGUAGE OUTPUT

SPDX-License-Identifier: Apache-2.0
"""
import sys
from pathlib import Path


def places(lines, language):
    """(first, end) of what stands inside each block that is fenced as `language`."""
    begin = None
    for number, line in enumerate(lines):
        if begin is None and line.strip() == f"```{language}":
            begin = number + 1
        elif begin is not None and line.strip() == "```":
            yield begin, number
            begin = None
    if begin is not None:
        sys.exit(f"a block of {language} is not closed")


def texts(document, language):
    """(line, text) of each block."""
    lines = Path(document).read_text().splitlines()
    return [(first + 1, "\n".join(lines[first:end]) + "\n") for first, end in places(lines, language)]


def only_text(document, language):
    found = texts(document, language)
    if len(found) != 1:
        sys.exit(f"{document}: {len(found)} blocks of {language}, not one")
    return found[0][1]


if __name__ == "__main__":
    Path(sys.argv[3]).write_text(only_text(sys.argv[1], sys.argv[2]))

#!/usr/bin/env python3
"""What docs/writing-a-plugin.md shows is what tools/plugin_template holds, which another test builds.

Usage: plugin_document_test.py DOCUMENT TEMPLATE_FOLDER
SPDX-License-Identifier: Apache-2.0
"""
import difflib
import sys
from pathlib import Path

import code_block


def without_head(text):
    """A file without the comment at its head, which a document has no use for."""
    lines = text.splitlines(keepends=True)
    while lines and lines[0].startswith("//"):
        del lines[0]
    return "".join(lines)


def main():
    document, template = sys.argv[1], Path(sys.argv[2])
    wrong = []
    for language, name in (("cpp", "axpy.cpp"), ("cmake", "CMakeLists.txt")):
        shown = code_block.only_text(document, language)
        held = without_head((template / name).read_text())
        wrong += difflib.unified_diff(held.splitlines(), shown.splitlines(), name, document,
                                      lineterm="")
    print("\n".join(wrong) or f"{document} shows the files of {template}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes Resources/bundle.c: every file below Resources/decks and Resources/tutorial, by #embed.

With --check nothing is written; the exit status is 1 when the file is out of date.
"""
import argparse
import pathlib
import sys

RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "Resources"

HEAD = """\
// Written by Tools/write-bundle.py; run it after adding, renaming or removing a file.
#include "BundledResources.h"
"""

TAIL = """\
size_t bundled_file_count(void) { return sizeof files / sizeof files[0]; }

bundled_file bundled_file_at(size_t index) { return files[index]; }
"""


def bundled_paths():
    """The files to carry, in a fixed order, as paths below Resources."""
    found = []
    for folder in ("decks", "tutorial"):
        for path in (RESOURCES / folder).rglob("*"):
            relative = path.relative_to(RESOURCES)
            if path.is_file() and not any(part.startswith(".") for part in relative.parts):
                found.append(relative.as_posix())
    return sorted(found)


def bundle(paths):
    """The text of bundle.c."""
    for path in paths:
        if '"' in path or "\\" in path or not (RESOURCES / path).stat().st_size:
            sys.exit(f"{path}: an empty file, or a quote or backslash in the name, cannot be carried")
    arrays = [
        f'static const unsigned char file_{index}[] = {{\n#embed "{path}"\n}};\n'
        for index, path in enumerate(paths)
    ]
    rows = [f'    {{"{path}", file_{index}, sizeof file_{index}}},' for index, path in enumerate(paths)]
    table = "static const bundled_file files[] = {\n" + "\n".join(rows) + "\n};\n"
    return "\n".join([HEAD, *arrays, table, TAIL])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say whether it is up to date")
    arguments = parser.parse_args()
    target = RESOURCES / "bundle.c"
    text = bundle(bundled_paths())
    if target.exists() and target.read_text(encoding="utf-8") == text:
        return
    if arguments.check:
        sys.exit("Resources/bundle.c is out of date; run Tools/write-bundle.py")
    target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()

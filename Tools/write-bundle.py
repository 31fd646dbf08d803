#!/usr/bin/env python3
"""Writes Resources/bundle.c: every file below Resources/decks and Resources/tutorial, embedded.

Usage: Tools/write-bundle.py [--check]

With --check nothing is written; the exit status is 1 when bundle.c is stale.
"""
import argparse
import pathlib
import sys

RESOURCES = pathlib.Path(__file__).resolve().parent.parent / "Resources"
TARGET = RESOURCES / "bundle.c"


def bundled_paths():
    """The paths below Resources of what the program carries, in byte order; hidden files are not."""
    paths = []
    for folder in ("decks", "tutorial"):
        for file in (RESOURCES / folder).rglob("*"):
            path = file.relative_to(RESOURCES)
            if file.is_file() and not any(part.startswith(".") for part in path.parts):
                paths.append(path.as_posix())
    return sorted(paths, key=lambda path: path.encode())


def c_string(path):
    """A C string literal of the path; bytes beyond ASCII as octal escapes, which end by themselves."""
    literal = ""
    for byte in path.encode():
        if byte in b'"\\':
            literal += "\\" + chr(byte)
        elif 0x20 <= byte < 0x7F:
            literal += chr(byte)
        else:
            literal += f"\\{byte:03o}"
    return f'"{literal}"'


def bundle_source(paths):
    lines = [
        "// Written by Tools/write-bundle.py; do not edit.",
        "",
        '#include "BundledResources.h"',
        "",
    ]
    for index, path in enumerate(paths):
        # An embedded file that is empty would leave an empty initialiser, of an array without size.
        lines.append(f"static const unsigned char file_{index}[] = {{")
        lines.append(f"#embed {quoted_for_embed(path)} if_empty(0)")
        lines.append("};")
    lines += ["", "static const bundled_file files[] = {"]
    for index, path in enumerate(paths):
        count = f"sizeof file_{index}" if (RESOURCES / path).stat().st_size else "0"
        lines.append(f"  {{{c_string(path)}, file_{index}, {count}}},")
    if not paths:
        lines.append("  {0},")
    lines += [
        "};",
        "",
        f"size_t bundled_file_count(void) {{ return {len(paths)}; }}",
        "",
        "bundled_file bundled_file_at(size_t index) { return files[index]; }",
        "",
    ]
    return "\n".join(lines)


def quoted_for_embed(path):
    """The path as #embed wants it: no escapes, so a quote or a line break cannot be said."""
    if '"' in path or "\n" in path:
        raise SystemExit(f"write-bundle.py: #embed cannot name {path!r}; rename the file")
    return f'"{path}"'


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit 1 when bundle.c is stale")
    options = parser.parse_args()
    source = bundle_source(bundled_paths())
    if options.check:
        if not TARGET.is_file() or TARGET.read_text(encoding="utf-8") != source:
            print("Resources/bundle.c is stale: run Tools/write-bundle.py", file=sys.stderr)
            return 1
        return 0
    TARGET.write_text(source, encoding="utf-8")
    return 0


sys.exit(main())

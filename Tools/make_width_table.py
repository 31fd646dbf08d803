#!/usr/bin/env python3
"""Writes Sources/TerminalUI/Text/WidthTable+Runs.swift from glibc's wcwidth in C.UTF-8.

Usage: Tools/make_width_table.py > Sources/TerminalUI/Text/WidthTable+Runs.swift
"""
import ctypes
import ctypes.util

libc = ctypes.CDLL(ctypes.util.find_library("c"))
libc.setlocale.restype = ctypes.c_char_p
libc.setlocale.argtypes = [ctypes.c_int, ctypes.c_char_p]
libc.gnu_get_libc_version.restype = ctypes.c_char_p
libc.wcwidth.argtypes = [ctypes.c_int32]
LC_CTYPE = 0
if libc.setlocale(LC_CTYPE, b"C.UTF-8") is None:
    raise SystemExit("make_width_table.py: this system has no locale C.UTF-8")

ranges = []
for scalar in range(0x110000):
    if 0xD800 <= scalar < 0xE000:
        continue
    width = libc.wcwidth(scalar)
    if ranges and ranges[-1][1] == width:
        continue
    ranges.append((scalar, width))

version = libc.gnu_get_libc_version().decode()
print("// Written by Tools/make_width_table.py from glibc's wcwidth; do not edit.\n")
print("extension WidthTable {")
print("  /// The version of glibc whose widths these are.")
print(f'  public static let source = "glibc {version}"\n')
print("  /// Where the width changes, ascending: the first scalar of a run in the upper bits,")
print("  /// its width plus one in the lowest two.")
print("  static let runs: [UInt32] = [")
words = [f"0x{(scalar << 2) | (width + 1):X}" for scalar, width in ranges]
line = "   "
for word in words:
    if len(line) + len(word) + 2 > 100:
        print(line)
        line = "   "
    line += f" {word},"
print(line)
print("  ]")
print("}")

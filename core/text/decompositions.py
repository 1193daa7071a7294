#!/usr/bin/env python3
"""Writes core/text/decompositions.inc from the Unicode Character Database of Python.

Usage: python3 core/text/decompositions.py > core/text/decompositions.inc

Letters up to U+1FFF that are another one with a mark. Hangul has a rule instead.
"""
import unicodedata

pairs = []
for code in range(0x2000):
    decomposition = unicodedata.decomposition(chr(code))
    parts = decomposition.split()
    if len(parts) == 2 and not decomposition.startswith("<"):
        pairs.append([code] + [int(part, 16) for part in parts])

version = unicodedata.unidata_version
print(f"// Made by decompositions.py from the Unicode Character Database {version}. Do not edit.")
print(f"constexpr std::array<Decomposition, {len(pairs)}> decompositions{{{{")
line = "   "
for whole, letter, mark in pairs:
    text = f" {{0x{whole:X}, 0x{letter:X}, 0x{mark:X}}},"
    if len(line + text) > 100:
        print(line)
        line = "   "
    line += text
print(line.rstrip(",") + "}};")

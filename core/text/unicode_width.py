#!/usr/bin/env python3
"""Writes core/text/unicode_width.inc from the Unicode Character Database (Debian: unicode-data).

Usage: python3 core/text/unicode_width.py > core/text/unicode_width.inc

Wide: East_Asian_Width W or F (UAX #11), and Emoji_Presentation (UTS #51). No width of their own:
nonspacing and enclosing marks, format characters but the soft hyphen, and the vowels and finals of
Hangul that are drawn into the syllable before them.
"""
import re

DATA = "/usr/share/unicode/"


def ranges_of(path, wanted):
    for line in open(DATA + path, encoding="utf-8"):
        match = re.match(r"([0-9A-F]+)(?:\.\.([0-9A-F]+))?\s*;\s*(\w+)", line)
        if match and match.group(3) in wanted:
            first = int(match.group(1), 16)
            yield from range(first, int(match.group(2) or match.group(1), 16) + 1)


def marks():
    first = None
    for line in open(DATA + "UnicodeData.txt", encoding="utf-8"):
        code, name, category = line.split(";")[:3]
        code = int(code, 16)
        if name.endswith("First>"):
            first = code
        elif category in ("Mn", "Me", "Cf") and code != 0xAD:
            yield from range(first if name.endswith("Last>") else code, code + 1)


def in_ranges(codes):
    result = []
    for code in sorted(codes):
        if result and result[-1][1] == code - 1:
            result[-1][1] = code
        else:
            result.append([code, code])
    return result


zero = set(marks()) | set(range(0x1160, 0x1200)) | set(range(0xD7B0, 0xD800))
wide = set(ranges_of("EastAsianWidth.txt", {"W", "F"})) - zero
wide |= set(ranges_of("emoji/emoji-data.txt", {"Emoji_Presentation"}))
emoji = set(ranges_of("emoji/emoji-data.txt", {"Emoji"})) - wide - set(range(0x80))

version = re.search(r"-([\d.]+)\.txt", open(DATA + "EastAsianWidth.txt").readline()).group(1)
print(f"// Made by unicode_width.py from the Unicode Character Database {version}. Do not edit.")
for name, codes in (("no_columns", zero), ("two_columns", wide), ("two_as_emoji", emoji)):
    listed = in_ranges(codes)
    print(f"constexpr std::array<Range, {len(listed)}> {name}{{{{")
    line = "   "
    for first, last in listed:
        text = f" {{0x{first:X}, 0x{last:X}}},"
        if len(line + text) > 100:
            print(line)
            line = "   "
        line += text
    print(line.rstrip(",") + "}};")

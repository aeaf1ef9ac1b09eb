"""Prints what the program of a page consists of: the code of Edagari's crates, of egui and its drawing, of other crates, and the fonts and
texts. Sizes are before compression. Usage: web_parts.py PROGRAM.wasm, as the compiler writes it, with the names of functions"""

import re
import sys
from collections import Counter
from pathlib import Path

CODE, DATA, CUSTOM, IMPORTS = 10, 11, 0, 2
# The crates of each part; those named nowhere are the last part.
PARTS = {
    "Edagari": r"edagari",
    "egui and its drawing": r"egui|epaint|emath|ecolor|eframe|vello|peniko|kurbo|glow|accesskit|harfrust|skrifa|read_fonts|fearless",
    "reading and writing of files": r"serde|ron$|csv|ruzstd|base64|quick_xml",
    "pictures and PDF": r"usvg|resvg|tiny_skia|svgtypes|roxmltree|pdf_writer|subsetter|write_fonts|image|png|gif|fdeflate|miniz|flate|zune|color_quant",
    "standard library": r"core$|alloc$|std$|compiler_builtins|hashbrown|dlmalloc",
}


def number(data, at):
    """An unsigned LEB128 number, and where it ends."""
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def sections(data):
    at = 8
    while at < len(data):
        kind = data[at]
        length, at = number(data, at + 1)
        yield kind, data[at : at + length]
        at += length


def limits(data, at):
    has_most = data[at] & 1
    _, at = number(data, at + 1)
    return number(data, at)[1] if has_most else at


def imported_functions(section):
    count, at = number(section, 0)
    found = 0
    for _ in range(count):
        for _ in range(2):
            length, at = number(section, at)
            at += length
        kind, at = section[at], at + 1
        if kind == 0:
            found, at = found + 1, number(section, at)[1]
        elif kind in (1, 2):
            at = limits(section, at + (kind == 1))
        else:
            at += 2
    return found


def names(section):
    """The names of functions by their numbers."""
    length, at = number(section, 0)
    found = {}
    if section[at : at + length] != b"name":
        return found
    at += length
    while at < len(section):
        kind = section[at]
        length, at = number(section, at + 1)
        end = at + length
        if kind == 1:
            count, at = number(section, at)
            for _ in range(count):
                function, at = number(section, at)
                length, at = number(section, at)
                found[function] = section[at : at + length].decode()
                at += length
        at = end
    return found


def crate(name):
    """The crate of a mangled name."""
    found = re.search(r"C(?:s[0-9A-Za-z]*_)?(\d+)_?([A-Za-z_]\w*)", name)
    return found[2][: int(found[1])] if found else "other"


def main():
    data = Path(sys.argv[1]).read_bytes()
    sizes, of_name, first, of_data = [], {}, 0, 0
    for kind, section in sections(data):
        if kind == IMPORTS:
            first = imported_functions(section)
        elif kind == CODE:
            count, at = number(section, 0)
            for _ in range(count):
                length, at = number(section, at)
                sizes.append(length)
                at += length
        elif kind == DATA:
            of_data = len(section)
        elif kind == CUSTOM:
            of_name |= names(section)
    parts = Counter()
    for index, size in enumerate(sizes):
        owner = crate(of_name.get(first + index, ""))
        parts[next((part for part, crates in PARTS.items() if re.match(crates, owner)), "other crates")] += size
    parts["data: fonts, texts, tables"] = of_data
    for part, size in parts.most_common():
        print(f"{size / 1e6:6.2f} MB  {part}")


main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_twins -- the twin law: every module of rtl/ has a C twin of the same name and signals.

For rtl/<folder>/<name>.v there is cmodel/<folder>/<name>.h, which names the Verilog file, and in
which every port (`x_i`, `x_o`) and register (`x_q`) of the module appears, as a name of C or in the
comment that says where it went; docs/switch.md and docs/switches/ describe every port.  Prints TAP.
"""
import pathlib
import re
import sys

PORT = re.compile(r"^\s*(?:input|output)\s+(?:wire|reg)?\s*(?:signed\s*)?"
                  r"(?:\[[^]]*\]\s*)?(\w+)", re.M)
REGISTER = re.compile(r"^\s*reg\s+(?:\[[^]]*\]\s*)?(\w+_q)\b", re.M)
CLOCKING = {"clk", "rst"}


def strip_comments(text):
    return re.sub(r"//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def signals(verilog):
    text = strip_comments(verilog)
    return (set(PORT.findall(text)) - CLOCKING), set(REGISTER.findall(text))


def named(name, header):
    base = re.sub(r"_[ioq]$", "", name)
    return re.search(rf"\b({name}|{base})\b", header) is not None


def faults_of(path, root, page):
    twin = root / "cmodel" / path.parent.name / f"{path.stem}.h"
    module = re.search(r"^\s*module\s+(\w+)", strip_comments(path.read_text()), re.M)
    if not module or module.group(1) != path.stem:
        yield "the module is not named as its file"
    if not twin.exists():
        yield f"there is no C twin {twin.relative_to(root)}"
        return
    header = twin.read_text()
    if f"rtl/{path.parent.name}/{path.name}" not in header:
        yield f"{twin.relative_to(root)} does not name its Verilog twin"
    ports, registers = signals(path.read_text())
    if not ports:
        yield "no ports found"
    for name in sorted(ports | registers):
        if not named(name, header):
            yield f"{name} is not in {twin.relative_to(root)}"
    for name in sorted(ports):
        if f"`{name}`" not in page:
            yield f"{name} is not described in docs/switch.md or docs/switches/"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    pages = [root / "docs" / "switch.md", *sorted((root / "docs" / "switches").glob("*.md"))]
    page = "\n".join(p.read_text() for p in pages)
    paths = sorted(root.glob("rtl/*/*.v"))
    failed = 0
    for number, path in enumerate(paths, 1):
        faults = list(faults_of(path, root, page))
        failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} - {path.relative_to(root)} has a C twin "
              "with the same signals")
        for fault in faults:
            print(f"# {fault}")
    print(f"1..{len(paths)}")
    return 1 if failed or not paths else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_twins -- the twin law: every module of rtl/ has a C twin of the same name and signals.

For rtl/<folder>/<name>.v there is cmodel/switch/<folder>/<name>.h (rtl/switch/switch.v:
cmodel/switch/bank/switch.h), which names the Verilog file, and in which every port (`x_i`, `x_o`)
and register (`x_q`) of the module appears by this exact name, in the code or in a comment that says
where it went; the hardware form of a module has the twin of that module.  A name of this form in
the header is a signal of some module.  docs/switch.md and docs/switches/ describe every port.
Prints TAP.

    scripts/check_twins.py [ROOT]
    scripts/check_twins.py --self-test     an inexact name, and one that no module has, are reported
"""
import pathlib
import re
import shutil
import sys
import tempfile

PORT = re.compile(r"^\s*(?:input|output)\s+(?:wire|reg)?\s*(?:signed\s*)?"
                  r"(?:\[[^]]*\]\s*)?(\w+)", re.M)
REGISTER = re.compile(r"^\s*reg\s+(?:\[[^]]*\]\s*)?(\w+_q)\b", re.M)
FOLDERS = {"component": "component", "route": "route", "switch": "bank"}
FORM = re.compile(r"^// The hardware form of (\w+)", re.M)
CLOCKING = {"clk", "rst"}
SIGNAL = re.compile(r"\b[a-z]\w*_[ioq]\b")


def strip_comments(text):
    return re.sub(r"//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


def signals(verilog):
    text = strip_comments(verilog)
    return (set(PORT.findall(text)) - CLOCKING), set(REGISTER.findall(text))


def every_signal(root):
    """The names of all signals of all modules: a header may speak of those beside its own."""
    return set().union(*(set(SIGNAL.findall(strip_comments(path.read_text())))
                         for path in root.glob("rtl/*/*.v")))


def faults_of(path, root, page, known):
    form = FORM.search(path.read_text())
    twin = (root / "cmodel/switch" / FOLDERS[path.parent.name] /
            f"{form.group(1) if form else path.stem}.h")
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
    said = set(SIGNAL.findall(header))
    for name in sorted((ports | registers) - said):
        if not re.search(rf"\b{name}\b", header):
            yield f"{name} is not in {twin.relative_to(root)}"
    for name in sorted(said - known):
        yield f"{twin.relative_to(root)} speaks of {name}, which no module has"
    for name in sorted(ports):
        if f"`{name}`" not in page:
            yield f"{name} is not described in docs/switch.md or docs/switches/"


def check(root):
    """{module file: faults} of a tree."""
    pages = [root / "docs" / "switch.md", *sorted((root / "docs" / "switches").glob("*.md"))]
    page = "\n".join(p.read_text() for p in pages)
    known = every_signal(root)
    return {path: list(faults_of(path, root, page, known))
            for path in sorted(root.glob("rtl/*/*.v"))}


def edited(root, edit):
    """The faults of output_queue where its header is changed by the function `edit`."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in ("rtl", "cmodel", "docs"):
            shutil.copytree(root / name, copy / name)
        header = copy / "cmodel/switch/component/output_queue.h"
        header.write_text(edit(header.read_text()))
        return check(copy)[copy / "rtl/component/output_queue.v"]


def self_test(root):
    """[(passed, law, what was found)]."""
    laws = (
        ("a register by an English word is reported", "packets_q", "packets",
         "packets_q is not in cmodel/switch/component/output_queue.h"),
        ("a port without its ending is reported", "ready_i", "ready",
         "ready_i is not in cmodel/switch/component/output_queue.h"),
        ("a register that no module has is reported", "packets_q", "packets_q and letters_q",
         "cmodel/switch/component/output_queue.h speaks of letters_q, which no module has"),
    )
    for law, old, new, expected in laws:
        found = edited(root, lambda text, old=old, new=new: text.replace(old, new))
        yield found == [expected], law, found


def main():
    arguments = sys.argv[1:]
    root = pathlib.Path(__file__).resolve().parent.parent
    tests = []
    if arguments == ["--self-test"]:
        tests += self_test(root)
    elif arguments:
        root = pathlib.Path(arguments[0]).resolve()
    tests += [(not faults, f"{path.relative_to(root)} has a C twin with the same signals", faults)
              for path, faults in check(root).items()]
    for number, (passed, law, faults) in enumerate(tests, 1):
        print(f"{'ok' if passed else 'not ok'} {number} - {law}")
        for fault in faults if not passed else []:
            print(f"# {fault}")
    print(f"1..{len(tests)}")
    return 0 if tests and all(passed for passed, _, _ in tests) else 1


if __name__ == "__main__":
    sys.exit(main())

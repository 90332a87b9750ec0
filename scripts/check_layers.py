#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_layers -- the downhill law: a file includes only its own floor and lower ones.

The folders of cmodel/ are seven rooms; floors are their folders, in this order, from the ground up.
The command, tool/cli, stands on all of them, the papers too; tool/mpi is the same as several
processes.  Only the command may print to the standard streams or end the process.  Prints TAP.
"""
import pathlib
import re
import sys

FLOORS = ["base",
          "switch/component", "switch/bank", "switch/route", "switch/reference",
          "network/topology", "network/collective", "network/traffic",
          "run/machine", "run/flow", "run/exercise", "run/lockstep",
          "verilog/generate", "verilog/simulator", "verilog/synthesis", "verilog/wave",
          "tool/session", "tool/api", "tool/testbench", "tool/draw",
          "tool/console", "tool/jobs", "tool/campaign",
          "papers",
          "tool/cli", "tool/mpi"]
# They print to the standard streams, and end processes.
PRINTING = ["tool/console", "tool/jobs", "tool/campaign", "tool/cli", "tool/mpi"]
# The boundaries to simulators and to users are no floors: verilog/simulator loads plug-ins through
# the one, tool/api offers the other.
BOUNDARY = {"sim/dut.h": "verilog/simulator", "include/lockhop.h": "tool/api"}


def includes(path):
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M)


def floor_of(name):
    """The floor of a path below cmodel/; its folder, where that is no floor."""
    folder = name.rpartition("/")[0]
    return next((floor for floor in FLOORS if (folder + "/").startswith(floor + "/")), folder)


def floor_of_file(root, path):
    return floor_of(str(path.relative_to(root / "cmodel")))


def floor_faults(root):
    for path in sorted(root.glob("cmodel/**/*.[ch]")):
        if floor_of_file(root, path) not in FLOORS:
            yield f"{path.relative_to(root)} is on no floor"
            continue
        own = FLOORS.index(floor_of_file(root, path))
        for name in includes(path):
            floor = BOUNDARY.get(name, floor_of(name))
            if floor not in FLOORS:
                yield f'{path.relative_to(root)}: "{name}" is on no floor'
            elif FLOORS.index(floor) > own:
                yield f'{path.relative_to(root)}: includes "{name}", which is above it'


def printing_faults(root):
    forbidden = re.compile(r"(?<![\w_])(printf|puts|putchar|perror|exit|abort)\s*\("
                           r"|\bstd(out|err)\b")
    allowed = {"base/file.c": {"stdout"}}  # the path "-" is standard output
    for path in sorted(root.glob("cmodel/**/*.c")):
        if floor_of_file(root, path) in PRINTING:
            continue
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        names = {m.group(0).strip("( ") for m in forbidden.finditer(code)}
        names -= allowed.get(f"{path.parent.name}/{path.name}", set())
        if names:
            yield f"{path.relative_to(root)}: not of a floor that prints, but has {sorted(names)}"


def unknown_folders(root):
    for path in sorted(root.glob("cmodel/**")):
        name = str(path.relative_to(root / "cmodel")).removesuffix("/templates")
        if name != "." and not any((floor + "/").startswith(name + "/") for floor in FLOORS):
            yield f"cmodel/{name} is no floor, and has none"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    laws = [("a file includes only its own floor and lower ones", floor_faults),
            ("only the floors of the command print or exit", printing_faults),
            ("every folder of cmodel/ is a floor, or has floors", unknown_folders)]
    failed = 0
    for number, (text, law) in enumerate(laws, 1):
        faults = list(law(root))
        failed += bool(faults)
        print(f"{'not ok' if faults else 'ok'} {number} - {text}")
        for fault in faults:
            print(f"# {fault}")
    print(f"1..{len(laws)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

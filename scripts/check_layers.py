#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_layers -- the downhill law: a file includes only its own layer and lower ones.

Layers are the folders of cmodel/, in this order; a layer may have folders of its own.  Only cli/
may print to the standard streams or end the process.  Prints TAP.
"""
import pathlib
import re
import sys

LAYERS = ["base", "component", "switch", "route", "topology", "collective", "traffic", "network",
          "generate", "simulator", "wave", "check", "session", "api", "testbench",
          "draw", "claims", "cli"]
# The boundaries to simulators and to users are no layers: simulator/ loads plug-ins through the
# one, api/ offers the other.
BOUNDARY = {"sim/dut.h": "simulator", "include/lockhop.h": "api"}


def includes(path):
    return re.findall(r'^\s*#\s*include\s+"([^"]+)"', path.read_text(), re.M)


def layer_of(root, path):
    return path.relative_to(root / "cmodel").parts[0]


def layer_faults(root):
    for path in sorted(root.glob("cmodel/*/**/*.[ch]")):
        own = LAYERS.index(layer_of(root, path))
        for name in includes(path):
            layer = BOUNDARY.get(name, name.split("/")[0])
            if layer not in LAYERS:
                yield f'{path.relative_to(root)}: "{name}" is in no layer'
            elif LAYERS.index(layer) > own:
                yield f'{path.relative_to(root)}: includes "{name}", which is above it'


def printing_faults(root):
    forbidden = re.compile(r"(?<![\w_])(printf|puts|putchar|perror|exit|abort)\s*\("
                           r"|\bstd(out|err)\b")
    allowed = {"base/file.c": {"stdout"}}  # the path "-" is standard output
    for path in sorted(root.glob("cmodel/*/**/*.c")):
        if layer_of(root, path) == "cli":
            continue
        code = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)
        names = {m.group(0).strip("( ") for m in forbidden.finditer(code)}
        names -= allowed.get(f"{path.parent.name}/{path.name}", set())
        if names:
            yield f"{path.relative_to(root)}: not in cli/, but has {sorted(names)}"


def unknown_folders(root):
    for path in sorted(root.glob("cmodel/*")):
        if path.is_dir() and path.name not in LAYERS:
            yield f"cmodel/{path.name} is no layer"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
    if root.is_file():
        root = root.parent.parent
    laws = [("a file includes only its own layer and lower ones", layer_faults),
            ("only cli/ prints or exits", printing_faults),
            ("every folder of cmodel/ is a layer", unknown_folders)]
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

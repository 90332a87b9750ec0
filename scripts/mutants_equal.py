#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutants_equal -- proves with Yosys what tests/mutants/equivalent.txt claims.

    scripts/mutants_equal.py [MODULE...]

For each entry, with the parameters of the smallest models of its twin test: original and mutant
side by side, the same inputs, the same registers; no output and no next state may differ.  For a
module with registers this asks more than equivalence, as of states that are never reached: there
`not proved` says nothing, and the reason of the entry has to do; so does that of a module whose
test has no parameters here, as the switch.  Without registers it is a counter-example, and fails:
also one with inputs that the page of the module excludes, or with bits that are unknown.  Prints a
line for each entry; exit status 0, 1 or 2.
"""
import pathlib
import re
import subprocess
import sys

from mutant_lists import ListError, read_list
from mutants import Unreadable, alone, name_of, read_modules

WORK = pathlib.Path("build/mutants/equal")
MODELS = 4
SECONDS = 60


def models_of(name):
    """Parameter lists of the smallest models of a twin test."""
    text = pathlib.Path(f"tests/twin/test_{name}.cpp").read_text()
    found = [re.findall(r"(\w+)=([\w']+)", line) for line in
             re.findall(r"^// model: \S+ \S+((?: \w+=[\w']+)+)$", text, re.M)]
    return sorted(found, key=lambda p: [int(v) for _, v in p if v.isdigit()])[:MODELS]


def script(name, parameters, registers):
    """Commands of Yosys for original and mutant, in the files gold.v and gate.v."""
    set_all = "".join(f" -set {key} {value}" for key, value in parameters)
    others = " ".join(str(path) for path in pathlib.Path("rtl/component").glob("*.v")
                      if path.stem != name)
    lines = [f"read_verilog {others} {WORK}/gold.v {WORK}/gate.v"]
    for top in ("gold", "gate"):
        lines.append(f"chparam{set_all} {top}" if set_all else "")
    if registers:
        for top in ("gold", "gate"):
            lines += [f"hierarchy -top {top}; proc; flatten; memory_map; opt -full; "
                      f"design -stash {top}" if top == "gate" else
                      f"design -save all; hierarchy -top {top}; proc; flatten; memory_map; "
                      f"opt -full; design -stash {top}; design -load all"]
        lines += ["design -copy-from gold -as gold gold", "design -copy-from gate -as gate gate",
                  "equiv_make gold gate both; hierarchy -top both; opt -full; equiv_simple",
                  "equiv_induct; equiv_status -assert"]
    else:
        lines += ["proc; miter -equiv -flatten -make_assert gold gate both; hierarchy -top both",
                  "flatten; opt -full; sat -verify -prove-asserts -set-def-inputs"]
    return "\n".join(lines)


def proved(name, parameters, registers):
    (WORK / "script.ys").write_text(script(name, parameters, registers))
    try:
        run = subprocess.run(["yosys", "-q", "-l", WORK / "log", "-s", WORK / "script.ys"],
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return run.returncode == 0


def check(module, mutant):
    """Is the claim refuted?  Prints what is known of it."""
    registers = re.search(r"@\(posedge clk\)", module.text) is not None
    header = rf"\bmodule {module.name}\b"
    (WORK / "gold.v").write_text(re.sub(header, "module gold", module.text))
    (WORK / "gate.v").write_text(re.sub(header, "module gate", alone(module, mutant)))
    models = models_of(module.name)
    count = sum(proved(module.name, parameters, registers) for parameters in models)
    refuted = not registers and count < len(models)
    word = "proved" if models and count == len(models) else "REFUTED" if refuted else "not proved"
    print(f"{word} ({count} of {len(models)}): {name_of(mutant)}", flush=True)
    return refuted


def main(names):
    modules = read_modules(sorted(pathlib.Path("rtl").glob("*/*.v")))
    listed = read_list(pathlib.Path("tests/mutants/equivalent.txt"),
                       {module.name for _, module, _ in modules})
    WORK.mkdir(parents=True, exist_ok=True)
    refuted = [check(module, m) for _, module, mutants in modules for m in mutants
               if (not names or module.name in names)
               and (m.module, m.place, m.change, m.nth) in listed]
    return 1 if any(refuted) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ListError, Unreadable) as error:
        print(f"mutants_equal: {error}", file=sys.stderr)
        sys.exit(2)

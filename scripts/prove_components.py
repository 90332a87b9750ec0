#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_components -- C = RTL for every component of the switch, with the parameters of networks,
and for small switches whole, with any route unit.

    scripts/prove_components.py                the proofs of a day
    scripts/prove_components.py WORD...        those whose names have all of these words
    scripts/prove_components.py --self-test    also plants bugs, which must be found
    scripts/prove_components.py --json FILE    also writes a table of the results

docs/proofs.md says what is proved and how.  It needs clang, and Yosys with its ABC.  LOCKHOP
is the command that knows the networks, JOBS how many proofs run at once; with ALL=1 also the proofs
of a night.  Prints TAP.
"""
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

import prove_fuzz
import prove_parameters
from prove_parameters import MODULES
from prove_table import Table
from prove_tools import (JOBS, ROOT, VERSION, Failed, clang_is_read, command_line,
                         processor)
from prove_twin import Harness

FORMAL = ROOT / "tests/formal"
ALL = bool(os.environ.get("ALL"))


def lines_of(name):
    """The lines `NAMES: A => B...` of a list of tests/formal, each as [NAMES, A, B...]."""
    for line in (FORMAL / name).read_text().splitlines():
        if line and not line.startswith("#"):
            component, rest = line.split(": ", 1)
            yield [component, *rest.split(" => ")]


def proofs_of(name, used):
    """[(proof, when)] of a component: when it runs, or why it does not."""
    harness = Harness(FORMAL / f"{name}.c", MODULES[name])
    rows = [harness.shape(values) for values in [*used.get(name, []), *harness.values]]
    if not rows:
        raise Failed(f"no network of the table has {name}, and {harness.path.name} names no values")
    found = {}
    for shape in rows:
        shape.when = "night" if not ALL and not shape.arithmetic("day") else None
        if not shape.arithmetic("feasible"):
            shape.when = "too slow"
        found.setdefault(shape.name, shape)
    return sorted(found.values(), key=lambda shape: shape.size)


def prove(shape, rtl=ROOT / "rtl"):
    """(None, or why it is no proof; seconds of processor)."""
    start, why = processor(), None
    with tempfile.TemporaryDirectory() as folder:
        try:
            shape.prove(pathlib.Path(folder), rtl)
        except Failed as failed:
            why = str(failed)
    return why, processor() - start


def planted(file, old, new, shapes):
    """Why a bug in a file is not found by the proof of one shape; None: it is."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rtl = folder / "rtl"
        shutil.copytree(ROOT / "rtl", rtl)
        shutil.copytree(ROOT / "cmodel/switch", folder / "cmodel/switch")
        path = next(folder.glob(f"**/{file}"))
        text = path.read_text()
        if old not in text:
            return [f"{file} has no {old!r}"]
        path.write_text(text.replace(old, new))
        for shape in shapes:
            why, _ = prove(shape, rtl)
            answers.append(why or f"proved: {shape.name}")
            if why and why.startswith("not equal"):
                return None
    return answers


def bugs_of(proofs, chosen):
    """Yields (component, file, old, new, shapes) of the bugs in these components; chosen: some
    shapes are left out."""
    for names, old, new in lines_of("bugs.txt"):
        name, *words = names.split()
        file = words.pop() if words and words[-1].endswith((".v", ".h")) else f"{name}.v"
        shapes = [shape for shape in proofs.get(name, []) if not shape.when and
                  all(word in f"{shape.name} " for word in words)]
        if name in proofs and (shapes or not chosen):
            yield name, file, old, new, shapes


def joined_is_refused(name):
    """Whether a head is refused of which two lines became one, as a formatter may make it."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / f"{name}.c"
        path.write_text((FORMAL / path.name).read_text().replace("\n * out:", " * out:", 1))
        try:
            Harness(path, MODULES[name])
        except Failed:
            return True
    return False


def self_test(table, proofs, chosen):
    table.report(joined_is_refused("comparator"),
                 "a head of which two lines became one is refused", [])
    faults = list(prove_fuzz.faults("prove", 500))
    table.report(not faults, "random terms and their gates have the value of their operations",
                 faults)
    for what, text in (("a loop over bits", prove_fuzz.LOOP),
                       ("memory, and a call by a pointer,", prove_fuzz.MEMORY)):
        faults = list(prove_fuzz.program_faults(text, what, 50))
        table.report(not faults, f"{what} does what the compiled C does", faults)
    bugs = list(bugs_of(proofs, chosen))
    with concurrent.futures.ProcessPoolExecutor(JOBS) as pool:
        results = [(bug, pool.submit(planted, *bug[1:])) for bug in bugs]
        for (name, _, _, new, _), result in results:
            why = result.result()
            table.report(why is None, f"a bug in {name} is found: {new}", why or [])
    for name in proofs:
        table.report(any(bug[0] == name for bug in bugs), f"a bug is planted in {name}", [])


def collected(table, words):
    """{component: shapes}; components without a proof are reported."""
    exempt, used, found = dict(lines_of("exempt.txt")), prove_parameters.used(), {}
    for name in MODULES:
        if (FORMAL / f"{name}.c").exists():
            shapes = [shape for shape in proofs_of(name, used)
                      if all(word in f"{shape.name} " for word in words)]
            if shapes:
                found[name] = shapes
        elif not words:
            table.report(name in exempt, f"{name} has a proof, or is exempt: "
                         f"{exempt.get(name, 'neither')}", [f"tests/formal/{name}.c is missing"])
    return found


def main(given):
    if not clang_is_read():
        print(f"1..0 # SKIP proofs read what clang {VERSION} writes, of Debian 12")
        return 0
    table = Table()
    proofs = collected(table, given.words)
    if not proofs:
        raise Failed(f"no component has {' '.join(given.words)}")
    shapes = [shape for of_one in proofs.values() for shape in of_one]
    with concurrent.futures.ProcessPoolExecutor(JOBS) as pool:
        results = {pool.submit(prove, shape): shape      # the longest first
                   for shape in sorted(shapes, key=lambda shape: -shape.size) if not shape.when}
        for shape in shapes:
            if shape.when:
                table.add("C = RTL", shape, None, 0)
        for result in concurrent.futures.as_completed(results):
            table.add("C = RTL", results[result], *result.result())
    if given.self_test:
        self_test(table, proofs, given.words)
    return table.end(given.json)


if __name__ == "__main__":
    try:
        sys.exit(main(command_line(__doc__)))
    except Failed as failed:
        print(f"Bail out! prove: {failed}")
        sys.exit(3)

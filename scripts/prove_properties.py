#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_properties -- what each file of tests/formal/*.sv asserts of a component or of the switch.

    scripts/prove_properties.py                all of them
    scripts/prove_properties.py WORD...        those whose names have all of these words
    scripts/prove_properties.py --self-test    also plants bugs, each of which must break a law
    scripts/prove_properties.py --json FILE    also writes a table of the results

NAME.sv has a module prove_NAME.  Its head has these lines, each in one line:

    // values: NAME=VALUE...; ...   its parameters, for each proof; `night` or `too_slow` among
                                    them says when it is made; NETWORK=SPEC+ROUTING: the route
                                    unit is that of this network, as `lockhop rtl` writes it,
                                    and so are parameters that are not given
    // sees: WIRE = PATH            a wire of the module shows one that is inside
    // bug: TEXT => TEXT            a change of NAME.v, of the component or of the switch, that must
                                    break a law with one of the values at least; FILE.v: TEXT ...
                                    of another file of rtl/

Yosys makes an and-inverter graph, and the solver `pdr` of ABC proves all assertions for runs of any
length, from any state before the first reset, without a hint.  One assertion must fail, `reached`:
so a proof of nothing fails.  Prints TAP.  docs/proofs.md says what is proved.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import sys
import tempfile

from prove_table import Table
from prove_tools import JOBS, LOCKHOP, ROOT, Failed, command_line, processor, run

FORMAL = ROOT / "tests/formal"
ALL = bool(os.environ.get("ALL"))
SECONDS = 600           # of the solver, for one proof
WHEN = {"night": None if ALL else "night", "too_slow": "too slow"}


class Shape:
    """A file with all its parameters."""

    def __init__(self, path, words):
        self.path, self.component = path, path.stem
        self.when = next((WHEN[word] for word in words if word in WHEN), None)
        self.parameters = dict(word.split("=", 1) for word in words if word not in WHEN)
        self.network = self.parameters.get("NETWORK")
        self.name = " ".join([self.component, *(f"{name}={value}" for name, value in
                                                self.parameters.items())])

    def route_unit(self, folder):
        """([the file of the route unit], parameters), of the network of the parameters."""
        given = {name: value for name, value in self.parameters.items() if name != "NETWORK"}
        if not self.network:
            return [], given
        spec, routing = self.network.split("+", 1)
        run([LOCKHOP, "rtl", spec, "--routing", routing, "-o", str(folder / "network")],
            f"lockhop rtl {spec}")
        head = (folder / "network/network.v").read_text()
        own = re.findall(r"parameter (\w+) *=", self.path.read_text())
        values = {name: value for name, value in
                  re.findall(r"^  parameter (\w+) += (\d+),", head, re.M) if name in own}
        return [folder / "network/route.v"], {**values, **given}

    def laws(self, folder, rtl):
        """(laws, those of them that are broken); Failed: not known of all."""
        units, values = self.route_unit(folder)
        files = " ".join(map(str, [path for path in sorted(rtl.glob("*/*.v"))
                                   if units or path.parent.name != "switch"] +
                             [*units, self.path]))
        given = "".join(f" -chparam {name} {value}" for name, value in values.items())
        sees = "".join(f"connect -set {wire} {inner}; " for wire, inner in
                       re.findall(r"^// sees: (\w+) = (\S+)$", self.path.read_text(), re.M))
        run(["yosys", "-q", "-p",
             f"read_verilog -sv -formal -defer {files}; "
             f"hierarchy -check -top prove_{self.component}{given}; proc; flatten; {sees}"
             "check -assert; opt; wreduce; memory_map; formalff -setundef -clk2ff -ff2anyinit; "
             "setundef -undriven -anyseq; opt -full; techmap; opt -fast; dffunmap; "
             f"abc -g AND -fast; opt_clean; select -write {folder}/laws t:$assert; "
             f"write_aiger -I -B -zinit -no-startoffset {folder}/model.aig"], "yosys")
        laws = [re.sub(r".*[./]", "", line)
                for line in (folder / "laws").read_text().split()]
        said = run(["yosys-abc", "-c", f"read_aiger {folder}/model.aig; fold; strash; scorr; "
                    f"pdr -a -T {SECONDS}"], "yosys-abc", SECONDS + 100)
        if not re.search(rf"^Properties: *All = {len(laws)}\..* Undecided = 0\.", said, re.M):
            raise Failed(f"the solver does not decide all {len(laws)} laws: {said[-500:]}")
        return laws, {laws[int(number)] for number in
                      re.findall(r"^Output *(\d+) was asserted ", said, re.M)}


def broken(shape, rtl=ROOT / "rtl"):
    """(The laws that do not hold; seconds of processor.)"""
    start = processor()
    with tempfile.TemporaryDirectory() as folder:
        _, found = shape.laws(pathlib.Path(folder), rtl)
    return found, processor() - start


def prove(shape):
    """(None, or why it is no proof; seconds of processor.)"""
    try:
        found, seconds = broken(shape)
    except Failed as failed:
        return str(failed), 0
    if found == {"reached"}:
        return None, seconds
    return (f"broken: {' '.join(sorted(found))}" if found else
            "`reached` holds: nothing is proved"), seconds


def planted(shapes, bug):
    """None: a bug breaks a law, for one of the shapes; or why it does not."""
    file, old, new = bug
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        rtl = pathlib.Path(folder) / "rtl"
        shutil.copytree(ROOT / "rtl", rtl)
        path = next(rtl.glob(f"*/{file}"))
        text = path.read_text()
        if old not in text:
            return [f"{file} has no {old!r}"]
        path.write_text(text.replace(old, new))
        for shape in shapes:
            try:
                found, _ = broken(shape, rtl)
            except Failed as failed:
                return [str(failed)]
            if found - {"reached"}:
                return None
            answers.append(f"no law is broken: {shape.name}")
    return answers


def read(path):
    """(shapes, bugs) of a file."""
    text = path.read_text()
    shapes = [Shape(path, part.split()) for line in re.findall(r"^// values: (.*)$", text, re.M)
              for part in line.split(";")]
    bugs = []
    for line in re.findall(r"^// bug: (.*)$", text, re.M):
        file, change = re.fullmatch(r"(?:(\w+\.v): )?(.*)", line).groups()
        bugs.append((file or f"{path.stem}.v", *change.split(" => ")))
    if not shapes or not bugs:
        raise Failed(f"{path.name} names no values, or no bug")
    return shapes, bugs


def main(given):
    table, chosen, bugs = Table(), [], []
    for file in sorted(FORMAL.glob("*.sv")):
        shapes, planted_here = read(file)
        shapes = [shape for shape in shapes
                  if all(word in f"{shape.name} " for word in given.words)]
        chosen += shapes
        tried = [shape for shape in shapes if not shape.when]
        bugs += [(tried, bug) for bug in planted_here if tried]
    if not chosen:
        raise Failed(f"no property has {' '.join(given.words)}")
    with concurrent.futures.ProcessPoolExecutor(JOBS) as pool:
        results = [(shape, None if shape.when else pool.submit(prove, shape)) for shape in chosen]
        found = [(bug, pool.submit(planted, *bug)) for bug in bugs] \
            if given.self_test else []
        for shape, result in results:
            table.add("properties", shape, *(result.result() if result else (None, 0)))
        for (shapes, (_, _, new)), result in found:
            why = result.result()
            table.report(why is None, f"a bug breaks a law of {shapes[0].component}: {new}",
                         why or [])
    return table.end(given.json)


if __name__ == "__main__":
    try:
        sys.exit(main(command_line(__doc__)))
    except Failed as failed:
        print(f"Bail out! prove: {failed}")
        sys.exit(3)

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
    // with: FILE...                files of tests/formal/ that it needs; the parameters of the
                                    module are their macros
    // sees: WIRE = PATH            a wire of the module shows one that is inside; sees NAME: only
                                    where this parameter is not 0; also in the files that it needs
    // bug: TEXT => TEXT            a change of NAME.v, of the component or of the switch, that must
                                    break a law with one of the values at least; FILE.v: TEXT ...
                                    of another file of rtl/; bug WORDS: with values that have these

Yosys makes an and-inverter graph, and the solver `pdr` of ABC proves all assertions for runs of any
length, from any state before the first reset, without a hint.  Assertions that are called
`reached...` must fail, each of them, and one at least: so a proof of nothing fails.  Prints TAP.
docs/proofs.md says what is proved.
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
        needs = re.search(r"^// with: (.*)$", path.read_text(), re.M)
        self.parts = [FORMAL / name for name in needs[1].split()] if needs else []
        self.text = "".join(file.read_text() for file in [path, *self.parts]
                            if file.suffix != ".v")
        self.own = dict(re.findall(r"\bparameter (\w+) = (\w+)", self.text))
        self.name = " ".join([self.component, *(f"{name}={value}" for name, value in
                                                self.parameters.items())])

    def route_unit(self, folder):
        """(files that it needs, the route unit among them; parameters)."""
        given = {name: value for name, value in self.parameters.items() if name != "NETWORK"}
        if not self.network:
            return [file for file in self.parts if file.suffix == ".v"], given
        spec, routing = self.network.split("+", 1)
        run([LOCKHOP, "rtl", spec, "--routing", routing, "-o", str(folder / "network")],
            f"lockhop rtl {spec}")
        head = (folder / "network/network.v").read_text()
        values = {name: value for name, value in
                  re.findall(r"^  parameter (\w+) += (\d+),", head, re.M) if name in self.own}
        return [folder / "network/route.v"], {**values, **given}

    def sees(self, values):
        """Commands by which wires show what is inside."""
        return "".join(f"connect -nounset -set {wire} {inner}; " for name, wire, inner in
                       re.findall(r"^// sees(?: (\w+))?: (\S+) = (\S+)$", self.text, re.M)
                       if int(values.get(name, 1)))

    def laws(self, folder, rtl, first=False):
        """(laws, those of them that are broken); Failed: not known of all.  `first`: one that is
        broken is enough, and none is to be reached."""
        units, values = self.route_unit(folder)
        values = {**{name: value for name, value in self.own.items() if value.isdigit()}, **values}
        files = " ".join(map(str, [path for path in sorted(rtl.glob("*/*.v"))
                                   if units or path.parent.name != "switch"] +
                             [*units, self.path]))
        macros = "".join(f" -D{name}={value}" for name, value in values.items())
        given = "".join(f" -chparam {name} {value}" for name, value in values.items())
        run(["yosys", "-q", "-p",
             f"read_verilog -sv -formal -defer -I{FORMAL}{macros} {files}; "
             f"hierarchy -check -top prove_{self.component}{given}; proc; flatten; "
             f"{self.sees(values)}{'delete t:$assert */reached* %i; ' if first else ''}"
             "check -assert; opt; wreduce; memory_map; formalff -setundef -clk2ff -ff2anyinit; "
             "setundef -undriven -anyseq; opt -full; techmap; opt -fast; dffunmap; "
             f"abc -g AND -fast; opt_clean; select -write {folder}/laws t:$assert; "
             f"write_aiger -I -B -zinit -no-startoffset {folder}/model.aig"], "yosys")
        laws = [re.sub(r".*[./]", "", line)
                for line in (folder / "laws").read_text().split()]
        said = run(["yosys-abc", "-c", f"read_aiger {folder}/model.aig; fold; strash; scorr; "
                    f"pdr {'' if first else '-a'} -T {SECONDS}"], "yosys-abc", SECONDS + 100)
        broken_laws = {laws[int(number)] for number in
                       re.findall(r"^Output *(\d+) .*was asserted ", said, re.M)}
        if not re.search(rf"^Properties: *All = {len(laws)}\..* Undecided = 0\.|^Property proved\.",
                         said, re.M) and not (first and broken_laws):
            raise Failed(f"the solver does not decide all {len(laws)} laws: {said[-500:]}")
        return laws, broken_laws


def broken(shape, rtl=ROOT / "rtl", first=False):
    """(All laws; those that do not hold; seconds of processor.)"""
    start = processor()
    with tempfile.TemporaryDirectory() as folder:
        laws, found = shape.laws(pathlib.Path(folder), rtl, first)
    return laws, found, processor() - start


def prove(shape):
    """(None, or why it is no proof; seconds of processor.)"""
    try:
        laws, found, seconds = broken(shape)
    except Failed as failed:
        return str(failed), 0
    reached = {law for law in laws if law.startswith("reached")}
    if found == reached != set():
        return None, seconds
    missed = " ".join(sorted(reached - found)) or ("" if reached else "all: none is asked for")
    return f"broken: {' '.join(sorted(found - reached))}; not reached: {missed}", seconds


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
                _, found, _ = broken(shape, rtl, first=True)
            except Failed as failed:
                return [str(failed)]
            if found:
                return None
            answers.append(f"no law is broken: {shape.name}")
    return answers


def read(path):
    """(shapes, [(shapes, bug)...]) of a file; a bug with the shapes by which it may be found."""
    text = path.read_text()
    shapes = [Shape(path, part.split()) for line in re.findall(r"^// values: (.*)$", text, re.M)
              for part in line.split(";")]
    bugs = []
    for words, line in re.findall(r"^// bug( [^:]*)?: (.*)$", text, re.M):
        file, change = re.fullmatch(r"(?:(\w+\.v): )?(.*)", line).groups()
        bugs.append(([shape for shape in shapes if not shape.when and
                      set(words.split()) <= set(shape.name.split())],
                     (file or f"{path.stem}.v", *change.split(" => "))))
    if not shapes or not bugs or not all(tried for tried, _ in bugs):
        raise Failed(f"{path.name} names no values, or no bug, or a bug without values")
    return shapes, bugs


def main(given):
    table, chosen, bugs = Table(), [], []
    for file in sorted(FORMAL.glob("*.sv")):
        shapes, planted_here = read(file)
        shapes = [shape for shape in shapes
                  if all(word in f"{shape.name} " for word in given.words)]
        chosen += shapes
        for tried, bug in planted_here:
            tried = [shape for shape in tried if shape in shapes]
            bugs += [(tried, bug)] if tried else []
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

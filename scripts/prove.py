#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove -- C = RTL for every route unit, at every parameter that a network of the lists has.

    scripts/prove.py                     all proofs
    scripts/prove.py WORD...             those whose names have all of these words
    scripts/prove.py --self-test         also plants bugs, which must be found, and tries the reader
                                         of C on random inputs beside the compiled C
    scripts/prove.py --json FILE         also writes a table of the results

docs/proofs.md says what is proved and how.  It needs clang, yosys and z3.  LOCKHOP is the command
that lists the units, JOBS how many proofs run at once.  Prints TAP.
"""
import concurrent.futures
import pathlib
import random
import re
import shutil
import sys
import tempfile

import prove_terms as smt
from prove_ir import Function, Unsupported
from prove_table import Table
from prove_tools import (CLANG, JOBS, LOCKHOP, ROOT, VERSION, Failed, Module, clang_is_read,
                         command_line, compiled, processor, run, solve)

TWINS = ROOT / "build/lib/libtwins.a"
INPUTS = ("here_i", "header_i", "random_i", "phase_i")
OUTPUTS = ("eject_o", "wait_o", "ports_o", "header_o", "vc_o", "priority_o")
HARNESS = """#include "switch/route/{unit}.c"
static const uint32_t prove_parameters[] = {{{values}}};
void prove(const uint64_t *restrict in, uint64_t *restrict out)
{{
  const struct route_in given = {{.here = in[0], .header = in[1], .random = (uint32_t)in[2],
                                 .phase = (uint32_t)in[3], .ports = {ports},
                                 .parameters = prove_parameters}};
  const struct route_out way = {variable}.comb(&given);
  out[0] = way.eject;
  out[1] = way.wait;
  out[2] = way.ports;
  out[3] = way.header;
  out[4] = way.vc;
  out[5] = way.priority;
}}
#ifdef PROVE_NATIVE
#include <inttypes.h>
#include <stdio.h>
int main(void)
{{
  uint64_t in[4], out[6];
  while (scanf("%" SCNu64 "%" SCNu64 "%" SCNu64 "%" SCNu64, in, in + 1, in + 2, in + 3) == 4) {{
    prove(in, out);
    for (int i = 0; i < 6; i++)
      printf("%" PRIu64 "%c", out[i], i < 5 ? ' ' : '\\n');
  }}
  return 0;
}}
#endif
"""
PLANTS = (      # unit, a text of its Verilog, what is there instead
    ("bitfix", "ONE << index", "ONE << (PORTS - 1 - index)"),
    ("bitfix_mask", "chosen ? 3'd0 : forced ? 3'd1", "chosen ? 3'd1 : forced ? 3'd1"),
    ("bitfix_steps", "below <= cycles", "below < cycles"),
    ("bitfix_two_phase", "{last, immediate}", "{immediate, last}"),
    ("butterfly", "{!eject_o && tag, !eject_o && !tag}", "{!eject_o && !tag, !eject_o && tag}"),
    ("dual_net", "same_class && !same_cluster", "same_class"),
    ("fattree_adaptive", "next[K-2:0], next[K-1]", "next[0], next[K-1:1]"),
    ("fattree", "downs[d]   = here_is[d+1] && below[d+1]", "downs[d]   = here_is[d+1]"),
    ("grid_adaptive", "turns  = nearer[1] ? at[0]", "turns  = nearer[1] ? !at[0]"),
    ("grid_two_phase", "second && !eject_o", "second"),
    ("hamming_two_phase", "immediate == last && !eject_o", "immediate == last"),
    ("hamming", "differs & (~differs + ONE)", "differs"),
    ("grid", "(wants & ~moves) !=", "(wants & moves) !="),
    ("grid", "at - to;", "at - to + 1'b1;"),
    ("source_route", "header_i >> B", "header_i >> 1"),
    ("source_route_vc", "eject_o ? 3'd0", "!eject_o ? 3'd0"),
    ("sync_choice", "random_i[0] ? 3'd3", "random_i[0] ? 3'd1"),
    ("sync_group", "b == 3'd3 && to_g == here_g", "b == 3'd3"),
    ("sync_group_choice", "b == 3'd5 && minimal", "minimal"),
    ("sync_levels", "hop_vc + 3'd1", "hop_vc"),
    ("sync_table", "vc_o       = {1'b0, hop[2:1]}", "vc_o       = {1'b0, hop[1:0]}"),
    ("sync_vector", "hop == 3'd4 ? {G{1'b0}} : gamma", "gamma"),
    ("torus", "counts[d] && forward == by_plus", "counts[d] && forward"),
    ("torus_adaptive", "differ && twice >= RING", "differ && twice > RING"),
    ("torus_two_phase", "{last, immediate}", "{immediate, last}"),
)
VECTORS = 300       # random inputs for which the reader is tried, of one unit
VARIANTS = """#include "switch/route/{unit}.h"
#include <stdio.h>
int main(void)
{{
{lines}
  return 0;
}}
"""


class Row:
    """A unit with all its parameters; .fixed: those that it has by itself, as {name: value}."""

    def __init__(self, line):
        words, self.fixed, self.named, self.switch = line.split(), {}, {}, {}
        self.unit, self.spec, self.routing = words[:3]
        self.component, self.when = self.unit, None     # as prove_table.py has it
        into = self.fixed
        for word in words[3:]:
            if "=" in word:
                name, value = word.split("=", 1)
                into[name] = value
            else:
                into = {"network": self.named, "switch": self.switch}[word]
        self.shape = {name: self.switch[name] for name in ("PORTS", "HEADER_BITS", "ADDRESS_BITS")}
        self.parameters = {**self.fixed, **self.named, **self.shape}
        self.name = f"{self.unit} " + " ".join(f"{k}={v}" for k, v in self.parameters.items())

    def values(self):
        """The values of the network as C has them: a vector in elements of 16 bits."""
        found = []
        for value in self.named.values():
            vector = re.fullmatch(r"(\d+)'h([0-9a-f]+)", value)
            if vector:
                whole = int(vector[2], 16)
                found += [whole >> low & 0xffff for low in range(0, int(vector[1]), 16)]
            else:
                found.append(int(value))
        return found or [0]

    def digits(self):
        """[(low, bits, size)] of here_i where the proof takes only addresses that a switch has: of
        dual_net, whose complete graphs have no port for another digit."""
        if self.unit != "dual_net":
            return []
        rings, _, _, *shape = self.values()
        found, low = [], 0
        for size in shape[:rings]:
            bits = max(1, (size - 1).bit_length())
            found.append((low, bits, size))
            low += bits
        return found


def rows():
    """Every unit with every set of parameters, once."""
    found = {}
    for line in run([LOCKHOP, "list", "route-units"], "lockhop list route-units").splitlines():
        row = Row(line)
        found.setdefault(row.name, row)
    return list(found.values())


def variables(unit, folder):
    """{((name, value)...): variable} of the units that a C file has."""
    header = (ROOT / f"cmodel/switch/route/{unit}.h").read_text()
    names = re.findall(r"^extern const struct route_unit (\w+);", header, re.M)
    lines = "\n".join(
        f'  printf("{name}"); for (size_t i = 0; i < ROUTE_FIXED && {name}.fixed[i].name; i++)\n'
        f'    printf(" %s=%u", {name}.fixed[i].name, {name}.fixed[i].value); puts("");'
        for name in names)
    source, program = folder / f"{unit}_variants.c", folder / f"{unit}_variants"
    source.write_text(VARIANTS.format(unit=unit, lines=lines))
    run([*CLANG, str(source), str(TWINS), "-o", str(program)], "clang")
    found = {}
    for line in run([str(program)], "a list of variants").splitlines():
        name, *fixed = line.split()
        found[tuple(sorted(fixed))] = name
    return found


def harness(row, folder, names):
    fixed = tuple(sorted(f"{name}={value}" for name, value in row.fixed.items()))
    if fixed not in names:
        raise Failed(f"no unit of {row.unit}.c has {' '.join(fixed)}")
    source = folder / "harness.c"
    source.write_text(HARNESS.format(
        unit=row.unit, values=", ".join(map(str, row.values())), ports=row.shape["PORTS"],
        variable=names[fixed]))
    return source


def units_asked(unit):
    """The C files of the units that a unit asks."""
    text = (ROOT / f"cmodel/switch/route/{unit}.c").read_text()
    names = re.findall(r'#include "switch/route/(\w+)\.h"', text)
    files = [ROOT / f"cmodel/switch/route/{name}.c" for name in names if name != unit]
    return [file for file in files if file.exists()]


def terms_of(row, source, folder):
    """The C function; its inputs have as many bits as the pins."""
    code = compiled([source, *units_asked(row.unit)], ["prove"], folder)
    bits = {"here_i": int(row.shape["ADDRESS_BITS"]), "header_i": int(row.shape["HEADER_BITS"]),
            "random_i": 32, "phase_i": 16}
    inputs = [smt.zero_extend(smt.var(name, bits[name]), 64) for name in INPUTS]
    # A unit goes through its ports, and what has as many; other loops have constant ends.
    loops = int(row.shape["PORTS"]) + 2
    try:
        return Function(code, "prove", inputs, len(OUTPUTS), loops)
    except Unsupported as error:
        raise Failed(f"the reader of C does not know: {error}") from None


def query(row, module, function):
    """SMT-LIB that is sat, then unsat."""
    lines, names = smt.write_smt([*function.outputs, function.broken])
    declared = {term.name: term.width for term in names if term.op == "var"}
    lines = [module.text, f"(declare-const state |{module.name}_s|)", *lines]
    for name in module.ports:
        if name not in INPUTS + OUTPUTS:
            raise Failed(f"{row.unit} has a port {name} that is not known here")
        if name in declared:
            lines.append(f"(assert (= {name} {module.word(name, declared[name], 'state')}))")
    for low, bits, size in row.digits():
        lines.append(f"(assert (bvult ((_ zero_extend 1) ((_ extract {low + bits - 1} {low}) "
                     f"here_i)) (_ bv{size} {bits + 1})))")
    lines.append("(check-sat)")
    wrong = [f"(= {names[function.broken]} #b1)"]
    for term, name in zip(function.outputs, OUTPUTS):
        value = module.word(name, 64, "state") if name in module.ports else "(_ bv0 64)"
        wrong.append(f"(distinct {names[term]} {value})")
    lines += [f"(assert (or {' '.join(wrong)}))", "(check-sat)"]
    return "\n".join(lines) + "\n"


def prove(row, names, rtl=ROOT / "rtl"):
    """(None, or why it is no proof; seconds of processor)."""
    start, why = processor(), None
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            function = terms_of(row, harness(row, folder, names), folder)
            module = Module(row.unit, row.parameters, folder, rtl)
            solve(query(row, module, function), folder)
        except Failed as failed:
            why = str(failed)
    return why, processor() - start


def planted(unit, old, new, found, names):
    """Whether a bug in the Verilog is found with one set of parameters at least; and why not."""
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        rtl = pathlib.Path(folder) / "rtl"
        shutil.copytree(ROOT / "rtl", rtl)
        path = rtl / "route" / f"{unit}.v"
        text = path.read_text()
        if old not in text:
            return False, [f"{unit}.v has no {old!r}"]
        path.write_text(text.replace(old, new))
        for row in found:
            why, _ = prove(row, names, rtl)
            answers.append(why or f"proved: {row.name}")
            if why and why.startswith("not equal"):
                return True, []
    return False, answers


def tried(row, names):
    """Faults of the reader of C beside the compiled C."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = harness(row, folder, names)
        function = terms_of(row, source, folder)
        program = folder / "native"
        run([*CLANG, "-DPROVE_NATIVE", str(source), str(TWINS), "-o", str(program)],
            "clang")
        _, terms = smt.write_smt([*function.outputs, function.broken])
        widths = {term.name: term.width for term in terms if term.op == "var"}
        numbers = random.Random(row.name)
        given = [{name: numbers.getrandbits(width) for name, width in widths.items()}
                 for _ in range(VECTORS)]
        asked = "".join(" ".join(str(of.get(name, 0)) for name in INPUTS) + "\n" for of in given)
        answers = run([str(program)], "the compiled C", input=asked).splitlines()
        for of, answer in zip(given, answers, strict=True):
            *values, broken = smt.evaluate([*function.outputs, function.broken], of)
            if broken or values != list(map(int, answer.split())):
                yield f"{of}: {values}, compiled {answer}"


def self_test(report, found, names):
    by_unit = {}
    for row in found:
        by_unit.setdefault(row.unit, []).append(row)
    for unit, of_unit in by_unit.items():
        row = of_unit[len(of_unit) // 2]
        faults = list(tried(row, names[unit]))
        report(not faults, f"the reader agrees with compiled C: {row.name}", faults)
        report(any(plant[0] == unit for plant in PLANTS), f"a bug is planted in {unit}", [])
    with concurrent.futures.ProcessPoolExecutor(JOBS) as pool:
        results = [(plant, pool.submit(planted, *plant, by_unit[plant[0]], names[plant[0]]))
                   for plant in PLANTS if plant[0] in by_unit]
        for (unit, _, new), result in results:
            good, why = result.result()
            report(good, f"a bug in {unit} is found: {new}", why)


def main(given):
    if not clang_is_read():
        print(f"1..0 # SKIP proofs read what clang {VERSION} writes, of Debian 12")
        return 0
    wanted = [row for row in rows() if all(word in row.name for word in given.words)]
    if not wanted:
        raise Failed(f"no route unit of `lockhop list route-units` has "
                     f"{' '.join(given.words)}")
    with tempfile.TemporaryDirectory() as folder:
        names = {unit: variables(unit, pathlib.Path(folder))
                 for unit in sorted({row.unit for row in wanted})}
    table = Table()
    with concurrent.futures.ProcessPoolExecutor(JOBS) as pool:
        results = [(row, pool.submit(prove, row, names[row.unit])) for row in wanted]
        for row, result in results:
            table.add("C = RTL", row, *result.result())
    if given.self_test:
        self_test(table.report, wanted, names)
    return table.end(given.json)


if __name__ == "__main__":
    try:
        sys.exit(main(command_line(__doc__)))
    except Failed as failed:
        print(f"Bail out! prove: {failed}")
        sys.exit(3)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_module -- a Verilog module as terms of its inputs and registers, by way of Yosys.

Yosys writes the module in SMT-LIB, with a definition for each cell.  A truth is a term of one bit.
"""
import re
import sys

import prove_terms as smt
from prove_terms import FALSE, TRUE, both, choose, const, either, invert
from prove_tools import Failed, run

sys.setrecursionlimit(20000)    # cells are nested as deep as a module has channels
TOKEN = re.compile(r'\|[^|]*\||[()]|[^\s()|]+')
COMPARED = {"=": ("=", 0), "distinct": ("=", 2), "bvult": ("bvult", 0), "bvule": ("bvule", 0),
            "bvugt": ("bvult", 1), "bvuge": ("bvule", 1), "bvslt": ("bvslt", 0),
            "bvsle": ("bvsle", 0), "bvsgt": ("bvslt", 1), "bvsge": ("bvsle", 1)}
BINARY = {"bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvshl", "bvlshr", "bvashr",
          "bvudiv", "bvurem"}


def read(text):
    """Nested lists of words."""
    stack = [[]]
    for word in TOKEN.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(word)
    return stack[0]


class Module:
    """.inputs, .outputs and .registers: {name: bits}; .start: the state, {its parts: variables}."""

    def __init__(self, name, parameters, folder, rtl, more=()):
        """more: further files, in which the parameters are macros."""
        path = folder / "module.smt2"
        values = " ".join(f"-set {name} {value}" for name, value in parameters.items())
        files = " ".join(map(str, sorted(rtl.glob("component/*.v")) +
                             sorted(rtl.glob("route/*.v")) + sorted(rtl.glob("switch/*.v"))))
        macros = " ".join(f"-D{name}={value}" for name, value in parameters.items())
        more = f"read_verilog -formal {macros} {' '.join(map(str, more))}; " if more else ""
        chosen = f"chparam {values} {name}; " if values else ""
        run(["yosys", "-q", "-p",
             f"read_verilog -defer {files}; {more}{chosen}hierarchy -check -top {name}; proc; "
             "flatten; opt -full; check -assert; memory_map; opt -full; dffunmap; "
             f"write_smt2 -stbv {path}"],
            "yosys")
        self.inputs, self.outputs, self.registers = {}, {}, {}
        self.cells, self.steps = {}, {}     # {cell: (bits, body)}, {register cell: its next value}
        self.named = {}                     # {port or register: body}
        for line in path.read_text().split("\n"):
            self.read_line(line)
        self.start = {cell: smt.var(f"register_{number(cell)}", self.cells[cell][0])
                      for cell in self.steps}

    def read_line(self, line):
        said = re.match(r"; yosys-smt2-(input|output|register) (\S+) (\d+)$", line)
        if said:
            kind = {"input": self.inputs, "output": self.outputs, "register": self.registers}
            kind[said[1]][said[2]] = int(said[3])
        elif re.match(r"\(define-fun \|[^|]*(#|_n )", line):
            parts = read(line.split(" ; ")[0])[0]
            if "#" in parts[1]:
                self.cells[parts[1]] = (1 if parts[3] == "Bool" else int(parts[3][2]), parts[4])
            else:
                self.named[parts[1].split("_n ", 1)[1].rstrip("|")] = parts[4]
        elif line.startswith("  (= "):
            _, value, (register, _) = read(line.split(" ; ")[0])[0]
            self.steps[register] = value

    def run(self, state, cycle=0, answer=None):
        """({port or register: its term}, the next state) of a cycle, the inputs of which are
        variables, as is what nothing drives.  answer: of an open module, for the words that it is
        given: its wires open_0, open_1...; it has a wire open_answer."""
        terms = Cells(self, state, cycle, answer)
        after = {register: value_of(body, terms) for register, body in self.steps.items()}
        return {name: value_of(body, terms) for name, body in self.named.items()}, after

    def values(self, state):
        """{register: its term} in a state."""
        return {name: value_of(self.named[name], state) for name in self.registers}


class Cells(dict):
    """{cell: its term} in a cycle, each made when it is asked for."""

    def __init__(self, module, state, cycle, answer):
        super().__init__(state)
        self.module, self.cycle, self.answer = module, cycle, answer
        self.open = {body[0]: name.removesuffix("answer") for name, body in module.named.items()
                     if name.endswith(".open_answer")}

    def __missing__(self, cell):
        bits, body = self.module.cells[cell]
        if cell in self.open:
            words = sorted(name for name in self.module.named
                           if re.fullmatch(re.escape(self.open[cell]) + r"\d", name))
            self[cell] = self.answer([smt.zero_extend(value_of(self.module.named[name], self), 64)
                                      for name in words])
        elif is_part(body):
            self[cell] = smt.var(f"in{self.cycle}_{number(cell)}", bits)
        else:
            self[cell] = value_of(body, self)
        return self[cell]


def number(cell):
    return cell.strip("|").rsplit("#", 1)[1]


def is_part(body):
    """Whether the body of a cell is a part of the state or of the inputs."""
    return body[1] == "state" and isinstance(body[0], list) or body[0] == "=" and is_part(body[1])


def value_of(body, terms):
    if isinstance(body, str):
        if body.startswith("#b"):
            return const(int(body[2:], 2), len(body) - 2)
        if body in ("true", "false"):
            return TRUE if body == "true" else FALSE
        raise Failed(f"the reader of Yosys does not know {body}")
    op = body[0]
    if isinstance(op, str) and op.startswith("|"):
        return terms[op]
    values = [value_of(part, terms) for part in body[1:]]
    if isinstance(op, list):
        _, kind, high, *rest = op
        if kind == "extract":
            return smt.extract(values[0], int(rest[0]), int(high) - int(rest[0]) + 1)
        if kind == "zero_extend":
            return smt.zero_extend(values[0], values[0].width + int(high))
        if kind == "sign_extend":
            return smt.sign_extend(values[0], values[0].width + int(high))
        raise Failed(f"the reader of Yosys does not know {kind}")
    return applied(op, values)


def applied(op, values):
    if op in COMPARED:
        name, how = COMPARED[op]
        a, b = reversed(values) if how == 1 else values
        result = smt.binary(name, a, b)
        return invert(result) if how == 2 else result
    if op in ("bvnot", "not"):
        return invert(values[0])
    if op == "bvneg":
        return smt.binary("bvsub", const(0, values[0].width), values[0])
    if op == "ite":
        return choose(*values)
    joined = {"and": both, "or": either, "concat": smt.concat,
              "xor": lambda a, b: smt.binary("bvxor", a, b)}.get(op)
    if op in BINARY:
        def joined(a, b):
            return smt.binary(op, a, b)
    if joined is None:
        raise Failed(f"the reader of Yosys does not know {op}")
    result = values[0]
    for value in values[1:]:
        result = joined(result, value)
    return result

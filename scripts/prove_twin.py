# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_twin -- C = RTL of one component: what its file in tests/formal says, as questions to z3.

The comment at the head of tests/formal/NAME.c has these lines, each in one line:

    in: PORTS...            inputs of the module but clk and rst; NAME[N]: N words of the same width
    out: PORTS...           all its outputs
    state: NAMES...         words of the state in C, NAME[N] as above; without it: combinational
    registers: NAMES...     all its registers, by the part behind the last point; NAME?: some
                            parameters have none, and then it is 0
    free: NAMES...          words of any value that only the C has, behind the inputs
    resets: N               cycles of a reset until the state is that of the registers; 1
    values: NAME=VALUE...   parameters that no network of the table has
    narrow: NAME=VALUE...   values that stand for all values of these parameters
    day: CONDITION          proved by day; others at night
    feasible: CONDITION     proved at all

Its functions are those of tests/formal/proof.h; N and the conditions are arithmetic of parameters.
"""
import re

import prove_terms as smt
from prove_ir import Function, Unsupported
from prove_terms import both, const, either, invert
from prove_tools import Failed, Module, compiled, solve

FUNCTIONS = ("prove_comb", "prove_related", "prove_allowed", "prove_step", "prove_reset")


def value_of(text, parameters):
    """Of arithmetic on parameters."""
    if not re.fullmatch(r"[\w\s+*/%()<>=-]+|.* (and|or) .*", text):
        raise Failed(f"{text} is no arithmetic of parameters")
    return eval(text, {"__builtins__": {}}, dict(parameters))     # of a file of the tree


class Harness:
    """What a file of tests/formal says."""

    def __init__(self, path, verilog):
        self.path, self.component = path, verilog.stem
        head = path.read_text().split("*/", 2)[1]
        self.lines = dict(re.findall(r"^ \* (\w+): (.*)$", head, re.M))
        self.values = [dict((name, int(value)) for name, value in
                            (word.split("=") for word in line.split()))
                       for line in self.lines.get("values", "").split(";") if line.strip()]
        self.derived = set(re.findall(r"^  parameter (\w+) .*// derived, do not set",
                                      verilog.read_text(), re.M))
        self.narrow = dict(word.split("=") for word in self.lines.get("narrow", "").split())

    def shape(self, values):
        return Shape(self, {name: int(self.narrow.get(name, value))
                            for name, value in values.items() if name not in self.derived})


class Shape:
    """A component with all its parameters."""

    def __init__(self, harness, parameters):
        self.harness, self.component = harness, harness.component
        self.parameters = dict(sorted(parameters.items()))
        self.name = " ".join([self.component, *(f"{name}={value}" for name, value in
                                                self.parameters.items())])
        self.size = 1
        for value in self.parameters.values():
            self.size *= value + 1
        self.when = None

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def words(self, kind):
        """[(name, elements)] of a line of the head."""
        found = []
        for word in self.harness.lines.get(kind, "").split():
            name, count = re.fullmatch(r"([\w?]+)(?:\[(.*)\])?", word).groups()
            found.append((name, int(value_of(count, self.parameters)) if count else 1))
        return found

    def loops(self):
        """Of a loop whose end depends on inputs: more than there are channels, places or bits."""
        return 2 + max([count for kind in ("in", "out", "state") for _, count in self.words(kind)] +
                       [value for name, value in self.parameters.items() if name != "PACKET_BITS"])

    def names(self):
        """names.h: every parameter is its value, every name the index of its first word."""
        lines = [f"  {name} = {value}," for name, value in self.parameters.items()]
        at = 0
        for kind, count in (("in", "INS"), ("free", "FREE"), ("out", "OUTS"), ("state", "STATES"),
                            ("registers", "REGISTERS")):
            at = at if kind == "free" else 0      # these are behind the inputs
            for name, elements in self.words(kind):
                lines.append(f"  {name.rstrip('?')} = {at},")
                at += elements
            lines.append(f"  {count} = {at},")
        return "enum {\n" + "\n".join(lines) + "\n};\n"

    def arithmetic(self, line):
        return value_of(self.harness.lines.get(line, "1"), self.parameters)

    def prove(self, folder, rtl):
        """Raises Failed."""
        (folder / "names.h").write_text(self.names())
        code = compiled([self.harness.path], FUNCTIONS, folder, [f"-I{folder}"])
        Proof(self, code, Module(self.component, self.parameters, folder, rtl)).prove(folder)


class Proof:
    def __init__(self, shape, code, module):
        self.shape, self.code, self.module = shape, code, module
        self.named = {}         # a variable of the terms: the expression that it is
        self.check_names()

    def check_names(self):
        """Every port and register of the module has its place in the head."""
        said = {name for kind in ("in", "out") for name, _ in self.shape.words(kind)}
        ports = set(self.module.ports) - {"clk", "rst"}
        if said != ports:
            raise Failed(f"{self.shape.harness.path.name} and the module do not have the same "
                         f"ports: {' '.join(sorted(said ^ ports))}")
        self.places = {}        # {register: its full names, in order}
        for name in sorted(self.module.registers, key=lambda full: list(
                map(int, re.findall(r"\[(\d+)\]", full)))):
            self.places.setdefault(name.rsplit(".", 1)[-1], []).append(name)
        said = {name for name, _ in self.shape.words("registers")}
        for name in self.places:
            if not said & {name, name + "?"}:
                raise Failed(f"{self.shape.harness.path.name} does not name the register {name}")
        for name in said:
            if not name.endswith("?") and name not in self.places:
                raise Failed(f"the module has no register {name}")

    # -- words of the module ----------------------------------------------------------------------

    def elements(self, name, count, cycle):
        """The words of a port or register, as variables that are them."""
        bits = self.module.ports.get(name) or self.module.registers[name]
        if bits % count or bits // count > 64:
            raise Failed(f"{name} has {bits} bits, which are no {count} words")
        width, terms = bits // count, []
        for i in range(count):
            term = smt.var(f"w{cycle}_{i}_{re.sub(r'[^a-z0-9_]', '_', name)}", width)
            self.named[term] = (f"((_ extract {width * (i + 1) - 1} {width * i}) "
                                f"{self.module.value(name, f's{cycle}')})")
            terms.append(smt.zero_extend(term, 64))
        return terms

    def pin(self, name, cycle):
        return smt.extract(self.elements(name, 1, cycle)[0], 0, 1)

    def registers(self, cycle):
        """The words of all registers; one that there are several of has a word in each."""
        found = []
        for name, count in self.shape.words("registers"):
            places = self.places.get(name.rstrip("?"), [])
            if len(places) > 1 and len(places) != count:
                raise Failed(f"there are {len(places)} registers {name}, not {count}")
            for place in places:
                found += self.elements(place, count // len(places), cycle)
            found += [const(0, 64)] * count if not places else []
        return found

    def ports(self, kind, cycle=0):
        return [term for name, count in self.shape.words(kind)
                for term in self.elements(name, count, cycle)]

    def free(self, cycle=0):
        """Words that only the C has, of any value."""
        return [smt.var(f"free{cycle}_{name}_{i}", 64) for name, count in self.shape.words("free")
                for i in range(count)]

    def function(self, name, inputs, outputs):
        try:
            return Function(self.code, name, inputs, outputs, self.shape.loops())
        except Unsupported as error:
            raise Failed(f"the reader of C does not know: {error}") from None

    # -- questions --------------------------------------------------------------------------------

    def prove(self, folder):
        if self.shape.words("state"):
            self.prove_step(folder)
            self.prove_reset(folder)
        else:
            self.prove_outputs(folder)

    def prove_outputs(self, folder):
        outputs = self.ports("out")
        comb = self.function("prove_comb", self.ports("in"), 2 * len(outputs))
        may, broken = self.allowed(self.ports("in"))
        self.ask(folder, [may], either(broken, self.different(comb, outputs)))

    def allowed(self, given):
        """(Whether the words may be so, where that is known; whether it is not known.)"""
        found = self.function("prove_allowed", given, 1)
        return either(smt.extract(found.outputs[0], 0, 1), found.broken), found.broken

    @staticmethod
    def different(function, expected):
        """Whether an output that somebody reads is not what is expected."""
        wrong, count = function.broken, len(expected)
        for term, other, unread in zip(function.outputs, expected, function.outputs[count:]):
            same = either(smt.equal(term, other), smt.extract(unread, 0, 1))
            wrong = either(wrong, invert(same))
        return wrong

    def states(self):
        return [smt.var(f"state_{name}_{i}", 64) for name, count in self.shape.words("state")
                for i in range(count)]

    def related(self, states, when):
        """Whether states in C are those of the registers, and nothing is out of place there."""
        found = self.function("prove_related", [*states, *self.registers(when)], 1)
        return both(smt.extract(found.outputs[0], 0, 1), invert(found.broken))

    def prove_step(self, folder):
        states, outputs = self.states(), self.ports("out")
        given = [*states, *self.ports("in"), *self.free()]
        may, broken = self.allowed(given)
        step = self.function("prove_step", given, 2 * len(outputs) + len(states))
        wrong = either(broken, self.different(step, outputs))
        wrong = either(wrong, invert(self.related(step.outputs[2 * len(outputs):], 1)))
        self.ask(folder, [self.related(states, 0), may, invert(self.pin("rst", 0))], wrong)

    def prove_reset(self, folder):
        """From any states in C and any registers, in so many cycles of a reset."""
        states, cycles = self.states(), int(self.shape.arithmetic("resets"))
        for cycle in range(cycles):
            given = [*states, *self.ports("in", cycle), *self.free(cycle)]
            reset = self.function("prove_reset", given, len(states))
            states, broken = reset.outputs, either(broken, reset.broken) if cycle else reset.broken
        self.ask(folder, [self.pin("rst", cycle) for cycle in range(cycles)],
                 either(broken, invert(self.related(states, cycles))))

    def ask(self, folder, assumed, wrong):
        """That what is assumed can be, and that then nothing wrong can be."""
        lines, names = smt.write_smt([*assumed, wrong])
        name = self.module.name
        cycles = 1 + max((int(re.match(r"w(\d+)_", term.name)[1]) for term in self.named
                          if term in names), default=0)
        states = [f"(declare-const s{cycle} |{name}_s|)" for cycle in range(cycles)]
        steps = [f"(assert (|{name}_t| s{cycle} s{cycle + 1}))" for cycle in range(cycles - 1)]
        lines = [self.module.text, *states, *steps, *lines]
        lines += [f"(assert (= {names[term]} {value}))" for term, value in self.named.items()
                  if term in names]
        lines += [f"(assert (= {names[term]} #b1))" for term in assumed]
        lines += ["(check-sat)", f"(assert (= {names[wrong]} #b1))", "(check-sat)"]
        solve("\n".join(lines) + "\n", folder)

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_twin -- C = RTL of one component: what its file in tests/formal says, as questions to ABC.

The comment at the head of tests/formal/NAME.c has these lines; what is long is in several of them:

    in: PORTS...            inputs of the module but clk and rst; NAME[N]: N words of the same width
    out: PORTS...           all its outputs
    state: NAMES...         words of the state in C, NAME[N] as above; without it: combinational
    registers: NAMES...     all its registers, by the part behind the last point, or by that and
                            an instance: of u_OTHER it is OTHER.NAME; NAME?: some parameters have
                            none, and then it is 0
    free: NAMES...          words of any value that only the C has, behind the inputs
    loops: N                rounds of a loop, where they are more than words and parameters
    resets: N               cycles of a reset until the state is that of the registers; 1
    lemma: NAMES...         words, of any value, of what the proof stands on
    cases: N                a lemma is proved for each value below N of its first word
    each: CONDITION         ABC is asked for each output to the end, before it is for all at once
    moves: N                a cycle is so many moves and a rest, each proved by itself
    values: NAME=VALUE...   parameters that no network of the table has
    narrow: NAME=VALUE...   values that stand for all values of these parameters
    open: NAMES...          modules of tests/formal/NAME.v of which any is meant
    day: CONDITION          proved by day; others at night
    feasible: CONDITION     proved at all

Its functions are those of tests/formal/proof.h; N, the values of `narrow` and the conditions are
arithmetic of parameters.
"""
import re

import prove_terms as smt
from prove_aig import EACH_FIRST, SOLVERS, solve
from prove_ir import Function, Unsupported
from prove_module import Module
from prove_moves import Moves
from prove_terms import FALSE, both, const, either, invert
from prove_tools import Failed, compiled

KINDS = ("in", "out", "state", "registers", "free", "loops", "resets", "lemma", "values", "narrow",
         "open", "day", "feasible", "moves", "cases",
         "each")
FUNCTIONS = ("prove_comb", "prove_related", "prove_allowed", "prove_step", "prove_reset",
             "prove_loads", "prove_assumed", "prove_lemma", "prove_move", "prove_left")


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
        self.lines = {}
        for kind, text in re.findall(r"^ \* (\w+): (.*)$", head, re.M):
            # Also two lines that became one.
            if kind not in KINDS or re.search(rf"\b({'|'.join(KINDS)}): ", text):
                raise Failed(f"{path.name}: '{kind}: {text}' is no line of the head; the lines "
                             "are those that prove_twin.py names")
            self.lines[kind] = f"{self.lines.get(kind, '')} {text}".strip()
        self.values = [dict((name, int(value)) for name, value in
                            (word.split("=") for word in line.split()))
                       for line in self.lines.get("values", "").split(";") if line.strip()]
        self.derived = set(re.findall(r"^  parameter (\w+) .*// derived, do not set",
                                      verilog.read_text(), re.M))
        self.defaults = {name: int(value) for name, value in re.findall(
            r"^  parameter (\w+) += (\d+),? ", verilog.read_text(), re.M)}
        self.narrow = dict(word.split("=") for word in self.lines.get("narrow", "").split())

    def shape(self, values):
        narrow = {name: value_of(text, {**self.defaults, **values})
                  for name, text in self.narrow.items()}
        return Shape(self, {name: int(value) for name, value in {**values, **narrow}.items()
                            if name not in self.derived})


class Shape:
    """A component with all its parameters."""

    def __init__(self, harness, parameters):
        self.harness, self.component = harness, harness.component
        self.name = " ".join([self.component, *(f"{name}={value}" for name, value in
                                                sorted(parameters.items()))])
        self.parameters = dict(sorted({**harness.defaults, **parameters}.items()))
        self.size = 1
        for value in self.parameters.values():
            self.size *= value + 1
        self.when = None
        self.resets = int(self.arithmetic("resets"))

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)

    def words(self, kind):
        """[(name, elements)] of a line of the head."""
        found = []
        for word in self.harness.lines.get(kind, "").split():
            name, count = re.fullmatch(r"([\w.?]+)(?:\[(.*)\])?", word).groups()
            found.append((name, int(value_of(count, self.parameters)) if count else 1))
        return found

    def loops(self):
        """Of a loop whose end depends on inputs: more than there are channels, places or bits."""
        return 2 + max(self.arithmetic("loops"),
                       *(count for kind in ("in", "out", "state") for _, count in self.words(kind)),
                       *(value for name, value in self.parameters.items() if name != "PACKET_BITS"))

    def names(self):
        """names.h: every parameter is its value, every name the index of its first word."""
        lines = [f"  {name} = {value}," for name, value in self.parameters.items()]
        at = 0
        for kind, count in (("in", "INS"), ("free", "FREE"), ("out", "OUTS"), ("state", "STATES"),
                            ("registers", "REGISTERS"), ("lemma", "LEMMAS")):
            at = at if kind == "free" else 0      # these are behind the inputs
            for name, elements in self.words(kind):
                lines.append(f"  {name.rstrip('?').replace('.', '_')} = {at},")
                at += elements
            lines.append(f"  {count} = {at},")
        lines.append(f"  CASES = {self.arithmetic('cases')},")
        return "enum {\n" + "\n".join(lines) + "\n};\n"

    def arithmetic(self, line):
        return value_of(self.harness.lines.get(line, "1"), self.parameters)

    def prove(self, folder, rtl):
        """Raises Failed."""
        (folder / "names.h").write_text(self.names())
        beside = [f"-iquote{rtl.parent / 'cmodel'}", f"-I{folder}"]
        code = compiled([self.harness.path], FUNCTIONS, folder, beside)
        more = [self.harness.path.parent / f"{name}.v" for name, _ in self.words("open")]
        module = Module(self.component, self.parameters, folder, rtl, more)
        Proof(self, code, module).prove(folder)


class Proof:
    def __init__(self, shape, code, module):
        self.shape, self.code, self.module = shape, code, module
        self.check_names()
        self.answers = {}       # {words: what open modules and functions answer}
        self.cycles, state = [], module.start       # [{port or register: term}] of each cycle
        for cycle in range(max(1, shape.resets)):
            values, state = module.run(state, cycle, self.answer)
            self.cycles[cycle:] = [values, module.values(state)]

    def answer(self, words):
        """That of an open function of 64 bits, in C or in the module: for equal words the same."""
        words = tuple(words)
        if words not in self.answers:
            found = smt.var(f"answer{len(self.answers)}", 64)
            for others, answer in self.answers.items():
                same = smt.TRUE
                for one, other in zip(words, others):
                    same = both(same, smt.equal(one, other))
                found = smt.choose(same, answer, found)
            self.answers[words] = found
        return self.answers[words]

    def check_names(self):
        """Every port and register of the module has its place in the head."""
        said = {name for kind in ("in", "out") for name, _ in self.shape.words(kind)}
        ports = {*self.module.inputs, *self.module.outputs} - {"clk", "rst"}
        if said != ports:
            raise Failed(f"{self.shape.harness.path.name} and the module do not have the same "
                         f"ports: {' '.join(sorted(said ^ ports))}")
        self.places = {}        # {register: its full names, in order}
        said = {name.rstrip("?"): name for name, _ in self.shape.words("registers")}
        for name in sorted(self.module.registers, key=lambda full: list(
                map(int, re.findall(r"\[(\d+)\]", full)))):
            *instances, short = name.split(".")
            short = re.sub(r"\[\d+\]$", "", short)      # a word of a memory
            short = next((word for word in said if word in
                          [short, *(f"{i.removeprefix('u_')}.{short}" for i in instances)]), None)
            if not short:
                raise Failed(f"{self.shape.harness.path.name} does not name the register {name}")
            self.places.setdefault(short, []).append(name)
        for short, name in said.items():
            if not name.endswith("?") and short not in self.places:
                raise Failed(f"the module has no register {short}")

    # -- words of the module ----------------------------------------------------------------------

    def elements(self, name, count, cycle):
        """The words of a port or register."""
        term = self.cycles[cycle][name]
        if term.width % count or term.width // count > 64:
            raise Failed(f"{name} has {term.width} bits, which are no {count} words")
        width = term.width // count
        return [smt.zero_extend(smt.extract(term, width * i, width), 64) for i in range(count)]

    def registers(self, cycle):
        """The words of all registers; one that there are several of has a word in each."""
        found = []
        for name, count in self.shape.words("registers"):
            places = self.places.get(name.rstrip("?"), [])
            if places and count % len(places):
                raise Failed(f"there are {len(places)} registers {name}, not {count}")
            for place in places:
                found += self.elements(place, count // len(places), cycle)
            found += [const(0, 64)] * count if not places else []
        return found

    def ports(self, kind, cycle=0):
        return [term for name, count in self.shape.words(kind)
                for term in self.elements(name, count, cycle)]

    def given(self, states, cycle=0):
        """What a function in C is given: the state, the inputs, words of any value."""
        return [*states, *self.ports("in", cycle), *self.variables("free", f"free{cycle}")]

    def variables(self, kind, prefix):
        return [smt.var(f"{prefix}_{name}_{i}", 64) for name, count in self.shape.words(kind)
                for i in range(count)]

    # -- functions in C ---------------------------------------------------------------------------

    def function(self, name, inputs, outputs):
        try:
            return Function(self.code, name, inputs, outputs, self.shape.loops(), self.answer)
        except Unsupported as error:
            raise Failed(f"the reader of C does not know: {error}") from None

    def allowed(self, given):
        """(Whether the words may be so, where that is known; whether it is not known.)"""
        found = self.function("prove_allowed", given, 1)
        return either(smt.extract(found.outputs[0], 0, 1), found.broken), found.broken

    def relation(self, words):
        """Whether states in C are those of registers, and nothing is out of place there."""
        found = self.function("prove_related", words, 1)
        return both(smt.extract(found.outputs[0], 0, 1), invert(found.broken))

    def related(self, states, cycle):
        return self.relation([*states, *self.registers(cycle)])

    def same_states(self):
        """Words of the state in C, and their relation to the registers: where this says which term
        a word is, it is that term."""
        states = self.variables("state", "state")
        states = smt.known(self.related(states, 0), states)
        return states, self.related(states, 0)

    @staticmethod
    def different(function, expected):
        """Whether an output that somebody reads is not what is expected."""
        wrong, count = function.broken, len(expected)
        for term, other, unread in zip(function.outputs, expected, function.outputs[count:]):
            same = either(smt.equal(term, other), smt.extract(unread, 0, 1))
            wrong = either(wrong, invert(same))
        return wrong

    # -- questions --------------------------------------------------------------------------------

    def moves(self):
        return self.shape.arithmetic("moves") if "moves" in self.shape.harness.lines else 0

    def prove(self, folder):
        if self.shape.words("state"):
            if self.moves():
                Moves(self).prove(folder)
            else:
                self.prove_step(folder)
            self.prove_reset(folder)
            if self.loads():
                self.prove_later_reset(folder)
        elif self.moves():
            Moves(self).prove(folder)
        else:
            self.prove_outputs(folder)
        for case in range(self.shape.arithmetic("cases") if self.shape.words("lemma") else 0):
            self.prove_lemma(folder, case)

    def prove_lemma(self, folder, case):
        given = [const(case, 64), *self.variables("lemma", "lemma")[1:]]
        may = self.function("prove_assumed", given, 1)
        holds = self.function("prove_lemma", given, 1)
        solve(folder, [either(smt.extract(may.outputs[0], 0, 1), may.broken)],
              either(may.broken, either(holds.broken,
                                        invert(smt.extract(holds.outputs[0], 0, 1)))))

    def prove_outputs(self, folder):
        outputs, given = self.ports("out"), self.given([])
        comb = self.function("prove_comb", given, 2 * len(outputs))
        may, broken = self.allowed(given)
        solve(folder, [may], either(broken, self.different(comb, outputs)))

    def prove_step(self, folder):
        outputs = self.ports("out")
        states, related = self.same_states()
        given = self.given(states)
        may, broken = self.allowed(given)
        step = self.function("prove_step", given, 2 * len(outputs) + len(states))
        wrong = either(broken, self.different(step, outputs))
        wrong = either(wrong, invert(self.related(step.outputs[2 * len(outputs):], 1)))
        each = "each" in self.shape.harness.lines and self.shape.arithmetic("each")
        solve(folder, [related, may, invert(self.cycles[0]["rst"])], wrong,
              EACH_FIRST if each else SOLVERS)

    def prove_reset(self, folder):
        """From any states in C and any registers, in so many cycles of a reset."""
        states, broken, may = self.variables("state", "state"), FALSE, []
        for cycle in range(self.shape.resets):
            reset = self.function("prove_reset", self.given(states, cycle), len(states))
            states, broken = reset.outputs, either(broken, reset.broken)
            may.append(self.cycles[cycle]["rst"])
            if self.loads():
                load = self.function("prove_loads", [const(cycle, 64), *self.ports("in", cycle)], 1)
                may.append(smt.extract(load.outputs[0], 0, 1))
                broken = either(broken, load.broken)
        solve(folder, may, either(broken, invert(self.related(states, self.shape.resets))))

    def loads(self):
        """Whether a reset writes what it is given."""
        return "@prove_loads(" in self.code

    def prove_later_reset(self, folder):
        """From related states, a cycle of a reset with any inputs."""
        states, related = self.same_states()
        reset = self.function("prove_reset", self.given(states), len(states))
        solve(folder, [related, self.cycles[0]["rst"]],
              either(reset.broken, invert(self.related(reset.outputs, 1))))

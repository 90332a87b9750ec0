# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_aig -- terms as an and-inverter graph, for ABC, which finds what is equal within."""
import re

from prove_terms import choose, evaluate, extract, in_order, invert
from prove_tools import SECONDS, Failed, Late, run

# Of ABC, in turn, with seconds: clauses alone, for each output or for all at once; or what is
# equal is merged first, for all outputs at once.
EACH = "&sat -v -C %d"
MERGED = "&fraig -x; &put; orpos; iprove"
TOGETHER = "&put; orpos; strash; dsat -C 100000"
SOLVERS = [(EACH % 2000, SECONDS), (TOGETHER, SECONDS), (MERGED, 10),
           (EACH % 100000, SECONDS), (MERGED, SECONDS)]
EACH_FIRST = [(EACH % 100000, SECONDS), *SOLVERS]
ALIKE = [(EACH % 2000, 1), (MERGED, SECONDS), *SOLVERS]


class Graph:
    """Literals: 2 n of node n, and 1 more for its inverse; 0 and 1 are constants."""

    def __init__(self):
        self.inputs, self.ands, self.found, self.next = 0, [], {}, 2

    def input(self):
        self.inputs += 1
        self.next += 2
        return self.next - 2

    def both(self, a, b):
        a, b = min(a, b), max(a, b)
        if a == 0 or a == b ^ 1:
            return 0
        if a == 1 or a == b:
            return b
        if (a, b) not in self.found:
            self.found[a, b] = self.next
            self.ands.append((self.next, b, a))
            self.next += 2
        return self.found[a, b]

    def either(self, a, b):
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a, b):
        return self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))

    def choose(self, c, a, b):
        return a if a == b else self.either(self.both(c, a), self.both(c ^ 1, b))

    # -- words: lists of literals, the lowest first -----------------------------------------------

    def add(self, a, b, carry=0):
        result = []
        for x, y in zip(a, b):
            half = self.differ(x, y)
            result.append(self.differ(half, carry))
            carry = self.either(self.both(x, y), self.both(half, carry))
        return result, carry

    def multiply(self, a, b):
        total = [0] * len(a)
        for place, bit in enumerate(b):
            if bit:
                row = [0] * place + [self.both(bit, x) for x in a[:len(a) - place]]
                total, _ = self.add(total, row)
        return total

    def below(self, a, b):
        return self.add(a, [bit ^ 1 for bit in b], 1)[1] ^ 1

    def equal(self, a, b):
        result = 1
        for x, y in zip(a, b):
            result = self.both(result, self.differ(x, y) ^ 1)
        return result

    def shift(self, a, by, up, fill):
        width, result = len(a), list(a)
        for place, bit in enumerate(by):
            step = min(1 << place, width)
            moved = [fill] * step + result[:-step] if up else result[step:] + [fill] * step
            result = [self.choose(bit, x, y) for x, y in zip(moved[:width], result)]
        return result

    def divide(self, a, b):
        """(Quotient, remainder); by 0 as in SMT-LIB: ones, and a."""
        width, rest, quotient = len(a), [0] * len(a), [0] * len(a)
        b = [*b, 0]
        rest = [*rest, 0]
        for place in range(width - 1, -1, -1):
            rest = [a[place], *rest[:-1]]
            fits = self.below(rest, b) ^ 1
            less, _ = self.add(rest, [bit ^ 1 for bit in b], 1)
            rest = [self.choose(fits, x, y) for x, y in zip(less, rest)]
            quotient[place] = fits
        return quotient, rest[:width]

    def word(self, term, args):
        op = term.op
        if op in ("bvand", "bvor", "bvxor"):
            gate = {"bvand": self.both, "bvor": self.either, "bvxor": self.differ}[op]
            return [gate(x, y) for x, y in zip(*args)]
        if op == "bvnot":
            return [x ^ 1 for x in args[0]]
        if op == "ite":
            return [self.choose(args[0][0], x, y) for x, y in zip(args[1], args[2])]
        if op == "extract":
            return args[0][term.low:term.low + term.width]
        if op == "concat":
            return [*args[1], *args[0]]
        if op == "bvadd":
            return self.add(*args)[0]
        if op == "bvsub":
            return self.add(args[0], [x ^ 1 for x in args[1]], 1)[0]
        if op == "bvmul":
            return self.multiply(*args)
        if op in ("bvshl", "bvlshr", "bvashr"):
            fill = args[0][-1] if op == "bvashr" else 0
            return self.shift(args[0], args[1], op == "bvshl", fill)
        if op in ("bvudiv", "bvurem"):
            return self.divide(*args)[op == "bvurem"]
        a, b = args
        if op in ("bvslt", "bvsle"):        # the sign turned round, they are as without one
            a, b = [*a[:-1], a[-1] ^ 1], [*b[:-1], b[-1] ^ 1]
        return [{"=": self.equal, "bvult": self.below, "bvslt": self.below}.get(
            op, lambda a, b: self.below(b, a) ^ 1)(a, b)]

    def words(self, terms, given):
        """{term: its literals}, of these and all within; given: those of variables by name."""
        found = {}
        for term in in_order(terms):
            if term.op == "const":
                found[term] = [term.value >> bit & 1 for bit in range(term.width)]
            elif term.op == "var":
                found[term] = given[term.name]
            else:
                found[term] = self.word(term, [found[arg] for arg in term.args])
        return found

    def all_of(self, terms, given):
        """Whether all these truths hold; given: as above."""
        words, result = self.words(terms, given), 1
        for term in terms:
            result = self.both(result, words[term][0])
        return result

    def write(self, path, outputs):
        """In the binary format of AIGER; inputs must have been made before gates."""
        last = self.next // 2 - 1
        with open(path, "wb") as file:
            head = [f"aig {last} {self.inputs} 0 {len(outputs)} {len(self.ands)}", *outputs]
            file.write("".join(f"{line}\n" for line in head).encode())
            for node, high, low in self.ands:
                for delta in (node - high, high - low):
                    while delta > 127:
                        file.write(bytes([delta & 127 | 128]))
                        delta >>= 7
                    file.write(bytes([delta]))


def parts(wrong):
    """The terms of which one is true if this one is: each is a question of its own."""
    stack, found = [wrong], {}
    while stack:
        term = stack.pop()
        inner = term.args[0] if term.op in ("bvnot", "extract") else None
        if term.op == "bvor":
            stack += term.args
        elif term.op == "bvnot" and inner.op == "bvand":
            stack += map(invert, inner.args)
        elif term.op == "bvnot" and chosen(inner):
            stack.append(invert(chosen(inner)))
        elif chosen(term):
            stack.append(chosen(term))
        else:
            found[term] = None
    return list(found)


def chosen(term):
    """The bit of a choice as a choice of bits; None: it is not that."""
    if term.op != "extract" or term.args[0].op != "ite":
        return None
    condition, *ways = term.args[0].args
    return choose(condition, *(extract(way, term.low, 1) for way in ways))


def variables(made, terms):
    """{name: literals} of the variables in terms, as inputs."""
    return {term.name: [made.input() for _ in range(term.width)] for term in in_order(terms)
            if term.op == "var"}


def example(folder, assumed):
    """{name: value} of all variables with which all holds that is assumed."""
    made = Graph()
    given = variables(made, assumed)
    good = made.all_of(assumed, given)
    found = "SATISFIABLE" if good == 1 else "UNSATISFIABLE"
    bits = iter("0" * made.inputs)
    if good > 1:
        model, path = folder / "assumed.aig", folder / "assumed.txt"
        made.write(model, [good])
        found = one(model, f"; write_cex -n {path}")
        if found == "SATISFIABLE":
            bits = iter(re.findall(r"=([01])", path.read_text()))
    values = {name: sum(int(next(bits)) << place for place in range(len(literals)))
              for name, literals in given.items()} if found == "SATISFIABLE" else None
    if values is None or not all(evaluate(assumed, values)):
        raise Failed(f"what is assumed cannot be: the solver says {found.lower()}")
    return values


def graph(assumed, wrong, values):
    """(The graph, its outputs): whether something is wrong, where inputs that are not as assumed
    are replaced by an example that is, {name: value}.  So what is equal is equal for all inputs."""
    made = Graph()
    raw = variables(made, [*assumed, *wrong])
    good = made.all_of(assumed, raw)
    given = {name: [made.choose(good, bit, values.get(name, 0) >> place & 1)
                    for place, bit in enumerate(bits)] for name, bits in raw.items()}
    words = made.words(wrong, given)
    return made, [words[term][0] for term in wrong]


def one(model, then):
    """What ABC says of the only output of a graph; then: what it does behind that."""
    return verdict(run(["yosys-abc", "-c", f"read_aiger {model}; strash; dsat{then}"],
                       "yosys-abc"))


def verdict(said):
    """The last one of what ABC has said; without any, the end of that."""
    return (re.findall(r"\b(?:UN)?SATISFIABLE|UNDECIDED", said) or [said[-500:]])[-1]


def decided(model, count, solvers):
    """What the first of the solvers that ends says: whether one of so many outputs can be 1."""
    for solver, seconds in solvers:
        try:
            said = run(["yosys-abc", "-c", f"&r {model}; {solver}"], "yosys-abc", seconds)
        except Late:
            continue
        found = answer(said, count) if solver.startswith("&sat") else verdict(said)
        if found != "UNDECIDED":
            return found
    return "UNDECIDED"


def answer(said, count):
    """Of all outputs, of which each was one call of the solver."""
    calls = {kind: int(number) for kind, number in
             re.findall(r"^(Unsat|Sat|Undef) +calls +(\d+)", said, re.M)}
    if sum(calls.values()) != count or len(calls) != 3:
        raise Failed(f"ABC says {said[-500:]}")
    return "SATISFIABLE" if calls["Sat"] else "UNDECIDED" if calls["Undef"] else "UNSATISFIABLE"


def solve(folder, assumed, wrong, solvers=tuple(SOLVERS)):
    """That what is assumed can be, and that then nothing wrong can be.  Terms of one bit."""
    model = folder / "proof.aig"
    made, outputs = graph(assumed, parts(wrong), example(folder, assumed))
    outputs = list(dict.fromkeys(output for output in outputs if output != 0))
    found = "SATISFIABLE" if 1 in outputs else "UNSATISFIABLE"
    if outputs and 1 not in outputs:
        made.write(model, outputs)
        found = decided(model, len(outputs), solvers)
    if found != "UNSATISFIABLE":
        raise Failed(f"not equal: the solver says {found.lower()}")

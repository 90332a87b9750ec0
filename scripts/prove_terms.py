# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_terms -- bit vectors as terms: made once each, simplified, written as SMT-LIB 2.

A term is a constant, a variable, or an operation on terms; widths are in bits, a truth is one bit.
Equal terms are the same object, and a term of constants is a constant, so that what a program does
with constants alone leaves nothing to the solver.
"""


class Term:
    """op: "const", "var" or that of SMT-LIB; args: terms; value: of a constant; name: of a
    variable; low: of an extract."""
    __slots__ = ("op", "args", "width", "value", "name", "low", "number")

    def __init__(self, op, args, width, value=None, name=None, low=None, number=0):
        self.op, self.args, self.width = op, args, width
        self.value, self.name, self.low, self.number = value, name, low, number


_made = {}


def _make(op, args, width, value=None, name=None, low=None):
    key = (op, tuple(arg.number for arg in args), width, value, name, low)
    if key not in _made:
        _made[key] = Term(op, args, width, value, name, low, len(_made))
    return _made[key]


def const(value, width):
    return _make("const", (), width, value & (1 << width) - 1)


def var(name, width):
    return _make("var", (), width, name=name)


TRUE, FALSE = const(1, 1), const(0, 1)


def _signed(term):
    return term.value - (term.value >> term.width - 1 << term.width)


_FOLD = {
    "bvadd": lambda a, b: a.value + b.value, "bvsub": lambda a, b: a.value - b.value,
    "bvmul": lambda a, b: a.value * b.value, "bvand": lambda a, b: a.value & b.value,
    "bvor": lambda a, b: a.value | b.value, "bvxor": lambda a, b: a.value ^ b.value,
    "bvudiv": lambda a, b: a.value // b.value, "bvurem": lambda a, b: a.value % b.value,
    "bvshl": lambda a, b: a.value << b.value if b.value < a.width else 0,
    "bvlshr": lambda a, b: a.value >> b.value,
    "bvashr": lambda a, b: _signed(a) >> min(b.value, a.width),
}
_COMPARE = {
    "=": lambda a, b: a.value == b.value, "bvult": lambda a, b: a.value < b.value,
    "bvule": lambda a, b: a.value <= b.value, "bvslt": lambda a, b: _signed(a) < _signed(b),
    "bvsle": lambda a, b: _signed(a) <= _signed(b),
}


def _simple(op, a, b):
    """What one constant, or equal arguments, make of an operation; None: nothing."""
    ones = const(-1, a.width)
    zero = const(0, a.width)
    for one, other in ((a, b), (b, a)):
        if op == "bvand" and one in (zero, ones):
            return zero if one is zero else other
        if op == "bvor" and one in (zero, ones):
            return ones if one is ones else other
        if op in ("bvadd", "bvxor") and one is zero:
            return other
        if op == "bvmul" and one in (zero, const(1, a.width)):
            return zero if one is zero else other
    if b is zero and op in ("bvsub", "bvshl", "bvlshr", "bvashr"):
        return a
    if b.op == "const" and op in ("bvshl", "bvlshr") and 0 < b.value < a.width:
        by, rest = const(0, b.value), a.width - b.value
        return concat(extract(a, 0, rest), by) if op == "bvshl" else \
            concat(by, extract(a, b.value, rest))
    for one, other in ((a, b), (b, a)):
        if op == "bvand" and one.op == "const" and one.value & one.value + 1 == 0:
            return zero_extend(extract(other, 0, one.value.bit_length()), a.width)
    if a is b and op in ("bvand", "bvor"):
        return a
    if a is b and op in ("bvxor", "bvsub"):
        return zero
    return None


def binary(op, a, b):
    if a.width != b.width:
        raise ValueError(f"{op} of {a.width} and {b.width} bits")
    if op in _COMPARE:
        if a.op == b.op == "const":
            return TRUE if _COMPARE[op](a, b) else FALSE
        if a is b:
            return TRUE if op in ("=", "bvule", "bvsle") else FALSE
        return _make(op, (a, b), 1)
    zero_divides = op in ("bvudiv", "bvurem") and b.op == "const" and b.value == 0
    if a.op == b.op == "const" and not zero_divides:
        return const(_FOLD[op](a, b), a.width)
    return _simple(op, a, b) or _make(op, (a, b), a.width)


def invert(a):
    if a.op == "bvnot":
        return a.args[0]
    return const(~a.value, a.width) if a.op == "const" else _make("bvnot", (a,), a.width)


def choose(condition, a, b):
    if condition.op == "const":
        return a if condition.value else b
    if a is b:
        return a
    if a is TRUE and b is FALSE:
        return condition
    if a is FALSE and b is TRUE:
        return invert(condition)
    return _make("ite", (condition, a, b), a.width)


def both(a, b):
    return binary("bvand", a, b)


def either(a, b):
    return binary("bvor", a, b)


def equal(a, b):
    return binary("=", a, b)


def extract(a, low, width):
    """Bits low .. low + width - 1."""
    if low == 0 and width == a.width:
        return a
    if a.op == "const":
        return const(a.value >> low, width)
    if a.op == "extract":
        return extract(a.args[0], a.low + low, width)
    if a.op == "concat":
        high, rest = a.args
        if low >= rest.width:
            return extract(high, low - rest.width, width)
        if low + width <= rest.width:
            return extract(rest, low, width)
        return concat(extract(high, 0, low + width - rest.width),
                      extract(rest, low, rest.width - low))
    return _make("extract", (a,), width, low=low)


def concat(high, low):
    if high.op == low.op == "const":
        return const(high.value << low.width | low.value, high.width + low.width)
    if low.op == "concat" and high.op == low.args[0].op == "const":
        return concat(concat(high, low.args[0]), low.args[1])
    if high.op == low.op == "extract" and high.args[0] is low.args[0] and \
            high.low == low.low + low.width:
        return extract(high.args[0], low.low, high.width + low.width)
    return _make("concat", (high, low), high.width + low.width)


def zero_extend(a, width):
    return a if width == a.width else concat(const(0, width - a.width), a)


def sign_extend(a, width):
    for _ in range(width - a.width):
        a = concat(extract(a, a.width - 1, 1), a)
    return a


def _text(term, name):
    words = [name(arg) for arg in term.args]
    if term.op == "const":
        return f"(_ bv{term.value} {term.width})"
    if term.op in _COMPARE:
        return f"(ite ({term.op} {' '.join(words)}) #b1 #b0)"
    if term.op == "ite":
        return f"(ite (= {words[0]} #b1) {words[1]} {words[2]})"
    if term.op == "extract":
        return f"((_ extract {term.low + term.width - 1} {term.low}) {words[0]})"
    return f"({term.op} {' '.join(words)})"


def _in_order(terms):
    """Every term of these once, behind its arguments."""
    seen, stack = set(), list(terms)
    while stack:
        term = stack.pop()
        waiting = [arg for arg in term.args if arg not in seen]
        if term in seen:
            continue
        if waiting:
            stack += [term, *waiting]
        else:
            seen.add(term)
            yield term


def write_smt(terms):
    """(lines that declare all variables and define all terms, {term: its name})."""
    lines, names = [], {}
    for term in _in_order(terms):
        if term.op == "var":
            names[term] = term.name
            lines.append(f"(declare-const {term.name} (_ BitVec {term.width}))")
        else:
            names[term] = f"t{term.number}"
            lines.append(f"(define-fun t{term.number} () (_ BitVec {term.width}) "
                         f"{_text(term, names.__getitem__)})")
    return lines, names


def evaluate(terms, variables):
    """Values of terms for the values of variables by name."""
    found = {}
    for term in _in_order(terms):
        if term.op in ("const", "var"):
            found[term] = term.value if term.op == "const" else variables[term.name]
        else:
            found[term] = _value(term, [const(found[arg], arg.width) for arg in term.args])
    return [found[term] for term in terms]


def _value(term, args):
    if term.op == "bvnot":
        return ~args[0].value & (1 << term.width) - 1
    if term.op == "ite":
        return args[1].value if args[0].value else args[2].value
    if term.op == "extract":
        return args[0].value >> term.low & (1 << term.width) - 1
    if term.op == "concat":
        return args[0].value << args[1].width | args[1].value
    if term.op in _COMPARE:
        return int(_COMPARE[term.op](*args))
    if term.op in ("bvudiv", "bvurem") and args[1].value == 0:     # as SMT-LIB has it
        return (1 << term.width) - 1 if term.op == "bvudiv" else args[0].value
    return _FOLD[term.op](*args) & (1 << term.width) - 1

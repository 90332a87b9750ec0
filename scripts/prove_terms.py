# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_terms -- bit vectors as terms: made once each, simplified, written as SMT-LIB 2.

A term is a constant, a variable, or an operation on terms; widths are in bits, a truth is one bit.
Equal terms are the same object, and a term of constants is a constant, so that what a program does
with constants alone leaves nothing to the solver.
"""
from functools import cache


class Term:
    """op: "const", "var" or that of SMT-LIB; args: terms; value: of a constant; name: of a
    variable; low: of an extract; leaves: of a choice of constants alone, how many there are."""
    __slots__ = ("op", "args", "width", "value", "name", "low", "number", "leaves")

    def __init__(self, op, args, width, value=None, name=None, low=None, number=0):
        self.op, self.args, self.width = op, args, width
        self.value, self.name, self.low, self.number = value, name, low, number
        self.leaves = 1 if op == "const" else 0
        if op == "ite" and args[1].leaves and args[2].leaves:
            self.leaves = args[1].leaves + args[2].leaves


_made = {}
LEAVES = 64     # what is done with a choice of so many constants is done with each of them


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
    if op in ("bvand", "bvor") and (a.op == "bvnot" and a.args[0] is b or
                                    b.op == "bvnot" and b.args[0] is a):
        return zero if op == "bvand" else ones
    if a is b and op in ("bvxor", "bvsub"):
        return zero
    return None


@cache
def low_bits(a):
    """So many bits from the lowest on can be other than 0."""
    if a.op == "const":
        return a.value.bit_length()
    if a.op == "ite":
        return max(map(low_bits, a.args[1:]))
    if a.op == "concat" and a.args[0].op == "const" and a.args[0].value == 0:
        return low_bits(a.args[1])
    return a.width


@cache
def narrow(a, width):
    """The lowest bits, of what is inside of an operation."""
    if a.op in ("bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul"):
        return binary(a.op, *(narrow(arg, width) for arg in a.args))
    if a.op == "ite":
        return choose(a.args[0], narrow(a.args[1], width), narrow(a.args[2], width))
    return extract(a, 0, width)


def _added(a, b):
    """A sum without the high bits that are 0; None: there are none."""
    width = max(low_bits(a), low_bits(b)) + 1
    if width < a.width:
        return zero_extend(binary("bvadd", narrow(a, width), narrow(b, width)), a.width)
    return None


def _ordered(op, a, b):
    """What the highest values of both say of an order; None: nothing."""
    if op == "bvule":
        return (below := _ordered("bvult", b, a)) and invert(below)
    if a.op == "const" and a.value >= (1 << low_bits(b)) - 1:
        return FALSE
    if b.op == "const" and b.value >= 1 << low_bits(a):
        return TRUE
    return None


def _distributed(op, a, b):
    """An operation on a choice of constants and a constant; None: they are not."""
    for one, other, turned in ((a, b, False), (b, a, True)):
        if 1 < one.leaves <= LEAVES and other.op == "const":
            ways = (binary(op, *((other, way) if turned else (way, other)))
                    for way in one.args[1:])
            return choose(one.args[0], *ways)
    return None


def _below(a):
    """[whether a bit below this one is 1] of each bit."""
    found, below = [], FALSE
    for bit in range(a.width):
        found.append(below)
        below = either(below, extract(a, bit, 1))
    return found


def _of_bits(bits):
    result = bits[0]
    for bit in bits[1:]:
        result = concat(bit, result)
    return result


def _lowest_bit(a, b):
    """Of a & a - 1 and of a & -a the bits: without the lowest one, and it alone.  None: neither."""
    if b.op == "bvadd" and b.args == (a, const(-1, a.width)) or \
            b.op == "bvsub" and b.args == (a, const(1, a.width)):
        return _of_bits([both(extract(a, bit, 1), below) for bit, below in enumerate(_below(a))])
    if b.op == "bvsub" and b.args == (const(0, a.width), a):
        return _of_bits([both(extract(a, bit, 1), invert(below))
                         for bit, below in enumerate(_below(a))])
    return None


def _bitwise(op, a, b):
    """Without the high bits that are 0; None: there are none."""
    width = (min if op == "bvand" else max)(low_bits(a), low_bits(b))
    if width == a.width:
        return op == "bvand" and (_lowest_bit(a, b) or _lowest_bit(b, a)) or None
    if width == 0:
        return const(0, a.width)
    return zero_extend(binary(op, narrow(a, width), narrow(b, width)), a.width)


def _compared(op, a, b):
    if a.op == b.op == "const":
        return TRUE if _COMPARE[op](a, b) else FALSE
    if a is b:
        return TRUE if op in ("=", "bvule", "bvsle") else FALSE
    if op in ("bvult", "bvule") and (known := _ordered(op, a, b)):
        return known
    if op == "=" and any(one.op == "const" and one.value >> low_bits(other)
                         for one, other in ((a, b), (b, a))):
        return FALSE
    if op in ("=", "bvult", "bvule"):
        width = max(low_bits(a), low_bits(b), 1)
        if width < a.width:
            return binary(op, narrow(a, width), narrow(b, width))
    if op == "=" and const(0, a.width) in (a, b):
        word = a if b.value == 0 else b
        if word.op == "bvor":
            return both(*(equal(arg, const(0, arg.width)) for arg in word.args))
        if word.op == "bvxor":
            return equal(*word.args)
    if op == "=" and a.width == 1 and "const" in (a.op, b.op):
        one, other = (a, b) if a.op == "const" else (b, a)
        return other if one.value else invert(other)
    return _distributed(op, a, b) or _make(op, (a, b), 1)


@cache
def binary(op, a, b):
    if a.width != b.width:
        raise ValueError(f"{op} of {a.width} and {b.width} bits")
    if op in _COMPARE:
        return _compared(op, a, b)
    zero_divides = op in ("bvudiv", "bvurem") and b.op == "const" and b.value == 0
    if a.op == b.op == "const" and not zero_divides:
        return const(_FOLD[op](a, b), a.width)
    simple = _simple(op, a, b)
    if simple is None and op in ("bvand", "bvor", "bvxor"):
        simple = _bitwise(op, a, b)
    if simple is None and not zero_divides and op not in ("bvudiv", "bvurem"):
        simple = _distributed(op, a, b)
    if simple is None and op == "bvadd":
        simple = _added(a, b)
    return simple or _make(op, (a, b), a.width)


def invert(a):
    if a.op == "bvnot":
        return a.args[0]
    return const(~a.value, a.width) if a.op == "const" else _make("bvnot", (a,), a.width)


@cache
def choose(condition, a, b):
    if condition.op == "const":
        return a if condition.value else b
    if condition.op == "bvnot":
        return choose(condition.args[0], b, a)
    if a.op == "ite" and a.args[0] is condition:
        a = a.args[1]
    if b.op == "ite" and b.args[0] is condition:
        b = b.args[2]
    if a is b:
        return a
    if a in (TRUE, FALSE):
        return either(condition, b) if a is TRUE else both(invert(condition), b)
    if b in (TRUE, FALSE):
        return either(invert(condition), a) if b is TRUE else both(condition, a)
    return _make("ite", (condition, a, b), a.width)


def both(a, b):
    return binary("bvand", a, b)


def either(a, b):
    return binary("bvor", a, b)


def equal(a, b):
    return binary("=", a, b)


@cache
def extract(a, low, width):
    """Bits low .. low + width - 1."""
    if low == 0 and width == a.width:
        return a
    if a.op == "const":
        return const(a.value >> low, width)
    if 1 < a.leaves <= LEAVES:
        return choose(a.args[0], *(extract(way, low, width) for way in a.args[1:]))
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


@cache
def concat(high, low):
    if high.op == low.op == "const":
        return const(high.value << low.width | low.value, high.width + low.width)
    if high.op == "const" and 1 < low.leaves <= LEAVES:
        return choose(low.args[0], *(concat(high, way) for way in low.args[1:]))
    if high.op == low.op == "ite" and high.args[0] is low.args[0] and high.width > 1:
        return choose(high.args[0], *map(concat, high.args[1:], low.args[1:]))
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


def in_order(terms):
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


def rebuilt(term, args):
    """An operation, with other arguments."""
    if term.op == "bvnot":
        return invert(*args)
    if term.op == "ite":
        return choose(*args)
    if term.op == "extract":
        return extract(*args, term.low, term.width)
    return concat(*args) if term.op == "concat" else binary(term.op, *args)


def replaced(terms, given):
    """The terms, in which other terms, {variable: term}, are in the place of variables."""
    found = {}
    for term in in_order(terms):
        found[term] = rebuilt(term, [found[arg] for arg in term.args]) if term.args else \
            given.get(term, term)
    return [found[term] for term in terms]


def pieces(term):
    """[(variable, constant or part of them, its lowest bit in the term)] of bits side by side."""
    found, low, stack = [], 0, [term]
    while stack:
        part = stack.pop()
        if part.op == "concat":
            stack += part.args
        else:
            found.append((part, low))
            low += part.width
    return found


def variables(terms):
    """Those in the terms."""
    return {term for term in in_order(terms) if term.op == "var"}


def conjuncts(term):
    """(When, what must be then) of all that a truth is made of."""
    stack = [(TRUE, term)]
    while stack:
        when, term = stack.pop()
        if term.op == "bvand":
            stack += [(when, part) for part in term.args]
        elif term.op == "bvor":
            one, other = sorted(term.args, key=lambda part: part.op == "=")
            stack.append((both(when, invert(one)), other))
        elif term.op == "ite":
            stack.append((both(when, term.args[0]), term.args[1]))
            stack.append((both(when, invert(term.args[0])), term.args[2]))
        else:
            yield when, term


def known(truth, words):
    """The words, where a truth says which terms without any of them these are; else themselves."""
    found, unknown = {}, set(words)
    for when, term in conjuncts(truth):
        for one, other in (term.args, term.args[::-1]) if term.op == "=" else ():
            if one in unknown and not unknown & variables([when, other]):
                found[one] = choose(when, other, found.get(one, one))
    return [found.get(word, word) for word in words]


def write_smt(terms):
    """(lines that declare all variables and define all terms, {term: its name})."""
    lines, names = [], {}
    for term in in_order(terms):
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
    for term in in_order(terms):
        if term.op in ("const", "var"):
            found[term] = term.value if term.op == "const" else variables[term.name]
        else:
            found[term] = value(term, [const(found[arg], arg.width) for arg in term.args])
    return [found[term] for term in terms]


def value(term, args):
    """Of an operation on constants."""
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

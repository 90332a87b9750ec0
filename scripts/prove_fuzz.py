# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_fuzz -- random terms: simplified, and as gates, they have the value of the operations."""
import random

import prove_aig as aig
import prove_terms as smt
from prove_terms import Term, const

WORDS = ("bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvshl", "bvlshr", "bvashr", "bvudiv",
         "bvurem")
TRUTHS = ("=", "bvult", "bvule", "bvslt", "bvsle")
WIDTH = 6


def plain(op, args, width, low=None):
    """The value of an operation on constants, without any simplification."""
    return smt.value(Term(op, args, width, low=low), args)


def grown(numbers, known):
    """A random operation on terms of `known` as it is simplified, and its value: (term, value)."""
    def pick(width=WIDTH):
        return numbers.choice([pair for pair in known if pair[0].width == width])
    (a, x), (b, y), (c, z) = pick(), pick(), pick(1)
    kind = numbers.randrange(6)
    if kind < 2:
        op = numbers.choice(WORDS)
        return smt.binary(op, a, b), plain(op, (const(x, WIDTH), const(y, WIDTH)), WIDTH)
    if kind == 2:
        op = numbers.choice(TRUTHS)
        return smt.binary(op, a, b), plain(op, (const(x, WIDTH), const(y, WIDTH)), 1)
    if kind == 3:
        return smt.choose(c, a, b), x if z else y
    if kind == 4:
        return smt.invert(a), ~x & (1 << WIDTH) - 1
    low = numbers.randrange(WIDTH)
    part = smt.extract(a, low, WIDTH - low)
    return smt.zero_extend(part, WIDTH), x >> low


def faults(seed, rounds):
    """Terms whose value, or that of their gates, is not that of the operations."""
    numbers = random.Random(seed)
    for _ in range(rounds):
        values = {f"v{i}": numbers.getrandbits(WIDTH) for i in range(3)}
        values["t"] = numbers.getrandbits(1)
        known = [(smt.var(name, 1 if name == "t" else WIDTH), value)
                 for name, value in values.items()]
        known += [(const(number, WIDTH), number) for number in (0, 1, 2, 5, 63)]
        for _ in range(25):
            known.append(grown(numbers, known))
        found = smt.evaluate([term for term, _ in known], values)
        bits = {name: [value >> place & 1 for place in range(1 if name == "t" else WIDTH)]
                for name, value in values.items()}
        gates = aig.Graph().words([term for term, _ in known], bits)
        for (term, value), other in zip(known, found):
            built = sum(bit << place for place, bit in enumerate(gates[term][:term.width]))
            if not value == other == built:
                yield f"{term.op} of {values}: {value}, simplified {other}, gates {built}"

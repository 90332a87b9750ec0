# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_fuzz -- random terms: simplified, and as gates, they have the value of the operations; and
two programs, as prove_ir.py reads them, do what compiled C does."""
import ctypes
import pathlib
import random
import tempfile

import prove_aig as aig
import prove_terms as smt
from prove_ir import Function, Unsupported
from prove_terms import Term, const
from prove_tools import CLANG, compiled, run

WORDS = ("bvand", "bvor", "bvxor", "bvadd", "bvsub", "bvmul", "bvshl", "bvlshr", "bvashr", "bvudiv",
         "bvurem")
TRUTHS = ("=", "bvult", "bvule", "bvslt", "bvsle")
WIDTH = 6

# A loop over the bits of a word, with ends in the middle, and words that an index of it chooses.
LOOP = """
#include <stdint.h>
void prove(const uint64_t *restrict in, uint64_t *restrict out)
{
  uint64_t words[4] = {in[1], in[1] >> 1, in[1] >> 2, in[1] >> 3}, order = 1, last = 9;

  for (uint64_t w = in[0] & 15; w; w &= w - 1) {
    const int at = __builtin_ctzll(w);

    order = order * 8 + at;
    words[at] ^= words[(at + 3) & 3] << 1;
    if (words[at] & 4)
      continue;
    if (words[at] & 8)
      break;
    last = at;
  }
  out[0] = order;
  out[1] = last;
  for (int i = 0; i < 4; i++)
    out[2 + i] = words[i];
}
"""

# Structures in arrays at places that inputs choose, and a function called by its pointer.
MEMORY = """
#include <stdint.h>
typedef struct part { uint64_t word, other; uint32_t low; uint8_t high; } part;
typedef part turn(const part *a, uint64_t by);
struct machine { turn *turn; part parts[3][4]; uint32_t count[3]; };
__attribute__((noinline)) static part turned(const part *a, uint64_t by)
{
  return (part){a->word ^ by, by, a->low + 1, (uint8_t)(a->high * by)};
}
void prove(const uint64_t *restrict in, uint64_t *restrict out)
{
  struct machine m;
  const uint64_t row = in[0] % 3, first = in[0] >> 2 & 1;

  m.turn = turned;
  for (int r = 0; r < 3; r++) {
    m.count[r] = 1 + (in[0] >> (8 + r) & 1) + (in[0] >> (16 + r) & 1);
    for (int i = 0; i < 4; i++)
      m.parts[r][i] = (part){in[1] >> (4 * r + i), in[0], (uint32_t)in[1] + r, in[1] >> i};
  }
  m.parts[row][m.count[row]] = m.turn(&m.parts[2 - row][first], in[1]);
  m.count[row]++;
  for (uint32_t i = first; i + 1 < m.count[row]; i++)
    m.parts[row][i] = m.parts[row][i + 1];
  for (int i = 0; i < 4; i++)
    out[i] = m.parts[row][i].word + m.parts[row][i].other;
  out[4] = m.parts[row][first].low;
  out[5] = m.parts[(row + 1) % 3][m.count[(row + 1) % 3]].high;
}
"""
INPUTS, OUTPUTS = 2, 6


def program_faults(text, seed, rounds):
    """Inputs for which the reader of C does not do what the compiled C does."""
    numbers = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source, library = folder / "program.c", folder / "program.so"
        source.write_text(text)
        try:
            function = Function(compiled([source], ["prove"], folder), "prove",
                                [smt.var(f"in{i}", 64) for i in range(INPUTS)], OUTPUTS, 6)
        except Unsupported as error:
            yield str(error)
            return
        if text == LOOP and not function.loops_seen:
            yield "it sees no loop over bits"
        run([*CLANG, "-shared", "-fPIC", str(source), "-o", str(library)], "clang")
        native = ctypes.CDLL(str(library)).prove
        terms = [*function.outputs, function.broken]
        for _ in range(rounds):
            values = {term.name: numbers.getrandbits(term.width) for term in smt.in_order(terms)
                      if term.op == "var"}
            given = [values[f"in{i}"] for i in range(INPUTS)]
            out = (ctypes.c_uint64 * OUTPUTS)()
            native((ctypes.c_uint64 * INPUTS)(*given), out)
            *found, broken = smt.evaluate(terms, values)
            if broken or found != list(out):
                yield f"{given}: {found}, broken {broken}, compiled {list(out)}"


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

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_types -- types of the language of LLVM 14, and pointers to parts of what has them."""
import re

import prove_terms as smt
from prove_terms import TRUE, both, const, equal

POINTER = 8     # bytes


class Unsupported(Exception):
    """What of the language is not read here."""


# A type is ("i", bits), ("p", type), ("array", count, type), ("struct", [types]), ("named", name)
# or ("void",).

class Types:
    def __init__(self, text):
        self.named = dict(re.findall(r"^(%[\w.]+) = type (\{.*\})$", text, re.M))

    def read(self, text):
        """(type, the rest of the text)."""
        text = text.lstrip()
        found = re.match(r"i(\d+)|void|%[\w.\"]+", text)
        if text[0] == "[":
            count, rest = re.match(r"\[(\d+) x (.*)", text, re.S).groups()
            inner, rest = self.read(rest)
            kind, rest = ("array", int(count), inner), rest.lstrip()[1:]
        elif text[0] in "{<":
            kind, rest = self.read_struct(text)
        elif not found:
            raise Unsupported(f"type {text[:40]}")
        elif found[1]:
            kind, rest = ("i", int(found[1])), text[found.end():]
        elif found[0] == "void":
            kind, rest = ("void",), text[4:]
        else:
            kind, rest = ("named", found[0]), text[found.end():]
        if re.match(r" \([^()]*\)\*", rest):     # a function, never called by its pointer
            kind, rest = ("i", 8), rest[rest.index(")") + 1:]
        while rest.startswith("*"):
            kind, rest = ("p", kind), rest[1:]
        return kind, rest

    def read_struct(self, text):
        inner, rest = [], text[1:]
        while True:
            kind, rest = self.read(rest)
            inner.append(kind)
            rest = rest.lstrip()
            if rest[0] == ",":
                rest = rest[1:]
            else:
                return ("struct", inner), rest[1:]

    def members(self, kind):
        return self.read(self.named[kind[1]])[0][1] if kind[0] == "named" else kind[1]

    def align(self, kind):
        if kind[0] == "i":
            return min(8, max(1, (kind[1] + 7) // 8))
        if kind[0] == "p":
            return POINTER
        if kind[0] == "array":
            return self.align(kind[2])
        return max(map(self.align, self.members(kind)))

    def offsets(self, kind):
        """Those of the members of a structure, and its size."""
        offset, found = 0, []
        for member in self.members(kind):
            offset = -(-offset // self.align(member)) * self.align(member)
            found.append(offset)
            offset += self.size(member)
        return found, -(-offset // self.align(kind)) * self.align(kind)

    def size(self, kind):
        if kind[0] == "i":
            return (kind[1] + 7) // 8
        if kind[0] == "p":
            return POINTER
        if kind[0] == "array":
            return kind[1] * self.size(kind[2])
        return self.offsets(kind)[1]


class Pointer:      # of data; 0 and functions are terms
    """To a byte of an object; offset: a term of 64 bits.  places: [(constant offset, when it is
    that one)], where indices of arrays say so; None: it may be any."""

    def __init__(self, thing, offset, places=None):
        self.thing, self.offset = thing, offset
        self.places = [(offset.value, TRUE)] if offset.op == "const" else places

    def moved(self, offset, scale, count=0):
        """By so many elements of a size, in an array of `count`; 0: that is not known."""
        by = smt.binary("bvmul", smt.sign_extend(offset, 64), const(scale, 64))
        places = None
        if self.places and offset.op == "const":
            places = [(const(place + by.value, 64).value, when) for place, when in self.places]
        elif self.places and count:
            places = [(place + scale * i, both(when, equal(offset, const(i, offset.width))))
                      for place, when in self.places for i in range(count)]
        return Pointer(self.thing, smt.binary("bvadd", self.offset, by), places)

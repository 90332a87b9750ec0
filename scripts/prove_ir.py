# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_ir -- a C function, compiled to the language of LLVM 14, as terms of its inputs.

The function is `void NAME(const uint64_t in[], uint64_t out[])`.  All its ways are followed at
once: where two meet, values and memory are chosen by the condition of each.  A loop goes on as long
as its condition is not the constant 0, at most `loops` times; one over the bits of a word, bit by
bit.  That it never goes on after that, that no index leaves its array, that nothing is divided by
0, and that nothing unreachable is reached, is left to the solver (`broken`).  A value that C leaves
open (undef, a shift by the width or more) is a variable of its own, so nothing that is proved
depends on it.
"""
import itertools
import re

import prove_terms as smt
from prove_terms import FALSE, TRUE, Term, both, choose, const, either, equal, extract, invert
from prove_types import POINTER, Pointer, Types, Unsupported

ARITHMETIC = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul", "and": "bvand", "or": "bvor",
              "xor": "bvxor", "udiv": "bvudiv", "urem": "bvurem"}
SHIFTS = {"shl": "bvshl", "lshr": "bvlshr", "ashr": "bvashr"}
COMPARISONS = {"eq": ("=", 0), "ne": ("=", 2), "ult": ("bvult", 0), "ule": ("bvule", 0),
               "ugt": ("bvult", 1), "uge": ("bvule", 1), "slt": ("bvslt", 0), "sle": ("bvsle", 0),
               "sgt": ("bvslt", 1), "sge": ("bvsle", 1)}   # operation; 1: turned round, 2: not


_OPEN = itertools.count(1)


class State:
    """What holds on one way: its condition, values of the function, bytes of all objects."""

    def __init__(self, condition, values, memory, came_from):
        self.condition, self.values, self.memory = condition, values, memory
        self.came_from = came_from


def select(condition, a, b):
    if isinstance(a, Term):
        return choose(condition, a, b)
    if a.thing != b.thing:
        raise Unsupported("a pointer to one of two objects")
    places = a.places and b.places and [
        (place, both(way, when)) for way, pointer in ((condition, a), (invert(condition), b))
        for place, when in pointer.places]
    return Pointer(a.thing, choose(condition, a.offset, b.offset), places)


def with_bit(state, word, place, condition):
    """The state if the lowest bits of a word are 0 up to a place, and whether that at the place is
    1 is the condition, or its inverse: the bits are constants in what is left."""
    value = state.values[word]
    if place and extract(value, 0, place) is not const(0, place):
        raise Unsupported(f"a loop over the bits of {word}, which gets other bits in it")
    low = const(condition is extract(value, place, 1), 1)
    low = low if place == 0 else smt.concat(low, const(0, place))
    known = low if place == value.width - 1 else \
        smt.concat(extract(value, place + 1, value.width - place - 1), low)
    return State(both(state.condition, condition), {**state.values, word: known}, state.memory,
                 state.came_from)


def same_bits(a, b):
    return all(extract(a, bit, 1) is extract(b, bit, 1) for bit in range(a.width))


def merged(states, chosen=None):
    """One state of several that meet; chosen: when which of them it is, of all but the first,
    otherwise by their conditions."""
    result = states[0]
    for number, other in enumerate(states[1:], 1):
        select_by = chosen[number] if chosen else other.condition
        values, memory = {}, {}
        for name in result.values.keys() & other.values.keys():
            a, b = result.values[name], other.values[name]
            if a is b:
                values[name] = a
            elif isinstance(a, Term) or a.thing == b.thing:
                values[name] = select(select_by, b, a)
        for name in result.memory.keys() & other.memory.keys():
            memory[name] = [a if a is b else choose(select_by, b, a)
                            for a, b in zip(result.memory[name], other.memory[name])]
        result = State(either(result.condition, other.condition), values, memory, None)
    return result


def in_order(behind, first):
    """{block: its place}: a block comes before those behind it, and a loop, whole, before what is
    behind the loop, so that all its ways out meet there once.  behind: {block: following}."""
    reach = {block: set(following) for block, following in behind.items()}
    changed = True
    while changed:
        before = sum(map(len, reach.values()))
        for found in reach.values():
            found.update(*(reach[block] for block in list(found)))
        changed = sum(map(len, reach.values())) != before
    seen, order = {first}, []

    def following(block):      # what is visited first comes last
        return iter(sorted(behind[block], key=lambda other: block in reach[other]))
    stack = [(first, following(first))]
    while stack:
        at, rest = stack[-1]
        new = next((block for block in rest if block not in seen), None)
        if new is None:
            order.append(at)
            stack.pop()
        else:
            seen.add(new)
            stack.append((new, following(new)))
    return {block: place for place, block in enumerate(reversed(order))}


class Function:
    """One function of a text, run once; .outputs: terms of 64 bits; .broken: that a run leaves what
    was followed.  open_answer: what an open function, of which nothing is known, says."""

    def __init__(self, text, name, inputs, outputs, loops, open_answer=None):
        self.loops, self.open_answer = loops, open_answer
        self.text, self.types = text, Types(text)
        self.addresses = sorted(set(re.findall(r"^define [^@]*@([\w.]+)\(", text, re.M)))
        self.broken, self.loops_seen = FALSE, False
        memory = {"in": [extract(word, 8 * byte, 8) for word in inputs for byte in range(8)],
                  "out": [self.open_value(8) for _ in range(8 * outputs)]}
        state = State(TRUE, {}, memory, None)
        self.run(state, name, [Pointer(thing, const(0, 64)) for thing in ("in", "out")])
        self.outputs = [self.word(state.memory["out"][8 * i:8 * i + 8]) for i in range(outputs)]

    def open_value(self, width):
        return smt.var(f"open{next(_OPEN)}", width)

    @staticmethod
    def read_blocks(text, first):
        blocks, name = {first: []}, first
        text = re.sub(r"\[\n(.*?)\n\s*\]", lambda m: "[ " + " ".join(m[1].split()) + " ]", text,
                      flags=re.S)      # a switch in one line
        for line in text.split("\n"):
            label = re.match(r"([\w.]+):", line)
            if label:
                name = label[1]
                blocks[name] = []
            elif line.strip():
                blocks[name].append(re.sub(r"(, ![\w.]+ !\d+)+|( #\d+)", "", line.strip()))
        behind = {block: re.findall(r"label %([\w.]+)", lines[-1])
                  for block, lines in blocks.items()}
        return blocks, behind, in_order(behind, first)

    def run(self, state, name, arguments):
        """The value that a function returns; the memory of the state is then that behind it."""
        caller = self.__dict__.copy()
        body = re.search(rf"^define [^\n]*@{name}\(([^\n]*)\) [^()\n]*\{{\n(.*?)^\}}", self.text,
                         re.S | re.M)
        self.name, names = name, [part.split()[-1] for part in self.parts(body[1])]
        self.blocks, behind, self.order = self.read_blocks(body[2], str(len(names)))
        self.bits = self.loops_over_bits(behind)
        self.loops_seen = self.loops_seen or bool(self.bits)
        ends, start = [], State(state.condition, dict(zip(names, arguments)), state.memory, None)
        left = self.follow({next(iter(self.blocks)): [start]}, self.blocks, None, ends)
        assert not left
        for part in ("name", "blocks", "order", "bits"):
            setattr(self, part, caller.get(part))
        result = merged(ends)
        state.memory = result.memory
        return result.values.get("returned")

    def follow(self, pending, inside, head, ends):
        """Follow {block: states that arrive there} within these blocks; {block: states} that leave
        them, or come to the head of the loop that they are."""
        times, left = {}, {}
        while pending:
            block = min(pending, key=self.order.__getitem__)
            arrived = pending.pop(block)
            if block == head or block not in inside:
                left[block] = arrived
                continue
            again = any(state.came_from is not None and
                        self.order[state.came_from] >= self.order[block] for state in arrived)
            times[block] = times[block] + 1 if again else 1    # entered anew, a loop counts anew
            if times[block] > self.loops:
                for state in arrived:
                    self.broken = either(self.broken, state.condition)
                continue
            found = self.over_bits(block, arrived, ends) if block in self.bits and not again else \
                self.run_block(block, self.enter(block, arrived), ends)
            for target, state in found:
                if state.condition is not FALSE:
                    pending.setdefault(target, []).append(state)
        return left

    # -- a loop over the bits of a word -----------------------------------------------------------

    def loops_over_bits(self, behind):
        """{head of a loop: (its blocks, the word)}, of `for (; word; word &= word - 1)` in which
        the lowest bit is asked for."""
        found = {}
        for head, lines in self.blocks.items():
            latches = [block for block, following in behind.items()
                       if head in following and self.order[block] >= self.order[head]]
            members, waiting = {head}, list(latches)
            while waiting:
                block = waiting.pop()
                if block not in members:
                    members.add(block)
                    waiting += [before for before, following in behind.items()
                                if block in following]
            text = "\n".join(line for block in members for line in self.blocks[block]) + "\n"
            for word in re.findall(r"^(%\w+) = phi i64 ", "\n".join(lines), re.M):
                less = re.search(rf"^(%\w+) = add (?:nsw |nuw )*i64 {word}, -1$", text, re.M)
                if latches and less and f"i64 @llvm.cttz.i64(i64 {word}, " in text and re.search(
                        rf"= and i64 ({less[1]}, {word}|{word}, {less[1]})$", text, re.M):
                    found[head] = (members, word)
        return found

    def over_bits(self, head, arrived, ends):
        """All ways of a loop over the bits of a word: in the turn of a bit, in which it is known
        where the bit is, are those runs in which it is the lowest that is left.  So an index is a
        constant.  Yields (block, state) of what leaves the loop."""
        members, word = self.bits[head]
        state = self.enter(head, arrived)
        for place in range(64):
            value = state.values[word]
            bit = extract(value, place, 1)
            taken = with_bit(state, word, place, bit)
            if taken.condition is not FALSE:
                pending = {}
                for target, after in self.run_block(head, taken, ends):
                    if after.condition is not FALSE:
                        pending.setdefault(target, []).append(after)
                left = self.follow(pending, members, head, ends)
                again = left.pop(head, None)
                for target, states in left.items():
                    yield from ((target, after) for after in states)
                passed = with_bit(state, word, place, invert(bit))
                state = passed
                if again is not None:
                    after = self.enter(head, again)
                    if same_bits(after.values[word], passed.values[word]):
                        after.values[word] = passed.values[word]
                    state = merged([passed, after], [None, bit])
            if state.condition is FALSE:
                return
        self.broken = either(self.broken, state.condition)

    # -- a block ----------------------------------------------------------------------------------

    def enter(self, block, arrived):
        """The state at a block, of those of the ways to it."""
        phis = self.phis(block)
        for state in arrived:
            new = {}
            for line in phis:
                name, rest = re.match(r"(%[\w.]+) = phi (.*)", line).groups()
                kind, rest = self.types.read(rest)
                ways = dict((b, v.strip()) for v, b in
                            re.findall(r"\[ (.+?), %([\w.]+) \]", rest))
                new[name] = self.operand(state, kind, ways[state.came_from])
            state.values = {**state.values, **new}
        return merged(arrived)

    def phis(self, block):
        return [line for line in self.blocks[block] if re.match(r"%[\w.]+ = phi ", line)]

    def run_block(self, block, state, ends):
        state = State(state.condition, dict(state.values),
                      {name: list(data) for name, data in state.memory.items()}, block)
        for line in self.blocks[block][len(self.phis(block)):-1]:
            self.instruction(state, line)
        return self.leave(state, block, self.blocks[block][-1], ends)

    def leave(self, state, block, line, ends):
        def along(condition):
            return State(both(state.condition, condition), state.values, state.memory, block)
        if line.startswith("ret"):
            if line != "ret void":
                state.values["returned"] = self.typed(state, line[4:])[1]
            ends.append(state)
            return []
        if line.startswith("unreachable"):
            self.broken = either(self.broken, state.condition)
            return []
        found = re.match(r"br i1 (.*), label %([\w.]+), label %([\w.]+)", line)
        if found:
            condition = self.operand(state, ("i", 1), found[1])
            return [(found[2], along(condition)), (found[3], along(invert(condition)))]
        found = re.match(r"br label %([\w.]+)", line)
        if found:
            return [(found[1], along(TRUE))]
        found = re.match(r"switch (i\d+) (\S+), label %([\w.]+) \[(.*)\]", line)
        if not found:
            raise Unsupported(line)
        kind, _ = self.types.read(found[1])
        value, ways, rest = self.operand(state, kind, found[2]), [], TRUE
        for number, target in re.findall(r"i\d+ (-?\d+), label %([\w.]+)", found[4]):
            hit = equal(value, const(int(number), kind[1]))
            ways.append((target, along(hit)))
            rest = both(rest, invert(hit))
        return [*ways, (found[3], along(rest))]

    # -- instructions -----------------------------------------------------------------------------

    def instruction(self, state, line):
        found = re.match(r"(?:(%[\w.]+) = )?(?:tail |musttail )?(\w+) (.*)", line)
        name, op, rest = found.groups()
        if op in ARITHMETIC or op in SHIFTS:
            value = self.arithmetic(state, op, rest)
        elif op == "icmp":
            value = self.compare(state, rest)
        elif op in ("zext", "sext", "trunc", "bitcast", "freeze"):
            value = self.convert(state, op, rest)
        elif op == "select":
            (_, condition), (_, a), (_, b) = self.operands(state, rest)
            value = select(condition, a, b)
        elif op == "getelementptr":
            value = self.element(state, rest)
        elif op == "load":
            value = self.load(state, rest)
        elif op == "store":
            self.store(state, rest)
            return
        elif op == "alloca":
            kind, _ = self.types.read(rest)
            thing = f"{self.name} {name}"
            state.memory[thing] = [self.open_value(8) for _ in range(self.types.size(kind))]
            value = Pointer(thing, const(0, 64))
        elif op == "call":
            value = self.call(state, rest)
        else:
            raise Unsupported(line)
        if name:
            state.values[name] = value

    def operands(self, state, text):
        """[(type, value)] of a list "type value, type value"."""
        return [self.typed(state, part) for part in self.parts(text)]

    @staticmethod
    def parts(text):
        """At the commas outside of brackets."""
        depth, found = 0, [""]
        for letter in text:
            depth += letter in "([{<"
            depth -= letter in ")]}>"
            if letter == "," and depth == 0:
                found.append("")
            else:
                found[-1] += letter
        return [part.strip() for part in found]

    def typed(self, state, text):
        text = re.sub(r"\b(noundef|nonnull|nocapture|readonly|writeonly|immarg|noalias|zeroext|"
                      r"returned|align \d+|(dereferenceable|sret)\([^)]*\)) ?", "", text)
        kind, rest = self.types.read(text)
        return kind, self.operand(state, kind, rest)

    def operand(self, state, kind, text):
        text = text.strip()
        if text[0] == "%":
            return state.values[text]
        if kind[0] == "i":
            if text in ("true", "false"):
                return const(text == "true", 1)
            if text in ("undef", "poison"):
                return self.open_value(kind[1])
            return const(0 if text == "zeroinitializer" else int(text), kind[1])
        if text == "null":
            return const(0, 8 * POINTER)
        if text[1:] in self.addresses:      # of a function: any numbers but 0
            return const(1 + self.addresses.index(text[1:]), 8 * POINTER)
        if text[0] == "@":
            return self.global_object(state, text)
        if text.startswith("getelementptr"):
            inner = re.match(r"getelementptr (?:inbounds )?\((.*)\)$", text)[1]
            return self.element(state, inner)
        if text.startswith("bitcast"):
            return self.typed(state, re.match(r"bitcast \((.*) to ", text)[1])[1]
        raise Unsupported(f"operand {text}")

    def arithmetic(self, state, op, rest):
        rest = re.sub(r"^((nuw|nsw|exact) )+", "", rest)
        kind, rest = self.types.read(rest)
        a, b = (self.operand(state, kind, part) for part in self.parts(rest))
        if op in ("udiv", "urem"):
            self.broken = either(self.broken, both(state.condition, equal(b, const(0, kind[1]))))
        if op in ARITHMETIC:
            return smt.binary(ARITHMETIC[op], a, b)
        within = smt.binary("bvult", b, const(kind[1], kind[1]))
        shifted = smt.binary(SHIFTS[op], a, b)
        return shifted if within is TRUE else choose(within, shifted, self.open_value(kind[1]))

    def compare(self, state, rest):
        name, rest = rest.split(" ", 1)
        kind, rest = self.types.read(rest)
        a, b = (self.operand(state, kind, part) for part in self.parts(rest))
        if isinstance(a, Pointer) or isinstance(b, Pointer):
            if isinstance(a, Term) or isinstance(b, Term) or a.thing != b.thing:
                raise Unsupported("pointers to two objects are compared")
            a, b = a.offset, b.offset
        op, how = COMPARISONS[name]
        result = smt.binary(op, b, a) if how == 1 else smt.binary(op, a, b)
        return invert(result) if how == 2 else result

    def convert(self, state, op, rest):
        if op == "freeze":
            return self.typed(state, rest)[1]
        source, target = rest.rsplit(" to ", 1)
        value, (kind, _) = self.typed(state, source)[1], self.types.read(target)
        if op == "bitcast":
            return value
        change = {"zext": smt.zero_extend, "sext": smt.sign_extend,
                  "trunc": lambda a, width: extract(a, 0, width)}[op]
        return change(value, kind[1])

    # -- memory -----------------------------------------------------------------------------------

    def global_object(self, state, name):
        if name not in state.memory:
            found = re.search(rf"^{re.escape(name)} = [^\n]*\bconstant (.*)$", self.text, re.M)
            if not found:
                raise Unsupported(f"{name} is no constant")
            kind, rest = self.types.read(found[1])
            state.memory[name] = self.initial(state, kind, rest.strip())
        return Pointer(name, const(0, 64))

    def initial(self, state, kind, text):
        """Bytes of a constant."""
        size = self.types.size(kind)
        if text.startswith("zeroinitializer"):
            return [const(0, 8)] * size
        if kind[0] == "i":
            value = const(int(re.match(r"-?\d+", text)[0]), 8 * size)
            return [extract(value, 8 * byte, 8) for byte in range(size)]
        if kind[0] != "array" or text[0] != "[":
            raise Unsupported(f"constant {text[:40]}")
        data = []
        for part in self.parts(text[1:text.rindex("]")]):
            inner, rest = self.types.read(part)
            data += self.initial(state, inner, rest.strip())
        return data

    def element(self, state, rest):
        kind, rest = self.types.read(re.sub(r"^inbounds ", "", rest))
        (_, pointer), *indices = self.operands(state, rest.lstrip(", "))
        if isinstance(pointer, Term):
            raise Unsupported("a pointer to data from memory")
        for place, (_, index) in enumerate(indices):
            if place == 0:
                pointer = pointer.moved(index, self.types.size(kind))
            elif kind[0] == "array":
                _, count, kind = kind
                pointer = pointer.moved(index, self.types.size(kind), count)
            else:
                offset = self.types.offsets(kind)[0][index.value]
                pointer = pointer.moved(const(offset, 64), 1)
                kind = self.types.members(kind)[index.value]
        return pointer

    def word(self, data):
        value = data[0]
        for byte in data[1:]:
            value = smt.concat(byte, value)
        return value

    def places(self, state, pointer, size, step):
        """[(offset, condition)] where a pointer can point to so many bytes."""
        if isinstance(pointer, Term):
            raise Unsupported("a pointer to data from memory")
        last = len(state.memory[pointer.thing]) - size
        found = [(place, when) for place, when in pointer.places if 0 <= place <= last] \
            if pointer.places else [(place, equal(pointer.offset, const(place, 64)))
                                    for place in range(0, last + 1, step)]
        inside = FALSE
        for _, condition in found:
            inside = either(inside, condition)
        self.broken = either(self.broken, both(state.condition, invert(inside)))
        return found

    def load(self, state, rest):
        kind, rest = self.types.read(rest)
        _, pointer = self.typed(state, self.parts(rest.lstrip(", "))[0])
        size = self.types.size(kind)
        value = self.open_value(8 * size)
        for offset, condition in self.places(state, pointer, size, self.types.align(kind)):
            data = state.memory[pointer.thing][offset:offset + size]
            value = choose(condition, self.word(data), value)
        return extract(value, 0, kind[1] if kind[0] == "i" else 8 * size)

    def store(self, state, rest):
        (kind, value), (_, pointer) = self.operands(state, ", ".join(self.parts(rest)[:2]))
        if isinstance(value, Pointer):
            raise Unsupported("a pointer to data in memory")
        size = self.types.size(kind)
        value = smt.zero_extend(value, 8 * size)
        data = state.memory[pointer.thing]
        for offset, condition in self.places(state, pointer, size, self.types.align(kind)):
            for byte in range(size):
                data[offset + byte] = choose(condition, extract(value, 8 * byte, 8),
                                             data[offset + byte])

    # -- functions of the compiler ----------------------------------------------------------------

    def call(self, state, rest):
        found = re.match(r"[^@%]*(?:%[\w.]+\** )?([@%][\w.]+)\((.*)\)", rest)
        name, text = found.groups()
        if name[0] == "%":
            name = self.function_at(state.values[name])
        name = name.lstrip("@")
        if name.startswith(("llvm.lifetime", "llvm.assume", "llvm.dbg", "llvm.experimental")):
            return None
        values = [value for _, value in self.operands(state, text)]
        if name in self.addresses:
            return self.run(state, name, values)
        if name == "open_answer":
            return self.open_answer(values)
        function = name.split(".")[1]
        if function == "memset":
            for byte in range(self.length(values[2])):
                offset = smt.binary("bvadd", values[0].offset, const(byte, 64))
                for place, _ in self.places(state, Pointer(values[0].thing, offset), 1, 1):
                    state.memory[values[0].thing][place] = values[1]
            return None
        if function in ("memcpy", "memmove"):
            self.copy(state, *values[:3], min(map(self.alignment, self.parts(text)[:2])))
            return None
        return self.arithmetic_call(function, values)

    def copy(self, state, to, start, size, step):
        size = self.length(size)
        moved = [self.open_value(8) for _ in range(size)]
        for place, condition in self.places(state, start, size, step):
            data = state.memory[start.thing][place:place + size]
            moved = [choose(condition, a, b) for a, b in zip(data, moved)]
        data = state.memory[to.thing]
        for place, condition in self.places(state, to, size, step):
            data[place:place + size] = [choose(condition, a, b) for a, b in
                                        zip(moved, data[place:place + size])]

    @staticmethod
    def alignment(argument):
        found = re.search(r"\balign (\d+)", argument)
        return int(found[1]) if found else 1

    def function_at(self, address):
        if address.op != "const" or not 0 < address.value <= len(self.addresses):
            raise Unsupported("a call of a function that is not known")
        return self.addresses[address.value - 1]

    @staticmethod
    def length(term):
        if term.op != "const":
            raise Unsupported("memory of a size that varies is copied")
        return term.value

    def arithmetic_call(self, function, values):
        a, width = values[0], values[0].width
        if function in ("umin", "umax", "smin", "smax"):
            less = smt.binary("bvult" if function[0] == "u" else "bvslt", a, values[1])
            return choose(less, *((a, values[1]) if function.endswith("min") else (values[1], a)))
        if function in ("cttz", "ctlz"):
            result = const(width, width)
            if values[1].value:         # of 0 it is left open
                result = self.open_value(width)
            bits = range(width) if function == "ctlz" else range(width - 1, -1, -1)
            for bit in bits:
                result = choose(extract(a, bit, 1), const(
                    bit if function == "cttz" else width - 1 - bit, width), result)
            return result
        if function == "ctpop":
            result = const(0, width)
            for bit in range(width):
                result = smt.binary("bvadd", result, smt.zero_extend(extract(a, bit, 1), width))
            return result
        if function in ("fshl", "fshr") and values[2].op == "const":
            by = values[2].value % width
            by = by if function == "fshl" else width - by
            return extract(smt.concat(a, values[1]), width - by, width)
        raise Unsupported(f"call of {function}")

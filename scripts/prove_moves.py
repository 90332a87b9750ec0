# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""prove_moves -- C = RTL of a component whose cycle is moves, one behind the other, and a rest.

A router gives the packet of one channel after the other to queues: each is a move.  The question
of a move has the module twice, from the same state: once before the move, and once behind it, with
what C makes of state and inputs by this one move.  Both must show the same, but for what the move
adds to the outputs, and end in the same state.  Then so many moves are no more than the rest, and
that is C.  Most gates are in both, so ABC finds fast that these are equal.
"""
import prove_terms as smt
from prove_aig import ALIKE, parts, solve
from prove_terms import FALSE, both, choose, const, either, equal, extract, invert, replaced
from prove_tools import Failed


def assigned(words, values):
    """{variable: its value}, with which words that are variables side by side have these values."""
    bits = {}
    for word, value in zip(words, values):
        for part, low in smt.pieces(word):
            if part.op != "const":
                whole, at = (part.args[0], part.low) if part.op == "extract" else (part, 0)
                bits.setdefault(whole, {})[at] = extract(value, low, part.width)
    return {whole: joined(whole, found) for whole, found in bits.items()}


def joined(whole, found):
    """A word with other bits, {lowest bit: bits}."""
    result, at = [], 0
    while at < whole.width:
        width = found[at].width if at in found else 1
        result.append(found.get(at, extract(whole, at, width)))
        at += width
    word = result[0]
    for part in result[1:]:
        word = smt.concat(part, word)
    return word


class Moves:
    def __init__(self, proof):
        self.proof, self.count = proof, proof.moves()
        self.states = proof.variables("state", "state")
        self.ports, self.free = proof.ports("in"), proof.variables("free", "free0")
        self.outs = proof.ports("out")
        self.held, self.after = ([], []) if not self.states else \
            (proof.registers(0), proof.registers(1))
        self.words = [smt.var(f"word{i}", 64) for i in range(len(self.held))]
        self.relation = proof.relation([*self.states, *self.words]) if self.states else smt.TRUE
        self.read = []      # of each output: whether the rest says that it is always read

    # -- the module, and when its state is that of C ----------------------------------------------

    def related(self, states, registers):
        return replaced([self.relation], dict(zip([*self.states, *self.words],
                                                  [*states, *registers])))[0]

    def registers(self, states):
        """Of any values, but where the relation says which they have with these states."""
        values = replaced(smt.known(self.relation, self.words),
                          dict(zip([*self.words, *self.states], [*self.held, *states])))
        return replaced(self.held, assigned(self.held, values))

    def cycle(self, registers, given):
        """(The outputs of the module, its registers behind a cycle without a reset)."""
        places = {**assigned(self.held, registers), **assigned(self.ports, given)}
        if self.states:
            places[self.proof.cycles[0]["rst"]] = FALSE
        words = replaced([*self.outs, *self.after], places)
        return words[:len(self.outs)], words[len(self.outs):]

    def not_behind(self, registers, expected):
        """Whether these registers are not those of a state of which the expected ones are."""
        states = replaced(smt.known(self.relation, self.states), dict(zip(self.words, expected)))
        may, wrong = self.related(states, expected), FALSE
        for part in parts(invert(self.related(states, registers))):
            wrong = either(wrong, both(may, part))
        return wrong

    # -- questions --------------------------------------------------------------------------------

    def left(self, at, words):
        """Inputs of which the moves below this one are done."""
        return self.proof.function("prove_left", [const(at, 64), *words], len(words)).outputs \
            if at else words

    def prove(self, folder):
        self.prove_rest(folder)
        for at in range(self.count):
            self.prove_move(folder, at)

    def prove_rest(self, folder):
        given = self.left(self.count, [*self.ports, *self.free])
        registers = self.registers(self.states)
        outs, after = self.cycle(registers, given)
        may, broken = self.proof.allowed([*self.states, *given])
        rest = self.proof.function("prove_step" if self.states else "prove_comb",
                                   [*self.states, *given], 2 * len(outs) + len(self.states))
        self.read = [unread is const(0, 64) for unread in rest.outputs[len(outs):2 * len(outs)]]
        wrong = either(broken, self.proof.different(rest, outs))
        if self.states:
            wrong = either(wrong, invert(self.related(rest.outputs[2 * len(outs):], after)))
        solve(folder, [self.related(self.states, registers), may], wrong)

    def prove_move(self, folder, at):
        given, count = self.left(at, [*self.ports, *self.free]), len(self.outs)
        registers = self.registers(self.states)
        may, wrong = self.proof.allowed([*self.states, *given])
        shown = [smt.var(f"shown{i}", 64) for i in range(count)]
        unread = [const(0, 64) if read else smt.var(f"unread{i}", 64)
                  for i, read in enumerate(self.read)]
        move = self.proof.function(
            "prove_move", [const(at, 64), *self.states, *given, *shown, *unread],
            len(self.states) + len(given) + 2 * count)
        words = move.outputs[:-2 * count]
        if smt.variables(words) & {*shown, *unread}:
            raise Failed("a move changes state or inputs by what the rest shows")
        states, moved = words[:len(self.states)], words[len(self.states):]
        ports = replaced(self.ports, assigned(self.ports, moved))
        for word, port in zip(moved, ports):        # what a port cannot carry
            wrong = either(wrong, invert(equal(word, port)))
        behind = self.left(at + 1, [*ports, *moved[len(ports):]])
        next_registers = self.registers(states)
        outs, after = self.cycle(registers, given)
        next_outs, next_after = self.cycle(next_registers, behind)
        # An output of the rest that nobody reads is any word.
        move.outputs = replaced(move.outputs[-2 * count:], {
            word: choose(extract(mark, 0, 1), word, value)
            for word, mark, value in zip(shown, unread, next_outs)})
        for read, mark in zip(self.read, move.outputs[count:]):
            wrong = either(wrong, extract(mark, 0, 1)) if read else wrong
        next_may, broken = self.proof.allowed([*states, *behind])
        for part in (move.broken, broken, self.proof.different(move, outs), invert(next_may),
                     invert(self.related(states, next_registers)),
                     self.not_behind(after, next_after)):
            wrong = either(wrong, part)
        solve(folder, [self.related(self.states, registers), may], wrong, ALIKE)

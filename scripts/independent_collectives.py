# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_collectives -- collectives in the one-port model, by definition.

For scripts/check_collectives.py: written from docs/schedules/collectives.md alone, and shares
nothing with the C.  A schedule is a list of steps, a step {(from, to): messages}, a message (its
source, its destination or None for all).  Calls that work at once in several networks are put
together step by step.  What a node holds is in `held`, a set for each node.

A network of level L is the block of N_L numbers around a node; within a cluster a node has a number
from 0 on.  Levels begin at 0, the base.
"""

import collections

from independent_factors import factor_of
from independent_networks import digits_of, number_of


class Plan:
    """The schedule of one operation on a network, made by one of the functions below."""

    def __init__(self, network):
        self.network = network
        self.base = getattr(network, "base", network)
        self.radices = getattr(self.base, "sizes", None) or [2] * self.base.ports
        self.factors = [factor_of(self.base, place) for place in range(len(self.radices))]
        self.places = getattr(network, "places", [])
        self.sizes = getattr(network, "sizes", None) if self.places else [network.switches]
        self.single = all(not places for places in self.places)   # super-nodes of one node
        self.held = collections.defaultdict(set)

    # -- moves ------------------------------------------------------------------------------------

    def step(self, moves):
        """One step; messages that move are at their ends now.  All leave before any arrives."""
        moves = {pair: set(messages) for pair, messages in moves.items() if messages}
        for (node, _), messages in moves.items():
            if not messages <= self.held[node]:
                raise ValueError(f"node {node} does not hold what it sends")
        for (node, to), messages in moves.items():
            if all(sink is not None for _, sink in messages):
                self.held[node] -= messages
            self.held[to] |= messages
        return [moves]

    def cross(self, level, node):
        return self.network.link(node, self.base.ports + level - 1)[0]

    def block(self, level, node):
        first = node - node % self.sizes[level]
        return range(first, first + self.sizes[level])

    def cluster(self, level, node):
        """(class, number) of the cluster of a node in its network of this level."""
        inner = node % self.sizes[level] // self.sizes[level - 1]
        return divmod(inner, self.sizes[level] // self.sizes[level - 1] // 2)

    def blocks(self, level, nodes):
        """Nodes by their network of a level."""
        found = collections.defaultdict(list)
        for node in nodes:
            found[node // self.sizes[level]].append(node)
        return list(found.values())

    def gate(self, level, node, cluster):
        """In the cluster of this node that whose cross-edge leads to a cluster of that number."""
        first = node - node % self.sizes[level - 1]
        return first + cluster

    def line(self, node, place):
        """The nodes that differ from this one in one digit of the base, in order."""
        digits, first = digits_of(node % self.sizes[0], self.radices), node - node % self.sizes[0]
        return [first + number_of(digits[:place] + [digit] + digits[place + 1:], self.radices)
                for digit in range(self.radices[place])]

    def digit(self, node, place):
        return digits_of(node % self.sizes[0], self.radices)[place]

    def outside(self, known):
        """The places of the base that are not known, the highest dimension first."""
        return [place for place in range(len(self.radices)) if place not in known]

    # -- one to all, broadcast --------------------------------------------------------------------

    def broadcast(self, level, roots, message, known=()):
        """From each of the roots in its network of a level; or from roots that are all of a copy of
        the places `known` of the base."""
        if level == 0:
            return self.base_broadcast(roots, message, known)
        if not self.single:
            return self.broadcast_with_copies(level, roots, message, known)
        steps = self.step({(root, self.cross(level, root)): {message} for root in roots})
        ends = [*roots, *(self.cross(level, root) for root in roots)]
        steps += self.broadcast(level - 1, ends, message)
        inside = [node for end in ends for node in self.block(level - 1, end) if node not in ends]
        steps += self.step({(node, self.cross(level, node)): {message} for node in inside})
        return steps + self.broadcast(level - 1, [self.cross(level, node) for node in inside],
                                      message)

    def broadcast_with_copies(self, level, roots, message, known):
        steps = self.broadcast(level - 1, roots, message, known)
        inside = sorted({node for root in roots for node in self.block(level - 1, root)})
        steps += self.step({(node, self.cross(level, node)): {message} for node in inside})
        there = [self.cross(level, node) for node in inside]
        steps += self.broadcast(level - 1, there, message, self.places[level - 1])
        whole = sorted({node for end in there for node in self.block(level - 1, end)})
        return steps + self.step({(node, self.cross(level, node)): {message} for node in whole
                                  if self.cross(level, node) not in inside})

    def base_broadcast(self, roots, message, known):
        steps, holders = [], list(roots)
        for place in self.outside(known):
            trees = [(self.line(node, place), self.digit(node, place)) for node in holders]
            for moves in zip(*(self.factors[place].tree(root) for _, root in trees)):
                steps += self.step({(line[a], line[b]): {message}
                                    for (line, _), step in zip(trees, moves) for a, b in step})
            holders = [node for line, _ in trees for node in line]
        return steps

    # -- one to all, personalized -----------------------------------------------------------------

    def scatter(self, level, targets):
        """Of each message its target in its network of this level.  All messages of a network are
        at one node, or at several that have no dimension in common with the way."""
        if level == 0:
            return self.base_scatter(targets)
        if not self.single:
            return self.by_super_nodes(level, targets, self.base_scatter)
        at = self.places_of_messages(targets)
        # Those for the other clusters of the root's class cross with the root.
        steps = self.step(self.crossing(level, at, lambda node, message: (
            self.cluster(level, node)[0] == self.cluster(level, targets[message])[0] and
            self.cluster(level, node) != self.cluster(level, targets[message]))))
        at = self.places_of_messages(targets)
        steps += self.scatter(level - 1, {
            message: self.gate(level, node, self.cluster(level, targets[message])[1])
            for message, node in at.items()
            if self.cluster(level, node) != self.cluster(level, targets[message])})
        at = self.places_of_messages(targets)
        steps += self.step(self.crossing(level, at, lambda node, message: (
            self.cluster(level, node) != self.cluster(level, targets[message]))))
        return steps + self.scatter(level - 1, targets)

    def places_of_messages(self, messages):
        return {message: node for node, held in list(self.held.items()) for message in held
                if message in messages}

    def crossing(self, level, at, goes):
        moves = collections.defaultdict(set)
        for message, node in at.items():
            if goes(node, message):
                moves[node, self.cross(level, node)].add(message)
        return moves

    def base_scatter(self, targets):
        steps = []
        for place in self.outside(()):
            lines = collections.defaultdict(dict)   # of a holder: {message: digit}
            for message, node in self.places_of_messages(targets).items():
                lines[node][message] = self.digit(targets[message], place)
            runs = [(self.line(node, place), wanted, self.factors[place].scatter(
                self.digit(node, place))) for node, wanted in lines.items()]
            for moves in zip(*(run for _, _, run in runs)):
                step = {}
                for (line, wanted, _), ways in zip(runs, moves):
                    for a, b, digits in ways:
                        step[line[a], line[b]] = {message for message, digit in wanted.items()
                                                  if digit in digits}
                steps += self.step(step)
        return steps

    # -- all to all, broadcast --------------------------------------------------------------------

    def gossip(self, level, packs, send, known=()):
        """Of each node what it tells; those of one copy of the places `known` tell the same."""
        if level == 0:
            return self.base_gossip(packs, known)
        steps = self.gossip(level - 1, packs, send, known)
        told = {node: set().union(*(packs[other] for other in self.block(level - 1, node)))
                for node in packs}
        steps += self.step({(node, self.cross(level, node)): told[node] for node in packs})
        came = {node: told[self.cross(level, node)] for node in packs}
        steps += self.gossip(level - 1, came, send, self.places[level - 1])
        back = {}
        for node in packs:
            far = self.cross(level, node)
            whole = set().union(*(came[other] for other in self.block(level - 1, node)))
            less = {"needed": self.held[far], "not-own": packs[far], "all": set()}[send]
            back[node, far] = whole - less
        return steps + self.step(back)

    def base_gossip(self, packs, known):
        steps, packs = [], dict(packs)
        for place in self.outside(known):
            rounds = self.factors[place].gossip()
            lines = {node: self.line(node, place) for node in packs}
            for moves in rounds:
                step = {}
                for a, b, digits in moves:
                    for node, line in lines.items():
                        if line[a] == node:
                            step[node, line[b]] = set().union(*(packs[line[digit]]
                                                                for digit in digits))
                steps += self.step(step)
            packs = {node: set().union(*(packs[other] for other in line))
                     for node, line in lines.items()}
        return steps

    # -- all to all, personalized -----------------------------------------------------------------

    def exchange(self, level, targets, order):
        if level == 0:
            return self.base_exchange(targets)
        if not self.single:
            return self.by_super_nodes(level, targets, self.base_exchange)
        return (self.text if order == "text" else self.intra_first)(level, targets, order)

    def base_exchange(self, targets):
        steps = []
        for place in self.outside(()):
            at = self.places_of_messages(targets)
            from_digit = {message: self.digit(node, place) for message, node in at.items()}
            to_digit = {message: self.digit(targets[message], place) for message in at}
            lines = {tuple(self.line(node, place)) for node in at.values()}
            for moves in self.factors[place].exchange():
                holds = collections.defaultdict(set)
                for message, node in self.places_of_messages(targets).items():
                    holds[node].add(message)
                steps += self.step({
                    (line[a], line[b]): {message for message in holds[line[a]]
                                         if goes(from_digit[message], to_digit[message])}
                    for line in lines for a, b, goes in moves})
        return steps

    def text(self, level, targets, order):
        def kind(node):
            return self.cluster(level, node)[0]
        steps = self.step(self.crossing(level, self.places_of_messages(targets), lambda node, m: (
            kind(node) == kind(targets[m]) and node != targets[m])))
        steps += self.exchange(level - 1, {
            message: self.gate(level, node, self.cluster(level, targets[message])[1])
            for message, node in self.places_of_messages(targets).items()
            if node != targets[message]}, order)
        steps += self.step(self.crossing(level, self.places_of_messages(targets), lambda node, m: (
            kind(node) != kind(targets[m]))))
        return steps + self.exchange(level - 1, targets, order)

    def intra_first(self, level, targets, order):
        def kind(node):
            return self.cluster(level, node)[0]

        def gate_of(message, node):
            return self.gate(level, node, self.cluster(level, targets[message])[1])
        steps = self.exchange(level - 1, {
            message: gate_of(message, node) if kind(node) != kind(targets[message]) else
            self.gate(level, node, targets[message] % self.sizes[level - 1])
            for message, node in self.places_of_messages(targets).items()}, order)
        steps += self.step(self.crossing(level, self.places_of_messages(targets), lambda node, m: (
            self.cluster(level, node) != self.cluster(level, targets[m]))))
        steps += self.exchange(level - 1, {
            message: targets[message] if kind(node) == kind(targets[message]) else
            gate_of(message, node)
            for message, node in self.places_of_messages(targets).items()}, order)
        return steps + self.step(self.crossing(
            level, self.places_of_messages(targets),
            lambda node, m: kind(node) != kind(targets[m])))

    def by_super_nodes(self, level, targets, inside):
        """One level with super-nodes of several nodes: the super-node of the number of the cluster
        in the other class, and of the target else, each at the place of the target."""
        if level != 1:
            raise ValueError("by definition for one level only")

        def super_node(node, number, like):
            """The node of that super-node in the cluster, at the place of `like`."""
            digits = digits_of(like % self.sizes[0], self.radices)
            others = [place for place in range(len(self.radices))
                      if place not in self.places[0]]
            for place, digit in zip(others, digits_of(number, [self.radices[p] for p in others])):
                digits[place] = digit
            return node - node % self.sizes[0] + number_of(digits, self.radices)

        def goes(message, node):
            target = targets[message]
            if self.cluster(1, node)[0] != self.cluster(1, target)[0]:
                return super_node(node, self.cluster(1, target)[1], target)
            return node - node % self.sizes[0] + target % self.sizes[0]

        def away(node, message):
            return self.cluster(1, node) != self.cluster(1, targets[message])
        steps = []
        for _ in range(2):
            steps += inside({message: goes(message, node) for message, node
                             in self.places_of_messages(targets).items()})
            steps += self.step(self.crossing(1, self.places_of_messages(targets), away))
        return steps


def schedule_of(network, kind, source=0, send="needed", order="text"):
    """(the steps in which something moves, what each node holds at the end)."""
    plan, level = Plan(network), len(getattr(network, "places", []))
    nodes = range(network.switches)
    if kind == "one-to-all-broadcast":
        plan.held[source] = {(source, None)}
        steps = plan.broadcast(level, [source], (source, None))
    elif kind == "one-to-all-personalized":
        plan.held[source] = {(source, node) for node in nodes if node != source}
        steps = plan.scatter(level, {message: message[1] for message in plan.held[source]})
    elif kind == "all-to-all-broadcast":
        plan.held.update({node: {(node, None)} for node in nodes})
        steps = plan.gossip(level, {node: {(node, None)} for node in nodes}, send)
    else:
        plan.held.update({node: {(node, to) for to in nodes if to != node} for node in nodes})
        steps = plan.exchange(level, {(a, b): b for a in nodes for b in nodes if a != b}, order)
    return [step for step in steps if step], plan.held

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_printed -- one-to-all operations by the boxes of the papers, with what they miss.

For scripts/check_collectives.py: written from docs/schedules/collectives.md, "As printed", alone.
Words and numbers are those of independent_collectives.py.
"""

import itertools

from independent_collectives import Plan
from independent_networks import digits_of


class Printed(Plan):
    """`rule=printed`.  `again` counts messages that come to a node that holds them."""

    again = 0

    def step(self, moves):
        for (_, to), messages in moves.items():
            self.again += len(set(messages) & self.held[to])
        return super().step(moves)

    # -- the broadcast of the recursive dual-net --------------------------------------------------

    def broadcast(self, level, roots, message, known=()):
        if level == 0:
            return self.base_broadcast(roots, message, known)
        steps = self.step({(root, self.cross(level, root)): {message} for root in roots})
        steps += self.broadcast(level - 1, [*roots, *(self.cross(level, root) for root in roots)],
                                message)
        numbers = {root // self.sizes[level]: self.cluster(level, root)[1] for root in roots}
        places = {root // self.sizes[level]: root % self.sizes[level - 1] for root in roots}
        leave = [node for root in roots for node in self.block(level, root)
                 if message in self.held[node] and
                 self.cluster(level, node)[1] == numbers[node // self.sizes[level]] and
                 node % self.sizes[level - 1] != places[node // self.sizes[level]]]
        steps += self.step({(node, self.cross(level, node)): {message} for node in leave})
        return steps + self.broadcast(level - 1, [self.cross(level, node) for node in leave],
                                      message)

    # -- the personalized operation of the recursive dual-net -------------------------------------

    def scatter(self, level, targets):
        if level == 0:
            return self.base_scatter(targets)
        roots = {node // self.sizes[level]: node
                 for node in self.places_of_messages(targets).values()}

        def root_of(node):
            return roots[node // self.sizes[level]]

        def at_home(node, message):
            return self.cluster(level, node) == self.cluster(level, targets[message])
        steps = self.step(self.crossing(level, self.places_of_messages(targets), lambda node, m: (
            self.cluster(level, node)[0] == self.cluster(level, targets[m])[0] and
            not at_home(node, m))))
        # In both clusters the call names the same place as its root; elsewhere messages stay.
        steps += self.scatter(level - 1, {
            message: self.gate(level, node, self.cluster(level, targets[message])[1])
            for message, node in self.places_of_messages(targets).items()
            if not at_home(node, message) and
            (node - root_of(node)) % self.sizes[level - 1] == 0})
        steps += self.step(self.crossing(level, self.places_of_messages(targets), lambda node, m: (
            self.cluster(level, node)[1] == self.cluster(level, root_of(node))[1] and
            not at_home(node, m) and
            self.cluster(level, self.cross(level, node)) == self.cluster(level, targets[m]))))
        return steps + self.scatter(level - 1, {
            message: targets[message]
            for message, node in self.places_of_messages(targets).items()
            if at_home(node, message)})

    # -- the broadcast of the hierarchical dual-net -----------------------------------------------

    def super_node(self, level, node):
        """What the nodes of one SN of a level have in common."""
        return node // self.sizes[0], tuple(
            digit for place, digit in enumerate(digits_of(node % self.sizes[0], self.radices))
            if place not in self.places[level - 1])

    def hierarchical(self, level, source, message):
        steps, starts = self.spread([source], message, self.places[level - 1])
        return steps + self.call(level, starts, message)[0]

    def spread(self, starts, message, places):
        """(steps, nodes): along these places of the base, to every node that differs in no other.
        Those that it starts from come first."""
        rest = self.outside(places)
        steps = self.base_broadcast(starts, message, rest)
        parts = {self.part(node, rest) for node in starts}
        near = (node for first in sorted({node - node % self.sizes[0] for node in starts})
                for node in self.block(0, first) if self.part(node, rest) in parts)
        return steps, list(dict.fromkeys([*starts, *near]))

    def part(self, node, places):
        """What the nodes that differ in no such place of the base have in common."""
        digits = digits_of(node % self.sizes[0], self.radices)
        return node // self.sizes[0], tuple(digits[place] for place in places)

    def by_super_nodes(self, level, nodes):
        """For each network of this level its nodes among these, by their SN of this level."""
        for block in self.blocks(level, nodes):
            groups = {}
            for node in block:
                groups.setdefault(self.part(node, self.outside(self.places[level - 1])),
                                  []).append(node)
            yield list(groups.values())

    def call(self, level, starts, message):
        """(steps, nodes that they lead to) from these nodes, those of one SN in each network."""
        if level == 1:
            steps, reached = self.spread(starts, message, self.outside(self.places[0]))
        else:
            first = [node for groups in self.by_super_nodes(level - 1, starts)
                     for node in groups[0]]
            steps, first = self.spread(first, message, [
                place for place in self.places[level - 2] if place not in self.places[level - 1]])
            more, reached = self.call(level - 1, first, message)
            steps += more
        steps += self.step({(node, self.cross(level, node)): {message} for node in reached})
        came = [self.cross(level, node) for node in reached]
        if level == 1:
            more, there = self.spread(came, message, self.outside(self.places[0]))
            steps += more
        else:
            there = set()
            # One call after another in a cluster, at once in several clusters.
            clusters = self.by_super_nodes(level - 1, sorted(came))
            for turn in itertools.zip_longest(*clusters, fillvalue=()):
                more, found = self.call(level - 1, list(itertools.chain(*turn)), message)
                steps += more
                there |= set(found)
        steps += self.step({(node, self.cross(level, node)): {message} for node in there})
        back = [self.cross(level, node) for node in there]
        return steps, sorted({*reached, *came, *there, *back})


def printed_schedule(network, kind, source, hierarchical):
    """(the steps in which something moves, what each node holds, messages that come again)."""
    plan, level = Printed(network), len(network.places)
    if kind == "one-to-all-broadcast":
        message = (source, None)
        plan.held[source] = {message}
        steps = plan.hierarchical(level, source, message) if hierarchical else \
            plan.broadcast(level, [source], message)
    else:
        plan.held[source] = {(source, node) for node in range(network.switches) if node != source}
        steps = plan.scatter(level, {message: message[1] for message in plan.held[source]})
    return [step for step in steps if step], plan.held, plan.again

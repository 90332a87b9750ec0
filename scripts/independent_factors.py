# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_factors -- collectives along one dimension of a base: rings, complete graphs, the
Petersen graph.

For independent_collectives.py: written from docs/schedules/collectives.md alone.  Digits are those
of one dimension; each function gives steps.

    tree(root)      [(from, to)]            a message of the root, to all
    scatter(root)   [(from, to, digits)]    the messages of the root for these digits
    gossip()        [(from, to, digits)]    what these digits had at the beginning
    exchange()      [(from, to, goes)]      those at `from` for which goes(source, target) is true
"""
from independent_networks import PETERSEN, petersen_far, petersen_path


class Ring:
    def __init__(self, size):
        self.size, self.plus = size, size // 2

    def sides(self):
        """Of each step the (side, distance) of the node that sends to the next on that side."""
        for step in range((self.size + 1) // 2):
            yield [(+1, step)] * (step < self.plus) + \
                [(-1, step - 1)] * (0 <= step - 1 < self.size - 1 - self.plus)

    def tree(self, root):
        return [[((root + side * distance) % self.size, (root + side * (distance + 1)) % self.size)
                 for side, distance in step] for step in self.sides()]

    def scatter(self, root):
        reach = {+1: self.plus, -1: self.size - 1 - self.plus}
        return [[((root + side * distance) % self.size, (root + side * (distance + 1)) % self.size,
                  {(root + side * far) % self.size for far in range(distance + 1, reach[side] + 1)})
                 for side, distance in step] for step in self.sides()]

    def gossip(self):
        return [[(x, (x + 1) % self.size, {(x - step) % self.size}) for x in range(self.size)]
                for step in range(self.size - 1)]

    def exchange(self):
        def ahead(source, target):
            return (target - source) % self.size <= self.plus
        forward = [[(x, (x + 1) % self.size,
                     lambda source, target, x=x: ahead(source, target) and target != x)
                    for x in range(self.size)] for _ in range(self.plus)]
        backward = [[(x, (x - 1) % self.size,
                      lambda source, target, x=x: not ahead(source, target) and target != x)
                     for x in range(self.size)] for _ in range(self.size - 1 - self.plus)]
        return forward + backward


class Complete:
    def __init__(self, size):
        self.size, self.strides = size, []
        stride = 1
        while stride < size:
            self.strides.insert(0, stride)
            stride *= 2

    def senders(self, stride):
        return [x for x in range(0, self.size, 2 * stride) if x + stride < self.size]

    def tree(self, root):
        return [[((root + x) % self.size, (root + x + stride) % self.size)
                 for x in self.senders(stride)] for stride in self.strides]

    def scatter(self, root):
        """A message whose number has the bit of the stride moves it further."""
        return [[((root + x) % self.size, (root + x + stride) % self.size,
                  {(root + x + stride + rest) % self.size for rest in range(stride)
                   if x + stride + rest < self.size})
                 for x in self.senders(stride)] for stride in self.strides]

    def gossip(self):
        return [[(x, (x + stride) % self.size,
                  {(x - number) % self.size for number in self.senders(stride)})
                 for x in range(self.size)] for stride in self.strides]

    def exchange(self):
        return [[(x, (x + further) % self.size,
                  lambda source, target, to=(x + further) % self.size: target == to)
                 for x in range(self.size)] for further in range(1, self.size)]


class Petersen:
    size = 10

    def __init__(self):
        self.ways = {(a, b): petersen_path(a, b) for a in range(10) for b in range(10)}

    @staticmethod
    def far(digit, *ways):
        for way in ways:
            digit = petersen_far(digit, way)[0]
        return digit

    TREE = (((), "+"),), (((), "-"), (("+",), "+")), \
        (((), "spoke"), (("+",), "spoke"), (("-",), "-"), (("+", "+"), "spoke"))

    def tree(self, root):
        steps = [[(self.far(root, *way), self.far(root, *way, port)) for way, port in step]
                 for step in self.TREE]
        reached = {root, *(to for step in steps for _, to in step), self.far(root, "-", "spoke")}
        spoke = self.far(root, "spoke")
        last, = {self.far(spoke, port) for port in PETERSEN} - reached
        return steps + [[(self.far(root, "-"), self.far(root, "-", "spoke")), (spoke, last)]]

    def scatter(self, root):
        steps = self.tree(root)
        below = {node: {node} for node in range(self.size)}
        for step in reversed(steps):
            for node, to in reversed(step):
                below[node] |= below[to]
        plus = self.far(root, "+")
        ways = [[(node, to, below[to] - {plus}) for node, to in step] for step in steps]
        ways[3].append((root, plus, {plus}))
        return ways

    def gossip(self):
        """What the neighbour lacks."""
        known, steps = {x: {x} for x in range(self.size)}, []
        for port in ("spoke", "+", "-", "spoke"):
            step = [(x, self.far(x, port), known[x] - known[self.far(x, port)])
                    for x in range(self.size)]
            for _, to, digits in step:
                known[to] = known[to] | digits
            steps.append(step)
        return steps

    def exchange(self):
        def moves(x, port, source, target):
            """At x the next port of its path is this one."""
            way = self.ways[source, target]
            at = [self.far(source, *way[:hops]) for hops in range(len(way) + 1)]
            return x in at[:-1] and way[at.index(x)] == port
        return [[(x, self.far(x, port), lambda source, target, x=x, port=port:
                  moves(x, port, source, target)) for x in range(self.size)]
                for port in ("+", "-", "spoke", "+", "-")]


def factor_of(base, place):
    """That of a place in the spec of a base."""
    kind = base.kinds[place] if hasattr(base, "kinds") else "ring"
    size = base.sizes[place] if hasattr(base, "sizes") else 2
    return {"ring": Ring, "complete": Complete}[kind](size) if kind != "petersen" else Petersen()

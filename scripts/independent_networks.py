# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_networks -- the networks of docs/topologies/, and their paths, by definition.

For scripts/check_independent.py: written from the pages alone, and shares nothing with the C.
A network is an object with

    switches, ports       how many there are, and how many of a switch
    sources, sinks        the switches of the terminals, in the order of their numbers
    link(switch, port)    (switch, port) of the far end; None where the page says nothing
    holds                 ports by which a packet stays, which are no links of the network
    path(source, sink)    the ports of the one path of the default routing, by switch numbers; None
                          where the page leaves a choice
"""

import functools


def product(numbers):
    result = 1
    for number in numbers:
        result *= number
    return result


def digits_of(number, radices):
    """The digits of a number, the most significant first."""
    digits = []
    for radix in reversed(radices):
        digits.append(number % radix)
        number //= radix
    return digits[::-1]


def number_of(digits, radices):
    number = 0
    for digit, radix in zip(digits, radices):
        number = number * radix + digit
    return number


class Network:
    """What most have: a terminal at every switch, and no hold links."""
    holds = ()

    def terminals(self):
        self.sources = self.sinks = range(self.switches)

    def path(self, _source, _sink):
        return None

    def walk(self, source, ports):
        """The switches by which these ports lead."""
        way = [source]
        for port in ports:
            way.append(self.link(way[-1], port)[0])
        return way


class Hypercube(Network):
    def __init__(self, text):
        self.ports = int(text)
        self.switches = 2 ** self.ports
        self.terminals()

    def link(self, switch, port):
        return switch ^ 1 << port, port

    def path(self, source, sink):
        return [port for port in range(self.ports) if (source ^ sink) >> port & 1]


class Torus(Network):
    """Dimension 0 is the last number.  A ring of 2 has one port, others `+` and `-`."""

    def __init__(self, text):
        self.sizes = [int(size) for size in text.split("x")]
        self.switches = product(self.sizes)
        self.moves = []                              # of a port: (place in the spec, +1 or -1)
        for place in reversed(range(len(self.sizes))):
            self.moves += [(place, 1)] if self.sizes[place] == 2 else [(place, 1), (place, -1)]
        self.ports = len(self.moves)
        self.terminals()

    def link(self, switch, port):
        place, step = self.moves[port]
        digits = digits_of(switch, self.sizes)
        digits[place] = (digits[place] + step) % self.sizes[place]
        back = step if self.sizes[place] == 2 else -step
        return number_of(digits, self.sizes), self.moves.index((place, back))

    def path(self, source, sink):
        ports = []
        here, to = digits_of(source, self.sizes), digits_of(sink, self.sizes)
        for place in reversed(range(len(self.sizes))):
            size = self.sizes[place]
            ahead = (to[place] - here[place]) % size
            if 2 * ahead <= size:
                ports += [self.moves.index((place, 1))] * ahead
            else:
                ports += [self.moves.index((place, -1))] * (size - ahead)
        return ports


class Mesh(Network):
    """Ports `-` and `+` of each dimension; at the border a port leads to itself."""

    def __init__(self, text):
        self.sizes = [int(size) for size in text.split("x")]
        self.switches, self.ports = product(self.sizes), 2 * len(self.sizes)
        self.terminals()

    def link(self, switch, port):
        place, step = len(self.sizes) - 1 - port // 2, 1 if port % 2 else -1
        digits = digits_of(switch, self.sizes)
        digits[place] += step
        if not 0 <= digits[place] < self.sizes[place]:
            return switch, port
        return number_of(digits, self.sizes), port ^ 1

    def path(self, source, sink):
        ports = []
        pairs = zip(digits_of(source, self.sizes)[::-1], digits_of(sink, self.sizes)[::-1])
        for dimension, (here, to) in enumerate(pairs):
            ports += [2 * dimension + (to > here)] * abs(to - here)
        return ports


class FlattenedButterfly(Network):
    """Each dimension has a port to every other digit, in their order; k terminals at a switch."""

    def __init__(self, text):
        self.k, levels = map(int, text.split(","))
        self.sizes = [self.k] * (levels - 1)
        self.switches, self.ports = product(self.sizes), (levels - 1) * (self.k - 1)
        self.terminals()

    def others(self, digit):
        """The digits to which the ports of a dimension lead."""
        return [other for other in range(self.k) if other != digit]

    def link(self, switch, port):
        dimension, place = divmod(port, self.k - 1)
        digits = digits_of(switch, self.sizes)
        at = len(digits) - 1 - dimension
        own, digits[at] = digits[at], self.others(digits[at])[place]
        back = dimension * (self.k - 1) + self.others(digits[at]).index(own)
        return number_of(digits, self.sizes), back

    def path(self, source, sink):
        pairs = zip(digits_of(source, self.sizes)[::-1], digits_of(sink, self.sizes)[::-1])
        return [dimension * (self.k - 1) + self.others(here).index(to)
                for dimension, (here, to) in enumerate(pairs) if to != here]


class Tree(Network):
    """k-ary n-tree: ports down, then up; digit l tells apart what a link from level l joins."""

    def __init__(self, text):
        self.k, self.levels = map(int, text.split(","))
        self.radices = [self.k] * (self.levels - 1)
        self.row, self.ports = product(self.radices), 2 * self.k
        self.switches = self.levels * self.row
        self.sources = self.sinks = range(self.row)

    def link(self, switch, port):
        level, inner = divmod(switch, self.row)
        up, place = divmod(port, self.k)
        if level == (self.levels - 1 if up else 0):
            return switch, port
        digits = digits_of(inner, self.radices)
        at = len(digits) - 1 - (level if up else level - 1)
        own, digits[at] = digits[at], place
        level += 1 if up else -1
        return level * self.row + number_of(digits, self.radices), own if up else self.k + own


class Levels(Network):
    """Levels of rows; a link of level l sets digit chosen[l] of the row, counted from the right."""

    def __init__(self, radix, digits, chosen, wrap=False):
        self.ports, self.radices, self.chosen = radix, [radix] * digits, chosen
        self.rows = radix ** digits
        self.levels = len(chosen) + (not wrap)
        self.switches = self.levels * self.rows
        self.sources = range(self.rows)
        self.sinks = self.sources if wrap else range(self.switches - self.rows, self.switches)

    def link(self, switch, port):
        level, row = divmod(switch, self.rows)
        if level >= len(self.chosen):
            return None
        digits = digits_of(row, self.radices)
        place = len(digits) - 1 - self.chosen[level]
        old, digits[place] = digits[place], port
        to = (level + 1) % self.levels * self.rows + number_of(digits, self.radices)
        return to, old


class Butterfly(Levels):
    def __init__(self, text):
        number, _, wrap = text.partition(",wrap=")
        super().__init__(2, int(number), list(range(int(number))), wrap == "1")
        self.dimensions = int(number)

    def path(self, source, sink):
        if source == sink:
            return []
        return [sink % self.rows >> level & 1 for level in range(self.dimensions)]


class PermutationNetwork(Levels):
    def __init__(self, text):
        radix, digits = (int(number) for number in text.split(","))
        middle = digits - 1
        super().__init__(radix, digits, [abs(level - middle) for level in range(2 * digits - 1)])


class Benes(PermutationNetwork):
    def __init__(self, text):
        super().__init__("2," + text)


class Waksman(PermutationNetwork):
    """One 2x2 switch of every network of 4 rows or more is always straight, and has no choice."""

    def __init__(self, text):
        super().__init__("2," + text)
        self.dimensions = int(text)

    def link(self, switch, port):
        level, row = divmod(switch, self.rows)
        place = level - (self.dimensions - 1)
        if 1 <= place < self.dimensions and row % 2 ** place == 0:
            return switch + self.rows, port
        return super().link(switch, port)

    def set_up(self, destinations):
        """The list of ports of every packet, by loops: docs/topologies/waksman.md, set-up."""
        packets = [(source, sink, []) for source, sink in enumerate(destinations)]
        self.halve(packets, self.rows)
        return [ports for _, _, ports in packets]

    def halve(self, packets, rows):
        """Packets of a network of `rows`, by terminal: (source there, sink there, ports)."""
        if rows == 2:
            for _, sink, ports in packets:
                ports.append(sink)
            return
        half, inner = rows // 2, {}
        to = {sink: source for source, sink, _ in packets}
        sinks = {source: sink for source, sink, _ in packets}
        for source in [to[0], *sinks]:
            while source not in inner:
                inner[source], partner = 0, (source + half) % rows
                inner[partner] = 1
                source = to[(sinks[partner] + half) % rows]
        for choice in (0, 1):
            part = [(source % half, sink % half, []) for source, sink, _ in packets
                    if inner[source] == choice]
            whole = [packet for packet in packets if inner[packet[0]] == choice]
            self.halve(part, half)
            for (_, sink, ports), (_, _, inside) in zip(whole, part):
                ports.extend([choice, *inside, sink // half])


class Drawers(Network):
    """What d3 and mdf share: ports hold, local 1..M-1, global 0..K-1, last hold."""

    def name_ports(self, routers, links):
        self.routers, self.ports = routers, routers + links + 1
        self.last = self.ports - 1
        self.holds = (0, self.last)
        self.terminals()

    def local(self, switch, port):
        base, router = switch // self.routers * self.routers, switch % self.routers
        return base + (router + port) % self.routers, -port % self.routers

    def link(self, switch, port):
        if port in self.holds:
            return switch, port
        return self.local(switch, port) if port < self.routers else self.far(switch, port)

    def hops(self, first, through, last):
        """Local, global, local; where a local hop is 0, the hold link."""
        return [first % self.routers, through, last % self.routers or self.last]


class SwappedDragonfly(Drawers):
    def __init__(self, text):
        self.cabinets, routers = (int(number) for number in text.split(","))
        self.radices = [self.cabinets, routers, routers]
        self.switches = product(self.radices)
        self.name_ports(routers, self.cabinets)

    def far(self, switch, port):
        cabinet, drawer, router = digits_of(switch, self.radices)
        gamma = port - self.routers
        to = [(cabinet + gamma) % self.cabinets, router, drawer]
        return number_of(to, self.radices), self.routers + -gamma % self.cabinets

    def path(self, source, sink):
        cabinet, drawer, router = digits_of(source, self.radices)
        to = digits_of(sink, self.radices)
        gamma = (to[0] - cabinet) % self.cabinets
        return self.hops(to[1] - router, self.routers + gamma, to[2] - drawer)


class MaximalDragonfly(Drawers):
    """Absolute wiring, columns port-major."""

    def __init__(self, text):
        links, routers = (int(number) for number in text.split(","))
        self.groups = links * routers + 1
        self.switches = routers * self.groups
        self.name_ports(routers, links)

    def column(self, group, to):
        """(router, port) of the link from a group to another."""
        column = to if to < group else to - 1
        return column % self.routers, self.routers + column // self.routers

    def far(self, switch, port):
        group, router = divmod(switch, self.routers)
        column = (port - self.routers) * self.routers + router
        to = column if column < group else column + 1
        to_router, to_port = self.column(to, group)
        return to * self.routers + to_router, to_port

    def path(self, source, sink):
        (group, router), (to, to_router) = (divmod(s, self.routers) for s in (source, sink))
        if group == to:
            return [(to_router - router) % self.routers or self.last]
        leaves, port = self.column(group, to)
        arrives, _ = self.column(to, group)
        return self.hops(leaves - router, port, to_router - arrives)


PETERSEN = ("+", "-", "spoke")


class Factors(Torus):
    """A product of rings, complete graphs K4, cubes Q3 (rings of 2) and Petersen graphs."""

    def __init__(self, text):
        self.kinds, sizes = [], []
        for name in text.split("x"):
            count, kind, size = 1, "ring", name
            if name == "petersen":
                kind, size = name, 10
            elif name[0] == "K":
                kind, size = "complete", name[1:]
            elif name[0] == "Q":
                count, size = int(name[1:]), 2
            self.kinds += [kind] * count
            sizes += [str(size)] * count
        super().__init__("x".join(sizes))
        moves = {"ring": lambda place: [move for move in self.moves if move[0] == place],
                 "complete": lambda place: [(place, step) for step in range(1, self.sizes[place])],
                 "petersen": lambda place: [(place, way) for way in PETERSEN]}
        self.moves = [move for place in reversed(range(len(self.sizes)))
                      for move in moves[self.kinds[place]](place)]
        self.ports = len(self.moves)

    def link(self, switch, port):
        place, step = self.moves[port]
        if self.kinds[place] == "ring":
            return super().link(switch, port)
        digits = digits_of(switch, self.sizes)
        if self.kinds[place] == "complete":
            digits[place] = (digits[place] + step) % self.sizes[place]
            back = self.sizes[place] - step
        else:
            digits[place], back = petersen_far(digits[place], step)
        return number_of(digits, self.sizes), self.moves.index((place, back))


def petersen_path(digit, to):
    """The ways of the one shortest path."""
    ways = [(), *((a,) for a in PETERSEN), *((a, b) for a in PETERSEN for b in PETERSEN)]
    return next(path for path in ways if functools.reduce(
        lambda at, way: petersen_far(at, way)[0], path, digit) == to)


def petersen_far(digit, way):
    """(digit, way back): an outer circle, an inner one that goes on by two, spokes between."""
    inner, place = divmod(digit, 5)
    if way == "spoke":
        return (1 - inner) * 5 + place, way
    further = (1 + inner) * (1 if way == "+" else -1)
    return inner * 5 + (place + further) % 5, "-" if way == "+" else "+"


class DualNet(Network):
    """Levels 1 to k over a base; level i has clusters of super-nodes, see the page."""

    def __init__(self, text):
        base, *names = text.split(":")
        self.base = Factors(base)
        self.places = [self.places_of(name) for name in names[0].split(",")]
        self.sizes = [self.base.switches]            # N_i
        self.clusters = [0]                          # n_i, of a class
        self.radices = [self.base.sizes]             # of the digits within N_i
        for places in self.places:
            apart = product(self.base.sizes[place] for place in places)
            self.clusters.append(self.sizes[-1] // apart)
            self.sizes.append(2 * self.clusters[-1] * self.sizes[-1])
            self.radices.append([2, self.clusters[-1], *self.radices[-1]])
        self.switches = self.sizes[-1]
        self.ports = self.base.ports + len(self.places)
        self.terminals()

    def places_of(self, name):
        """The places in the base that a super-node names: `1`, `2x3`, `2@2`."""
        places = []
        for factor in [] if name == "1" else name.split("x"):
            size, _, place = factor.partition("@")
            places.append(int(place) - 1 if place else next(
                place for place, number in enumerate(self.base.sizes)
                if number == int(size) and place not in places))
        return places

    def link(self, switch, port):
        if port < self.base.ports:
            rest, inner = divmod(switch, self.base.switches)
            to, to_port = self.base.link(inner, port)
            return rest * self.base.switches + to, to_port
        level = port - self.base.ports + 1
        rest, inner = divmod(switch, self.sizes[level])
        kind, cluster, *digits = digits_of(inner, self.radices[level])
        behind = len(digits) - len(self.base.sizes)
        named = [behind + place for place in self.places[level - 1]]
        others = [place for place in range(len(digits)) if place not in named]
        radices = [self.radices[level - 1][place] for place in others]
        super_node = number_of([digits[place] for place in others], radices)
        for place, digit in zip(others, digits_of(cluster, radices)):
            digits[place] = digit
        to = number_of([1 - kind, super_node, *digits], self.radices[level])
        return rest * self.sizes[level] + to, port


class RecursiveDualNet(DualNet):
    def __init__(self, text):
        base, levels = text.split(":")
        super().__init__(f"{base}:{','.join(['1'] * int(levels))}")


class DualCube(DualNet):
    def __init__(self, text):
        super().__init__("x".join(["2"] * (int(text) - 1)) + ":1")


class CubeConnectedCycles(Network):
    """Ports `+`, `-`, `cube`."""

    def __init__(self, text):
        self.n, self.ports = int(text), 3
        self.switches = self.n * 2 ** self.n
        self.terminals()

    def link(self, switch, port):
        word, place = divmod(switch, self.n)
        if port == 2:
            return (word ^ 1 << place) * self.n + place, 2
        return word * self.n + (place + (1, -1)[port]) % self.n, 1 - port


KINDS = {"hypercube": Hypercube, "torus": Torus, "mesh": Mesh,
         "cmesh": Mesh, "flatfly": FlattenedButterfly,
         "fattree": Tree, "butterfly": Butterfly,
         "pn": PermutationNetwork, "benes": Benes, "waksman": Waksman, "d3": SwappedDragonfly,
         "mdf": MaximalDragonfly,
         "hdn": DualNet, "rdn": RecursiveDualNet, "dual-cube": DualCube,
         "ccc": CubeConnectedCycles}


def network_of(spec):
    kind, _, text = spec.partition(":")
    return KINDS[kind](text)

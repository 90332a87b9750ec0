# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_routings -- every routing of every topology, by definition.

For scripts/check_routings.py: written from docs/topologies/ and docs/switches/ alone, and shares
nothing with the C.  A Rule makes the packets of a schedule (independent_packets.py), and says what
their switches are made of.  What a terminal has drawn (an intermediate destination, a deflection,
one of several shortest paths) is in the header.
"""

import collections

import independent_packets as packets
from independent_networks import digits_of
from independent_packets import Hop
from independent_switch import Barrier, Lengths, RandomWords


def fields_of(header, widths):
    """The fields of a header, the lowest first."""
    fields = []
    for width in widths:
        fields.append(header & (1 << width) - 1)
        header >>= width
    if header:
        raise ValueError("a header has more bits than its fields")
    return fields


def bits_for(values):
    """Bits of a number below `values`."""
    return (values - 1).bit_length()


def listed_ports(header, ports):
    """A header that lists ports, the next one in the low bits, and a 1 above the last."""
    bits, listed = max(1, bits_for(ports)), []
    while header > 1:
        listed.append(header & (1 << bits) - 1)
        header >>= bits
    return listed


class Rule:
    """A routing on a network, with options such as {"b": "5"}."""
    ordered = False             # queues by priority
    first = "turns"             # who has a link: ARBITER
    sends = 0
    words = None                # "own" or "shared" random words
    kind = packets.PathPacket
    per_switch = 1              # terminals
    failed = frozenset()        # switches

    def __init__(self, network, options):
        self.network, self.options = network, options

    def terminals(self):
        """The numbers of those that send."""
        return [number for number in range(len(self.network.sources) * self.per_switch)
                if self.network.sources[number // self.per_switch] not in self.failed]

    def phases(self):
        return None

    def random_words(self, seed):
        return RandomWords(seed, self.words == "shared") if self.words else None

    def is_ordered(self, _vcs):
        return self.ordered

    def packet(self, source, sink, header, arguments):
        """A packet between two switches; raises ValueError where its header is not right."""
        return self.kind(*arguments).follow(self.hops(source, sink, header))

    def ends(self, source, sink, header):
        """Raises ValueError where the header is not right for these two terminals."""

    def hops(self, source, sink, header):
        raise NotImplementedError


def require(good, text):
    if not good:
        raise ValueError(text)


class DefaultPath(Rule):
    """The one path of the definition of the network; the header is the destination's number."""

    def hops(self, source, sink, header):
        require(header == sink, f"header {header:#x} is not of destination {sink}")
        return [Hop(port) for port in self.network.path(source, sink)]


class Digits(Rule):
    """The one path of the network; the header is the destination's address."""

    def hops(self, source, sink, header):
        require(header == address(self.network, sink), f"header {header:#x} is not of {sink}")
        return [Hop(port) for port in self.network.path(source, sink)]


class UpDown(Rule):
    """A k-ary n-tree: up by the ways of the header, then down by the digits of the leaf."""

    def fields(self, header):
        """(digits of the leaf, ways up), the lowest first."""
        count = self.network.levels - 1
        fields = fields_of(header, [bits_for(self.network.k)] * 2 * count)
        return fields[:count], fields[count:]

    def digits(self, number):
        return digits_of(number, self.network.radices)[::-1]

    def hops(self, source, sink, header):
        to, ways = self.fields(header)
        require(to == self.digits(sink), f"header {header:#x} is not of leaf {sink}")
        require(max(ways) < self.network.k, f"header {header:#x} has a way that is none")
        differ = [here != there for here, there in zip(self.digits(source), to)]
        turn = max((level + 1 for level, other in enumerate(differ) if other), default=0)
        return [Hop(self.network.k + way) for way in ways[:turn]] + \
            [Hop(digit) for digit in reversed(to[:turn])]


class ByDestination(UpDown):
    """The ways are digits of the number of the destination terminal."""

    def ends(self, source, sink, header):
        require(self.fields(header)[1] == self.digits(self.named(source, sink) %
                                                      self.network.row),
                f"header {header:#x} has other ways than terminals {source} and {sink}")

    def named(self, _source, sink):
        return sink


class BySource(ByDestination):
    def named(self, source, _sink):
        return source


class Row(Rule):
    """Of the butterfly: the header is the row of the destination."""

    def hops(self, source, sink, header):
        require(header == sink % self.network.rows, f"header {header:#x} is not of {sink}")
        return [Hop(port) for port in self.network.path(source, sink)]


class ListedPorts(Rule):
    """The header lists the ports; `check` says what is right of them."""

    def hops(self, source, sink, header):
        ports = listed_ports(header, self.network.ports)
        require(self.network.walk(source, ports)[-1] == sink, f"ports {ports} do not arrive")
        self.check(source, sink, ports)
        return [Hop(port) for port in ports]

    def check(self, source, sink, ports):
        require(ports == self.network.path(source, sink), f"ports {ports} are not of its path")


class Shortest(ListedPorts):
    """One of the shortest paths, round the switches that have failed."""

    def __init__(self, network, options):
        super().__init__(network, options)
        self.found = {}

    def check(self, source, sink, ports):
        if source not in self.found:
            self.found[source] = self.search(source)
        walk = self.network.walk(source, ports)
        require(not self.failed.intersection(walk), f"ports {ports} cross a failed switch")
        require(len(ports) == self.found[source][sink],
                f"ports {ports} are not a shortest path")

    def search(self, source):
        found, queue = {source: 0}, collections.deque([source])
        while queue:
            switch = queue.popleft()
            for port in range(self.network.ports):
                far = self.network.link(switch, port)
                if far and far[0] not in found and far[0] not in self.failed:
                    found[far[0]] = found[switch] + 1
                    queue.append(far[0])
        return found


class Offline(ListedPorts):
    """Any path of the permutation network: the last ports are digits of the destination."""

    def check(self, source, sink, ports):
        require(len(ports) == self.network.levels - 1, f"{len(ports)} ports are not the levels")


# -- hypercube ------------------------------------------------------------------------------------

class TwoPhase(Rule):
    """To a random switch first, then to the destination."""

    def hops(self, source, sink, header):
        immediate, final = fields_of(header, [self.network.ports] * 2)
        require(final == sink, f"header {header:#x} is not for {sink}")
        there = [Hop(port, *self.levels(immediate == final))
                 for port in self.network.path(source, immediate)]
        second = [Hop(port, *self.levels(True), self.second_phase())
                  for port in self.network.path(immediate, final)]
        self.halfway = len(there)
        return there + second

    def levels(self, second):
        """(VC, priority)."""
        return int(second), int(not second)

    def second_phase(self):
        return None


class OutOfOrder(TwoPhase):
    first = "lowest"

    def is_ordered(self, vcs):
        return vcs == 1


class Synchronous(TwoPhase):
    def levels(self, second):
        return 0, 0

    def second_phase(self):
        return 1

    def phases(self):
        tree = self.options.get("barrier") == "tree"
        return Barrier(1, 2 * self.network.ports + 3 if tree else 0)

    def packet(self, source, sink, header, arguments):
        packet = super().packet(source, sink, header, arguments)
        packet.ends = (self.halfway,)
        if self.halfway < len(packet.hops):
            packet.hops[self.halfway] = packet.hops[self.halfway]._replace(stored=True)
        return packet


class Drawing(Rule):
    """The switches on the way draw the intermediate destination."""
    first, kind = "lowest", packets.Drawn

    def __init__(self, network, options):
        super().__init__(network, options)
        self.words = options.get("random", "own")

    def is_ordered(self, vcs):
        return vcs == 1

    def packet(self, source, sink, header, arguments):
        destination, mask = fields_of(header, [self.network.ports] * 2)
        require(destination == sink and mask == (1 << self.network.ports) - 1,
                f"header {header:#x} is not for {sink} and all dimensions")
        return self.kind(*arguments).begin(sink, self.network.ports,
                                           self.options.get("forced", "1") == "1",
                                           self.words == "shared")


class DrawingSteps(Drawing):
    kind = packets.Stepwise


# -- grids ----------------------------------------------------------------------------------------

def address(network, switch):
    """The digits of a switch in fields of bits, those of the last dimension lowest."""
    word = shift = 0
    for digit, size in zip(digits_of(switch, network.sizes)[::-1], network.sizes[::-1]):
        word |= digit << shift
        shift += bits_for(size)
    return word


class Ring(Rule):
    """The torus, with the VCs of a dateline."""

    def hops(self, source, sink, header):
        require(header == address(self.network, sink), f"header {header:#x} is not of {sink}")
        hops, here = [], source
        for port in self.network.path(source, sink):
            place, step = self.network.moves[port]
            at, to = (digits_of(switch, self.network.sizes)[place] for switch in (here, sink))
            hops.append(Hop(port, int(to > at if step > 0 else to < at)))
            here = self.network.link(here, port)[0]
        return hops


class ByWay(Rule):
    """By way of an intermediate switch, in dimension order; each phase has `own` VCs.  The header
    has the address of that switch, and above it that of the destination."""
    own = 1

    def address(self, switch):
        return address(self.network, switch)

    def bits(self):
        return sum(map(bits_for, self.network.sizes))

    def leg(self, source, sink):
        return [Hop(port) for port in self.network.path(source, sink)]

    def hops(self, source, sink, header):
        to, final = fields_of(header, (self.bits(), self.bits()))
        require(final == self.address(sink), f"header {header:#x} is not for {sink}")
        middles = [s for s in range(self.network.switches) if self.address(s) == to]
        require(middles, f"header {header:#x} goes by way of no switch")
        second = self.leg(middles[0], sink)
        if middles[0] == sink:                   # from the start it goes to the destination
            first, second = [], self.leg(source, sink)
        else:
            first = self.leg(source, middles[0])
        return first + [hop._replace(vc=hop.vc + self.own) for hop in second]


class ByWayOnRings(ByWay):
    own = 2

    def leg(self, source, sink):
        return Ring(self.network, {}).hops(source, sink, self.address(sink))


class ByWayOnCube(ByWay):
    def address(self, switch):
        return switch

    def bits(self):
        return self.network.ports


class Between:
    """The intermediate switch is in the minimal quadrant: the ports are those of one leg."""

    def hops(self, source, sink, header):
        hops, straight = super().hops(source, sink, header), self.leg(source, sink)
        require(sorted(hop.port for hop in hops) == sorted(hop.port for hop in straight),
                f"header {header:#x} leads out of the way from {source} to {sink}")
        return hops


class Romm(Between, ByWay):
    pass


class RommOnRings(Between, ByWayOnRings):
    pass


class RommOnCube(Between, ByWayOnCube):
    pass


class Grid(Rule):
    """A mesh, dimension by dimension, with phases and priorities or without."""
    phased, farthest = None, 0

    def is_ordered(self, _vcs):
        return self.farthest > 0

    def hops(self, source, sink, header):
        require(header == address(self.network, sink), f"header {header:#x} is not of {sink}")
        hops, here = [], source
        for port in self.network.path(source, sink):
            phase = {"port": port, "dimension": port // 2}.get(self.phased)
            hops.append(Hop(port, 0, self.distance(here, sink, port), phase))
            here = self.network.link(here, port)[0]
        return hops

    def distance(self, here, sink, port):
        if not self.farthest:
            return 0
        place = len(self.network.sizes) - 1 - port // 2
        if self.farthest == 2 and port % 2 == 0:
            return (1 << bits_for(self.network.sizes[place])) - 1
        at, to = (digits_of(switch, self.network.sizes)[place] for switch in (here, sink))
        return abs(to - at)


class OnePort(Grid):
    sends, first, farthest = 1, "lowest", 1


class Phases(OnePort):
    phased, farthest = "port", 0

    def phases(self):
        return Lengths([size - 1 for size in self.network.sizes[::-1] for _ in "-+"])


class FourPhase(Phases):
    farthest = 1


class Local(OnePort):
    farthest = 2


class FarthestBarrier(OnePort):
    phased = "dimension"

    def phases(self):
        return Barrier(len(self.network.sizes) - 1)

    def packet(self, source, sink, header, arguments):
        packet = super().packet(source, sink, header, arguments)
        packet.ends = [sum(hop.phase <= phase for hop in packet.hops)
                       for phase in range(len(self.network.sizes))]
        return packet


class DuplexBarrier(FarthestBarrier):
    sends = 0


class Duplex(OnePort):
    sends = 0

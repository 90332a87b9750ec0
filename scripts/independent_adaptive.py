# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_adaptive -- routings whose switches choose a port by their queues.

For scripts/check_routings.py: written from docs/switches/adaptive.md alone, and shares nothing
with the C.  Productive ports come from a search in the links.
"""

import collections

from independent_networks import digits_of
from independent_packets import Packet
from independent_routings import ByDestination, Ring, Rule, address, bits_for, require
from independent_switch import EJECT, Want


class ByQueues(Packet):
    """Of the ways of its rule, the packet takes that of the emptiest queue, the first of equals."""

    def begin(self, rule, source, sink):
        self.rule, self.source, self.sink = rule, source, sink
        return self

    def want(self, place):
        ways = self.rule.ways(place.here, self.source, self.sink)
        if not ways:
            return EJECT
        port, vc = min(ways, key=lambda way: place.queued(*way))
        return Want((port,), vc)


class Adaptive(Rule):
    """Any productive port; ways are (port, VC), in the order in which equals are taken."""
    kind = ByQueues

    def __init__(self, network, options):
        super().__init__(network, options)
        self.found = {}

    def productive(self, here, sink):
        """Ports that lead nearer to the sink: by a search from it, as links go both ways."""
        if sink not in self.found:
            distance, queue = {sink: 0}, collections.deque([sink])
            while queue:
                at = queue.popleft()
                for port in range(self.network.ports):
                    near = self.network.link(at, port)[0]
                    if near not in distance:
                        distance[near] = distance[at] + 1
                        queue.append(near)
            self.found[sink] = distance
        distance = self.found[sink]
        return [port for port in range(self.network.ports)
                if distance[self.network.link(here, port)[0]] < distance[here]]

    def ways(self, here, _source, sink):
        return [(port, 0) for port in reversed(sorted(self.permitted(here, _source, sink)))]

    def permitted(self, here, _source, sink):
        return self.productive(here, sink)

    def packet(self, source, sink, header, arguments):
        self.check(source, sink, header)
        return self.kind(*arguments).begin(self, source, sink)

    def check(self, source, sink, header):
        require(header == address(self.network, sink), f"header {header:#x} is not of {sink}")


class WestFirst(Adaptive):
    def permitted(self, here, _source, sink):
        ports = self.productive(here, sink)
        return [0] if 0 in ports else ports


class OddEven(Adaptive):
    """The columns are the last digits."""

    def permitted(self, here, source, sink):
        ports = self.productive(here, sink)
        row, turn = [p for p in ports if p < 2], [p for p in ports if p >= 2]
        if not row or not turn:
            return ports
        column, start, end = (digits_of(s, self.network.sizes)[-1] for s in (here, source, sink))
        if row == [0]:
            return ports if column % 2 == 0 else row
        may_turn = column % 2 == 1 or column == start
        may_go_on = end % 2 == 1 or end != column + 1
        return (row if may_go_on else []) + (turn if may_turn else [])

    def check(self, source, sink, header):
        sizes = self.network.sizes
        shift = sum(map(bits_for, sizes))
        must = address(self.network, sink) | digits_of(source, sizes)[-1] << shift
        require(header == must, f"header {header:#x} is not {must:#x}")


class UpByQueues(Adaptive, ByDestination):
    """Up by any way, that of the header first, then those below it, round; or down."""

    def packet(self, source, sink, header, arguments):
        to, ways = self.fields(header)
        require(to == self.digits(sink), f"header {header:#x} is not of leaf {sink}")
        return self.kind(*arguments).begin(self, source, (sink, ways))

    def ways(self, here, _source, goal):
        (sink, up), k = goal, self.network.k
        ports = self.productive(here, sink)
        if ports and max(ports) >= k:
            require(ports == list(range(k, 2 * k)), f"switch {here} has other ways than up")
            first = up[here // self.network.row]
            ports = [k + (first - place) % k for place in range(k)]
        return [(port, 0) for port in ports]


class EscapingOnRings(Adaptive):
    """The port of dimension order in the VC of its ring, plus one; a ring of 2 has one."""

    def ways(self, here, source, sink):
        ways = super().ways(here, source, sink)
        if ways:
            hop = Ring(self.network, {}).hops(here, sink, address(self.network, sink))[0]
            place = self.network.moves[hop.port][0]
            ways.append((hop.port, 1 if self.network.sizes[place] == 2 else hop.vc + 1))
        return ways


class EscapingOnCube(Adaptive):
    def ways(self, here, source, sink):
        ways = super().ways(here, source, sink)
        return ways + [(self.network.path(here, sink)[0], 1)] if ways else ways

    def check(self, source, sink, header):
        require(header == sink, f"header {header:#x} is not of {sink}")


class Escaping(Adaptive):
    """And the port of dimension order in another VC, after the others."""

    def ways(self, here, source, sink):
        ways = super().ways(here, source, sink)
        return ways + [self.escape(here, sink)] if ways else ways

    def escape(self, here, sink):
        return self.network.path(here, sink)[0], 1

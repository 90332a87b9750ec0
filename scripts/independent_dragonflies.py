# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_dragonflies -- the routings of d3 and mdf, by definition.

For scripts/check_routings.py: written from docs/topologies/ and docs/switches/sync.md alone, and
shares nothing with the C.  A path is legs (hops left, port number): local where the count is odd,
global where it is even.
"""

import functools

import independent_packets as packets
from independent_networks import MaximalDragonfly, digits_of, number_of
from independent_packets import Hop
from independent_routings import Rule, bits_for, fields_of, require


def from_on(first, count):
    """All numbers below count, from the first one on."""
    return [(first + i) % count for i in range(count)]


def legs_of_d3(network, source, sink, count, via_router, via_cabinet):
    """(hops left, port number) of a path; with 4 or 5 by a cabinet, with 5 by a router first.
    A global hop swaps drawer and router."""
    cabinet, drawer, router = digits_of(source, network.radices)
    to, legs = digits_of(sink, network.radices), []
    if count == 5:
        legs.append((5, via_router - router))
        router = via_router
    if count >= 4:
        legs.append((4, (via_cabinet - cabinet) % network.cabinets))
        cabinet, drawer, router = via_cabinet, router, drawer
    return legs + [(3, to[1] - router), (2, (to[0] - cabinet) % network.cabinets),
                   (1, to[2] - drawer)]


def header_of_d3(network, header, local, through):
    """(destination, place, D, C, count) of a header with a destination."""
    p, d, c, at_p, at_d, at_c, via_p, via_c, count = fields_of(
        header, [local, local, through] * 2 + [local, through, 3])
    return (number_of([c, d, p], network.radices), number_of([at_c, at_d, at_p], network.radices),
            via_p, via_c, count)


def legs_of_mdf(network, source, sink, count, via_router, via_port):
    """As of d3; C is a global port, and in the group of the destination one local hop is left."""
    group, router = divmod(source, network.routers)
    to, to_router = divmod(sink, network.routers)
    legs = []
    if count == 5:
        legs.append((5, via_router - router))
        router = via_router
    if count >= 4:
        legs.append((4, via_port))
        group, router = divmod(network.far(group * network.routers + router,
                                        network.routers + via_port)[0], network.routers)
    if group == to:
        return legs + [(1, to_router - router)]
    leaves, port = network.column(group, to)
    arrives, _ = network.column(to, group)
    return legs + [(3, leaves - router), (2, port - network.routers), (1, to_router - arrives)]


def header_of_mdf(network, header, local, through):
    p, group, via_p, via_c, count = fields_of(
        header, [local, (network.groups - 1).bit_length(), local, through, 3])
    return group * network.routers + p, None, via_p, via_c, count


class Drawers(Rule):
    """Legs (count, number): a local hop where the count is odd, a global one where it is even."""

    def __init__(self, network, options):
        super().__init__(network, options)
        self.holds = options.get("holds", "1") == "1"
        self.locals = max(1, bits_for(network.routers))
        self.globals = max(1, bits_for(network.last - network.routers))

    def follow(self, legs):
        hops = []
        for count, number in legs:
            if count % 2 == 0:
                port = self.network.routers + number
            elif number % self.network.routers:
                port = number % self.network.routers
            elif self.holds:
                port = self.network.last if count == 1 else 0
            else:
                continue
            hops.append(Hop(port, count >> 1, int(count >= 3)))
        return hops

    def hops(self, source, sink, header):
        return self.follow(self.legs(source, sink, *self.choice(source, sink, header)))

    def legs(self, source, sink, count, router, through):
        of_kind = legs_of_mdf if isinstance(self.network, MaximalDragonfly) else legs_of_d3
        return of_kind(self.network, source, sink, count, router, through)


class SourceVector(Drawers):
    """The header has the ports."""
    levels = False

    def is_ordered(self, vcs):
        return self.options.get("queue") == "lifo" and vcs < 3

    @property
    def first(self):
        if self.levels:
            return "lowest"
        return "highest" if self.options.get("queue") == "lifo" else "turns"

    def packet(self, source, sink, header, arguments):
        widths = [self.locals, self.locals, self.globals, 3, 1, 1] + [1] * self.levels
        fields = fields_of(header, widths)
        if sink is not None and self.holds:
            self.confirm(source, sink, fields)
        if not self.holds:
            return super().packet(source, sink, header, arguments)
        packet = packets.Vector(*arguments)
        packet.privileged = self.levels and bool(fields[6])
        level = (lambda vc: 0 if packet.privileged else vc + 1) if self.levels else None
        return packet.begin(self.network, fields, level)

    def hops(self, source, sink, header):
        fields = fields_of(header, [self.locals, self.locals, self.globals, 3, 1, 1])
        return self.follow(self.confirm(source, sink, fields))

    def confirm(self, source, sink, fields):
        """Are the ports those of the path of the definition?"""
        pi, delta, gamma, count = fields[:4]
        numbers = {1: pi, 2: gamma, 3: delta}
        if count < 3:                            # of a collective: the delivery tells
            return [(hop, numbers[hop]) for hop in range(count, 0, -1)]
        legs = self.expected(source, sink, count)
        if count == 4:
            numbers = {4: gamma, 3: delta, 2: 0, 1: pi}
        for hop, number in legs:
            limit = self.network.routers if hop % 2 else self.network.last - self.network.routers
            require(number % limit == numbers[hop], f"hop {hop} is {numbers[hop]}, not {number}")
        require(count == legs[0][0], f"{count} hops, not {legs[0][0]}")
        return legs

    def expected(self, source, sink, count):
        if count == 4:                           # to the destination's cabinet first
            return self.legs(source, sink, 4, 0, digits_of(sink, self.network.radices)[0])
        return self.legs(source, sink, 3, 0, 0)


class FourHops(SourceVector):
    def expected(self, source, sink, count):
        require(count == 4, f"{count} hops, not 4")
        return super().expected(source, sink, count)


class TwoLevels(SourceVector):
    levels = True


class Destination(Drawers):
    """The header has the destination, and what the terminal has drawn."""
    counts = (3,)

    def choice(self, source, sink, header):
        network = self.network
        read = header_of_mdf if isinstance(network, MaximalDragonfly) else header_of_d3
        to, at, router, through, count = read(network, header, self.locals, self.globals)
        require(to == sink and at in (source, None), f"header {header:#x} is not for {sink}")
        require(count in self.counts, f"{count} hops, not {self.counts}")
        return count, router, through


class Valiant(Destination):
    def __init__(self, network, options):
        super().__init__(network, options)
        self.counts = (int(options.get("b", "4")),)


class RoundFailed(Destination):
    """The first path that no failed router is on: minimal, by a global port of the source's router
    first, or by another router of its drawer or group and a global port of that."""
    counts = (1, 3, 4, 5)

    def choice(self, source, sink, header):
        count, router, through = super().choice(source, sink, header)
        for way in self.ways(source, sink):
            ports = [hop.port for hop in self.follow(self.legs(source, sink, *way))]
            if not self.failed.intersection(self.network.walk(source, ports)):
                require((count, router, through) == way,
                        f"header {header:#x} has {count}, {router}, {through}, not {way}")
                return way
        raise ValueError(f"there is no path from {source} to {sink}")

    def ways(self, source, sink):
        routers, own = self.network.routers, source % self.network.routers
        ports = self.network.last - routers
        near = source // routers == sink // routers and \
            not isinstance(self.network, MaximalDragonfly)
        yield 1 if near else 3, 0, 0
        for count, found in ((4, [0]), (5, from_on(own + 1, routers)[:-1])):
            for router in found:
                for through in from_on(source + sink, ports):
                    yield count, router, through

    def legs(self, source, sink, count, router, through):
        if count == 1:
            return [(1, sink - source)]
        return super().legs(source, sink, count, router, through)


class Adaptive(Destination):
    """UGAL: minimal, or by D and C."""
    counts, kind = (3, 5), packets.AtLaunch

    def packet(self, source, sink, header, arguments):
        hops, router, through = self.choice(source, sink, header)
        short, long = (self.legs(source, sink, count, router, through)
                       for count in (3, 5))
        # Within a group of mdf there is no global link before the packet.
        inside = len(short) == 1 and self.kind is packets.AtLaunch
        require(hops == (3 if inside else 5), f"header {header:#x} has {hops} hops")
        if inside:
            return packets.PathPacket(*arguments).follow(self.follow(short))
        if self.options.get("via") == "least":
            pick = functools.partial(self.least, source, sink, router, through)
            return packets.LeastAtLaunch(*arguments).choose_by(pick, self.follow(long))
        packet = self.kind(*arguments)
        if self.kind is packets.Chooser:
            if len(short) == 1:                  # within a group of mdf: there is one way only
                long = short
            return packet.choose(self.follow(short), self.follow(long))
        links = [self.first_global(source, legs) for legs in (short, long)]
        return packet.choose(self.follow(short), self.follow(long), links)

    def least(self, source, sink, router, cabinet, filled):
        """The path; `filled` says what waits.  Of equal queues the first from the drawn one on."""
        own = source % self.network.routers
        drawer = source - own
        own_cabinet = 0                          # of mdf C is a port
        if not isinstance(self.network, MaximalDragonfly):
            own_cabinet = digits_of(source, self.network.radices)[0]
        router = min(from_on(router, self.network.routers),
                     key=lambda d: filled(source, (d - own) % self.network.routers))
        count = self.network.last - self.network.routers
        cabinet = min(from_on(cabinet, count), key=lambda c: filled(
            drawer + router, self.network.routers + (c - own_cabinet) % count))
        short, long = (self.legs(source, sink, hops, router, cabinet) for hops in (3, 5))
        busy = [filled(*self.first_global(source, legs)) for legs in (short, long)]
        return self.follow(long if 5 * busy[1] < 3 * busy[0] else short)

    def first_global(self, source, legs):
        here = source
        for count, number in legs:
            if count % 2 == 0:
                return here, self.network.routers + number
            if number % self.network.routers:
                here = self.network.local(here, number % self.network.routers)[0]
        return here, None


class LocalAdaptive(Adaptive):
    kind = packets.Chooser

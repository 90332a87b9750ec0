# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_packets -- what packets want at a switch: the packets of independent_switch.py.

For scripts/check_routings.py: written from docs/switches/ alone, and shares nothing with the C.
Most know their path when they start; those whose switches draw or choose do not.
"""

import collections
import copy

from independent_switch import EJECT, STAY, WAIT, Want

# A hop of a path; with a phase it is made in that phase alone.  stored: as of a Want.
Hop = collections.namedtuple("Hop", "port vc priority phase stored",
                             defaults=(0, 0, None, False))


class Packet:
    """Line `number` of a schedule."""
    privileged = False

    def __init__(self, number, terminal, start, answers, lanes):
        self.number, self.terminal, self.start = number, terminal, start
        self.answers, self.lanes = answers, lanes
        self.offered = self.launched = None
        self.waited = self.crossed = 0

    def launch(self, machine, _here):
        self.launched = machine.cycle

    def past(self, _phase):
        return True

    def go(self, want):
        self.state = want.after
        return [self]


class PathPacket(Packet):
    """Goes by a list of hops; a phase is over for it when it has crossed so many."""

    def follow(self, hops, ends=()):
        self.hops, self.ends, self.state = hops, ends, 0
        return self

    def past(self, phase):
        return self.launched is not None and self.crossed >= self.ends[phase]

    def want(self, place):
        if self.state == len(self.hops):
            return EJECT
        hop = self.hops[self.state]
        if hop.phase is not None and hop.phase != place.phase:
            return WAIT
        return Want((hop.port,), hop.vc, hop.priority, stored=hop.stored, after=self.state + 1)


class Drawn(Packet):
    """drand-trans-ooo: the state is the mask of the dimensions that are not decided yet."""

    def begin(self, sink, dimensions, forced, shared):
        self.sink, self.dimensions = sink, dimensions
        self.forced, self.shared = forced, shared
        self.state = (1 << dimensions) - 1
        return self

    def want(self, place):
        wanted = self.state & place.word
        if wanted:
            return self.chosen((wanted & -wanted).bit_length() - 1)
        if self.state and self.forced:
            return Want((self.alternate(place.word),), 1, 0, after=0)
        return self.second(place.here, 2 if self.forced else 1)

    def chosen(self, dimension):
        left = self.state >> dimension + 1 << dimension + 1
        return Want((dimension,), 0, int(left > 0), after=left)

    def second(self, here, vc):
        differ = here ^ self.sink
        if not differ:
            return EJECT
        return Want(((differ & -differ).bit_length() - 1,), vc, 0, after=0)

    def alternate(self, word):
        if self.shared:
            return (word & (1 << self.dimensions) - 1) % self.dimensions
        return (word >> 20) * self.dimensions >> 12


class Stepwise(Drawn):
    """drand-steps: one dimension more is considered in every cycle."""

    def want(self, place):
        open_ones = [i for i in range(self.dimensions) if self.state >> i & 1]
        considered = open_ones[:place.age + 1]
        for dimension in considered:
            if place.word >> dimension & 1:
                return self.chosen(dimension)
        if len(open_ones) > place.age:
            return STAY
        return self.second(place.here, 1)


class Chooser(PathPacket):
    """UGAL-L: of two paths the router of the source takes one; the state is a path and a place."""

    def choose(self, short, long):
        self.short, self.long = short, long
        return self.follow(None)

    def want(self, place):
        if self.hops is not None:
            return super().want(place)
        short, long = self.short, self.long
        busy = [place.waiting(hops[0].port) if hops else 0 for hops in (short, long)]
        hops = long if 5 * busy[1] < 3 * busy[0] else short
        if not hops:
            return EJECT
        return Want((hops[0].port,), hops[0].vc, hops[0].priority, after=(hops, 1))

    def go(self, want):
        if isinstance(want.after, tuple):
            self.hops, self.state = want.after
        else:
            self.state = want.after
        return [self]


class AtLaunch(PathPacket):
    """UGAL-G: of two paths the terminal takes one, by the queues of the drawer's global links."""

    def choose(self, short, long, links):
        self.short, self.long, self.links = short, long, links
        return self.follow(None)

    def launch(self, machine, here):
        super().launch(machine, here)
        busy = [machine.filled(machine.pushed, switch, port) if port is not None else 0
                for switch, port in self.links]
        self.hops = self.long if 5 * busy[1] < 3 * busy[0] else self.short


class LeastAtLaunch(AtLaunch):
    """The same, but D and C are chosen by queues, too: `pick` has the rule."""

    def choose_by(self, pick, long):
        self.pick, self.long = pick, long
        return self.follow(None)

    def launch(self, machine, here):
        PathPacket.launch(self, machine, here)
        self.hops = self.pick(lambda switch, port: machine.filled(machine.pushed, switch, port))


class Vector(Packet):
    """A source vector, perhaps to all local or all global ports: (b, gamma, pi, delta)."""

    def begin(self, network, fields, level_vc=None):
        self.network = network
        self.pi, self.delta, self.gamma, self.state, self.all, self.skip = fields[:6]
        self.level_vc = level_vc
        return self

    def want(self, place):
        hop = self.state
        if hop == 0:
            return EJECT
        network, here = self.network, place.here
        router = here % network.routers
        own = here // network.routers % network.routers == router   # global port 0 leads back
        if hop % 2:
            number = self.delta if hop == 3 else self.pi
            hold = network.last if hop == 1 else 0
            ports = (*range(1, network.routers), hold) if self.all else (number or hold,)
            copied = False
        else:
            first, count = network.routers, network.last - network.routers
            ports = range(first, first + count) if self.all else (first + self.gamma,)
            if self.all and self.skip and own:
                ports = ports[1:]
            copied = bool(self.all and self.skip and hop == 2)
        vc = hop >> 1 if self.level_vc is None else self.level_vc(hop >> 1)
        return Want(tuple(sorted(ports)), vc, int(hop >= 3), copied, after=hop - 1)

    def go(self, want):
        if self.state == 4:
            self.gamma = 0
        self.state = want.after
        return [self] + [copy.copy(self) for _ in want.ports[1:]]

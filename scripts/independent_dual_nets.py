# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_dual_nets -- the two routings of dual-nets that are no search, by definition.

For scripts/check_routings.py: written from docs/switches/dual_net.md alone, and shares nothing with
the C.  A switch of a network of level i is a list of digits: class, cluster, then those of the
level below; level 0 is the base.
"""

from independent_networks import digits_of, number_of, petersen_path
from independent_packets import Hop
from independent_routings import ListedPorts, Rule, bits_for, require


def super_node(network, level, digits):
    """The number of the super-node, of a cluster's digits; and the places that name it."""
    behind = len(digits) - len(network.base.sizes)
    named = {behind + place for place in network.places[level - 1]}
    others = [place for place in range(len(digits)) if place not in named]
    radices = [network.radices[level - 1][place] for place in others]
    return number_of([digits[place] for place in others], radices), others, radices


def base_hop(network, here, to):
    """(port, behind) of the lowest dimension whose digits differ; None in `to` is any digit."""
    sizes = network.base.sizes
    for place in reversed(range(len(sizes))):
        if to[place] is None or to[place] == here[place]:
            continue
        if network.base.kinds[place] == "petersen":
            path = petersen_path(here[place], to[place])
            return network.base.moves.index((place, path[0])), int(len(path) == 1)
        ahead = (to[place] - here[place]) % sizes[place]
        if network.base.kinds[place] == "complete":
            return network.base.moves.index((place, ahead)), 0
        step = 1 if 2 * ahead <= sizes[place] else -1
        behind = to[place] > here[place] if step > 0 else to[place] < here[place]
        return network.base.moves.index((place, step)), int(behind and sizes[place] > 3)
    return None


class Memoryless(Rule):
    """Hop by hop: rule W of docs/switches/dual_net.md, with its VCs."""

    def hops(self, source, sink, header):
        network, level = self.network, len(self.network.places)
        require(header == self.word(sink), f"header {header:#x} is not of {sink}")
        to = digits_of(sink, network.radices[level])
        self.datelines = any(size > 3 and kind != "complete" for size, kind
                             in zip(network.base.sizes, network.base.kinds))
        hops, here = [], source
        while here != sink:
            port, vc = self.next(level, digits_of(here, network.radices[level]), to, 0)
            hops.append(Hop(port, vc))
            here = network.link(here, port)[0]
        return hops

    def word(self, switch):
        """The header: a field of bits for every digit."""
        word = shift = 0
        for digit, size, _ in self.fields(len(self.network.places),
                                          digits_of(switch, self.network.radices[-1])):
            word |= digit << shift
            shift += bits_for(size)
        return word

    def fields(self, level, digits):
        """(digit, size, place in the base or None), the lowest first: the base digits, and for each
        level the cluster, by the fields of the super-node of its number, and the class."""
        if level == 0:
            sizes = self.network.base.sizes
            return list(zip(digits, sizes, range(len(sizes))))[::-1]
        kind, cluster, *below = digits
        _, others, radices = super_node(self.network, level, below)
        named = dict(zip(others, digits_of(cluster, radices)))
        like = [named.get(place, 0) for place in range(len(below))]
        counted = [(digit, size, None) for digit, size, place in self.fields(level - 1, like)
                   if place not in self.network.places[level - 1]]
        return self.fields(level - 1, below) + counted + [(kind, 2, None)]

    def next(self, level, here, to, inside):
        """(port, VC); `inside` has a bit for every level above whose cluster is that of `to`."""
        network = self.network
        if level == 0:
            found = base_hop(network, here, to)
            if found is None:
                return None
            port, behind = found
            return port, 2 * inside + behind if self.datelines else inside
        cross = network.base.ports + level - 1
        bit = 1 << level - 1
        if here[:2] == to[:2]:
            return self.next(level - 1, here[2:], to[2:], inside | bit)
        if here[0] == to[0]:
            return cross, inside >> level - 1
        _, others, radices = super_node(network, level, here[2:])
        named = dict(zip(others, digits_of(to[1], radices)))
        target = [named.get(place) for place in range(len(here) - 2)]
        approach = self.next(level - 1, here[2:], target, inside)
        return approach or (cross, (inside | bit) >> level - 1)


class Algorithm1(ListedPorts):
    """The box of the hierarchical dual-net's Algorithm 1."""

    def check(self, source, sink, ports):
        network, level = self.network, len(self.network.places)
        ends = [digits_of(switch, network.radices[level]) for switch in (source, sink)]
        way = [number_of(digits, network.radices[level]) for digits in self.way(level, *ends)]
        require(network.walk(source, ports) == way, f"ports {ports} do not lead by {way}")

    def way(self, level, source, sink):
        """All switches of the path, by their digits."""
        if level == 0:
            return self.base_way(source, sink)
        if source[:2] == sink[:2]:
            return [source[:2] + inner for inner in self.way(level - 1, source[2:], sink[2:])]
        if source[0] == sink[0]:
            return [source] + self.way(level, self.cross(level, source), sink)
        leaves = source[:2] + self.moved(level, source[2:], sink[1])
        enters = self.cross(level, leaves)
        turns = enters[:2] + self.moved(level, sink[2:], self.number(level, enters[2:]))
        first = [source[:2] + d for d in self.way(level - 1, source[2:], leaves[2:])]
        across = [enters[:2] + d for d in self.way(level - 1, enters[2:], turns[2:])]
        back = [sink[:2] + d for d in self.way(level - 1, sink[2:], turns[2:])]
        return first + across + back[::-1][1:]

    def number(self, level, digits):
        return super_node(self.network, level, digits)[0]

    def moved(self, level, digits, number):
        """The switch of the same place in super-node `number`."""
        _, others, radices = super_node(self.network, level, digits)
        moved = list(digits)
        for place, digit in zip(others, digits_of(number, radices)):
            moved[place] = digit
        return moved

    def cross(self, level, digits):
        kind, cluster, *inner = digits
        return [1 - kind, self.number(level, inner)] + self.moved(level, inner, cluster)

    def base_way(self, source, sink):
        way, here = [source], list(source)
        while here != sink:
            port, _ = base_hop(self.network, here, sink)
            inner = self.network.base.link(number_of(here, self.network.base.sizes), port)[0]
            here = digits_of(inner, self.network.base.sizes)
            way.append(here)
        return way

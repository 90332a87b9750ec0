# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""independent_files -- networks in files and their routings, by docs/topologies/file.md alone.

For scripts/check_routings.py; shares nothing with the C.  Every path and virtual channel is found
again, the dependencies of channels searched from the start for each path.
"""

import collections
import functools
import json

import independent_routings as rules
from independent_networks import KINDS, Network
from independent_packets import Hop


def lines_of(text):
    """The words of each line that has any, without comments."""
    words = [line.partition("#")[0].split() for line in text.splitlines()]
    return [line for line in words if line]


def read_json(text):
    """({name: terminals}, links, routes); a link: (from, port, to, port, one way)."""
    said = json.loads(text)
    each = said.get("terminals", 1)
    switches = {sw if isinstance(sw, str) else sw["name"]:
                each if isinstance(sw, str) else sw.get("terminals", each)
                for sw in said["switches"]}
    links = [(*link[:1], None, link[1], None, False) if isinstance(link, list) else
             (link["from"], link.get("from_port"), link["to"], link.get("to_port"),
              link.get("one_way", False)) for link in said["links"]]
    return switches, links, said.get("routes", {})


def read_edges(text):
    links = [(line[0], None, line[-1], None, len(line) == 3) for line in lines_of(text)]
    names = list(dict.fromkeys(name for link in links for name in (link[0], link[2])))
    numbers = [str(number) for number in range(len(names))]
    if sorted(names) == sorted(numbers):
        names = numbers
    return dict.fromkeys(names, 1), links, {}


def read_anynet(text):
    nodes, links, routers = {}, {}, set()
    for line in lines_of(text):
        ends, words = [], iter(line)
        for word in words:
            if not word.isdigit():
                ends.append((word, int(next(words))))
        for kind, number in ends:
            if kind == "router":
                routers.add(number)
        for other in ends[1:]:
            one = ends[0]
            if one[0] == other[0]:
                links[frozenset((one[1], other[1]))] = one[1], other[1]
            else:
                node, router = (one, other) if one[0] == "node" else (other, one)
                nodes[node[1]] = router[1]
    count = collections.Counter(nodes.values())
    switches = {str(router): count[router] for router in sorted(routers)}
    return switches, [(str(a), None, str(b), None, False) for a, b in links.values()], {}


def read(path):
    with open(path, encoding="ascii") as file:
        text = file.read()
    if text.lstrip().startswith("{"):
        return read_json(text)
    first = lines_of(text)[0][0]
    return (read_anynet if first in ("router", "node") else read_edges)(text)


class FileNetwork(Network):
    def __init__(self, path):
        terminals, links, routes = read(path)
        number = {name: place for place, name in enumerate(terminals)}
        self.switches, self.far, self.feeds = len(number), {}, set()
        links = [(number[link[0]], link[1], number[link[2]], *link[3:]) for link in links]
        self.one_way = any(link[4] for link in links)
        said = {"out": set(), "in": set()}
        for start, port, end, end_port, one_way in links:
            for switch, place, sides in ((start, port, ("out",) if one_way else ("out", "in")),
                                         (end, end_port, ("in",) if one_way else ("out", "in"))):
                for side in sides:
                    if place is not None:
                        said[side].add((switch, place))
        for start, port, end, end_port, one_way in links:
            port = self.take(said, start, port, ("out",) if one_way else ("out", "in"))
            end_port = self.take(said, end, end_port, ("in",) if one_way else ("out", "in"))
            self.far[start, port] = end, end_port
            if not one_way:
                self.far[end, end_port] = start, port
        self.ports = 1 + max(port for _, port in said["out"] | said["in"])
        self.sources = self.sinks = [switch for switch, count in enumerate(terminals.values())
                                     if count]
        self.routes = {(number[at], number[to]): (hop, 0) if isinstance(hop, int) else tuple(hop)
                       for at, table in routes.items() for to, hop in table.items()}

    @staticmethod
    def take(said, switch, port, sides):
        """The port of an end of a link: the lowest that is free on its sides."""
        if port is None:
            port = next(place for place in range(64)
                        if not any((switch, place) in said[side] for side in sides))
            for side in sides:
                said[side].add((switch, port))
        return port

    def link(self, switch, port):
        return self.far.get((switch, port))

    @functools.lru_cache(maxsize=None)
    def distance(self, switch, sink):
        found, front, hops = {switch}, {switch}, 0
        while sink not in front:
            front = {self.far[at, port][0] for at in front for port in range(self.ports)
                     if (at, port) in self.far} - found
            found |= front
            hops += 1
        return hops

    def closer(self, here, sink):
        """The ports that lead closer."""
        return [port for port in range(self.ports) if (here, port) in self.far and
                self.distance(self.far[here, port][0], sink) < self.distance(here, sink)]

    def pairs(self):
        return [(source, sink) for source in self.sources for sink in self.sinks]

    def channels(self, source, ports):
        return list(zip(self.walk(source, ports), ports))


KINDS["file"] = functools.lru_cache(maxsize=None)(FileNetwork)


def chosen(network, choose):
    """{pair: ports}, of the ports that lead closer always the chosen one."""
    paths = {}
    for source, sink in network.pairs():
        here, ports = source, []
        while here != sink:
            ports.append(choose(here, network.closer(here, sink)))
            here = network.far[here, ports[-1]][0]
        paths[source, sink] = ports
    return paths


def balanced(network):
    uses = collections.Counter()

    def choose(here, ports):
        port = min(ports, key=lambda port: (uses[here, port], port))
        uses[here, port] += 1
        return port
    return chosen(network, choose)


def lowest(network):
    return chosen(network, lambda _here, ports: ports[0])


def up_down(network):
    """The shortest ways up and then down, of each pair that with the lowest ports."""
    order = [network.sources[0]]
    for at in order:
        for port in range(network.ports):
            far = network.far.get((at, port))
            if far and far[0] not in order:
                order.append(far[0])
    rank = {switch: place for place, switch in enumerate(order)}
    paths = {}
    for source in network.sources:
        ways = {(source, False): []}      # breadth first, the lowest ports first, by what is left
        queue = collections.deque(ways)
        while queue:
            at, down = queue.popleft()
            for port in range(network.ports):
                far = network.far.get((at, port))
                falls = far and rank[far[0]] > rank[at]
                state = far and (far[0], down or falls)
                if far and (falls or not down) and \
                        (state not in ways or (len(ways[state]), ways[state]) >
                         (len(ways[at, down]) + 1, [*ways[at, down], port])):
                    if state not in ways:
                        queue.append(state)
                    ways[state] = [*ways[at, down], port]
        for sink in network.sinks:
            found = [ways[sink, down] for down in (False, True) if (sink, down) in ways]
            paths[source, sink] = min(found, key=lambda ports: (len(ports), ports))
    return paths


def closes(depends, channels):
    """Do the dependencies have a cycle through one of these?"""
    for start in channels:
        seen, stack = set(), list(depends[start])
        while stack:
            at = stack.pop()
            if at == start:
                return True
            if at not in seen:
                seen.add(at)
                stack.extend(depends[at])
    return False


def layers(network, paths):
    """{pair: VC}: the lowest in which no channels wait in a cycle."""
    found, depends = {}, [collections.defaultdict(set) for _ in range(8)]
    for (source, sink), ports in paths.items():
        channels = network.channels(source, ports)
        new = list(zip(channels, channels[1:]))
        for layer, graph in enumerate(depends):
            added = [(one, other) for one, other in new if other not in graph[one]]
            for one, other in added:
                graph[one].add(other)
            if not added or not closes(graph, channels):
                found[source, sink] = layer
                break
            for one, other in added:
                graph[one].remove(other)
    return found


@functools.lru_cache(maxsize=None)
def routes_of(network):
    """{routing: {pair: [(port, VC)]}} of a network, as the page finds them."""
    found = {}
    if network.routes:
        given = {}
        for source, sink in network.pairs():
            here, hops = source, []
            while here != sink:
                hops.append(network.routes[here, sink])
                here = network.far[here, hops[-1][0]][0]
            given[source, sink] = hops
        found["given"] = given
    for name, paths in (("shortest", balanced(network)), ("lowest", lowest(network))):
        vcs = layers(network, paths)
        found[name] = {pair: [(port, vcs[pair]) for port in ports] for pair, ports in paths.items()}
    if not network.one_way:
        found["up-down"] = {pair: [(port, 0) for port in ports]
                            for pair, ports in up_down(network).items()}
    return found


def vcs_of(routes):
    return 1 + max(vc for hops in routes.values() for _, vc in hops)


class InFile(rules.Rule):
    """The header lists the ports and VCs of the path."""
    name = None

    def hops(self, source, sink, header):
        routes = routes_of(self.network)
        most = max(vcs_of(found) for found in routes.values())
        vc_bits = rules.bits_for(most) if vcs_of(routes[self.name]) > 1 else 0
        bits, listed = max(1, rules.bits_for(self.network.ports)), []
        while header > 1:
            field = header & (1 << bits + vc_bits) - 1
            listed.append((field & (1 << bits) - 1, field >> bits))
            header >>= bits + vc_bits
        expected = routes[self.name][source, sink]
        rules.require(listed == expected, f"hops {listed}, not {expected}")
        return [Hop(port, vc) for port, vc in listed]


class Given(InFile):
    name = "given"


class Shortest(InFile):
    name = "shortest"


class Lowest(InFile):
    name = "lowest"


class UpDown(InFile):
    name = "up-down"

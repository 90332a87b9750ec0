#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_structures -- the structures of docs/structures.md, by a program of its own.

    scripts/check_structures.py                 small networks of every kind
    scripts/check_structures.py --self-test     also plants mistakes, which must be found
    scripts/check_structures.py --whole         larger networks too, as the examples of the papers

It reads what `lockhop` prints as JSON, and judges it by definition, on the networks of
independent_networks.py:

    cycle       every switch once, each step along a link, the last one back to the start
    disjoint    paths along links that share no switch but their ends; and as many switches, with
                the link between the ends, as there are paths part the ends
    levels      the indexes of all switches are those of the paper's rule, cross-edges swap cluster
                and super-node, and each index leads back to its switch
    colors      packets of a hyperedge of the routing hypergraph have different colours, in every
                inner network; the paths share no switch, and are those of the headers

The text of each command says the same.  Prints TAP.
"""

import collections
import json
import re
import sys

from check_independent import Lockhop, faults_of, ports_of_header
from independent_networks import digits_of, network_of, number_of
from tap import Tap

CYCLES = ("hypercube:4", "torus:3x3", "torus:4x3x2", "mesh:4x3", "d3:2,3", "mdf:2,2", "ccc:3",
          "hdn:2x2:2", "hdn:2x3:3", "hdn:2x2:2,2@2", "rdn:3:1", "rdn:2:2", "dual-cube:3")
PAIRS = (("hypercube:4", 0, 11), ("hypercube:4", 0, 1), ("torus:4x3", 0, 7), ("mesh:4x3", 0, 6),
         ("d3:2,3", 1, 16), ("mdf:2,2", 0, 9), ("ccc:3", 0, 20), ("butterfly:3", 2, 5),
         ("pn:3,2", 4, 2), ("waksman:3", 0, 1), ("hdn:2x2:2", 0, 9), ("hdn:2x2:2,2@2", 3, 200),
         ("rdn:3:1", 0, 1), ("dual-cube:3", 5, 30))
LEVELS = ("hdn:2x2:2", "hdn:2x3:3", "hdn:2x2:2,2@2", "hdn:2x3:3,2", "rdn:3:1", "rdn:2:2",
          "dual-cube:3")
ASKED = 7           # every so many switches are asked for by their indexes
COLORS = (("pn:2,3", "random", ""), ("pn:3,2", "random", "--seed 5"),
          ("pn:3,3", "random", "--packets 2"), ("pn:2,4", "bit-reversal", ""),
          ("pn:2,3", "gossip", ""), ("waksman:3", "random", "--seed 2"), ("pn:5,2", "random", ""))


def numbers_of(lockhop, *words):
    """What the text of a command says: the words of every line that is no comment."""
    lines = lockhop(*words).splitlines()
    return [line.split() for line in lines if not line.startswith("#")]


def asked(lockhop, *words):
    return json.loads(lockhop(*words, "--json", "-"))


def neighbours(network, switch):
    """(port, switch) of the links that lead elsewhere."""
    for port in range(network.ports):
        far = network.link(switch, port)
        if far and port not in network.holds and far[0] != switch:
            yield port, far[0]


def wrong_steps(network, switches, ports):
    """Steps that no link makes."""
    for switch, port, to in zip(switches, ports, switches[1:]):
        if (port, to) not in neighbours(network, switch):
            yield f"no link leads from {switch} by port {port} to {to}"


# --- cycles ---

def check_cycle(lockhop, spec):
    network = network_of(spec)
    told = asked(lockhop, "info", spec, "--cycle")
    if sorted(told["switches"]) != list(range(network.switches)):
        yield "not every switch once"
    if len(told["ports"]) != network.switches:
        yield f"{len(told['ports'])} ports"
    yield from wrong_steps(network, told["switches"] + told["switches"][:1], told["ports"])
    text = numbers_of(lockhop, "info", spec, "--cycle")
    if [[int(word) for word in line[:2] + line[3:]] for line in text] != [
            list(line) for line in zip(range(network.switches), told["switches"], told["ports"])]:
        yield "the text says something else"


# --- disjoint paths ---

def reaches(network, source, sink, without, direct):
    """Is there a path without these switches, and unless `direct` by more than one link?"""
    found, queue = {source, *without}, [source]
    while queue:
        switch = queue.pop()
        for _, to in neighbours(network, switch):
            if to == sink and (switch != source or direct):
                return True
            if to not in found and to != sink:
                found.add(to)
                queue.append(to)
    return False


def check_disjoint(lockhop, spec, source, sink):
    network = network_of(spec)
    words = ("route", spec, str(source), str(sink), "--disjoint")
    told = asked(lockhop, *words)
    ends = [network.sources[source], network.sinks[sink]]
    inside = []
    for path in told["paths"]:
        switches = path["switches"]
        inside += switches[1:-1]
        if [switches[0], switches[-1]] != ends or len(path["ports"]) != len(switches) - 1:
            yield f"a path from {switches[0]} to {switches[-1]}"
        yield from wrong_steps(network, switches, path["ports"])
    if len(set(inside)) != len(inside) or set(inside) & set(ends):
        yield "paths have a switch in common"
    lengths = [len(path["ports"]) for path in told["paths"]]
    if lengths.count(1) != told["direct"] or not told["paths"]:
        yield f"paths of {lengths} hops, direct {told['direct']}"
    if len(set(told["cut"]) - set(ends)) + told["direct"] != len(told["paths"]):
        yield f"{len(told['paths'])} paths, and a cut of {told['cut']}"
    if reaches(network, *ends, told["cut"], not told["direct"]):
        yield f"there is a path without {told['cut']}"
    text = collections.defaultdict(list)
    for path, _, switch, _, port in numbers_of(lockhop, *words):
        text[int(path)].append((int(switch), port))
    if list(text.values()) != [list(zip(path["switches"], [*map(str, path["ports"]), "end"]))
                               for path in told["paths"]]:
        yield "the text says something else"


# --- indexes ---

def index_of(network, switch, level):
    """(C, U, SN, N) of a switch, in its cluster of the level above; level 0: the base digits."""
    digits = digits_of(switch % network.sizes[level], network.radices[level])
    if level == 0:
        return digits
    inner, radices = digits[2:], network.radices[level - 1]
    behind = len(inner) - len(network.base.sizes)
    named = [behind + place for place in network.places[level - 1]]
    halves = [[], []]
    for place in range(len(inner)):
        halves[place in named].append(place)
    return digits[:2] + [number_of([inner[place] for place in half],
                                   [radices[place] for place in half]) for half in halves]


def radices_of(network, level):
    clusters = network.clusters[level]
    if level == 0:
        return network.base.sizes
    return [2, clusters, clusters, network.sizes[level - 1] // clusters]


def text_of(network, switch, level):
    above = range(len(network.places), level, -1)
    parts = [index_of(network, switch, i)[:2] for i in above] + [index_of(network, switch, level)]
    return "/".join(".".join(map(str, part)) for part in parts)


def check_index(network, switch, index):
    level, numbers = index["level"], index_of(network, switch, index["level"])
    names = ("class", "cluster", "super_node", "place")
    told = index["digits"] if level == 0 else [index[name] for name in names]
    if told != numbers:
        yield f"switch {switch} is {told} at level {level}, not {numbers}"
    if index["serial"] != number_of(told, radices_of(network, level)):
        yield f"switch {switch} has serial number {index['serial']} at level {level}"
    if index["index"] != text_of(network, switch, level):
        yield f"switch {switch} is written {index['index']} at level {level}"


def check_cross_edges(network, indexes):
    """The definition: (C, U, SN, N) is joined to (not C, SN, U, N), in the same cluster above."""
    for switch, index in enumerate(indexes):
        for level in range(1, len(network.places) + 1):
            far, _ = network.link(switch, network.base.ports + level - 1)
            kind, cluster, super_node, place = index[level]
            if indexes[far][level] != (1 - kind, super_node, cluster, place) or any(
                    indexes[far][i][:2] != index[i][:2]
                    for i in range(level + 1, len(network.places) + 1)):
                yield f"the cross-edge of level {level} of {switch} leads to {indexes[far]}"


def check_levels(lockhop, spec):
    network = network_of(spec)
    told = asked(lockhop, "info", spec, "--levels")
    levels = list(range(len(network.places), -1, -1))
    if [line["switch"] for line in told["switches"]] != list(range(network.switches)):
        yield "not all switches, in their order"
    indexes = []
    for line in told["switches"]:
        if [index["level"] for index in line["indexes"]] != levels:
            yield f"levels of switch {line['switch']}"
        for index in line["indexes"]:
            yield from check_index(network, line["switch"], index)
        indexes.append({i["level"]: (i["class"], i["cluster"], i["super_node"], i["place"])
                        for i in line["indexes"] if i["level"]})
    yield from check_cross_edges(network, indexes)
    text = numbers_of(lockhop, "info", spec, "--levels")
    if text != [[str(line["switch"]), *(word for index in line["indexes"]
                                        for word in (index["index"], str(index["serial"])))]
                for line in told["switches"]]:
        yield "the text says something else"
    for switch in range(0, network.switches, max(1, network.switches // ASKED)):
        for level in levels:
            name = f"{level}:{text_of(network, switch, level)}"
            one = numbers_of(lockhop, "info", spec, "--levels", "--switch", name)
            if one != [text[switch]]:
                yield f"{name} is said to be {one}"


# --- colourings ---

def check_colouring(packets, radix, rows):
    """Packets of a network of so many rows: (from, to, colours)."""
    lower = rows // radix
    if lower == 1:
        return
    for end in (0, 1):
        edges = collections.defaultdict(list)
        for packet in packets:
            edges[packet[end] % lower].append(packet[2][0])
        for edge, colours in edges.items():
            if len(set(colours)) != len(colours) or not set(colours) <= set(range(radix)):
                yield f"hyperedge {edge} of type {end + 1} has the colours {colours}"
    for colour in range(radix):
        inside = [(a % lower, b % lower, colours[1:]) for a, b, colours in packets
                  if colours[0] == colour]
        yield from check_colouring(inside, radix, lower)


def check_wave(network, packets):
    """One permutation: (source, destination) -> (colours, middle)."""
    radix, digits = network.ports, len(network.radices)
    for end in (0, 1):
        if len({pair[end] for pair in packets}) != len(packets):
            yield "two packets of a wave have one source or destination"
    listed = [(a, b, colours) for (a, b), (colours, _) in packets.items()]
    yield from check_colouring(listed, radix, network.rows)
    passed = collections.Counter()
    for (source, sink), (colours, middle) in packets.items():
        if middle != number_of(colours + digits_of(source, network.radices)[-1:], network.radices):
            yield f"the packet of {source} is in row {middle} of the middle level"
        ports = colours + digits_of(sink, network.radices)[::-1]
        way = network.walk(source, ports)
        passed.update(way)
        if len(colours) != digits - 1 or way[-1] != network.sinks[sink]:
            yield f"the packet of {source} does not arrive"
    if passed and max(passed.values()) > 1:
        yield "two paths share a switch"


def check_colors(lockhop, spec, traffic, options):
    # Waksman's fixed switches have one link, whose port is no digit.
    network = network_of(spec.replace("waksman:", "pn:2,"))
    words = ("schedule", spec, traffic, *options.split())
    told = asked(lockhop, *words, "--colors")
    waves = collections.defaultdict(dict)
    for packet in told["packets"]:
        waves[packet["wave"]][packet["source"], packet["destination"]] = (
            packet["colors"], packet["middle"])
    if sorted(waves) != list(range(told["waves"])):
        yield f"waves {sorted(waves)} of {told['waves']}"
    for wave in waves.values():
        yield from check_wave(network, wave)
    sent = numbers_of(lockhop, *words)
    for packet, (_, source, sink, header, *_) in zip(told["packets"], sent):
        if (packet["source"], packet["destination"]) != (int(source), int(sink)):
            yield f"the schedule has a packet from {source} to {sink}"
        ports = ports_of_header(int(header, 16), network)
        if spec.startswith("pn:") and ports[:len(packet["colors"])] != packet["colors"]:
            yield f"the header from {source} has ports {ports}, not {packet['colors']}"
    if len(sent) != len(told["packets"]):
        yield f"{len(told['packets'])} packets of {len(sent)}"
    text = [line[:6] for line in numbers_of(lockhop, *words, "--colors")]
    if text != [[str(p["packet"]), str(p["wave"]), str(p["source"]), str(p["destination"]),
                 ".".join(map(str, p["colors"])) or "-", str(p["middle"])]
                for p in told["packets"]]:
        yield "the text says something else"


CHECKS = {"cycle": (check_cycle, [(spec,) for spec in CYCLES]),
          "disjoint": (check_disjoint, PAIRS),
          "levels": (check_levels, [(spec,) for spec in LEVELS]),
          "colors": (check_colors, COLORS)}
LARGER = {"cycle": [("rdn:2x2x2:2",), ("hdn:2x3x5:2x3,3x5",), ("hdn:2x2:2,2",), ("hdn:2:1,2",),
                    ("torus:5x3x7",), ("mesh:3x5x4",), ("hypercube:12",), ("ccc:6",), ("d3:4,6",)],
          "disjoint": [("hypercube:10", 0, 1023), ("hdn:2x3x5:2x3,3x5", 0, 11999),
                       ("rdn:2x2x2:2", 0, 32767), ("d3:4,6", 0, 143), ("pn:4,4", 3, 200)],
          "levels": [("hdn:2x3x5:2x3,3x5",), ("rdn:2x2x2:1",), ("hdn:2x2:2,2x2",)],
          "colors": [("pn:2,10", "random", ""), ("pn:7,3", "random", "--packets 3"),
                     ("waksman:8", "random", ""), ("pn:6,3", "random", "--seed 9")]}

# Mistakes in what the command answers: the check and its words, the command, a text, its change.
PLANTS = (
    ("cycle", ("rdn:3:1",), "info", r"^(  \d+),\n(  \d+),", r"\2,\n\1,"),
    ("cycle", ("ccc:3",), "info", r'(?s)("ports": \[.*)\n  \d\n', r"\1\n  9\n"),
    ("disjoint", ("hypercube:4", 0, 11), "route", r'(?s)("cut": \[\n  )\d+,', r"\1"),
    ("disjoint", ("hypercube:4", 0, 11), "route", r'(?s)("cut": \[\n  )\d+,', r"\g<1>6,"),
    ("disjoint", ("torus:4x3", 0, 7), "route", r'("ports": \[\n    )\d', r"\g<1>3"),
    ("disjoint", ("butterfly:3", 2, 5), "route", r'"direct": false', '"direct": true'),
    ("levels", ("hdn:2x2:2",), "info", r'"place": 1', '"place": 0'),
    ("levels", ("hdn:2x2:2,2@2",), "info", r'"serial": 7', '"serial": 8'),
    ("levels", ("rdn:3:1",), "info", r"^(\d+) (\S+) (\d+) (\S+) (\d+)\n$", r"8 \2 \3 \4 \5\n"),
    ("colors", ("pn:3,2", "random", "--seed 5"), "schedule", r'("colors": \[\n    )0', r"\g<1>1"),
    ("colors", ("pn:2,3", "gossip", ""), "schedule", r'"wave": 6', '"wave": 5'),
    ("colors", ("pn:2,3", "random", ""), "schedule", r"^(0 0 2 0x2)8$", r"\g<1>9"),
    ("colors", ("waksman:3", "random", "--seed 2"), "schedule", r'"middle": 5', '"middle": 6'),
)


def self_test(report):
    for what, words, command, text, change in PLANTS:
        lockhop = Lockhop(command, text, change)
        found = faults_of(CHECKS[what][0](lockhop, *words))
        report(lockhop.changed > 0 and found,
               f"a mistake in {what} of {words[0]} is found: {text!r}",
               [f"changed {lockhop.changed} times", *found])


def main(arguments):
    report = Tap()
    for what, (check, cases) in CHECKS.items():
        for words in [*cases, *(LARGER[what] if "--whole" in arguments else [])]:
            faults = faults_of(check(Lockhop(), *words))
            report(not faults, f"{what} of {' '.join(map(str, words))}", faults)
    if "--self-test" in arguments:
        self_test(report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_independent -- links, distances, paths, steps and deliveries, by a program of its own.

    scripts/check_independent.py [SPEC...]        default: small ones of every topology
    scripts/check_independent.py --self-test      also plants mistakes, which must be found

independent_networks.py has the networks and their paths by definition, and this file a switch that
has queues of any depth (docs/switch.md): what enters in a cycle is queued in the order of its
ports, terminals last, and every queue sends its oldest packet.  For each network

    links       of `lockhop info --links` are those of the definition
    distances   diameter and average distance of `lockhop info` are those of a search in them
    paths       of `lockhop route` follow links and arrive.  They are those of the definition, or,
                where that leaves a choice, no shorter than the distance and no longer than the
                diameter; source routes have the distance
    set-up      of Waksman's network: the paths of each permutation are those of the page's loops,
                and no two packets meet
    runs        of `lockhop run`: every packet arrives, and steps, hops, delays and the largest
                queue are those of this switch

Prints TAP.
"""

import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

from independent_networks import network_of
from tap import Tap

LOCKHOP = os.environ.get("LOCKHOP", "build/lockhop")

SPECS = ("hypercube:3", "torus:4x3", "torus:2x5", "mesh:4x2", "mesh:5", "butterfly:3",
         "butterfly:2,wrap=1", "pn:3,2", "pn:2,3", "waksman:2",
         "waksman:3", "d3:2,3", "d3:3,2", "mdf:2,2", "hdn:2x2:2",
         "hdn:2x3:2", "hdn:2xK4:4", "hdn:petersen:10", "rdn:2x2:1", "dual-cube:2", "ccc:3")
# Other routings than the default: those without phases.
ROUTING = {"mesh": "dimension-order"}
MOST_PAIRS = 40     # of which paths are asked for
PRINTED = 1e-9      # numbers are printed with so small a part left out
FIELDS = ("packets", "delivered", "steps", "hops", "average_delay", "undelayed_percent",
          "max_output_queue", "outcome")


class Lockhop:
    """Asks the command; a test of this program changes what it answers."""

    def __init__(self, command=None, pattern=None, change=None):
        self.command, self.pattern, self.change = command, pattern, change
        self.changed = 0

    def __call__(self, command, *words, status=(0,)):
        run = subprocess.run([LOCKHOP, command, *words], check=False, capture_output=True,
                             text=True)
        if run.returncode not in status:
            raise ValueError(f"lockhop {command} {' '.join(words)}: {run.stderr.strip()}")
        return self.altered(command, run.stdout)

    def altered(self, command, text):
        if command == self.command:
            text, count = re.subn(self.pattern, self.change, text, count=1, flags=re.MULTILINE)
            self.changed += count
        return text


def options_of(spec):
    name = ROUTING.get(spec.partition(":")[0])
    return ["--routing", name] if name else []


def check_links(lockhop, spec, network):
    listed = {}
    for line in lockhop("info", spec, "--links").splitlines():
        if not line.startswith("#"):
            switch, port, *end = map(int, line.split())
            listed[switch, port] = tuple(end)
    ends = [(switch, port) for switch in range(network.switches) for port in range(network.ports)]
    if sorted(listed) != ends:
        yield f"{len(listed)} links are listed, not {len(ends)}"
    for end in ends:
        far = network.link(*end)
        if far and listed.get(end) != far:
            yield f"switch {end[0]} port {end[1]} leads to {listed.get(end)}, not {far}"


def distances_from(network, source):
    """Hops to every switch that can be reached, by breadth-first search."""
    found, queue = {source: 0}, collections.deque([source])
    while queue:
        switch = queue.popleft()
        for port in range(network.ports):
            far = network.link(switch, port)
            if far and port not in network.holds and far[0] not in found:
                found[far[0]] = found[switch] + 1
                queue.append(far[0])
    return found


def distances_of(network):
    """[source][sink]: hops between terminals."""
    rows = []
    for source in network.sources:
        found = distances_from(network, source)
        rows.append([found[sink] for sink in network.sinks])
    return rows


def check_distances(lockhop, spec, distances):
    text = lockhop("info", spec)
    flat = [hops for row in distances for hops in row]
    for name, value in (("diameter", max(flat)), ("average distance", sum(flat) / len(flat))):
        line = next(line for line in text.splitlines() if line.startswith(name))
        measured = re.search(r"([0-9.]+)(  \w+)? +all [0-9]+ sources", line)
        if not measured or abs(float(measured.group(1)) - value) > PRINTED * value:
            yield f"{name}: {line.strip()}, not {value:g}"


def told_path(lockhop, spec, source, sink):
    """(switches, ports) of `lockhop route`, without the ejection; terminals by number."""
    lines = lockhop("route", spec, str(source), str(sink), *options_of(spec)).splitlines()
    steps = [line.split()[1:4] for line in lines if not line.startswith("#")]
    if steps[-1][2] != "eject":
        raise ValueError(f"from {source} to {sink}: no ejection at the end")
    return [int(step[0]) for step in steps], [int(step[2]) for step in steps[:-1]]


def pairs_of(terminals, most):
    pairs = list(itertools.product(terminals, terminals))
    return pairs if len(pairs) <= most else sorted(random.Random(1).sample(pairs, most))


def check_paths(lockhop, spec, network, distances):
    diameter = max(max(row) for row in distances)
    for source, sink in pairs_of(range(len(network.sources)), MOST_PAIRS):
        name = f"from {source} to {sink}"
        switches, ports = told_path(lockhop, spec, source, sink)
        defined = network.path(network.sources[source], network.sinks[sink])
        if switches[0] != network.sources[source] or switches[-1] != network.sinks[sink]:
            yield f"{name}: the path joins switches {switches[0]} and {switches[-1]}"
        elif network.walk(switches[0], ports) != switches:
            yield f"{name}: ports {ports} do not lead by {switches}"
        elif defined is not None and ports != defined:
            yield f"{name}: ports {ports}, not {defined}"
        elif defined is None and not distances[source][sink] <= len(ports) <= diameter:
            yield f"{name}: {len(ports)} hops, the distance is {distances[source][sink]}"
        elif spec.startswith("ccc") and len(ports) != distances[source][sink]:
            yield f"{name}: {len(ports)} hops, not the shortest path"


def simulate(network, packets):
    """Runs packets [(source switch, ports)], all there in cycle 0: what `lockhop run` reports."""
    queues = collections.defaultdict(collections.deque)
    channels = [(source, network.ports, number) for number, (source, _) in enumerate(packets)]
    done, arrived, largest, cycle = [0] * len(packets), [0] * len(packets), 0, 0
    while channels:
        for switch, _, number in sorted(channels):
            if done[number] == len(packets[number][1]):
                arrived[number] = cycle
            else:
                queues[switch, packets[number][1][done[number]]].append(number)
        largest = max([largest, *(len(queue) for queue in queues.values())])
        channels = []
        for (switch, port), queue in queues.items():
            if queue:
                number = queue.popleft()
                done[number] += 1
                channels.append((*network.link(switch, port), number))
        cycle += 1
    delays = [came - len(ports) for came, (_, ports) in zip(arrived, packets)]
    return {"packets": len(packets), "delivered": len(packets), "steps": max(arrived),
            "hops": sum(len(ports) for _, ports in packets),
            "average_delay": sum(delays) / len(delays),
            "undelayed_percent": 100 * delays.count(0) / len(delays),
            "max_output_queue": largest, "outcome": "PASS"}


def ports_of_header(header, network):
    """A header that lists ports, the next one in the low bits, and a 1 above the last."""
    bits, ports = max(1, (network.ports - 1).bit_length()), []
    while header > 1:
        ports.append(header & (1 << bits) - 1)
        header >>= bits
    return ports


def pattern(traffic, terminals):
    """The permutation of a named traffic; None where it is random, or for other sizes."""
    bits = terminals.bit_length() - 1
    if traffic != "bit-reversal" or terminals != 1 << bits:
        return None
    return [int(f"{number:0{bits}b}"[::-1], 2) for number in range(terminals)]


def check_run(lockhop, spec, network, traffic, directory):
    trace = os.path.join(directory, "trace")
    run = json.loads(lockhop("run", spec, traffic, *options_of(spec), "--depth", "0", "--json", "-",
                             "--quiet", "--save-trace", trace).rpartition("}")[0] + "}")
    with open(trace, encoding="ascii") as file:
        lines = lockhop.altered("trace", file.read()).splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    sinks = [int(row[2]) for row in rows]
    named = pattern(traffic, len(network.sources))
    if sorted(sinks) != list(range(len(network.sources))) or named and sinks != named:
        yield f"{traffic}: the packets do not go where they should: {sinks}"
        return
    packets = []
    for number, row in enumerate(rows):
        source, sink = network.sources[number], network.sinks[sinks[number]]
        ports = network.path(source, sink)
        if ports is None and re.search(r" (offline|source-route)$", lines[0]):
            ports = ports_of_header(int(row[3], 16), network)
            if network.walk(source, ports)[-1] != sink:
                yield f"{traffic}: the header of {number} does not lead to {sinks[number]}"
                return
        elif ports is None:
            ports = told_path(lockhop, spec, number, sinks[number])[1]
        packets.append((source, ports))
    expected = simulate(network, packets)
    if spec.startswith(("pn", "waksman")) and expected["average_delay"] > 0:
        yield f"{traffic}: the paths of a permutation meet"
    for field in FIELDS:
        same = run[field] == expected[field] or field != "outcome" and \
            abs(run[field] - expected[field]) <= PRINTED * expected[field]
        if not same:
            yield f"{traffic}: {field} is {run[field]}, not {expected[field]}"


def samples_of(terminals):
    """All permutations of 4, or 500 others that are spread over those of more."""
    if terminals <= 4:
        return [list(order) for order in itertools.permutations(range(terminals))]
    draw = random.Random(1)
    return [draw.sample(range(terminals), terminals) for _ in range(500)]


def check_set_up(lockhop, spec, network, directory):
    """Each permutation is a wave of one schedule: packet j of all terminals."""
    orders = samples_of(len(network.sources))
    path = os.path.join(directory, "orders")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"{sink}\n" for order in orders for sink in order)
    text = lockhop("schedule", spec, f"file:{path}", "--packets", str(len(orders)))
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    for wave, order in enumerate(orders):
        told = [rows[source * len(orders) + wave] for source in range(len(order))]
        ports = [ports_of_header(int(row[3], 16), network) for row in told]
        walks = [network.walk(source, steps) for source, steps in zip(network.sources, ports)]
        if [int(row[2]) for row in told] != order or \
                [walk[-1] for walk in walks] != [network.sinks[sink] for sink in order]:
            yield f"{order}: the packets do not arrive"
        elif any(len(set(level)) < len(order) for level in zip(*walks)):
            yield f"{order}: two packets meet"
        elif ports != network.set_up(order):
            yield f"{order}: ports {ports}, not {network.set_up(order)}"


def faults_of(checks):
    """All that is yielded, and why the answers could not be read."""
    faults = []
    try:
        faults.extend(checks)
    except (ValueError, TypeError, IndexError, KeyError) as error:
        faults.append(f"what lockhop says makes no sense: {error}")
    return faults


def check(spec, lockhop):
    """Yields (what is checked, faults) for a network."""
    network = network_of(spec)
    distances = distances_of(network)
    yield "links", faults_of(check_links(lockhop, spec, network))
    yield "distances", faults_of(check_distances(lockhop, spec, distances))
    yield "paths", faults_of(check_paths(lockhop, spec, network, distances))
    with tempfile.TemporaryDirectory() as directory:
        faults = faults_of(check_run(lockhop, spec, network, "random", directory))
        if pattern("bit-reversal", len(network.sources)):
            faults += faults_of(check_run(lockhop, spec, network, "bit-reversal", directory))
        yield "runs", faults
        if hasattr(network, "set_up"):
            yield "set-up", faults_of(check_set_up(lockhop, spec, network, directory))


# Mistakes in what the command answers: a network, the command, a text, its change, and the check
# that must find it.
PLANTS = (
    ("hypercube:3", "info", r"^0\t0\t1\t0$", "0\t0\t2\t0", "links"),
    ("d3:2,3", "info", r"^1\t(4)\t(\d+)\t(\d+)$", r"1\t\1\t\2\t1", "links"),
    ("hdn:2x2:2", "info", r"^15\t2\t.*\n", "", "links"),
    ("ccc:3", "info", r"^(diameter .*)6  equal", r"\g<1>7  equal", "distances"),
    ("mdf:2,2", "info", r"^(average distance .*)[0-9] +all", r"\g<1>5  all", "distances"),
    ("torus:4x3", "route", r"^1 (\d+) (\S+) 3 ", r"1 \1 \2 2 ", "paths"),
    ("butterfly:3", "route", r"^2 (\d+) ", "2 1 ", "paths"),
    ("ccc:3", "route", r"^(\d) (\d+) (\S+) eject", r"\1 3 \3 eject", "paths"),
    ("mesh:4x2", "run", r'"steps": \d+', '"steps": 17', "runs"),
    ("hypercube:3", "run", r'"average_delay": ', '"average_delay": 1', "runs"),
    ("pn:2,3", "run", r'"hops": 4', '"hops": 5', "runs"),
    ("rdn:2x2:1", "run", r'"max_output_queue": \d', '"max_output_queue": 9', "runs"),
    ("pn:3,2", "trace", r"^0 0 (\d+) 0x(.*)(.)$", r"0 0 \1 0x1\2\3", "runs"),
    ("butterfly:3", "trace", r"^0 1 4 ", "0 1 3 ", "runs"),
    # The wrong switch is fixed: that of row 1.
    ("waksman:2", "info", r"^8\t0\t12\t0\n8\t1\t12\t1\n9\t0\t13\t0\n9\t1\t15\t0$",
     "8\t0\t12\t0\n8\t1\t14\t0\n9\t0\t13\t0\n9\t1\t13\t1", "links"),
    # A loop that starts on the wrong half: the identity of 4 terminals, all by the other one.
    ("waksman:2", "schedule", r"^0 0 0 0x8$", "0 0 0 0x9", "set-up"),
)


def self_test(report):
    for spec, command, text, change, place in PLANTS:
        lockhop = Lockhop(command, text, change)
        found = [what for what, faults in check(spec, lockhop) if faults]
        report(lockhop.changed > 0 and found == [place],
               f"a mistake in {command} of {spec} is found in its {place}",
               [f"changed {lockhop.changed} times; found in {found}"])


def main(arguments):
    report = Tap()
    for spec in [word for word in arguments if word != "--self-test"] or SPECS:
        for what, faults in check(spec, Lockhop()):
            report(not faults, f"{spec}: {what}", faults)
    if "--self-test" in arguments:
        self_test(report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

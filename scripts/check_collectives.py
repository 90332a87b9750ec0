#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_collectives -- collectives in the one-port model, by a program of its own.

    scripts/check_collectives.py                small networks of every kind
    scripts/check_collectives.py --self-test    also plants mistakes, which must be found
    scripts/check_collectives.py --whole        larger networks too

independent_collectives.py makes every message move by the rules of docs/schedules/collectives.md,
independent_printed.py by those of the papers' boxes.  Confirmed are

    steps       of `lockhop schedule --steps`: in each step who sends how many messages to whom, by
                which port; no node sends or receives twice; a and b
    deliveries  by the moves every node ends with the messages for it, and in `lockhop run` they
                arrive: each word at each destination; of the boxes: whom they do not reach, and
                what comes to a node again
    costs       of `lockhop run`: a t_s + b M t_w cycles

Prints TAP.
"""

import collections
import json
import sys

from check_independent import Lockhop, faults_of
from independent_collectives import schedule_of
from independent_networks import network_of
from independent_printed import printed_schedule
from tap import Tap

KINDS = ("one-to-all-broadcast", "one-to-all-personalized", "all-to-all-broadcast",
         "all-to-all-broadcast,send=not-own", "all-to-all-broadcast,send=all",
         "all-to-all-personalized", "all-to-all-personalized,order=intra-first")
SPECS = ("hypercube:3", "torus:5x4", "torus:3x2", "rdn:2x2:1", "rdn:3:1", "dual-cube:3",
         "hdn:2x2:2", "hdn:2x3:3", "hdn:K4:1", "hdn:petersen:10", "hdn:2xK4:4")
LARGER = ("hypercube:5", "torus:7", "rdn:2:2", "rdn:2x2x2:1", "hdn:2x2:2,2", "hdn:2x2:2,2@2",
          "hdn:2x2:2,2x2", "hdn:K5:1", "hdn:2xK4:1", "hdn:petersen:1", "hdn:petersenx2:2",
          "hdn:Q3:2x2", "hdn:2xK4:4,2")
# Networks, sources: of hdn all relations between two super-nodes, of rdn a source in the cluster of
# its own number and one that is not.
PRINTED = {
    "one-to-all-broadcast": {
        "hdn:2x2:2": (7,), "hdn:2x3:3": (5,), "hdn:2x2:1": (5,), "hdn:2x2:2,2": (5,),
        "hdn:2x2:2,2x2": (5, 63), "hdn:2x2:2x2,2": (31,), "hdn:2x2:2,2@2": (5, 127),
        "rdn:2x2:1": (5, 6), "rdn:3:1": (7,), "rdn:2:2": (5,), "dual-cube:3": (6,)},
    "one-to-all-personalized": {
        "rdn:2x2:1": (5, 6), "rdn:3:1": (7,), "rdn:2:2": (5, 63), "dual-cube:3": (6,)}}
TIMES = {"startup": 7, "word": 2, "words": 3}


def kinds_of(spec):
    """What the page has a rule for on a network."""
    kind, _, text = spec.partition(":")
    copies = kind == "hdn" and text.split(":")[1].replace(",", "").strip("1") != ""
    levels = text.count(",") + 1
    for traffic in KINDS:
        if ("send=" in traffic or "order=" in traffic) and (
                copies or kind in ("hypercube", "torus")):
            continue        # refused, or the same
        if "personalized" in traffic and copies and levels > 1:
            continue        # the place in a super-node is chosen ahead by all levels
        yield traffic


def source_of(network):
    """Not node 0, and of another number than its cluster where it can be."""
    return network.switches // 2 - 1


def told(lockhop, spec, traffic):
    """([{(from, to): messages}], {(from, to): port}, {name: number}) of `lockhop schedule`."""
    steps, ports, numbers = collections.defaultdict(dict), {}, {}
    for line in lockhop("schedule", spec, traffic, "--steps").splitlines():
        if line.startswith("# startups"):
            words = line[2:].split()
            numbers = dict(zip(words[::2], map(int, words[1::2])))
        elif not line.startswith("#"):
            step, node, _, to, _, messages, port, *_ = line.split()
            if (int(node), int(to)) in steps[int(step)]:
                raise ValueError(f"step {step} has a move twice")
            steps[int(step)][int(node), int(to)] = int(messages)
            ports[int(node), int(to)] = int(port)
    return [steps[number] for number in sorted(steps)], ports, numbers


def check_steps(lockhop, spec, traffic, network, steps, **more):
    """The steps, and in the last line the costs and the other numbers given."""
    found, ports, numbers = told(lockhop, spec, traffic)
    sizes = [{pair: len(messages) for pair, messages in step.items()} for step in steps]
    for number, (one, other) in enumerate(zip(found, sizes), 1):
        if one != other:
            pair = min(set(one.items()) ^ set(other.items()))[0]
            yield f"step {number}: {one.get(pair)} messages from {pair[0]} to {pair[1]}, not " \
                  f"{other.get(pair)}"
        for end in (0, 1):
            if len({pair[end] for pair in one}) != len(one):
                yield f"step {number}: a node uses its port twice"
    if len(found) != len(sizes):
        yield f"{len(found)} steps, not {len(sizes)}"
    for (node, to), port in ports.items():
        if network.link(node, port)[0] != to:
            yield f"port {port} of {node} does not lead to {to}"
    costs = {"startups": len(sizes), "word_steps": sum(max(size.values()) for size in sizes),
             "transferred_messages": sum(sum(size.values()) for size in sizes)}
    for name, value in {**costs, **more}.items():
        if numbers.get(name, 0) != value:
            yield f"{name} {numbers.get(name, 0)}, not {value}"


def check_held(network, traffic, source, held):
    """At the end of the moves; nobody holds less or, of messages for one, more."""
    nodes = range(network.switches)
    for node in nodes:
        expected = {
            "one-to-all-broadcast": {(source, None)},
            "one-to-all-personalized": {(source, node)} if node != source else set(),
            "all-to-all-broadcast": {(other, None) for other in nodes},
            "all-to-all-personalized": {(other, node) for other in nodes if other != node},
        }[traffic.partition(",")[0]]
        if held[node] != expected:
            yield f"node {node} ends with {len(held[node])} messages, not {len(expected)}"


def check_run(lockhop, spec, traffic, network, steps):
    times = "".join(f",{name}={value}" for name, value in TIMES.items())
    result = json.loads(lockhop("run", spec, traffic + times, "--json", "-", "--quiet"))
    moved = sum(max(map(len, step.values())) for step in steps)
    cost = len(steps) * TIMES["startup"] + moved * TIMES["words"] * TIMES["word"]
    for name in ("cycles", "cost_cycles"):
        if result[name] != cost:
            yield f"{name} {result[name]}, not {cost}"
    count = network.switches
    messages = {"one-to-all-broadcast": 1, "one-to-all-personalized": count - 1,
                "all-to-all-broadcast": count,
                "all-to-all-personalized": count * (count - 1)}[traffic.partition(",")[0]]
    copies = count if "broadcast" in traffic else 1
    if result["delivered"] != messages * copies * TIMES["words"]:
        yield f"{result['delivered']} words delivered of {messages * copies * TIMES['words']}"


def check(lockhop, spec, traffic):
    network = network_of(spec)
    name, *pairs = traffic.split(",")
    source = source_of(network)
    if name.startswith("one-to-all"):
        traffic += f",source={source}"
    steps, held = schedule_of(network, name, source, **dict(pair.split("=") for pair in pairs))
    yield from check_held(network, traffic, source, held)
    yield from check_steps(lockhop, spec, traffic, network, steps)
    yield from check_run(lockhop, spec, traffic, network, steps)


def check_printed(lockhop, spec, kind, source):
    network = network_of(spec)
    steps, held, again = printed_schedule(network, kind, source, spec.startswith("hdn"))
    wanted = {node: (source, None if "broadcast" in kind else node)
              for node in range(network.switches)}
    if "personalized" in kind:
        del wanted[source]
    reached = sum(message in held[node] for node, message in wanted.items())
    missing = len(wanted) - reached
    traffic = f"{kind},rule=printed,source={source}"
    yield from check_steps(lockhop, spec, traffic, network, steps, duplicates=again,
                           missing=missing)
    result = json.loads(lockhop("run", spec, traffic, "--json", "-", "--quiet",
                                status=(1,) if missing else (0,)))
    if result["delivered"] != reached:
        yield f"{result['delivered']} words delivered of {reached}"


# Mistakes in what the command answers: network, traffic, command, a text, its change.
PLANTS = (
    ("hdn:K4:1", "all-to-all-broadcast", "schedule", r"^4 (\d+) (\S+) (\d+) (\S+) 4 ",
     r"4 \1 \2 \3 \4 5 "),
    ("hdn:petersen:10", "all-to-all-personalized", "schedule", r"^3 (\d+) (\S+) (\d+)",
     r"3 \1 \2 0"),
    ("rdn:3:1", "one-to-all-personalized", "schedule", r"word_steps (\d+)", r"word_steps 1\1"),
    ("torus:3x2", "one-to-all-broadcast", "run", r'"cycles": ', '"cycles": 1'),
    ("hypercube:3", "all-to-all-broadcast", "run", r'"delivered": \d+', '"delivered": 191'),
)
PRINTED_PLANTS = (
    ("hdn:2x2:2,2@2", "one-to-all-broadcast", 5, "schedule", r"^16 252 .*\n", ""),
    ("hdn:2x2:2,2@2", "one-to-all-broadcast", 5, "schedule", r"duplicates 117", "duplicates 0"),
    ("hdn:2x2:2x2,2", "one-to-all-broadcast", 31, "run", r'"delivered": 32', '"delivered": 64'),
    ("rdn:2:2", "one-to-all-personalized", 5, "schedule", r" missing \d+", ""),
)


def self_test(report):
    for spec, traffic, command, pattern, change in PLANTS:
        lockhop = Lockhop(command, pattern, change)
        found = faults_of(check(lockhop, spec, traffic))
        report(lockhop.changed > 0 and found,
               f"a mistake in {command} of {spec} {traffic} is found: {pattern!r}",
               [f"changed {lockhop.changed} times", *found])
    for spec, kind, source, command, pattern, change in PRINTED_PLANTS:
        lockhop = Lockhop(command, pattern, change)
        found = faults_of(check_printed(lockhop, spec, kind, source))
        report(lockhop.changed > 0 and found,
               f"a mistake in {command} of {spec} {kind} as printed is found: {pattern!r}",
               [f"changed {lockhop.changed} times", *found])


def main(arguments):
    report = Tap()
    for spec in SPECS + (LARGER if "--whole" in arguments else ()):
        for traffic in kinds_of(spec):
            faults = faults_of(check(Lockhop(), spec, traffic))
            report(not faults, f"{spec} {traffic}: steps, deliveries, costs", faults)
    for kind, networks in PRINTED.items():
        for spec, sources in networks.items():
            faults = [fault for source in sources
                      for fault in faults_of(check_printed(Lockhop(), spec, kind, source))]
            report(not faults, f"{spec} {kind} as printed: steps, deliveries, repeats", faults)
    if "--self-test" in arguments:
        self_test(report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

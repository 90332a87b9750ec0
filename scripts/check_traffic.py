#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_traffic -- traffic by a matrix, requests and batches, by a program of its own.

    scripts/check_traffic.py                small networks
    scripts/check_traffic.py --self-test    also plants mistakes, which must be found

Written from docs/traffic.md.  Confirmed are

    shares      of `lockhop schedule`, by a matrix of rates that this program draws: every pair of
                terminals has its share of the packets, and pairs of rate 0 have none; a terminal
                starts at most one packet in a cycle; both forms of a file give the same packets
    packets     of `lockhop schedule`, of requests and batches: who sends them in which cycle, and
                which reply goes back
    runs        of `lockhop run`: steps, delays, queues, latencies and loads are those of
                independent_switch.py, with the windows and times of service of
                independent_requests.py

Prints TAP.
"""

import collections
import fractions
import functools
import math
import os
import random
import sys
import tempfile

from check_independent import Lockhop
from independent_networks import network_of
from independent_requests import check_loop
from independent_runs import check_run
from tap import Tap

# Spec, routing.
NETWORKS = (("hypercube:3", "deterministic"), ("mesh:4x2", "dimension-order"),
            ("torus:3x2", "dimension-order"))
CYCLES = 20000
# Requests: name, options as they are read from docs/traffic.md, options of the run.
LOOPS = (("request-reply", {"load": 0.3, "warmup": 20, "measure": 160}, ()),
         ("request-reply", {"load": 0.5, "service": 7, "window": 2, "warmup": 20, "measure": 160},
          ("--depth", "1")),
         ("request-reply", {"load": 0.4, "of": "neighbour", "service": 0, "window": 1, "warmup": 9,
                            "measure": 160, "burst": 3}, ("--lanes", "2")),
         ("batch", {"count": 12}, ("--depth", "1")),
         ("batch", {"count": 20, "window": 1}, ()),
         ("batch", {"count": 15, "window": 3, "of": "tornado"}, ("--depth", "2")),
         ("batch", {"count": 10, "window": 2, "service": 4, "of": "random"}, ("--lanes", "2")),
         ("batch", {"count": 10, "service": 0}, ("--depth", "1")))
SIGMAS = 5          # so far from its mean is no count, with the seeds of this program


def rates_of(terminals, chance):
    """{(source, destination): text of a rate}: none, small, large, with and without exponents."""
    return {(s, d): chance.choice(("0", "1", "3", "0.5", "12e-1", "2.5E0"))
            for s in range(terminals) for d in range(terminals)}


def rows_text(rates, terminals):
    return "# rates\n" + "".join(
        ", ".join(rates[s, d] for d in range(terminals)) + "\n" for s in range(terminals))


def pairs_text(rates, chance):
    pairs = [pair for pair in rates if rates[pair] != "0"]
    chance.shuffle(pairs)
    return "source destination rate\n" + "".join(
        f"{s} {d} {rates[s, d]}\n" for s, d in pairs)


def write(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)


def packets_of(lockhop, spec, routing, traffic):
    """(cycle, source, destination) of each line of a schedule."""
    text = lockhop("schedule", spec, traffic, "--routing", routing, "--seed", "3")
    return [tuple(map(int, line.split()[:3])) for line in text.splitlines()
            if not line.startswith("#")]


def share_faults(packets, rates, terminals, load):
    """Yields what is wrong with the packets of CYCLES cycles."""
    exact = {pair: fractions.Fraction(text.lower()) for pair, text in rates.items()}
    total = sum(exact.values())
    counts = collections.Counter(packet[1:] for packet in packets)
    for pair, rate in exact.items():
        chance = float(load * terminals * rate / total)
        mean, spread = CYCLES * chance, math.sqrt(CYCLES * chance * (1 - chance))
        if abs(counts.pop(pair, 0) - mean) > SIGMAS * spread:
            yield f"packets of {pair} are not about {mean:g}"
    if counts:
        yield f"packets between {sorted(counts)}"
    if len({packet[:2] for packet in packets}) < len(packets):
        yield "a terminal starts two packets in a cycle"


def check(lockhop, spec, routing, chance):
    """{what is checked: faults}"""
    terminals = len(network_of(spec).sources)
    rates = rates_of(terminals, chance)
    with tempfile.TemporaryDirectory() as directory:
        rows, pairs = (os.path.join(directory, name) for name in ("rows.csv", "pairs.txt"))
        write(rows, rows_text(rates, terminals))
        write(pairs, pairs_text(rates, chance))
        options = f",load=0.25,warmup=0,measure={CYCLES}"
        packets = packets_of(lockhop, spec, routing, f"matrix,file={rows}{options}")
        shares = list(share_faults(packets, rates, terminals, fractions.Fraction(1, 4)))
        if packets != packets_of(lockhop, spec, routing, f"matrix,file={pairs}{options}"):
            shares.append("the two forms give different packets")
        words = [f"matrix,file={pairs},load=0.3,warmup=20,measure=160", "--depth", "2"]
        runs = [fault for _, fault in
                check_run(lockhop, spec, routing, words, os.path.join(directory, "trace"))]
    return {"shares": shares, "runs": runs}


# Command, pattern, change, and where that is found.
LATER = functools.partial(lambda by, m: f"{int(m[1]) + by} {m[2]} {m[3]}", 40)
PLANTS = (("schedule", r"\A((?:#.*\n)*)(\d+ \d+ \d+ .*\n)", r"\1\2\2", "shares"),
          ("trace", r"^(\d+) (\d+) (\d+)", LATER, "runs"))
LOOP_PLANTS = (("trace", r" answers 0$", " answers 1", "packets"),
               ("trace", r"^(\d+) (\d+) (\d+)", LATER, "packets"),
               ("run", r'"steps": (\d+)', lambda m: f'"steps": {int(m[1]) + 1}', "runs"),
               ("run", r'"latency_mean": (\d+)', lambda m: f'"latency_mean": {int(m[1]) + 1}',
                "runs"))


def self_test(report):
    for command, pattern, change, place in PLANTS:
        lockhop = Lockhop(command, pattern, change)
        found = check(lockhop, *NETWORKS[0], random.Random(1))
        report(lockhop.changed > 0 and found[place], f"a mistake in {command} is found in {place}",
               [f"changed {lockhop.changed} times; found {found}"])
    for command, pattern, change, place in LOOP_PLANTS:
        lockhop = Lockhop(command, pattern, change)
        found = check_loop(lockhop, *NETWORKS[0], *LOOPS[1])
        report(lockhop.changed > 0 and found[place],
               f"a mistake in {command} of requests is found in {place}",
               [f"changed {lockhop.changed} times; found {found}"])


def main(arguments):
    report = Tap()
    lockhop = Lockhop()
    for number, (spec, routing) in enumerate(NETWORKS):
        for what, faults in check(lockhop, spec, routing, random.Random(number)).items():
            report(not faults, f"{spec} {routing}, matrix: {what}", faults)
        for name, options, words in LOOPS:
            found = check_loop(lockhop, spec, routing, name, options, words)
            text = " ".join([name, *(f"{key}={value}" for key, value in options.items()), *words])
            report(not any(found.values()), f"{spec} {routing}, {text}",
                   [fault for faults in found.values() for fault in faults])
    if "--self-test" in arguments:
        self_test(report)
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""check_routings -- every routing of every topology, by a program of its own.

    scripts/check_routings.py [--all] [SPEC...]   default: a small network of every topology
    scripts/check_routings.py --self-test         also plants mistakes, which must be found
    scripts/check_routings.py --write             writes the table of docs/agreement.md, if all pass

independent_networks.py and independent_files.py have the networks, independent_routings.py,
independent_files.py and independent_dual_nets.py their
routings, and independent_switch.py the cycles of a switch: all written from the pages.  Every
routing of `lockhop list routings` with every value of its options is checked, on the networks that
have it:

    distance    links, diameter and average distance; no path is shorter than a search in the links
                finds, and those that are said to be shortest are
    route       every hop of `lockhop route`
    steps       of `lockhop run`: steps, hops, delays, the largest queue and buffer, with unlimited
                queues and with queues of one packet, where packets may deadlock
    delivery    every packet goes where the traffic says, and arrives there

What a terminal draws is read from the headers of the schedule; what a switch draws comes from the
LFSRs of the page.  Prints TAP.
"""

import itertools
import os
import re
import sys
import tempfile

import independent_cases as cases
from check_independent import Lockhop, check_distances, check_links, distances_of, faults_of
from independent_networks import network_of
from independent_runs import check_run
from independent_walks import check_walks
from tap import Tap

PAGE = "docs/agreement.md"
HEAD = ("topology", "routing", "distance", "route", "steps", "delivery", "why not further")


def listed_routings(lockhop):
    """{topology: [routing with options]} of `lockhop list routings`."""
    found, options = {}, []

    def close(topology, name):
        for values in itertools.product(*options):
            chosen = [value for value in values if value]
            found.setdefault(topology, []).append(",".join([name, *chosen]))
        options.clear()

    last = None
    for line in lockhop("list", "routings").splitlines()[1:]:
        topology, name = re.match(r"  (\S*) +(\S+)", line).groups()
        if topology:
            if last:
                close(*last)
            last = topology, name
        else:
            key, _, values = name.partition("=")
            first, *others = values.split("|")
            options.append(["", *(f"{key}={value}" for value in others)])
    close(*last)
    return found


def routings_of(spec, listed):
    """Those that a network has."""
    return [routing for routing in listed[spec.partition(":")[0]]
            if cases.has(spec, routing.partition(",")[0])]


def check(spec, routing, lockhop, whole):
    """{what is checked: faults} of a routing on a network."""
    with tempfile.TemporaryDirectory() as directory:
        found = {"distance": [], "route": [], "steps": [], "delivery": []}
        checks = [("route", check_walks(lockhop, spec, routing))]
        checks += [("steps", check_run(lockhop, spec, routing, words,
                                       os.path.join(directory, "trace")))
                   for words in cases.runs_of(spec, routing, whole)]
        for usual, one in checks:
            try:
                for what, fault in one:
                    found[what].append(fault)
            except (ValueError, TypeError, IndexError, KeyError, StopIteration) as error:
                found[usual].append(f"what lockhop says makes no sense: {error!r}")
        return found


def check_network(lockhop, spec):
    """Links and distances of the network itself."""
    network = network_of(cases.sites_of(spec)[0])
    return faults_of(check_links(lockhop, spec, network)) + \
        faults_of(check_distances(lockhop, spec, distances_of(network)))


def table(listed):
    """What is confirmed: a row for each topology and routing."""
    rows = [HEAD, ["---"] * len(HEAD)]
    for topology, routings in listed.items():
        rows += [(topology, f"`{routing}`", *cases.confirmed(topology, routing))
                 for routing in routings]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"


def page_with(text, rows):
    """The page with the table in the place of the one that it has."""
    head = "| " + " | ".join(HEAD) + " |\n"
    start = text.index(head)
    end = start
    while text.startswith("|", end):
        end = text.index("\n", end) + 1
    return text[:start] + rows + text[end:]


def self_test(report):
    for spec, routing, command, pattern, change, place in cases.PLANTS:
        lockhop = Lockhop(command, pattern, change)
        found = [what for what, faults in check(spec, routing, lockhop, False).items() if faults]
        report(lockhop.changed > 0 and place in found,
               f"a mistake in {command} of {spec} {routing} is found in its {place}",
               [f"changed {lockhop.changed} times; found in {found}"])


def main(arguments):
    report = Tap()
    whole = "--all" in arguments or bool(os.environ.get("ALL"))
    lockhop = Lockhop()
    listed = listed_routings(lockhop)
    with open(PAGE, encoding="ascii") as file:
        page = file.read()
    if "--write" not in arguments:
        report(page_with(page, table(listed)) == page, f"{PAGE} has every routing",
               ["scripts/check_routings.py --write"])
    specs = [word for word in arguments if not word.startswith("--")] or cases.specs(whole)
    for spec in specs:
        faults = check_network(lockhop, spec)
        report(not faults, f"{spec}: links and distances", faults)
        for routing in routings_of(spec, listed):
            found = check(spec, routing, lockhop, whole)
            report(not any(found.values()), f"{spec} {routing}: {', '.join(found)}",
                   [f"{what}: {fault}" for what, faults in found.items() for fault in faults])
    if "--self-test" in arguments:
        self_test(report)
    if "--write" in arguments and not report.status:
        with open(PAGE, "w", encoding="ascii") as file:
            file.write(page_with(page, table(listed)))
    return report.end()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

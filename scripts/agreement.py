#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""agreement -- queueing delays and saturation here beside those of BookSim2: docs/agreement.md.

    scripts/agreement.py            our figures, measured now, beside those of the page
    scripts/agreement.py --write    measures both, and writes them into the page
    scripts/agreement.py --check    the small figures of the page are those of `lockhop`, and its
                                    tables are whole; prints TAP
    scripts/agreement.py --self-test    --check finds a figure that is changed

BOOKSIM=PROGRAM is the reader's own BookSim2; its configurations are docs/agreement/*.cfg.  Without
it the first form prints the figures of BookSim2 that the page has, and --write is refused.
LOCKHOP: the command; default build/lockhop.  Exit codes: 0 done, 1 differs, 2 wrong input.
"""

import json
import os
import re
import subprocess
import sys

from page_tables import put, read_table, table

LOCKHOP = os.environ.get("LOCKHOP", "build/lockhop")
BOOKSIM = os.environ.get("BOOKSIM")
PAGE = "docs/agreement.md"

# Spec, our options, configuration of BookSim2.
NETWORKS = (
    ("mesh:8x8", ["--routing", "dimension-order"], "docs/agreement/mesh-8x8.cfg"),
    ("hypercube:6", ["--lanes", "1"], "docs/agreement/hypercube-6.cfg"),
)
# Our name and theirs.
TRAFFIC = (("uniform", "uniform"), ("transpose", "transpose"), ("bit-reversal", "bitrev"))
LOADS = (0.05, 0.1, 0.12, 0.15, 0.2, 0.22, 0.3, 0.4, 0.45, 0.6, 0.8, 0.9)
ONE_AT_ONCE = (0.2, 0.3, 0.4)   # loads of `uniform` at which a crossbar as fast as a link is tried
SATURATED = 20    # cycles of queueing delay
STEP = 100        # saturation is found to 1/STEP of a packet per terminal and cycle
MEASURE = "warmup=3000,measure=10000"

# What --check measures again: spec, options, traffic, loads.
SMALL = (
    ("mesh:4x4", ["--routing", "dimension-order"], "uniform", (0.2, 0.4, 0.6)),
    ("hypercube:4", ["--lanes", "1"], "uniform", (0.2, 0.5, 0.8)),
    ("hypercube:4", ["--lanes", "1"], "transpose", (0.1, 0.3)),
    ("hypercube:4", ["--lanes", "1"], "bit-reversal", (0.1, 0.3)),
)
SMALL_MEASURE = "warmup=200,measure=1000"

SMALL_HEAD = ["network", "traffic", "load", "queueing delay"]
LATENCY_HEAD = ["network", "traffic", "load", "latency in BookSim2", "latency in Lockhop"]
DELAY_HEAD = ["network", "traffic", "load", "BookSim2", "Lockhop", "difference"]
HOP_HEAD = ["network", "first switch", "each further switch", "in Lockhop"]
BLOCKING_HEAD = ["network", "load of uniform", "crossbar of twice the speed", "as fast as a link",
                 "Lockhop"]
EJECTION_HEAD = ["network", "load of uniform", "BookSim2 less Lockhop", "of one ejection port"]
SATURATION_HEAD = ["network", "traffic", "BookSim2", "Lockhop"]


def ours(spec, options, traffic, load, measure=MEASURE):
    """Mean queueing delay and latency of the golden model, in cycles; queues have any depth."""
    words = [LOCKHOP, "run", spec, f"{traffic},load={load:g},{measure}", *options,
             "--depth", "0", "--json", "-", "--quiet"]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    run = json.loads(text[text.index("{"):text.rindex("}") + 1])
    return run["average_delay"], run["latency_mean"]


def booksim(config, traffic, load, *words):
    """(latency, switches on the way, least latency), all means but the last; or None where it
    does not come to rest."""
    run = subprocess.run([BOOKSIM, config, f"traffic={traffic}", f"injection_rate={load:g}",
                          *words], capture_output=True, text=True, check=False)
    _, found, text = run.stdout.partition("Overall Traffic Statistics")
    if not found:
        if "unstable" in run.stdout + run.stderr:
            return None
        sys.exit(f"agreement: {BOOKSIM} does not run {config}")
    latency, least = re.search(r"Packet latency average = ([0-9.]+).*\n\s*minimum = ([0-9.]+)",
                               text).groups()
    hops = re.search(r"Hops average = ([0-9.]+)", text).group(1)
    return float(latency), float(hops), float(least)


def theirs(config, *words):
    """(function of traffic and load: mean queueing delay and latency in BookSim2, or (None, None);
    first; more).  A packet that never waits needs `first` cycles for its first switch and `more`
    for each further one; both are whole numbers, which a run with hardly any load tells."""
    latency, hops, least = booksim(config, "uniform", 0.005, *words)
    first, more = round(least), round((latency - least) / (hops - 1))

    def delay(traffic, load):
        found = booksim(config, traffic, load, *words)
        return (found[0] - first - more * (found[1] - 1), found[0]) if found else (None, None)
    return delay, first, more


def saturation(delay):
    """The greatest load, in steps, at which the delay is at most SATURATED cycles."""
    low, high = 1, STEP + 1
    while high - low > 1:
        middle = (low + high) // 2
        found, _ = delay(middle / STEP)
        if found is not None and found <= SATURATED:
            low = middle
        else:
            high = middle
    return low / STEP


def cell(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def small_rows():
    return [[spec, traffic, f"{load:g}",
             cell(ours(spec, options, traffic, load, SMALL_MEASURE)[0], 4)]
            for spec, options, traffic, loads in SMALL for load in loads]


def kept(page, head, key):
    """{first cells: the other cells} of a table of the page, for what BookSim2 said before."""
    return {tuple(row[:key]): row[key:] for row in read_table(page, head)}


def curves(page, spec, options, there):
    """Rows of latency, of delay and of saturation of a network; `there` is None without BookSim2,
    and its cells are those of the page."""
    latencies, delays, saturations = [], [], []
    for traffic, name in TRAFFIC:
        here_saturated = saturation(lambda load: ours(spec, options, traffic, load))
        if there:
            text = cell(saturation(lambda load: there(name, load)))
        else:
            text = kept(page, SATURATION_HEAD, 2).get((spec, traffic), ["-"])[0]
        saturations.append([spec, traffic, text, cell(here_saturated)])
        least = here_saturated if text == "-" else min(here_saturated, float(text))
        for load in [load for load in LOADS if load <= least]:
            start = [spec, traffic, f"{load:g}"]
            here, here_latency = ours(spec, options, traffic, load)
            if there:
                far, far_latency = map(cell, there(name, load))
            else:
                far = kept(page, DELAY_HEAD, 3).get(tuple(start), ["-"])[0]
                far_latency = kept(page, LATENCY_HEAD, 3).get(tuple(start), ["-"])[0]
            difference = "-" if far == "-" else f"{here - float(far):+.2f}"
            delays.append([*start, far, cell(here), difference])
            latencies.append([*start, far_latency, cell(here_latency)])
    return latencies, delays, saturations


def reasons(page, spec, there):
    """Rows of the hop without load, and of blocking at the head of a queue; needs BookSim2."""
    if not there:
        return [[row for row in read_table(page, head) if row[0] == spec]
                for head in (HOP_HEAD, BLOCKING_HEAD)]
    delay, first, more = there
    options, config = next(row[1:] for row in NETWORKS if row[0] == spec)
    slower = theirs(config, "internal_speedup=1.0")[0]      # its hops have other lengths
    return [[spec, f"{first} cycles", f"{more} cycles", "1 cycle"]], \
        [[spec, f"{load:g}", cell(delay("uniform", load)[0]),
          cell(slower("uniform", load)[0]),
          cell(ours(spec, options, "uniform", load)[0])] for load in ONE_AT_ONCE]


def ejection_rows(delays):
    """What is left on the hypercube beside the delay of a queue that 7 inputs feed (Karol, Hluchyj
    and Morgan)."""
    rows, inputs = [], 7
    for spec, traffic, load, _, _, difference in delays:
        if spec == "hypercube:6" and traffic == "uniform" and difference != "-":
            queue = (inputs - 1) / inputs * float(load) / (2 * (1 - float(load)))
            rows.append([spec, load, cell(-float(difference)), cell(queue)])
    return rows


def measured(page):
    """[(head, rows)] of the tables with figures of both."""
    tables = {tuple(head): [] for head in (LATENCY_HEAD, DELAY_HEAD, SATURATION_HEAD, HOP_HEAD,
                                           BLOCKING_HEAD)}
    for spec, options, config in NETWORKS:
        there = theirs(config) if BOOKSIM else None
        found = curves(page, spec, options, there and there[0])
        for rows, more in zip(tables.values(), (*found, *reasons(page, spec, there))):
            rows += more
    delays = tables[tuple(DELAY_HEAD)]
    return [*((list(head), rows) for head, rows in tables.items()),
            (EJECTION_HEAD, ejection_rows(delays))]


def faults(page):
    """What is wrong with the page, by its parts."""
    delays, saturations = read_table(page, DELAY_HEAD), read_table(page, SATURATION_HEAD)
    names = [(spec, traffic) for spec, _, _ in NETWORKS for traffic, _ in TRAFFIC]
    yield "small figures are those of lockhop", \
        [" | ".join(row) for row in small_rows() if row not in read_table(page, SMALL_HEAD)]
    yield "every network and traffic has its saturation", \
        [name for name in names if list(name) not in [row[:2] for row in saturations]]
    yield "every network and traffic has delays", \
        [name for name in names if list(name) not in [row[:2] for row in delays]]
    yield "latency is told where delay is", \
        [row for row in delays
         if row[:3] not in [other[:3] for other in read_table(page, LATENCY_HEAD)]]
    yield "the delay of one ejection port is that of its formula", \
        [row for row in ejection_rows(delays) if row not in read_table(page, EJECTION_HEAD)]
    yield "a difference is Lockhop less BookSim2", \
        [row for row in delays
         if row[3] == "-" or abs(float(row[4]) - float(row[3]) - float(row[5])) > 0.011]


def check(page):
    status = 0
    for number, (text, found) in enumerate(faults(page), 1):
        print(f"{'not ok' if found else 'ok'} {number} - {PAGE}: {text}")
        for fault in found[:5]:
            print(f"# {fault}")
        status |= bool(found)
    print(f"1..{number}")
    return status


def self_test(page):
    """A changed cell of each table, and a lost row, are found."""
    plants = []
    for head, column in ((SMALL_HEAD, 3), (DELAY_HEAD, 4), (SATURATION_HEAD, 1)):
        rows = read_table(page, head)
        rows[-1][column] = "9.0009"
        plants.append((f"a changed figure: {head[column]}", put(page, head, rows)))
    plants.append(("no delays", put(page, DELAY_HEAD, [])))
    plants.append(("no latencies", put(page, LATENCY_HEAD, [])))
    plants.append(("no ejection port", put(page, EJECTION_HEAD, [])))
    status = 0
    for number, (text, planted) in enumerate(plants, 1):
        found = any(wrong for _, wrong in faults(planted))
        print(f"{'ok' if found else 'not ok'} {number} - {text} is found")
        status |= not found
    print(f"1..{len(plants)}")
    return status


def main(arguments):
    if arguments not in ([], ["--write"], ["--check"], ["--self-test"]):
        print(__doc__, file=sys.stderr)
        return 2
    with open(PAGE, encoding="ascii") as file:
        page = file.read()
    if arguments == ["--check"]:
        return check(page)
    if arguments == ["--self-test"]:
        return self_test(page)
    if arguments and not BOOKSIM:
        print("agreement: --write needs BOOKSIM=PROGRAM", file=sys.stderr)
        return 2
    tables = measured(page)
    if arguments:
        for head, rows in ((SMALL_HEAD, small_rows()), *tables):
            page = put(page, head, rows)
        with open(PAGE, "w", encoding="ascii") as file:
            file.write(page)
    else:
        print(f"BookSim2: {'measured now' if BOOKSIM else f'the figures of {PAGE}'}; "
              "Lockhop: measured now\n")
        print("\n\n".join(table(head, rows) for head, rows in tables))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

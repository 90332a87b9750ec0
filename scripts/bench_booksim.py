#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""bench_booksim -- the speed of BookSim2, of the golden model and of lock step: docs/bench.md.

    scripts/bench_booksim.py [--runs N]    measures all, in turns; --write: writes the page, too
    scripts/bench_booksim.py --check       the table of the page is whole, and what is read from
                                           the output of BookSim2 is right; prints TAP

BOOKSIM=PROGRAM is the reader's own BookSim2; its configurations are docs/agreement/*.cfg.
Rates are work divided by the user time of whole
processes, the best of the runs.  Exit codes: 0 done, 1 the table is wrong, 2 wrong input.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys

import bench
from page_tables import put, read_table, table
from tap import Tap

BOOKSIM = os.environ.get("BOOKSIM")
PAGE = "docs/bench.md"
LOAD = 0.1
HEAD = ["network", "channel-hops/s in BookSim2", "in the golden model", "times",
        "router-cycles/s in BookSim2", "switch-cycles/s in lock step", "times"]

# Spec, options; words for BookSim2; cycles of the golden model and of lock step.
NETWORKS = (
    ("hypercube:10", [], ["docs/agreement/hypercube-6.cfg", "n=10", "sample_period=100"],
     20000, 4000),
    ("hypercube:6", [], ["docs/agreement/hypercube-6.cfg"], 400000, 60000),
    ("mesh:8x8", ["--routing", "dimension-order"], ["docs/agreement/mesh-8x8.cfg"],
     200000, 60000),
)


def fail(text):
    print(f"bench_booksim: {text}", file=sys.stderr)
    sys.exit(2)


def work_of(text, nodes):
    """(channel-hops, router-cycles) of a whole run, from what BookSim2 prints: the packets of all
    cycles are those of its mean rate, and a packet that is at H routers crosses H - 1 channels."""
    numbers = [re.search(pattern, text) for pattern in (
        r"Time taken is (\d+) cycles", r"Accepted packet rate average = ([\d.e-]+) \(",
        r"Hops average = ([\d.]+)")]
    if None in numbers:
        return None
    cycles, rate, routers = [float(number[1]) for number in numbers]
    return cycles * rate * nodes * (routers - 1), cycles * nodes


def theirs(words, nodes):
    """(channel-hops/s, router-cycles/s) of a run of BookSim2, in millions."""
    process = subprocess.Popen([BOOKSIM, *words, "traffic=uniform", f"injection_rate={LOAD}"],
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    text = process.stdout.read()
    _, process.returncode, usage = os.wait4(process.pid, 0)   # which is not 0 after a good run
    found = work_of(text, nodes)
    if not found:
        fail(f"BOOKSIM={BOOKSIM} does not run {' '.join(words)}")
    return [work / usage.ru_utime / 1e6 for work in found]


def ours(command, spec, options, cycles, work):
    """The rate of a run of the command, in millions; and how many switches there are."""
    traffic = f"uniform,load={LOAD},warmup=0,measure={cycles}"
    run = bench.once(bench.ROOT, [command, spec, traffic, *options])
    if not run:
        fail(f"lockhop {command} {spec} {traffic} fails")
    return work(run[2]) / run[0], run[2]["switches"]


def measure(runs):
    """The rows of the table."""
    for spec, options, words, golden, cosim in NETWORKS:
        rates = []
        _, nodes = ours("cosim", spec, options, cosim, bench.compared)   # compiles, if need be
        for _ in range(runs):
            rates.append([*theirs(words, nodes),
                          ours("run", spec, options, golden, bench.hops)[0],
                          ours("cosim", spec, options, cosim, bench.compared)[0]])
        hops, routers, golden, lockstep = map(max, zip(*rates))
        yield row_of(spec, hops, golden, routers, lockstep)


def row_of(spec, hops, golden, routers, lockstep):
    return [spec, f"{hops:.3f} M", f"{golden:.1f} M", f"{golden / hops:.0f}",
            f"{routers:.3f} M", f"{lockstep:.1f} M", f"{lockstep / routers:.0f}"]


def between(cell):
    """Least and greatest value of a number that is rounded as in the cell."""
    number = cell.split()[0]
    half = 0.5 / 10 ** len(number.partition(".")[2])
    return float(number) - half, float(number) + half


def faults(rows):
    """Rows that are not there, and ratios that are not those of their rates, but for digits."""
    if [row[0] for row in rows] != [spec for spec, *_ in NETWORKS]:
        return ["other networks than those of scripts/bench_booksim.py"]
    wrong = []
    for spec, hops, golden, more, routers, lockstep, again in rows:
        for rate, other, times in ((golden, hops, more), (lockstep, routers, again)):
            (low, high), (least, most), (few, many) = map(between, (rate, other, times))
            if low / most > many or high / least < few:
                wrong.append(f"{spec}: {rate} is not {times} times {other}")
    return wrong


def check(page):
    tap = Tap()
    rows = read_table(page, HEAD)
    tap(not faults(rows), f"{PAGE}: rates and ratios beside BookSim2", faults(rows))
    good = [row_of(spec, 0.08, 40.0, 0.16, 6.4) for spec, *_ in NETWORKS]
    tap(not faults(good), "rates that are right are not found", faults(good))
    tap(faults([*good[:-1], [*good[-1][:3], "400", *good[-1][4:]]]),
        "a ratio that is not that of its rates is found", [])
    tap(faults(good[:-1]), "a network that is not there is found", [])
    printed = ("Time taken is 1000 cycles\nAccepted packet rate average = 0.1 (1 samples)\n"
               "Hops average = 4 (1 samples)\n")
    tap(work_of(printed, 64) == (19200.0, 64000.0), "hops and cycles of what BookSim2 prints",
        [work_of(printed, 64)])
    tap(work_of(printed[30:], 64) is None, "of other texts there are none", [])
    return tap.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    with open(PAGE, encoding="ascii") as file:
        page = file.read()
    if options.check:
        return check(page)
    if not BOOKSIM:
        fail("needs BOOKSIM=PROGRAM, a BookSim2 of your own")
    for program in (BOOKSIM, bench.ROOT / "build/lockhop"):
        if not shutil.which(program):
            fail(f"{program} is no program that can be run")
    rows = list(measure(options.runs))
    print(table(HEAD, rows))
    if options.write:
        with open(PAGE, "w", encoding="ascii") as file:
            file.write(put(page, HEAD, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""bench -- the speeds that docs/bench.md speaks of.

User time of whole processes, median of several runs, as a rate, beside the figure kept in
docs/bench.md and the ratio of the two.  Machines differ and drift, so a ratio is a hint, never a
verdict.

Usage: bench.py [--runs N] [NAME...]
"""
import argparse
import json
import os
import pathlib
import re
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOCKHOP = str(ROOT / "build" / "lockhop")
UNIFORM = "uniform,load=0.1,warmup=1000,measure=20000"
SHORT = "uniform,load=0.1,warmup=100,measure=4000"

# name: (arguments, unit, work done from the JSON result)
BENCHES = {
    "golden-uniform": (["run", "hypercube:10", UNIFORM], "million packet-hops/s",
                       lambda r: r["hops"] / 1e6),
    "golden-large": (["run", "hypercube:18", "random", "--packets", "ports"],
                     "million packet-hops/s", lambda r: r["hops"] / 1e6),
    "golden-det": (["run", "hypercube:16", "random"], "million packet-hops/s",
                   lambda r: r["hops"] / 1e6),
    "golden-rand": (["run", "hypercube:16", "random", "--routing", "rand-trans"],
                    "million packet-hops/s", lambda r: r["hops"] / 1e6),
    "golden-drand": (["run", "hypercube:16", "random", "--packets", "ports", "--routing",
                      "drand-trans-ooo"], "million packet-hops/s", lambda r: r["hops"] / 1e6),
    "golden-d3": (["run", "d3:8,16", "all-to-all"], "million packet-hops/s",
                  lambda r: r["hops"] / 1e6),
    "array": (["run", "hypercube:10", SHORT, "--machine", "array"],
              "million switch-cycles/s", lambda r: r["cycles"] * r["switches"] / 1e6),
    "cosim": (["cosim", "hypercube:10", SHORT], "million switch-cycles/s",
              lambda r: r["compared_switch_cycles"] / 1e6),
    "array-half-load": (["run", "hypercube:10", SHORT.replace("0.1", "0.5"), "--machine", "array"],
                        "million switch-cycles/s", lambda r: r["cycles"] * r["switches"] / 1e6),
    "cosim-half-load": (["cosim", "hypercube:10", SHORT.replace("0.1", "0.5")],
                        "million switch-cycles/s", lambda r: r["compared_switch_cycles"] / 1e6),
    "cosim-rand": (["cosim", "hypercube:10", SHORT, "--routing", "rand-trans"],
                   "million switch-cycles/s", lambda r: r["compared_switch_cycles"] / 1e6),
    "cosim-d3": (["cosim", "d3:8,16", "all-to-all"], "million switch-cycles/s",
                 lambda r: r["compared_switch_cycles"] / 1e6),
    "cosim-large": (["cosim", "hypercube:18", "random"], "million switch-cycles/s",
                    lambda r: r["compared_switch_cycles"] / 1e6),
}


def once(arguments):
    """User seconds, peak megabytes and the JSON result of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    process = subprocess.Popen([LOCKHOP, *arguments, "--json", "-", "--quiet"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"bench: lockhop {' '.join(arguments)} ended with status {status}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return after - before, usage.ru_maxrss / 1024, json.loads(output)


def kept_figures():
    """The rates of the table in docs/bench.md, by name."""
    text = (ROOT / "docs" / "bench.md").read_text()
    rows = re.finditer(r"^\| `([\w-]+)` \|[^|]*\| ([\d.]+) \|", text, re.M)
    return {row[1]: float(row[2]) for row in rows}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES])
    options = parser.parse_args()
    kept = kept_figures()
    seconds = {}
    rates = {}

    print(f"{'bench':<17} {'user s':>8} {'MB':>6} {'rate':>8}  {'unit':<24} {'kept':>7} "
          f"{'ratio':>6}")
    for name in options.names or BENCHES:
        arguments, unit, work = BENCHES[name]
        once(arguments)  # builds the plug-in, warms the caches
        runs = [once(arguments) for _ in range(options.runs)]
        seconds[name] = statistics.median(run[0] for run in runs)
        rate = rates[name] = work(runs[0][2]) / seconds[name]
        old = kept.get(name)
        peak = max(run[1] for run in runs)
        print(f"{name:<17} {seconds[name]:8.2f} {peak:6.0f} {rate:8.2f}  {unit:<24} "
              f"{old if old else '-':>7} {f'{rate / old:.2f}' if old else '-':>6}", flush=True)
    if {"golden-det", "golden-rand"} <= rates.keys():
        print(f"a packet-hop of rand-trans takes {rates['golden-det'] / rates['golden-rand']:.1f} "
              "times as long as a deterministic one")
    for load in ("", "-half-load"):
        if {"array" + load, "cosim" + load} <= seconds.keys():
            # Lock step runs some cycles more than the array alone; 16 of thousands.
            more = 100 * (seconds["cosim" + load] / seconds["array" + load] - 1)
            print(f"golden model and comparison add {more:.0f} % to the array alone"
                  f"{' at load 0.5' if load else ' at load 0.1'}")


if __name__ == "__main__":
    main()

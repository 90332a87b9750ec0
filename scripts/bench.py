#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""bench -- is this tree as fast as the commit before?

Builds the command of the other commit outside this tree's build directory, and runs both in turns,
A B A B..., so that a machine that gets slower in the middle slows both.  Per bench: the median user
time of whole processes, as a rate; the rate of the other commit divided into it; and the range of
the middle half of the ratios of the pairs.  A ratio above 1: this tree is faster.

The other commit is HEAD when this tree has changes, else HEAD~1.  Where the other command does not
know a bench, or fails in it, there is a `-`.

Usage: bench.py [--runs N] [--against REV] [NAME...]
"""
import argparse
import contextlib
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OTHER = ROOT / "build" / "bench"  # the other commit, while it is measured
SLOWER = 0.97                     # a ratio below it is told, if its range is below 1 as well
UNIFORM = "uniform,load=0.1,warmup=1000,measure=20000"
SHORT = "uniform,load=0.1,warmup=100,measure=4000"


def hops(result):
    return result["hops"] / 1e6


def switch_cycles(result):
    return result["cycles"] * result["switches"] / 1e6


def compared(result):
    return result["compared_switch_cycles"] / 1e6


# name: (arguments, unit, work done from the JSON result).  Only what both commands know.
HOPS = "million packet-hops/s"
CYCLES = "million switch-cycles/s"
BENCHES = {
    "golden-uniform": (["run", "hypercube:10", UNIFORM], HOPS, hops),
    "golden-large": (["run", "hypercube:18", "random", "--packets", "ports"], HOPS, hops),
    "golden-det": (["run", "hypercube:16", "random"], HOPS, hops),
    "golden-rand": (["run", "hypercube:16", "random", "--routing", "rand-trans"], HOPS, hops),
    "golden-drand": (["run", "hypercube:16", "random", "--packets", "ports", "--routing",
                      "drand-trans-ooo"], HOPS, hops),
    "golden-d3": (["run", "d3:8,16", "all-to-all"], HOPS, hops),
    "golden-mesh": (["run", "mesh:1024x1024", "uniform,load=0.0002,warmup=0,measure=20",
                     "--routing", "duplex"], HOPS, hops),
    "golden-butterfly": (["run", "butterfly:16", "bit-reversal"], HOPS, hops),
    "golden-benes": (["run", "benes:16", "random,parts=8"], HOPS, hops),
    "golden-dual-net": (["run", "rdn:2x2x2:2", "random", "--packets", "ports"], HOPS, hops),
    "golden-engines": (["run", "rdn:2x2x2:1", "all-to-all-personalized,words=64"], HOPS, hops),
    "array": (["run", "hypercube:10", SHORT, "--machine", "array"], CYCLES, switch_cycles),
    "cosim": (["cosim", "hypercube:10", SHORT], CYCLES, compared),
    "array-half-load": (["run", "hypercube:10", SHORT.replace("0.1", "0.5"), "--machine", "array"],
                        CYCLES, switch_cycles),
    "cosim-half-load": (["cosim", "hypercube:10", SHORT.replace("0.1", "0.5")], CYCLES, compared),
    "cosim-rand": (["cosim", "hypercube:10", SHORT, "--routing", "rand-trans"], CYCLES, compared),
    "cosim-d3": (["cosim", "d3:8,16", "all-to-all"], CYCLES, compared),
    "cosim-large": (["cosim", "hypercube:18", "random"], CYCLES, compared),
}


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True,
                          text=True).stdout.strip()


def commit_before():
    changed = git("status", "--porcelain", "--untracked-files=no")
    return "HEAD" if changed else "HEAD~1"


@contextlib.contextmanager
def built(revision):
    """The command of a commit, in a worktree of its own that is removed at the end."""
    remove = ["worktree", "remove", "--force", str(OTHER)]
    if OTHER.exists():  # of a bench that was killed
        git(*remove)
    git("worktree", "prune")
    git("worktree", "add", "--detach", str(OTHER), revision)
    try:
        print(f"building {git('log', '-1', '--format=%h %s', revision)}", flush=True)
        # What the make that called this was told, as MODE=, holds for the other command too.
        _, _, told = os.environ.get("MAKEFLAGS", "").partition("-- ")
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("MAKE", "MFLAGS"))}
        made = subprocess.run(["make", f"-j{os.cpu_count()}", *told.split(), "all"], cwd=OTHER,
                              env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                              text=True, check=False)
        if made.returncode != 0:
            sys.exit(f"bench: {revision} does not build:\n{made.stderr}")
        yield OTHER
    finally:
        git(*remove)
        git("worktree", "prune")


def once(tree, arguments):
    """User seconds, peak megabytes and the JSON result of one run; None if it fails."""
    environment = {**os.environ, "LOCKHOP_CACHE": str(ROOT / "build/cache")}  # equal Verilog: once
    command = [tree / "build/lockhop", *arguments, "--threads", "1", "--json", "-", "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               cwd=tree, env=environment)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)  # of its child processes too
    process.returncode = status
    if status != 0:
        return None
    return usage.ru_utime, usage.ru_maxrss / 1024, json.loads(output)


def kept_figures():
    """The rates of the table in docs/bench.md, by name."""
    text = (ROOT / "docs" / "bench.md").read_text()
    rows = re.finditer(r"^\| `([\w-]+)` \|[^|]*\| ([\d.]+) \|", text, re.M)
    return {row[1]: float(row[2]) for row in rows}


def in_turns(trees, arguments, runs):
    """The results of each tree, [tree][run]; the first run, which builds the plug-in and warms the
    caches, does not count.  An empty list where the command fails."""
    results = [[] for _ in trees]
    known = [once(tree, arguments) is not None for tree in trees]
    for _ in range(runs):
        for tree, result, works in zip(trees, results, known):
            if works:
                result.append(once(tree, arguments))
    return results


def rates_of(results, work):
    return [work(result) / max(seconds, 0.001) for seconds, _, result in results]


def compare(rates, others):
    """The ratio of the medians, and the range of the middle half of the ratios of the pairs."""
    pairs = sorted(a / b for a, b in zip(rates, others))
    low, _, high = statistics.quantiles(pairs, n=4) if len(pairs) > 1 else pairs * 3
    return statistics.median(rates) / statistics.median(others), low, high


def verdict(name, ratio, low, high):
    """Whether a bench moved by more than its runs differ."""
    if ratio < SLOWER and high < 1:
        return f"slower: {name} ({ratio:.2f})"
    if ratio > 1 / SLOWER and low > 1:
        return f"faster: {name} ({ratio:.2f})"
    return None


def print_sums(seconds):
    """What a randomized hop and what lock step costs, from medians of seconds per work."""
    if {"golden-det", "golden-rand"} <= seconds.keys():
        times = seconds["golden-rand"] / seconds["golden-det"]
        print(f"a packet-hop of rand-trans takes {times:.1f} times as long as a deterministic one")
    for load in ("", "-half-load"):
        if {"array" + load, "cosim" + load} <= seconds.keys():
            more = 100 * (seconds["cosim" + load] / seconds["array" + load] - 1)
            print(f"golden model and comparison add {more:.0f} % to the array alone"
                  f"{' at load 0.5' if load else ' at load 0.1'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--against", metavar="REV", help="the commit to compare with")
    parser.add_argument("names", nargs="*", choices=[[], *BENCHES])
    options = parser.parse_args()
    kept = kept_figures()
    moved, seconds = [], {}

    with built(options.against or commit_before()) as other:
        print(f"{'bench':<17} {'user s':>7} {'MB':>6} {'rate':>7}  {'unit':<24} {'kept':>6} "
              f"{'before':>7} {'ratio':>6}  middle half")
        for name in options.names or BENCHES:
            arguments, unit, work = BENCHES[name]
            here, there = in_turns((ROOT, other), arguments, options.runs)
            if not here:
                sys.exit(f"bench: lockhop {' '.join(arguments)} fails")
            rates = rates_of(here, work)
            rate = statistics.median(rates)
            seconds[name] = 1 / rate
            line = (f"{name:<17} {statistics.median(run[0] for run in here):7.2f} "
                    f"{max(run[1] for run in here):6.0f} {rate:7.2f}  {unit:<24} "
                    f"{kept.get(name, '-'):>6} ")
            if there:
                others = rates_of(there, work)
                ratio, low, high = compare(rates, others)
                line += f"{statistics.median(others):7.2f} {ratio:6.2f}  {low:.2f}-{high:.2f}"
                moved.append(verdict(name, ratio, low, high))
            else:
                line += f"{'-':>7} {'-':>6}  -"
            print(line, flush=True)
    print_sums(seconds)
    moved = [text for text in moved if text]
    print("outside the spread: " + ("; ".join(moved) if moved else "none"))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""counts -- instructions of the golden model for a packet-hop, beside those of docs/bench.md.

    scripts/counts.py                 the counts now, beside those of the page
    scripts/counts.py --check         a count that has risen by more than LIMIT fails; prints TAP
    scripts/counts.py --update [WHY]  writes the counts of now into the page; a count that has
                                      risen by more than LIMIT needs a reason
    scripts/counts.py --misses        writes into the page how often they miss simulated caches
    scripts/counts.py --self-test     counts that rise, fall and stay are told apart; prints TAP

Valgrind counts the instructions of the command itself.  Those of libraries are left out, because
the C library has other functions for other processors; the system's are never seen.  So the counts
depend on the compiler and on nothing else of the machine: with another compiler than that of the
page there is nothing to compare, and --check skips.  LOCKHOP: the command; default build/lockhop.
Exit codes: 0 done, 1 a count has risen, 2 wrong input.
"""

import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

from page_tables import put, read_table
from tap import Tap

LOCKHOP = os.environ.get("LOCKHOP", "build/lockhop")
PAGE = "docs/bench.md"
HEAD = ["run", "instructions per packet-hop", "why it last rose"]
MISSES = ["run", "memory accesses", "miss 32 KiB", "miss 4 MiB"]
COMPILER = re.compile(r"(?<=^Compiler: `).*(?=`\.$)", re.M)
LIMIT = 0.02      # of a count
RUNS = (
    "hypercube:10 uniform,load=0.1,warmup=100,measure=200",
    "hypercube:6 uniform,load=0.1,warmup=100,measure=2000",
    "mesh:8x8 uniform,load=0.1,warmup=100,measure=2000",
    "d3:4,8 all-to-all",
    "hypercube:12 random --routing rand-trans",
)
LARGE = "hypercube:15 random --packets 15"
CACHES = ("--I1=32768,8,64", "--D1=32768,8,64", "--LL=4194304,16,64")


def compiler():
    """What the command was compiled by, and for which machine, as its file says."""
    with open(LOCKHOP, "rb") as file:
        names = set(re.findall(rb"(?:GCC: \(|clang version )[ -~]+", file.read()))
    return ", ".join([*sorted(name.decode() for name in names), platform.machine()])


def instructions(profile):
    """Those of the command itself in what callgrind has written, which is a list of lines: `ob=`
    begins functions of a file, with a number for its name after the first time; a line of digits
    has a count, and counts what a function calls if `calls=` is before it."""
    names, inside, call, total = {}, False, False, 0
    for line in profile:
        named = re.match(r"(c?ob)=\((\d+)\)(?: (.*))?", line)
        if named:
            key, number, name = named.groups()
            names[number] = name or names[number]
            if key == "ob":
                inside = names[number] == os.path.realpath(LOCKHOP)
        elif line[0] in "+-*0123456789":
            total += int(line.split()[1]) if inside and not call else 0
            call = False
        elif line.startswith("calls="):
            call = True
    return total


def profile_of(run, tool, *options):
    """The lines that a tool of valgrind writes about a run, and the packet-hops of the run."""
    with tempfile.NamedTemporaryFile("r", encoding="utf-8") as profile:
        done = subprocess.run(["valgrind", f"--tool={tool}", *options,
                               f"--{tool}-out-file={profile.name}", LOCKHOP, "run",
                               *run.split(), "--threads", "1", "--json", "-", "--quiet"],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"counts: lockhop run {run} fails:\n{done.stderr}")
        return list(profile), json.loads(done.stdout)["hops"]


def count(run):
    """Instructions per packet-hop of a run."""
    profile, hops = profile_of(run, "callgrind", "--dump-line=no")
    return instructions(profile) / hops


def misses(run):
    """A row of the table of misses, per packet-hop."""
    profile, hops = profile_of(run, "cachegrind", "--cache-sim=yes", *CACHES)
    lines = dict(line.split(": ", 1) for line in profile if ": " in line)
    sums = dict(zip(lines["events"].split(), map(int, lines["summary"].split())))
    return [f"`{run}`", *(f"{(sums[read] + sums[written]) / hops:.2f}" for read, written in
                          (("Dr", "Dw"), ("D1mr", "D1mw"), ("DLmr", "DLmw")))]


def kept(page):
    """{run: (count, why)} of the page."""
    return {run.strip("`"): (float(number), why) for run, number, why in read_table(page, HEAD)}


def judge(counts, rows):
    """(run, verdict, text) for every count; the verdict is rise, fall or same."""
    for run, now in counts.items():
        before = rows[run][0] if run in rows else 0
        ratio = now / before - 1 if before else float("inf")
        verdict = "rise" if ratio > LIMIT else "fall" if ratio < -LIMIT else "same"
        told = "not counted before" if not before else \
            f"{abs(100 * ratio):.1f} % {'more' if ratio > 0 else 'less'} than {before:.1f}"
        yield run, verdict, f"lockhop run {run}: {now:.1f} instructions per packet-hop, {told}"


def check(page):
    tap = Tap()
    rows, of_page, of_command = kept(page), COMPILER.search(page)[0], compiler()
    tap(sorted(rows) == sorted(RUNS), f"{PAGE} has every run", sorted(set(rows) ^ set(RUNS)))
    why = None if shutil.which("valgrind") else "no valgrind"
    if of_page != of_command:
        why = f"the counts of {PAGE} are those of {of_page}; this command is of {of_command}"
    if why:
        print(f"# note: instructions per packet-hop are not compared: {why}")
        tap(True, f"instructions per packet-hop # SKIP {why}", [])
        return tap.end()
    for _, verdict, text in judge({run: count(run) for run in RUNS}, rows):
        tap(verdict != "rise", text, ["if that is worth it, write it down with the reason: "
                                      "make counts-update WHY='...'"])
        if verdict == "fall":
            print(f"# note: {text}; make counts-update lowers the table")
    return tap.end()


def update(page, why):
    """The page with the counts of now."""
    rows, counts = kept(page), {run: count(run) for run in RUNS}
    risen = {run: text for run, verdict, text in judge(counts, rows) if verdict == "rise"}
    if risen and not why:
        sys.exit("\n".join(["counts: a count that rises needs a reason, WHY='...'",
                            *risen.values()]))
    table = [[f"`{run}`", f"{now:.1f}", why if run in risen else rows.get(run, ("", "-"))[1]]
             for run, now in counts.items()]
    return put(COMPILER.sub(lambda _: compiler(), page, count=1), HEAD, table)


def self_test(page):
    tap = Tap()
    rows = kept(page)
    for change, wanted in ((1.021, "rise"), (0.979, "fall"), (1.019, "same"), (0.981, "same")):
        found = list(judge({run: change * rows[run][0] for run in RUNS}, rows))
        tap([verdict for _, verdict, _ in found] == [wanted] * len(RUNS),
            f"counts times {change}: {wanted}", found)
    tap([verdict for _, verdict, _ in judge({"new": 1.0}, rows)] == ["rise"],
        "a run that the page does not have: rise", [])
    own, other = os.path.realpath(LOCKHOP), "/lib/libc.so"
    total = instructions([f"ob=(1) {own}\n", "fn=(1) main\n", "0 5\n", f"cob=(2) {other}\n",
                          "cfn=(2) qsort\n", "calls=1 0 \n", "0 1000\n", "0 7\n", "ob=(2)\n",
                          "0 300\n", "cob=(1)\n", "calls=2 0\n", "0 40\n", "ob=(1)\n", "0 30\n"])
    tap(total == 42, "of the lines of a profile those of the command itself count", [total])
    return tap.end()


def main(arguments):
    with open(PAGE, encoding="ascii") as file:
        page = file.read()
    if arguments == ["--self-test"]:
        return self_test(page)
    if arguments == ["--check"]:
        return check(page)
    if arguments[:1] == ["--update"] and len(arguments) <= 2 or arguments == ["--misses"]:
        page = put(page, MISSES, [misses(run) for run in (*RUNS, LARGE)]) \
            if arguments == ["--misses"] else update(page, " ".join(arguments[1:]))
        with open(PAGE, "w", encoding="ascii") as file:
            file.write(page)
        return 0
    if arguments:
        print(__doc__, file=sys.stderr)
        return 2
    for _, _, text in judge({run: count(run) for run in RUNS}, kept(page)):
        print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Every command with its n-th allocation failing: how it ends, and what it leaves.

    allocations.py LOCKHOP LIBRARY FOLDER [WORD...]

LIBRARY is failing_malloc.c.  WORD: only the commands with this word.  With ALL=1 every n is tried,
else the first and then fewer and fewer.  Prints a line `good LAW` or `bad LAW: WHY` for each
command.  Allowed are the end of a run without a failure, with the same output and files, and exit
3 with one line, no verdict, and no file that is not whole.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

LOCKHOP, LIBRARY, FOLDER = sys.argv[1:4]
WORDS = sys.argv[4:]
ROOT = os.getcwd()
ALL = bool(os.environ.get("ALL"))
FIRST, GROWTH = 8, 1.6   # of a spread: each of the first, then 1.6 times as far
SECONDS = re.compile(rb'"(seconds|setup_seconds)": ?[0-9.e-]+|[0-9.]+ s\b')

# What is not ours, and the commands that meet it: glob() of glibc 2.36 frees twice when memory is
# short, and Jansson takes some failures for a wrong text.
KNOWN = {b"double free detected": ("rtl",),
         b"expected near": ("info, a file", "jobs"),
         b"invalid token near": ("info, a file", "jobs")}

# A job that ends with an error has a result that says so; `jobs` itself ends well.
ERROR = {"jobs": b'"word":"ERROR","code":3'}

# Name, files that are there before, arguments; @ is the source tree.
PLAN = ("topology hypercube:2 hypercube:3\npackets 1\ntraffic random\n"
        "routing deterministic\ntrials 2\nseed 1\n")
NETWORK = '{"version": 1, "switches": ["a", "b", "c"], "links": [["a", "b"], ["b", "c"]]}\n'
JOB = ('{"job": 1, "id": "a", "kind": "run", "run": {"version": 1, "topology": "hypercube:2", '
       '"traffic": "random"}}\n')
COMMANDS = [
    ("help", {}, "help"),
    ("help run", {}, "help run"),
    ("help --man", {}, "help --man"),
    ("help --schema", {}, "help --schema"),
    ("list", {}, "list"),
    ("list routings", {}, "list routings"),
    ("list traffic", {}, "list traffic d3:2,2"),
    ("info", {}, "info hypercube:3"),
    ("info, a file", {"n.json": NETWORK}, "info file:n.json"),
    ("route", {}, "route d3:2,2 0.0.0 1.1.1"),
    ("schedule", {}, "schedule hypercube:3 random"),
    ("schedule --loads", {}, "schedule d3:2,2 all-to-all --loads"),
    ("template", {}, "template hypercube:3 -o s.v"),
    ("rtl", {}, "rtl hypercube:2 -o rtl"),
    ("run", {}, "run hypercube:3 random --packets 2"),
    ("run --json", {}, "run hypercube:3 random --json r.json"),
    ("run --save-trace", {}, "run torus:3x3 random --save-trace t.txt"),
    ("run --wave", {}, "run hypercube:2 random --wave w.fst"),
    ("run, a collective", {}, "run hypercube:3 one-to-all-broadcast"),
    ("run --exercise", {}, "run hypercube:2 random --exercise"),
    ("testbench", {}, "testbench hypercube:2 random -o bench"),
    ("check --list", {}, "check hypercube:1 --level quick --list"),
    ("check --plan", {}, "check hypercube:1 --level quick --plan"),
    ("draw", {}, "draw hypercube:3 random -o d.svg"),
    ("sweep", {"x.plan": PLAN}, "sweep x.plan -o x.csv --jobs 1"),
    ("sweep --plan", {"x.plan": PLAN}, "sweep x.plan --plan"),
    ("jobs", {"j.jsonl": JOB}, "jobs j.jsonl"),
    ("claims --table list", {}, "claims hypercube --table list"),
    ("cosim", {}, "cosim hypercube:2 random --json r.json"),
    ("cosim --wave", {}, "cosim hypercube:2 random --wave w.fst"),
]


class End:
    """What a run left."""

    def __init__(self, folder, status, out, err):
        self.status, self.err = status, err
        self.out = SECONDS.sub(b"", out)
        self.files = {str(path.relative_to(folder)): SECONDS.sub(b"", path.read_bytes())
                      for path in sorted(folder.rglob("*")) if path.is_file()}


def run(files, arguments, number):
    """Run it with allocation `number` failing (0: none); its End, and whether one did."""
    folder, mark = pathlib.Path(FOLDER, "work"), pathlib.Path(FOLDER, "mark")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    mark.unlink(missing_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text)
    environment = dict(os.environ, FAIL_AT=str(number), FAIL_MARK=str(mark), LD_PRELOAD=LIBRARY)
    done = subprocess.run([LOCKHOP, *arguments.replace("@", ROOT).split()], cwd=folder,
                          env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=300)
    return End(folder, done.returncode, done.stdout, done.stderr), mark.exists()


def fault(name, end, whole, files):
    """What is wrong with an end of the command of this name; None: nothing."""
    if end.status == whole.status:
        if name in ERROR and ERROR[name] in end.out:
            return None
        if end.out != whole.out:
            return "the same exit code with another output"
        for path, content in whole.files.items():
            if end.files.get(path) != content and not path.endswith(".fst"):
                return f"exit {end.status} with another {path}"
        if set(end.files) != set(whole.files):
            return f"exit {end.status} with files {sorted(set(end.files) ^ set(whole.files))}"
        return None
    said = [line for line in end.err.splitlines() if line.startswith(b"lockhop: ")]
    if any(words in end.err and name in names for words, names in KNOWN.items()):
        return None
    if end.status != 3:
        return f"exit {end.status}: {end.err[-200:]}"
    if len(said) != 1:
        return f"not one line: {end.err[-300:]}"
    if re.search(rb"^PASS$", end.out, re.M):
        return "PASS and an error"
    left = [path for path, content in end.files.items()
            if path not in files and whole.files.get(path) != content and
            not path.endswith(".csv.partial")]  # rows stay for --resume
    return f"files are left: {left}" if left else None


def following(number):
    """The next allocation to fail."""
    return number + 1 if ALL or number < FIRST else int(number * GROWTH)


def try_all(name, files, arguments):
    """Print the law of one command."""
    whole, _ = run(files, arguments, 0)
    again, _ = run(files, arguments, 0)
    faults, tried, number = [], 0, 1
    if whole.out != again.out or whole.status != 0:
        faults.append(f"without a failure: exit {whole.status} {whole.err[-200:]}")
    failed = not faults
    while failed:
        end, failed = run(files, arguments, number)
        why = fault(name, end, whole, files) if failed else None
        if why:
            faults.append(f"allocation {number}: {why}")
        tried += failed
        number = following(number)
    good = not faults and tried > 0
    law = f"{name}: {tried} allocations can fail"
    print(f"good {law}" if good else f"bad {law}: {len(faults)}: {' | '.join(faults[:4])}",
          flush=True)


for one in COMMANDS:
    if not WORDS or any(word in one[0] for word in WORDS):
        try_all(*one)

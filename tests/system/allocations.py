#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Every command with one allocation failing: how it ends, and what it leaves.

    allocations.py LOCKHOP LIBRARY FOLDER [WORD...]

LIBRARY is failing_malloc.c.  WORD: only the commands with this word.  With ALL=1 the first
allocation of every site fails, once each; else those of the first sites and of some at equal
distances.  Prints a line `good LAW` or `bad LAW: WHY` for each command.  Allowed are the end of a
run without a failure, with the same output and files, and exit 3 with one line, no verdict, and no
file that is not whole.
"""

import array
import os
import pathlib
import re
import sys

import tried

LOCKHOP, LIBRARY, FOLDER = sys.argv[1:4]
WORDS = sys.argv[4:]
ALL = bool(os.environ.get("ALL"))
FIRST, OTHERS = 8, 24   # of a choice of sites: each of the first, then so many of the others
EACH = ("info", "run --wave")   # commands in which few allocations come at some stages
SLOW = {"check": 12, "shrink": 6}   # commands that make many runs

# What is said of a difference that is not all there is.
WARNINGS = (b"warning: the difference could not be looked at again: ",
            b"warning: cannot find out whether Verilator compiles our module ", b"ERROR: ")

# A trial of shrink without memory; the result is a run that fails, and may be larger.
NOT_MADE = re.compile(rb"^  not made      1 of the trials: ", re.M)
# What is left of a folder that cannot be removed without memory; the next check removes it.
LOCK = re.compile(r"/\.lockhop-check-\w+/\.lock$")

# A job that ends with an error has a result that says so; `jobs` itself ends well.
ERROR = {"jobs": b'"word":"ERROR","code":3'}


def run(files, arguments, number):
    """Run it with allocation `number` failing (0: none); its End, and whether one did."""
    mark, sites = pathlib.Path(FOLDER, "mark"), pathlib.Path(FOLDER, "sites")
    mark.unlink(missing_ok=True)
    environment = dict(os.environ, FAIL_AT=str(number), FAIL_MARK=str(mark), LD_PRELOAD=LIBRARY)
    if number == 0:
        sites.unlink(missing_ok=True)
        environment["FAIL_SITES"] = str(sites)
    end = tried.run(LOCKHOP, files, arguments, f"{FOLDER}/work", environment)
    return end, mark.exists()


def sites():
    """The first allocation of each site of the last run with number 0, in order."""
    numbers = array.array("l", pathlib.Path(FOLDER, "sites").read_bytes())
    return sorted({number for number in numbers[:len(numbers) // 2] if number})


def less_said(end, whole):
    """What is wrong with a difference that could not be looked at again, or is not all."""
    more = [line for line in end.out.splitlines()
            if line not in whole.out.splitlines() and b"ERROR: " not in line]
    return f"lines that are not so: {more}" if more else None


def larger(end, whole):
    """What is wrong with a result of shrink that may be larger."""
    if end.out.splitlines()[-1:] != whole.out.splitlines()[-1:]:
        return "another verdict"
    names, wanted = ([pathlib.Path(path).name for path in one.files] for one in (end, whole))
    return None if sorted(names) == sorted(wanted) else f"a result with files {sorted(names)}"


def says(end, text):
    """Is it said, on the terminal or in a file of evidence?"""
    return any(text in content for content in (end.err, *end.files.values()))


def fault(name, end, whole, files):
    """What is wrong with an end of the command of this name; None: nothing."""
    if end.status == whole.status == 1 and any(says(end, text) for text in WARNINGS):
        return less_said(end, whole)
    if end.status == whole.status == 1 and NOT_MADE.search(end.out):
        return larger(end, whole)
    if end.status == whole.status:
        if name in ERROR and ERROR[name] in end.out:
            return None
        if end.out != whole.out:
            return "the same exit code with another output"
        for path, content in whole.files.items():
            if not tried.equal(path, end.files.get(path), content):
                return f"exit {end.status} with another {path}"
        others = {path for path in set(end.files) ^ set(whole.files) if not LOCK.search(path)}
        if others:
            return f"exit {end.status} with files {sorted(others)}"
        return None
    said = [line for line in end.err.splitlines() if line.startswith(b"lockhop: ")]
    if end.status != 3:
        return f"exit {end.status}: {end.err[-200:]}"
    if end.out.endswith(b"\nERROR\n"):   # the verdict on many runs
        return None
    if len(said) != 1:
        return f"not one line: {end.err[-300:]}"
    if re.search(rb"^PASS$", end.out, re.M):
        return "PASS and an error"
    # Rows stay for --resume, and the smallest run so far.
    left = [path for path, content in end.files.items()
            if path not in files and not tried.equal(path, whole.files.get(path), content) and
            not path.endswith(".csv.partial") and "/lockhop-shrinking-" not in path]
    told = any(b"ERROR" in content for content in end.files.values())   # of runs in children
    return f"files are left: {left}" if left and not told else None


def chosen(name, numbers):
    """Which of these allocations are to fail."""
    if ALL or name in EACH:
        return numbers
    first, others = (0, SLOW[name]) if name in SLOW else (FIRST, OTHERS)
    rest = numbers[first:]
    return numbers[:first] + rest[::max(1, len(rest) // others)]


def try_all(name, files, arguments):
    """Print the law of one command."""
    whole, _ = run(files, arguments, 0)
    again, _ = run(files, arguments, 0)
    faults, count = [], 0
    if whole.out != again.out or whole.status != tried.STATUS.get(name, 0):
        faults.append(f"without a failure: exit {whole.status} {whole.err[-200:]}")
    for number in [] if faults else chosen(name, sites()):
        end, failed = run(files, arguments, number)
        why = fault(name, end, whole, files) if failed else None
        if why:
            faults.append(f"allocation {number}: {why}")
        count += failed
    good = not faults and count > 0
    law = f"{name}: {count} allocations fail"
    print(f"good {law}" if good else f"bad {law}: {len(faults)}: {' | '.join(faults[:4])}",
          flush=True)


for one in tried.COMMANDS:
    if not WORDS or any(word in one[0] for word in WORDS):
        try_all(*one)

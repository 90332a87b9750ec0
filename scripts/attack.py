#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""attack -- gives switches with the bugs of tests/attack/ to `lockhop check`; says what finds each.

    scripts/attack.py [NAME...]      all bugs, or these

    --lockhop FILE    the command (default build/lockhop)
    --levels LIST     the levels of its first check, in this order (default quick,standard); its
                      other checks run at the first of them
    --family          at last the check of the whole family, where a bug names one
    --jobs N          checks at a time (default: the cores)
    --work DIRECTORY  the switches, and the evidence (default build/attack)

From the repository root, after `make all`.  A line for each bug: what found it, as `quick DIFFER`,
or `not found`.  The last lines count.  Exit status: 0 when everything was found, 1, or 2 for bad
input.  docs/mutation.md is the page; the form of a bug is in tests/attack/README.md.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FAILED = {"DIFFER", "LOST", "DEADLOCK", "TIMEOUT", "ERROR"}
HEAD = re.compile(r"bug (\w+): (\S+\.v) \| ([^|]+?)(?: \| (\S[^|]*))?\n")
EDIT = re.compile(r"<<<\n(.*?)\n===\n(.*?)\n?>>>\n", re.DOTALL)


class AttackError(Exception):
    """A list that cannot be used; the text says where and why."""


class Bug:
    """One bug: .name, .file of rtl/, .checks and .family, arguments of `lockhop check`, .text."""

    def __init__(self, name, file, checks, family, edits):
        self.name, self.file, self.family = name, file, family
        self.checks = [c.split() for c in checks.split(";")]
        self.text = pathlib.Path("rtl", file).read_text()
        for old, new in edits:
            if self.text.count(old) != 1:
                raise AttackError(f"bug {name}: rtl/{file} has {self.text.count(old)} times: {old}")
            self.text = self.text.replace(old, new)


def read_bugs(path):
    bugs = []
    for part in re.split(r"^(?=bug )", path.read_text(), flags=re.MULTILINE)[1:]:
        head = HEAD.match(part)
        edits = EDIT.findall(part)
        if not head or not edits:
            raise AttackError(f"{path}: this is no bug: {part.splitlines()[0]}")
        bugs.append(Bug(*head.groups(), edits))
    return bugs


def verdict(arguments, lockhop, dut, evidence):
    """The last line of a check, which must agree with the exit code; None: none of its switches
    has the module."""
    evidence.mkdir(exist_ok=True)
    command = [lockhop, "check", *arguments, "--dut", dut, "--fail-fast", "--jobs", "1", "--quiet",
               "-o", evidence]
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, text=True,
                          capture_output=True, errors="replace", check=False)
    word = "".join(done.stdout.splitlines()[-1:])
    if word == "PASS" and done.returncode == 0 or word in FAILED and done.returncode not in (0, 2):
        return word
    if done.returncode == 2 and "has no module" in done.stderr:
        return None
    raise AttackError(f"no verdict of {' '.join(map(str, command))}: {done.stderr.strip()[-400:]}")


def attack(bug, options):
    """What found it: level, verdict, network; None: nothing."""
    dut = options.work / f"{bug.name}.v"
    dut.write_text(bug.text)
    evidence = options.work / bug.name
    levels = options.levels.split(",")
    tries = [(level, [*bug.checks[0], "--level", level]) for level in levels]
    tries += [("other size", [*check, "--level", levels[0]]) for check in bug.checks[1:]]
    if options.family and bug.family:
        tries.append(("family", [*bug.family.split(), "--level", "quick"]))
    for level, arguments in tries:
        word = verdict(arguments, options.lockhop, dut, evidence)
        if word in FAILED:
            return level, word, arguments[0]
    return None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--lockhop", default="build/lockhop")
    parser.add_argument("--levels", default="quick,standard")
    parser.add_argument("--family", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/attack"))
    return parser.parse_args()


def main():
    options = parse_arguments()
    bugs = read_bugs(pathlib.Path("tests/attack/bugs.txt"))
    unknown = set(options.names) - {bug.name for bug in bugs}
    if unknown:
        raise AttackError(f"tests/attack/bugs.txt has no bug '{min(unknown)}'")
    options.work.mkdir(parents=True, exist_ok=True)
    bugs = [bug for bug in bugs if not options.names or bug.name in options.names]
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for bug, found in zip(bugs, pool.map(lambda bug: attack(bug, options), bugs)):
            print(f"{bug.name:28} {' '.join(found) if found else 'not found'}", flush=True)
            level = found[0] if found else "not found"
            counts[level] = counts.get(level, 0) + 1
    print(f"{len(bugs)} bugs: " + ", ".join(f"{n} {level}" for level, n in counts.items()))
    return 1 if "not found" in counts else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (AttackError, OSError) as error:
        print(f"attack: {error}", file=sys.stderr)
        sys.exit(2)

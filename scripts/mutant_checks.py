# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutant_checks -- runs `lockhop check` on mutants, several processes at a time.

Every mutant goes through the check of the first row of its module in tests/mutants/runs.txt, then
through that of the next row, until one fails; first all rows at level quick, then all at level
standard.
A row of one module takes the mutants of this module alone for its design, so that switches without
it are not run; any other row takes those of all, so that each switch is compiled once.

A mutant of the lists goes through fewer: no check could prove its entry, only refute it.

The same steps take runs of `lockhop cosim --compare flow` in place of checks, those of
tests/mutants/flow.txt.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import tempfile
import threading

from mutant_runs import Progress, RunError
from mutants import VARIABLE

LOCKHOP = pathlib.Path("build/lockhop").resolve()
LEVELS = ("quick", "standard")
FAILED = {"DIFFER", "LOST", "DEADLOCK", "TIMEOUT", "ERROR"}
FLOW = "flow"  # the only level of runs that are judged by their flow


def read_rows(path, modules):
    """{module: [(file of its mutants, arguments)]} of a table as tests/mutants/runs.txt."""
    rows = {name: [] for name in modules}
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        names, _, arguments = line.partition(": ")
        names = names.split()
        arguments = arguments.replace("file:", f"file:{pathlib.Path.cwd()}/")
        file = f"mutants_{names[0]}.v" if len(names) == 1 else "all.v"
        for name in names:
            if name not in rows:
                raise RunError(f"{path}:{number}: '{name}' is no module of rtl/")
            rows[name].append((file, *arguments.split()))
    return rows


def check(work, row, level, mutant):
    """The verdict of `lockhop check`: its last line."""
    file, *arguments = row
    with tempfile.TemporaryDirectory(dir=work) as evidence:
        command = [str(LOCKHOP), "check", *arguments, "--level", level, "--fail-fast",
                   "--jobs", "1", "--quiet", "-o", evidence]
        if level == FLOW:
            command = [str(LOCKHOP), "cosim", *arguments, "--compare", "flow", "--quiet"]
        command += ["--dut", str((work / file).resolve())]
        done = subprocess.run(command, cwd=evidence,
                              env=dict(os.environ, **{VARIABLE: str(mutant)}),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="replace", check=False)
    word = "".join(done.stdout.splitlines()[-1:])
    if word == "PASS" and done.returncode == 0 or word in FAILED and done.returncode not in (0, 2):
        return word
    raise RunError(f"this has no verdict: {VARIABLE}={mutant} {' '.join(command)}: "
                   f"{done.stderr.strip()[-500:]}")


def prepare(work, row, level):
    """Builds the switches of a check; it must pass without a mutant."""
    word = check(work, row, level, 0)
    if word != "PASS":
        raise RunError(f"{' '.join(row[1:])} at level {level} ends {word} without a mutant")


class Prepared:
    """The checks that pass without a mutant, each made once, when the first mutant needs it."""

    def __init__(self, work):
        self.work = work
        self.lock = threading.Lock()
        self.done = {}

    def wait(self, row, level):
        with self.lock:
            first = (row, level) not in self.done
            done = self.done.setdefault((row, level), concurrent.futures.Future())
        if first:
            try:
                prepare(self.work, row, level)
                done.set_result(None)
            except (OSError, RunError) as error:
                done.set_exception(error)
        done.result()


def follow(prepared, m, rows, levels, kind):
    """How a mutant is killed by one row after the other; None: it survives."""
    for level in levels:
        for k, row in enumerate(rows):
            if not goes_through(kind, level, k):
                continue
            prepared.wait(row, level)
            word = check(prepared.work, row, level, m.number)
            if word != "PASS":
                return f"{level} {word}"
    return None


def goes_through(kind, level, k):
    """Whether a mutant of this list (None: of no list) is checked with row k at this level."""
    return kind is None or level != LEVELS[1] and (kind in ("hidden", "time") or k == 0)


def run_checks(work, tested, jobs, rows, listed, kept, levels=LEVELS):
    """{number: how it was killed} of the mutants of `tested`, [(path, module, mutants)]; None:
    it survived.  `listed`: {number: the kind of its list}."""
    for _, module, _ in tested:
        if not rows[module.name]:
            raise RunError(f"there is no check for {module.name} in the table of runs")
    left = [m for _, _, mutants in tested for m in mutants]
    verdicts = {}
    progress = Progress(len(left), "done")
    prepared = Prepared(work)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            runs = {pool.submit(follow, prepared, m, rows[m.module], levels,
                                listed.get(m.number)): m for m in left}
            for done in concurrent.futures.as_completed(runs):
                m = runs[done]
                verdicts[m.number] = done.result()
                kept.add(m, verdicts[m.number])
                progress.add(m.module)
        finally:
            pool.shutdown(cancel_futures=True)
    progress.end()
    return verdicts

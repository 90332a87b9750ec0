# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutant_runs -- runs the twin tests on mutants, several processes at a time.

A mutant is killed by what ends with another status than 0, says that it failed, or uses much more
processor time than the module as it is.  A run that fails or cannot be built without a mutant is an
error: nothing could be said of the mutants.
"""
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import time

from mutants import VARIABLE

LIBRARIES = "build/plain/libcmodel.a -ljansson -lz -ldl -lm"
LEAST_SECONDS = 10      # of processor time, for any mutant
TIMES_LONGER = 4        # than the module as it is


class RunError(Exception):
    """A build or a run without a mutant that fails."""


def cores():
    return len(os.sched_getaffinity(0))


class Progress:
    """How many mutants are done, on a terminal, on one line of standard error."""

    def __init__(self, total, word):
        self.total = total
        self.word = word
        self.done = 0
        self.start = time.monotonic()

    def add(self, module):
        self.done += 1
        if sys.stderr.isatty():
            taken = time.monotonic() - self.start
            text = f"{self.done} of {self.total} mutants {self.word} in " \
                   f"{taken // 60:.0f} min {taken % 60:02.0f} s, {module}"
            print(f"\r{text:78}", end="", file=sys.stderr, flush=True)

    def end(self):
        if sys.stderr.isatty():
            print(file=sys.stderr)


def start(command, mutant, seconds, stderr):
    """The process of a command with a mutant, which may take so many seconds of processor time."""
    environment = dict(os.environ, CMOCKA_MESSAGE_OUTPUT="STDOUT", **{VARIABLE: str(mutant)})
    limited = ["sh", "-c", 'ulimit -t "$0" && ulimit -c 0 && exec "$@"', str(seconds), *command]
    return subprocess.Popen(limited, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=stderr)


def run(command, mutant, seconds, mark=None):
    """Runs a command with a mutant; True if it ends well.  `mark`: what it says on standard error
    when it has failed; it is ended then."""
    stderr = subprocess.PIPE if mark else subprocess.DEVNULL
    with start(command, mutant, seconds, stderr) as process:
        try:
            if mark and any(mark in line for line in process.stderr):
                return False
            return process.wait() == 0
        finally:
            process.kill()


def good_run_seconds(command):
    """Limit of processor time for a mutant: the module as it is must pass."""
    process = start(command, 0, 3600, subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if status != 0:
        raise RunError(f"this fails without a mutant: {VARIABLE}=0 {' '.join(command)}")
    return int(LEAST_SECONDS + TIMES_LONGER * (used.ru_utime + used.ru_stime))


def build_twin(work, name):
    """The twin test of a module, with its mutants in the module's place."""
    program = work / "twin" / f"test_{name}"
    program.parent.mkdir(parents=True, exist_ok=True)
    source = pathlib.Path("tests/twin") / f"test_{name}.cpp"
    if not source.exists():
        raise RunError(f"module {name} has no twin test {source}")
    log = work / "twin" / f"{name}.log"
    with open(log, "w") as file:
        status = subprocess.run(["tests/twin/build_twin.sh", program, source,
                                 os.environ.get("CXX", "g++"), "-O1", LIBRARIES],
                                env=dict(os.environ, TWIN_RTL=str(work / f"mutants_{name}.v")),
                                stdin=subprocess.DEVNULL, stdout=file, stderr=file).returncode
    if status != 0:
        raise RunError(f"the mutants of {name} cannot be built, see {log}")
    return [str(program)], good_run_seconds([str(program)])


def run_twins(work, tested, jobs, kept):
    """{number: how it was killed} of all mutants of `tested`, [(path, module, mutants)]; None: it
    survived."""
    verdicts = {}
    progress = Progress(sum(len(mutants) for _, _, mutants in tested), "done")
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        builds = {pool.submit(build_twin, work, module.name): mutants
                  for _, module, mutants in sorted(tested, key=lambda entry: -len(entry[2]))}
        try:
            runs = {}
            for build in concurrent.futures.as_completed(builds):
                command, seconds = build.result()
                for m in builds[build]:
                    runs[pool.submit(run, command, m.number, seconds, b": seed ")] = m
            for done in concurrent.futures.as_completed(runs):
                verdicts[runs[done].number] = None if done.result() else "twin"
                kept.add(runs[done], verdicts[runs[done].number])
                progress.add(runs[done].module)
        finally:
            pool.shutdown(cancel_futures=True)
    progress.end()
    return verdicts

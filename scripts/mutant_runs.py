# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutant_runs -- runs the twin tests and lock step on mutants, several processes at a time.

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

LIBRARIES = "build/plain/libcmodel.a -lcmocka -ljansson -lz -ldl -lm"
LEAST_SECONDS = 10      # of processor time, for any mutant
TIMES_LONGER = 4        # than the module as it is
REFUSED = 2             # exit status of lockhop when it did not run


class RunError(Exception):
    """A build or a run without a mutant that fails."""


def cores():
    return len(os.sched_getaffinity(0))


class Progress:
    """How far it is, on a terminal, on one line of standard error."""

    def __init__(self, total):
        self.total = total
        self.done = self.killed = 0
        self.start = time.monotonic()

    def add(self, verdict, module):
        self.done += 1
        self.killed += verdict == "killed"
        if not sys.stderr.isatty():
            return
        left = (time.monotonic() - self.start) * (self.total - self.done) / self.done
        text = f"{self.done} of {self.total} mutants, {self.killed} killed, " \
               f"{left // 60:.0f} min {left % 60:02.0f} s left, {module}"
        print(f"\r{text:78}", end="\n" if self.done == self.total else "", file=sys.stderr,
              flush=True)


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
            status = process.wait()
            if status == REFUSED:
                raise RunError(f"this was refused: {VARIABLE}={mutant} {' '.join(command)}")
            return status == 0
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


def run_twins(work, tested, jobs):
    """{number: killed or survived} of all mutants of `tested`, [(path, module, mutants)]."""
    verdicts = {}
    progress = Progress(sum(len(mutants) for _, _, mutants in tested))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        builds = {pool.submit(build_twin, work, module.name): mutants
                  for _, module, mutants in sorted(tested, key=lambda entry: -len(entry[2]))}
        try:
            runs = {}
            for build in concurrent.futures.as_completed(builds):
                command, seconds = build.result()
                for m in builds[build]:
                    runs[pool.submit(run, command, m.number, seconds, b"[  ERROR   ]")] = m
            for done in concurrent.futures.as_completed(runs):
                verdicts[runs[done].number] = "survived" if done.result() else "killed"
                progress.add(verdicts[runs[done].number], runs[done].module)
        finally:
            pool.shutdown(cancel_futures=True)
    return verdicts


def lockhop_command(work, arguments):
    """What the arguments of a row of tests/mutants/runs.txt stand for."""
    more = ["--quiet", "--cycles", "5000"] if arguments[0] == "cosim" else ["--fail-fast"]
    return ["build/lockhop", *arguments, *more, "--dut", str(work / "all.v")]


def read_runs(path, modules):
    """{module: [arguments]} of a table as tests/mutants/runs.txt."""
    runs = {name: [] for name in modules}
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line or line.startswith("#"):
            continue
        names, _, arguments = line.partition(": ")
        for name in names.split():
            if name not in runs:
                raise RunError(f"{path}:{number}: '{name}' is no module of rtl/")
            runs[name].append(arguments.split())
    return runs


def try_runs(commands, mutant):
    """Is a mutant killed by one of these, [(command, seconds)]?"""
    return not all(run(command, mutant, seconds) for command, seconds in commands)


def run_lockstep(work, tested, jobs, runs):
    """As run_twins, by the runs of each module."""
    for _, module, _ in tested:
        if not runs[module.name]:
            raise RunError(f"there is no run in lock step for {module.name}")
    rows = {tuple(row) for _, module, _ in tested for row in runs[module.name]}
    commands = {row: lockhop_command(work, row) for row in sorted(rows)}
    verdicts = {}
    progress = Progress(sum(len(mutants) for _, _, mutants in tested))
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        try:
            limits = dict(zip(commands, pool.map(prepare, commands.values())))
            tries = {pool.submit(try_runs, [(commands[tuple(row)], limits[tuple(row)])
                                            for row in runs[m.module]], m.number): m
                     for _, _, mutants in tested for m in mutants}
            for done in concurrent.futures.as_completed(tries):
                verdicts[tries[done].number] = "killed" if done.result() else "survived"
                progress.add(verdicts[tries[done].number], tries[done].module)
        finally:
            pool.shutdown(cancel_futures=True)
    return verdicts


def prepare(command):
    """Builds what a run needs, by a run; then the limit of one of its own."""
    run(command, 0, 3600)
    return good_run_seconds(command)

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Signals to a command that runs Verilog: how it ends, and that it leaves nothing behind.

Usage: supervise.py LOCKHOP SCRATCH RUNS_LONG HANGS WAYS; the last three are switches.  Prints
a line `good LAW` or `bad LAW: WHY` for each law.
"""

import glob
import json
import os
import signal
import subprocess
import sys
import time

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it, and so would its children

lockhop, scratch, runs_long, hangs, ways = sys.argv[1:]
LONG = ["cosim", "hypercube:1", "uniform,load=0.3,warmup=0,measure=4000000", "--depth", "2",
        "--lanes", "1"]
SHORT = ["cosim", "hypercube:1", "bit-complement", "--packets", "4", "--lanes", "1", "--depth", "2"]
WAIT = 20  # seconds, for what takes one or two


def processes():
    """PID and group of every process whose environment names this test, zombies left out."""
    found = []
    for path in glob.glob("/proc/[0-9]*"):
        try:
            with open(path + "/environ", "rb") as file:
                mine = b"LOCKHOP_TEST=" + str(os.getpid()).encode() in file.read()
            with open(path + "/stat", encoding="latin-1") as file:
                state = file.read().rsplit(")", 1)[1].split()
            if mine and state[0] != "Z":
                found.append((int(os.path.basename(path)), int(state[2])))
        except OSError:
            pass
    return found


def until(condition):
    end = time.monotonic() + WAIT
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


class Run:
    """A command in a folder of its own, with a cache of its own if it is to be compiled."""

    def __init__(self, name, command, switch, cache=None, way="none", **options):
        self.folder = os.path.join(scratch, name)
        os.makedirs(self.folder + "/temporary")
        environment = dict(os.environ, LOCKHOP_TEST=str(os.getpid()), WAY=way,
                           TMPDIR=self.folder + "/temporary")
        if cache:
            environment["LOCKHOP_CACHE"] = self.folder + "/cache"
        self.process = subprocess.Popen(
            [lockhop, *command, "--dut", switch, "--wave", "run.fst", "--json", "run.json"],
            cwd=self.folder, env=environment, text=True, stdin=subprocess.DEVNULL,
            stdout=open(self.folder + "/out", "w"), stderr=open(self.folder + "/err", "w"),
            **options)

    def wait(self):
        try:
            return self.process.wait(timeout=WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return "no end"

    def running(self):
        return bool(glob.glob(self.folder + "/run.fst.part-*/wave"))

    def compiling(self):
        children = []
        for pid, _ in processes():
            try:
                with open(f"/proc/{pid}/comm", encoding="latin-1") as file:
                    children.append(file.read().strip())
            except OSError:
                pass
        return "cc1plus" in children

    def text(self, name):
        with open(os.path.join(self.folder, name), encoding="latin-1") as file:
            return file.read()

    def left(self):
        """What should not be there: processes, unfinished files, temporary folders."""
        until(lambda: not processes())
        files = [path for pattern in ("*part*", "temporary/*", "cache/*.part*", "cache/build*",
                                      "cache/tmp*")
                 for path in glob.glob(os.path.join(self.folder, pattern))]
        return [str(p) for p in processes()] + files


def law(text, good, *why):
    print("good" if good else "bad", text + ("" if good else ": " + " ".join(map(repr, why))),
          flush=True)


def plain():
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def tell(run, code, what, outcome, why=""):
    left = run.left()
    last = (run.text("out").strip().splitlines() or [""])[-1]
    law(what, code == 130 and not left and (outcome is None or last == outcome) and
        len(run.text("err").splitlines()) <= 3, code, left, last, run.text("err")[-300:], why)


for number, name in ((signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM"),
                     (signal.SIGHUP, "SIGHUP")):
    run = Run(f"runs-{name}", LONG, runs_long, preexec_fn=plain)
    until(run.running)
    run.process.send_signal(number)
    code = run.wait()
    whole = subprocess.run(["fst2vcd", "-f", run.folder + "/run.fst", "-o",
                            run.folder + "/run.vcd"], capture_output=True).returncode == 0
    result = json.loads(run.text("run.json"))
    tell(run, code, f"{name} while a design runs: exit 130, nothing left", "INTERRUPTED")
    law(f"{name} while a design runs: waveform and JSON are whole",
        whole and result["outcome"] == "INTERRUPTED" and result["steps"] is None, whole, result)

for number, name in ((signal.SIGINT, "Ctrl-C"), (signal.SIGTERM, "SIGTERM")):
    run = Run(f"hangs-{name}", SHORT, hangs, preexec_fn=plain)
    until(run.running)
    time.sleep(0.5)
    run.process.send_signal(number)
    code = run.wait()
    tell(run, code, f"{name} while an evaluation hangs: exit 130, nothing left", "INTERRUPTED")

run = Run("deaf", SHORT, ways, way="block_signals", preexec_fn=plain)
until(run.running)
time.sleep(0.5)
run.process.send_signal(signal.SIGTERM)
tell(run, run.wait(), "SIGTERM while a design blocks all signals: exit 130, nothing left",
     "INTERRUPTED")

for number, name, machine in ((signal.SIGINT, "Ctrl-C", "array"),
                              (signal.SIGTERM, "SIGTERM", "network")):
    run = Run(f"builds-{name}", SHORT + ["--machine", machine], runs_long, cache=True,
              preexec_fn=plain)
    seen = until(run.compiling)
    run.process.send_signal(number)
    code = run.wait()
    tell(run, code, f"{name} while the {machine} is compiled: exit 130, nothing left", None, seen)

# The group, as a terminal and `timeout` signal it, and twice in a row.
run = Run("group", LONG, runs_long, preexec_fn=lambda: (plain(), os.setpgid(0, 0)))
until(run.running)
run.process.send_signal(signal.SIGTERM)
os.killpg(run.process.pid, signal.SIGTERM)
time.sleep(0.15)
run.process.send_signal(signal.SIGINT)
tell(run, run.wait(), "the same request three times: in good order all the same", "INTERRUPTED")

# Who starts it in the background of a script has SIGINT ignored.
run = Run("background", LONG, runs_long,
          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))
until(run.running)
run.process.send_signal(signal.SIGINT)
time.sleep(1)
law("a run that ignores SIGINT goes on", run.process.poll() is None, run.process.poll())
run.process.send_signal(signal.SIGTERM)
tell(run, run.wait(), "and SIGTERM ends it", "INTERRUPTED")

for name, command, switch, ready, cache in (
        ("a design runs", LONG, runs_long, Run.running, None),
        ("an evaluation hangs", SHORT, hangs, Run.running, None),
        ("a switch is compiled", SHORT, runs_long, Run.compiling, True)):
    run = Run("killed-" + name.replace(" ", "-"), command, switch, cache=cache)
    until(lambda: ready(run))
    run.process.kill()
    run.process.wait()
    left = run.left()
    law(f"kill -9 of the command while {name}: no process, no unfinished file",
        not [path for path in left if "cache" not in path], left)

# Ctrl-Z stops the design too; then it goes on.
run = Run("stopped", LONG, runs_long, preexec_fn=lambda: os.setpgid(0, 0))
until(run.running)
child = [pid for pid, _ in processes() if pid != run.process.pid]
run.process.send_signal(signal.SIGTSTP)


def state(pid):
    with open(f"/proc/{pid}/stat", encoding="latin-1") as file:
        return file.read().rsplit(")", 1)[1].split()[0]


law("Ctrl-Z stops the command and the design",
    until(lambda: all(state(pid) == "T" for pid in child + [run.process.pid])), child)
run.process.send_signal(signal.SIGCONT)
law("and they go on", until(lambda: all(state(pid) != "T" for pid in child)), child)
run.process.send_signal(signal.SIGTERM)
tell(run, run.wait(), "and end in good order", "INTERRUPTED")

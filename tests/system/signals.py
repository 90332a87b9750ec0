#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Every command that writes something, ended by a signal at its n-th stage: what it leaves.

    signals.py LOCKHOP LIBRARY FOLDER [WORD...]

LIBRARY is signal_at.c.  WORD: only the commands with this word.  With ALL=1 every n is tried, else
the first and then fewer and fewer.  Prints a line `good LAW` or `bad LAW: WHY` for each command
and signal.

After SIGKILL every file is whole or has a name of unfinished ones, and the same command then does
all.  After SIGINT and SIGTERM it ends by the signal, or with 130, or as without it; no
unfinished file is left but the rows of a sweep, nor a temporary one, and a file is whole or says
INTERRUPTED.  No process of it goes on.
"""

import os
import pathlib
import re
import shutil
import signal
import sys
import time

import tried

LOCKHOP, LIBRARY, FOLDER = sys.argv[1:4]
WORDS = sys.argv[4:]
ALL = bool(os.environ.get("ALL"))
FIRST, GROWTH = 3, 1.9   # of a spread: each of the first, then 1.9 times as far
NAMES = ("rtl", "template", "run --json", "run --save-trace", "run --wave", "testbench", "draw",
         "sweep", "synth", "jobs", "cosim", "cosim --wave", "wrapper", "compare",
         "shrink", "check")
UNFINISHED = re.compile(r"\.part(-\w+)?(/|$)|(^|/)\.?lockhop-[^/]*/|\.partial$")
STEPS = ".csv.partial"   # rows of a sweep, for --resume
ENDED = b"INTERRUPTED"
SHRUNK = "/lockhop-shrunk-"   # the folder of the smallest run so far, and what it has
SHRUNK_FILES = {"command", "difference.decode.py", "difference.fst", "difference.gtkw",
                "report.txt", "result.json", "run.json", "stimulus.trace"}
PATIENCE = 60   # seconds in which the processes of a run that was killed must end


def run(files, arguments, number, which, again=False):
    """Run it with a signal at stage `number` (0: none); its End, and whether it came."""
    mark = pathlib.Path(FOLDER, "mark")
    mark.unlink(missing_ok=True)
    temporary = pathlib.Path(FOLDER, "temporary")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    environment = dict(os.environ, SIGNAL_AT=str(number), SIGNAL_NUMBER=str(int(which)),
                       SIGNAL_MARK=str(mark), LD_PRELOAD=LIBRARY, TMPDIR=str(temporary))
    end = tried.run(LOCKHOP, files, arguments, f"{FOLDER}/work", environment, again)
    end.strays = strays()
    end.temporary = [path.name for path in temporary.iterdir()]
    return end, mark.exists()


def processes():
    """Processes whose working directory is that of the runs."""
    folder = os.path.realpath(f"{FOLDER}/work")
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd") == folder:
                yield (process / "cmdline").read_bytes().replace(b"\0", b" ")
        except OSError:
            pass   # it has ended, or is of somebody else


def strays():
    """The processes of a run that do not end after it."""
    until = time.monotonic() + PATIENCE
    left = list(processes())
    while left and time.monotonic() < until:
        time.sleep(0.01)
        left = list(processes())
    return left


def same(path, content, whole):
    """Is it the file of a run that nothing ends?  A waveform can end before that."""
    return path in whole.files and (content == whole.files[path] or
                                    path.endswith((".fst", ".gtkw")))


def killed(end, whole, files, name, arguments):
    """What is wrong after SIGKILL; None: nothing."""
    if end.status != -signal.SIGKILL:
        return f"exit {end.status}"
    for path, content in end.files.items():
        if path not in files and not UNFINISHED.search(path) and not same(path, content, whole):
            return f"{path} is there and not whole"
    if any(path.endswith(STEPS) for path in end.files):
        arguments += " --resume"
    if name == "sweep" and "x.csv" in end.files:
        return None   # it had ended, and is refused
    after, _ = run(files, arguments, 0, signal.SIGKILL, again=True)
    if after.status != whole.status:
        return f"again: exit {after.status}: {after.err[-200:]}"
    for path, content in whole.files.items():
        if not same(path, after.files.get(path), whole):
            return f"again: another {path}"
    return None


def ended(end, whole, files, name, which):
    """What is wrong after a signal that asks it to end."""
    if end.temporary:
        return f"exit {end.status} with temporary files {end.temporary}"
    if end.status not in (130, -which, whole.status):
        return f"exit {end.status}: {end.err[-200:]}"
    if end.status == whole.status and end.out != whole.out:
        return "the same exit code with another output"
    if end.out != whole.out and re.search(rb"^PASS$", end.out, re.M):
        return "PASS after an output that is not whole"
    smallest = {pathlib.Path(path).name for path in end.files if SHRUNK in path}
    if name == "shrink" and smallest not in (set(), SHRUNK_FILES):
        return f"exit {end.status} with the smallest run so far as {smallest}"
    for path, content in end.files.items():
        if path in files or same(path, content, whole) or ENDED in content or SHRUNK in path:
            continue
        if not (path.endswith(STEPS) and name == "sweep"):
            return f"exit {end.status} with {path}: {content[:60]}"
    return None


def try_all(name, files, arguments, which):
    """Print the law of one command and signal."""
    whole, _ = run(files, arguments, 0, which)
    faults, count, number, came = [], 0, 1, whole.status == tried.STATUS.get(name, 0)
    while came:
        end, came = run(files, arguments, number, which)
        if came and end.strays:
            faults.append(f"stage {number}: processes go on: {end.strays}")
        if came:
            why = killed(end, whole, files, name, arguments) if which == signal.SIGKILL else \
                ended(end, whole, files, name, which)
            faults += [f"stage {number}: {why}"] if why else []
        count += came
        number = number + 1 if ALL or number < FIRST else int(number * GROWTH)
    law = f"{name}: {which.name} at {count} stages"
    print(f"good {law}" if count and not faults
          else f"bad {law}: {len(faults)}: {' | '.join(faults[:4])}", flush=True)


for one in tried.COMMANDS:
    if one[0] in NAMES and (not WORDS or any(word in one[0] for word in WORDS)):
        for each in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            try_all(*one, each)

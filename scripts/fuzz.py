#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""Feed texts that libFuzzer makes up to everything that reads a text from outside.

  fuzz.py --can                            can fuzzing be built here? No: one line, exit 1
  fuzz.py [--seconds N] [--target NAME]    every target, or one, for N seconds (default 30);
          [--seed N]                       as drawn from this seed, 0 (default): a new one
  fuzz.py --tap ...                        the same as TAP, with each finding as base64
  fuzz.py --target NAME --reproduce FILE   one text, with the output of the sanitizers
  fuzz.py --self-test                      is a planted bug found, and none where there is none?

Texts that reach new code are kept in build/fuzz/corpus/NAME and start the next call; findings are
in build/fuzz/found. build/fuzz/spent.json has the seconds and executions of all calls. The exit
code is 1 after a finding.
"""

import argparse
import base64
import concurrent.futures
import contextlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXTS = ROOT / "tests/fuzz"
BUILD = ROOT / "build/fuzz"
PROGRAM = BUILD / "tests/fuzz/fuzz"
SPENT = BUILD / "spent.json"
AT_ONCE = 2
WORDS_MOST = 500  # of a dictionary
LIMITS = ["-rss_limit_mb=2500", "-max_len=6000"]
PATIENCE = 25        # seconds of a text; a test must not fail because the machine is slow, so
MOST_PATIENCE = 240  # as TAP


def can():
    """Is there a clang with libFuzzer and sanitizers?"""
    if not shutil.which("clang"):
        return "there is no clang"
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "a.c")
        source.write_text("int LLVMFuzzerTestOneInput(const char *d, unsigned long n)"
                          "{ (void)d; (void)n; return 0; }\n")
        done = subprocess.run(["clang", "-fsanitize=fuzzer,address,undefined", source, "-o",
                               source.with_suffix("")], capture_output=True, text=True)
        if done.returncode:
            return "clang has no libFuzzer; Debian has it in libclang-rt-dev"
    return None


def targets():
    """The names of all targets: each has a file of that name."""
    return sorted(path.stem[len("target_"):] for path in TEXTS.glob("target_*.c"))


def dictionary(name):
    """The option for a dictionary of the words of the stored texts, if there are any."""
    words = set()
    for path in sorted(TEXTS.glob(f"seeds/{name}/*")):
        words.update(re.findall(rb"[A-Za-z_][A-Za-z_-]{2,24}[=:]?", path.read_bytes()))
    if not words:
        return []
    path = BUILD / f"{name}.dict"
    path.write_text("".join(f'"{word.decode()}"\n' for word in sorted(words)[:WORDS_MOST]))
    return [f"-dict={path}"]


def environment(name):
    """What libfuzzer.c is told."""
    return {"FUZZ_TARGET": name, "PATH": "/usr/bin:/bin",
            "ASAN_OPTIONS": "allocator_may_return_null=1:detect_leaks=1"}


def command(name, seconds, seed, patience):
    """The command line of libFuzzer."""
    corpus, found = BUILD / "corpus" / name, BUILD / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    folders = [corpus] + [TEXTS / kind / name for kind in ("seeds", "found")
                          if (TEXTS / kind / name).is_dir()]
    return [PROGRAM, *LIMITS, f"-timeout={patience}", f"-max_total_time={seconds}",
            f"-seed={seed}", "-print_final_stats=1", *dictionary(name),
            f"-artifact_prefix={found}/{name}-", *folders]


def number(pattern, log):
    """The last number that the log gives for this; 0: none."""
    found = re.findall(pattern, log)
    return int(found[-1]) if found else 0


def reason(log):
    """Of a finding, in one line."""
    for pattern in (r"broken law: (.*)", r"runtime error: (.*)", r"SUMMARY: (.*)",
                    r"ERROR: (.*)"):
        found = re.search(pattern, log)
        if found:
            return found.group(1)[:160]
    return "it ended without saying why"


def fuzz(name, seconds, seed=0, patience=PATIENCE):
    """Run one target; its numbers, and the finding or None."""
    done = subprocess.run(command(name, seconds, seed, patience), cwd=ROOT, env=environment(name),
                          capture_output=True, text=True, errors="replace")
    log = done.stderr
    (BUILD / f"{name}.log").write_text(log)
    result = {"executions": number(r"number_of_executed_units: (\d+)", log),
              "new": number(r"new_units_added: +(\d+)", log),
              "coverage": number(r"cov: (\d+)", log),
              "seconds": number(r"Done \d+ runs in (\d+) second", log) or seconds}
    text = re.search(r"Test unit written to (\S+)", log)
    finding = None
    if done.returncode:
        finding = (text.group(1) if text else None, reason(log))
        result["seconds"] = 0  # not counted: it ended early
    return result, finding


def spend(name, result):
    """Add to the seconds of all calls."""
    spent = json.loads(SPENT.read_text()) if SPENT.exists() else {}
    entry = spent.setdefault(name, {"seconds": 0, "executions": 0})
    entry["seconds"] += result["seconds"]
    entry["executions"] += result["executions"]
    entry["coverage"] = result["coverage"]
    SPENT.write_text(json.dumps(spent, indent=1, sort_keys=True) + "\n")


def remedy(name, finding):
    """The lines below a finding: what it is, and the command that shows it again."""
    path, why = finding
    if not path:
        return [why, f"see build/fuzz/{name}.log"]
    return [why, f"make fuzz TARGET={name} REPRODUCE={os.path.relpath(path, ROOT)}"]


def whole_text(finding):
    """The line with which a finding is had where its file is not: in the log of CI."""
    path = finding and finding[0]
    if not path:
        return []
    return ["base64: " + base64.b64encode((ROOT / path).read_bytes()).decode()]


def fuzz_all(names, seconds, seed, tap=None):
    """Every target, two at a time, a line for each; the number of findings.  tap: a Tap."""
    findings = 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        patience = MOST_PATIENCE if tap else PATIENCE
        runs = {pool.submit(fuzz, name, seconds, seed, patience): name for name in names}
        for run in concurrent.futures.as_completed(runs):
            name, (result, finding) = runs[run], run.result()
            spend(name, result)
            line = (f"{name:13} {result['executions']:9} executions, {result['new']:5} new texts, "
                    f"{result['coverage']:6} edges")
            findings += finding is not None
            reasons = remedy(name, finding) if finding else []
            if tap:
                tap(not finding, line, reasons + whole_text(finding))
                continue
            print(f"{line}: {'FINDING' if finding else 'none found'}", flush=True)
            for reason_line in reasons:
                print(f"  {reason_line}")
    return findings


PLANTED = """
#include <stdlib.h>
#include <string.h>
int LLVMFuzzerTestOneInput(const char *data, unsigned long size);
int LLVMFuzzerTestOneInput(const char *data, unsigned long size)
{
  char *copy = malloc(size + 1);
  memcpy(copy, data, size);
  if (size > 2 && copy[0] == 'b' && copy[1] == 'u' && copy[size + OFF] == 'g')
    copy[0] = 0;
  free(copy);
  return 0;
}
"""


def self_test():
    """The same code with and without a read past the end, as TAP."""
    global PROGRAM, BUILD, SPENT
    why = can()
    if why:
        print(f"1..0 # SKIP {why}")
        return 0
    tap = Tap()
    with tempfile.TemporaryDirectory() as folder:
        BUILD = pathlib.Path(folder)
        PROGRAM, SPENT = BUILD / "fuzz", BUILD / "spent.json"
        source = BUILD / "planted.c"
        source.write_text(PLANTED)
        for off, wanted in (("1", True), ("-1", False)):
            subprocess.run(["clang", "-g", "-fsanitize=fuzzer,address", f"-DOFF={off}", source,
                            "-o", PROGRAM], check=True)
            result, finding = fuzz("planted", 20 if wanted else 1)
            good = bool(finding) == wanted and (not wanted or "overflow" in finding[1])
            good = good and (wanted or result["executions"] > 1000)
            tap(good, f"{'a planted bug' if wanted else 'no bug'}: {finding} {result}", [])
            if wanted:
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    inner = Tap()
                    fuzz_all(["planted"], 20, 1, inner)
                text = re.search(r"^# base64: (.+)", printed.getvalue(), re.M)
                good = inner.status == 1 and text and \
                    base64.b64decode(text.group(1)).startswith(b"bu")
                tap(good, "a finding is a failed test, with its text", [printed.getvalue()])
    return tap.end()


def main():
    """Called by make."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--can", action="store_true")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--target", choices=targets())
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tap", action="store_true")
    parser.add_argument("--reproduce")
    parser.add_argument("--self-test", action="store_true")
    asked = parser.parse_args()

    if asked.self_test:
        sys.exit(self_test())
    if asked.can:
        why = can()
        if why:
            print(f"make fuzz: SKIPPED, {why}")
        sys.exit(1 if why else 0)
    if asked.reproduce:
        if not asked.target:
            parser.error("--reproduce needs --target NAME")
        sys.exit(subprocess.run([PROGRAM, *LIMITS, f"-timeout={PATIENCE}",
                                 asked.reproduce], cwd=ROOT,
                                env=environment(asked.target)).returncode and 1)
    names = [asked.target] if asked.target else targets()
    if asked.tap:
        why = can()
        if why:
            print(f"1..0 # SKIP {why}")
            return
        tap = Tap()
        fuzz_all(names, asked.seconds, asked.seed, tap)
        sys.exit(tap.end())
    findings = fuzz_all(names, asked.seconds, asked.seed)
    print(f"{len(names)} targets, {findings} findings")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()

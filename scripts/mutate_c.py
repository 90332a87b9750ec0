#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutate_c -- mutation testing of the C code: do the tests find a small change?

Draws mutants of the heart of cmodel/, builds each in a copy of the tree, and runs the tests that
are nearest to its file, then the others that are quick and those of tests/mutants_c/system.txt,
until one fails.  Prints a line for each mutant, and last `N killed, N equivalent, N not built, N
survived`.

From the repository root.  A mutant that survives and that the list does not name fails, and so does
an entry of the list that is killed or that no mutant has.  Exit status: 0, 1 or 2.
docs/mutation.md is the page.
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import queue
import sys

import c_mutant_runs
from c_mutant_reach import Reach
from c_mutants import key_of, mutants_of, mutated, name_of
from mutant_lists import ListError, read_list
from mutant_runs import RunError, cores

FOLDERS = ["cmodel/switch", "cmodel/network", "cmodel/run", "cmodel/tool/session",
           "cmodel/tool/campaign"]
VERDICTS = {"KILLED": "killed", "EQUIVALENT": "equivalent", "NOBUILD": "not built",
            "SURVIVED": "survived"}


class Parser(argparse.ArgumentParser):
    """As argparse, but with one line for a mistake."""

    def error(self, message):
        self.exit(2, f"mutate_c: {message}\n")


def positive(text):
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is no number from 1")
    return int(text)


def parse_arguments():
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", help="draw from these files (default: the heart)")
    parser.add_argument("--count", type=positive, default=60, help="mutants drawn (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw (default 1)")
    parser.add_argument("--jobs", type=positive, default=cores(),
                        help="processes at a time (default: the cores)")
    parser.add_argument("--tests", nargs="+", default=[], metavar="NAME",
                        help="run these unit tests alone")
    parser.add_argument("--match", metavar="TEXT",
                        help="draw only mutants whose line and change have this text")
    parser.add_argument("--list", type=pathlib.Path, metavar="FILE",
                        default=pathlib.Path("tests/mutants_c/equivalent.txt"),
                        help="mutants that no test can find (default %(default)s)")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/mutate-c"),
                        metavar="DIRECTORY", help="what is made (default %(default)s)")
    parser.add_argument("--resume", action="store_true",
                        help="do not test again what an earlier run has found, while its file is "
                             "the same")
    return parser.parse_args()


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def heart():
    """The files that mutants are drawn from."""
    return sorted(str(path) for folder in FOLDERS for path in pathlib.Path(folder).rglob("*.[ch]"))


def read_files(names):
    """{file: its text} of the heart; and of them the files to draw from."""
    texts = {name: pathlib.Path(name).read_text() for name in heart()}
    for name in names:
        if name not in texts:
            raise ListError(f"'{name}' is no file of {' '.join(FOLDERS)}")
    return texts, sorted(set(names)) or sorted(texts)


def draw(mutants, files, arguments):
    """The mutants to test, in the order of their draw.  Each has a place of its own in this order,
    which a change elsewhere in the code does not alter."""
    wanted = [m for m in mutants if m.file in files]
    if arguments.match:
        wanted = [m for m in wanted if arguments.match in name_of(m)]
    if not wanted:
        raise ListError("there is no mutant to draw")
    wanted.sort(key=lambda m: digest_of(f"{arguments.seed} {key_of(m)}"))
    return wanted[:arguments.count]


class Results:
    """A line of JSON for each mutant, as soon as it is tested."""

    def __init__(self, path, resume, texts):
        self.texts = texts
        self.found = {}
        if resume and path.exists():
            for row in map(json.loads, path.read_text().splitlines()):
                self.found[tuple(row["mutant"])] = row
        self.file = open(path, "a" if resume else "w")

    def digest(self, mutant):
        return digest_of(self.texts[mutant.file])

    def earlier(self, mutant):
        """(verdict, by) of an earlier run; None if there is none that still holds."""
        row = self.found.get(key_of(mutant))
        if row and row["digest"] == self.digest(mutant) and row["verdict"] in ("KILLED", "NOBUILD"):
            return row["verdict"], row["by"]
        return None

    def add(self, mutant, verdict, killer):
        row = {"mutant": key_of(mutant), "line": mutant.line, "verdict": verdict, "by": killer,
               "digest": self.digest(mutant)}
        print(json.dumps(row), file=self.file, flush=True)


def test_all(drawn, texts, listed, results, work, arguments):
    """Tests the mutants that are drawn; yields (mutant, verdict, what killed it)."""
    tree = c_mutant_runs.Tree(work, arguments.jobs)
    for name in arguments.tests:
        if name not in tree.tests:
            raise ListError(f"'{name}' is no program of tests/unit")
    counting = c_mutant_runs.Worker(tree, work / "counting", tree.counting / "lockhop")
    judge = c_mutant_runs.Judge(tree, Reach(tree, counting), arguments.tests)
    workers = queue.Queue()
    for k in range(arguments.jobs):
        workers.put(c_mutant_runs.Worker(tree, work / f"worker-{k}", tree.built / "lockhop"))

    def test(mutant):
        worker = workers.get()
        try:
            return judge.verdict(worker, mutant, mutated(texts[mutant.file], mutant),
                                 key_of(mutant) in listed)
        finally:
            workers.put(worker)

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        runs = {pool.submit(test, m): m for m in drawn if not results.earlier(m)}
        try:
            for mutant in drawn:
                if results.earlier(mutant):
                    yield mutant, *results.earlier(mutant)
            for run in concurrent.futures.as_completed(runs):
                results.add(runs[run], *run.result())
                yield runs[run], *run.result()
        finally:
            pool.shutdown(cancel_futures=True)


def judge_all(tested, total, listed):
    """Prints what becomes of each mutant; returns the counts and the faults."""
    counts = collections.Counter()
    faults = []
    for number, (mutant, verdict, killer) in enumerate(tested, 1):
        entry = listed.get(key_of(mutant))
        if entry and verdict == "SURVIVED":
            verdict, killer = "EQUIVALENT", entry.where
        elif entry:
            faults.append(f"{entry.where}: this mutant is {VERDICTS[verdict]}, take it out of the "
                          f"list: {name_of(mutant)}")
        elif verdict == "SURVIVED":
            faults.append(f"survived: {name_of(mutant)}")
        counts[verdict] += 1
        by = f" [{killer}]" if killer else ""
        print(f"{number}/{total} {verdict:10} {name_of(mutant)}{by}", flush=True)
    return counts, faults


def main():
    arguments = parse_arguments()
    texts, files = read_files(arguments.files)
    mutants = [m for name, text in texts.items() for m in mutants_of(name, text)]
    drawn = draw(mutants, set(files), arguments)
    listed = read_list(arguments.list, texts, "file of the heart")
    known = {key_of(m) for m in mutants}
    faults = [f"{entry.where}: there is no such mutant: {', '.join(map(str, key[:3]))}"
              for key, entry in listed.items() if key not in known]
    arguments.work.mkdir(parents=True, exist_ok=True)
    results = Results(arguments.work / "results.jsonl", arguments.resume, texts)
    counts, more = judge_all(test_all(drawn, texts, listed, results, arguments.work, arguments),
                             len(drawn), listed)
    for fault in faults + more:
        print(fault)
    print(", ".join(f"{counts[verdict]} {words}" for verdict, words in VERDICTS.items()))
    return 1 if faults or more else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ListError, RunError) as error:
        print(f"mutate_c: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)

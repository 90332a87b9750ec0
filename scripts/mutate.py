#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""mutate -- mutation testing: do the twin tests, and lock step, find every bug that can be made?

    scripts/mutate.py twin [MODULE...]         every mutant under the twin test of its module
    scripts/mutate.py check [MODULE...]        every mutant under lockhop check
    scripts/mutate.py flow [MODULE...]         every mutant under lockhop cosim --compare flow

    --jobs N          processes at a time (default: the cores)
    --lists DIRECTORY where the lists of mutants that cannot be killed are (default tests/mutants)
    --runs FILE       what is checked (default tests/mutants/runs.txt; flow: flow.txt there)
    --quick           no check of level standard for those that level quick does not kill
    --work DIRECTORY  what is made (default build/mutants)
    --numbers A-B     these mutants alone; the lists are then not held against the others
    --sample N        N of the mutants alone, drawn by --seed (default 1); likewise
    --shard I/N       every N-th mutant alone, from the I-th on; I counts from 1; likewise
    --keep FILE       write a line for each mutant as soon as it is tested: number, what killed it,
                      module, line, change, code
    --resume          with --keep: mutants that FILE has are not tested again, and the others are
                      added to it; a line that was cut is removed.  Lines of several files (of
                      shards) can be put together

From the repository root, after `make all`.  Survivors that no list names
fail, and so do entries of a list that are killed or that no mutant has.  Exit status: 0, 1 or 2.
docs/mutation.md is the page.
"""
import argparse
import collections
import pathlib
import random
import sys

import mutant_checks
import mutant_runs
from mutant_lists import ListError, read_list
from mutants import Unreadable, name_of, read_modules, write_all

# Of which part which lists count: what no test of a module can see, no switch shows either.
# What changes times alone, no judge of the flow may find.
LISTS = {"twin": ["equivalent.txt"], "check": ["equivalent.txt", "hidden.txt"],
         "flow": ["equivalent.txt", "hidden.txt", "time.txt"]}
RUNS = {"twin": "runs.txt", "check": "runs.txt", "flow": "flow.txt"}
KINDS = ("killed", "equivalent", "hidden", "time", "survived")


def key_of(mutant):
    return mutant.module, mutant.place, mutant.change, mutant.nth


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, add_help=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", choices=sorted(LISTS))
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--jobs", type=int, default=mutant_runs.cores())
    parser.add_argument("--lists", type=pathlib.Path, default=pathlib.Path("tests/mutants"))
    parser.add_argument("--runs", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/mutants"))
    parser.add_argument("--numbers")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shard")
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--resume", action="store_true")
    parser.add_argument("--help", action="help")
    return parser.parse_intermixed_args()


def chosen_modules(names):
    """All modules, for their numbers; and those that are to be tested."""
    everything = read_modules(sorted(pathlib.Path("rtl").glob("*/*.v")))
    known = {module.name for _, module, _ in everything}
    for name in names:
        if name not in known:
            raise ListError(f"'{name}' is no module of rtl/; give one of: "
                            f"{' '.join(sorted(known))}")
    return everything, [entry for entry in everything if not names or entry[1].name in names]


def in_numbers(mutants, numbers):
    if numbers is None:
        return mutants
    first, _, last = numbers.partition("-")
    if not first.isdigit() or last and not last.isdigit():
        raise ListError(f"--numbers '{numbers}': give one number, or two as in 5-9")
    return [m for m in mutants if int(first) <= m.number <= int(last or first)]


def in_sample(tested, size, seed):
    """So many of all mutants, in their order."""
    if size is None:
        return tested
    everything = [m for _, _, mutants in tested for m in mutants]
    kept = set(random.Random(seed).sample([m.number for m in everything],
                                          min(size, len(everything))))
    return [(path, module, [m for m in mutants if m.number in kept])
            for path, module, mutants in tested]


def in_shard(tested, shard):
    """Every N-th of all mutants."""
    if shard is None:
        return tested
    first, _, of = shard.partition("/")
    if not (first.isdigit() and of.isdigit() and 1 <= int(first) <= int(of)):
        raise ListError(f"--shard '{shard}': give I/N with I in 1..N")
    everything = [m.number for _, _, mutants in tested for m in mutants]
    kept = set(everything[int(first) - 1::int(of)])
    return [(path, module, [m for m in mutants if m.number in kept])
            for path, module, mutants in tested]


def with_rows(tested, rows):
    """The modules that some run has; the others are named."""
    for _, module, _ in tested:
        if not rows[module.name]:
            print(f"{module.name:32}in no run")
    return [entry for entry in tested if rows[entry[1].name]]


def numbers_of(counts):
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS
                     if counts[kind] or kind not in ("hidden", "time"))


def judge(tested, verdicts, listed, whole):
    """Prints what each module's mutants came to; returns the counts and the faults."""
    counts = collections.Counter()
    faults = []
    for _, module, mutants in tested:
        here, by = collections.Counter(), collections.Counter()
        for m in mutants:
            entry = listed.get(key_of(m))
            if verdicts[m.number]:
                here["killed"] += 1
                by[verdicts[m.number]] += 1
                if entry:
                    faults.append(f"{entry.where}: this mutant is killed, take it out of the list: "
                                  f"{name_of(m)}")
            elif entry:
                here[entry.kind] += 1
            else:
                here["survived"] += 1
                faults.append(f"survived: no. {m.number}, line {m.line} of {name_of(m)}")
        counts += here
        ways = ", ".join(f"{count} {way}" for way, count in sorted(by.items()))
        print(f"{module.name:32}{numbers_of(here)} ({ways})")
    if whole:
        faults += stale(tested, listed)
    return counts, faults


def stale(tested, listed):
    """Entries of the lists, for these modules, that no mutant has."""
    names = {module.name for _, module, _ in tested}
    there = {key_of(m) for _, _, mutants in tested for m in mutants}
    return [f"{entry.where}: there is no such mutant: {': '.join(map(str, key[:3]))}"
            for key, entry in listed.items() if key[0] in names and key not in there]


class Kept:
    """The file of --keep: a line for each mutant, when it is known what became of it."""

    def __init__(self, path, resume):
        if resume and not path:
            raise ListError("--resume: give the file, --keep FILE")
        self.before = []
        if resume and path.exists():
            lines = path.read_text().splitlines(keepends=True)
            self.before = [line for line in lines if line.endswith("\n")]
        self.file = open(path, "w") if path else None
        if self.file:
            self.file.writelines(self.before)
            self.file.flush()

    @staticmethod
    def _line(m, verdict):
        return "\t".join(map(str, (m.number, verdict, m.module, m.line, m.change, m.place))) + "\n"

    def add(self, m, verdict):
        if self.file:
            self.file.write(self._line(m, verdict or "survived"))
            self.file.flush()

    def known(self, tested):
        """{number: verdict} of the mutants that were tested before.  Lines of mutants that are no
        more, because rtl/ has changed, mean nothing."""
        mutants = {m.number: m for _, _, mutants in tested for m in mutants}
        verdicts = {}
        for line in self.before:
            number, verdict = (line.split("\t") + [""])[:2]
            m = mutants.get(int(number)) if number.isdigit() else None
            if m and line == self._line(m, verdict):
                verdicts[m.number] = None if verdict == "survived" else verdict
        return verdicts


def without(tested, known):
    """What is left to be tested."""
    left = [(path, module, [m for m in mutants if m.number not in known])
            for path, module, mutants in tested]
    return [entry for entry in left if entry[2]]


def run_part(arguments, tested, rows, listed, kept):
    """{number: how it was killed} of all mutants of a part."""
    known = kept.known(tested)
    left = without(tested, known)
    if arguments.part == "twin":
        return known | mutant_runs.run_twins(arguments.work, left, arguments.jobs, kept)
    kinds = {m.number: entry.kind for _, _, mutants in left for m in mutants
             if (entry := listed.get(key_of(m)))}
    levels = mutant_checks.LEVELS[:1 if arguments.quick else None]
    if arguments.part == "flow":
        levels = (mutant_checks.FLOW,)
    return known | mutant_checks.run_checks(arguments.work, left, arguments.jobs, rows, kinds, kept,
                                            levels)


def main():
    arguments = parse_arguments()
    everything, tested = chosen_modules(arguments.modules)
    known = {module.name for _, module, _ in everything}
    listed = {}
    for name in LISTS[arguments.part]:
        listed.update(read_list(arguments.lists / name, known))
    write_all(arguments.work, everything)
    tested = [(path, module, in_numbers(mutants, arguments.numbers))
              for path, module, mutants in tested]
    runs = arguments.runs or pathlib.Path("tests/mutants") / RUNS[arguments.part]
    rows = mutant_checks.read_rows(runs, known) if arguments.part != "twin" else {}
    if arguments.part == "flow":
        tested = with_rows(tested, rows)
    tested = in_shard(in_sample(tested, arguments.sample, arguments.seed), arguments.shard)
    verdicts = run_part(arguments, tested, rows, listed, Kept(arguments.keep, arguments.resume))
    counts, faults = judge(tested, verdicts, listed,
                           arguments.numbers is arguments.sample is arguments.shard is None)
    for fault in faults:
        print(fault)
    print(numbers_of(counts))
    return 1 if faults else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ListError, Unreadable, mutant_runs.RunError) as error:
        print(f"mutate: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)

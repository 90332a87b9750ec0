# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_sums -- the trials of all cells as exact sums in a file, to which more are added
later.

A line is a cell: how many trials, their seeds, for each metric sum, sum of squares, least and
most as exact decimal numbers, and where Det-R has the same random permutation the steps of each
seed.  The file depends on the trials alone, not on how they were put together.
"""
import csv
import decimal
import re

from evaluation_cells import EXACT, MEANS, Cell, Sums, Trials, is_paired
from evaluation_files import fail, to_csv

SUMS = ["sum", "squares", "least", "most"]
HEAD = ["n", "p", "pattern", "routing", "trials", "seeds",
        *(f"{metric}_{what}" for metric in MEANS for what in SUMS), "steps_by_seed"]
MOST = 10 ** 6  # of a seed


def ranges_text(seeds):
    """1-3 5 of {1, 2, 3, 5}."""
    ranges = []
    for seed in sorted(seeds):
        if ranges and ranges[-1][1] == seed - 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in ranges)


def seeds_of(text):
    """Raises ValueError: not as ranges_text() writes them."""
    seeds = set()
    for part in text.split(" "):
        first, _, last = part.partition("-")
        if not (first.isdigit() and (last or first).isdigit() and int(last or first) < MOST):
            raise ValueError(f"'{text}' are not seeds")
        seeds |= set(range(int(first), int(last or first) + 1))
    if ranges_text(seeds) != text:
        raise ValueError(f"'{text}' are not seeds in order")
    return seeds


def number_text(value):
    return format(EXACT.normalize(value), "f")


def number_of(text):
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise ValueError(f"'{text}' is not a number")
    return decimal.Decimal(text)


def trials_of(cell, row):
    """Raises ValueError: they cannot be sums of so many trials."""
    trials = Trials()
    trials.seeds = seeds_of(row["seeds"])
    count = len(trials.seeds)
    if row["trials"] != str(count):
        raise ValueError(f"{row['trials']} trials with {count} seeds")
    for metric in MEANS:
        sums = Sums(*(number_of(row[f"{metric}_{what}"]) for what in SUMS))
        trials.sums[metric] = sums
        if not (sums.least * count <= sums.total <= sums.most * count and
                sums.total * sums.total <= sums.squares * count):
            raise ValueError(f"no {count} numbers have these sums of {metric}")
    steps = [number_of(text) for text in row["steps_by_seed"].split()]
    if len(steps) != (count if is_paired(cell) else 0):
        raise ValueError(f"{len(steps)} steps by seed")
    if steps:
        trials.steps = dict(zip(sorted(trials.seeds), steps))
        of = Sums()
        for step in steps:
            of.merge(Sums.of(step))
        if of.values() != trials.sums["steps"].values():
            raise ValueError("steps by seed have another sum")
    return trials


def is_sums(path):
    """Whether it is such a file; what cannot be read is not."""
    try:
        with open(path, encoding="ascii") as file:
            return file.readline().startswith("n,p,pattern,routing,")
    except (OSError, UnicodeDecodeError):
        return False


def read_sums(path):
    """{cell: Trials}."""
    found = {}
    with open(path, newline="", encoding="ascii") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != HEAD:
            fail(2, f"{path}:1: not the columns of cells that scripts/evaluation.py writes")
        for row in reader:
            where = f"{path}:{reader.line_num}"
            if None in row.values() or None in row:
                fail(2, f"{where}: not {len(HEAD)} columns")
            try:
                cell = Cell(int(row["n"]), int(row["p"]), row["pattern"], row["routing"])
                if cell in found:
                    raise ValueError("the cell is there twice")
                found[cell] = trials_of(cell, row)
            except (ValueError, decimal.DecimalException) as error:
                fail(2, f"{where}: {error}")
    return found


def sums_csv(cells):
    rows = [HEAD]
    for cell, trials in sorted(cells.trials.items()):
        row = [*cell, len(trials.seeds), ranges_text(trials.seeds)]
        for metric in MEANS:
            row += map(number_text, trials.sums[metric].values())
        rows.append(row + [" ".join(number_text(trials.steps[seed])
                                    for seed in sorted(trials.steps))])
    return to_csv(rows)

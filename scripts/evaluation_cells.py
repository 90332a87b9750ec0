# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_cells -- what the trials of a cell say: means with intervals of 95 %, and how many
trials they are from.

A cell is a network, its packets per switch, a pattern and a routing.  An interval is Student's,
of the trials as independent samples.  Where nothing is random, one trial says all: exact.

Of a cell its seeds and exact sums are kept, and the steps of each seed where the permutation is
random, which a speedup compares seed by seed.  So it does not matter in which order, or from how
many files, trials are put together; evaluation_sums.py has them in a file.
"""
import collections
import decimal
import fractions
import re

from evaluation_files import fail, tell
from plot_interval import error_of

BASE = "deterministic"
MEANS = ["steps", "average_delay", "undelayed_percent", "max_output_queue"]

# Sums of decimal numbers are exact, or an exception.
EXACT = decimal.Context(prec=100, traps=[decimal.Inexact, decimal.InvalidOperation])

Cell = collections.namedtuple("Cell", "n p pattern routing")

# error: half of the interval; None: one trial says nothing of it.  exact: nothing is random, and
# error is 0.  seeds: those of the trials, sorted.
Estimate = collections.namedtuple("Estimate", "mean error exact seeds")


def cell_of(path, line, row):
    match = re.fullmatch(r"hypercube:(\d+)", row["topology"])
    if not match:
        fail(2, f"{path}:{line}: '{row['topology']}': the paper's tables are of hypercubes")
    if row["depth"] != "0":
        fail(2, f"{path}:{line}: depth {row['depth']}: the tables are of depth 0")
    for name in ("seed", "packets"):
        if not row[name].isdigit():
            fail(2, f"{path}:{line}: '{row[name]}': {name} is a number")
    for name in MEANS:
        if row["outcome"] == "PASS" and not re.fullmatch(r"[0-9.]+(e-\d+)?", row[name]):
            fail(2, f"{path}:{line}: '{row[name]}': {name} is a number")
    return Cell(int(match[1]), int(row["packets"]), row["traffic"], row["routing"])


def is_exact(cell):
    """Nothing in a trial is random."""
    return cell.routing == BASE and cell.pattern != "random"


def is_paired(cell):
    """The speedup is of the trials of BASE with the same seeds."""
    return not is_exact(cell._replace(routing=BASE))


def cell_text(cell):
    return f"hypercube:{cell.n} {cell.pattern}, {cell.p} packets, {cell.routing}"


class Sums:
    """Exact sum, sum of squares, least and most of numbers."""

    def __init__(self, total=decimal.Decimal(0), squares=decimal.Decimal(0), least=None,
                 most=None):
        self.total, self.squares, self.least, self.most = total, squares, least, most

    def values(self):
        return self.total, self.squares, self.least, self.most

    def merge(self, other):
        self.total = EXACT.add(self.total, other.total)
        self.squares = EXACT.add(self.squares, other.squares)
        self.least = other.least if self.least is None else min(self.least, other.least)
        self.most = other.most if self.most is None else max(self.most, other.most)

    @staticmethod
    def of(value):
        return Sums(value, EXACT.multiply(value, value), value, value)


class Trials:
    """Those of a cell: their seeds, {metric: Sums}, and where BASE has the same permutation
    {seed: steps}."""

    def __init__(self):
        self.seeds, self.sums, self.steps = set(), {name: Sums() for name in MEANS}, {}

    def merge(self, other):
        """Of other seeds."""
        self.seeds |= other.seeds
        self.steps.update(other.steps)
        for name in MEANS:
            self.sums[name].merge(other.sums[name])

    def add(self, cell, row):
        self.seeds.add(int(row["seed"]))
        for name in MEANS:
            self.sums[name].merge(Sums.of(decimal.Decimal(row[name])))
        if is_paired(cell):
            self.steps[int(row["seed"])] = decimal.Decimal(row["steps"])

    def disagree(self, row):
        """A metric of this trial, the seed of which is here, that cannot be in the sums."""
        for name in MEANS:
            value = decimal.Decimal(row[name])
            if not self.sums[name].least <= value <= self.sums[name].most:
                return name
        steps = self.steps.get(int(row["seed"]))
        return "steps" if steps not in (None, decimal.Decimal(row["steps"])) else None

    def differ(self, other):
        """Whether the same seeds say something else."""
        return any(other.steps.get(seed, steps) != steps for seed, steps in self.steps.items()) \
            or (self.seeds == other.seeds and
                any(self.sums[name].values() != other.sums[name].values() for name in MEANS))


class Cells:
    """{cell: Trials}."""

    def __init__(self):
        self.trials = collections.defaultdict(Trials)
        self.failed = set()  # cells in which a trial did not pass

    def add_sums(self, path, trials):
        """Those of a file of sums.  Seeds are there already all, or none of them, or all that are
        there are among them."""
        known = 0
        for cell, new in trials.items():
            old = self.trials[cell]
            if old.differ(new):
                fail(2, f"{path}: {cell_text(cell)}: the same seeds have other numbers than in "
                        "the files before; give files of one version of lockhop")
            if new.seeds <= old.seeds:
                known += len(new.seeds)
            elif old.seeds <= new.seeds:
                known += len(old.seeds)
                self.trials[cell] = new
            elif old.seeds & new.seeds:
                fail(2, f"{path}: {cell_text(cell)}: has seed {min(old.seeds & new.seeds)} of the "
                        "files before, and others; sums cannot be parted, give one of the files")
            else:
                old.merge(new)
        self.tell_known(path, known)

    def add_rows(self, files):
        """Those of all tables of `lockhop sweep`, [(path, {cell: rows})].  What the sums have is
        left out; a trial that is in two rows is refused."""
        for _, rows in files:
            self.failed |= {cell for cell, of in rows.items()
                            if any(row["outcome"] != "PASS" for row in of)}
        for cell in sorted(self.failed):
            tell(f"left out: {cell_text(cell)}: not every trial passed")
        added = collections.defaultdict(Trials)
        for path, rows in files:
            known = 0
            for cell, of in rows.items():
                for row in of if cell not in self.failed else ():
                    known += not self.add_row(path, cell, row, added[cell])
            self.tell_known(path, known)
        for cell, new in added.items():
            if new.seeds:
                self.trials[cell].merge(new)

    def add_row(self, path, cell, row, added):
        """False: the sums have it."""
        seed = int(row["seed"])
        if seed in added.seeds:
            fail(2, f"{path}: {cell_text(cell)}: seed {seed} is there twice")
        if cell not in self.trials or seed not in self.trials[cell].seeds:
            added.add(cell, row)
            return True
        name = self.trials[cell].disagree(row)
        if name:
            fail(2, f"{path}: {cell_text(cell)}: seed {seed} has {name} {row[name]}, which the "
                    "sums cannot have of it; give files of one version of lockhop")
        return False

    @staticmethod
    def tell_known(path, known):
        if known:
            tell(f"{path}: {known} trials are there already")

    def __iter__(self):
        return iter(sorted(self.trials.keys() - self.failed))

    def __contains__(self, cell):
        return cell in self.trials and cell not in self.failed

    def mean(self, cell, metric):
        """None: the cell was not run."""
        if cell not in self:
            return None
        trials = self.trials[cell]
        count, sums = len(trials.seeds), trials.sums[metric]
        mean = fractions.Fraction(sums.total) / count
        exact = is_exact(cell)
        squares = fractions.Fraction(sums.squares) - mean * mean * count
        return Estimate(float(mean), 0 if exact else error_of(squares, count), exact,
                        sorted(trials.seeds))

    def pairs(self, cell, base):
        """Seeds, and the sums of: steps of BASE, of the cell, their products, squares of both;
        None: BASE has none of the seeds, or no steps are made."""
        ours, theirs = self.trials[cell], self.trials[base]
        if is_paired(cell):
            seeds = sorted(ours.steps.keys() & theirs.steps.keys())
            pairs = [(fractions.Fraction(theirs.steps[seed]), fractions.Fraction(ours.steps[seed]))
                     for seed in seeds]
            sums = (sum(b for b, _ in pairs), sum(s for _, s in pairs),
                    sum(b * s for b, s in pairs), sum(b * b for b, _ in pairs),
                    sum(s * s for _, s in pairs))
        else:
            seeds, of = sorted(ours.seeds), theirs.sums["steps"]
            if of.least != of.most:
                fail(2, f"{cell_text(base)}: takes {of.least} to {of.most} steps, and nothing in "
                        "it is random")
            b, s = fractions.Fraction(of.least), ours.sums["steps"]
            total = fractions.Fraction(s.total)
            sums = (b * len(seeds), total, b * total, b * b * len(seeds),
                    fractions.Fraction(s.squares))
        return (seeds, sums) if sums[1] else None

    def speedup(self, cell):
        """Mean steps of Det-R over mean steps of the routing.  Where the permutation is random
        both are of the seeds that both have, so of the same permutations, and the interval is
        that of their ratio: steps of Det-R less the ratio times those of the routing."""
        base = cell._replace(routing=BASE)
        found = self.pairs(cell, base) if cell in self and base in self else None
        if not found:
            return None
        seeds, (theirs, ours, products, their_squares, our_squares) = found
        ratio = theirs / ours
        if cell == base:
            return Estimate(1.0, 0, True, seeds)
        apart = their_squares - 2 * ratio * products + ratio * ratio * our_squares
        mean = ours / len(seeds)
        return Estimate(float(ratio), error_of(apart / (mean * mean), len(seeds)), False, seeds)

    def value(self, cell, metric):
        """A mean, or with no metric the speedup."""
        return self.mean(cell, metric) if metric else self.speedup(cell)


def seeds_text(seeds):
    """The first and the last; how many there are between them is told beside it."""
    return f"{seeds[0]}-{seeds[-1]}" if len(seeds) > 1 else str(seeds[0])


def error_text(estimate, digits):
    if estimate.exact:
        return "exact"
    return "?" if estimate.error is None else f"{estimate.error:.{digits}f}"

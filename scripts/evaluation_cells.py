# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_cells -- what the trials of a cell say: means with intervals of 95 %, and how many
trials they are from.

A cell is a network, its packets per switch, a pattern and a routing.  An interval is Student's,
of the trials as independent samples.  Where nothing is random, one trial says all: exact.
"""
import collections
import math
import re
import statistics

from evaluation_files import fail

BASE = "deterministic"
MEANS = ["steps", "average_delay", "undelayed_percent", "max_output_queue"]

# 97.5 % quantile of Student's distribution by degrees of freedom, from 1; beyond the table its
# expansion in the quantile of the normal distribution, good to 0.001 there.
QUANTILES = [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281]
NORMAL = 1.959964

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
    return Cell(int(match[1]), int(row["packets"]), row["traffic"], row["routing"])


def is_exact(cell):
    """Nothing in a trial is random."""
    return cell.routing == BASE and cell.pattern != "random"


def quantile(freedom):
    if freedom <= len(QUANTILES):
        return QUANTILES[freedom - 1]
    z = NORMAL
    return (z + (z ** 3 + z) / (4 * freedom) +
            (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2) +
            (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * freedom ** 3))


def error_of(deviation, count):
    """Half of the interval of a mean of `count` samples with this standard deviation."""
    return quantile(count - 1) * deviation / math.sqrt(count) if count > 1 else None


class Cells:
    """The trials of all cells: {cell: {seed: {metric: value}}}."""

    def __init__(self):
        self.trials = collections.defaultdict(dict)

    def add(self, path, rows):
        """Those of one more file; a trial that is there already is refused."""
        for cell, of in rows.items():
            for row in of:
                seed = int(row["seed"])
                if seed in self.trials[cell]:
                    fail(2, f"{path}: hypercube:{cell.n} {cell.pattern}, {cell.p} packets, "
                            f"{cell.routing}: seed {seed} is there twice")
                self.trials[cell][seed] = {name: float(row[name]) for name in MEANS}

    def __iter__(self):
        return iter(sorted(self.trials))

    def mean(self, cell, metric):
        """None: the cell was not run."""
        if cell not in self.trials:
            return None
        trials = self.trials[cell]
        values = [trials[seed][metric] for seed in sorted(trials)]
        exact = is_exact(cell)
        error = 0 if exact else error_of(statistics.stdev(values) if len(values) > 1 else 0,
                                         len(values))
        return Estimate(statistics.fmean(values), error, exact, sorted(trials))

    def speedup(self, cell):
        """Mean steps of Det-R over mean steps of the routing.  Where the permutation is random
        both are of the seeds that both have, so of the same permutations, and the interval is
        that of their ratio: steps of Det-R less the ratio times those of the routing."""
        base = cell._replace(routing=BASE)
        if cell not in self.trials or base not in self.trials:
            return None
        ours, theirs = self.trials[cell], self.trials[base]
        seeds = sorted(ours if is_exact(base) else ours.keys() & theirs.keys())
        if not seeds or not any(ours[seed]["steps"] for seed in seeds):
            return None
        fixed = next(iter(theirs.values()))["steps"] if is_exact(base) else None
        steps = [ours[seed]["steps"] for seed in seeds]
        bases = [theirs[seed]["steps"] if fixed is None else fixed for seed in seeds]
        ratio = sum(bases) / sum(steps)
        if cell == base:
            return Estimate(1.0, 0, True, seeds)
        apart = [b - ratio * s for b, s in zip(bases, steps)]
        deviation = math.sqrt(sum(x * x for x in apart) / max(1, len(apart) - 1))
        error = error_of(deviation / statistics.fmean(steps), len(steps))
        return Estimate(ratio, error, False, seeds)

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

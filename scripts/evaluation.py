#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation -- the paper's tables, and plots, from CSV files of `lockhop sweep`.

Usage: evaluation.py [--tables] FILE.csv... DIRECTORY (--tables: no plots)

A FILE may be the FILE.csv.partial of a sweep that is not done: the tables are then of what
there is, and say of how many trials.  It may be a hypercube-cells.csv that this script wrote
before, exact sums of all its trials.  Trials of several files are put together; they differ in
cell or seed, but what the sums have may come again and is left out.  The same trials give the
same bytes, however they are put together.  Into DIRECTORY go
  PATTERN/all-per.csv     the paper's table grouped by packets per switch: sorted by p, then n
  PATTERN/all-across.csv  the same grouped by size: sorted by n, then p
  all-per.md, all-across.md  how to read them, with links to
  all-per-PATTERN.md, all-across-PATTERN.md  these as readable pages
  summary.csv             every number of tables and plots, with intervals, trials, seeds
  hypercube-cells.csv     exact sums of all trials, to which more can be added
  METRIC-1, -2, -half, -ports  .svg and .png: against n, for 1, 2, n/2, n packets per switch

A number is the mean over the trials of a cell, Steps Speedup the ratio of mean steps, Det-R over
the other; evaluation_cells.py has the intervals of 95 %.  A cell that was not run, or in which a
trial did not pass, is left out; of the latter hypercube-cells.csv has what it had before.

The interpreter is Debian's, for which the package python3-matplotlib is.
"""
import pathlib
import re
import sys

from evaluation_cells import MEANS, Cell, Cells, cell_of, error_text, seeds_text
from evaluation_files import fail, in_order, read, to_csv, write
from evaluation_plots import ALGORITHMS, PATTERNS, label_of, write_plots
from evaluation_sums import is_sums, read_sums, sums_csv

# Category of the tables: column of the CSV, or None for the speedup; digits.
CATEGORIES = {
    "Steps Speedup": (None, 3),
    "Average Congestion": ("average_delay", 3),
    "Percent X Packets": ("undelayed_percent", 2),
    "Max OQD": ("max_output_queue", 2),
}
BESIDE = ["95 %", "trials", "seeds"]  # columns beside each algorithm's


def table(cells, pattern, key, routings):
    """Rows [S, category, estimates of the routings], without those that have nothing to say."""
    sizes = sorted({(c.n, c.p) for c in cells if c.pattern == pattern}, key=key)
    for n, p in sizes:
        for category, (metric, _) in CATEGORIES.items():
            values = [cells.value(Cell(n, p, pattern, r), metric) for r in routings]
            if any(value is not None for value in values):
                yield f"S_({n},{p})", category, values


def fields(estimate, digits):
    """The mean, and what is beside it."""
    if estimate is None:
        return [""] * (1 + len(BESIDE))
    return [f"{estimate.mean:.{digits}f}", error_text(estimate, digits),
            str(len(estimate.seeds)), seeds_text(estimate.seeds)]


def table_csv(cells, pattern, key, routings):
    head = ["S_(n,p)", "Category"]
    for routing in routings:
        head += [label_of(routing), *(f"{label_of(routing)}: {what}" for what in BESIDE)]
    rows = [head]
    for size, category, values in table(cells, pattern, key, routings):
        row = [size, category]
        for value in values:
            row += fields(value, CATEGORIES[category][1])
        rows.append(row)
    return to_csv(rows)


def field_text(estimate, digits):
    """A field of a page."""
    mean, error, trials, seeds = fields(estimate, digits)
    if not mean:
        return ""
    return f"{mean} {error if error == 'exact' else '+-' + error} ({trials}: {seeds})"


def file_name(pattern):
    return re.sub(r"[^A-Za-z0-9.=-]", "-", pattern)


def head_page(title, name, patterns):
    """What the tables of the patterns have in common, and where they are."""
    links = [f"- [{pattern}]({name}-{file_name(pattern)}.md)" for pattern in patterns]
    return "\n".join([
        f"# {title}", "",
        "Means over the trials of each cell, from `lockhop sweep`, by pattern:", "", *links, "",
        "S_(n,p): 2^n switches, p packets per switch. Steps Speedup: mean steps of Det-R over mean "
        "steps of the algorithm; above 1 the algorithm is faster.", "",
        "`0.572 +-0.004 (100: 1-100)`: mean, half of the 95 % interval, number of trials, "
        "first and last of their seeds. `exact`: nothing is random. `+-?`: one trial, which "
        "has no interval. An empty field was not run."]) + "\n"


def page(cells, title, name, key, pattern, routings):
    """The tables of one pattern, one for each category."""
    lines = [f"# {title}: {pattern}", "", f"[How to read them]({name}.md)", ""]
    rows = list(table(cells, pattern, key, routings))
    for category, (_, digits) in CATEGORIES.items():
        lines += [f"## {category}", "",
                  "| S_(n,p) | " + " | ".join(label_of(r) for r in routings) + " |",
                  "|---|" + "---:|" * len(routings)]
        lines += [f"| {size} | " + " | ".join(field_text(v, digits) for v in values) + " |"
                  for size, of, values in rows if of == category]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def summary(cells):
    head = ["n", "p", "pattern", "routing", "trials", "seeds", "speedup", "speedup_95",
            "speedup_trials"]
    for metric in MEANS:
        head += [metric, f"{metric}_95"]
    rows = [head + ["least_steps", "most_steps", "largest_output_queue"]]
    for cell in cells:
        sums = cells.trials[cell].sums
        means = [cells.mean(cell, metric) for metric in MEANS]
        row = [*cell, len(means[0].seeds), seeds_text(means[0].seeds)]
        speedup = cells.speedup(cell)
        row += ["", "", "0"] if speedup is None else [
            f"{speedup.mean:.6g}", number(speedup.error), len(speedup.seeds)]
        for mean in means:
            row += [f"{mean.mean:.6g}", number(mean.error)]
        rows.append(row + [f"{float(value):g}" for value in (
            sums["steps"].least, sums["steps"].most, sums["max_output_queue"].most)])
    return to_csv(rows)


def number(error):
    return "" if error is None else f"{error:.6g}"


def write_tables(cells, directory, patterns, routings):
    orders = {"all-per": ("All results by packets per switch", lambda s: (s[1], s[0])),
              "all-across": ("All results by number of switches", lambda s: s)}
    for name, (title, key) in orders.items():
        for pattern in patterns:
            write(directory / file_name(pattern) / f"{name}.csv",
                  table_csv(cells, pattern, key, routings))
            write(directory / f"{name}-{file_name(pattern)}.md",
                  page(cells, title, name, key, pattern, routings))
        write(directory / f"{name}.md", head_page(title, name, patterns))
    write(directory / "summary.csv", summary(cells))
    write(directory / "hypercube-cells.csv", sums_csv(cells))


def main():
    plots = sys.argv[1:2] != ["--tables"]
    *paths, directory = map(pathlib.Path, sys.argv[1 if plots else 2:] or [""])
    if not paths:
        fail(2, "usage: evaluation.py [--tables] FILE.csv... DIRECTORY")
    cells = Cells()
    for path in filter(is_sums, paths):
        cells.add_sums(path, read_sums(path))
    cells.add_rows([(path, read(path, ["seed", *MEANS], cell_of))
                    for path in paths if not is_sums(path)])
    patterns = in_order(PATTERNS, {cell.pattern for cell in cells})
    routings = in_order(list(ALGORITHMS), {cell.routing for cell in cells})
    try:
        write_tables(cells, directory, patterns, routings)
        if plots:
            write_plots(cells, directory, routings)
    except OSError as error:
        fail(3, f"cannot write into {directory}: {error}")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation -- the paper's tables, and plots, from the CSV file of `lockhop sweep`.

Usage: evaluation.py FILE.csv DIRECTORY

Into DIRECTORY go
  PATTERN/all-per.csv     the paper's table grouped by packets per switch: sorted by p, then n
  PATTERN/all-across.csv  the same grouped by size: sorted by n, then p
  all-per.md, all-across.md  these as readable pages
  summary.csv             every mean that the tables and plots are made from
  METRIC-1, METRIC-ports  .svg and .png: against n, for 1 packet per switch and for n

A number is the mean over the trials of a cell; Steps Speedup is the ratio of mean steps, Det-R
over the other.  A cell that was not run, or in which a trial did not pass, is left out.

The interpreter is Debian's, for which the package python3-matplotlib is.
"""
import collections
import csv
import io
import os
import pathlib
import re
import statistics
import sys

# Routing: label, colour (Okabe and Ito's, which the colour-blind can tell apart), marker.  The
# first four are the paper's columns.
ALGORITHMS = {
    "deterministic": ("Det-R", "#000000", "o"),
    "rand-trans": ("Rand-Trans", "#0072B2", "s"),
    "rand-trans-ooo": ("Rand-Trans-OOO", "#56B4E9", "^"),
    "drand-trans-ooo": ("DRand-Trans-OOO", "#D55E00", "D"),
    "rand-sync": ("Rand-Sync", "#009E73", "v"),
    "drand-trans-ooo,forced=0": ("DRand-Trans-OOO, not forced", "#CC79A7", "x"),
}
BASE = "deterministic"
PATTERNS = ["random", "bit-reversal", "transpose", "bit-complement", "shuffle"]

# Category of the tables: column of the CSV, or None for the speedup; digits.
CATEGORIES = {
    "Steps Speedup": (None, 3),
    "Average Congestion": ("average_delay", 3),
    "Percent X Packets": ("undelayed_percent", 2),
    "Max OQD": ("max_output_queue", 2),
}
MEANS = ["steps", "average_delay", "undelayed_percent", "max_output_queue"]

# File: title, label of the axis, scale.
PLOTS = {
    "speedup": ("Steps speedup over Det-R", "speedup (ratio)", "log2"),
    "steps": ("Routing steps until the last packet arrives", "steps", "log2"),
    "average-delay": ("Average delay of a packet", "delay (steps)", "symlog"),
    "undelayed": ("Packets that never waited", "packets (%)", "percent"),
    "max-queue": ("Largest output queue", "packets", "log2"),
}
COLUMN = {"steps": "steps", "average-delay": "average_delay", "undelayed": "undelayed_percent",
          "max-queue": "max_output_queue"}

Cell = collections.namedtuple("Cell", "n p pattern routing")


def fail(status, text):
    print(f"evaluation: {text}", file=sys.stderr)
    sys.exit(status)


def cell_of(path, line, row):
    match = re.fullmatch(r"hypercube:(\d+)", row["topology"])
    if not match:
        fail(2, f"{path}:{line}: '{row['topology']}': the paper's tables are of hypercubes")
    if row["depth"] != "0":
        fail(2, f"{path}:{line}: depth {row['depth']}: the tables are of depth 0")
    return Cell(int(match[1]), int(row["packets"]), row["traffic"], row["routing"])


def read(path, columns, cell_of):
    """Rows of every cell, by cell; cells with a trial that did not pass are left out."""
    rows = collections.defaultdict(list)
    try:
        with open(path, newline="", encoding="ascii") as file:
            reader = csv.DictReader(file)
            wanted = {"topology", "traffic", "packets", "routing", "depth", "outcome", *columns}
            missing = wanted - set(reader.fieldnames or [])
            if missing:
                fail(2, f"{path}:1: no column '{min(missing)}'; give a file of lockhop sweep")
            for row in reader:
                if None in row.values() or None in row:
                    fail(2, f"{path}:{reader.line_num}: not {len(reader.fieldnames)} columns")
                rows[cell_of(path, reader.line_num, row)].append(row)
    except (OSError, UnicodeDecodeError, ValueError) as error:
        fail(2, f"cannot read {path}: {error}")
    if not rows:
        fail(2, f"{path}: has no rows")
    for cell in [c for c, of in rows.items() if any(row["outcome"] != "PASS" for row in of)]:
        row = rows.pop(cell)[0]
        print(f"evaluation: left out: {row['topology']} {row['traffic']}, {row['packets']} "
              f"packets, {row['routing']}: not every trial passed", file=sys.stderr)
    return rows


def summarise(rows):
    """By cell: the mean of each of MEANS, and least, most, trials."""
    cells = {}
    for cell, of in rows.items():
        values = {name: [float(row[name]) for row in of] for name in MEANS}
        cells[cell] = {name: statistics.fmean(values[name]) for name in MEANS}
        cells[cell] |= {"trials": len(of), "least_steps": min(values["steps"]),
                        "most_steps": max(values["steps"]),
                        "largest_output_queue": max(values["max_output_queue"])}
    return cells


def value_of(cells, cell, column):
    """A mean, or with no column the speedup; None where it is not known."""
    if cell not in cells:
        return None
    if column:
        return cells[cell][column]
    base = cell._replace(routing=BASE)
    if base not in cells or cells[cell]["steps"] == 0:
        return None
    return cells[base]["steps"] / cells[cell]["steps"]


def write(path, data):
    """A whole file or none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data if isinstance(data, bytes) else data.encode("ascii"))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def in_order(known, found):
    return [x for x in known if x in found] + sorted(found - set(known))


def label_of(routing):
    return ALGORITHMS.get(routing, (routing,))[0]


def table(cells, pattern, key, routings):
    """Rows [S, category, text of each routing], without those that have nothing to say."""
    sizes = sorted({(c.n, c.p) for c in cells if c.pattern == pattern}, key=key)
    for n, p in sizes:
        for category, (column, digits) in CATEGORIES.items():
            values = [value_of(cells, Cell(n, p, pattern, r), column) for r in routings]
            if any(value is not None for value in values):
                yield [f"S_({n},{p})", category,
                       *("" if v is None else f"{v:.{digits}f}" for v in values)]


def to_csv(rows):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def page(cells, title, key, patterns, routings):
    """One table per pattern and category."""
    lines = [f"# {title}", "",
             "Means over the trials of each cell, from `lockhop sweep`. S_(n,p): 2^n switches, p "
             "packets per switch.",
             "Steps Speedup: mean steps of Det-R over mean steps of the algorithm; above 1 the "
             "algorithm is faster. An empty field was not run.", ""]
    for pattern in patterns:
        lines += [f"## {pattern}", ""]
        rows = list(table(cells, pattern, key, routings))
        for category in CATEGORIES:
            lines += [f"### {category}", "",
                      "| S_(n,p) | " + " | ".join(label_of(r) for r in routings) + " |",
                      "|---|" + "---:|" * len(routings)]
            lines += [f"| {row[0]} | " + " | ".join(row[2:]) + " |"
                      for row in rows if row[1] == category]
            lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def write_tables(cells, directory, patterns, routings):
    orders = {"all-per": ("All results by packets per switch", lambda s: (s[1], s[0])),
              "all-across": ("All results by number of switches", lambda s: s)}
    for name, (title, key) in orders.items():
        for pattern in patterns:
            head = ["S_(n,p)", "Category", *map(label_of, routings)]
            write(directory / re.sub(r"[^A-Za-z0-9.=-]", "-", pattern) / f"{name}.csv",
                  to_csv([head, *table(cells, pattern, key, routings)]))
        write(directory / f"{name}.md", page(cells, title, key, patterns, routings))
    head = ["n", "p", "pattern", "routing", "trials", "steps", "least_steps", "most_steps",
            "average_delay", "undelayed_percent", "max_output_queue", "largest_output_queue"]
    write(directory / "summary.csv", to_csv(
        [head, *([*cell, *(f"{cells[cell][name]:.6g}" for name in head[4:])]
                 for cell in sorted(cells))]))


def draw_panel(axes, cells, name, pattern, routings, in_group, handles):
    column = COLUMN.get(name)
    for routing in routings:
        if name == "speedup" and routing == BASE:
            continue
        points = [(c.n, value_of(cells, c, column)) for c in sorted(cells)
                  if c.pattern == pattern and c.routing == routing and in_group(c)]
        points = [point for point in points if point[1] is not None]
        if points:
            label, colour, marker = ALGORITHMS.get(routing, (routing, "#999999", "+"))
            handles[label] = axes.plot(*zip(*points), color=colour, marker=marker, label=label,
                                       markersize=3.2, linewidth=1, markerfacecolor="none",
                                       markeredgewidth=0.8)[0]
    if name == "speedup":
        handles["Det-R"] = axes.axhline(1, color="black", linewidth=0.9, linestyle=(0, (4, 2)))
    axes.set_title(pattern)


def set_scale(axes, scale, ticker):
    if scale == "log2":
        axes.set_yscale("log", base=2)
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
        axes.yaxis.set_minor_locator(ticker.NullLocator())
    elif scale == "symlog":
        axes.set_yscale("symlog", linthresh=0.1, linscale=0.3)
        axes.set_ylim(bottom=0)
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
    else:
        axes.set_ylim(-3, 103)
    axes.xaxis.set_major_locator(ticker.MultipleLocator(4))
    axes.xaxis.set_minor_locator(ticker.MultipleLocator(1))
    axes.grid(True, color="#dddddd", linewidth=0.5)


def draw(pyplot, ticker, cells, name, group, in_group, routings):
    """One figure: a panel per pattern, the legend below."""
    title, unit, scale = PLOTS[name]
    patterns = in_order(PATTERNS, {c.pattern for c in cells if in_group(c)})
    columns = min(3, len(patterns))
    lines = -(-len(patterns) // columns)
    height = 1.4 + 1.8 * lines  # inches, of which 0.5 above and 0.9 below the panels
    figure, panels = pyplot.subplots(lines, columns, sharex=True, sharey=True, squeeze=False,
                                     figsize=(7, height))
    handles = {}
    for axes in panels.flat[len(patterns):]:
        axes.set_visible(False)
    for index, (axes, pattern) in enumerate(zip(panels.flat, patterns)):
        draw_panel(axes, cells, name, pattern, routings, in_group, handles)
        if index + columns >= len(patterns):  # the lowest of its column
            axes.tick_params(labelbottom=True)
            axes.set_xlabel("n (2^n switches)")
        if index % columns == 0:
            axes.set_ylabel(unit)
    for axes in panels.flat[:len(patterns)]:  # now that the shared axis spans all values
        set_scale(axes, scale, ticker)
    packets = "1 packet per switch" if group == "1" else "n packets per switch"
    figure.suptitle(f"{title}, {packets}")
    order = [label for label in map(label_of, routings) if label in handles]
    figure.legend([handles[label] for label in order], order, loc="lower center", ncols=3,
                  frameon=False)
    figure.subplots_adjust(left=0.085, right=0.99, wspace=0.08, hspace=0.25,
                           top=1 - 0.5 / height, bottom=0.9 / height)
    return figure


def open_pyplot():
    """Matplotlib with the style of all plots, and its module of tickers."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    try:
        import matplotlib
    except ImportError:
        fail(3, "the tables are written, but for plots matplotlib is missing; install "
                "python3-matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot, ticker

    pyplot.rcParams.update({"svg.hashsalt": "lockhop", "font.family": "DejaVu Sans",
                            "font.size": 8, "axes.titlesize": 8, "figure.titlesize": 9,
                            "legend.fontsize": 8, "axes.linewidth": 0.6, "savefig.dpi": 160})
    return pyplot, ticker


def save(pyplot, figure, directory, name):
    """As NAME.svg and NAME.png, the same bytes each time."""
    for kind, metadata in {"svg": {"Date": None, "Creator": None},
                           "png": {"Software": None}}.items():
        data = io.BytesIO()
        figure.savefig(data, format=kind, metadata=metadata)
        write(directory / f"{name}.{kind}", data.getvalue())
    pyplot.close(figure)


def write_plots(cells, directory, routings):
    pyplot, ticker = open_pyplot()
    for group, in_group in {"1": lambda c: c.p == 1, "ports": lambda c: c.p == c.n}.items():
        if not any(map(in_group, cells)):
            continue
        for name in PLOTS:
            figure = draw(pyplot, ticker, cells, name, group, in_group, routings)
            save(pyplot, figure, directory, f"{name}-{group}")


def main():
    if len(sys.argv) != 3:
        fail(2, "usage: evaluation.py FILE.csv DIRECTORY")
    directory = pathlib.Path(sys.argv[2])
    cells = summarise(read(sys.argv[1], MEANS, cell_of))
    patterns = in_order(PATTERNS, {cell.pattern for cell in cells})
    routings = in_order(list(ALGORITHMS), {cell.routing for cell in cells})
    try:
        write_tables(cells, directory, patterns, routings)
        write_plots(cells, directory, routings)
    except OSError as error:
        fail(3, f"cannot write into {directory}: {error}")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_figures -- the figures of `lockhop plot`: what each shows is in docs/plot.md."""
import math

from plot_histogram import draw_histogram
from plot_interval import mean_of, ratio_of
from plot_look import (GRID, LINE, NAME_GAP, NOTE, SIZE, colour_of, marker_of, put_names,
                       text_width, wrapped)
from plot_rows import Refused, group
from plot_saturation import ACCEPTED, LATENCY, saturation

OFFERED = "offered load (packets per terminal and cycle)"
NAMES = {"latency_mean": "mean latency", "latency_median": "median latency",
         "latency_p99": "99th percentile of latency", "latency_max": "largest latency",
         "latency_min": "least latency"}
CURVES = 28             # most of a panel: so many colours and markers are told apart
WIDTH, HEIGHT = 260, 190  # of the axes, points; they are higher where many names are beside them
LEFT, RIGHT, TOP, BOTTOM, BETWEEN = 42, 10, 34, 30, 46
TITLE, SMALL = 9, 7     # sizes of text


class Line:
    """A curve as drawn: points (x, y, half of the interval or None, is it saturated?)."""

    def __init__(self, name, points):
        self.name, self.points = name, points


# --- what is drawn ---

def latency_point(rows, column):
    """(mean, half of its interval): of the trials, else that within the one trial, or None."""
    mean, error = mean_of([row.number(column) for row in rows])
    if error is None and column == "latency_mean" and rows[0].values.get("latency_interval"):
        error = rows[0].number("latency_interval")
    return mean, error


def load_lines(curves, column):
    """Lines against the offered load; a load at which no run has passed has no point."""
    lines = []
    for curve in curves:
        points = curve.points(lambda row: row.load)
        limit = saturation(points)
        drawn = []
        for load, rows in points:
            rows = [row for row in rows if row.passed]
            if rows:
                drawn.append((load, *latency_point(rows, column),
                              limit is not None and load >= limit))
        told = "" if limit is None else f" (saturated at {limit:g})"
        lines.append(Line(curve.label + told, drawn))
    return [line for line in lines if line.points]


def axis_of_speedup(rows):
    """What a speedup is drawn against."""
    for name in ("switches", "packets"):
        if len({row.values[name] for row in rows}) > 1:
            return name
    raise Refused(f"{rows[0].path}: a speedup is drawn against the number of switches or packets, "
                  "and all rows have the same")


def family_parts(rows):
    """Rows of networks of all sizes as one curve: their family, and the packets that all have, or
    that grow with the network."""
    of = {}
    for row in rows:
        of.setdefault(row.values["topology"], set()).add(row.values["packets"])
    common = set.intersection(*of.values())
    for row in rows:
        others = {len(packets - common) for packets in of.values()}
        row.parts["topology"] = row.values["topology"].partition(":")[0]
        if row.values["packets"] not in common and others <= {0, 1}:
            row.parts["packets"] = "packets by size"


def base_rows(rows, base):
    """{what a row of another routing is compared with: {seed: row of the base}}."""
    found = {}
    for row in rows:
        if row.parts["routing"] == base:
            found.setdefault(fellow(row), {})[row.seed] = row
    return found


def fellow(row):
    return tuple(text for name, text in row.parts.items() if name not in ("routing", "vcs")) + \
        (row.values["topology"], row.values["packets"])


def speedup_point(rows, theirs, column):
    """(ratio, half of its interval) of the trials with the same seeds; where the base has one
    trial alone, of all trials and that one."""
    only = next(iter(theirs.values())) if len(theirs) == 1 else None
    pairs = [(theirs.get(row.seed, only), row) for row in rows]
    pairs = [(base.number(column), row.number(column)) for base, row in pairs if base]
    return ratio_of(pairs) if pairs else None


def speedup_lines(curves, rows, column, base, axis):
    """Lines of all routings but the base."""
    bases, lines = base_rows(rows, base), []
    for curve in curves:
        if curve.parts["routing"] == base:
            continue
        drawn = []
        for x, of in curve.points(lambda row: row.number(axis)):
            found = [row for row in of if row.passed and fellow(row) in bases]
            point = speedup_point(found, bases[fellow(found[0])], column) if found else None
            if point:
                drawn.append((x, *point, False))
        lines.append(Line(curve.label, drawn))
    return [line for line in lines if line.points]


# --- axes ---

def latency_axes(axes, ticker, lines):
    axes.set_yscale("log")
    low = min(y for line in lines for _, y, _, _ in line.points)
    high = max(y for line in lines for _, y, _, _ in line.points)
    if low <= 0:
        raise Refused("latencies of 0 have no place on an axis of powers; plot another column")
    marks = sorted(step * 10.0 ** power for power in range(math.floor(math.log10(low)) - 1,
                                                           math.ceil(math.log10(high)) + 1)
                   for step in (1, 2, 5))
    axes.set_ylim(max(m for m in marks if m <= low) * 0.9, min(m for m in marks if m >= high) * 1.1)
    axes.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5), numticks=20))
    plain_numbers(axes.yaxis, ticker)


def plain_numbers(axis, ticker):
    axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_locator(ticker.NullLocator())


def load_axes(axes, lines):
    most = max(x for line in lines for x, _, _, _ in line.points)
    axes.set_xlim(0, most * 1.02)
    axes.set_xlabel(OFFERED)


def accepted_axes(axes, lines):
    load_axes(axes, lines)
    high = max(y for line in lines for _, y, _, _ in line.points)
    axes.set_ylim(0, high * 1.05)
    end = min(axes.get_xlim()[1], axes.get_ylim()[1])
    axes.plot([0, end], [0, end], color=NOTE, linewidth=0.6, linestyle=(0, (5, 3)),
              gid="accepted is offered", zorder=1)


def speedup_axes(axes, ticker, lines, axis):
    axes.set_xscale("log", base=2)
    places = sorted({x for line in lines for x, _, _, _ in line.points})
    axes.xaxis.set_major_locator(ticker.FixedLocator(places if len(places) < 9 else places[::2]))
    plain_numbers(axes.xaxis, ticker)
    axes.set_xlabel({"switches": "switches", "packets": "packets per terminal"}[axis])
    axes.axhline(1, color=NOTE, linewidth=0.6, linestyle=(0, (5, 3)), zorder=1)
    axes.set_ylim(bottom=0)


def draw_lines(axes, lines):
    for number, line in enumerate(lines):
        colour, marker = colour_of(number), marker_of(number)
        first = next((i for i, point in enumerate(line.points) if point[3]), len(line.points))
        x, y, error, _ = zip(*line.points)
        axes.plot(x[:first + 1], y[:first + 1], color=colour, linewidth=1)
        axes.plot(x[first:], y[first:], color=colour, linewidth=1, linestyle=(0, (3, 2)))
        axes.errorbar(x, y, yerr=[e or 0 for e in error], color=colour, linestyle="none",
                      elinewidth=0.8, capsize=1.5, capthick=0.6)
        for part, fill in ((slice(0, first), colour), (slice(first, None), "white")):
            if not x[part]:
                continue
            axes.plot(x[part], y[part], color=colour, marker=marker, markersize=3.6,
                      markerfacecolor=fill, markeredgewidth=0.8, linestyle="none",
                      gid=f"points {line.name}" + (" saturated" if fill == "white" else ""))
    axes.grid(True, **GRID)
    axes.set_axisbelow(True)


# --- pages ---

def panels_of(rows, part, without=()):
    """[(title of a panel, its rows)]."""
    if part is None:
        return [("", rows)]
    if all(part not in row.parts for row in rows):
        raise Refused(f"--panels '{part}': must be one of " +
                      ", ".join(name for name in rows[0].parts if name not in without))
    found = {}
    for row in rows:
        found.setdefault(row.parts.pop(part, ""), []).append(row)
    return list(found.items())


def check_count(lines, where):
    if not lines:
        raise Refused(f"{where or 'the figure'}: no run has passed that could be drawn")
    if len(lines) > CURVES:
        raise Refused(f"{where or 'the figure'}: {len(lines)} curves cannot be told apart, at most "
                      f"{CURVES}; give --panels, or fewer rows")


def page(matplotlib, panels, title, note, draw):
    """A figure of panels [(title, lines)]; draw(axes, lines) draws one."""
    from matplotlib.figure import Figure
    columns = min(len(panels), 2)
    lines = -(-len(panels) // columns)
    names = NAME_GAP + max(text_width(line.name) for _, of in panels for line in of) + RIGHT
    height = max(HEIGHT, *(LINE * len(of) for _, of in panels))
    across = columns * (LEFT + WIDTH + names)
    title = wrapped(title, across - 2 * RIGHT, TITLE)
    note = wrapped(note, across - 2 * RIGHT, SMALL)
    top = 12 + 1.3 * TITLE * (title.count("\n") + 1)
    below = 10 + 1.4 * SMALL * (note.count("\n") + 1)
    inside = lines * height + (lines - 1) * BETWEEN + (SIZE * 2 if panels[0][0] else 0) + BOTTOM
    tall = top + inside + below
    figure = Figure(figsize=(across / 72, tall / 72))
    for number, (text, of) in enumerate(panels):
        left = (number % columns) * (LEFT + WIDTH + names) + LEFT
        high = tall - top - (SIZE * 2 if text else 0) - (number // columns) * (height + BETWEEN)
        axes = figure.add_axes((left / across, (high - height) / tall, WIDTH / across,
                                height / tall))
        axes.set_title(text)
        draw(axes, of)
        if number + columns < len(panels):
            axes.set_xlabel("")
        put_names(axes, [(line.name, colour_of(i), line.points[-1][:2])
                         for i, line in enumerate(of)], (WIDTH, height))
    figure.text(RIGHT / across, 1 - 6 / tall, title, size=TITLE, va="top")
    figure.text(RIGHT / across, 6 / tall, note, size=SMALL, va="bottom", color=NOTE)
    return figure


def trials_of(curves, axis):
    """How many trials the points have."""
    counts = sorted({len(of) for curve in curves for _, of in curve.points(axis)})
    return str(counts[0]) if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"


def bars_text(trials, column):
    if trials != "1":
        return f"Points: means of {trials} trials; bars: 95 % intervals."
    if column == "latency_mean":
        return "Points: one trial; bars: 95 % intervals within it, by batch means."
    return "Points: one trial."


def load_figure(matplotlib, rows, options):
    """Latency, or accepted load, against the offered load."""
    from matplotlib import ticker
    column = options.column
    empty = next((row for row in rows if not row.values["load"]), None)
    if empty:
        empty.refuse("load", "is empty: this run has no offered load; try --figure histogram or "
                             "speedup")
    panels = panels_of(rows, options.panels)
    _, common = group(rows)
    drawn = []
    for text, of in panels:
        lines = load_lines(group(of)[0], column)
        check_count(lines, text)
        drawn.append((text, lines))
    trials = trials_of([curve for text, of in panels for curve in group(of)[0]],
                       lambda row: row.load)
    accepted = options.figure == "accepted"

    def draw(axes, lines):
        draw_lines(axes, lines)
        if accepted:
            accepted_axes(axes, lines)
            axes.set_ylabel("accepted load")
        else:
            load_axes(axes, lines)
            latency_axes(axes, ticker, lines)
            axes.set_ylabel(f"{NAMES.get(column, column)} (steps)")

    name = "Accepted load" if accepted else NAMES.get(column, column).capitalize()
    note = (f"{bars_text(trials, column)} Hollow and dashed: saturated, from the least load where "
            f"less than {100 * ACCEPTED:g} % of the offered load is accepted, the mean latency is "
            f"more than {LATENCY} times that of the least load, or a run does not end with PASS.")
    return page(matplotlib, drawn, f"{name}: {common}" if common else name, note, draw)


def speedup_figure(matplotlib, rows, options):
    from matplotlib import ticker
    column = options.column
    if "design" in rows[0].values:
        rows[0].refuse("design", "a speedup is of routings; give files of lockhop sweep")
    base = options.base or rows[0].parts["routing"]
    if all(row.parts["routing"] != base for row in rows):
        found = ", ".join(dict.fromkeys(row.parts["routing"] for row in rows))
        raise Refused(f"--base '{base}': no row has this routing; there are {found}")
    if all(row.parts["routing"] == base for row in rows):
        raise Refused(f"{rows[0].path}: all rows have routing {base}; a speedup compares two")
    axis = axis_of_speedup(rows)
    if axis == "switches":
        family_parts(rows)
    without = () if axis == "switches" else ("packets",)
    for row in rows:
        for name in without:
            row.parts[name] = ""
        row.parts["vcs"] = row.parts["lanes"] = ""
    panels = panels_of(rows, options.panels)
    _, common = group(rows)
    drawn = []
    for text, of in panels:
        lines = speedup_lines(group(of)[0], of, column, base, axis)
        check_count(lines, text)
        drawn.append((text, lines))

    def draw(axes, lines):
        draw_lines(axes, lines)
        speedup_axes(axes, ticker, lines, axis)
        axes.set_ylabel("speedup (ratio)")

    trials = trials_of(group(rows)[0], lambda row: (row.number("switches"),
                                                    row.number("packets")))
    note = (f"Mean {column} of {base} over mean {column} of the routing, of the same seeds; "
            f"{trials} trials; bars: 95 % intervals.")
    return page(matplotlib, drawn, f"Speedup over {base}" + (f": {common}" if common else ""),
                note, draw)


def histogram_figure(matplotlib, rows, options):
    for row in rows:
        if row.values["load"] if "load" in row.values else "":
            row.parts["load"] = f"load {row.values['load']}"
    failed = [row for row in rows if not row.passed]
    rows = [row for row in rows if row.passed]
    if not rows:
        raise Refused(f"{failed[0].path}: no run has passed that could be drawn")
    curves, common = group(rows)
    check_count(curves, "")
    return draw_histogram(matplotlib, curves, options.column, common, len(failed))


FIGURES = {  # function, usual column, more columns that it reads
    "latency": (load_figure, "latency_mean", {"latency_mean", "accepted_load", "offered_load"}),
    "accepted": (load_figure, "accepted_load", {"latency_mean", "accepted_load", "offered_load"}),
    "histogram": (histogram_figure, "steps", set()),
    "speedup": (speedup_figure, "steps", {"topology"}),
}

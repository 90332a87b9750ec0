# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_plots -- the plots of the paper's evaluation, against n, one panel per pattern.

Bars are the intervals of 95 %; a point without a bar is one trial of something random.  Curves
that lie on each other are told apart by dash, marker and place: the points of each routing are
moved aside by a little, the same at every n.
"""
from evaluation_cells import BASE
from evaluation_files import in_order, open_pyplot, save

# Routing: label, colour (Okabe and Ito's, which the colour-blind can tell apart), marker, dashes.
# The first four are the paper's columns.
ALGORITHMS = {
    "deterministic": ("Det-R", "#000000", "o", (0, ())),
    "rand-trans": ("Rand-Trans", "#0072B2", "s", (0, (5, 1))),
    "rand-trans-ooo": ("Rand-Trans-OOO", "#56B4E9", "^", (0, (1, 1))),
    "drand-trans-ooo": ("DRand-Trans-OOO", "#D55E00", "D", (0, (4, 1, 1, 1))),
    "rand-sync": ("Rand-Sync", "#009E73", "v", (0, (7, 2))),
    "drand-trans-ooo,forced=0": ("DRand-Trans-OOO, not forced", "#CC79A7", "x",
                                 (0, (2, 2))),
}
PATTERNS = ["random", "bit-reversal", "transpose", "bit-complement", "shuffle"]
ASIDE = 0.14  # of n, between the points of one routing and the next

# File: title, label of the axis, scale.
PLOTS = {
    "speedup": ("Steps speedup over Det-R", "speedup (ratio)", "log2"),
    "steps": ("Routing steps until the last packet arrives", "steps", "log2"),
    "average-delay": ("Average delay of a packet", "delay (steps)", "symlog"),
    "undelayed": ("Packets that never waited", "packets (%)", "percent"),
    "max-queue": ("Largest output queue", "packets", "log2"),
}
METRIC = {"steps": "steps", "average-delay": "average_delay", "undelayed": "undelayed_percent",
          "max-queue": "max_output_queue"}

# Group of a file: what it says of the packets per switch, and which cells are in it.  It is drawn
# if it has cells that those before it lack.
GROUPS = {
    "1": ("1 packet per switch", lambda c: c.p == 1),
    "ports": ("n packets per switch", lambda c: c.p == c.n),
    "2": ("2 packets per switch", lambda c: c.p == 2),
    "half": ("n/2 packets per switch", lambda c: c.p == max(1, c.n // 2)),
}


def label_of(routing):
    return ALGORITHMS.get(routing, (routing,))[0]


def draw_curve(axes, points, routing, aside):
    """Of points (n, estimate); returns what the legend shows."""
    label, colour, marker, dashes = ALGORITHMS.get(routing, (routing, "#999999", "+", "-"))
    return axes.errorbar([n + aside for n, _ in points], [e.mean for _, e in points],
                         yerr=[e.error or 0 for _, e in points], color=colour, marker=marker,
                         linestyle=dashes, label=label, markersize=3.2, linewidth=0.8,
                         markerfacecolor="none", markeredgewidth=0.8, elinewidth=0.8)


def draw_panel(axes, cells, name, pattern, routings, in_group, handles):
    for index, routing in enumerate(routings):
        if name == "speedup" and routing == BASE:
            continue
        points = [(c.n, cells.value(c, METRIC.get(name))) for c in cells
                  if c.pattern == pattern and c.routing == routing and in_group(c)]
        points = [point for point in points if point[1] is not None]
        if points:
            aside = ASIDE * (index - (len(routings) - 1) / 2)
            handles[label_of(routing)] = draw_curve(axes, points, routing, aside)
    if name == "speedup":
        handles["Det-R"] = axes.axhline(1, color="black", linewidth=0.9)
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


def draw(pyplot, ticker, cells, name, group, routings):
    """One figure: a panel per pattern, the legend below."""
    title, unit, scale = PLOTS[name]
    packets, in_group = GROUPS[group]
    patterns = in_order(PATTERNS, {c.pattern for c in cells if in_group(c)})
    columns = min(3, len(patterns))
    lines = -(-len(patterns) // columns)
    height = 1.4 + 1.8 * lines  # inches, of which 0.5 above and 0.9 below the panels
    figure, panels = pyplot.subplots(lines, columns, sharex=True, squeeze=False,
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
    for axes in panels.flat[:len(patterns)]:  # now that the axes span all values
        set_scale(axes, scale, ticker)
    figure.suptitle(f"{title}, {packets}")
    order = [label for label in map(label_of, routings) if label in handles]
    figure.legend([handles[label] for label in order], order, loc="lower center", ncols=3,
                  frameon=False)
    figure.subplots_adjust(left=0.085, right=0.99, wspace=0.16, hspace=0.25,
                           top=1 - 0.5 / height, bottom=0.9 / height)
    return figure


def write_plots(cells, directory, routings):
    pyplot, ticker = open_pyplot()
    drawn = set()
    for group, (_, in_group) in GROUPS.items():
        found = set(filter(in_group, cells))
        if found <= drawn:
            continue
        drawn |= found
        for name in PLOTS:
            figure = draw(pyplot, ticker, cells, name, group, routings)
            save(pyplot, figure, directory, f"{name}-{group}")

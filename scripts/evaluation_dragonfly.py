#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_dragonfly -- latency against load, and bursts, on the swapped dragonfly.

Usage: evaluation_dragonfly.py FILE.csv DIRECTORY

FILE.csv is that of `lockhop sweep docs/evaluation/dragonfly.plan`, or of another plan of d3
networks, open loops and bursts from drawer to drawer.  Into DIRECTORY go
  dragonfly-tables.md     throughput, latency without load, bursts, and every point of the plots
  dragonfly-summary.csv   every mean that these are made from
  dragonfly-latency, dragonfly-latency-p99, dragonfly-accepted, dragonfly-depth,
  dragonfly-burst         .svg and .png

A number is the mean over the trials of a cell.  A cell in which a trial did not pass is left
out.  Plots against load are of the queue depth that most cells have; dragonfly-depth compares
the others with it.  dragonfly-burst has the networks of one K, that of most bursts.
"""
import collections
import math
import pathlib
import re
import statistics
import sys

from evaluation_files import (fail, in_order, open_pyplot, passed, read, save, to_csv,
                              write)

# Routing without its option holds: label, colour (Okabe and Ito's), marker.
ALGORITHMS = {
    "source-vector": ("minimal, source vector", "#999999", "+"),
    "destination": ("minimal", "#000000", "o"),
    "glgl": ("four hops", "#CC79A7", "x"),
    "valiant": ("Valiant, b = 4", "#0072B2", "s"),
    "valiant,b=5": ("Valiant, b = 5", "#56B4E9", "^"),
    "ugal": ("UGAL", "#D55E00", "D"),
    "ugal-l": ("UGAL-L", "#009E73", "v"),
}
DEPTHS = ["#E69F00", "#009E73", "#D55E00", "#0072B2", "#CC79A7", "#000000"]
TRAFFIC = {"any": "random destinations", "drawer": "all to the next drawer"}
BURST = "drawer-to-drawer"

# File: title, label of the axis, column.
PLOTS = {
    "latency": ("Mean latency", "mean latency (steps)", "latency_mean"),
    "latency-p99": ("99th percentile of latency", "latency (steps)", "latency_p99"),
    "accepted": ("Accepted load", "accepted load", "accepted_load"),
}
MEANS = ["steps", "hops", "average_delay", "max_output_queue", "latency_mean", "latency_p99",
         "accepted_load", "link_conflicts"]
LATENCY_MOST = 100  # steps, on plots
OFFERED = "offered load (packets per terminal and cycle)"

# to: of an open loop, "any" or "drawer"; "" for a burst, whose load is 0.
Cell = collections.namedtuple("Cell", "topology to load packets routing holds depth lanes")


def cell_of(path, line, row):
    traffic, routing = row["traffic"], row["routing"]
    options = dict(re.findall(r",(\w+)=([^,]+)", traffic))
    if not row["topology"].startswith("d3:"):
        fail(2, f"{path}:{line}: '{row['topology']}': give a plan of d3 networks")
    if traffic != BURST and "load" not in options:
        fail(2, f"{path}:{line}: '{traffic}': give a plan of open loops and of {BURST}")
    return Cell(row["topology"], "" if traffic == BURST else options.get("to", "any"),
                float(options.get("load", 0)), int(row["packets"]),
                routing.replace(",holds=0", ""), ",holds=0" not in routing, int(row["depth"]),
                int(row["lanes"]))


def summarise(rows):
    """By cell: the mean of each of MEANS (None where it is empty), least and most steps."""
    cells = {}
    for cell, of in rows.items():
        cells[cell] = {name: statistics.fmean(float(row[name]) for row in of)
                       if of[0][name] else None for name in MEANS}
        steps = [int(row["steps"]) for row in of]
        cells[cell] |= {"trials": len(of), "least_steps": min(steps), "most_steps": max(steps)}
    return cells


def label_of(routing):
    return ALGORITHMS.get(routing, (routing,))[0]


def distinct(cells, field):
    """Values of a field, in the order of the file."""
    return list(dict.fromkeys(getattr(cell, field) for cell in cells))


def routings_of(cells):
    return in_order(list(ALGORITHMS), set(distinct(cells, "routing")))


def line_of(cells, column, **fields):
    """(load, value) of the cells with these fields, by load."""
    return sorted((c.load, of[column]) for c, of in cells.items()
                  if all(getattr(c, name) == value for name, value in fields.items()))


def markdown(head, rows):
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head),
            *("| " + " | ".join(row) + " |" for row in rows), ""]


def number(value, digits):
    return "" if value is None else f"{value:.{digits}f}"


def throughput_table(cells):
    head = ["network", "traffic", "routing", "most accepted", "when offered",
            "accepted at the highest load", "which is"]
    rows = []
    for topology in distinct(cells, "topology"):
        for to, text in TRAFFIC.items():
            for routing in routings_of(cells):
                line = line_of(cells, "accepted_load", topology=topology, to=to,
                               routing=routing)
                if line:
                    load, most = max(line, key=lambda point: point[1])
                    rows.append([topology, text, label_of(routing), number(most, 3), f"{load:g}",
                                 number(line[-1][1], 3), f"{line[-1][0]:g}"])
    return markdown(head, rows)


def unloaded_table(cells):
    """Latency at the least load, without and with a step for each hold."""
    least = min(c.load for c in cells)
    head = ["network", "traffic", "routing", "holds take no step", "a step for each hold"]
    rows = []
    for topology in distinct(cells, "topology"):
        for to, text in TRAFFIC.items():
            for routing in routings_of(cells):
                values = [line_of(cells, "latency_mean", topology=topology, to=to,
                                  routing=routing, load=least, holds=holds)
                          for holds in (False, True)]
                if any(values):
                    rows.append([topology, text, label_of(routing),
                                 *(number(v[0][1], 3) if v else "" for v in values)])
    return [f"Mean latency at a load of {least:g}.", "", *markdown(head, rows)]


def burst_table(cells):
    head = ["network", "packets per terminal", "lanes", "routing", "link conflicts", "steps",
            "least", "most", "largest queue"]
    rows = []
    for cell in sorted(cells, key=lambda c: (c.packets, c.lanes)):
        of = cells[cell]
        rows.append([cell.topology, str(cell.packets), str(cell.lanes),
                     label_of(cell.routing) + (", holds" if cell.holds else ""),
                     number(of["link_conflicts"], 0), number(of["steps"], 1),
                     str(of["least_steps"]), str(of["most_steps"]),
                     number(of["max_output_queue"], 1)])
    return markdown(head, rows)


def points_tables(cells):
    lines = []
    for topology in distinct(cells, "topology"):
        for to, text in TRAFFIC.items():
            here = {c: of for c, of in cells.items() if (c.topology, c.to) == (topology, to)}
            routings = routings_of(here)
            rows = [[f"{load:g}", *(point_text(here, load, r) for r in routings)]
                    for load in sorted(set(distinct(here, "load")))]
            if rows:
                lines += [f"### {topology}, {text}", "",
                          *markdown(["offered", *map(label_of, routings)], rows)]
    return lines


def point_text(cells, load, routing):
    for cell, of in cells.items():
        if (cell.load, cell.routing) == (load, routing):
            return (f"{of['latency_mean']:.2f} / {of['latency_p99']:.0f} / "
                    f"{of['accepted_load']:.3f}")
    return ""


def depth_table(cells):
    head = ["network", "depth", "routing", "most accepted", "when offered"]
    rows = []
    for topology in distinct(cells, "topology"):
        for depth in sorted(set(distinct(cells, "depth"))):
            line = line_of(cells, "accepted_load", topology=topology, depth=depth)
            if line:
                load, most = max(line, key=lambda point: point[1])
                rows.append([topology, str(depth), label_of("ugal"), number(most, 3),
                             f"{load:g}"])
    return markdown(head, rows)


def write_tables(directory, cells, groups):
    text = ["# The swapped dragonfly: latency, load and bursts", "",
            "Means over the trials of each cell, from `lockhop sweep`. Loads are in packets per "
            "terminal and cycle.", ""]
    if groups.main:
        text += ["## Throughput", "", *throughput_table(groups.main)]
    if groups.unloaded:
        text += ["## Latency without load", "", *unloaded_table(groups.unloaded)]
    if groups.depths:
        text += ["## Throughput of UGAL by depth, all to the next drawer", "",
                 *depth_table(groups.depths)]
    if groups.bursts:
        text += ["## Bursts from drawer to drawer", "", *burst_table(groups.bursts)]
    if groups.main:
        text += ["## Every point: mean latency / 99th percentile / accepted load", "",
                 *points_tables(groups.main)]
    write(directory / "dragonfly-tables.md", "\n".join(text[:-1]) + "\n")
    head = ["trials", "least_steps", "most_steps", *MEANS]
    write(directory / "dragonfly-summary.csv", to_csv(
        [[*Cell._fields, *head],
         *([*cell, *("" if cells[cell][name] is None else f"{cells[cell][name]:.6g}"
                     for name in head)] for cell in sorted(cells))]))


Groups = collections.namedtuple("Groups", "main depths unloaded bursts")


def group(cells):
    """What the plots and tables show: main, the open loops of the usual depth without holds;
    depths, UGAL to the next drawer where there are several; unloaded, open loops at the least
    load with and without holds; bursts."""
    loops = {c: of for c, of in cells.items() if c.to and c.lanes == 1}
    free = {c: of for c, of in loops.items() if not c.holds}
    usual = collections.Counter(c.depth for c in free).most_common(1)
    main = {c: of for c, of in free.items() if c.depth == usual[0][0]}
    ugal = {c: of for c, of in free.items() if c.routing == "ugal" and c.to == "drawer"}
    several = {c.topology for c in ugal if c.depth != usual[0][0]}
    least = min((c.load for c in loops), default=0)
    return Groups(
        main, {c: of for c, of in ugal.items() if c.topology in several},
        {c: of for c, of in loops.items() if c.load == least and c.depth == usual[0][0]},
        {c: of for c, of in cells.items() if not c.to})


def draw_line(axes, points, style, handles):
    label, colour, marker = style
    if points:
        handles[label] = axes.plot(*zip(*points), color=colour, marker=marker, label=label,
                                   markersize=3.2, linewidth=1, markerfacecolor="none",
                                   markeredgewidth=0.8)[0]


def set_scale(axes, column, ticker):
    axes.grid(True, color="#dddddd", linewidth=0.5)
    axes.set_xlim(0, 1.03)
    axes.xaxis.set_major_locator(ticker.MultipleLocator(0.2))
    if column == "accepted_load":
        axes.plot([0, 1], [0, 1], color="#777777", linewidth=0.8, linestyle=(0, (4, 2)))
        axes.set_ylim(0, 1.03)
        axes.yaxis.set_major_locator(ticker.MultipleLocator(0.2))
    else:
        axes.set_yscale("log")
        axes.set_ylim(2, LATENCY_MOST)
        axes.yaxis.set_major_locator(ticker.FixedLocator([2, 3, 5, 10, 20, 50, 100]))
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
        axes.yaxis.set_minor_locator(ticker.NullLocator())


def finish(figure, handles, title, height):
    figure.suptitle(title)
    figure.legend(handles.values(), handles.keys(), loc="lower center", ncols=5, frameon=False)
    figure.subplots_adjust(left=0.085, right=0.985, wspace=0.2, hspace=0.25,
                           top=1 - 0.55 / height, bottom=0.85 / height)


def draw(pyplot, ticker, cells, name):
    """A panel for each network and traffic."""
    title, unit, column = PLOTS[name]
    topologies = distinct(cells, "topology")
    traffic = [to for to in TRAFFIC if to in distinct(cells, "to")]
    height = 1.4 + 2.1 * len(topologies)
    figure, panels = pyplot.subplots(len(topologies), len(traffic), squeeze=False,
                                     figsize=(7, height))
    handles = {}
    for topology, row in zip(topologies, panels):
        for to, axes in zip(traffic, row):
            for routing in routings_of(cells):
                style = ALGORITHMS.get(routing, (routing, "#999999", "+"))
                draw_line(axes, line_of(cells, column, topology=topology, to=to,
                                        routing=routing), style, handles)
            set_scale(axes, column, ticker)
            axes.set_title(f"{topology}, {TRAFFIC[to]}")
        row[0].set_ylabel(unit)
    for axes in panels[-1]:
        axes.set_xlabel(OFFERED)
    depth = distinct(cells, "depth")[0]
    finish(figure, handles, f"{title} against offered load, queues of {depth}", height)
    return figure


def draw_depths(pyplot, ticker, cells):
    topology = distinct(cells, "topology")[0]
    height = 3.5
    figure, panels = pyplot.subplots(1, 2, figsize=(7, height))
    handles = {}
    for name, axes in zip(("latency", "accepted"), panels):
        _, unit, column = PLOTS[name]
        for depth, colour in zip(sorted(set(distinct(cells, "depth"))), DEPTHS):
            draw_line(axes, line_of(cells, column, topology=topology, depth=depth),
                      (f"queues of {depth}", colour, "D"), handles)
        set_scale(axes, column, ticker)
        axes.set_title(f"{topology}, {TRAFFIC['drawer']}")
        axes.set_xlabel(OFFERED)
        axes.set_ylabel(unit)
    finish(figure, handles, "UGAL by depth of the output queues", height)
    return figure


def draw_bursts(pyplot, ticker, cells, packets):
    """Steps against M, for the K that most cells have, launched one by one."""
    sizes = {c: re.fullmatch(r"d3:(\d+),(\d+)", c.topology) for c in cells if c.lanes == 1}
    usual = collections.Counter(s[1] for s in sizes.values() if s).most_common(1)[0][0]
    height = 3.5
    figure, panels = pyplot.subplots(1, len(packets), squeeze=False, figsize=(7, height))
    handles = {}
    for count, axes in zip(packets, panels[0]):
        for routing in routings_of(cells):
            points = sorted((int(s[2]), cells[c]["steps"]) for c, s in sizes.items()
                            if s and s[1] == usual and not c.holds and
                            (c.packets, c.routing) == (count, routing))
            draw_line(axes, points, ALGORITHMS.get(routing, (routing, "#999999", "+")), handles)
        axes.set_title(f"{count} packet{'s' if count > 1 else ''} of every terminal")
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        axes.set_ylim(bottom=0.9 * 2 ** math.floor(math.log2(axes.get_ylim()[0] * 1.1)))
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(ticker.FuncFormatter(lambda v, _: f"{v:g}"))
            axis.set_minor_locator(ticker.NullLocator())
        axes.grid(True, color="#dddddd", linewidth=0.5)
        axes.set_xlabel(f"M (d3:{usual},M)")
        axes.set_ylabel("steps")
    finish(figure, handles, "Bursts from drawer to drawer", height)
    return figure


def main():
    if len(sys.argv) != 3:
        fail(2, "usage: evaluation_dragonfly.py FILE.csv DIRECTORY")
    directory = pathlib.Path(sys.argv[2])
    cells = summarise(passed(read(sys.argv[1], ["lanes", *MEANS], cell_of)))
    groups = group(cells)
    try:
        write_tables(directory, cells, groups)
        pyplot, ticker = open_pyplot()
        for name in PLOTS if groups.main else []:
            save(pyplot, draw(pyplot, ticker, groups.main, name), directory,
                 f"dragonfly-{name}")
        if groups.depths:
            save(pyplot, draw_depths(pyplot, ticker, groups.depths), directory,
                 "dragonfly-depth")
        packets = sorted({c.packets for c in groups.bursts if c.lanes == 1})
        if packets:
            save(pyplot, draw_bursts(pyplot, ticker, groups.bursts, packets), directory,
                 "dragonfly-burst")
    except OSError as error:
        fail(3, f"cannot write into {directory}: {error}")


if __name__ == "__main__":
    main()

#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_latency -- latency and accepted load against offered load, one curve per traffic.

Usage: evaluation_latency.py FILE.csv DIRECTORY

FILE.csv is that of `lockhop sweep docs/evaluation/latency.plan`, or of another plan of open loops
with one routing, depth and number of VCs for each network.  Into DIRECTORY go
  latency-tables.md    latency without load, most accepted load, and every point of the plot
  latency-curve        .svg and .png, a panel per network

A number is the mean over the trials of a cell.  A cell in which a trial did not pass is left out.
"""
import collections
import pathlib
import re
import statistics
import sys

from evaluation_files import fail, open_pyplot, passed, read, save, write
from evaluation_dragonfly import LATENCY_MOST, OFFERED, markdown, number
from plot_look import COLOURS

COLUMNS = ["latency_mean", "accepted_load"]
MARKERS = "os^Dvx+"

Cell = collections.namedtuple("Cell", "topology traffic load setting")


def cell_of(path, line, row):
    load = re.search(r",load=([0-9.e-]+)", row["traffic"])
    if not load:
        fail(2, f"{path}:{line}: '{row['traffic']}': give a plan of open loops")
    return Cell(row["topology"], row["traffic"].replace(load.group(), ""), float(load.group(1)),
                f"{row['routing']}, depth {row['depth']}, {row['vcs']} VCs")


def curves_of(rows):
    """By network and traffic: (load, latency, accepted load), by load."""
    curves = collections.defaultdict(list)
    settings = collections.defaultdict(set)
    for cell, of in rows.items():
        settings[cell.topology].add(cell.setting)
        curves[cell.topology, cell.traffic].append(
            (cell.load, *(statistics.fmean(float(row[c]) for row in of) for c in COLUMNS)))
    for topology, found in settings.items():
        if len(found) > 1:
            fail(2, f"{topology}: has several settings ({'; '.join(sorted(found))}); give one")
    return {key: sorted(points) for key, points in curves.items()}, \
        {topology: found.pop() for topology, found in settings.items()}


def tables(curves, settings):
    lines = ["# Latency against load: all numbers", ""]
    for topology, setting in settings.items():
        of = {traffic: points for (where, traffic), points in curves.items() if where == topology}
        summary = []
        for traffic, points in of.items():
            load, _, most = max(points, key=lambda point: point[2])
            summary.append([traffic, number(points[0][1], 2), number(most, 3), f"{load:g}"])
        loads = sorted({point[0] for points in of.values() for point in points})
        rows = [[f"{load:g}", *(next((f"{number(p[1], 1)}, {number(p[2], 3)}" for p in points
                                      if p[0] == load), "") for points in of.values())]
                for load in loads]
        lines += [f"## {topology}", "", f"{setting}.", "",
                  *markdown(["traffic", f"latency at {loads[0]:g}", "most accepted",
                             "when offered"], summary),
                  "Mean latency in steps, and accepted load, at each offered load:", "",
                  *markdown(["load", *of], rows)]
    return "\n".join(lines)


def draw(pyplot, curves, settings):
    figure, panels = pyplot.subplots(1, len(settings), figsize=(3.4 * len(settings), 3.2),
                                     squeeze=False, sharey=True)
    for axes, topology in zip(panels[0], settings):
        of = {traffic: points for (where, traffic), points in curves.items() if where == topology}
        for i, (traffic, points) in enumerate(of.items()):
            shown = [p for p in points if p[1] <= LATENCY_MOST]
            beyond = points[len(shown):len(shown) + 1]
            axes.plot([p[0] for p in shown + beyond], [p[1] for p in shown + beyond],
                      label=traffic, color=COLOURS[i % len(COLOURS)],
                      marker=MARKERS[i % len(MARKERS)], markersize=3, linewidth=1)
        axes.set_title(f"{topology}, {settings[topology]}")
        axes.set_xlabel(OFFERED)
        axes.set_xlim(0, 1)
        axes.set_yscale("log")
        axes.set_ylim(1, LATENCY_MOST)
        axes.legend(frameon=False)
    panels[0][0].set_ylabel("mean latency (steps)")
    figure.tight_layout()
    return figure


def main():
    if len(sys.argv) != 3:
        fail(2, "usage: evaluation_latency.py FILE.csv DIRECTORY")
    directory = pathlib.Path(sys.argv[2])
    curves, settings = curves_of(passed(read(sys.argv[1], ["vcs", *COLUMNS], cell_of)))
    try:
        write(directory / "latency-tables.md", tables(curves, settings))
        pyplot, _ = open_pyplot()
        save(pyplot, draw(pyplot, curves, settings), directory, "latency-curve")
    except OSError as error:
        fail(3, f"cannot write into {directory}: {error}")


if __name__ == "__main__":
    main()

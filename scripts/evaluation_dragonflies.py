#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_dragonflies -- latency against load of dragonflies beside each other.

Usage: evaluation_dragonflies.py FILE.csv DIRECTORY

FILE.csv is that of `lockhop sweep docs/evaluation/dragonflies.plan`, or of another plan of open
loops to random destinations.  Into DIRECTORY go
  dragonflies-tables.md   mean latency of each network at each load, with intervals of 95 %
  dragonflies-latency     .svg and .png: the same against the offered load

A number is the mean over the trials of a cell.  A cell in which a trial did not pass is left
out.
"""
import collections
import pathlib
import re
import statistics
import sys

from evaluation_dragonfly import OFFERED, draw_line, finish, markdown, set_scale
from evaluation_files import fail, open_pyplot, passed, read, save, write
from plot_interval import mean_of

# Colours by the place of a network in the file, Okabe and Ito's; markers by its kind.
COLOURS = ["#0072B2", "#56B4E9", "#D55E00", "#E69F00", "#009E73", "#CC79A7"]
MARKERS = {"d3": "o", "mdf": "s"}

Cell = collections.namedtuple("Cell", "topology load")


def cell_of(path, line, row):
    match = re.search(r"^uniform,.*\bload=([0-9.]+)", row["traffic"])
    if not match or "to=" in row["traffic"]:
        fail(2, f"{path}:{line}: '{row['traffic']}': give a plan of uniform traffic")
    return Cell(row["topology"], float(match[1]))


def summarise(rows):
    """By cell: mean latency, half of its interval or None, and mean accepted load."""
    cells = {}
    for cell, of in rows.items():
        cells[cell] = (*mean_of([float(row["latency_mean"]) for row in of]),
                       statistics.fmean(float(row["accepted_load"]) for row in of))
    return cells


def text_of(value):
    if value is None:
        return ""
    mean, error, accepted = value
    interval = "" if error is None else f" +-{error:.3f}"
    return f"{mean:.3f}{interval} / {accepted:.3f}"


def table(cells):
    topologies = list(dict.fromkeys(cell.topology for cell in cells))
    rows = [[f"{load:g}", *(text_of(cells.get(Cell(topology, load)))
                            for topology in topologies)]
            for load in sorted({cell.load for cell in cells})]
    return ["# Dragonflies: latency of random traffic", "",
            "Mean latency in steps +- half of its interval of 95 % / accepted load. Loads are in "
            "packets per terminal and cycle.", "", *markdown(["offered", *topologies], rows)]


def draw(pyplot, ticker, cells):
    height = 4
    figure, axes = pyplot.subplots(figsize=(7, height))
    handles = {}
    topologies = list(dict.fromkeys(cell.topology for cell in cells))
    for topology, colour in zip(topologies, COLOURS):
        points = sorted((cell.load, of[0]) for cell, of in cells.items()
                        if cell.topology == topology)
        draw_line(axes, points, (topology, colour, MARKERS.get(topology.split(":")[0], "x")),
                  handles)
    set_scale(axes, "latency_mean", ticker)
    axes.set_xlabel(OFFERED)
    axes.set_ylabel("mean latency (steps)")
    finish(figure, handles, "Random destinations, minimal paths", height)
    return figure


def main():
    if len(sys.argv) != 3:
        fail(2, "usage: evaluation_dragonflies.py FILE.csv DIRECTORY")
    directory = pathlib.Path(sys.argv[2])
    cells = summarise(passed(read(sys.argv[1], ["latency_mean", "accepted_load"], cell_of)))
    try:
        write(directory / "dragonflies-tables.md", "\n".join(table(cells)[:-1]) + "\n")
        pyplot, ticker = open_pyplot()
        save(pyplot, draw(pyplot, ticker, cells), directory, "dragonflies-latency")
    except OSError as error:
        fail(3, f"cannot write into {directory}: {error}")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_histogram -- how a number is spread over trials: strips with one scale, one for a curve."""
import math
import statistics

from plot_look import GRID, NOTE, SIZE, colour_of, text_width, wrapped
from plot_rows import Refused

BINS = 30               # most, of unequal numbers
WIDTH, HEIGHT = 330, 52  # of a strip, points
LEFT, RIGHT, BOTTOM = 42, 10, 30
TITLE, SMALL = 9, 7
NAME = 1.6 * SIZE       # room above a strip for its name


def edges_of(values):
    """Of bins of equal width, 1, 2 or 5 times a power of 10, that begin at multiples of it; whole
    numbers are in the middle of bins of whole width."""
    low, high = min(values), max(values)
    width = (high - low) / BINS
    power = 10.0 ** math.floor(math.log10(width)) if width > 0 else 1
    step = next(k * power for k in (1, 2, 5, 10) if k * power >= width) if width > 0 else 1
    if all(value == int(value) for value in values):
        step = max(step, 1)
        first = math.floor(low / step) * step - 0.5
    else:
        first = math.floor(low / step) * step
    count = max(1, math.floor((high - first) / step) + 1)
    return [first + step * i for i in range(count + 1)]


def count_in(values, edges):
    """How many are in [edge, next edge) of each bin."""
    step, counts = edges[1] - edges[0], [0] * (len(edges) - 1)
    for value in values:
        counts[min(int((value - edges[0]) / step), len(counts) - 1)] += 1
    return counts


def text_of(name, values):
    deviation = f", standard deviation {statistics.stdev(values):.3g}" if len(values) > 1 else ""
    trials = f"{len(values)} trial{'s' if len(values) > 1 else ''}"
    return f"{name}: {trials}, mean {statistics.fmean(values):.4g}{deviation}"


def draw_histogram(matplotlib, curves, column, common, failed):
    from matplotlib.figure import Figure
    values = [[row.number(column) for row in curve.rows] for curve in curves]
    edges = edges_of([value for of in values for value in of])
    shares = [[100 * count / len(of) for count in count_in(of, edges)] for of in values]
    names = [text_of(curve.label, of) for curve, of in zip(curves, values)]
    across = LEFT + max(WIDTH, *(text_width(name) for name in names)) + RIGHT
    title = wrapped(f"{column} of all trials" + (f": {common}" if common else ""),
                    across - 2 * RIGHT, TITLE)
    note = "Bars: share of the trials of a strip, in bins of " \
           f"{edges[1] - edges[0]:g}; line: their mean." + \
           (f" {failed} runs that did not pass are left out." if failed else "")
    note = wrapped(note, across - 2 * RIGHT, SMALL)
    top = 12 + 1.3 * TITLE * (title.count("\n") + 1)
    below = 10 + 1.4 * SMALL * (note.count("\n") + 1)
    tall = top + len(curves) * (HEIGHT + NAME) + BOTTOM + below
    figure = Figure(figsize=(across / 72, tall / 72))
    for number, (name, of, share) in enumerate(zip(names, values, shares)):
        low = tall - top - (number + 1) * (HEIGHT + NAME)
        axes = figure.add_axes((LEFT / across, low / tall, (across - LEFT - RIGHT) / across,
                                HEIGHT / tall))
        for i, height in enumerate(share):
            if height:
                axes.bar(edges[i], height, width=edges[i + 1] - edges[i], align="edge",
                         color=colour_of(number), alpha=0.75, linewidth=0,
                         gid=f"bar {curves[number].label} {edges[i]:g}")
        axes.axvline(statistics.fmean(of), color=colour_of(number), linewidth=1)
        axes.set_title(name, loc="left", color=colour_of(number), pad=2)
        axes.set_xlim(edges[0], edges[-1])
        axes.set_ylim(0, max(map(max, shares)) * 1.05)
        axes.tick_params(labelbottom=number + 1 == len(curves))
        axes.grid(True, **GRID)
        axes.set_axisbelow(True)
        axes.set_ylabel("%", rotation=0, va="center")
    axes.set_xlabel(column)
    figure.text(RIGHT / across, 1 - 6 / tall, title, size=TITLE, va="top")
    figure.text(RIGHT / across, 6 / tall, note, size=SMALL, va="bottom", color=NOTE)
    return figure

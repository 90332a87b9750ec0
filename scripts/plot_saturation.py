# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_saturation -- from which load on a network is saturated: the rule of docs/plot.md."""
import statistics

ACCEPTED = 0.95  # of the offered load, at least, by a network that keeps up
LATENCY = 3      # times the mean latency at the least load, at most


def mean(rows, column):
    return statistics.fmean(row.number(column) for row in rows)


def is_saturated(rows, unloaded):
    """rows: all trials of one load; unloaded: mean latency at the least load of the curve."""
    return not all(row.passed for row in rows) or \
        mean(rows, "accepted_load") < ACCEPTED * mean(rows, "offered_load") or \
        (unloaded is not None and mean(rows, "latency_mean") > LATENCY * unloaded)


def saturation(points):
    """The load of the first saturated point of [(load, rows)] by load; None: there is none."""
    first = points[0][1]
    unloaded = mean(first, "latency_mean") if all(row.passed for row in first) else None
    return next((load for load, rows in points if is_saturated(rows, unloaded)), None)

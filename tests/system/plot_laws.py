#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""plot_laws -- what the figures of test_plot.sh must have, from their rows by another program.

Usage: plot_laws.py SCRATCH, from the root of the tree; prints lines `good LAW` or `bad LAW`.
"""
import csv
import re
import statistics
import struct
import sys
import xml.etree.ElementTree
import zlib
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, "scripts")
import plot_histogram  # noqa: E402
import plot_interval  # noqa: E402
import plot_look  # noqa: E402
import plot_rows  # noqa: E402
import plot_saturation  # noqa: E402

SCRATCH = Path(sys.argv[1])
SVG = "{http://www.w3.org/2000/svg}"


def law(text, good, *why):
    print("good" if good else "bad", text)
    if not good:
        print("#", *why)


def rows_of(name):
    with open(SCRATCH / f"{name}.csv", newline="", encoding="ascii") as file:
        return list(csv.DictReader(file))


def groups_of(name):
    """{identity of a group: how many marks of a point it has} of a figure."""
    tree = xml.etree.ElementTree.parse(SCRATCH / f"{name}.svg")
    return {group.get("id"): len(list(group.iter(f"{SVG}use"))) for group in tree.iter(f"{SVG}g")
            if group.get("id", "").split(" ")[0] in ("points", "name", "bar")}


def points_of(groups, name):
    """Numbers of points of a curve, before and after saturation."""
    found = {key: count for key, count in groups.items()
             if re.fullmatch(rf"points {re.escape(name)}( \(saturated at [0-9.]+\))?( saturated)?",
                             key)}
    return tuple(sum(count for key, count in found.items() if key.endswith(" saturated") == end)
                 for end in (False, True))


def saturated_by_hand(rows):
    """The rule of docs/plot.md, from means by load."""
    loads = sorted({float(row["load"]) for row in rows})

    def mean(load, column):
        return statistics.mean(float(row[column]) for row in rows if float(row["load"]) == load)
    return [load for load in loads
            if mean(load, "accepted_load") < 0.95 * mean(load, "offered_load") or
            mean(load, "latency_mean") > 3 * mean(loads[0], "latency_mean") or
            any(row["outcome"] != "PASS" for row in rows if float(row["load"]) == load)]


def check_latency():
    groups, rows = groups_of("latency"), rows_of("open")
    for routing in ("deterministic", "rand-trans"):
        of = [row for row in rows if row["routing"] == routing]
        first = min(saturated_by_hand(of), default=None)
        loads = {float(row["load"]) for row in of}
        expected = (sum(first is None or load < first for load in loads),
                    sum(first is not None and load >= first for load in loads))
        law(f"{routing}: a point for each load, hollow from saturation on",
            points_of(groups, routing) == expected, groups, expected)
        name = f"name {routing}" + (f" (saturated at {first:g})" if first else "")
        law(f"{routing}: its name, with the load of saturation", name in groups, name, groups)
    law("one routing saturates and one does not", len({"saturated" in g for g in groups
                                                       if g.startswith("name")}) == 2, groups)


def check_png():
    """Chunks with right checksums, and as many lines of pixels as the head says."""
    data, at, pixels = (SCRATCH / "latency.png").read_bytes(), 8, b""
    good, size = data[:8] == b"\x89PNG\r\n\x1a\n", (0, 0)
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        good = good and struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == \
            zlib.crc32(kind + body)
        size = struct.unpack(">II", body[:8]) if kind == b"IHDR" else size
        pixels += body if kind == b"IDAT" else b""
        at += 12 + length
    law("the PNG is whole", good and len(zlib.decompress(pixels)) == size[1] * (4 * size[0] + 1)
        and size[0] > 600, size)


def check_others():
    groups = groups_of("accepted")
    law("both panels have the points of their curve",
        sum(count for key, count in groups.items() if key.startswith("points hypercube:3")) == 6 and
        sum(key.startswith("name") for key in groups) == 2, groups)
    groups = groups_of("both")
    law("the same trials of two files are two curves each",
        sum(key.startswith("name open, ") for key in groups) == 2 and
        sum(key.startswith("name twin, ") for key in groups) == 2, groups)
    groups = groups_of("designs")
    law("designs of compare are curves, and saturate by the same rule",
        points_of(groups, "golden") == (2, 0) and points_of(groups, "mine") == (1, 1), groups)
    groups, rows = groups_of("histogram"), rows_of("closed")
    bars = {(row["topology"], row["packets"], row["routing"], row["steps"]) for row in rows}
    law("a histogram has a bar for each number that a curve has",
        sum(key.startswith("bar") for key in groups) == len(bars), groups, bars)
    groups = groups_of("speedup")
    law("a speedup has a point for each network, of all routings but the base",
        {key: count for key, count in groups.items() if key.startswith("points")} ==
        {f"points {packets}, {routing}": 2 for packets in ("1 packet", "packets by size")
         for routing in ("deterministic", "rand-trans")}, groups)


class Trial:
    """A row with numbers alone."""

    def __init__(self, accepted, latency, passed=True, offered=1.0):
        self.passed = passed
        self.values = {"accepted_load": accepted, "latency_mean": latency, "offered_load": offered}

    def number(self, column):
        return self.values[column]


def check_saturation():
    low = (0.1, [Trial(0.1, 10, offered=0.1)])
    for text, trials, expected in (
            ("accepts 95 %", [Trial(0.95, 10)], None),
            ("accepts less", [Trial(0.9499, 10)], 0.5),
            ("accepts 95 % in the mean", [Trial(0.9, 10), Trial(1, 10)], None),
            ("takes 3 times as long", [Trial(1, 30)], None),
            ("takes longer", [Trial(1, 30.01)], 0.5),
            ("does not drain", [Trial(1, 10), Trial(1, 10, False)], 0.5)):
        found = plot_saturation.saturation([low, (0.5, trials)])
        law(f"a load that {text}", found == expected, found)
    found = plot_saturation.saturation([(0.1, [Trial(0, 0, False)]), (0.5, [Trial(1, 99)])])
    law("a curve that begins with a deadlock is saturated there", found == 0.1, found)


def check_numbers():
    values = [3.0, 4.5, 5.0, 9.0]
    mean, error = plot_interval.mean_of(values)
    law("a mean and its interval", abs(mean - 5.375) < 1e-12 and abs(
        error - 3.1824 * statistics.stdev(values) / 2) < 1e-9, mean, error)
    ratio, error = plot_interval.ratio_of([(4, 2), (6, 3), (10, 5)])
    law("a ratio that is the same in each pair has no spread", (ratio, error) == (2, 0), error)
    apart = [4 - 18 / 9 * 1, 6 - 18 / 9 * 4, 8 - 18 / 9 * 4]
    ratio, error = plot_interval.ratio_of([(4, 1), (6, 4), (8, 4)])
    law("the interval of a ratio", ratio == 2 and abs(
        error - 4.3027 * (sum(x * x for x in apart) / 2 / 3) ** 0.5 / 3) < 1e-9, error)
    for values in ([5], [3, 3, 4], [1, 100, 1000], [0.1, 0.25, 0.4], [0, 0], list(range(31))):
        edges = plot_histogram.edges_of(values)
        counts = plot_histogram.count_in(values, edges)
        by_hand = [sum(low <= v + 1e-9 < high for v in values)
                   for low, high in zip(edges, edges[1:])]
        law(f"bins of {values[:3]}", counts == by_hand and sum(counts) == len(values) and
            len(counts) <= 2 * plot_histogram.BINS, edges, counts)


def check_places():
    for wanted, most in (([5, 5, 5], 100), ([0, 1, 2], 40), ([99, 100, 50, 98], 100), ([7], 10),
                         ([100] * 9, 80), ([80, 10, 45, 44, 46], 100)):
        places = plot_look.spread(wanted, 10, most)
        order = sorted(range(len(wanted)), key=lambda i: wanted[i])
        gaps = [places[b] - places[a] for a, b in zip(order, order[1:])]
        law(f"names at {wanted} are apart, in order and inside",
            all(gap >= 10 - 1e-9 for gap in gaps) and
            all(-1e-9 <= place <= most + 1e-9 for place in places), places)
    law("names that are apart stay", plot_look.spread([5, 50, 20], 10, 90) == [5, 50, 20])
    law("two that are too near move alike", plot_look.spread([50, 54], 10, 90) == [47, 57])


def check_labels():
    rows = plot_rows.read([SCRATCH / "closed.csv"], set())
    curves, common = plot_rows.group(rows)
    law("labels have as few parts as tell curves apart", len(curves) == 12 and
        curves[0].label == "hypercube:3, 1 packet, deterministic" and "random" in common and
        "random" not in curves[0].label, curves[0].label, common)


check_latency()
check_png()
check_others()
check_saturation()
check_numbers()
check_places()
check_labels()
print("all laws")

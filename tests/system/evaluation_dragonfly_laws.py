#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_dragonfly_laws -- what scripts/evaluation_dragonfly.py must say about the plan of
test_sweep.sh.

Usage: evaluation_dragonfly_laws.py FILE.csv DIRECTORY; an assertion fails where it does not.
"""
import csv
import pathlib
import sys
import xml.etree.ElementTree

COLUMNS = ["steps", "hops", "average_delay", "max_output_queue", "latency_mean", "latency_p99",
           "accepted_load", "link_conflicts"]


def rows_of(rows, cell):
    """The rows that a line of the summary is the mean of."""
    for row in rows:
        open_loop = row["traffic"].startswith("uniform")
        load = row["traffic"].split("load=")[1].split(",")[0] if open_loop else "0"
        to = "drawer" if "to=drawer" in row["traffic"] else "any" if open_loop else ""
        name = row["routing"].replace(",holds=0", "")
        if (row["topology"], to, float(load), row["packets"], name,
                str("holds=0" not in row["routing"]), row["depth"], row["lanes"]) == \
                (cell["topology"], cell["to"], float(cell["load"]), cell["packets"],
                 cell["routing"], cell["holds"], cell["depth"], cell["lanes"]):
            yield row


def check_means(rows, cells):
    seen = 0
    for cell in cells:
        of = list(rows_of(rows, cell))
        assert len(of) == int(cell["trials"]) == 2, cell
        seen += len(of)
        for column in COLUMNS:
            values = [row[column] for row in of]
            if cell[column] == "":
                assert values == ["", ""], (cell, column)
            else:
                mean = sum(map(float, values)) / 2
                assert abs(float(cell[column]) - mean) <= 1e-5 * max(mean, 1), (cell, column)
    assert seen == len(rows), (seen, len(rows))


def check_laws(cells):
    """One global link for a drawer: 1/M of the load of its terminals, M steps for a burst."""
    for cell in cells:
        m = int(cell["topology"].split(",")[1])
        minimal = cell["routing"] == "destination"
        packets = int(cell["packets"])
        if cell["to"] == "drawer" and float(cell["load"]) > 0.5:
            accepted = float(cell["accepted_load"])
            assert abs(accepted - 1 / m) < 0.01 if minimal else accepted > 1 / m + 0.05, cell
        if cell["to"] == "" and minimal:
            assert m * packets <= float(cell["steps"]) <= m * packets + 1, cell
            assert (float(cell["link_conflicts"]) == 0) == (packets * m <= 2), cell
        if cell["to"] == "" and cell["routing"] == "glgl" and packets == 1:
            assert float(cell["link_conflicts"]) == 0 and float(cell["steps"]) <= 4, cell


def main():
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    directory = pathlib.Path(sys.argv[2])
    with open(directory / "dragonfly-summary.csv", newline="") as file:
        cells = list(csv.DictReader(file))
    check_means(rows, cells)
    check_laws(cells)
    page = (directory / "dragonfly-tables.md").read_text()
    for cell in cells:
        assert cell["topology"] in page, cell
    assert page.count("## ") == 5 + 4, page  # kinds of tables, and networks by traffic
    for name in ("latency", "latency-p99", "accepted", "depth", "burst"):
        xml.etree.ElementTree.parse(directory / f"dragonfly-{name}.svg")
        image = (directory / f"dragonfly-{name}.png").read_bytes()
        assert image.startswith(b"\x89PNG") and image.rstrip().endswith(b"IEND\xaeB`\x82")


if __name__ == "__main__":
    main()

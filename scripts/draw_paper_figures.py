#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_paper_figures -- figures of docs/papers/ that are computed by build/lockhop.

  draw_paper_figures.py           write docs/papers/benes_paths.svg
  draw_paper_figures.py --check   is the file in the tree up to date?  Prints TAP

The example of Online Routing on the Mesh and Offline Routing on the Benes Network, section 4.2:
the graph G_pi of its permutation, an edge in the colour of the part of the network that its path
goes through, and the paths, each in a colour of its own.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import GREY, INK, WHITE, Drawing, main

LOCKHOP = pathlib.Path(__file__).resolve().parent.parent / "build/lockhop"
PERMUTATION = [4, 1, 0, 3, 2, 6, 5, 7]
ROWS, LEVELS = 8, 6
PARTS = ["#1d5c9e", "#b8560f"]  # of B(0) and B(1)
PATHS = ["#1d5c9e", "#b8560f", "#2c7a4b", "#8b2f8b", "#a02c2c", "#00838f", "#6b5a00", "#4a4a4a"]


def lines_of(*arguments):
    run = subprocess.run([LOCKHOP, *arguments], check=True, capture_output=True, text=True)
    return [line.split() for line in run.stdout.splitlines() if not line.startswith("#")]


def paths_of(permutation):
    """For each source the rows that its packet is in, level by level."""
    table = lines_of("info", "benes:3", "--links")
    links = {(int(a), int(port)): int(b) for a, port, b, _ in table}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("".join(f"{row}\n" for row in permutation))
        file.flush()
        packets = lines_of("schedule", "benes:3", f"file:{file.name}")
    paths = {}
    for _, source, destination, header in packets:
        switch, ports = int(source), int(header, 16)
        rows = [switch]
        for level in range(LEVELS - 1):
            switch = links[switch, ports >> level & 1]
            rows.append(switch % ROWS)
        assert rows[-1] == int(destination) == permutation[rows[0]]
        paths[rows[0]] = rows
    for level in range(LEVELS):
        assert len({rows[level] for rows in paths.values()}) == ROWS  # disjoint
    return [paths[source] for source in range(ROWS)]


def graph(d, paths):
    """G_pi: sources, and destinations, that are joined to the same places of both parts."""
    d.text(30, 40, "The graph of the permutation, coloured", mono=False, bold=True, size=15)
    d.note(30, 60, "blue: by part B(0) of the network, orange: by part B(1)")
    seen = set()
    for source, rows in enumerate(paths):
        part, left, right = rows[1] >> 2, source & 3, rows[-1] & 3
        assert not {(0, left, part), (1, right, part)} & seen  # a proper colouring
        seen |= {(0, left, part), (1, right, part)}
        double = paths[source ^ 4][-1] & 3 == right  # two edges between two nodes lie apart
        bend = 0 if not double else 14 if source & 4 else -14
        y1, y2 = 130 + 84 * left, 130 + 84 * right
        middle = ((130 + 330) / 2, (y1 + y2) / 2 + bend)
        d.line([(130, y1), middle, (330, y2)], PARTS[part], 2.6)
        d.text(150 + 10 * (source >> 2), y1 + (y2 - y1) * .12 + (17 if source & 4 else -6),
               f"{source}", fill=PARTS[part], size=11.5)
    for node in range(4):
        for x, name, rows in ((130, "from", [node, node + 4]), (330, "to", [node, node + 4])):
            y = 130 + 84 * node
            d.dots.append(f'<circle cx="{x}" cy="{y}" r="9" fill="{WHITE}" stroke="{INK}" '
                          'stroke-width="1.6"/>')
            anchor, shift = ("end", -18) if name == "from" else ("start", 18)
            d.text(x + shift, y + 4, f"{name} {rows[0]}, {rows[1]}", anchor, fill=GREY)


def network(d, paths):
    d.text(470, 40, "The paths, each in a colour of its own", mono=False, bold=True, size=15)
    d.note(470, 60, "benes:3: no two packets share a switch")

    def place(level, row):
        return 520 + 92 * level, 110 + 46 * row

    for a, _, b, _ in lines_of("info", "benes:3", "--links"):
        (la, ra), (lb, rb) = divmod(int(a), ROWS), divmod(int(b), ROWS)
        if lb == la + 1:
            d.line([place(la, ra), place(lb, rb)], "#d5d5d5", 1.2)
    for source, rows in enumerate(paths):
        d.line([place(level, row) for level, row in enumerate(rows)], PATHS[source], 3)
        for level, row in enumerate(rows):
            x, y = place(level, row)
            d.dots.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{WHITE}" '
                          f'stroke="{PATHS[source]}" stroke-width="2.4"/>')
        x, y = place(0, source)
        d.text(x - 14, y + 4, f"{source}", "end", fill=PATHS[source], bold=True)
        x, y = place(LEVELS - 1, rows[-1])
        d.text(x + 14, y + 4, f"{rows[-1]} from {source}", fill=PATHS[source], bold=True)


def benes_paths():
    d = Drawing(500, "Graph, colouring and disjoint paths of a permutation on benes:3")
    paths = paths_of(PERMUTATION)
    graph(d, paths)
    network(d, paths)
    return d


if __name__ == "__main__":
    sys.exit(main("papers", [benes_paths]))

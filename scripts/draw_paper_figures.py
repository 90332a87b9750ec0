#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_paper_figures -- figures of docs/papers/ that are computed by build/lockhop.

  draw_paper_figures.py           write docs/papers/*.svg
  draw_paper_figures.py NAME...   write these
  draw_paper_figures.py --check   are the files in the tree up to date?  Prints TAP

benes_*: Online Routing on the Mesh and Offline Routing on the Benes Network, section 4.2: the
recursive decomposition; the graphs H_pi and G_pi of the permutation of its example, coloured by
the parts of the network that its paths go through; the paths, each in a colour of its own.
grid, butterfly_hot_spot: its figures 1 and 5.
d3_*: scripts/paper_figures_dragonfly.py.
hdn_*, rdn_*: scripts/paper_figures_dual_nets.py, scripts/paper_figures_clusters.py.
"""
import math
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import GREY, INK, WHITE, Drawing, main
from paper_figures import Drawn, lines_of
from paper_figures_dragonfly import d3_cabinet, d3_drawer, d3_routers
from paper_figures_clusters import hdn_cut, hdn_levels, hdn_longest
from paper_figures_dual_nets import hdn_12000, hdn_bisection, hdn_diameter, rdn_broadcast
from paper_maps_grids import HOT_SPOT

PERMUTATION = [4, 1, 0, 3, 2, 6, 5, 7]
ROWS, LEVELS = 8, 6
PARTS = ["#1d5c9e", "#b8560f"]  # of B(0) and B(1)
PATHS = ["#1d5c9e", "#b8560f", "#2c7a4b", "#8b2f8b", "#a02c2c", "#00838f", "#6b5a00", "#4a4a4a"]


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


def benes_decomposition():
    """Figure 4: inside the first and last level there are two networks of one dimension less."""
    d = Drawing(540, "Recursive decomposition of benes:3")
    d.text(30, 40, "benes:3, and the permutation networks inside", mono=False, bold=True, size=15)
    d.note(30, 60, "blue, orange: the two networks benes:2, and the links to and from them; "
                   "dashed: their networks benes:1")

    def place(level, row):
        return 130 + 160 * level, 110 + 52 * row

    for part in (0, 1):
        (x1, y1), (x2, y2) = place(1, 4 * part), place(4, 4 * part + 3)
        d.rect(x1 - 36, y1 - 20, x2 + 36, y2 + 20, "#f4f6f8", PARTS[part], radius=12, width=2)
        d.text(1010, (y1 + y2) / 2 + 4, f"B({part})", fill=PARTS[part], bold=True, size=14)
    for part in range(4):
        (x1, y1), (x2, y2) = place(2, 2 * part), place(3, 2 * part + 1)
        d.rect(x1 - 22, y1 - 14, x2 + 22, y2 + 14, WHITE, GREY, radius=8, dashed=True, width=1.4)
    for a, _, b, _ in lines_of("info", "benes:3", "--links"):
        (la, ra), (lb, rb) = divmod(int(a), ROWS), divmod(int(b), ROWS)
        if lb != la + 1:
            continue
        part = (rb if la == 0 else ra) >> 2
        assert la in (0, LEVELS - 2) or ra >> 2 == rb >> 2  # the parts have no link between
        assert la != 2 or ra >> 1 == rb >> 1
        d.line([place(la, ra), place(lb, rb)], PARTS[part], 1.6)
    for level in range(LEVELS):
        for row in range(ROWS):
            x, y = place(level, row)
            d.dots.append(f'<circle cx="{x}" cy="{y}" r="6" fill="{WHITE}" stroke="{INK}" '
                          'stroke-width="1.6"/>')
            if level in (0, LEVELS - 1):
                side = -14 if level == 0 else 14
                d.text(x + side, y + 4, f"{row:03b}", "end" if level == 0 else "start", fill=GREY)
    return d


def cycles_of(permutation):
    """The hyperedges are pairs: from each path over the two kinds in turn, all around."""
    last = {destination: source for source, destination in enumerate(permutation)}
    seen, cycles = set(), []
    for start in range(ROWS):
        cycle, path = [], start
        while path not in seen:
            other = path ^ 4  # of type 1: the first digit of the source differs
            cycle += [path, other]
            seen |= {path, other}
            path = last[permutation[other] ^ 4]  # of type 2: that of the destination
        if cycle:
            cycles.append(cycle)
    return cycles


def capsule(d, a, b, colour, dashed, wide):
    """A hyperedge: a line around two paths."""
    (x1, y1), (x2, y2) = a, b
    length = math.hypot(x2 - x1, y2 - y1)
    turn = round(math.degrees(math.atan2(y2 - y1, x2 - x1)), 2)
    dash = ' stroke-dasharray="7 4"' if dashed else ""
    d.parts.append(
        f'<rect x="{-wide:g}" y="{-wide:g}" width="{length + 2 * wide:.1f}" '
        f'height="{2 * wide:g}" rx="{wide:g}" fill="none" stroke="{colour}" stroke-width="1.8"'
        f'{dash} transform="translate({x1:g} {y1:g}) rotate({turn:g})"/>')


def benes_hypergraph():
    """Figures 6 and 7: the routing hypergraph H_pi, its vertices coloured."""
    d = Drawing(470, "The routing hypergraph of a permutation, coloured")
    paths = paths_of(PERMUTATION)
    d.text(30, 40, "The routing hypergraph H of the permutation 4 1 0 3 2 6 5 7", mono=False,
           bold=True, size=15)
    d.note(30, 60, "a vertex: a path, source to destination; blue: by part B(0) of the network, "
                   "orange: by part B(1)")
    d.note(30, 80, "solid: a hyperedge of type 1, paths whose sources lead to the same places of "
                   "both parts; dashed: of type 2, the same of destinations")
    left = 210
    for cycle in cycles_of(PERMUTATION):
        radius = 130 if len(cycle) > 2 else 70
        places = {path: (round(left + radius * math.cos(2 * math.pi * i / len(cycle)), 1),
                         round(275 + radius * math.sin(2 * math.pi * i / len(cycle)), 1))
                  for i, path in enumerate(cycle)}
        for i, path in enumerate(cycle):
            after = cycle[(i + 1) % len(cycle)]
            assert paths[path][1] >> 2 != paths[after][1] >> 2  # a proper colouring
            capsule(d, places[path], places[after], INK if i % 2 == 0 else GREY, i % 2 == 1,
                    34 if i % 2 == 0 else 41)
        for path, (x, y) in places.items():
            d.dots.append(f'<circle cx="{x}" cy="{y}" r="24" '
                          f'fill="{PARTS[paths[path][1] >> 2]}"/>')
            d.text(x, y + 4, f"{path} to {PERMUTATION[path]}", "middle", fill=WHITE, bold=True,
                   size=11)
        left += 420
    return d


def grid():
    """Figure 1."""
    return Drawn("mesh:3x3x3", "--color", "class")


def butterfly_hot_spot():
    """Figure 5."""
    return Drawn("butterfly:4", "trace:hot_spot.trace", files={"hot_spot.trace": HOT_SPOT})


if __name__ == "__main__":
    sys.exit(main("papers", [benes_paths, benes_decomposition, benes_hypergraph, grid,
                             butterfly_hot_spot, d3_cabinet, d3_drawer, d3_routers,
                             hdn_levels, hdn_longest, hdn_diameter, hdn_cut, hdn_bisection,
                             hdn_12000, rdn_broadcast]))

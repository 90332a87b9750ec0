#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_topologies -- the drawings of docs/topologies/.

  draw_topologies.py           write docs/topologies/d3.svg and dual_net.svg
  draw_topologies.py --check   are the files in the tree up to date?  Prints TAP

D3(K,3): one cabinet with its drawers and the links of global port 0, and the links of another
global port to the cabinet that it reaches.  A drawer and the links that leave it share a colour.

The dual construction: hdn:2x2:2, a cluster with its super-nodes, and the cross-edges of all
clusters.  A super-node of class 0 and the cross-edges that leave it share a colour.
"""
import sys

sys.dont_write_bytecode = True  # leave no files beside the sources

from drawing import BORDER, GREY, INK, TINT, WHITE, Drawing, main

M = 3
COLOURS = ["#1d5c9e", "#b8560f", "#2c7a4b"]  # of drawer d
TINTS = ["#e3edf8", "#fbeadb", "#e0f1e6"]
RADIUS = 21


class TopologyDrawing(Drawing):
    def curve(self, points, colour, width=2.0, dashed=False):
        """A cubic curve (four points) or a line (two)."""
        (x, y), *rest = points
        letter = "L" if len(rest) == 1 else "C"
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        self.parts.append(
            f'<path d="M{x:g},{y:g} {letter}' + " ".join(f"{u:g},{v:g}" for u, v in rest) +
            f'" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')

    def router(self, x, y, words, colour, bold=False):
        self.dots.append(f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{WHITE}" '
                         f'stroke="{colour}" stroke-width="{3.2 if bold else 1.8}"/>')
        self.text(x, y + 4, words, "middle", fill=INK, size=11.5, bold=bold)

    def drawer(self, x1, y1, x2, y2, d):
        self.rect(x1, y1, x2, y2, TINTS[d], COLOURS[d], 10, width=1.2)

    def heading(self, x, y, words, below):
        self.text(x, y, words, mono=False, bold=True, size=15)
        self.note(x, y + 20, below)


def cabinet(d):
    """Left: the routers (0,d,p) as a square, drawers level, so that the swap mirrors it."""
    def place(row, p):
        return 106 + p * 118, 194 + row * 152

    d.heading(30, 40, "A cabinet: M drawers of M routers",
              "grey: local ports; coloured: global port 0, from (c,d,p) to (c,p,d)")
    d.rect(30, 84, 422, 596, TINT, BORDER, 12, width=1.2)
    d.text(46, 110, "cabinet 0", mono=False, fill=GREY)
    for row in range(M):
        (x0, y), (x1, _) = place(row, 0), place(row, M - 1)
        d.drawer(x0 - 54, y - 66, x1 + 58, y + 50, row)
        d.text(x1 + 48, y - 46, f"drawer 0.{row}", "end", mono=False, fill=COLOURS[row],
               size=12)
        d.curve([(x0, y), (x1, y)], GREY, 1.6)
        d.curve([(x0, y), (x0 + 45, y - 52), (x1 - 45, y - 52), (x1, y)], GREY, 1.6)
        for p in range(M):
            d.router(*place(row, p), f"0.{row}.{p}", COLOURS[row])
    for row in range(M):
        for p in range(row):
            (xa, ya), (xb, yb) = place(row, p), place(p, row)
            bend = 40 if row - p == 2 else 0
            d.curve([(xa, ya), (xa + (xb - xa) / 3 - bend, ya + (yb - ya) / 3 - bend),
                     (xb - (xb - xa) / 3 - bend, yb - (yb - ya) / 3 - bend), (xb, yb)],
                    COLOURS[p], 2.4)
        x, y = place(row, row)
        d.curve([(x + 19, y + 8), (x + 62, y + 24), (x + 24, y + 62), (x + 8, y + 19)],
                COLOURS[row], 2.4)
    d.note(30, 624, "The swap mirrors a cabinet at its diagonal: routers (c,x,x) are")
    d.note(30, 642, "joined to themselves.  Not drawn: two hold links at every router.")


def swap(d):
    """Right: global port g of all routers of cabinet c, and the path of a vector."""
    left, right = 610, 930
    launch, landing = ((0, 1), (0, 2)), ((2, 0), (2, 1))

    def y_of(drawer, p):
        return 154 + drawer * 156 + p * 47

    d.heading(480, 40, "Between cabinets: drawer and router are swapped",
              "global port g, 1 to K-1: from (c,d,p) to (c+g,p,d), entered by its port -g")
    for x, name, words, path in ((left, "c", "cabinet c", launch),
                                 (right, "e", "cabinet e = c+g", landing)):
        outer, inner = (130, 62) if x == left else (62, 130)
        d.rect(x - outer, 84, x + inner, 596, TINT, BORDER, 12, width=1.2)
        d.text(x - outer + 16, 110, words, mono=False, fill=GREY)
        for drawer in range(M):
            d.drawer(x - 34, y_of(drawer, 0) - 27, x + 34, y_of(drawer, 2) + 27, drawer)
            for p in range(M):
                d.router(x, y_of(drawer, p), f"{name}.{drawer}.{p}", COLOURS[drawer],
                         (drawer, p) in path)
    for drawer in range(M):
        for p in range(M):
            d.curve([(left + RADIUS, y_of(drawer, p)), (left + 150, y_of(drawer, p)),
                     (right - 150, y_of(p, drawer)), (right - RADIUS, y_of(p, drawer))],
                    COLOURS[drawer], 5 if (drawer, p) == launch[1] else 2.0)
    for x, side, path, words in ((left, -1, launch, "delta = 1"),
                                 (right, 1, landing, "pi = 1")):
        ya, yb = (y_of(*router) for router in path)
        edge = x + side * RADIUS
        d.curve([(edge, ya), (edge + side * 26, ya + 8), (edge + side * 26, yb - 8),
                 (edge, yb)], COLOURS[path[0][0]], 5)
        d.text(edge + side * 26, (ya + yb) / 2 + 4, words, "end" if side < 0 else "start",
               size=11.5, bold=True)
    d.text(left + 58, y_of(0, 2) - 8, "gamma = g", size=11.5, bold=True)
    d.note(480, 624, "Thick: the source vector (gamma, pi, delta) = (g,1,1) from c.0.1: "
           "local delta,")
    d.note(480, 642, "global gamma, local pi.  One global link leads from every drawer to "
           "every drawer.")


def d3():
    d = TopologyDrawing(662, "The swapped dragonfly D3(K,3)")
    cabinet(d)
    swap(d)
    return d


# --- the dual construction: a base of 2 x 2, super-nodes of 2 ---

CLUSTERS = 2  # of a class, and super-nodes of a cluster
PLACES = 2    # in a super-node


def cluster_at(d, x, y, words, colour_of, up):
    """A cluster, its super-nodes side by side, arcs between them above (up = 1) or below;
    returns the place of (SN,N)."""
    top, bottom = (y - 76, y + 40) if up == 1 else (y - 40, y + 76)
    d.rect(x, top, x + 280, bottom, TINT, BORDER, 12, width=1.2)
    d.text(x + 14, top - 8 if up == 1 else bottom + 18, words, mono=False, fill=GREY)

    def place(sn, n):
        return x + 43 + sn * 138 + n * 56, y

    for sn in range(CLUSTERS):
        (x0, _), (x1, _) = place(sn, 0), place(sn, PLACES - 1)
        colour = colour_of(sn)
        d.rect(x0 - 30, y - 30, x1 + 30, y + 30, TINTS[colour], COLOURS[colour], 10, width=1.2)
        d.curve([(x0, y), (x1, y)], GREY, 1.6)
        for n in range(PLACES):
            d.router(*place(sn, n), f"{sn}.{n}", COLOURS[colour])
    for n in range(PLACES):
        (x0, _), (x1, _) = place(0, n), place(1, n)
        d.curve([(x0, y - up * RADIUS), (x0 + 20, y - up * 80), (x1 - 20, y - up * 80),
                 (x1, y - up * RADIUS)], GREY, 1.6)
    return place


def one_cluster(d):
    d.heading(30, 40, "A cluster: a copy of the base",
              "base 2x2, n = 2 super-nodes of s = 2 switches")
    place = cluster_at(d, 40, 196, "cluster 0 of class 0, switches SN.N", lambda sn: sn, 1)
    for sn in range(CLUSTERS):
        (x0, y), (x1, _) = place(sn, 0), place(sn, PLACES - 1)
        d.text((x0 + x1) / 2, y + 60, f"super-node {sn}", "middle", mono=False,
               fill=COLOURS[sn], size=12)
    for line, words in enumerate((
            "Grey: links of the base; a ring of 2 is one link.",
            "",
            "Each class has as many clusters as a cluster has",
            "super-nodes. Every switch C.U.SN.N, in cluster U of",
            "class C, has one cross-edge: to the switch",
            "C'.SN.U.N of the other class C'. So super-node j of",
            "cluster i is joined to super-node i of cluster j,",
            "place by place.",
            "",
            "All of this is a cluster of the next level.")):
        d.note(30, 300 + 20 * line, words)


def two_classes(d):
    d.heading(400, 40, "Two classes, joined by cross-edges: hdn:2x2:2",
              "a super-node of class 0 has the colour of the cluster of class 1 it leads to")
    upper = [cluster_at(d, 420 + 330 * u, 196, f"class 0, cluster {u}", lambda sn: sn, 1)
             for u in range(CLUSTERS)]
    lower = [cluster_at(d, 420 + 330 * u, 404, f"class 1, cluster {u}", lambda sn, u=u: u, -1)
             for u in range(CLUSTERS)]
    for u in range(CLUSTERS):
        for sn in range(CLUSTERS):
            for n in range(PLACES):
                (xa, ya), (xb, yb) = upper[u](sn, n), lower[sn](u, n)
                d.curve([(xa, ya + RADIUS), (xb, yb - RADIUS)], COLOURS[sn], 2.2)


def dual_net():
    d = TopologyDrawing(530, "The dual construction")
    one_cluster(d)
    two_classes(d)
    return d


if __name__ == "__main__":
    sys.exit(main("topologies", [d3, dual_net]))

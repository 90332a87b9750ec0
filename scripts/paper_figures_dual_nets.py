# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_figures_dual_nets -- figures of the two papers on dual-nets, from what build/lockhop
computes: for scripts/draw_paper_figures.py."""
import collections
import functools
import math
import re

from drawing import GREY, INK, WHITE, Drawing, path
from paper_figures import lines_of, output_of

CLASS_COLOURS = ["#1d5c9e", "#b8560f"]
BAD = "#c02626"
FAINT = "#d5d5d5"
# Super-nodes of one and of two levels whose networks are quick to measure.
ONE_LEVEL = ["1", "5", "2x3", "2x5", "3x5", "2x3x5"]
TWO_LEVELS = ["2x3x5,2x3x5", "2x3x5,2x3", "2x5,2x3x5", "2x3,2x3x5"]
EXAMPLE = "hdn:2x3x5:2x3,3x5"


# --- numbers ---

@functools.cache
def networks():
    """(levels, nodes, diameter by Theorem 1, measured diameter, smallest cut that was found)."""
    rows = []
    for sizes in ONE_LEVEL + TWO_LEVELS:
        text = output_of("info", f"hdn:2x3x5:{sizes}")
        found = {}
        for quantity in ("switches", "diameter", "bisection"):
            line = re.search(rf"^{quantity}  .*? (\d+) +(\d+)  (?:equal|DIFFERS)", text, re.M)
            found[quantity] = int(line[1]), int(line[2])
        rows.append((1 + sizes.count(","), found["switches"][1], *found["diameter"],
                     found["bisection"][1]))
    return rows


# --- plots ---

class Axes:
    """A plot in a rectangle; x is a power of 2, y too if `log`."""

    def __init__(self, d, box, x_range, y_range, log=False):
        self.d, self.box, self.x_range, self.y_range = d, box, x_range, y_range
        self.log = log

    def place(self, x, y):
        (x1, y1, x2, y2), (a, b), (c, e) = self.box, self.x_range, self.y_range
        y = math.log2(y) if self.log else y
        return (round(x1 + (x2 - x1) * (math.log2(x) - a) / (b - a), 1),
                round(y2 - (y2 - y1) * (y - c) / (e - c), 1))

    def frame(self, x_title, y_title, y_step):
        x1, y1, x2, y2 = self.box
        for power in range(self.x_range[0], self.x_range[1] + 1):
            x, _ = self.place(2 ** power, 2 ** self.y_range[0] if self.log else 0)
            self.d.line([(x, y2), (x, y2 + 5)], GREY, 1)
            self.d.text(x, y2 + 19, f"{2 ** power}", "middle", fill=GREY, size=11)
        for value in range(self.y_range[0], self.y_range[1] + 1, y_step):
            _, y = self.place(2 ** self.x_range[0], 2 ** value if self.log else value)
            self.d.line([(x1, y), (x2, y)], "#e3e7eb", 1)
            self.d.text(x1 - 8, y + 4, f"{2 ** value if self.log else value}", "end", fill=GREY,
                        size=11)
        self.d.line([(x1, y1), (x1, y2), (x2, y2)], GREY, 1.2)
        self.d.note((x1 + x2) / 2, y2 + 40, x_title, "middle")
        self.d.note(x1 - 40, y1 - 14, y_title)

    def curve(self, function, colour, name, at):
        """A curve over the whole width, its name beside the point at 2^`at`."""
        points = []
        for step in range(4 * self.x_range[0], 4 * self.x_range[1] + 1):
            value = function(2 ** (step / 4))
            if (math.log2(value) if self.log else value) <= self.y_range[1]:
                points.append(self.place(2 ** (step / 4), value))
        self.d.line(points, colour, 1.6)
        x, y = self.place(2 ** at, function(2 ** at))
        self.d.text(x - 6, y - 8, name, "end", mono=False, fill=colour, bold=True)

    def mark(self, x, y, colour, ring=None):
        px, py = self.place(x, y)
        if ring is not None:
            rx, ry = self.place(x, ring)
            self.d.dots.append(f'<circle cx="{rx}" cy="{ry}" r="8" fill="none" '
                               f'stroke="{INK}" stroke-width="1.4"/>')
        self.d.dots.append(f'<circle cx="{px}" cy="{py}" r="5" fill="{colour}"/>')


def legend(d, x, y, items):
    for colour, words in items:
        if colour is None:
            d.dots.append(f'<circle cx="{x}" cy="{y - 4}" r="8" fill="none" stroke="{INK}" '
                          'stroke-width="1.4"/>')
        else:
            d.dots.append(f'<circle cx="{x}" cy="{y - 4}" r="5" fill="{colour}"/>')
        d.note(x + 16, y, words)
        y += 22


def hdn_diameter():
    """Figure 8 leads to the diameter; this shows what it is."""
    d = Drawing(500, "Diameters of hierarchical dual-nets on the torus 2x3x5")
    d.text(30, 36, "Diameter against nodes: hdn:2x3x5 with super-nodes of several sizes",
           mono=False, bold=True, size=15)
    axes = Axes(d, (90, 86, 760, 430), (5, 13), (0, 32))
    axes.frame("nodes", "diameter", 4)
    axes.curve(math.log2, "#2c7a4b", "hypercube", 12.4)
    axes.curve(lambda n: 1.5 * n ** (1 / 3), "#8b2f8b", "torus of three equal sides", 12.3)
    for levels, nodes, paper, found, _ in networks():
        axes.mark(nodes, found, CLASS_COLOURS[levels - 1], ring=paper)
    legend(d, 800, 110, [(CLASS_COLOURS[0], "one level, measured"),
                         (CLASS_COLOURS[1], "two levels, measured"),
                         (None, "2^k D(B) - sum 2^(k-i) D(SN^i)"), ])
    d.note(816, 176, "+ 2^(k+1) - 2")
    return d


def hdn_bisection():
    """Figure 9 cuts N/4 links; other cuts are smaller."""
    d = Drawing(500, "Cuts of hierarchical dual-nets on the torus 2x3x5")
    d.text(30, 36, "Links of the smallest cut that was found, against nodes", mono=False,
           bold=True, size=15)
    axes = Axes(d, (90, 86, 760, 430), (5, 13), (2, 11), log=True)
    axes.frame("nodes", "links between two halves", 1)
    axes.curve(lambda n: n / 4, INK, "N/4, the paper's cut", 11.6)
    for _, nodes, _, _, cut in networks():
        axes.mark(nodes, cut, BAD if 4 * cut < nodes else CLASS_COLOURS[0])
    legend(d, 800, 110, [(CLASS_COLOURS[0], "N/4 or more"), (BAD, "below N/4")])
    d.note(800, 170, "An odd number of super-nodes has no")
    d.note(800, 188, "two equal parts: more than N/4.")
    return d


# --- figure 11 ---

def distances(links, start):
    """Nodes at each distance from a node."""
    seen, layer, counts = {start}, [start], []
    while layer:
        counts.append(len(layer))
        layer = list({far for node in layer for far in links[node]} - seen)
        seen.update(layer)
    return counts


def hdn_path():
    text = output_of("route", EXAMPLE, "0.0.0.0", "1.19.19.14", "--routing", "algorithm-1")
    return [line.split()[2] for line in text.splitlines() if not line.startswith("#")]


def clusters(d, hops):
    """Both classes, a circle for a cluster of 300 nodes and a dot for a super-node of 15."""
    used = collections.defaultdict(list)
    for hop in hops:
        cls, cluster, node, _ = map(int, hop.split("."))
        if node not in used[cls, cluster]:
            used[cls, cluster].append(node)
    places = {}
    for cls in (0, 1):
        for cluster in range(20):
            x, y = 78 + 49 * cluster, 130 + 190 * cls
            on = (cls, cluster) in used
            d.dots.append(f'<circle cx="{x}" cy="{y}" r="22" fill="{WHITE}" '
                          f'stroke="{CLASS_COLOURS[cls] if on else FAINT}" '
                          f'stroke-width="{2 if on else 1.2}"/>')
            d.text(x, y - 28 if cls == 0 else y + 38, f"{cluster}", "middle", fill=GREY, size=11)
            for node in range(20):
                angle = 2 * math.pi * node / 20 - math.pi / 2
                px, py = round(x + 17 * math.cos(angle), 1), round(y + 17 * math.sin(angle), 1)
                places[cls, cluster, node] = px, py
                colour = INK if node in used[cls, cluster] else FAINT
                d.dots.append(f'<circle cx="{px}" cy="{py}" r="2.2" fill="{colour}"/>')
    return places


def hdn_12000():
    d = Drawing(690, "The example of 12,000 nodes: clusters, the way from u to v, distances")
    d.text(30, 36, f"{EXAMPLE}: 12,000 nodes", mono=False, bold=True, size=15)
    d.note(30, 58, "a circle: a cluster of 300 nodes; a dot: a super-node, a torus 3x5; faint: 15 "
                   "links, from super-node j of cluster i to super-node i of cluster j")
    hops = hdn_path()
    places = clusters(d, hops)
    for i in range(20):
        for j in range(20):
            d.line([places[0, i, j], places[1, j, i]], "#e6eaee", 0.6)
    nodes = [tuple(map(int, hop.split("."))) for hop in hops]
    way = [places[node[:3]] for node in nodes]
    d.dots.append(f'<polyline points="{path(dict.fromkeys(way))}" fill="none" stroke="{BAD}" '
                  'stroke-width="2.4"/>')
    d.text(30, 172, "class 0", mono=False, fill=CLASS_COLOURS[0], bold=True, size=12)
    d.text(30, 278, "class 1", mono=False, fill=CLASS_COLOURS[1], bold=True, size=12)
    d.text(30, 392, "red: Algorithm 1 from (0,0,0,0) to (1,19,19,14), "
                    f"{len(hops) - 1} hops", mono=False,
           fill=BAD, bold=True)
    d.note(470, 392, "the paper's path has 17, which is more than the diameter")
    d.text(30, 412, " ".join(hop.replace(".", ",") for hop in hops), size=11, fill=GREY)
    links = collections.defaultdict(list)
    for a, _, b, _ in lines_of("info", EXAMPLE, "--links"):
        links[a].append(b)
    counts = distances(links, "0")
    assert sum(counts) == 12000
    d.text(30, 440, "Nodes at each distance from a node", mono=False, bold=True, size=13)
    for distance, count in enumerate(counts):
        x, height = 60 + 60 * distance, round(150 * count / max(counts), 1)
        d.rect(x, 630 - height, x + 40, 630, CLASS_COLOURS[0], CLASS_COLOURS[0], radius=2, width=0)
        d.text(x + 20, 624 - height, f"{count}", "middle", size=11)
        d.text(x + 20, 648, f"{distance}", "middle", fill=GREY, size=11)
    d.note(60, 672, f"hops; the last is the diameter, {len(counts) - 1}")
    return d


# --- figure 2 of the recursive dual-net ---

def cube_place(x, y, node):
    """A node of a 3-cube in its cluster."""
    return (x + 22 * (node & 1) + 9 * (node >> 2 & 1), y + 22 * (node >> 1 & 1)
            - 9 * (node >> 2 & 1))


def panel(d, x, y, title, transfers, before):
    """A step: nodes that had the message are dark, those that get it red."""
    place = {}
    d.text(x, y, title, mono=False, bold=True, size=13.5)
    for cls in (0, 1):
        for cluster in range(8):
            left, top = x + 62 * cluster, y + 34 + 112 * cls
            d.rect(left - 10, top - 20, left + 42, top + 33, "#f4f6f8", "#d5dbe1", radius=6,
                   width=1)
            for node in range(8):
                place[f"{cls}.{cluster}.{node}"] = cube_place(left, top, node)
            for node in range(8):
                for bit in (1, 2, 4):
                    if not node & bit:
                        d.line([cube_place(left, top, node), cube_place(left, top, node | bit)],
                               FAINT, 0.8)
    for a, b in transfers:
        d.line([place[a], place[b]], BAD, 1.8)
    new = {b for _, b in transfers}
    for name, (px, py) in place.items():
        colour = INK if name in before else BAD if name in new else WHITE
        d.dots.append(f'<circle cx="{px}" cy="{py}" r="3.4" fill="{colour}" stroke="{GREY}" '
                      'stroke-width="0.8"/>')
    count = f"{len(transfers)} message{'s' if len(transfers) > 1 else ''}"
    d.note(x, y + 200, f"{count}; {len(before | new)} of 128 nodes have it")
    return before | new


def rdn_broadcast():
    d = Drawing(560, "One-to-all broadcast in the recursive dual-net of a 3-cube, in four steps")
    d.text(30, 34, "One-to-all broadcast on rdn:2x2x2:1, from node 0", mono=False, bold=True,
           size=15)
    d.note(30, 54, "dark: has the message; red: gets it")
    steps = collections.defaultdict(list)
    for step, _, source, _, target, *_ in lines_of(
            "schedule", "rdn:2x2x2:1", "one-to-all-broadcast", "--steps"):
        steps[int(step)].append((source, target))
    parts = [("(a) Over the cross-edge: step 1", [1]),
             ("(b) In the clusters: steps 2 to 4", [2, 3, 4]),
             ("(c) Over the cross-edges: step 5", [5]),
             ("(d) In the clusters: steps 6 to 8", [6, 7, 8])]
    reached = {"0.0.0"}
    for number, (title, of) in enumerate(parts):
        transfers = [transfer for step in of for transfer in steps[step]]
        reached = panel(d, 40 + 530 * (number % 2), 96 + 245 * (number // 2), title, transfers,
                        reached)
    assert len(reached) == 128
    return d

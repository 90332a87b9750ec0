# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_figures_clusters -- figures of Hierarchical Dual-Net that show clusters and super-nodes,
from the links that build/lockhop prints: figures 4, 5, 6 and 10; 8; and 9."""
import functools
import math
import re

from drawing import GREY, INK, WHITE, Drawing
from paper_figures import lines_of, output_of

CLASS_COLOURS = ["#1d5c9e", "#b8560f"]
RED = "#c02626"
FAINT = "#d5d5d5"


class Net:
    """Clusters and super-nodes of the highest level.

    The super-node of a node is the number of the cluster to which its cross-edge leads: that is
    the rule of the construction, so no address is needed.
    """

    def __init__(self, spec):
        self.spec = spec
        rows = [tuple(map(int, row)) for row in lines_of("info", spec, "--links")]
        cross = max(port for _, port, _, _ in rows)
        self.nodes = 1 + max(a for a, *_ in rows)
        self.size = self.cluster_size()
        self.clusters = self.nodes // self.size // 2
        far = {a: b for a, port, b, _ in rows if port == cross}
        self.super = {a: self.cluster(far[a])[1] for a in far}
        self.links = [(a, b) for a, _, b, _ in rows if a < b]
        self.places = self.size // self.clusters  # in a super-node

    def cluster_size(self):
        return int(re.search(r"^switches .*? (\d+)  (?:equal|DIFFERS)",
                             output_of("info", cluster_of(self.spec)), re.M)[1])

    def cluster(self, node):
        return divmod(node // self.size, self.clusters)

    def part(self, node):
        """(class, cluster, super-node)"""
        return *self.cluster(node), self.super[node]


def cluster_of(spec):
    """The spec of a cluster of the highest level."""
    kind, base, supers = spec.split(":")
    supers = supers.split(",")[:-1]
    return f"{kind}:{base}:{','.join(supers)}" if supers else f"torus:{base}"


@functools.cache
def net_of(spec):
    return Net(spec)


class Panel:
    """Both classes side by side: a box for a cluster, a dot for a super-node."""

    def __init__(self, d, x, y, spec, width=500, gap=190):
        self.d, self.net, n = d, net_of(spec), net_of(spec).clusters
        self.step = min(width / n, 150)
        self.radius = min(self.step * .42, 44)
        self.centre, self.place = {}, {}
        for class_id in (0, 1):
            for cluster in range(n):
                cx, cy = x + self.step * (cluster + .5), y + self.radius + gap * class_id
                self.centre[class_id, cluster] = cx, cy
                for node in range(n):
                    angle = 2 * math.pi * node / n - math.pi / 2
                    self.place[class_id, cluster, node] = (
                        round(cx + .72 * self.radius * math.cos(angle), 1),
                        round(cy + .72 * self.radius * math.sin(angle), 1))

    def clusters(self):
        for (class_id, cluster), (cx, cy) in self.centre.items():
            self.d.dots.append(f'<circle cx="{cx:g}" cy="{cy:g}" r="{self.radius:g}" '
                               f'fill="#f4f6f8" stroke="{CLASS_COLOURS[class_id]}" '
                               'stroke-width="1.2"/>')
            below = self.radius + 16
            self.d.text(cx, cy - self.radius - 6 if class_id == 0 else cy + below,
                        f"{class_id}.{cluster}", "middle", fill=GREY, size=11)

    def dots(self, colour_of, radius=4):
        for part, (px, py) in self.place.items():
            self.d.dots.append(f'<circle cx="{px}" cy="{py}" r="{radius}" '
                               f'fill="{colour_of(part)}" stroke="{INK}" stroke-width="0.8"/>')

    def bundles(self):
        """Pairs of parts that links join -> how many links do."""
        counts = {}
        for a, b in self.net.links:
            pair = self.net.part(a), self.net.part(b)
            if pair[0] != pair[1]:
                counts[min(pair), max(pair)] = counts.get((min(pair), max(pair)), 0) + 1
        return counts

    def bundle(self, pair, colour, width):
        line = " ".join(f"{x:g},{y:g}" for x, y in (self.place[pair[0]], self.place[pair[1]]))
        self.d.dots.append(f'<polyline points="{line}" fill="none" stroke="{colour}" '
                           f'stroke-width="{width:g}"/>')


def levels_panel(d, x, y, title, spec):
    panel = Panel(d, x, y + 66, spec)
    net = panel.net
    d.text(x, y, f"{title}: {spec}", mono=False, bold=True, size=14)
    d.note(x, y + 20, f"{net.nodes} nodes; 2 x {net.clusters} clusters of {net.clusters} "
                      f"super-nodes of {net.places}")
    panel.clusters()
    for pair, count in sorted(panel.bundles().items()):
        inside = pair[0][:2] == pair[1][:2]
        own = (0, 0) in (pair[0][:2], pair[1][:2]) and not inside
        assert inside or count == net.places
        panel.bundle(pair, GREY if inside else CLASS_COLOURS[0] if own else FAINT,
                     .8 if inside else 1.8 if own else 1)
    panel.dots(lambda part: WHITE, 4.5 if net.clusters < 8 else 3)


def hdn_levels():
    """Figures 4, 5, 6 and 10."""
    d = Drawing(850, "Clusters, super-nodes and cross-edges of four hierarchical dual-nets")
    d.note(30, 30, "a circle: a cluster, named class.cluster; a dot: a super-node. A line between "
                   "clusters: a cross-edge for each node of a super-node; of cluster 0.0 blue")
    d.note(30, 50, "grey: super-nodes that links inside the cluster join")
    for number, (title, spec) in enumerate([("Figure 4", "hdn:2x2:2"),
                                            ("Figure 5", "hdn:2x2:2,2"),
                                            ("Figure 6", "hdn:2x2:2,2x2"),
                                            ("Figure 10", "hdn:2x3x5:2x3")]):
        levels_panel(d, 40 + 540 * (number % 2), 90 + 390 * (number // 2), title, spec)
    return d


# --- figure 9 ---

def cut_panel(d, x, y, title, side):
    """side(part): left or right; links between the sides are counted."""
    panel = Panel(d, x, y + 56, "hdn:2x2:2,2x2")
    net = panel.net
    left = sum(side(net.part(node)) for node in range(net.nodes))
    assert 2 * left == net.nodes
    cut = 0
    panel.clusters()
    bundles = panel.bundles()
    for pair in sorted(bundles, key=lambda pair: (side(pair[0]) != side(pair[1]), pair)):
        apart = side(pair[0]) != side(pair[1])
        cut += bundles[pair] * apart
        panel.bundle(pair, RED if apart else FAINT, 2 if apart else 1)
    panel.dots(lambda part: CLASS_COLOURS[side(part)], 5)
    d.text(x, y, title, mono=False, bold=True, size=14)
    d.text(x, y + 20, f"{cut} links between the halves of {net.nodes} nodes", mono=False,
           fill=RED, size=12.5)
    return cut


def hdn_cut():
    """Figure 9: half of the clusters of each class; and a cut of fewer links."""
    d = Drawing(440, "Two ways to halve hdn:2x2:2,2x2")
    d.note(30, 30, "hdn:2x2:2,2x2; a dot: a super-node of 4 nodes; a line: the links between two; "
                   "blue and orange: the halves; red: links between them")
    nine = cut_panel(d, 40, 70, "Figure 9: half of the clusters of each class",
                     lambda part: part[1] >= 2)
    other = cut_panel(d, 580, 70, "Between super-nodes; clusters of class 1 whole",
                      lambda part: part[1 if part[0] else 2] % 2)
    assert nine == 32 and other < nine, (nine, other)
    return d


# --- figure 8 ---

def hops_of(spec, a, b):
    text = output_of("route", spec, a, b, "--routing", "algorithm-1")
    return [line.split()[2] for line in text.splitlines() if not line.startswith("#")]


def hdn_longest():
    """Figure 8: a longest way between clusters of one class, and its five pieces."""
    spec = "hdn:2x3x5:2x3"
    d = Drawing(420, "A longest way in hdn:2x3x5:2x3, in the five pieces of figure 8")
    panel = Panel(d, 40, 100, spec, 640)
    panel.clusters()
    for pair in sorted(panel.bundles()):
        if pair[0][:2] != pair[1][:2]:
            panel.bundle(pair, "#e6eaee", .8)
    hops = hops_of(spec, "0.0.0.0", "0.2.2.5")
    parts = [tuple(map(int, hop.split(".")[:3])) for hop in hops]
    for a, b in zip(parts, parts[1:]):
        if a != b:
            panel.bundle((a, b), RED, 2.4)
    panel.dots(lambda part: INK if part in parts else WHITE, 4.5)
    d.text(30, 36, f"{spec}: from u = ({hops[0].replace('.', ',')}) to v = "
                   f"({hops[-1].replace('.', ',')}), {len(hops) - 1} hops", mono=False, bold=True,
           size=15)
    d.note(30, 58, "by Algorithm 1; the diameter is 8 = 2 (1 + D(Q)) + D(SN), with D(Q) = D(SN) "
                   "= 2")
    pieces = []  # [kind, nodes]
    for a, b, start, end in zip(parts, parts[1:], hops, hops[1:]):
        kind = "cross-edge" if a[0] != b[0] else "in the super-node" if a == b else \
            "between super-nodes"
        if pieces and pieces[-1][0] == kind:
            pieces[-1][1].append(end)
        else:
            pieces.append((kind, [start, end]))
    y = 120
    for kind, way in pieces:
        d.text(720, y, f"{len(way) - 1} {kind}", mono=False, bold=True, size=12.5)
        d.text(720, y + 17, " ".join(way), size=11, fill=GREY)
        y += 44
    return d

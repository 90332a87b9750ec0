# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""drawing -- SVG figures for the pages of docs/, and the command line of the scripts that draw
them."""
import pathlib
import sys

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"

WIDTH = 1080
MONO = "'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace"
SANS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK = "#1b2733"
GREY = "#5d6b78"
PACKET = "#1d5c9e"
BORDER = "#aab4be"
SHADE = "#dce8f5"
TINT = "#f4f6f8"
WHITE = "#ffffff"



class Drawing:
    """SVG elements; wires lie over blocks, dots over wires, words over all."""

    def __init__(self, height, title):
        self.height = height
        self.title = title
        self.parts = []
        self.wires = []
        self.dots = []
        self.words = []

    def rect(self, x1, y1, x2, y2, fill=WHITE, stroke=INK, radius=3, dashed=False, width=1.4):
        dash = ' stroke-dasharray="6 4"' if dashed else ""
        self.parts.append(
            f'<rect x="{x1:g}" y="{y1:g}" width="{x2 - x1:g}" height="{y2 - y1:g}" '
            f'rx="{radius}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"{dash}/>')

    def text(self, x, y, words, anchor="start", mono=True, bold=False, fill=INK, size=12.5,
             upright=False):
        weight = ' font-weight="700"' if bold else ""
        turn = f' transform="rotate(-90 {x:g} {y:g})"' if upright else ""
        self.words.append(
            f'<text x="{x:g}" y="{y:g}" font-family="{MONO if mono else SANS}" '
            f'font-size="{size}" text-anchor="{anchor}" fill="{fill}"{weight}{turn}>{words}</text>')

    def note(self, x, y, words, anchor="start"):
        self.text(x, y, words, anchor, mono=False, fill=GREY)

    def block(self, x1, y1, x2, y2, *lines, registers=False, dashed=False, below=None):
        """A module: its name in the middle (two lines when long), what it is below."""
        self.rect(x1, y1, x2, y2, SHADE if registers else WHITE, dashed=dashed)
        middle = (x1 + x2) / 2
        rows = len(lines) + (below is not None)
        y = (y1 + y2) / 2 + 4.5 - 8 * (rows - 1)
        for line in lines:
            self.text(middle, y, line, "middle", bold=True)
            y += 16
        if below is not None:
            self.note(middle, y, below, "middle")

    def wire(self, *points, packet=False, dashed=False, arrow=True):
        self.wires.append(Wire(points, packet, dashed, arrow))

    def line(self, points, stroke, width):
        self.parts.append(f'<polyline points="{path(points)}" fill="none" stroke="{stroke}" '
                          f'stroke-width="{width}"/>')

    def dot(self, x, y, packet=False):
        """Where a line branches."""
        self.dots.append(f'<circle cx="{x}" cy="{y}" r="{4 if packet else 3}" '
                         f'fill="{PACKET if packet else INK}"/>')

    def several(self, x, y, count):
        """A stroke through a line that stands for several, and how many."""
        self.line([(x - 4, y + 7), (x + 4, y - 7)], INK, 1.4)
        self.text(x + 9, y - 5, count, "middle", fill=GREY, size=11.5)

    def svg(self):
        wires = [element for i, wire in enumerate(self.wires)
                 for element in wire.elements(self.wires[:i], self.wires[i + 1:])]
        elements = [f"<title>{self.title}</title>",
                    f'<rect width="{WIDTH}" height="{self.height}" fill="{WHITE}"/>',
                    *self.parts, *wires, *self.dots, *self.words]
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" '
            f'width="{WIDTH}" height="{self.height}" role="img">',
            f"  <!-- drawn by scripts/{pathlib.Path(sys.argv[0]).name} -->",
            *("  " + element for element in elements), "</svg>", ""])


class Wire:
    """A line of level and upright segments.  Where two wires cross, the thinner one is left
    open; of two alike, the one that was drawn first."""

    def __init__(self, points, packet, dashed, arrow):
        self.packet = packet
        self.dashed = dashed
        self.width = 3 if packet else 1.4
        self.arrow = []
        if arrow:
            head = 10 if packet else 8
            (x1, y1), (x2, y2) = points[-2:]
            dx, dy = (x2 > x1) - (x2 < x1), (y2 > y1) - (y2 < y1)
            x, y, side = x2 - dx * head, y2 - dy * head, head * 0.45
            points = (*points[:-1], (x, y))
            self.arrow = [(x2, y2), (x - dy * side, y + dx * side), (x + dy * side, y - dx * side)]
        self.points = points

    def segments(self):
        return list(zip(self.points, self.points[1:]))

    def elements(self, older, newer):
        colour = PACKET if self.packet else INK
        over = [w for w in older if w.width > self.width]
        over += [w for w in newer if w.width >= self.width]
        dash = f' stroke-dasharray="{"8 5" if self.packet else "5 4"}"' if self.dashed else ""
        yield (f'<path d="{self.pieces(over)}" fill="none" stroke="{colour}" '
               f'stroke-width="{self.width}" stroke-linejoin="round"{dash}/>')
        if self.arrow:
            yield f'<polygon points="{path(self.arrow)}" fill="{colour}"/>'

    def pieces(self, over):
        text = "M{:g},{:g}".format(*self.points[0])
        for (x1, y1), (x2, y2) in self.segments():
            length = abs(x2 - x1) + abs(y2 - y1)
            dx, dy = (x2 - x1) / length, (y2 - y1) / length
            for at, half in sorted(crossings(((x1, y1), (x2, y2)), over)):
                a, b = at - half, at + half
                text += (f" L{x1 + a * dx:g},{y1 + a * dy:g}"
                         f" M{x1 + b * dx:g},{y1 + b * dy:g}")
            text += f" L{x2:g},{y2:g}"
        return text


def crossings(segment, over):
    """How far along the segment others cross it, and half of the opening for each."""
    (x1, y1), (x2, y2) = segment
    for wire in over:
        for (u1, v1), (u2, v2) in wire.segments():
            if y1 == y2 and u1 == u2 and strictly(x1, u1, x2) and strictly(v1, y1, v2):
                yield abs(u1 - x1), wire.width / 2 + 3.5
            elif x1 == x2 and v1 == v2 and strictly(y1, v1, y2) and strictly(u1, x1, u2):
                yield abs(v1 - y1), wire.width / 2 + 3.5


def strictly(a, x, b):
    """Is x between a and b?"""
    return min(a, b) < x < max(a, b)


def strong(words, font):
    """A part of a note."""
    return f'<tspan font-family="{font}" font-weight="700" fill="{INK}">{words}</tspan>'


def path(points):
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def check(folder, figures):
    """Prints TAP."""
    stale = 0
    for number, (name, figure) in enumerate(figures.items(), 1):
        file = DOCS / folder / f"{name}.svg"
        same = file.is_file() and file.read_bytes() == figure().svg().encode("ascii")
        stale += not same
        print(f'{"ok" if same else "not ok"} {number} - docs/{folder}/{name}.svg is up to date')
    print(f"1..{len(figures)}")
    return 1 if stale else 0


def main(folder, figures):
    """The command: figures is a list of functions that return a Drawing, named as their files
    in docs/folder; or a table of these names and functions."""
    if not isinstance(figures, dict):
        figures = {figure.__name__: figure for figure in figures}
    arguments = sys.argv[1:]
    if arguments == ["--check"]:
        return check(folder, figures)
    unknown = [a for a in arguments if a not in figures]
    if unknown:
        print(f"{pathlib.Path(sys.argv[0]).stem}: no figure {unknown[0]}; there are "
              f"{' '.join(figures)}", file=sys.stderr)
        return 2
    for name in arguments or figures:
        (DOCS / folder / f"{name}.svg").write_bytes(figures[name]().svg().encode("ascii"))
    return 0

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_figures_dragonfly -- the three drawings of The Swapped Dragonfly, for
scripts/draw_paper_figures.py.  All links are those of lockhop info d3:3,4 --links."""
from drawing import BORDER, GREY, INK, SHADE, TINT, WHITE, Drawing
from paper_figures import Drawn, lines_of

K, M = 3, 4
COLOURS = ["#1d5c9e", "#b8560f", "#2c7a4b"]  # of cabinets, or of global ports
BOX = (21, 10)  # half of a router's box


def global_links():
    """(c, d, p), port -> (c, d, p), port."""
    return {(router(int(a)), int(port) - M): (router(int(b)), int(far) - M)
            for a, port, b, far in lines_of("info", f"d3:{K},{M}", "--links")
            if M <= int(port) < M + K}


def router(number):
    return number // M // M, number // M % M, number % M


def name(place):
    return ".".join(map(str, place))


def box(d, x, y, place, fill=WHITE, stroke=BORDER, width=1.2):
    d.dots.append(f'<rect x="{x - BOX[0]}" y="{y - BOX[1]}" width="{2 * BOX[0]}" '
                  f'height="{2 * BOX[1]}" rx="4" fill="{fill}" stroke="{stroke}" '
                  f'stroke-width="{width}"/>')
    d.text(x, y + 4, name(place), "middle", size=11)


def heading(d, title, *notes):
    d.text(30, 36, title, mono=False, bold=True, size=15)
    for row, note in enumerate(notes):
        d.note(30, 58 + 19 * row, note)


def d3_cabinet():
    return Drawn(f"d3:{K},{M}", "--only", "cabinet=0", "--color", "class")


def d3_drawer():
    """The global links of drawer (0,0): one port of its routers is a column of one cabinet."""
    d = Drawing(620, f"Global links of drawer 0.0 of d3:{K},{M}")
    heading(d, f"d3:{K},{M}: the global links of drawer 0.0",
            "Global port a of router (c,d,p) leads to port -a of router (c+a,p,d).",
            "Port a of the whole drawer (0,0) leads to column 0 of cabinet a: rows are drawers, "
            "columns are routers.")

    def cell(c, row, column):
        return 130 + 345 * c + 62 * column, 430 + 44 * row

    for c in range(K):
        (x1, y1), (x2, y2) = cell(c, 0, 0), cell(c, M - 1, M - 1)
        d.rect(x1 - 30, y1 - 38, x2 + 30, y2 + 22, TINT, BORDER, radius=8)
        d.text(x2 + 22, y1 - 20, f"cabinet {c}, by port {c}", "end", mono=False,
               fill=COLOURS[c], bold=True)
        for row in range(M):
            for column in range(M):
                own = (c, row) == (0, 0)
                box(d, *cell(c, row, column), (c, row, column), SHADE if own else WHITE,
                    COLOURS[c] if column == 0 else BORDER, 2 if column == 0 else 1.2)
    d.rect(250, 104, 830, 166, SHADE, BORDER, radius=8)
    d.text(262, 122, "drawer 0.0", mono=False, fill=GREY)
    links = global_links()
    for p in range(M):
        x = 330 + 140 * p
        box(d, x, 143, (0, 0, p))
        for a in range(K):
            (c, row, column), far = links[(0, 0, p), a]
            assert (c, row, column) == (a, p, 0) and far == -a % K
            start, level = x - 14 + 14 * a, 196 + 12 * p + 56 * (K - 1 - a)
            end_x, end_y = cell(c, row, column)
            gap = end_x - 44 - 8 * p
            d.line([(start, 153), (start, level), (gap, level), (gap, end_y),
                    (end_x - BOX[0], end_y)], COLOURS[a], 1.8)
    return d


def corner(i):
    return (-1, 1, 1, -1)[i], (-1, -1, 1, 1)[i]


def place_of(c, drawer, p):
    """A router stands in the corner of its drawer that points to the drawer of its number."""
    (x, y), (u, v) = corner(drawer), corner(p)
    return 190 + 350 * c + 84 * x + 31 * u, 290 + 96 * y + 22 * v


def link(d, start, end, colour, bend):
    """A line that is bent down by so much in its middle."""
    (x1, y1), (x2, y2) = place_of(*start), place_of(*end)
    d.parts.append(f'<path d="M{x1:g},{y1:g} Q{(x1 + x2) / 2:g},{(y1 + y2) / 2 + 2 * bend:g} '
                   f'{x2:g},{y2:g}" fill="none" stroke="{colour}" stroke-width="2.2"/>')


def d3_routers():
    """All global links of two routers, and those that stay in cabinet 2."""
    d = Drawing(490, f"Global links of two routers, and within a cabinet, of d3:{K},{M}")
    heading(d, f"d3:{K},{M}: the global links of routers 1.3.0 and 0.2.3, and within cabinet 2",
            "A router stands in the corner of its drawer that points to the drawer of its number: "
            "global port 0 swaps the two.",
            "Blue: 1.3.0. Orange: 0.2.3. Green: global port 0 in cabinet 2; a ring is a "
            "self-link.")
    for c in range(K):
        d.rect(30 + 350 * c, 122, 350 + 350 * c, 440, TINT, BORDER, radius=8)
        d.text(42 + 350 * c, 142, f"cabinet {c}", mono=False, fill=GREY)
        for drawer in range(M):
            x, y = corner(drawer)
            left, top = 190 + 350 * c + 84 * x - 58, 290 + 96 * y - 38
            d.rect(left, top, left + 116, top + 76, SHADE, SHADE, radius=6)
            for p in range(M):
                own = (c, drawer, p) in ((1, 3, 0), (0, 2, 3))
                box(d, *place_of(c, drawer, p), (c, drawer, p), stroke=INK if own else BORDER,
                    width=2 if own else 1.2)
    links = global_links()
    for source, colour, bend in (((1, 3, 0), COLOURS[0], 0), ((0, 2, 3), COLOURS[1], 40)):
        for a in range(K):
            end = links[source, a][0]
            link(d, source, end, colour, bend * abs(end[0] - source[0]) ** .5)
    for (source, a), (end, _) in links.items():
        if a or source[0] != 2 or end < source:
            continue
        x, y = place_of(*source)
        if end == source:
            u, v = corner(source[2])
            d.parts.append(f'<circle cx="{x + 21 * u}" cy="{y + 12 * v}" r="8" fill="none" '
                           f'stroke="{COLOURS[2]}" stroke-width="2.2"/>')
        else:
            link(d, source, end, COLOURS[2], 0)
    return d

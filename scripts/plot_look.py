# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""plot_look -- the look of all plots of the project, and names beside their curves.

Colours are Okabe and Ito's, which the colour-blind can tell apart, and two more.  The same figure
gives the same bytes, whatever the user's settings of matplotlib are.
"""
import io
import os

COLOURS = ["#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9",
           "#7A4FB5", "#808080"]
MARKERS = "os^Dv<>ph*dP8X"  # each can be hollow
GRID = {"color": "#dddddd", "linewidth": 0.5}
NOTE = "#5d6b78"            # text that explains
SIZE = 8                    # of text, points
LINE = 1.3 * SIZE           # from a name to the next, points
STYLE = {"svg.hashsalt": "lockhop", "font.family": "DejaVu Sans", "font.size": SIZE,
         "axes.titlesize": SIZE, "figure.titlesize": 9, "legend.fontsize": SIZE,
         "axes.linewidth": 0.6, "savefig.dpi": 160}


def colour_of(number):
    return COLOURS[number % len(COLOURS)]


def marker_of(number):
    return MARKERS[number % len(MARKERS)]


def open_matplotlib():
    """Matplotlib with the style, drawing to files alone.  Error: ImportError."""
    os.environ.setdefault("SOURCE_DATE_EPOCH", "0")
    import matplotlib
    matplotlib.use("Agg")
    matplotlib.rcdefaults()
    matplotlib.rcParams.update(STYLE)
    return matplotlib


def render(figure, kind):
    """The bytes of a figure as svg or png."""
    data = io.BytesIO()
    metadata = {"svg": {"Date": None, "Creator": None}, "png": {"Software": None}}
    figure.savefig(data, format=kind, metadata=metadata[kind])
    return data.getvalue()


def text_width(text, size=SIZE):
    """In points, of a line."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path
    font = FontProperties(family=STYLE["font.family"], size=size)
    return text_to_path.get_text_width_height_descent(text, font, ismath=False)[0]


def wrapped(text, width, size=SIZE):
    """The text in lines of at most so many points, broken between words."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def spread(wanted, gap, most):
    """Places in [0, most], in the order of what is wanted, at least a gap apart, with the least
    sum of squared distances from what is wanted.  They must fit: gap * (count - 1) <= most."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    blocks = []  # [sum, count] of places less their gaps, each the mean of its block
    for place, i in enumerate(order):
        blocks.append([wanted[i] - gap * place, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] >= blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
    room = most - gap * (len(order) - 1)
    level = [min(max(total / count, 0), room) for total, count in blocks for _ in range(count)]
    places = [0.0] * len(wanted)
    for place, i in enumerate(order):
        places[i] = level[place] + gap * place
    return places


NAME_GAP = 14  # points between the axes and the names


def put_names(axes, names, size):
    """Write names right of the axes, each joined to the end of its curve.  names: (text, colour,
    end of the curve in data); size: of the axes, (width, height) in points."""
    width, height = size
    ends = [axes.transAxes.inverted().transform(axes.transData.transform(end))
            for _, _, end in names]
    places = spread([y * height for _, y in ends], LINE, height)
    for (text, colour, _), (x, y), place in zip(names, ends, places):
        at = place / height
        axes.plot([x, 1, 1 + (NAME_GAP - 3) / width], [y, y, at], color=colour, linewidth=0.5,
                  linestyle=(0, (1, 1.5)), transform=axes.transAxes, clip_on=False,
                  scalex=False, scaley=False)
        axes.text(1 + NAME_GAP / width, at, text, color=colour, va="center", ha="left",
                  transform=axes.transAxes, gid=f"name {text}")

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_tables -- the cells of a table of a paper as Markdown: a grid where the paper has one,
else a line a cell.

A cell of a grid says what the paper prints and its verdict, then what is measured, if that is
another value.  Longer words are notes below the grid, equal ones only once.
"""

import re

LONGEST = 24  # letters of a measured value in a cell


def escaped(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("_", "\\_").replace("*", "\\*")


def in_order(values):
    return list(dict.fromkeys(values))


def remark_of(cell):
    """What a cell says besides the printed value: (in the cell, as a note)."""
    printed, measured = cell["printed"], cell["measured"]
    if measured == printed:
        return "", ""
    if measured.startswith(printed + ", "):
        return "", measured[len(printed) + 2:]
    if len(measured) <= LONGEST:
        return measured, ""
    return "", measured


def is_grid(cells):
    """Every row has every column once, and there are fewer notes than half of the cells."""
    rows, columns = (in_order(cell[key] for cell in cells) for key in ("row", "column"))
    places = {(cell["row"], cell["column"]) for cell in cells}
    notes = {remark_of(cell)[1] for cell in cells} - {""}
    return (len(rows) > 1 and len(columns) > 1 and 2 * len(notes) < len(cells)
            and len(places) == len(cells) == len(rows) * len(columns))


def cell_text(cell, notes):
    value, note = remark_of(cell)
    text = escaped(cell["printed"])
    text += f" {cell['verdict']}" if cell["verdict"] != "-" else ""
    if value:
        text += f": {escaped(value)}"
    if note:
        text += f" ({notes.index(note) + 1})"
    return text


def grid_of(cells):
    rows, columns = (in_order(cell[key] for cell in cells) for key in ("row", "column"))
    notes = in_order(remark_of(cell)[1] for cell in cells if remark_of(cell)[1])
    places = {(cell["row"], cell["column"]): cell for cell in cells}
    lines = ["| | " + " | ".join(map(escaped, columns)) + " |", "|---" * (len(columns) + 1) + "|"]
    for row in rows:
        texts = [cell_text(places[row, column], notes) for column in columns]
        lines.append(f"| {escaped(row)} | " + " | ".join(texts) + " |")
    if notes:
        lines += [""] + [f"{number}. {escaped(note)}" for number, note in enumerate(notes, 1)]
    return lines


def list_of(cells):
    keys = ("row", "column", "printed", "verdict", "measured")
    return (["| " + " | ".join(keys) + " |", "|---" * len(keys) + "|"]
            + ["| " + " | ".join(escaped(cell[key]) for key in keys) + " |" for cell in cells])


def markdown(cells):
    lines = grid_of(cells) if is_grid(cells) else list_of(cells)
    for verdict in in_order(cell["verdict"] for cell in cells):  # every cell is shown, with its own
        shown = sum(len(re.findall(rf"\b{verdict}\b", line)) for line in lines)
        assert verdict == "-" or shown == sum(cell["verdict"] == verdict for cell in cells), verdict
    return lines

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""page_tables -- tables of pages in Markdown that programs read and write.  A table is known by the
cells of its head; a row is a list of texts."""

import re
import sys


def table(head, rows):
    return "\n".join(["| " + " | ".join(row) + " |"
                      for row in [head, ["---"] * len(head), *rows]])


def read_table(text, head):
    """The rows of the table with this head; none if there is no such table."""
    rows = None
    for line in text.splitlines():
        cells = [part.strip() for part in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells == head:
            rows = []
        elif rows is not None and not line.startswith("|"):
            break
        elif rows is not None and set(cells) != {"---"}:
            rows.append(cells)
    return rows or []


def put(text, head, rows):
    """The text with another table in the place of that with this head."""
    pattern = re.escape(table(head, [])) + r"\n(\|.*\n)*"
    text, count = re.subn(pattern, lambda _: table(head, rows) + "\n", text)
    if count != 1:
        sys.exit(f"no table with the head: {' | '.join(head)}")
    return text

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""The tables of docs/states.md: what the searches of all states have found.

    scripts/states.py --write        search all rows, minutes, and write the tables
    scripts/states.py --check        are rows of some seconds as the page has them? TAP
    scripts/states.py --check --all  are all rows?
    scripts/states.py --self-test    --check finds rows that are changed, missing or too many

The programs of `make states` print the rows.  Those of the first two tables are whole; of the
Verilog they print what was counted, for the rows of the page in their order.  The last cell of a
row is seconds, which are not compared.
"""

import os
import pathlib
import subprocess
import sys

from page_tables import put, read_table
from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/states.md"
NETWORK = ["network", "routing", "VCs, of those that it needs", "sent", "static cycle", "deadlock",
           "states", "cycles", "s"]
SWITCH = ["switch", "`DEPTH`", "states", "inputs in all", "s"]
VERILOG = ["switch", "ports", "`DEPTH`", "packets", "states", "visits", "inputs in all", "s"]
# Head; program; whether its rows of the page are those of ALL=1.
TABLES = ((NETWORK, "build/tests/unit/test_network_states", True),
          (SWITCH, "build/tests/unit/test_switch_states", True),
          (VERILOG, "build/tests/twin/test_switch_states", False))


def printed(program, whole):
    """The rows that a program prints."""
    given = {**os.environ, "STATES": "1", "CMOCKA_MESSAGE_OUTPUT": "TAP"}
    given.pop("ALL", None)
    if whole:
        given["ALL"] = "1"
    ended = subprocess.run([str(ROOT / program)], check=False, capture_output=True, text=True,
                           cwd=ROOT, env=given)
    rows = [[cell.strip() for cell in line.strip("|").split("|")]
            for line in ended.stdout.splitlines() if line.startswith("|")]
    if ended.returncode != 0 or not rows:
        sys.exit(f"states: {program} fails, or prints no rows: {ended.stderr.strip()[-500:]}")
    return rows


def joined(rows, found):
    """Rows of the page with what was found: whole rows, or the last cells of each."""
    if len(found[0]) == len(rows[0]):
        return found
    return [row[:len(row) - len(cells)] + cells for row, cells in zip(rows, found)]


def faults(page, head, found, every):
    """Rows that were found and are not on the page; with `every` also those that are there and
    were not found."""
    rows = read_table(page, head)
    if not rows:
        return [f"no table with the head: {' | '.join(head)}"]
    if len(found) > len(rows) or every and len(found) != len(rows):
        return [f"{len(rows)} rows below '{head[0]} | {head[1]}', {len(found)} found"]
    known = [row[:-1] for row in rows]
    return [f"not on the page: {' | '.join(row)}" for row in joined(rows, found)
            if row[:-1] not in known]


def check(whole):
    """As TAP."""
    tap, page = Tap(), PAGE.read_text()
    for head, program, all_rows in TABLES:
        if head is VERILOG and not whole:       # it takes longest
            continue
        wrong = faults(page, head, printed(program, whole and all_rows), whole)
        tap(not wrong, f"docs/states.md has what {program} finds",
            [*wrong, "scripts/states.py --write writes the tables"])
    return tap.end()


def self_test():
    """Changed pages are found."""
    tap, page = Tap(), PAGE.read_text()
    for head, _, _ in TABLES:
        rows = read_table(page, head)
        found = rows if head is not VERILOG else [row[4:] for row in rows]
        other = [found[0][:-2] + ["0", found[0][-1]], *found[1:]]
        later = [[*row[:-1], "9999.9"] for row in found]
        tap(not faults(page, head, later, True), f"other seconds are no fault: {head}", rows)
        tap(faults(page, head, other, False), "a count that differs is found", other[0])
        tap(faults(page, head, found[1:], True), "a row that is not searched is found", rows[0])
        tap(faults(page, head, found + found[:1], False), "a row that is missing is found", rows[0])
    return tap.end()


def write():
    page = PAGE.read_text()
    for head, program, all_rows in TABLES:
        rows, found = read_table(page, head), printed(program, all_rows)
        if len(found[0]) < len(head) and len(found) != len(rows):
            sys.exit(f"states: {program} has {len(found)} rows, docs/states.md {len(rows)}: "
                     "write the first cells of each there")
        page = put(page, head, joined(rows, found))
    PAGE.write_text(page)


def main():
    """One of the forms of the head."""
    asked = sys.argv[1:]
    if asked in (["--check"], ["--check", "--all"]):
        sys.exit(check(len(asked) > 1))
    elif asked == ["--self-test"]:
        sys.exit(self_test())
    elif asked == ["--write"]:
        write()
    else:
        print(__doc__, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()

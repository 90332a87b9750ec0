#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""The numbers of docs/trust.md.

    scripts/trust.py --write         count in the tree, take docs/trust.json, and write the tables
    scripts/trust.py --check         are the tables right? A count may be a little low. TAP
    scripts/trust.py --self-test     --check finds numbers that are changed, and a count that is not
    scripts/trust.py --fuzz          add what build/fuzz/spent.json has to docs/trust.json
    scripts/trust.py --record WHAT RESULT COMMAND
                                     put a figure of today into docs/trust.json

What can be counted in a second is counted. What takes long is recorded in docs/trust.json, each
figure with its date and the command that made it.
"""

import datetime
import json
import pathlib
import re
import sys

from page_tables import put, read_table
from tap import Tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/trust.md"
RECORD = ROOT / "docs/trust.json"
COUNT_HEAD = ["tests", "at least", "what they show"]
RECORD_HEAD = ["what", "result", "date", "command"]
FUZZ_HEAD = ["target", "texts stored", "former findings", "minutes", "million executions"]
TWIN_HEAD = ["Verilog", "in all", "with a C twin compared alone"]
BEHIND = 0.95  # of what is counted, the page may say less, so that not every new test changes it


def files(pattern):
    """Files of the tree."""
    return [path for path in sorted(ROOT.glob(pattern)) if path.is_file()]


def lines(pattern, regex):
    """Lines that match, in these files."""
    return sum(len(re.findall(regex, path.read_text(encoding="utf-8"), re.M))
               for path in files(pattern))


def counts():
    """Rows of the first table."""
    return [
        ["unit tests", lines("tests/unit/test_*.c", r"^TEST\("),
         "laws of one C file, or of every row of a table; run with sanitizers of addresses and "
         "undefined behaviour"],
        ["wrong texts", lines("tests/unit/wrong/*.txt", r"^=> "),
         "wrong networks and traffic, each refused in one line that is compared"],
        ["twin tests", len(files("tests/twin/test_*.cpp")),
         "a C component beside its Verilated module, all inputs where they are few"],
        ["lock step", lines("tests/system/lockstep.txt", r"^\s*[^\s#]"),
         "networks, routings and options in which the golden model and the Verilog agree in "
         "every cycle"],
        ["planted bugs", len(files("tests/broken/*.patch")),
         "Verilog with one mistake each, which lock step or a check must find"],
        ["hostile switches", len(files("tests/hostile/*.patch")),
         "designs that hang, crash, lie or end the process, each with the verdict that it must "
         "get"],
        ["bugs of the attack", lines("tests/attack/bugs.txt", r"^bug "),
         "bugs made to escape `lockhop check`"],
        ["programs of the command", len(files("tests/system/test_*.sh")),
         "the command as a user meets it: texts, exit codes, files, signals"],
        ["fuzz targets", len(files("tests/fuzz/target_*.c")),
         "every text that comes from outside, fed with made-up texts"],
        ["routings in a second program", lines("docs/agreement.md", r"^\| \w[\w-]* \| `[^|]*\| "
                                               r"(shortest|not below) \|"),
         "paths, steps and deliveries, computed again in Python from the pages alone"],
    ]


def twins():
    """Rows of the table of Verilog modules."""
    rows = []
    for folder, name in (("component", "components"), ("route", "route units"),
                         ("switch", "switches")):
        modules = [path.stem for path in files(f"rtl/{folder}/*.v")]
        tested = [one for one in modules if (ROOT / f"tests/twin/test_{one}.cpp").exists()]
        rows.append([name, len(modules), len(tested)])
    return rows


def fuzz_rows(record):
    """Rows of the table of fuzzing."""
    rows = []
    for path in files("tests/fuzz/target_*.c"):
        name = path.stem[len("target_"):]
        spent = record["fuzz"]["targets"].get(name, {"seconds": 0, "executions": 0})
        rows.append([f"`{name}`", len(files(f"tests/fuzz/seeds/{name}/*")),
                     len(files(f"tests/fuzz/found/{name}/*")), round(spent["seconds"] / 60),
                     f"{spent['executions'] / 1e6:.2f}"])
    return rows


def texts(rows):
    """Cells as text."""
    return [[str(cell) for cell in row] for row in rows]


def written(page, record):
    """The page with the tables of now."""
    for head, rows in tables(record):
        page = put(page, head, texts(rows))
    return page


def tables(record):
    """Heads and rows."""
    return ((COUNT_HEAD, counts()), (TWIN_HEAD, twins()),
            (RECORD_HEAD, [[one["what"], one["result"], one["date"], f"`{one['command']}`"]
                           for one in record["figures"]]),
            (FUZZ_HEAD, fuzz_rows(record)))


def same(cell, should):
    """A number that was counted may be a little behind, never ahead."""
    if not isinstance(should, int) or not cell.isdigit():
        return cell == str(should)
    return BEHIND * should - 2 <= int(cell) <= should


def difference(page, record):
    """What the page should have and has not; None: nothing."""
    for head, rows in tables(record):
        found = read_table(page, head)
        if len(found) != len(rows):
            return f"{len(found)} rows below '{head[0]}', not {len(rows)}"
        for cells, wanted in zip(found, rows):
            if not all(map(same, cells, wanted)):
                return f"{cells} should be {wanted}"
    return None


def check(tap, page, record):
    """As TAP."""
    wrong = difference(page, record)
    tap(not wrong, "docs/trust.md has the numbers of the tree and of docs/trust.json",
        [wrong, "scripts/trust.py --write writes them"])
    empty = [row[0] for row in counts() + twins() if row[1] == 0]
    tap(not empty, "nothing is counted as 0", empty)
    lacking = [one for one in record["figures"]
               if not re.fullmatch(r"\d{4}-\d\d-\d\d", one["date"]) or not one["command"]]
    tap(not lacking, "every figure that was recorded has a date and a command", lacking)


def self_test(page, record):
    """Changed pages are found."""
    tap = Tap()
    for what, row in (("a count", counts()[0]), ("the table of modules", twins()[0])):
        line = " | ".join(texts([row])[0])
        other = line.replace(str(row[1]), str(row[1] + 1), 1)
        less = line.replace(str(row[1]), str(int(row[1] * 0.8)), 1)
        tap(line in page and difference(page.replace(line, other), record),
            f"{what} that is one too high is found", [line])
        tap(difference(page.replace(line, less), record),
            f"{what} that is a fifth too low is found", [line])
    figure = record["figures"][0]["result"]
    tap(figure in page and difference(page.replace(figure, figure + "1"), record),
        "a recorded figure that is changed is found", [figure])
    row = "| " + " | ".join(texts(fuzz_rows(record))[0]) + " |\n"
    tap(row in page and difference(page.replace(row, ""), record),
        "a row that is missing is found", [row])
    return tap.end()


def add_fuzzing(record):
    """The seconds of build/fuzz, which are then counted there from 0."""
    path = ROOT / "build/fuzz/spent.json"
    for name, spent in json.loads(path.read_text()).items():
        total = record["fuzz"]["targets"].setdefault(name, {"seconds": 0, "executions": 0})
        for key in ("seconds", "executions"):
            total[key] += spent[key]
    record["fuzz"]["until"] = datetime.date.today().isoformat()
    path.unlink()


def add_figure(record, what, result, command):
    """A figure of today, in the place of an older one."""
    new = {"what": what, "result": result, "date": datetime.date.today().isoformat(),
           "command": command}
    for number, one in enumerate(record["figures"]):
        if one["what"] == what:
            record["figures"][number] = new
            return
    record["figures"].append(new)


def main():
    """One of the forms of the head."""
    record = json.loads(RECORD.read_text())
    page = PAGE.read_text()
    asked = sys.argv[1:]
    if asked == ["--check"]:
        tap = Tap()
        check(tap, page, record)
        sys.exit(tap.end())
    elif asked == ["--self-test"]:
        sys.exit(self_test(written(page, record), record))  # counts of now, not behind
    elif asked in (["--write"], ["--fuzz"]) or (len(asked) == 4 and asked[0] == "--record"):
        if asked[0] == "--fuzz":
            add_fuzzing(record)
        elif asked[0] == "--record":
            add_figure(record, *asked[1:])
        RECORD.write_text(json.dumps(record, indent=1) + "\n")
        PAGE.write_text(written(page, record))
    else:
        print(__doc__, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()

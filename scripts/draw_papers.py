#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""draw_papers -- the pages of docs/papers/: a map of each paper, its tables and claims.

  draw_papers.py           write docs/papers/*.md
  draw_papers.py --check   are the pages in the tree up to date?  Prints TAP
  ... --measure            measure claims anew, too; else the pages keep what they say

The cells of tables are those of build/lockhop claims --table.  The claims are the rows of
cmodel/papers/, with the verdicts that the tests of claims demand.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # leave no files beside the sources

from paper_claims import claims_of, measured_by, measured_on
from paper_maps import PAGES
from paper_tables import escaped, markdown

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = {"T": "TRUE", "F": "FALSE", "A": "AMBIGUOUS"}
SOURCES = {"hypercube": "hypercube_*.c", "dragonfly": "dragonfly_*.c", "grids": "grids_*.c",
           "dual-nets": "dual_*.c"}
TESTS = {"dragonfly": ["test_claims_dragonfly.c"], "dual-nets": ["test_claims_dual_nets.c"],
         "grids": ["test_claims_grids.c", "test_claims_grids_mesh.c"]}
MEANS = {"transpose": 5, "speedup": 2, "rdn-2": 1}  # tables that --trials changes
STRINGS = r'((?:"(?:[^"\\]|\\.)*"\s*)+)'


def joined(strings):
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', strings)).replace('\\"', '"')


def texts_of(argument):
    """id -> (claim, printed)."""
    rows = {}
    for file in sorted((ROOT / "cmodel/papers").glob(SOURCES[argument])):
        pattern = r'\{"([A-Z]?[\d.]+)",\s*' + STRINGS + r",\s*" + STRINGS + ","
        for name, claim, printed in re.findall(pattern, file.read_text()):
            rows[name] = (joined(claim), joined(printed))
    return rows


def verdicts_of(argument):
    """id -> verdict, in the order of the tests, which is that of the rows."""
    if argument == "hypercube":
        text = (ROOT / "tests/system/test_claims.sh").read_text()
        return dict(re.findall(r"^(\S+) (TRUE|FALSE|AMBIGUOUS)$", text, re.M))
    verdicts = {}
    for file in TESTS[argument]:
        text = (ROOT / "tests/unit" / file).read_text()
        pattern = r'\{"([A-Z]?[\d.]+)",\s*(?:CLAIM_)?([TFA])(?:RUE|ALSE|MBIGUOUS)?\b'
        found = re.findall(pattern, text)
        verdicts |= {name: WORDS[letter] for name, letter in found}
    return verdicts


def cells_of(paper, table):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "cells.json"
        trials = ["--trials", str(MEANS[table])] if table in MEANS else []
        subprocess.run([ROOT / "build/lockhop", "claims", paper["argument"], "--table", table,
                        *trials, "--json", file], check=True, stdout=subprocess.DEVNULL)
        return json.loads(file.read_text())


def check_map(paper, verdicts):
    """A claim that no entry of the map has is not to be found by its place in the paper."""
    named = {name for *_, names in paper["map"] for name in names.split()}
    shown = {name for name in verdicts if name.startswith(paper["names"])}
    if shown - named:
        sys.exit(f"{paper['title']}: the map lacks {' '.join(sorted(shown - named))}")


def map_of(paper, verdicts):
    check_map(paper, verdicts)
    lines = ["## Map", "", "| in the paper | what | command | page | claims |",
             "|---|---|---|---|---|"]
    for place, what, command, page, names in paper["map"]:
        claims = ", ".join(f"`{name}` {verdicts[name]}" for name in names.split())
        link = f"[{page.split('.md')[0]}](../{page})" if page else ""
        command = command.split("    #")[0]
        lines.append(f"| {escaped(place)} | {escaped(what)} | "
                     f"{'`' + command + '`' if command else ''} | {link} | {claims} |")
    lines += ["", "These are the commands of the table, to copy:", ""]
    before = paper.get("before", {})
    for command in dict.fromkeys(command for _, _, command, _, _ in paper["map"] if command):
        lines += [f"    {line}" for line in (before.get(command), command) if line]
    return lines + [""]


def table_of(paper, table):
    cells = cells_of(paper, table)
    command = f"lockhop claims {paper['argument']} --table {table}"
    if table in MEANS:
        command += f" --trials {MEANS[table]}"
    lines = [f"### {escaped(cells[0]['place'])}: `{table}`", "", f"    {command}", ""]
    lines += markdown(cells)
    return lines + [""]


def page_of(paper, before, measure):
    texts, verdicts = texts_of(paper["argument"]), verdicts_of(paper["argument"])
    measured = measured_by(paper["argument"], verdicts) if measure else measured_on(before)
    lines = [f"# {paper['title']}", "", paper["cite"], "",
             "`scripts/draw_papers.py` writes this page. A claim is TRUE if it holds wherever it "
             "was tried; this is no",
             "proof. It is AMBIGUOUS if it holds in some of its readings only: "
             "[verdicts](../claims.md#verdicts).", ""]
    lines += map_of(paper, verdicts)
    lines += [line for figure in paper.get("figures", []) for line in (figure, "")]
    if paper["tables"]:
        lines += ["## Tables", "", "A cell has what is printed, the verdict, and what is measured "
                  "instead or in another way.", ""]
    for table in paper["tables"]:
        lines += table_of(paper, table)
    return "\n".join(lines + claims_of(paper, texts, verdicts, measured)).rstrip() + "\n"


def main():
    arguments = sys.argv[1:]
    if set(arguments) - {"--check", "--measure"}:
        print("usage: draw_papers.py [--check] [--measure]", file=sys.stderr)
        return 2
    check, stale = "--check" in arguments, 0
    for number, (name, paper) in enumerate(PAGES.items(), 1):
        file = ROOT / f"docs/papers/{name}.md"
        before = file.read_text() if file.is_file() else ""
        page = page_of(paper, before, "--measure" in arguments)
        if not check:
            file.write_text(page)
            continue
        stale += before != page
        print(f'{"ok" if before == page else "not ok"} {number} - docs/papers/{name}.md is up to '
              "date")
    if check:
        print(f"1..{len(PAGES)}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())

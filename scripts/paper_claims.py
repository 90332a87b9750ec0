# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""paper_claims -- the claims of a page of docs/papers/, and what is measured for each.

Measuring takes minutes, so scripts/draw_papers.py carries the measured values of the page over;
with --measure it asks build/lockhop, which must give the verdicts that the tests demand.
"""
import functools
import json
import pathlib
import re
import subprocess
import sys
import tempfile

from paper_tables import escaped

LOCKHOP = pathlib.Path(__file__).resolve().parent.parent / "build/lockhop"
TRIALS = 20
ROW = re.compile(r"^\| `([^`]+)` \| .* \| (?:TRUE|FALSE|AMBIGUOUS) \| (.*) \|$", re.M)


@functools.cache
def rows_of(argument):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "claims.json"
        subprocess.run([LOCKHOP, "claims", argument, "--trials", str(TRIALS), "--json", file],
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads(file.read_text())


def measured_by(argument, verdicts):
    """id -> what build/lockhop measures."""
    values = {}
    for row in rows_of(argument):
        if row["verdict"] != verdicts.get(row["id"]):
            sys.exit(f"{row['id']}: {row['verdict']}, and the tests demand "
                     f"{verdicts.get(row['id'])}")
        values[row["id"]] = escaped(row["measured"])
    return values


def measured_on(page):
    """id -> what the page says."""
    return dict(ROW.findall(page))


def claims_of(paper, texts, verdicts, measured):
    """The lines of the page, in the order of its map, which is the paper's."""
    lines = ["## Claims", "", f"The claims are in our words. `lockhop claims {paper['argument']} "
             f"--trials {TRIALS}` measures them, and [claims](../claims.md) says how. A value is\n"
             "marked `[holds]` or `[fails]` where readings disagree.", "",
             "| id | claim | printed | verdict | measured |", "|---|---|---|---|---|"]
    for name in dict.fromkeys(name for *_, names in paper["map"] for name in names.split()):
        if name not in measured:
            sys.exit(f"{name} has no measured value yet: draw_papers.py --measure")
        claim, printed = texts[name]
        lines.append(f"| `{name}` | {escaped(claim)} | {escaped(printed)} | {verdicts[name]} | "
                     f"{measured[name]} |")
    return lines + [""]

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""coverage -- one page of what the tests reach of the Verilog, of the C, and of what a test must
reach (docs/coverage.md).

  coverage.py PROGRAM...     run these unit and twin tests and the checks of
                             tests/coverage/checks.txt, all of them built by make BUILD=coverage,
                             and write the page
  coverage.py --page         write the page of what has been run

The page is build/coverage/index.html, what nothing has reached build/coverage/never.txt.  Exit
status: 1 when a test or a check fails, 2 when the page cannot be written.
"""
import html
import json
import pathlib
import subprocess
import sys
import time

import coverage_read

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILT = ROOT / "build/coverage"
CHECKS = ROOT / "tests/coverage/checks.txt"
RESULTS = BUILT / "checks"
TWINS = BUILT / "twin"  # coverage.dat of each twin test, in a folder of its own

STYLE = ("body{font:14px sans-serif;margin:2em;max-width:75em}table{border-collapse:collapse}"
         "td,th{border:1px solid #bbb;padding:2px 8px;text-align:left;vertical-align:top}"
         "td.n{text-align:right}pre{margin:0}details{margin:.3em 0}")


# --- running ---

def checks():
    lines = CHECKS.read_text().splitlines()
    return [line.split() for line in lines if line and not line.startswith("#")]


def run_check(number, words):
    """The check passes."""
    start = time.monotonic()
    ended = subprocess.run(
        [BUILT / "lockhop", "check", *words, "--level", "quick", "--quiet", "-o", RESULTS,
         "--coverage", RESULTS / str(number), "--json", RESULTS / f"{number}.json"],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    verdict = (ended.stdout.splitlines() or ["no verdict"])[-1]
    print(f"check {' '.join(words)}: {verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    return ended.returncode == 0


def run(programs):
    """Everything passes."""
    for path in [*BUILT.rglob("*.gcda"), *RESULTS.glob("*.json"), *TWINS.glob("*/coverage.dat")]:
        path.unlink()
    RESULTS.mkdir(parents=True, exist_ok=True)
    good = not programs or subprocess.run([ROOT / "scripts/run_tests.pl", *programs], cwd=ROOT,
                                          check=False).returncode == 0
    for number, words in enumerate(checks()):
        good = run_check(number, words) and good
    return good


# --- the page ---

def percent(reached, number):
    """Rounded down: 100.0 is all."""
    return f"{reached * 1000 // number / 10:.1f} %" if number else "-"


def share_text(shares):
    return ", ".join(f"{reached} of {number} {kind}" for kind, (reached, number) in shares.items())


def place(file, first, last):
    if first is None:
        return file.name
    return f"{file.name}:{first}" if first == last else f"{file.name}:{first}-{last}"


def source_line(file, number, cache):
    if number is None:
        return ""
    if file.name not in cache:
        path = ROOT / file.name
        cache[file.name] = (path.read_text(errors="replace").splitlines()
                            if path.is_file() else [])
    lines = cache[file.name]
    return lines[number - 1].strip() if number <= len(lines) else ""


def file_part(file, cache):
    title = f"{html.escape(file.name)}: {share_text(file.shares)}"
    if not file.never:
        return f"<p>{title}</p>\n"
    rows = "".join(f"<tr><td>{html.escape(place(file, first, last))}</td><td>{html.escape(what)}"
                   f"</td><td><code>{html.escape(source_line(file, first, cache))}</code></td>"
                   f"</tr>\n"
                   for first, last, what in file.never)
    return f"<details><summary>{title}</summary>\n<table>\n{rows}</table></details>\n"


def page(parts):
    """parts: [(title, what it is, [File])]."""
    cache = {}
    rows = "".join(f"<tr><td>{html.escape(title)}</td><td>{kind}</td><td class=\"n\">{reached}</td>"
                   f"<td class=\"n\">{number}</td><td class=\"n\">{percent(reached, number)}</td>"
                   f"</tr>\n"
                   for title, _, files in parts
                   for kind, (reached, number) in coverage_read.total(files).items())
    text = (f"<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Coverage"
            f"</title>\n<style>{STYLE}</style></head><body>\n<h1>Coverage</h1>\n<table><tr><th>of"
            f"<th>kind<th>reached<th>all<th>share</tr>\n{rows}</table>\n")
    for title, about, files in parts:
        text += f"<h2>{html.escape(title)}</h2>\n<p>{html.escape(about)}</p>\n"
        text += "".join(file_part(file, cache) for file in files)
    return text + "</body></html>\n"


def never(parts):
    return [f"{place(file, first, last)}: {what}"
            for _, _, files in parts for file in files for first, last, what in file.never]


def collect():
    results = sorted(RESULTS.glob("*.json"), key=lambda path: int(path.stem))
    if not results:
        raise coverage_read.Unreadable(f"{RESULTS}: nothing has been run; make coverage does it")
    names = [" ".join(words) for words in checks()]
    items = []
    for path in results:
        items += coverage_read.exercise(names[int(path.stem)], json.loads(path.read_text()))
    points = coverage_read.read_points([*(path.with_suffix("") / "coverage.dat"
                                          for path in results),
                                        *sorted(TWINS.glob("*/coverage.dat"))])
    told = coverage_read.read_gcov(BUILT / "obj/cmodel", ROOT)
    return [("Verilog", "lockhop check --coverage, and twin tests; a place is a point that none of "
             "them has reached", coverage_read.verilog(points, ROOT)),
            ("C", "gcov, of the unit tests, the twin tests and the same checks",
             coverage_read.c_files(told, ROOT, "cmodel/")),
            ("What a test must reach", "docs/reach.md; of each check and shape, what can be "
             "reached and was not", items)]


def write(parts):
    (BUILT / "index.html").write_text(page(parts))
    lines = never(parts)
    (BUILT / "never.txt").write_text("".join(line + "\n" for line in lines))
    for title, _, files in parts:
        print(f"{title}: {share_text(coverage_read.total(files))}")
    print(f"{len(lines)} places that no test reached: build/coverage/never.txt; "
          f"the page: build/coverage/index.html")


def main(arguments):
    good = True
    if arguments != ["--page"]:
        good = run(arguments)
    try:
        write(collect())
    except (coverage_read.Unreadable, OSError, subprocess.CalledProcessError) as error:
        print(f"coverage: {error}", file=sys.stderr)
        return 2
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

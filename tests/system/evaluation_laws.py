#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""evaluation_laws -- what the tables of scripts/evaluation.py must say about the small plan.

Usage: evaluation_laws.py FILE.csv DIRECTORY; an assertion fails where they do not.
"""
import csv
import pathlib
import sys
import xml.etree.ElementTree

ROUTINGS = {"Det-R": "deterministic", "Rand-Trans": "rand-trans",
            "Rand-Trans-OOO": "rand-trans-ooo", "DRand-Trans-OOO": "drand-trans-ooo",
            "Rand-Sync": "rand-sync", "DRand-Trans-OOO, not forced": "drand-trans-ooo,forced=0"}
COLUMNS = {"Steps Speedup": None, "Average Congestion": "average_delay",
           "Percent X Packets": "undelayed_percent", "Max OQD": "max_output_queue"}
BESIDE = ["", ": 95 %", ": trials", ": seeds"]
PATTERNS = ["random", "bit-reversal", "transpose", "bit-complement", "shuffle"]


def closed_steps(pattern, n, p):
    half = n // 2
    return {"transpose": p * 2 ** (half - 1) + half, "bit-reversal": p * 2 ** (half - 1) + half,
            "bit-complement": n + p - 1, "shuffle": 2 * half + p - 1}[pattern]


def closed_queue(pattern, n, p):
    if pattern in ("transpose", "bit-reversal") and n >= 4:
        return p * 2 ** (n // 2 - 2)
    return p


def check_closed_forms(directory):
    with open(directory / "summary.csv", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["routing"] == "deterministic"]
    seen = 0
    for row in rows:
        n, p, pattern = int(row["n"]), int(row["p"]), row["pattern"]
        if pattern == "random":
            continue
        assert float(row["steps"]) == closed_steps(pattern, n, p), row
        assert float(row["max_output_queue"]) == closed_queue(pattern, n, p), row
        seen += 1
    # Four even sizes with four patterns, three odd ones with three; two loads.
    assert seen == 2 * (4 * 4 + 3 * 3), seen


def mean_of(rows, n, p, pattern, routing, column):
    values = [float(row[column]) for row in rows
              if (row["topology"], row["packets"], row["traffic"], row["routing"]) ==
              (f"hypercube:{n}", str(p), pattern, routing)]
    return sum(values) / len(values) if values else None


def expected(rows, n, p, pattern, routing, category):
    if COLUMNS[category]:
        return mean_of(rows, n, p, pattern, routing, COLUMNS[category])
    base = mean_of(rows, n, p, pattern, "deterministic", "steps")
    steps = mean_of(rows, n, p, pattern, routing, "steps")
    return base / steps if base and steps else None


def check_beside(fields, rows, n, p, pattern, routing, category):
    """The interval, number and seeds of the trials that a number is the mean of."""
    trials = [row for row in rows
              if (row["topology"], row["packets"], row["traffic"], row["routing"]) ==
              (f"hypercube:{n}", str(p), pattern, routing)]
    seeds = sorted(int(row["seed"]) for row in trials)
    assert fields[1:] == [str(len(seeds)),
                          f"{seeds[0]}-{seeds[-1]}" if len(seeds) > 1 else "1"], fields
    exact = routing == "deterministic" and (pattern != "random" or not COLUMNS[category])
    assert (fields[0] == "exact") == exact, (fields, pattern, routing, category)
    if exact:
        return
    count = len(trials)
    quantile = {5: 2.7764, 2: 12.7062, 3: 4.3027}[count]
    steps = [float(row[COLUMNS[category] or "steps"]) for row in trials]
    mean, scale = sum(steps) / count, 1
    apart = [value - mean for value in steps]
    if not COLUMNS[category]:  # the ratio: steps of the base of the same seed, less it
        base = {row["seed"]: float(row["steps"]) for row in rows
                if (row["topology"], row["packets"], row["traffic"], row["routing"]) ==
                (f"hypercube:{n}", str(p), pattern, "deterministic")}
        bases = [base.get(row["seed"], base["1"]) for row in trials]
        scale = mean
        apart = [b - sum(bases) / sum(steps) * s for b, s in zip(bases, steps)]
    error = quantile * (sum(x * x for x in apart) / (count - 1) / count) ** 0.5 / scale
    assert abs(float(fields[0]) - error) <= 0.0051, (fields, error)


def check_table(rows, directory, pattern, name, key):
    with open(directory / pattern / f"{name}.csv", newline="") as file:
        table = list(csv.reader(file))
    head = [name + beside for name in ROUTINGS for beside in BESIDE]
    assert table[0] == ["S_(n,p)", "Category", *head], table[0]
    sizes = []
    for line in table[1:]:
        n, p = map(int, line[0][3:-1].split(","))
        assert line[0] == f"S_({n},{p})"
        sizes.append((n, p))
        for index, routing in enumerate(ROUTINGS.values()):
            fields = line[2 + len(BESIDE) * index:][:len(BESIDE)]
            value = expected(rows, n, p, pattern, routing, line[1])
            if value is None:
                assert fields == [""] * len(BESIDE), (pattern, line)
            else:
                assert abs(float(fields[0]) - value) <= 0.0051, (pattern, line, routing, value)
                check_beside(fields[1:], rows, n, p, pattern, routing, line[1])
    assert sizes == sorted(sizes, key=key), (name, sizes)
    assert [line[1] for line in table[1:]] == list(COLUMNS) * (len(sizes) // 4), name
    run = {(int(row["topology"][10:]), int(row["packets"])) for row in rows
           if row["traffic"] == pattern}
    assert set(sizes) == run, (name, run)


def check_plots(directory):
    for metric in ("steps", "speedup", "average-delay", "undelayed", "max-queue"):
        for group in ("1", "ports"):
            xml.etree.ElementTree.parse(directory / f"{metric}-{group}.svg")
            image = (directory / f"{metric}-{group}.png").read_bytes()
            assert image.startswith(b"\x89PNG") and image.rstrip().endswith(b"IEND\xaeB`\x82")


def main():
    with open(sys.argv[1], newline="") as file:
        rows = list(csv.DictReader(file))
    directory = pathlib.Path(sys.argv[2])
    check_closed_forms(directory)
    for pattern in PATTERNS:
        check_table(rows, directory, pattern, "all-per", lambda s: (s[1], s[0]))
        check_table(rows, directory, pattern, "all-across", lambda s: s)
    for name in ("all-per", "all-across"):
        head = (directory / f"{name}.md").read_text()
        for pattern in PATTERNS:
            assert f"[{pattern}]({name}-{pattern}.md)" in head, (name, pattern)
            page = (directory / f"{name}-{pattern}.md").read_text()
            with open(directory / pattern / f"{name}.csv", newline="") as file:
                rows = list(csv.DictReader(file))
            assert page.count("\n| S_(") - page.count("\n| S_(n,p) |") == len(rows), (name, pattern)
    check_plots(directory)


if __name__ == "__main__":
    main()

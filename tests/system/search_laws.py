#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""search_laws -- rows of searches for saturation against runs at single loads.

Usage: search_laws.py LOCKHOP FILE.csv, from the root of the tree.  The plan is that of
test_sweep.sh.
"""
import csv
import fractions
import json
import re
import subprocess
import sys

LOCKHOP, PATH = sys.argv[1:]


def run_at(row, load):
    """The result of lockhop run of the trial of a row, at a load."""
    traffic = re.sub(r"load=saturation:[0-9.]+", f"load={float(load):g}", row["traffic"])
    text = subprocess.run(
        [LOCKHOP, "run", row["topology"], traffic, "--routing", row["routing"], "--depth",
         row["depth"], "--vcs", row["vcs"], "--seed", row["seed"], "--json", "-", "--quiet"],
        capture_output=True, text=True, check=False).stdout
    return json.loads(text.rpartition("}")[0] + "}")


def is_stable(result, first):
    return result["outcome"] == "PASS" and \
        result["accepted_load"] >= 0.95 * result["offered_load"] and \
        result["latency_mean"] <= 3 * first["latency_mean"]


def check(row):
    unit = fractions.Fraction(re.search(r"saturation:([0-9.]+)", row["traffic"])[1])
    found, first = fractions.Fraction(row["load"]), run_at(row, unit)
    told = run_at(row, found) if found else first
    assert found % unit == 0 and 0 <= found <= 1, row
    assert is_stable(told, first) == (found > 0), row
    assert found + unit > 1 or not is_stable(run_at(row, found + unit), first), row
    for name in ("steps", "hops", "latency_mean", "latency_p99", "accepted_load", "offered_load",
                 "latency_max", "latency_drift"):
        assert row[name] == "" and name not in told or \
            abs(float(row[name]) - told[name]) <= 1e-9 * abs(told[name]), (name, row, told)
    return float(found)


with open(PATH, newline="", encoding="ascii") as file:
    loads = {}
    for trial in csv.DictReader(file):
        loads.setdefault(trial["pattern"], []).append(check(trial))
print(loads)
# On a ring of 8 tornado wants every link of one direction for 3 packets, neighbour for 1.
assert all(0.25 <= load <= 0.3500001 for load in loads["tornado"]), loads
assert loads["neighbour"] == [0.9, 0.9] and loads["hotspot"] == [0], loads

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""compare_laws.py FOLDER -- the figures of one.csv, one.json and one.svg, made by lockhop compare,
are those of sweep.csv and of the results of cosim beside them."""
import csv
import json
import pathlib
import sys
import xml.etree.ElementTree

folder = pathlib.Path(sys.argv[1])
rows = list(csv.DictReader((folder / "one.csv").open()))
table = {(row["design"], row["load"]): row for row in rows}
result = json.loads((folder / "one.json").read_text())
loads = ["0.2", "0.6", "1"]
designs = ["golden", "pipelined", "voq"]
assert [(row["design"], row["load"]) for row in rows] == [(d, l) for d in designs for l in loads]

# The golden switch: equal to the sweep, at every load.
sweep = list(csv.DictReader((folder / "sweep.csv").open()))
assert [row["traffic"].split("load=")[1] for row in sweep] == loads
for trial in sweep:
    row = table["golden", trial["traffic"].split("load=")[1]]
    for name in ("latency_mean", "latency_p99", "accepted_load"):
        assert row[name] == trial[name], (row["load"], name, row[name], trial[name])

# A design: equal to cosim.
for design in designs[1:]:
    cosim = json.loads((folder / f"{design}.json").read_text())
    row = table[design, "0.6"]
    for name in ("latency_mean", "latency_median", "latency_p99", "accepted_load"):
        assert float(row[name]) == float(cosim[name]), (design, name, row[name], cosim[name])

# All have the same packets, so the same offered load.
for load in loads:
    assert len({table[d, load]["offered_load"] for d in designs}) == 1, load
    assert abs(float(table["golden", load]["offered_load"]) - float(load)) < 0.05, load

# JSON says the same, and what follows from it.
assert [d["name"] for d in result["designs"]] == designs
assert [d["cycles_per_hop"] for d in result["designs"]] == [1, 3, 2]
for design in result["designs"]:
    accepted = [run["accepted_load"] for run in design["runs"]]
    assert design["saturation"] == max(accepted), design["name"]
    for run, load in zip(design["runs"], loads):
        row = table[design["name"], load]
        for name in ("offered_load", "accepted_load", "latency_mean", "latency_median",
                     "latency_p99", "latency_max", "head_wait", "most_inside"):
            assert float(row[name]) == run[name], (design["name"], load, name)
        shares = run["shares"]
        if shares:
            assert float(row["share_jain"]) == shares["jain"], (design["name"], load)
            assert shares["least"] <= 1 <= shares["most"], shares
            assert 1 / shares["inputs"] <= shares["jain"] <= 1, shares
        assert run["latency_median"] <= run["latency_p99"] <= run["latency_max"], run
    assert design["runs"][-1]["shares"], design["name"]

# The plot has a line and a name for each, and as many dots as points that are not cut.
svg = xml.etree.ElementTree.parse(folder / "one.svg").getroot()
space = "{http://www.w3.org/2000/svg}"
assert len(svg.findall(f"{space}polyline")) == len(designs)
texts = [text.text for text in svg.findall(f"{space}text")]
assert all(texts.count(name) == 1 for name in designs), texts
assert 0 < len(svg.findall(f"{space}circle")) <= len(designs) * len(loads)

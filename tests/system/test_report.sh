#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_report -- lockhop report: its page has what the runs have, loads nothing, moves in a browser.
set -u
. tests/system/tap.sh
lockhop=$(realpath "$lockhop")
tree=$PWD
broken_switches priority_order
cd "$scratch" || exit 3

# result NAME CODE COMMAND...: makes NAME.json.
result() {
  result_name=$1
  result_code=$2
  shift 2
  run "$lockhop" "$@" --json "$result_name.json"
  expect "$result_name" "$result_code"
}

result random 0 run hypercube:4 random --packets 4
result phases 0 run hypercube:4 transpose --packets 4 --routing rand-trans -q
result dragonfly 0 run d3:2,3 all-to-all
result terminals 0 run d3:2,3,terminals=2 random
result open 0 run mesh:4x4 uniform,load=0.2,warmup=20,measure=60
result stalls 0 run hypercube:3 random --packets 8 --depth 2 --disturb stalls
result broadcast 0 run d3:2,3 broadcast,source=0.0.1
result engines 0 run hypercube:3 one-to-all-broadcast
result words 0 run hypercube:3 random --data words
result large 0 run hypercube:9 random
result differ 1 cosim hypercube:2 bit-reversal --packets 4 --dut broken/priority_order.v

run "$lockhop" report random.json phases.json dragonfly.json terminals.json open.json stalls.json \
  broadcast.json engines.json words.json large.json differ.json -o report.html
expect "a page of all" 0
run "$lockhop" report random.json
cp "$out" alone.html
law "standard output, without -o" grep -q '^<!DOCTYPE html>' alone.html

cat >laws.py <<'END'
"""What the page has, beside the results."""
import json, re, sys
from html.parser import HTMLParser

text = open("report.html", encoding="utf-8").read()

class Page(HTMLParser):
    loads, ids, images, names = [], set(), 0, []
    def handle_starttag(self, tag, attrs):
        of = dict(attrs)
        self.loads += [of[key] for key in ("src", "data") if key in of and tag != "link"]
        self.loads += [of["href"] for key in ("href",) if tag == "link"]
        self.ids |= {of["id"]} if "id" in of else set()
        self.names.append(tag)

page = Page()
page.feed(text)
assert not page.loads and "title" in page.names and 'lang="en"' in text
assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", text)
sections = re.split(r'<section ', text)[1:]
assert len(sections) == 11
names = "random phases dragonfly terminals open stalls broadcast engines words large differ".split()
for name, section in zip(names, sections):
    result = json.load(open(f"{name}.json"))
    assert result["outcome"] in section, name
    data = re.search(r'class="run-data">(.*?)</script>', section)
    if name in ("engines", "words", "large"):
        assert not data and "are not shown:" in section, name
        continue
    run = json.loads(data.group(1))
    assert len(run["packets"]) == result["packets"], name
    if result["outcome"] == "PASS":
        assert run["cycles"] == result["cycles"], name
        assert max(p[3] for p in run["packets"]) == result["steps"] + 1, name
    if name not in ("broadcast", "differ"):
        assert len(run["crossings"]) == sum(p[4] for p in run["packets"]) == result["hops"], name
    if name == "open":  # of the packets that start in the measured cycles
        latencies = [p[3] - p[0] - 1 for p in run["packets"] if 20 <= p[0] < 80]
        assert abs(sum(latencies) / len(latencies) - result["latency_mean"]) < 1e-6
    # A packet goes from link to link, later each time, from its source on.
    for number, packet in enumerate(run["packets"]):
        way = [c for c in run["crossings"] if c[3] == number]
        if packet[2] is None:
            continue
        for a, b in zip(way, way[1:]):
            assert b[0] > a[0] and run["far"][f"{a[1]}.{a[2]}"] == b[1], (name, number)
        assert not way or way[0][0] > packet[0], (name, number)
    assert all(f"{c[1]}.{c[2]}" in run["far"] for c in run["crossings"]), name
differ = sections[-1]
assert "Pins of switch 1 around cycle 1" in differ and "gtkwave -a" in differ
END
run python3 laws.py
expect "it has every packet and crossing of the results, and loads nothing" 0

if command -v chromium >/dev/null; then
  chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=3000 --dump-dom \
    "file://$PWD/alone.html" >dom.html 2>/dev/null
  law "in a browser the slider is at the busiest cycle, and the slowest packet is shown" sh -c \
    "grep -q '<p class=\"crossing\" aria-live=\"polite\">packet ' dom.html &&
     grep -q 'goes from terminal [0-9]* to terminal [0-9]*: offered in cycle 0, arrived' dom.html &&
     grep -q 'stroke-width: 5' dom.html"
else
  skip "in a browser the slider is at the busiest cycle" "no chromium"
fi

# --- tables ---

cat >curve.plan <<'END'
topology mesh:4x4
traffic  uniform,load=0.1,warmup=50,measure=100 uniform,load=0.9,warmup=50,measure=100
routing  dimension-order
packets  1
trials   2
seed     1
depth    2
END
cat >closed.plan <<'END'
topology hypercube:4
traffic  random
routing  deterministic rand-trans
packets  1 4
trials   3
seed     1
END
run "$lockhop" sweep curve.plan -o curve.csv
expect "a sweep of loads" 0
run "$lockhop" sweep closed.plan -o closed.csv
expect "a sweep of two routings" 0
run "$lockhop" compare hypercube:2 uniform,warmup=20,measure=50 \
  "$tree/examples/routers/pipelined.v" --loads 0.2,0.6 -o compared.csv
expect "a comparison" 0
sed '2s/PASS/LOST/' closed.csv >lost.csv
sed 's/PASS/SKIPPED/' closed.csv >skipped.csv
run "$lockhop" report skipped.csv -o skipped.html
expect "a page of a table without a run" 0
law "which says so" grep -q 'skipped.csv <span class=.word SKIPPED.>' skipped.html
law "and not PASS" sh -c "! grep -q '>PASS<' skipped.html"
run "$lockhop" report curve.csv closed.csv compared.csv lost.csv random.json -o tables.html
expect "a page of tables and a run" 0
cat >tables.py <<'END'
"""Of each table its outcome, runs, curves and figures."""
import csv, re, statistics
from html.parser import HTMLParser

text = open("tables.html", encoding="utf-8").read()
assert not re.search(r"@import|url\((?!#)|https?://(?!www\.w3\.org/2000/svg)", text)
sections = re.split(r"<section ", text)[1:]
assert len(sections) == 5
ids = re.findall(r'\bid="([^"]*)"', text)
assert len(ids) == len(set(ids)), "an id is there twice"
assert set(re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)) and all(
    (a or b) in ids for a, b in re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text))

def cells(section, head):
    """The rows of the table whose first column has this name."""
    of = re.search(rf'<th scope="col">{head}</th>.*?</table>', section, re.S).group(0)
    return [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in of.split("<tr>")[1:]]

for name, section, figures in (("curve", sections[0], 2), ("closed", sections[1], 2),
                               ("compared", sections[2], 2), ("lost", sections[3], 2)):
    rows = list(csv.DictReader(open(f"{name}.csv")))
    assert section.count("<svg") == figures, (name, section.count("<svg"))
    assert f"{len(rows)} runs" in section
    assert len(cells(section, "line")) == len(rows) if name != "lost" else 1
    curves = cells(section, "curve")
    assert sum(int(curve[1]) for curve in curves) == len(rows), name
    if name == "closed":
        for label, _, steps, *_ in curves:
            packets, routing = re.match(r"(\d) packets?, (\S+)$", label).groups()
            of = [float(row["steps"]) for row in rows
                  if row["routing"] == routing and row["packets"] == packets]
            assert abs(statistics.fmean(of) - float(steps)) < 1e-3, label
    if name == "curve":
        assert curves[0][2] == "0.1" and curves[0][4] == "0.9", curves
assert "LOST" in sections[3].split("</h2>")[0] and "Not passed" in sections[3]
assert "Not passed" not in sections[1] and "PASS" in sections[1].split("</h2>")[0]
END
run python3 tables.py
expect "tables have their figures, curves and runs" 0

# A device is written into: one that was replaced would be gone for all programs.
mkfifo pipe
cat pipe >piped.html &
run "$lockhop" report random.json -o pipe
expect "a page goes into a pipe" 0
wait
"$lockhop" report random.json -o page_of_file.html
run sh -c "test -p pipe && cmp piped.html page_of_file.html"
expect "which is left, and has the whole page" 0
run "$lockhop" report random.json -o /nowhere/x.html
expect "a folder that is not there is an environment error" 3 \
  "^lockhop: cannot write /nowhere/x.html: No such file or directory$"

# --- refused ---

head -n 1 closed.csv | sed 's/^topology/place/' >wrong.csv
run "$lockhop" report wrong.csv -o none.html
refused "a table of something else" "wrong.csv:1: no column 'topology' or 'design'"
none "and no page of it is written" none.html

sed 's/"hops": [0-9]*/"hops": 7/' random.json >other.json
run "$lockhop" report other.json -o none.html
refused "a result of another run" "hops is 7, and the same command line gives [0-9]+ now"
none "and no page is written" none.html
run "$lockhop" report "$tree/README.md" -o none.html
refused "a file that is not JSON" "README.md:1: not JSON .*give what --json"
echo '{"topology": "hypercube:2"}' >poor.json
run "$lockhop" report poor.json -o none.html
refused "a file that is no result" "poor.json: no outcome and command: give what"
run "$lockhop" report nowhere.json -o none.html
refused "a file that is not there" "cannot read nowhere.json"
run "$lockhop" report
refused "no result" "RESULT"
run env LOCKHOP_PYTHON=/nowhere/python3 "$lockhop" report random.json
refused "no Python" "needs Python 3, and '/nowhere/python3' cannot be run"
none "nothing is left of a page" none.html.*.part
finish

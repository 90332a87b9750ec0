#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_coverage -- lockhop check --coverage names the branch that nothing reaches and no other, and
# its file is one that Verilator's own tool reads.
set -u
. tests/system/tap.sh

folder=$scratch/coverage

# --- a switch with a branch that nothing reaches, and one that is reached ---

# dead: data that no packet has.
dut=$scratch/my_switch.v
awk '/^  reg \[PHASE_BITS-1:0\] +phase_q;/ {
       print "  wire dead = in_packet_i[HEADER_BITS +: 32] == 32\047hdeadbeef && |in_valid_i;"
       print "  wire alive = |in_valid_i;"
       print "  reg seen_q, tied_q;"
       print "  always @(posedge clk) begin"
       print "    if (dead) seen_q <= 1;  // never"
       print "    if (alive) begin"
       print "      seen_q <= !seen_q;"
       print "    end"
       print "    tied_q <= 0;"
       print "  end"
     }
     { print }' rtl/switch/switch.v >"$dut"
line=$(grep -n '// never' "$dut" | cut -d: -f1)

run "$lockhop" check hypercube:1 --level quick --dut "$dut" --coverage "$folder" \
  --json "$scratch/check.json" --html "$scratch/check.html" -o "$scratch/evidence"
expect "it is named, and the verdict stays" 0 '^PASS$' \
  '^coverage of the Verilog: [0-9]+ of [0-9]+ lines and branches, [0-9]+ of [0-9]+ toggles, in ' \
  '^  rtl/component/router.v: [0-9]+ of [0-9]+ lines and branches, ' \
  '^  rtl/component/output_queue.v: ([0-9]+) of \1 lines and branches, ' \
  "my_switch.v:$line: 'if' is never taken\$" '^  and [0-9]+ more, in .*/coverage/never.txt$'
law "JSON, page and files say the same; the other branches are reached" \
  python3 - "$scratch" "$line" <<'END'
import json, re, sys
at, line = sys.argv[1], int(sys.argv[2])
told = json.load(open(at + "/check.json"))["coverage"]
name = at + "/my_switch.v"
mine = [p for p in told["never"] if p["file"] == name]
assert [p["line"] for p in mine if p["what"] == "'if' is never taken"][0] == line, mine
assert not any(line < p["line"] < line + 6 and "toggle" not in p["what"] for p in mine), mine
bits = [p["what"].split(" ")[0].rstrip(":") for p in mine if "toggle" in p["what"]]
assert "dead" in bits and "tied_q" in bits, bits
assert not {"clk", "rst", "alive", "seen_q", "in_valid_i"} & set(bits), bits
lists = open(at + "/coverage/never.txt").read().splitlines()
assert lists == [f"{p['file']}:{p['line']}: {p['what']}" for p in told["never"]]
assert f"{name}:{line}: 'if' is never taken" in lists[:2]
printed = open(at + "/stdout").read()
shown = re.findall(r"^ +\S+:\d+: ", printed, re.M)
assert int(re.search(r"and (\d+) more, in", printed)[1]) == len(lists) - len(shown), shown
page = open(at + "/check.html").read()
for part in "table", "details", "ul":
    assert page.count(f"<{part}>") == page.count(f"</{part}>"), part
assert f"my_switch.v:{line}</td><td>" in page and f"my_switch.v:{line + 1}</td>" not in page
for kind in "lines", "toggles", "cover_properties":
    files = [f[kind] for f in told["files"]]
    for key in "reached", "points":
        assert sum(f[key] for f in files) == told[kind][key], kind
assert not any("switch_top" in f["file"] or "route_unit" in f["file"] for f in told["files"])
END
law "Verilator's tool reads the file" verilator_coverage --write-info "$scratch/info" \
  "$folder/coverage.dat"
law "and finds the line" sh -c "sed -n '\\|my_switch.v\$|,/end_of/p' $scratch/info |
  grep -qxE 'DA:$line,0|BRDA:$line,0,0,0'"

# --- what is refused; docs/coverage.md has a check of our own switch ---

run "$lockhop" check hypercube:1 --coverage /dev/null/x
refused "a folder that cannot be made" '/dev/null'
run "$lockhop" check --repeat "$scratch" --coverage "$folder"
refused "a run again" '^lockhop: --coverage counts a whole check; --repeat makes one run$'

finish

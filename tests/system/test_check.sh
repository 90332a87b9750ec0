#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_check -- lockhop check finds planted bugs without a hint, says so in every form, leaves
# evidence that repeats, and survives what designs can do.
set -u
. tests/system/tap.sh

folder=$scratch/evidence

# check ARGUMENTS...: a quick one, with fresh evidence.
check() {
  rm -rf "$folder"
  run "$lockhop" check "$@" --level quick -o "$folder"
}

# first: the first evidence folder.
first() {
  find "$folder" -maxdepth 1 -name 'run-*' | sort | head -n 1
}

# --- what passes ---

check hypercube:2 --seeds 1-4 --junit "$scratch/pass.xml" --json "$scratch/reached.json" \
  --html "$scratch/reached.html"
expect "our switch passes, and the PASS says what its size lacks" 0 '^PASS$' \
  '^exercised: link_transfers [1-9]' \
  "^this size has no odd number of dimensions, .*: 'lockhop check hypercube' has them$"
law "so does JSON" grep -q '"lacks": "odd number of dimensions, no ' "$scratch/reached.json"
law "a check that passes leaves nothing" test -z "$(ls -A "$folder")"

# --- what was reached ---

expect "a shape whose items are all reached says so" 0 \
  '^  depth 2, .*: reached 100.0 % of what can be reached \(([0-9]+) of \1\)$' \
  '^  engines: reached [0-9.]+ % of what can be reached' '^PASS$'
law "its page is whole" tests/system/page_laws.py "$scratch/reached.html" PASS \
  ' runs: ' ' passed, 0 failed, 0 not made.' 'What a test must reach'
law "it has no further runs; JSON and HTML tell the same" python3 - "$scratch" <<'END'
import json, re, sys
at = sys.argv[1]
result = json.load(open(at + "/reached.json"))
page = open(at + "/reached.html").read()
complete, engines = 0, []
for shape in result["shapes"]:
    reached, name = shape["exercise"], shape["name"]
    runs = [r for r in result["runs"] if r["shape"] == name]
    if name.startswith("engines"):
        engines.append(reached) # one map of all engines
        continue
    counted = [r for r in runs if not r["name"].startswith(("mix,", "headers"))]
    assert reached["walked"] and reached["counted_runs"] == len(counted), shape
    assert reached["items"] > reached["reachable"] >= reached["reached"] > 10, shape
    items = [k["reached"] for n, k in reached["kinds"].items() if n != "address_pairs"]
    assert sum(items) == reached["reached"]
    complete += reached["further_runs"] == 0
    assert reached["further_runs"] or reached["reached"] == reached["reachable"], shape
    said = re.search(re.escape(name) + r": reached [0-9.]+ % of what can be reached "
                     r"\((\d+) of (\d+)\)", page)
    assert [int(n) for n in said.groups()] == [reached["reached"], reached["reachable"]], name
assert complete > 0 and engines[0]["reached"] > 20 and not any(engines[1:])
assert "<summary>engines: reached" in page
END
if whole; then
# No run of this routing reaches the rest, which is not proved to be out of reach.
check d3:2,2 --routing source-vector --jobs 2 --json "$scratch/end.json"
expect "further runs that reach nothing new come to an end" 0 '^not reached:$' '^PASS$'
law "after as many as the page says" python3 - "$scratch/end.json" <<'END'
import json, sys
shapes = [s["exercise"] for s in json.load(open(sys.argv[1]))["shapes"] if s["exercise"]]
missed = [s for s in shapes if s["reached"] < s["reachable"]]
assert missed and all(4 <= s["further_runs"] <= 8 for s in missed), shapes
END
fi

# --- planted bugs ---

# finds NAME SPEC OPTIONS...: the bug is found, and within the first ten runs.
finds() {
  name=$1
  shift
  broken_switches "$name"
  check "$@" --dut "$scratch/broken/$name.v" --fail-fast --json "$scratch/$name.json"
  expect "$name is found" 1 '^DIFFER$' 'first difference: cycle'
  law "$name is found within the first ten runs" python3 - "$scratch/$name.json" <<'END'
import json, sys
runs = [r for r in json.load(open(sys.argv[1]))["runs"]]
failed = [i for i, r in enumerate(runs) if r["outcome"] == "DIFFER"]
made = [i for i, r in enumerate(runs) if r["outcome"] in ("PASS", "AGREED")]
assert failed and len([i for i in made if i < failed[0]]) < 10, (failed, made)
END
}

finds engine_skips_startup hypercube:2
if whole; then
  finds stale_after_stall hypercube:3
  finds random_runs_on hypercube:2 --routing drand-trans-ooo
  finds flip_ejected_data hypercube:3
  finds ejects_too_early d3:2,2 --routing source-vector
  finds store_overflows hypercube:1 --routing rand-sync
  finds loses_data_bits hypercube:1
fi

# finds_by_runs NAME SPEC OPTIONS...: the runs of a check find it.  They are made one by one, up to
# the first that differs: the check would begin with the module alone, which takes seconds to
# compile.  The checks above are of that, and test_units.sh is.
finds_by_runs() {
  name=$1
  shift
  broken_switches "$name"
  "$lockhop" check "$@" --level quick --dut "$scratch/broken/$name.v" --list 2>"$err" |
    sed -n 's/  #.*//; / cosim /p' >"$scratch/$name.list"
  status=0
  while [ "$status" -ne 1 ] && read -r line; do
    # shellcheck disable=SC2086 # several words
    run $line --wave "$scratch/$name.fst"
  done <"$scratch/$name.list"
  expect "$name is found" 1 '^DIFFER$' 'first difference: cycle'
}

# Runs of many packets find these: where each terminal sends one, the only packet that is all 0 or
# all 1 is that of a terminal to itself, which enters no output queue.
# And only one stall in some lasts so long as the third waits.
empties=empty_if_zero
! whole || empties="empty_if_zero empty_if_ones gives_up_waiting"
for name in $empties; do
  finds_by_runs "$name" hypercube:3
done
# A check of a switch whose queues take one packet in a cycle has only runs of such switches.
finds_by_runs lowest_channel_first hypercube:2 --pushes 1
"$lockhop" template hypercube:2 -o "$scratch/own.v" >/dev/null 2>"$err"
check hypercube:2 --pushes 1 --dut "$scratch/own.v"
refused "a switch without PUSHES has no run of them" \
  "^lockhop: '.*own.v': no shape of a switch is left to check: your switch has no PUSHES"
# Late, right after a reset, with equal data, at another address; and engines whose times have a bit
# in common.
if whole; then
  for name in drops_equal loses_place_late turn_not_reset here_kept engine_ors_times; do
    finds_by_runs "$name" hypercube:2
  done
fi
# Only terminals that send because a packet has arrived meet this one: of the runs of a switch,
# which share one build, that of a batch with a window of one packet; the long one is left to ALL=1.
broken_switches answers_too_long
long='mix,'
! whole || long=
"$lockhop" check hypercube:2 --level quick --dut "$scratch/broken/answers_too_long.v" --list \
  2>"$err" | sed -n 's/  # depth 2, 2 lanes, 1 VC$//p' | grep -v "hypercube:2 ${long:-none}" \
  >"$scratch/answers.list"
while read -r line; do
  # shellcheck disable=SC2086 # several words
  run $line --wave "$scratch/answers.fst"
  echo "$status $line"
done <"$scratch/answers.list" >"$scratch/answers.ended"
law "of more than 20 runs, only one of terminals that wait for replies finds answers_too_long" \
  python3 - "$scratch/answers.ended" <<'END'
import sys
ended = [line.split() for line in open(sys.argv[1])]
failed = [words for words in ended if words[0] != "0"]
assert len(ended) > 20 and len(failed) == 1, failed
assert failed[0][0] == "1" and failed[0][4].startswith("batch,service=0,window=1,"), failed
END
if whole; then
  check hypercube:2 --dut "$scratch/broken/answers_too_long.v"
  expect "a check finds it" 1 '^DIFFER: depth 2, .*batch,service=0,window=1,.*evidence: ' '^DIFFER$'
  evidence=$(first)
  run "$lockhop" check --repeat "$evidence"
  expect "its evidence repeats it" 1 '^it fails in the same way: DIFFER' '^DIFFER$'
  run "$lockhop" cosim hypercube:2 "trace:$evidence/stimulus.trace" --depth 2 --lanes 2 \
    --dut "$scratch/broken/answers_too_long.v" --wave "$scratch/answers.fst"
  expect "and so does its schedule" 1 '^DIFFER$' \
    "$(sed -n 's/^\(first difference: cycle [0-9]*\), .*/^\1,/p' "$evidence/report.txt")"
fi
# Paths round a failed switch are longer than all others.
finds_by_runs path_of_eight_bits torus:12 --failed 1
run "$lockhop" check torus:12 --failed 1,2 --level quick --list
expect "the switches have failed in every run of a plan, whose routing leads round them" 0 \
  'cosim torus:12 uniform.* --routing fault-tolerant --failed 1,2 '
law "no run is without them" test "$(grep ' cosim ' "$out" | grep -vc ' --failed 1,2 ')" -eq 0
# Reports name them; no results were made, so these have little more than their heads.
: >"$scratch/none.jsonl"
run "$lockhop" check hypercube:3 "$scratch/none.jsonl" --judge --level quick --failed 2,101 \
  --json "$scratch/none.json" --junit "$scratch/none.xml" --html "$scratch/none.html"
expect "the summary begins with the failed switches" 3 \
  '^switches that have failed in every run: 010, 101$'
cp "$out" "$scratch/none.txt"
law "the heads of all four reports name the failed switches" python3 - "$scratch/none" <<'END'
import json, sys, xml.etree.ElementTree as tree
none = sys.argv[1]
said = "switches that have failed in every run: 010, 101"
summary = open(none + ".txt").read().splitlines()
at = [line for line, text in enumerate(summary) if text == said]
before = [text for text in summary[:at[0]] if not text.startswith("cannot build ")]
assert len(at) == 1 and not before and summary[at[0] + 1].startswith("shape "), summary
assert json.load(open(none + ".json"))["failed"] == ["010", "101"]
name = tree.parse(none + ".xml").getroot().get("name")
assert name == "lockhop check hypercube:3 fault-tolerant, failed switches 010, 101", name
head = open(none + ".html").read().partition("</header>")[0]
assert head.endswith("</h1>\n<p>" + said.capitalize().replace(": ", ": <b>") + "</b></p>\n"
                     + head[head.index("<p><code>"):]), head
END
run "$lockhop" check torus --failed 1
refused "failed switches of a family" "'torus' is a family"
# One run has a seed with which an LFSR is seeded with 0.
! whole || finds_by_runs stays_at_zero hypercube:2 --routing drand-trans-ooo

# --- small stores ---

if whole; then
  check hypercube:1 --routing rand-sync --json "$scratch/stores.json"
  expect "a store of 2 places is full, and refuses; a deadlock that follows may be" 0 \
    '^AGREED: depth 2, 2 lanes, 1 VC, store 2: [1-9][0-9]* runs in a deadlock that this shape' \
    '^    store refuses packet: store: it has a place for every packet that waits$' '^PASS$'
  law "the small store has had every fill" python3 - "$scratch/stores.json" <<'END'
import json, sys
shapes = json.load(open(sys.argv[1]))["shapes"]
small, = [s["exercise"]["kinds"] for s in shapes if s["name"].endswith("store 2")]
for kind in "stored", "released", "store_fill", "store_refused":
    assert small[kind]["reached"] == small[kind]["reachable"] > 0, (kind, small[kind])
END
fi
run "$lockhop" cosim hypercube:2 random --routing rand-sync --packets 8 --store 2
expect "a store that is too small for a barrier is warned of" 4 \
  'up to [0-9]+ packets wait at a switch for the next phase; with --store 2' '^DEADLOCK$'

# --- reports and evidence ---

run "$lockhop" check hypercube:99 --junit "$scratch/refused.xml" --json "$scratch/refused.json" \
  --html "$scratch/refused.html"
refused "a network that is too large" 'hypercube:99'
law "and JUnit, JSON and HTML say so" python3 - "$scratch" <<'END'
import json, sys, xml.etree.ElementTree as tree
suite = tree.parse(sys.argv[1] + "/refused.xml").getroot()
assert suite.get("tests") == suite.get("errors") == "1", suite.attrib
assert "hypercube:99" in suite.find("testcase/error").get("message")
result = json.load(open(sys.argv[1] + "/refused.json"))
assert result["outcome"] == "ERROR" and "hypercube:99" in result["error"], result
assert "<p>hypercube:99: N must be" in open(sys.argv[1] + "/refused.html").read()
END
law "the page of a refused check is whole" tests/system/page_laws.py "$scratch/refused.html" ERROR
broken_switches duplicate
mkdir "$scratch/here" "$scratch/pages"
run sh -c 'cd "$1" && shift && exec "$@"' sh "$scratch/here" "$(realpath "$lockhop")" check \
  hypercube:2 --level quick --fail-fast --dut "$scratch/broken/duplicate.v"
expect "without -o the evidence has a folder of the check" 1 \
  '^evidence: [0-9]+ runs? in lockhop-check-hypercube-2-[0-9a-f]+$' '^DIFFER$'
law "and nothing lies beside it" test "$(ls -A "$scratch/here")" = \
  "$(sed -n 's/^evidence: .* in //p' "$out")" -a \
  -n "$(ls -d "$scratch"/here/lockhop-check-*/run-*/run.json)"
check hypercube:2 --dut "$scratch/broken/duplicate.v" --fail-fast --jobs 1 \
  --junit "$scratch/fail.xml" --json "$scratch/fail.json" --html "$scratch/pages/fail.html"
expect "a bug in the router is found" 1 '^DIFFER$' '^DIFFER: depth 2, 2 lanes, 1 VC; .*evidence: '
evidence=$(first)
for file in report.txt result.json stimulus.trace difference.fst difference.gtkw command \
  run.json; do
  law "the evidence has $file" test -s "$evidence/$file"
done
# shellcheck disable=SC2016 # the inner shell expands it
law "no file names the folder in which it was made" \
  sh -c '! grep -rqs "\.lockhop-check-" "$1"' sh "$evidence"
law "JUnit, JSON and HTML tell the same" python3 - "$scratch" <<'END'
import json, sys, xml.etree.ElementTree as tree
from html.parser import HTMLParser
at = sys.argv[1]
suite = tree.parse(at + "/fail.xml").getroot()
cases = suite.findall("testcase")
runs = json.load(open(at + "/fail.json"))["runs"]
modules = json.load(open(at + "/fail.json"))["modules"]
assert [m["module"] for m in modules] == ["router"] and modules[0]["outcome"] == "DIFFER", modules
assert modules[0]["parameter_sets"] > 11 and "CHANNELS=" in modules[0]["parameters"], modules
assert len(cases) == len(modules) + len(runs) == int(suite.get("tests"))
alone, cases = cases[0], cases[1:]
assert alone.get("name") == "router" and ", golden " in alone.find("failure").get("message")
failed = [c for c in cases if c.find("failure") is not None]
assert len(failed) + 1 == 2 == int(suite.get("failures"))
assert len([c for c in cases if c.find("skipped") is not None]) == int(suite.get("skipped")) > 10
text = failed[0].find("failure").text
assert "repeat with: " in text and " cosim hypercube:2 " in text and "evidence: " in text, text
assert failed[0].find("system-out").text.startswith("seed ")
assert [r["name"] for r in runs] == [c.get("name") for c in cases]
page = open(at + "/pages/fail.html").read()
HTMLParser().feed(page)
assert page.count('class="bad"') == 2 and "DIFFER" in page
good = tree.parse(at + "/pass.xml").getroot()
assert good.get("failures") == good.get("errors") == good.get("skipped") == "0"
END

causes=$(sed -n 's/^  1 run: \(DIFFER: .*\)/\1/p' "$out")
# shellcheck disable=SC2317 # called by `law`
# shown FOLDER: the page in it, beside the evidence, has all of this, and its links lead there.
shown() {
  tests/system/page_laws.py "$1/pages/fail.html" DIFFER 'Module router alone' \
    "1 run: ${causes:?}" "$(sed -n '/^first difference/,/^repeat/p' \
    "$evidence/report.txt" | grep -v '^repeat')" "$(cat "$evidence/command")" \
    "gtkwave -a $evidence/difference.gtkw" "lockhop shrink $evidence" '--fail-fast: a run failed'
}
law "the page has the cause, the last events, and commands; its links are good" shown "$scratch"
mkdir "$scratch/moved"
cp -r "$scratch/pages" "$folder" "$scratch/moved"
law "the links lead from the page's folder to that of the evidence" \
  grep -q 'href="\.\./evidence/run-[0-9a-f]*/report.txt"' "$scratch/pages/fail.html"
law "and the page that was moved is as good" shown "$scratch/moved"

run sh "$evidence/command"
expect "the command of the evidence repeats the difference" 1 '^DIFFER$'
line=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["ended"]["line"])' \
  "$evidence/run.json")
law "at the same place" grep -qF "$line" "$out"
rm -f lockhop-difference-*.fst lockhop-difference-*.gtkw lockhop-difference-*.decode.py

run "$lockhop" check --repeat "$evidence"
expect "--repeat fails in the same way" 1 '^it fails in the same way: DIFFER: first difference' \
  '^DIFFER$'
cp "$scratch/broken/duplicate.v" "$scratch/kept.v"
sed 's/reg/reg /' "$scratch/kept.v" >"$scratch/broken/duplicate.v"
run "$lockhop" check --repeat "$evidence"
expect "--repeat says that the files have changed" 1 'the files of --dut have changed since'
module=$(sed -n 's/^module \([a-z_]*\).*/\1/p' "$scratch/kept.v")
cp rtl/*/"$module.v" "$scratch/broken/duplicate.v"
run "$lockhop" check --repeat "$evidence"
expect "--repeat says that it does not fail any more" 0 \
  '^it does not fail any more; before: DIFFER' \
  '^PASS$'

# --- bad input ---

mkdir -p "$scratch/empty"
run "$lockhop" check --repeat "$scratch/empty"
refused "an empty folder is no evidence" 'not a complete evidence folder.*run.json'
echo '{"format": 2}' >"$scratch/empty/run.json"
run "$lockhop" check --repeat "$scratch/empty"
refused "a foreign run.json is none" 'run.json lacks something'
run "$lockhop" check --repeat "$scratch/no-such"
refused "nor is a folder that is not there" 'not a complete evidence folder'
run "$lockhop" check
refused "a network is missing" 'needs a SPEC, or --repeat'
run "$lockhop" check hypercube:2 --level fast
refused "an unknown level" "--level 'fast': must be quick, standard or deep"
run "$lockhop" check hypercube:2 --seeds 3-1
refused "seeds backwards" "--seeds '3-1'"
run "$lockhop" check hypercube:16
refused "a network that is too large" '65536 switches, too many for a check'
run "$lockhop" check hypercube:2 --routing nonsense
refused "an unknown routing" 'nonsense'
run "$lockhop" check hypercube:2 --dut "$scratch/no-such.v"
refused "a file that is not there" 'no-such.v'

# --- files that are of some switches, of none, or no Verilog ---

if whole; then
  broken_switches arbiter_ignores_blocked
  check hypercube:1 --routing rand-trans-ooo --dut "$scratch/broken/arbiter_ignores_blocked.v"
  law "shapes without the module are counted" \
    grep -qE '^[0-9]+ of [0-9]+ shapes have no module of --dut' "$out"
fi
printf 'module not_ours; endmodule\n' >"$scratch/not_ours.v"
check hypercube:2 --dut "$scratch/not_ours.v"
expect "a file that is of no switch is no PASS" 2 'is not tested' '^ERROR$'
printf 'module router (\n' >"$scratch/router.v"
check hypercube:2 --dut "$scratch/router.v" --junit "$scratch/build.xml" \
  --html "$scratch/build.html"
expect "what does not compile is said once for each shape, and not for each run" 2 \
  '^cannot build depth 2' '^ERROR$'
law "and is an error of JUnit" grep -q '<error message=' "$scratch/build.xml"
law "the page says it once" tests/system/page_laws.py "$scratch/build.html" ERROR \
  ' shapes cannot be built: ' 'router.v:' ' runs were not made: its switch could not be built.'

# --- designs that do not behave ---

# hostile NAME: $file is a switch of tests/hostile/.
hostile() {
  file=$scratch/$1/$(tests/apply_patch.sh "tests/hostile/$1.patch" "$scratch/$1")
}

hostile crashes
check hypercube:1 --dut "$file" --fail-fast --html "$scratch/crash.html"
expect "a design that crashes" 3 '^ERROR: .*crashed while it evaluated' '^ERROR$'
law "its page has the crash as cause and as case" tests/system/page_laws.py "$scratch/crash.html" \
  ERROR 'ERROR: the run crashed while it evaluated switch' 'Case 1: ERROR' 'cosim hypercube:1'
if whole; then
  hostile floods_every_cycle
  sed -i "s|line < 1000|line < 100|" "$file" # 10 kB are enough, and are sooner written alone
  check hypercube:1 --dut "$file" --fail-fast
  expect "a design that prints without end" 3 '^ERROR: .*prints more than' '^ERROR$'
  law "and its evidence stays small" test "$(du -sk "$folder" | cut -f 1)" -lt 2000
fi

# --- files that change meanwhile ---

# It writes into its own file: what has been tested is no longer what is there.
# shellcheck disable=SC2016 # $fopen is Verilog
sed '/^endmodule/i\
  integer own;\
  initial begin\
    own = $fopen(`__FILE__, "a");\
    $fwrite(own, "\\n");\
    $fclose(own);\
  end' rtl/component/comparator.v >"$scratch/changing.v"
rm -rf "$folder"
run "$lockhop" check hypercube:1 --level quick --shapes depth=2 --dut "$scratch/changing.v" \
  -o "$folder"
expect "a check is of one design" 2 'the files of --dut were changed during the check'
law "and leaves nothing" test -z "$(ls -A "$folder")"

# --- an end before the end ---

rm -rf "$folder"
"$lockhop" check hypercube:3 -o "$folder" >"$out" 2>"$err" </dev/null &
process=$!
sleep 2
kill -TERM "$process"
wait "$process"
status=$?
command_line="check, interrupted"
expect "an interrupted check says so" 130 \
  '^interrupted after [0-9]+ of [0-9]+ runs$' '^INTERRUPTED$'
law "and leaves nothing" test -z "$(ls -A "$folder")"

# --- all sizes of a family ---

# A torus that goes round the wrong way where both are as long.
sed 's/1.b0} <= RING/1'"'"'b0} < RING/' rtl/route/torus.v >"$scratch/tie.v"
check torus --dut "$scratch/tie.v" --fail-fast --jobs 1 --json "$scratch/tie.json" \
  --junit "$scratch/tie.xml"
expect "its family finds it" 1 '^DIFFER: torus:4x5, dimension-order: depth 2, ' \
  '^sizes of torus, and what each has first:$' \
  '^  torus:4x5  .*  DIFFER    routing dimension-order; even ring above 2' '^DIFFER$' \
  '^    it has torus:4x5, '
law "JSON and JUnit name the size; the evidence repeats" python3 - "$scratch" <<'END'
import json, sys, xml.etree.ElementTree as tree
result = json.load(open(sys.argv[1] + "/tie.json"))
assert result["topology"] == "torus" and result["outcome"] == "DIFFER"
first = result["sizes"][0]
assert (first["topology"], first["outcome"]) == ("torus:4x5", "DIFFER") and first["reason"]
assert "torus:4x5" in result["runs"][0]["command"]
cases = tree.parse(sys.argv[1] + "/tie.xml").getroot().iter("testcase")
assert any("torus:4x5" in c.get("classname") and c.find("failure") is not None for c in cases)
END
run "$lockhop" check --repeat "$(first)" -o "$folder"
expect "as one run of that size" 1 '^it fails in the same way' '^DIFFER$'
if whole; then
  check hypercube --routing rand-trans-ooo --dut rtl/route/bitfix_two_phase.v
  expect "a right design passes at the sizes of a routing, with ordered queues too" 0 \
    '^  hypercube:3  rand-trans-ooo  PASS ' \
    '^  hypercube:4  rand-trans-ooo  PASS      routing rand-trans-ooo with ordered queues$' \
    '^PASS$'
fi
family=benes
! whole || family=torus
check "$family" --dut rtl/route/grid.v
expect "a file of no size is refused" 2 'route_unit|grid'
check tours
expect "a family that is none" 2 \
  "'tours' is neither a network nor a family; did you mean 'torus'\? \(families: hypercube, "
check d3 --routing four-phase
expect "a routing that no size has" 2 "no size of the family d3 has it; 'lockhop list families'"

# --- JUnit of others ---

run "$lockhop" cosim hypercube:2 random --packets ports --quiet --dut "$scratch/kept.v" \
  --wave "$scratch/x.fst" --junit "$scratch/cosim.xml"
expect "cosim --junit" 1 '^DIFFER$'
cat >"$scratch/some.plan" <<'END'
topology hypercube:2
packets  1
traffic  random
routing  deterministic
trials   3
seed     5
depth    1
END
run "$lockhop" sweep "$scratch/some.plan" -o "$scratch/some.csv" --force \
  --junit "$scratch/sweep.xml"
expect "sweep --junit" 0
law "both are XML with a case for each run" python3 - "$scratch" <<'END'
import sys, xml.etree.ElementTree as tree
cosim = tree.parse(sys.argv[1] + "/cosim.xml").getroot()
assert cosim.get("failures") == "1" and "first difference" in cosim[0].find("failure").text
sweep = tree.parse(sys.argv[1] + "/sweep.xml").getroot()
assert sweep.get("tests") == "3" and sweep.get("failures") == "0"
assert sorted(out.text for out in sweep.iter("system-out")) == ["seed 5", "seed 6", "seed 7"]
END
for number in 1 2; do
  run env SOURCE_DATE_EPOCH=86400 "$lockhop" cosim hypercube:2 random --quiet \
    --junit "$scratch/fixed-$number.xml"
done
law "with SOURCE_DATE_EPOCH the same run gives the same bytes" \
  cmp "$scratch/fixed-1.xml" "$scratch/fixed-2.xml"
law "and that time, no host and no seconds" grep -q \
  ' timestamp="1970-01-02T00:00:00" hostname="localhost">$' "$scratch/fixed-1.xml"

# As tests/system/junit.xsd describes it.
valid="xmllint --noout --schema tests/system/junit.xsd"
if command -v xmllint >/dev/null; then
  set -- "$scratch"/*.xml
  # shellcheck disable=SC2086 # several words
  law "all files of JUnit are what CI systems read" $valid "$@"
  law "which are many" test $# -ge 7
  sed 's|<system-out>|<properties><property name="seed" value="1"/></properties>&|' \
    "$scratch/cosim.xml" >"$scratch/wrong.xml"
  # shellcheck disable=SC2086 # several words
  run $valid "$scratch/wrong.xml"
  expect "properties in a case are not" 3 'properties.*not expected'
else
  skip "all files of JUnit are what CI systems read" "no xmllint"
fi
finish

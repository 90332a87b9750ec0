#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_golden_text -- what the commands print, compared with tests/golden/ and the pictures of
# docs/images/, byte for byte.
# `--update` (make golden-update) rewrites the expected texts; review them as code.
set -u
. tests/system/tap.sh

update=${1:-}

expected=tests/golden

# text NAME COMMAND...
text() {
  name=$1
  shift
  "$@" >"$scratch/$name" 2>&1
  if [ "$update" = --update ]; then
    cp "$scratch/$name" "$expected/$name"
  elif cmp -s "$scratch/$name" "$expected/$name"; then
    ok "$name: $*"
  else
    not_ok "$name: $*" "$(diff -u "$expected/$name" "$scratch/$name" | head -n 20)"
  fi
}

# plan OF SPEC LEVEL [OPTION...]: of the plan of a check, each run or each shape of a switch once,
# in the order in which they come, after the number of runs that are alike.
# shellcheck disable=SC2317 # the arguments of `text` are a command
plan() {
  case $1 in
    runs) drop='version lock_step topology routing depth lanes vcs sends store data_bits' ;;
    shapes) drop='version lock_step topology routing traffic packets seed data disturb' ;;
  esac
  spec=$2
  level=$3
  shift 3
  "$lockhop" check "$spec" --level "$level" --plan "$@" |
    awk -v drop="$drop step_seconds dut_output" '
      BEGIN { split(drop, names, " ") }
      sub(/.*"kind":"run".*"run":/, "") {
        for (i in names)
          gsub("\"" names[i] "\":(\"[^\"]*\"|[^,}]*),?", "")
        sub(/,?}}$/, "}")
        if (!count[$0]++) order[++n] = $0
      }
      END { for (i = 1; i <= n; i++) print count[order[i]], order[i] }'
}

text list.txt "$lockhop" list
text template-torus.txt "$lockhop" template torus:3x3 --lanes 2
text list-traffic-d3.txt "$lockhop" list traffic d3:3,4
text help.txt "$lockhop" --help
text help-cosim.txt "$lockhop" cosim --help
text info-hypercube-4.txt "$lockhop" info hypercube:4
text info-hypercube-10.txt "$lockhop" info hypercube:10
text info-d3-3-4.txt "$lockhop" info d3:3,4
text info-d3-part.txt "$lockhop" info d3:4,3,cabinets=1-2-5-8/9,routers=0-1-3/4
text info-mdf-3-4.txt "$lockhop" info mdf:3,4
text links-hypercube-2.txt "$lockhop" info hypercube:2 --links
text route-hypercube-6.txt "$lockhop" route hypercube:6 000101 111000
text schedule-hypercube-2.txt "$lockhop" schedule hypercube:2 random --packets ports --seed 3
text schedule-uniform.txt "$lockhop" schedule hypercube:3 uniform,load=0.2,warmup=2,measure=6
text schedule-steps.txt "$lockhop" schedule d3:1,2 all-to-all,order=protocol-1 --steps
text run-transpose.txt "$lockhop" run hypercube:8 transpose --packets ports
text run-transpose.json "$lockhop" run hypercube:8 transpose --packets ports --json - --quiet
text run-uniform.txt "$lockhop" run hypercube:6 uniform,load=0.2
text run-depth-1.txt "$lockhop" run hypercube:6 random --packets ports --depth 1 --seed 5
text run-d3-all-to-all.txt "$lockhop" run d3:3,4 all-to-all
text run-d3-all-to-all.json "$lockhop" run d3:3,4 all-to-all --json - --quiet
text run-d3-conflicts.txt "$lockhop" run d3:3,4 all-to-one,sink=0.0.1,rule=printed
text run-d3-conflicts.json "$lockhop" run d3:3,4 all-to-one,sink=0.0.1,rule=printed --json - --quiet
text schedule-d3-all-to-one.txt "$lockhop" schedule d3:1,2 all-to-one,sink=0.0.1
text schedule-d3-exchange.txt "$lockhop" schedule d3:1,2 exchange
text schedule-d3-hypercube.txt "$lockhop" schedule d3:2,2 hypercube-embedding,of=bit-complement
text route-d3.txt "$lockhop" route d3:3,4 0.1.2 2.3.0
text route-d3-destination.txt "$lockhop" route d3:3,4 0.1.2 2.3.0 --routing destination
# A path of more hops than the line has: there and back.
text route-mesh-valiant.txt "$lockhop" route mesh:8 2 0 --routing valiant --seed 3
text cosim-bit-reversal.txt "$lockhop" cosim hypercube:4 bit-reversal
text plan-quick.txt plan runs hypercube:2 quick --seeds 1-2
text plan-deep.txt plan runs hypercube:1 deep
text plan-d3.txt plan runs d3:2,2 standard
text plan-family.txt plan runs hypercube quick
text plan-shapes.txt plan shapes hypercube:2 deep
text plan-shapes-vcs.txt plan shapes hypercube:3 standard --routing drand-trans-ooo
text plan-shapes-store.txt plan shapes hypercube:2 standard --routing rand-sync

# check_page: what a check prints and its page, but for times, the style and the command.
# shellcheck disable=SC2317 # called by `text`
check_page() {
  "$lockhop" check hypercube:1 --level quick --jobs 1 -o "$scratch/evidence" \
    --html "$scratch/check.html" | sed 's/ in [0-9.]* s$/ in N s/'
  grep -v '^<style>\|^<p><code>' "$scratch/check.html"
}

text check-hypercube-1.txt check_page

# plain: standard input without what differs from one place or time to the next.
# shellcheck disable=SC2317 # called by `check_differ`
plain() {
  sed -E "s|$scratch|SCRATCH|g; s|$lockhop|build/lockhop|g; s/ in [0-9.]+ s$/ in N s/
    s/(run|shrunk)-[0-9a-f]{8}/\1-HASH/g
    s/(time|timestamp|hostname)=\"[^\"]*\"/\1=\"\"/g"
}

# check_differ: what a check says of a broken switch, in all its forms, each run that was not made
# left out but the first; what it leaves; and what is left of that when it was shrunk.
# shellcheck disable=SC2317 # called by `text`
check_differ() {
  "$lockhop" check hypercube:1 --level quick --jobs 1 --fail-fast -o "$scratch/differ" \
    --dut "$scratch/broken/loses_data_bits.v" --html "$scratch/differ.html" \
    --junit "$scratch/differ.xml" --json "$scratch/differ.json" | plain
  grep -v '^<style>\|^<p><code>\|^<tr class="none">' "$scratch/differ.html" | plain
  head -n 22 "$scratch/differ.xml" | plain
  python3 - "$scratch/differ.json" <<'END' | plain
import json, sys
told = json.load(open(sys.argv[1]))
del told["runs"][2:], told["version"]
for part in told["shapes"] + told["runs"] + told["modules"]:
    del part["seconds"]
print(json.dumps(told, indent=1))
END
  (cd "$scratch/differ" && LC_ALL=C find . -type f | sort) | plain
  cat "$scratch"/differ/*/command "$scratch"/differ/*/report.txt | plain
  grep -v '"version": "\|"files"' "$scratch"/differ/run-*/run.json | plain
  "$lockhop" shrink "$scratch"/differ/run-* -o "$scratch/shrunk" | plain
  cat "$scratch"/shrunk/*/stimulus.trace
}

# flow_differs: what is said of a packet that left a switch and had not entered it.
# shellcheck disable=SC2317 # called by `text`
flow_differs() {
  "$lockhop" cosim hypercube:2 random --packets 4 --compare flow --wave "$scratch/flow.fst" \
    --dut "$scratch/broken/loses_data_bits.v" | plain
}

broken_switches loses_data_bits
text check-differ.txt check_differ
text cosim-flow-differs.txt flow_differs
text draw-d3-part.svg "$lockhop" draw d3:1,2,cabinets=1/2 all-to-all
text draw-only.svg "$lockhop" draw d3:2,2 --only drawer=0.1 --color class
text draw-step.svg "$lockhop" draw d3:1,2,cabinets=1/2 all-to-all --step 3
text draw-packet.svg "$lockhop" draw hypercube:3 bit-complement --packet 5

# readme NAME COMMAND...: the README.md that it writes, but for its own words, which have a path.
readme() {
  readme_name=$1
  shift
  # shellcheck disable=SC2016 # of the inner shell
  text "$readme_name" sh -c '"$@" >/dev/null && grep -v " -o $0" "$0/README.md"' \
    "$scratch/$readme_name.folder" "$@" -o "$scratch/$readme_name.folder"
}

readme readme-hypercube.md "$lockhop" rtl hypercube:3 --routing drand-trans-ooo
readme readme-butterfly.md "$lockhop" testbench butterfly:2 random
readme readme-switch.md "$lockhop" testbench hypercube:2 random --routing rand-sync --switch 1

# The pictures of the pages.
expected=docs/images
text draw-benes.svg "$lockhop" draw benes:3 random
text draw-waksman.svg "$lockhop" draw waksman:3 random
text draw-butterfly.svg "$lockhop" draw butterfly:4 bit-reversal
text draw-d3.svg "$lockhop" draw d3:2,3 all-to-all
text draw-hypercube.svg "$lockhop" draw hypercube:4 transpose
text draw-mesh.svg "$lockhop" draw mesh:8x8 transpose
text draw-torus.svg "$lockhop" draw torus:4x4 random
finish

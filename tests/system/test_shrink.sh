#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_shrink -- lockhop shrink makes failing runs small, and what it leaves fails in the same way.
# What nobody can shrink is said in one line.
set -u
. tests/system/tap.sh

folder=$scratch/shrunk

# small TEXT PACKETS DISTURBANCES SWITCHES FIELD: the last run has shrunk to at most these, in a
# folder whose command still finds a difference in that field.
small() {
  shrunk=$(sed -n 's/^  evidence  *//p' "$out")
  read -r packets disturbances switches field <<END
$(python3 - "$shrunk" <<'PY'
import json, sys
d = sys.argv[1]
r = json.load(open(d + "/result.json"))
lines = open(d + "/stimulus.trace").read().splitlines()
told = [l for l in lines if l.startswith(("# stall", "# hold", "# reset", "# noise"))]
packets = [l for l in lines if not l.startswith("#")]
print(len(packets), len(told), r["switches"], r["difference"]["field"])
PY
)
END
  if [ "$status" -eq 1 ] && [ "$packets" -le "$2" ] && [ "$disturbances" -le "$3" ] &&
    [ "$switches" -le "$4" ] && [ "$field" = "$5" ]; then
    ok "$1"
  else
    not_ok "$1" "status $status, $packets packets, $disturbances disturbances, $switches" \
      "switches, field $field" "$(cat "$out" "$err")"
  fi
  run sh "$shrunk/command"
  expect "$1: the command of the folder finds it again" 1 '^DIFFER$'
  rm -f lockhop-difference-*.fst lockhop-difference-*.gtkw lockhop-difference-*.decode.py
}

# --- a ring queue that wraps wrongly ---

# Three packets wait at port 0 of switch 0 of a depth of 3, and later ones go round the ring.
"$lockhop" run hypercube:3 random --packets 9 --lanes 3 --depth 3 --disturb all \
  --save-trace "$scratch/large.trace" >/dev/null
run "$lockhop" shrink "trace:$scratch/large.trace" --dut examples/ring_queue.v --lanes 3 --depth 3 \
  -o "$folder"
expect "a long trace shrinks" 1 '^  packets +[0-9]+, of 72$' '^DIFFER$' 'first difference: cycle'
field=$(sed -nE 's/^first difference: .*, ([a-z_]+): golden.*/\1/p' "$out")
small "the ring queue" 4 2 4 "$field"
run "$lockhop" check --repeat "$shrunk"
expect "a shrunk folder is evidence of a check" 1 '^it fails in the same way' '^DIFFER$'
run "$lockhop" shrink "$shrunk" -o "$scratch/again"
small "shrunk once more" 4 2 4 "$field"

# --- a search that ends early ---

run "$lockhop" shrink "trace:$scratch/large.trace" --dut examples/ring_queue.v --lanes 3 --depth 3 \
  -o "$scratch/soon" --idle-trials 1
expect "no patience: the smallest so far" 1 '^shrunk in .*without progress: --idle-trials' \
  '^  evidence' '^DIFFER$'

# ended SIGNAL: the status of a shrink that this signal ends when there is something smaller.
ended() {
  rm -rf "$scratch/ended"
  "$lockhop" shrink "trace:$scratch/large.trace" --dut examples/ring_queue.v --lanes 3 --depth 3 \
    -o "$scratch/ended" >"$out" 2>"$err" &
  shrinker=$!
  tries=0
  while ! ls "$scratch"/ended/lockhop-shrinking-*/run.json >/dev/null 2>&1 &&
    [ "$tries" -lt 1000 ] && kill -0 "$shrinker"; do
    tries=$((tries + 1))
    sleep 0.01
  done
  kill "-$1" "$shrinker"
  wait "$shrinker" 2>"$scratch/log"
  status=$?
  command_line="lockhop shrink, ended by SIG$1"
}

ended TERM
expect "SIGTERM: there is a result all the same" 130 '^  evidence' \
  '^interrupted after [0-9]+ trials' '^INTERRUPTED$'
run "$lockhop" check --repeat "$(sed -n 's/^  evidence  *//p' "$out")"
expect "SIGTERM: the result is evidence" 1 '^it fails in the same way' '^DIFFER$'
ended KILL
run "$lockhop" check --repeat "$(echo "$scratch"/ended/lockhop-shrinking-*)"
expect "SIGKILL: what was found is on disk, and whole" 1 '^it fails in the same way' '^DIFFER$'
touch -d "1 minute ago" "$scratch"/ended/.lockhop-*/.lock # the next run removes what is left
run "$lockhop" shrink "$(echo "$scratch"/ended/lockhop-shrinking-*)" -o "$scratch/ended"
small "SIGKILL: the search goes on from there" 4 2 4 "$field"

# --- what only a reset shows, in a folder of a check ---

broken_switches full_not_reset
run "$lockhop" check hypercube:2 --level quick --shapes depth=2 --fail-fast --jobs 1 --shrink \
  -o "$folder" \
  --dut "$scratch/broken/full_not_reset.v"
expect "check --shrink ends with the verdict" 1 '^lockhop-shrunk|shrunk in [0-9]+ trials' '^DIFFER$'
field=$(sed -nE 's/^DIFFER: .*, ([a-z_]+): golden.*/\1/p' "$out" | head -n 1)
small "a flag that a reset forgets" 1 1 2 "$field"

# --- what cannot be shrunk ---

"$lockhop" run hypercube:2 random --save-trace "$scratch/good.trace" >/dev/null
run "$lockhop" shrink "trace:$scratch/good.trace" -o "$folder"
refused "a run that does not fail" 'the run does not fail \(PASS\)'
run "$lockhop" shrink "trace:$scratch/none.trace"
refused "a trace that is not there" 'none.trace: the file cannot be read'
echo "# a poem" >"$scratch/poem.trace"
run "$lockhop" shrink "trace:$scratch/poem.trace"
refused "a file that is no trace" 'the first line is not'
mkdir -p "$scratch/empty"
run "$lockhop" shrink "$scratch/empty"
refused "an empty folder" 'not a complete evidence folder'
run "$lockhop" shrink "trace:$scratch/good.trace" --dut "$scratch/none.v"
refused "a design that is not there" 'none\.v'
run "$lockhop" shrink
refused "nothing to shrink" 'shrink'
run test -z "$(find "$scratch" -name '.lockhop-*')"
expect "no folder of work is left" 0
finish

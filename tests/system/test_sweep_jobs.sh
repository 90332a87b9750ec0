#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_sweep_jobs -- lockhop sweep --plan and --judge: the bytes of a sweep, in any order, from many
# makers; what is missing, doubled or foreign is told.
set -u
. tests/system/tap.sh

same() {
  if cmp -s "$2" "$3" && [ -s "$2" ]; then
    ok "$1"
  else
    not_ok "$1" "$(diff "$2" "$3" | head -n 6)"
  fi
}

# stopped NAME PATTERN: the last run ended with 3, one line, and no table.
stopped() {
  if [ "$status" -eq 3 ] && [ ! -e "$scratch/judged.csv" ] && grep -q -e "$2" "$err" &&
    [ "$(wc -l <"$err")" -eq 1 ]; then
    ok "$1"
  else
    not_ok "$1" "exit $status" "$(cat "$err")"
  fi
  rm -f "$scratch/judged.csv.partial"
}

# swept NAME STATUS PLAN OPTIONS...: a sweep, and the same in three parts, made in two shards.
swept() {
  name=$scratch/$1 expected=$2 plan=$3
  shift 3
  "$lockhop" sweep "$plan" "$@" -o "$name-a.csv" --junit "$name-a.xml" >"$out" 2>"$err"
  first=$?
  run "$lockhop" sweep "$plan" "$@" --plan
  cp "$out" "$name.jobs"
  expect "$(basename "$name"): a plan" 0 '"kind":"trials".*"trials":[1-9]'
  for shard in 1 2; do
    "$lockhop" jobs "$name.jobs" --shard $shard/2
  done >"$name.results" 2>"$err"
  sort -R "$name.results" | "$lockhop" sweep "$plan" - "$@" --judge -o "$name-b.csv" \
    --junit "$name-b.xml" >"$out" 2>"$err"
  second=$?
  if [ $first -eq "$expected" ] && [ $second -eq "$expected" ]; then
    ok "$(basename "$name"): exit code $expected"
  else
    not_ok "$(basename "$name"): exit code $expected" "sweep $first, judge $second" "$(cat "$err")"
  fi
  same "$(basename "$name"): the table is that of a sweep" "$name-a.csv" "$name-b.csv"
  sed -i 's/timestamp="[^"]*"//' "$name-a.xml" "$name-b.xml"
  same "$(basename "$name"): JUnit too" "$name-a.xml" "$name-b.xml"
  run cat "$name-a.xml"
  expect "$(basename "$name"): it says what repeats a trial" 0 'lockhop (run|cosim) hypercube:2 '
}

swept golden 0 docs/evaluation/small.plan
cat >"$scratch/lock.plan" <<'END'
topology hypercube:2
packets 2
traffic random uniform,load=0.3
routing deterministic
trials 3
seed 18446744073699551610
depth 1
data ones
END
swept lock-step 0 "$scratch/lock.plan" --machine array
printf 'topology hypercube:2\npackets 9\ntraffic random\nrouting deterministic\n%s\n' \
  'trials 2
seed 1
depth 1
cycles 2' >"$scratch/short.plan"
swept timeout 4 "$scratch/short.plan"
"$lockhop" schedule hypercube:2 random >"$scratch/small.trace"
cat >"$scratch/trace.plan" <<END
topology hypercube:2
packets 1
traffic trace:$scratch/small.trace
routing deterministic
trials 1
seed 1
END
swept trace 0 "$scratch/trace.plan"

# Results that are not right.
results=$scratch/golden.results
judge() {
  run "$lockhop" sweep docs/evaluation/small.plan "$@" --judge -o "$scratch/judged.csv"
}
tail -n +2 "$results" >"$scratch/missing"
judge "$scratch/missing"
stopped "a result that is missing" 'the result of job trials-[0-9a-f]*, .* is missing'
cat "$results" "$scratch/missing" >"$scratch/twice"
judge "$scratch/twice"
stopped "one that is there twice" 'trials from `lockhop run hypercube.* is there twice'
judge "$results" "$scratch/lock-step.results"
refused "one of another plan" 'lock-step.results:1: job trials-.* is not part of this sweep'
sed '1s/"outcome":"PASS"/"outcome":"LOST"/' "$results" >"$scratch/lies"
judge "$scratch/lies"
stopped "one that contradicts itself" 'trials from .* contradicts itself'
sed '1s/"trials":\[{[^}]*},/"trials":[/' "$results" >"$scratch/lies"
judge "$scratch/lies"
stopped "one that lacks a trial" 'trials from .* contradicts itself'
sed '1s/"worked":true/"worked":false/;1s/"error":null/"error":{"kind":3,"text":"killed"}/' \
  "$results" >"$scratch/lies"
judge "$scratch/lies"
stopped "one of a job that died" 'trials from .* is an error: killed'
cp "$scratch/small.trace" "$scratch/whole.trace"
"$lockhop" schedule hypercube:2 shuffle >"$scratch/small.trace"
"$lockhop" jobs "$scratch/trace.jobs" >"$scratch/other"
run "$lockhop" sweep "$scratch/trace.plan" "$scratch/trace.results" --judge -o "$scratch/judged.csv"
refused "a plan of other traffic" 'job trials-.* is not part of this sweep'
cp "$scratch/whole.trace" "$scratch/small.trace"
run "$lockhop" sweep "$scratch/trace.plan" "$scratch/other" --judge -o "$scratch/judged.csv"
refused "one made with other traffic" 'other:1: the result is of other files of traffic'

# Command lines that are not right.
run "$lockhop" sweep docs/evaluation/small.plan --plan --judge
refused "a plan or a verdict" '--plan and --judge: give one of them'
run "$lockhop" sweep docs/evaluation/small.plan --plan -o "$scratch/x.csv"
refused "a plan has no rows" '--plan prints jobs and writes no table'
run "$lockhop" sweep docs/evaluation/small.plan "$results" -o "$scratch/x.csv"
refused "results are for a judge" 'is one argument too many: results of jobs are for --judge'
run "$lockhop" sweep docs/evaluation/small.plan --judge -o "$scratch/x.csv"
refused "a judge needs results" '--judge needs files of results behind the PLAN'
echo '{"job": 1, "id": "a", "kind": "trials", "trials": 1025, "run": {"version": 1,
  "topology": "hypercube:2", "traffic": "random"}}' | tr -d '\n' >"$scratch/job"
run "$lockhop" jobs "$scratch/job"
refused "too many trials in a job" '"trials": must be a number in 1..1024'
finish

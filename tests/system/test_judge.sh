#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_judge -- lockhop check --plan and --judge: the bytes of a check, in any order; what is
# missing, doubled, foreign or untrue is told.
set -u
. tests/system/tap.sh

case $lockhop in
/*) ;;
*) lockhop=$PWD/$lockhop ;;
esac
broken_switches flip_ejected_data
bug=$scratch/broken/flip_ejected_data.v
cd "$scratch" || exit 3

# judged NAME STATUS SPEC OPTIONS...: a check, and the same in three parts.
judged() {
  name=$1 expected=$2 spec=$3
  shift 3
  "$lockhop" check "$spec" "$@" --jobs 1 -o evidence --json "$name-a.json" --junit "$name-a.xml" \
    --html "$name-a.html" >"$name-a.txt" 2>"$name-a.err"
  first=$?
  rm -rf evidence
  "$lockhop" check "$spec" "$@" --plan >"$name.plan" 2>"$err"
  "$lockhop" jobs "$name.plan" >"$name.results" 2>"$err" || not_ok "$name: jobs" "$(cat "$err")"
  sort -R "$name.results" | "$lockhop" check "$spec" - "$@" --judge --jobs 1 -o evidence \
    --json "$name-b.json" --junit "$name-b.xml" --html "$name-b.html" >"$name-b.txt" 2>"$name-b.err"
  second=$?
  if [ $first -eq "$expected" ] && [ $second -eq "$expected" ]; then
    ok "$name: exit code $expected"
  else
    not_ok "$name: exit code $expected" "check $first, judge $second" "$(cat "$name-b.err")"
  fi
  for file in txt json xml html; do
    same_check "$name: $file is that of a check" "$name-a.$file" "$name-b.$file"
  done
}

judged pass 0 hypercube:1 --level quick
judged differ 1 hypercube:1 --level quick --dut "$bug"
! whole || judged coverage 0 hypercube:1 --level quick --coverage points

# Results that are not right.  They come in the order in which jobs end: sorted, builds are first.
sort pass.results >sorted
mv sorted pass.results
head -n 3 pass.results >few
tail -n +2 pass.results >missing
cat pass.results few >twice
judge() {
  run "$lockhop" check hypercube:1 "$@" --level quick --judge
}
judge missing
expect "a missing result is an error by name" 3 '^ERROR$' \
  'the result of job build-[0-9a-f]* is missing'
judge twice
expect "and one that is there twice" 3 '^ERROR$' \
  'the result of job [a-z]*-[0-9a-f]* is there twice'
judge pass.results differ.results
refused "a result of another design" 'differ.results:1: the result is of another design'
sed 's/"version":"[^"]*"/"version":"0.0.1"/' few >old
judge old
refused "a result of another version" 'old:1: is of version 0.0.1 of lockhop, this is'
run "$lockhop" check hypercube:2 pass.results --level quick --judge
refused "a result of another check" 'pass.results:[0-9]*: job .* is not part of this check'
echo '{"result": 1}' >wrong
judge wrong
refused "a result that is none" 'wrong:1: "id": must be a name'
sed '0,/"id":"run-/s/\("id":"run-.*"outcome":\)0/\12/' pass.results >lies
judge lies
expect "a result that contradicts itself is an error" 3 \
  'the result of job run-.* contradicts itself'
sed '0,/"id":"run-/s/\("id":"run-.*"outcome":\)0/\12/
  s/\("id":"run-.*"word":\)"PASS"\(.*"outcome":2\)/\1"DIFFER"\2/' \
  pass.results >lies
judge lies
expect "a failure that cannot be made again is an error" 3 \
  'but made again it is PASS: the machines disagree'
unbuilt='{"kind":2,"text":"x"}'
sed "0,/\"id\":\"build-/s/\(\"id\":\"build-.*\"error\":\)null/\1$unbuilt/" pass.results >lies
judge lies
expect "a switch that ran could be built" 3 '^ERROR$' \
  'the switch could not be built, but job run-.* ran with it: the machines disagree'
sed '3s/"sources":"[0-9a-f]\{32\} \([^\\]*\)/"sources":"00000000000000000000000000000000 \1/' \
  pass.results >other
judge other
refused "another file of ours is another design" \
  "other:[0-9]*: 'rtl/.*' has other contents than it had for job .*: the results are of two"
sed '3s/"sources":"[^"]*"/"sources":null/' pass.results >other
judge other
refused "what was read is not said" 'other:3: the result does not say which Verilog was read'
"$lockhop" check hypercube:2 --level quick --plan | grep -m 1 '"kind":"run"' >alien.plan
"$lockhop" jobs alien.plan >alien
judge pass.results alien alien
refused "a result of no job, and there twice" 'alien:1: job run-.* is not part of this check'
judge
refused "a judge needs results" '--judge needs files of results'
run "$lockhop" check hypercube:1 x
refused "results are for a judge" "'x' is one argument too many: results of jobs are for --judge"
run "$lockhop" check hypercube:1 --plan --list
refused "a plan or a list" '--plan, --judge and --list: give one of them'
run "$lockhop" check --repeat x --plan
refused "one run has no plan" '--plan needs a SPEC'
run "$lockhop" check hypercube:1 --next x
refused "--next is of a judge" '--next needs --judge'

# Further runs, handed out.
judge pass.results --next next.plan
expect "further runs are jobs" 3 'further runs are in .next.plan.: make them with lockhop jobs'
"$lockhop" jobs next.plan >next.results
judge pass.results next.results --next next.plan
expect "with their results there is a verdict" 0 '^PASS$'
cp "$out" next.txt
same_check "which is that of a check" pass-a.txt next.txt
finish

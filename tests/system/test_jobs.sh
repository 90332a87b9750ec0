#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_jobs -- lockhop jobs, check --plan and --judge: the bytes of a check, in any order, from many
# makers; what is missing, doubled or foreign is told; farms.
set -u
. tests/system/tap.sh

case $lockhop in
/*) ;;
*) lockhop=$PWD/$lockhop ;;
esac
broken_switches priority_order
bug=$scratch/broken/priority_order.v
tree=$PWD
cd "$scratch" || exit 3

# same WHAT FILE FILE: equal but for seconds, dates and command lines.
same() {
  for same_file in "$2" "$3"; do
    sed -E 's/in [0-9.]+ s$//; s/"seconds": [0-9.e-]+/"seconds": 0/g; s/(time|timestamp)="[^"]*"//g
      s/[0-9.]+ s</</g; /"command": ".* check /d; /<p><code>.* check /d' "$same_file" \
      >"$same_file.plain"
  done
  if cmp -s "$2.plain" "$3.plain" && [ -s "$2.plain" ]; then
    ok "$1"
  else
    not_ok "$1" "$(diff "$2.plain" "$3.plain" | head -n 8)"
  fi
}

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
    same "$name: $file is that of a check" "$name-a.$file" "$name-b.$file"
  done
}

judged pass 0 hypercube:2 --level quick
judged differ 1 hypercube:2 --level quick --dut "$bug"
judged further 0 hypercube:3 --level quick
judged coverage 0 hypercube:1 --level quick --coverage points

# Results that are not right.  They come in the order in which jobs end: sorted, builds are first.
sort pass.results >sorted
mv sorted pass.results
head -n 3 pass.results >few
tail -n +2 pass.results >missing
cat pass.results few >twice
judge() {
  run "$lockhop" check hypercube:2 "$@" --level quick --judge
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
run "$lockhop" check hypercube:3 pass.results --level quick --judge
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
grep '"id":"run-' further.results | tail -n 1 >alien
judge pass.results alien alien
refused "a result of no job, and there twice" 'alien:1: job run-.* is not part of this check'
judge
refused "a judge needs results" '--judge needs files of results'
run "$lockhop" check hypercube:2 x
refused "results are for a judge" "'x' is one argument too many: results of jobs are for --judge"
run "$lockhop" check hypercube:2 --plan --list
refused "a plan or a list" '--plan, --judge and --list: give one of them'
run "$lockhop" check --repeat x --plan
refused "one run has no plan" '--plan needs a SPEC'
run "$lockhop" check hypercube:2 --next x
refused "--next is of a judge" '--next needs --judge'

# Further runs, handed out.
run "$lockhop" check hypercube:3 further.results --level quick --judge --next next.plan
expect "further runs are jobs" 3 'further runs are in .next.plan.: make them with lockhop jobs'
"$lockhop" jobs next.plan >next.results
run "$lockhop" check hypercube:3 further.results next.results --level quick --judge --next next.plan
expect "with their results there is a verdict" 0 '^PASS$'
cp "$out" next.txt
same "which is that of a check" further-a.txt next.txt

# Jobs that are not right; nothing is run then.
wrong_job() {
  printf '%s\n' "$2" >job
  run "$lockhop" jobs job
  refused "a wrong job: $1" "job:1: $3"
}
run='"run": {"version": 1, "topology": "hypercube:2", "traffic": "random"'
wrong_job "no JSON" '{' 'is not JSON'
wrong_job "no object" '[1]' 'a job must be a JSON object'
wrong_job "another version" '{"job": 2}' '"job": must be 1'
wrong_job "no id" "{\"job\": 1, $run}}" '"id": must be a name'
wrong_job "no such kind" "{\"job\": 1, \"id\": \"a\", \"kind\": \"x\", $run}}" '"kind": must be'
wrong_job "no run" '{"job": 1, "id": "a"}' 'a run must be a JSON object'
wrong_job "a value out of range" "{\"job\": 1, \"id\": \"a\", $run, \"vcs\": 9}}" \
  "--vcs '9': must be"
wrong_job "no such file" "{\"job\": 1, \"id\": \"a\", $run, \"dut\": [\"none.v\"]}}" \
  "cannot read 'none.v'"
cat pass.plan pass.plan >job
run "$lockhop" jobs job
refused "a job that is there twice" 'job:65: job .* is in line 1 already'
run "$lockhop" jobs pass.plan --shard 0/3
refused "a shard that is none" "--shard '0/3': must be I/N"
run "$lockhop" jobs none
refused "no such file of jobs" "cannot read 'none'"

# A run of one machine alone; one that fails to open; a child that is killed has said nothing.
echo "{\"job\": 1, \"id\": \"alone\", $run}}" >job
run "$lockhop" jobs job
expect "the golden model alone" 0 '"id":"alone".*"word":"PASS","code":0.*"delivered":4'
echo "{\"job\": 1, \"id\": \"odd\", ${run/random/transpoze}}}" >job
run "$lockhop" jobs job
expect "a run that cannot be opened" 0 '"word":"ERROR","code":3.*did you mean'
# shellcheck disable=SC2016 # for the shell of the design
sed 's/^endmodule/initial $system("kill -9 $PPID");\nendmodule/' \
  "$tree/rtl/component/input_queue.v" >killed.v
run="$run, \"lock_step\": true, \"depth\": 1, \"dut\": [\"killed.v\"]"
echo "{\"job\": 1, \"id\": \"killed\", $run}}" | "$lockhop" jobs >"$out" 2>"$err"
status=$?
expect "a child that was killed is not believed" 0 \
  '"id":"killed".*"word":"ERROR","code":3,.*"worked":false'

# What a design prints is any bytes; a design that changes in the job is none.
# shellcheck disable=SC2016 # for the shell of the design
sed 's/^endmodule/initial $system("printf \\"\\\\377\\\\n\\" >\&2");\nendmodule/' \
  "$tree/rtl/component/input_queue.v" >killed.v
echo "{\"job\": 1, \"id\": \"bytes\", $run}}" | "$lockhop" jobs >"$out" 2>"$err"
status=$?
expect "what is no UTF-8 ends no jobs" 0 '"id":"bytes".*"word":"PASS"'
# shellcheck disable=SC2016
sed 's/^endmodule/initial $system("echo >>killed.v");\nendmodule/' \
  "$tree/rtl/component/input_queue.v" >killed.v
echo "{\"job\": 1, \"id\": \"changed\", $run}}" | "$lockhop" jobs >"$out" 2>"$err"
status=$?
expect "a design that changes in the job is none" 0 \
  '"id":"changed".*"word":"ERROR".*files of --dut were changed during the job'

# What the files of --dut include is of the design too.
sed 's/^module/`include "included.vh"\n&/' "$tree/rtl/component/input_queue.v" >including.v
for number in 1 2; do
  echo "// $number" >included.vh
  "$lockhop" check hypercube:1 --level quick --dut including.v --plan |
    if [ $number -eq 1 ]; then head -n 1; else tail -n +2; fi |
    "$lockhop" jobs >"including-$number"
done
run "$lockhop" check hypercube:1 including-1 including-2 --level quick --dut including.v --judge
refused "an included file is of the design" \
  "'included.vh' has other contents than it had for job .*: the results are of two designs"

# Shards, and going on after SIGKILL.
for shard in 1 2 3; do
  "$lockhop" jobs pass.plan --shard $shard/3 >"shard-$shard"
done
judge shard-1 shard-2 shard-3
expect "three shards are a whole" 0 '^PASS$'
"$lockhop" jobs pass.plan --jobs 1 -o resumed &
maker=$!
while [ ! -s resumed ] && kill -0 $maker 2>/dev/null; do sleep 0.02; done
kill -9 $maker 2>/dev/null
wait $maker 2>/dev/null
printf '{"result":1,"id":"cut' >>resumed
before=$(wc -l <resumed)
run "$lockhop" jobs pass.plan -o resumed
refused "results are not overwritten" "'resumed' is there already: --resume goes on"
run "$lockhop" jobs pass.plan -o resumed --resume
expect "a maker that was killed is gone on with" 0
judge resumed
expect "and nothing is missing or there twice" 0 '^PASS$'
if [ "$before" -lt 64 ] && [ "$(wc -l <resumed)" -eq 64 ]; then
  ok "what was made is not made again"
else
  not_ok "what was made is not made again" "$before lines, then $(wc -l <resumed)"
fi

# Two hosts with one cache, which is empty.
mkdir -m 700 shared
grep -m 1 '"kind":"build"' pass.plan >first.plan
grep '"kind":"run"' pass.plan | head -n 6 >>first.plan
host=
! unshare --uts true 2>/dev/null || host="unshare --uts"
for number in 1 2; do
  # shellcheck disable=SC2016,SC2086 # for the other shell; no word or two
  LOCKHOP_CACHE=$scratch/shared $host sh -c '[ -z "$3" ] || hostname "host-$1"
    exec "$2" jobs first.plan' sh $number "$lockhop" "$host" >"host-$number" 2>/dev/null &
done
wait
for number in 1 2; do
  if [ "$(grep -c '"word":"\(PASS\|BUILT\)"' "host-$number")" -eq 7 ]; then
    ok "two hosts fill one cache: host $number"
  else
    not_ok "two hosts fill one cache: host $number" "$(cut -c 1-300 "host-$number")"
  fi
done

# Farms.
if command -v parallel >/dev/null; then
  LOCKHOP=$lockhop "$tree/examples/farm/parallel.sh" hypercube:2 --level quick \
    >parallel.txt 2>"$err"
  same "GNU parallel: the bytes of a check" pass-a.txt parallel.txt
else
  skip "GNU parallel: the bytes of a check" "no parallel"
fi
node=$scratch/slurm
if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
  skip "Slurm: the bytes of a check" "no slurm-wlm and munge"
elif [ "$(id -u)" -ne 0 ]; then
  skip "Slurm: the bytes of a check" "its node starts as root alone"
elif ! "$tree/tests/system/slurm_node.sh" start "$node" >slurm.conf 2>"$err"; then
  "$tree/tests/system/slurm_node.sh" stop "$node"
  skip "Slurm: the bytes of a check" "its node does not start: $(tail -n 1 "$err")"
else
  SLURM_CONF=$(cat slurm.conf) LOCKHOP=$lockhop "$tree/examples/farm/slurm.sh" 3 "$scratch/farm" \
    hypercube:2 --level quick >slurm.txt 2>"$err"
  same "Slurm: the bytes of a check" pass-a.txt slurm.txt
  "$tree/tests/system/slurm_node.sh" stop "$node"
fi
finish

#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_jobs -- lockhop jobs: results of jobs from many makers, however they end, are those of a
# check; wrong jobs; farms.
set -u
. tests/system/tap.sh

case $lockhop in
/*) ;;
*) lockhop=$PWD/$lockhop ;;
esac
tree=$PWD
cd "$scratch" || exit 3

"$lockhop" check hypercube:2 --level quick --jobs 1 >pass.txt 2>"$err"
"$lockhop" check hypercube:2 --level quick --plan >pass.plan 2>"$err"

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
jobs=$(wc -l <pass.plan)
refused "a job that is there twice" 'job:[0-9]+: job .* is in line [0-9]+ already'
# shellcheck disable=SC2016 # $ of awk
law "and where" awk -F '[: ]+' -v jobs="$jobs" '{ for (i = 1; i < NF; i++) {
  if ($i == "job" && $(i + 1) ~ /^[0-9]+$/) second = $(i + 1)
  if ($i == "line") first = $(i + 1) } } END { exit second - first != jobs }' "$err"
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
    sed -n "${number}p" |
    "$lockhop" jobs >"including-$number"
done
run "$lockhop" check hypercube:1 including-1 including-2 --level quick --dut including.v --judge
refused "an included file is of the design" \
  "'included.vh' has other contents than it had for job .*: the results are of two designs"

# Shards, and going on after SIGKILL.
judge() {
  run "$lockhop" check hypercube:2 "$@" --level quick --judge
}
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
if [ "$before" -lt "$jobs" ] && [ "$(wc -l <resumed)" -eq "$jobs" ]; then
  ok "what was made is not made again"
else
  not_ok "what was made is not made again" "$before lines, then $(wc -l <resumed)"
fi

# Two hosts with one cache, which has nothing but the run-time library, which takes long to compile.
mkdir -m 700 shared
cp "$tree"/build/cache/runtime-* shared 2>/dev/null
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
  same_check "GNU parallel: the bytes of a check" pass.txt parallel.txt
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
  same_check "Slurm: the bytes of a check" pass.txt slurm.txt
  "$tree/tests/system/slurm_node.sh" stop "$node"
fi
finish

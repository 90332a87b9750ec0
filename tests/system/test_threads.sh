#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_threads -- a run by several threads is the run by one.
set -u
. tests/system/tap.sh

# result THREADS COMMAND...: the JSON of a run in $scratch/THREADS, less what names the threads.
result() {
  threads=$1
  shift
  run "$lockhop" "$@" --threads "$threads" --json "$scratch/json"
  echo "exit $status" >"$scratch/$threads"
  grep -v '"command"\|"setup_seconds"' "$scratch/json" >>"$scratch/$threads"
}

# every COMMAND...: the same result for some numbers of threads.
every() {
  result 1 "$@"
  grep -q '"outcome": "\(PASS\|TIMEOUT\)"' "$scratch/1" || not_ok "$*: no result"
  for more in $threads_tried; do
    result "$more" "$@"
    same "$*: $more threads" "$scratch/1" "$scratch/$more"
  done
}

threads_tried=3
whole && threads_tried="2 3 4 5"
every run hypercube:7 uniform,load=0.5,measure=200 --depth 2
every run hypercube:6 random --packets 6 --routing rand-sync --depth 1
every run hypercube:13 random --routing drand-trans-ooo
every run d3:3,4 all-to-all
every run d3:3,4 uniform,load=0.4,measure=200 --routing ugal-l --depth 2
every run mesh:8x8 uniform,load=0.2,measure=200 --depth 3
every run hypercube:5 uniform,load=0.5,measure=200 --depth 1 --disturb stalls,resets,holds
every run hypercube:5 uniform,load=0.9,measure=200 --depth 1 --cycles 150
every run d3:2,3 broadcast,source=0,count=20 --depth 1
every run hypercube:4 uniform+all-to-all,load=0.1,measure=100
every cosim hypercube:4 uniform,load=0.5,measure=200
if whole; then
  every run hdn:2x3:2x3 uniform,load=0.2 --depth 2
  every run benes:6 random
  every run torus:8x8 uniform,load=0.3 --depth 1
  every run d3:4,8 uniform,load=0.3,measure=500 --routing two-levels
fi
run "$lockhop" run hypercube:4 random --threads 0
if [ "$status" -eq 0 ]; then
  ok "--threads 0: as many as there are processors"
else
  not_ok "--threads 0" "$(cat "$err")"
fi
run "$lockhop" run hypercube:4 random --threads 257
if [ "$status" -eq 2 ]; then ok "too many threads are refused"; else not_ok "too many threads"; fi
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_threads -- a run by several threads is the run by one.
set -u
. tests/system/tap.sh

# Waveforms of differences go to the working directory.
lockhop=$PWD/$lockhop
switch=$PWD/rtl/switch/switch.v
cd "$scratch" || exit 1

# result THREADS COMMAND...: the text and the JSON of a run in $scratch/THREADS, less what names the
# threads.
result() {
  threads=$1
  shift
  run "$lockhop" "$@" --threads "$threads" --json "$scratch/json"
  echo "exit $status" >"$scratch/$threads"
  cat "$out" "$scratch/json" | sed 's/ --threads [0-9]*//; s/-difference-[0-9a-f]*/-difference/g' |
    grep -v '"command"\|"setup_seconds"' >>"$scratch/$threads"
}

# every COMMAND...: the same result for some numbers of threads, one of $outcomes.
outcomes='PASS\|TIMEOUT'
every() {
  result 1 "$@"
  grep -q "\"outcome\": \"\($outcomes\)\"" "$scratch/1" || not_ok "$*: no result"
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

# Verilated switches: in each thread's part, and compared there where many are active.
every cosim hypercube:9 random --packets 4
every cosim hypercube:5 random --packets 3 --no-skip
every cosim hypercube:5 random --packets 3 --routing rand-trans --disturb all
every cosim hypercube:4 random --packets 3 --dut "$switch"
every run hypercube:5 random --packets 3 --machine array
every cosim hypercube:3 all-to-all-personalized
every cosim hypercube:5 random --packets 3 --compare flow --dut "$switch"

# checked THREADS: what a check of few runs finds, in $scratch/THREADS.
checked() {
  rm -rf folder
  run "$lockhop" check hypercube:3 --level quick --shapes depth=2,lanes=1,vcs=1 --jobs 1 \
    --threads "$1" -o folder --json json
  {
    echo "exit $status"
    grep -v '"command"\|seconds\|"simulator"' json
  } >"$1"
}
checked 1
grep -q '"outcome": "PASS"' 1 || not_ok "check: no result"
checked 3
same "check: 3 threads" 1 3

# Its runs have the threads.
sed '/^endmodule/d' "$switch" >counts.v
cat >>counts.v <<'END'
  initial $system("grep ^Threads: /proc/$PPID/status >>threads");
endmodule
END
run "$lockhop" check hypercube:2 --level quick --compare flow --dut counts.v --jobs 1 --threads 3 \
  --shapes depth=2,vcs=1,data=40,sends=0 -o folder
if [ "$status" -eq 0 ] && [ "$(sort -u threads | tr -d '[:space:]')" = Threads:3 ]; then
  ok "check: the runs have 3 threads"
else
  not_ok "check: the runs have 3 threads" "exit status $status" "$(cat "$err" threads)"
fi

# recorded THREADS: the waveform of switches of two parts.
recorded() {
  run "$lockhop" cosim hypercube:4 random --packets 3 --threads "$1" --wave "$scratch/$1.fst"
  [ "$status" -eq 0 ] || not_ok "--wave, $1 threads" "$(cat "$err")"
  fst2vcd "$scratch/$1.fst" | sed '1,/^.end/d' >"$scratch/$1.vcd"
}
if command -v fst2vcd >/dev/null; then
  recorded 1
  recorded 3
  same "--wave: 3 threads" "$scratch/1.vcd" "$scratch/3.vcd"
else
  skip "--wave" "no fst2vcd"
fi

# bug LINE: a switch in which this holds in addition; $scratch/bug.v.
bug() {
  sed "s/  assign out_valid_o = /&$1 ^ /" "$switch" >"$scratch/bug.v"
  ! cmp -s "$switch" "$scratch/bug.v" || not_ok "no bug"
}

# Of switches that are wrong in one cycle, in different parts, the lowest is reported, and how many
# others there are.
outcomes=DIFFER
bug "{QUEUES{here_q == 3 || here_q == 29 || here_q == 30}}"
every cosim hypercube:5 random --packets 3 --dut "$scratch/bug.v"
bug "{QUEUES{here_q == 500}}"
every cosim hypercube:9 random --packets 4 --dut "$scratch/bug.v"
bug "{QUEUES{(here_q == 3 || here_q == 29) \\&\\& inject_valid_i[0]}}"
every cosim hypercube:5 random --packets 3 --dut "$scratch/bug.v"
outcomes='PASS\|TIMEOUT'
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
# By default a large network has them, if nothing else runs.
"${CC:-gcc}" -shared -fPIC -O1 -o "$scratch/noted.so" \
  "${switch%/rtl/*}/tests/system/noted_threads.c" ||
  not_ok "noted_threads.c is compiled"
# noted LAW COUNT COMMAND...: it makes this many threads.
noted() {
  law=$1
  expected=$2
  shift 2
  : >"$scratch/noted"
  run env NOTED="$scratch/noted" LD_PRELOAD="$scratch/noted.so" "$lockhop" "$@"
  made=$(wc -c <"$scratch/noted")
  if [ "$status" -eq 0 ] && [ "$made" -eq "$expected" ]; then
    ok "$law"
  else
    not_ok "$law" "exit status $status, $made threads, not $expected: $(cat "$err")"
  fi
}
# others MOST: threads beside the first, of MOST or of as many as there are processors.
others() {
  processors=$(getconf _NPROCESSORS_ONLN)
  echo $(($1 < processors ? $1 - 1 : processors - 1))
}
noted "245,760 channels of golden switches have up to 7 threads" "$(others 7)" \
  run hypercube:14 random
noted "53,248 have one" 0 run hypercube:12 random
noted "so many of Verilated switches have up to 3" "$(others 3)" \
  run hypercube:12 random --machine array
noted "--threads 1: they have one" 0 run hypercube:14 random --threads 1
echo '{"job": 1, "id": "a", "kind": "run", "run": {"version": 1, "topology": "hypercube:14",
"traffic": "random"}}' | tr -d '\n' >"$scratch/job"
noted "jobs have one" 0 jobs "$scratch/job"

run "$lockhop" run hypercube:4 random --threads 257
if [ "$status" -eq 2 ]; then ok "too many threads are refused"; else not_ok "too many threads"; fi
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_compare -- several switches under the same loads: the figures are those of lockhop sweep, run
# and cosim, a design that breaks a rule has none, and wrong command lines are refused:
# docs/compare.md.
set -u
. tests/system/tap.sh

pipelined=examples/routers/pipelined.v
voq=examples/routers/voq.v
traffic=uniform,warmup=100,measure=800

run "$lockhop" compare hypercube:3 $traffic $pipelined $voq --loads 0.2..1:0.4 --jobs 1 \
  -o "$scratch/one.csv" --json "$scratch/one.json" --plot "$scratch/one.svg"
expect "two routers and the golden switch" 0 '^PASS$' \
  '^golden: saturation (>= )?[01]\.[0-9]{3}, 1 cycle a hop$' \
  '^pipelined: saturation .* \(golden .*\), 3 cycles a hop \(golden 1\)$' \
  '^voq: saturation .* \(golden .*\), 2 cycles a hop \(golden 1\)$'
if [ -s "$err" ]; then not_ok "nothing but data in a pipe" "$(cat "$err")"
else ok "nothing but data in a pipe"; fi
cp "$out" "$scratch/one.txt"
run "$lockhop" compare hypercube:3 $traffic $pipelined $voq --loads 0.2,0.6,1 --jobs 3 \
  -o "$scratch/three.csv" --plot "$scratch/three.svg"
if cmp "$out" "$scratch/one.txt" && cmp "$scratch/one.csv" "$scratch/three.csv" &&
  cmp "$scratch/one.svg" "$scratch/three.svg"; then
  ok "3 jobs and a list of loads give the bytes of 1 and a range"
else
  not_ok "3 jobs and a list of loads give the bytes of 1 and a range"
fi

# The golden figures are those of a sweep, those of a design are those of cosim.
cat >"$scratch/plan" <<PLAN
topology hypercube:3
packets  1
traffic  $traffic,load=0.2..1:0.4
routing  deterministic
trials   1
seed     1
depth    4
PLAN
"$lockhop" sweep "$scratch/plan" -o "$scratch/sweep.csv" >"$out" 2>&1
for design in pipelined voq; do
  "$lockhop" cosim hypercube:3 $traffic,load=0.6 --compare flow --depth 4 \
    --dut examples/routers/$design.v --json "$scratch/$design.json" >"$out" 2>&1
done
if python3 tests/system/compare_laws.py "$scratch" >"$out" 2>&1; then
  ok "the figures of sweep and cosim, in CSV, JSON and the plot"
else
  not_ok "the figures of sweep and cosim, in CSV, JSON and the plot" "$(cat "$out")"
fi

# Packets that never wait, by hand.  With bit-complement every link has packets of one source alone,
# and each crosses three.  Ours takes a cycle a hop, so latency is 3; voq two, so 6; pipelined
# three, and an ejection two, so 10.  With load 1 a switch has in each cycle the packets that
# came from its lane and by three links, the last of them to be ejected: 4 in ours, 2 + 2 + 2 + 1
# in voq, 3 + 3 + 3 + 2 in pipelined.
run "$lockhop" compare hypercube:3 bit-complement,warmup=100,measure=800 $pipelined $voq \
  --loads 0.5,1 -o "$scratch/hand.csv"
expect "packets that never wait" 0 '^PASS$' '^golden: saturation >= 1\.000, 1 cycle a hop$'
cat >"$scratch/hand.txt" <<HAND
golden,1,1,1,3,3,3,3,0,4,,,,PASS
pipelined,1,1,1,10,10,10,10,2,11,,,,PASS
voq,1,1,1,6,6,6,6,1,7,,,,PASS
HAND
if grep ',1,1,1,' "$scratch/hand.csv" | diff "$scratch/hand.txt" - >"$out"; then
  ok "their latencies, waits at the head and packets inside, worked out by hand"
else
  not_ok "their latencies, waits at the head and packets inside, worked out by hand" "$(cat "$out")"
fi

# Port 1 of a switch of hypercube:2 serves two inputs, port 0 and the lane.
run "$lockhop" compare hypercube:2 uniform,warmup=50,measure=200 $pipelined --loads 0.9
expect "shares of two inputs, and queues of 4" 0 '^hypercube:2 .*, depth 4, ' '^PASS$' \
  '^pipelined +>= .* 0\.[0-9]{2} +1\.[0-9]{2} +0\.[0-9]{2}$'

# A design that breaks a rule is named with it, and has no figures; the others have theirs.
sed 's/assign out_packet_o\[.*\] = /&1 ^ /' $pipelined >"$scratch/flips.v"
run "$lockhop" compare hypercube:3 $traffic "$scratch/flips.v" --loads 0.2,0.6 \
  -o "$scratch/flips.csv"
expect "a design that breaks a rule" 1 '^DIFFER$' '^golden: saturation' \
  '^flips: no figures, DIFFER at load 0\.2: first difference: cycle [0-9]+, switch .*rule header' \
  '^  repeat with: .*cosim hypercube:3 .*load=0\.2 .*--dut .*flips\.v --compare flow$'
if grep -q '^flips,0\.2,,*DIFFER$' "$scratch/flips.csv" && ! grep -q '^flips,.*[0-9],PASS$' \
  "$scratch/flips.csv"; then
  ok "its rows are empty"
else
  not_ok "its rows are empty" "$(cat "$scratch/flips.csv")"
fi
run "$lockhop" compare hypercube:3 $traffic $voq --loads 0.2 --cycles 300
expect "a run that does not come to its end" 4 '^TIMEOUT$' '^voq: no figures, TIMEOUT at load 0\.2'

# One that hangs ends its own run alone.
sed -e 's/^  genvar p;/&\n  integer n;\n  always @(posedge clk) begin\n    n = 0;\n'\
'    if (!rst \&\& in_valid_i != 0) while (n < 2) n = 0;\n  end/' $voq >"$scratch/hangs.v"
run "$lockhop" compare hypercube:3 $traffic "$scratch/hangs.v" $voq --loads 0.2,0.6 \
  --step-seconds 2
expect "a design that hangs" 4 '^TIMEOUT$' '^voq: saturation' \
  '^hangs: no figures, TIMEOUT at load 0\.2: evaluating switch .* takes more than 2 s'

# Ctrl-C: nothing is printed, and no file is left.
timeout --preserve-status --signal=INT 2 "$lockhop" compare hypercube:3 uniform,measure=2000000 \
  $voq --loads 0.4,0.5 -o "$scratch/interrupted.csv" >"$out" 2>"$err"
status=$?
if [ $status -eq 130 ] && ! [ -s "$out" ] && ! ls "$scratch"/*interrupted* >/dev/null 2>&1; then
  ok "Ctrl-C"
else
  not_ok "Ctrl-C" "exit status $status" "$(cat "$out" "$err")"
fi

# What is refused, in one line, before the first run.
refuse() {
  text=$1 pattern=$2
  shift 2
  run "$lockhop" compare "$@"
  refused "$text" "$pattern"
}
sed -E -e '/^  parameter (VCS|STORE|PRIORITY_BITS|ARBITER|SENDS|RANDOM) /d' \
  -e 's/PORTS\*VCS/PORTS/' -e '/^  input  wire \[63:0\] +seed_i,/d' -e '/^  wire +unused_ok = /d' \
  $pipelined >"$scratch/lean.v"
echo 'module switch (input wire clk;' >"$scratch/syntax.v"
"$lockhop" schedule hypercube:3 random >"$scratch/t,load=0.5"
refuse "no design" "lockhop compare needs 3 arguments" hypercube:3 uniform
refuse "a load of 0" "'0' is no number in \\(0, 1\\]" hypercube:3 uniform $voq --loads 0
refuse "a load above 1" "'1\\.1' is no number in" hypercube:3 uniform $voq --loads 0.9..1.1:0.1
refuse "loads that descend" "0\\.3 comes after 0\\.5" hypercube:3 uniform $voq --loads 0.5,0.3
refuse "a load that is none" "--loads .*'x' is no number" hypercube:3 uniform $voq --loads 0.5,x
refuse "a load in the traffic" "leave out the load" hypercube:3 uniform,load=0.3 $voq
refuse "traffic without a load" "unknown option 'load'" hypercube:3 broadcast,source=0 $voq
refuse "a trace" "has no load to change" hypercube:3 "trace:$scratch/t" $voq --loads 0.5
refuse "a design twice" "the design is there twice" hypercube:3 uniform $voq $voq
refuse "depth 0" "--depth 0: only the golden model" hypercube:3 uniform $voq --depth 0
refuse "a file that is not there" "none: cannot read '$scratch/none.v'" hypercube:3 uniform \
  "$scratch/none.v" --loads 0.5
refuse "a design that cannot be built" "^lockhop: syntax: " hypercube:3 uniform \
  "$scratch/syntax.v" --loads 0.5
refuse "a routing that a design does not support" \
  "lean: .* has no VCS \\(2\\), which this run needs" torus:3x3 $traffic "$scratch/lean.v" \
  --loads 0.5
refuse "a CSV that cannot be written" "none/a.csv" hypercube:3 $traffic $voq --loads 0.5 \
  -o "$scratch/none/a.csv"

finish

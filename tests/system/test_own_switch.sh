#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_own_switch -- switches that lack parameters and ports, or have other names:
# docs/own-switch.md.  They are made from the pipelined router; broken ones are found too.
set -u
. tests/system/tap.sh

# lean: without the parameters and ports that one VC, no phases and no randomness leave unused.
lean=$scratch/lean.v
sed -E -e '/^  parameter (VCS|STORE|PRIORITY_BITS|ARBITER|SENDS|RANDOM) /d' \
  -e 's/PORTS\*VCS/PORTS/' -e '/^  input  wire \[63:0\] +seed_i,/d' -e '/^  wire +unused_ok = /d' \
  -e 's/^(\/\/ lockhop: vcs=1) .*/\1/' examples/routers/pipelined.v >"$lean"

# renamed: another name, a reset that is active at 0, a parameter of its own, and a function, whose
# arguments are no ports.
renamed=$scratch/sub/renamed.sv
mkdir -p "$scratch/sub/inc"
sed -E -e 's/^module switch #\(/module my_router #(\n  parameter SLOTS = `SLOTS,/' \
  -e 's/wire( +)rst,/wire\1rst_n,/' -e 's/if \(rst\)/if (!rst_n)/' -e 's/!rst &&/rst_n \&\&/' \
  -e 's/rst \?/!rst_n ?/' -e 's/^module my/`include "slots.vh"\n&/' \
  -e 's/^endmodule/  function integer same(input integer of); same = of; endfunction\n&/' \
  "$lean" >"$renamed"
cat >"$scratch/sub/inc/slots.vh" <<'F'
`define SLOTS `OWN
F
cat >"$scratch/sub/router.f" <<'F'
// A list of files, with names relative to itself.
+incdir+inc -D OWN=2
renamed.sv
unused.sv   # a list may have more than the design needs
--top my_router
F
echo 'module unused; endmodule' >"$scratch/sub/unused.sv"
echo "-f sub/router.f" >"$scratch/all.f"

run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb all --dut "$lean"
expect "a switch without VCS, STORE, PRIORITY_BITS, ARBITER, SENDS, RANDOM and seed_i" 0 '^PASS$'
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb all \
  --dut "$scratch/all.f"
expect "a list in a list, includes, another name, a reset that is active at 0" 0 '^PASS$'
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --machine network \
  --dut "$scratch/all.f"
expect "the same in a network" 0 '^PASS$'

# Only where queues take one packet in a cycle a switch needs PUSHES.
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --pushes 1 --dut "$lean"
expect "a switch without PUSHES, judged by its flow" 0 '^PASS$'
sed '/switch_PUSHES/d; /parameter PUSHES/d; s/PUSHES/0/g' rtl/switch/switch.v >"$scratch/before.v"
run "$lockhop" cosim hypercube:3 random --packets 8 --depth 2 --dut "$scratch/before.v"
expect "a switch with all parameters but PUSHES, in lock step" 0 '^PASS$'
run "$lockhop" cosim hypercube:3 random --packets 8 --depth 2 --pushes 1 --dut "$scratch/before.v"
expect "it cannot take one packet in a cycle" 2 "has no PUSHES \(1\), which this run needs"
run "$lockhop" cosim hypercube:3 random --packets 8 --depth 2 --pushes 1 --dut rtl/switch/switch.v
expect "a switch of one's own with PUSHES" 0 '^PASS$'

# Bugs are found as without a wrapper.
sed 's/count_q <= !rst_n/count_q <= 1'"'"'b0/' "$renamed" >"$scratch/sub/broken.sv"
sed 's/renamed.sv/broken.sv/' "$scratch/sub/router.f" >"$scratch/sub/broken.f"
run "$lockhop" cosim hypercube:3 random --packets 8 --compare flow --disturb resets \
  --dut "$scratch/sub/broken.f"
expect "a count that is not reset" 1 '^DIFFER$' '^first difference: .*, rule [a-z]+: '

# A right module cannot stand in for a wrong switch: by the name of our wrapper or of an adapter, or
# by the macro that names the switch.
sed 's/{first_q\[/{~first_q[/' "$lean" >"$scratch/wrong.v"
sed 's/^module switch/module fitted_switch/' examples/routers/pipelined.v >"$scratch/stand_in.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v"
expect "a switch that inverts data" 1 'rule corrupt: ' '^DIFFER$'
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v" \
  --dut "$scratch/stand_in.v"
expect "a module of the name of our wrapper" 2 "module 'fitted_switch' is defined twice"
sed 's/^module switch/module link_slice/' examples/routers/pipelined.v >"$scratch/stand_in.v"
run "$lockhop" cosim hypercube:3 random --compare flow --moore off --dut "$scratch/wrong.v" \
  --dut "$scratch/stand_in.v"
expect "a module of the name of an adapter" 2 "module 'link_slice' is defined twice"
sed -e 's/^module switch/module right_one/' -e '/default_nettype/d' examples/routers/pipelined.v \
  >>"$scratch/wrong.v"
for option in "+define+" "-D " "--verilator-args -D"; do
  whole || [ "$option" != "-D " ] || continue
  run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wrong.v" \
    --dut "${option}LOCKHOP_SWITCH=right_one" --dut "-G DEPTH=2"
  expect "another top by ${option}LOCKHOP_SWITCH" 1 'rule corrupt: ' '^DIFFER$'
done

# What does not fit is told at once.
sed -e 's/in_packet_i/in_pkt_i/' -e 's/inject_ready_o/inject_rdy/' "$lean" >"$scratch/other.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/other.v"
expect "ports of other names" 2 \
  "other.v': module 'switch' .*: it lacks in_packet_i; no switch has in_pkt_i, inject_rdy"
sed -E -e 's/\[LANES-1:0\]( +inject_ready_o)/[LANES:0]\1/' \
  -e 's/\[PORTS\*PACKET_BITS-1:0\]( +out_packet_o)/[PORTS*PACKET_BITS:0]\1/' \
  "$lean" >"$scratch/wide.v"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/wide.v"
expect "two ports of other widths" 2 \
  "wide.v:[0-9]+: module 'switch' has a port '[a-z_]+' of [0-9]+ bits .*; has a port '[a-z_]+'"
run "$lockhop" cosim torus:3x3 random --compare flow --dut "$lean"
expect "a run that needs VCs" 2 \
  "module 'switch' of '.*lean.v' has no VCS \(2\), which this run needs"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$lean" --dut "-G SLOTS=3"
expect "-G of a parameter that is not there" 2 \
  "-G SLOTS=3: module 'switch' of '.*lean.v' has no parameter 'SLOTS'"
run "$lockhop" cosim hypercube:3 random --compare flow --dut "+define+X"
expect "options and no file" 2 "--dut '\+define\+X': there is no Verilog file"
printf 'lean.v\n--fast\n' >"$scratch/bad.f"
run "$lockhop" cosim hypercube:3 random --dut "$scratch/bad.f"
expect "an option that is not known" 2 "bad.f:2: option '--fast' is not known"

# A switch with ports of its own, between a wrapper: test_wrapper.sh is of that.
own=examples/routers/local_port
run "$lockhop" wrapper hypercube:3 --dut $own.sv --dut "--top local_router" \
  --map $own.map -o "$scratch/wrapper.v"
expect "a wrapper with a map" 0

# Outputs that depend on inputs: valid waits for ready, ready is passed on.
cat >"$scratch/mealy.sed" <<'F'
s/assign ready_o = .*/assign ready_o = ~full_q | leaves;/
s/valid_o\[o\] = 1'b1;/valid_o[o] = ready_i[o];/
s/&& !valid_o\[o\] &&/\&\& !taken[o] \&\&/
s/^( +)chosen\[o\] .*/&\n\1taken[o] = 1'b1;/
s/^    leaves  = '0;/&\n    taken   = '0;/
s/^  logic \[N:0\] +leaves;/&\n  logic [N:0] taken;/
s/kept_q <= valid_o/kept_q <= taken/
s/full_q\[c\] <= .*/full_q[c] <= (full_q[c] \&\& !leaves[c]) || (valid_i[c] \&\& ready_o[c]);/
F
sed -E -f "$scratch/mealy.sed" $own.sv >"$scratch/mealy.sv"
mealy() {
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --compare flow --disturb all \
    --dut "$scratch/wrapper.v" --dut "$scratch/$1" --moore "$2" "--link-latency" "$3"
}
mealy mealy.sv on 0
expect "valid that depends on ready" 1 'depends on out_ready' \
  'outputs may depend on inputs\? --moore off'
mealy mealy.sv off 0
expect "the same, --moore off" 0 '^PASS$'
if whole; then
  mealy mealy.sv off 3
  expect "and links of three cycles" 0 '^PASS$'
fi
sed "s/\[H-1:0\]), .phase_i/[H-1:0] ^ H'(c == 1)), .phase_i/" "$scratch/mealy.sv" \
  >"$scratch/astray.sv"
mealy astray.sv off 1
expect "a wrong port behind slices" 1 'rule (path|eject|header): ' '^DIFFER$'

# A full input is ready when its packet leaves: ready depends on ready, valid does not.
cat >"$scratch/passes.sed" <<'F'
s/ready_o = ~full_q;/ready_o = ~full_q | leaves;/
s/full_q\[c\] <= .*/full_q[c] <= (full_q[c] \&\& !leaves[c]) || (valid_i[c] \&\& ready_o[c]);/
F
sed -E -f "$scratch/passes.sed" $own.sv >"$scratch/passes.sv"
mealy passes.sv on 0
expect "ready that depends on ready" 1 'ready.* depends on out_ready' '^DIFFER$'
mealy passes.sv outputs 0
expect "the same, --moore outputs" 0 '^PASS$'
if whole; then
  mealy passes.sv outputs 2
  expect "and links of two cycles" 0 '^PASS$'
  mealy mealy.sv outputs 0
  expect "valid that depends on ready is refused by it" 1 'depends on out_ready' '^DIFFER$'
fi
sed "s/\[H-1:0\]), .phase_i/[H-1:0] ^ H'(c == 1)), .phase_i/" "$scratch/passes.sv" \
  >"$scratch/astray.sv"
mealy astray.sv outputs 0
expect "a wrong port without slices" 1 'rule (path|eject|header): ' '^DIFFER$'
sed 's/ready_o = ~full_q;/ready_o = ~ready_i;/' $own.sv >"$scratch/inverts.sv"
mealy inverts.sv outputs 0
expect "a ring that settles in two ways" 1 'settle both at 0 and at 1: in_ready\[0\] of switch 0' \
  '^DIFFER$'
run "$lockhop" cosim mesh:3 random --packets 8 --lanes 1 --compare flow --moore outputs \
  --routing dimension-order --dut "$scratch/wrapper.v" --dut "$scratch/inverts.sv"
expect "a ring that never settles" 1 'cycle 0 at switch 0' \
  'never settle: in_ready\[0\] of switch 0, in_ready\[1\] of switch 2'
if whole; then
  run "$lockhop" cosim hypercube:1 random --packets 8 --lanes 1 --compare flow --moore outputs \
    --disturb all --dut "$scratch/wrapper.v" --dut "$scratch/passes.sv"
  expect "--moore outputs with one link" 0 '^PASS$'
  run "$lockhop" check hypercube:1 --level quick --shapes lanes=1 --compare flow --moore outputs \
    --dut "$scratch/wrapper.v" --dut "$scratch/passes.sv"
  expect "check --moore outputs" 0 '^PASS$'
fi

# A terminal that refuses.  The pipelined router has all ports of a switch, and now this one.
cat >"$scratch/port.sed" <<'F'
s/^  output wire \[CHANNELS-1:0\] +eject_valid_o,/  input  wire [CHANNELS-1:0] eject_ready_i,\n&/
F
cat >"$scratch/waits.sed" <<'F'
s/\(eject_q \|\| has != 0\)/(eject_q ? eject_ready_i[c] : has != 0)/
F
cat >"$scratch/impatient.sed" <<'F'
s/\(eject_q \|\| has != 0\)/(eject_q ? eject_ready_i[c] || waited_q == 3 : has != 0)/
s/^      reg +full_q;/&\n      reg [1:0] waited_q;/
s/^        full_q +<= /        waited_q <= !full_q || leaves ? 2'd0 : waited_q + 2'd1;\n&/
F
cat >"$scratch/depends.sed" <<'F'
s/(assign eject_valid_o\[c\] = full_q && eject_q)/\1 \&\& eject_ready_i[c]/
F
# refusing NAME SCRIPT...
refusing() {
  name=$1
  sed -E -f "$scratch/port.sed" examples/routers/pipelined.v >"$scratch/$name.v"
  shift
  for script in "$@"; do
    sed -E -f "$scratch/$script.sed" "$scratch/$name.v" >"$scratch/sed.v"
    cmp -s "$scratch/$name.v" "$scratch/sed.v" && not_ok "$script.sed changes the router"
    mv "$scratch/sed.v" "$scratch/$name.v"
  done
}
refusing refusing waits
refusing ignoring
refusing impatient impatient
refusing depends waits depends
# refuses NAME OPTION...
refuses() {
  name=$1
  shift
  run "$lockhop" cosim hypercube:3 random --packets 8 --lanes 1 --dut "$scratch/$name.v" "$@"
}
refuses refusing --compare flow --disturb all --exercise --save-trace "$scratch/refused.trace"
expect "refusals: a switch that waits" 0 '^PASS$' ' [1-9][0-9]* refusals, noise' \
  'packet ejected after it was refused +4 +4 +4'
run "$lockhop" cosim hypercube:3 "trace:$scratch/refused.trace" --lanes 1 --compare flow \
  --dut "$scratch/refusing.v" --save-trace "$scratch/again.trace"
expect "refusals: the same from a trace" 0 '^PASS$' ' [1-9][0-9]* refusals, noise'
same "refusals: the trace is the same" "$scratch/refused.trace" "$scratch/again.trace"
# One refusal for each channel, and then none any more.
(echo '# lockhop schedule 2 hypercube:3 deterministic' &&
  for channel in 0 1 2 3; do echo "# refuse 0 9 7 $channel"; done &&
  echo '# cycle source destination header' && echo '0 3 7 0x7' && echo '0 7 7 0x7') \
  >"$scratch/once.trace"
run "$lockhop" cosim hypercube:3 "trace:$scratch/once.trace" --lanes 1 --compare flow \
  --dut "$scratch/refusing.v"
expect "refusals: when they are over" 0 '^PASS$' '  cycles +[12][0-9]$'
refuses refusing --compare delivery --disturb refusals --json -
expect "refusals: by deliveries" 0 '"refusals": [1-9]' '"outcome": "PASS"'
refuses refusing --compare flow --disturb refusals,resets,noise --machine network
expect "refusals: in a network" 0 '^PASS$' ' [1-9][0-9]* refusals'
refuses ignoring --compare flow --disturb refusals
expect "refusals: a switch that ejects in any case" 1 '^DIFFER$' \
  'rule stable: ejection offered packet [0-9]+, which was refused, and now offers nothing' \
  'ejects packet [0-9]+, which is refused'
refuses ignoring --compare flow --disturb refusals --seed 2
expect "refusals: of the last ejections one is refused, and others are not" 1 \
  'ejects packet [0-9]+(;|$)' 'ejects packet [0-9]+, which is refused'
refuses ignoring --compare delivery --disturb refusals
expect "refusals: the same by deliveries" 1 '^LOST$'
refuses ignoring --compare flow --disturb stalls,holds,resets,noise
expect "refusals: the same, when nothing is refused" 0 '^PASS$'
machine=array
! whole || machine=network
refuses impatient --compare flow --disturb refusals --machine $machine
expect "refusals: a switch that gives up, of machine $machine" 1 '^DIFFER$' 'rule stable: ejection '
refuses depends --compare flow --disturb refusals
expect "refusals: valid that depends on ready" 1 'eject_valid.* depends on eject_ready' '^DIFFER$'
if whole; then
  refuses depends --compare flow --disturb all --moore off
  expect "refusals: the same, --moore off" 0 '^PASS$' ' [1-9][0-9]* refusals'
fi
run "$lockhop" check hypercube:2 --compare flow --level quick --shapes depth=2,sends=0 --fail-fast \
  -o "$scratch/evidence" --dut "$scratch/ignoring.v"
expect "refusals: check finds it" 1 'rule stable: ejection ' '^DIFFER$'
found=$(grep -l 'rule stable: ejection' "$scratch"/evidence/*/run.json | head -n 1)
run "$lockhop" shrink "$(dirname "$found")" -o "$scratch/shrunk"
expect "refusals: it is shrunk to one" 1 '^  packets +1, of ' '^  disturbances +1, of ' '^DIFFER$'
run "$lockhop" cosim hypercube:3 random --compare flow --disturb refusals --dut "$lean"
expect "refusals: a switch without the port" 2 'of machine array have no port eject_ready_i'
run "$lockhop" cosim hypercube:3 random --disturb refusals --dut "$scratch/refusing.v"
expect "refusals: where cycles are compared" 2 'refusals: .*give --compare flow or delivery'

# Credits.
cat >"$scratch/credit.f" <<F
$PWD/examples/routers/credit.v --top credit_router
F
for network in "hypercube:4" "mesh:3x4 --routing source-route" "butterfly:3"; do
  # shellcheck disable=SC2086 # a network with its options
  set -- $network
  whole || [ "${1%:*}" = hypercube ] || continue
  network=$1
  shift
  run "$lockhop" cosim "$network" random --packets 8 "$@" --compare flow --link credit=4 \
    --disturb all --dut "$scratch/credit.f"
  expect "credits: the router in $network" 0 '^PASS$'
done
# wrong NAME PATTERN SCRIPT: a mistake in it, made by sed.
wrong() {
  sed -E "$3" examples/routers/credit.v >"$scratch/$1.v"
  cmp -s "$scratch/$1.v" examples/routers/credit.v && not_ok "$1 changes the router"
  run "$lockhop" cosim hypercube:3 uniform,load=0.7,warmup=0,measure=150 --compare flow \
    --link credit=4 --disturb stalls,resets --step-seconds 20 --dut "$scratch/$1.v" \
    --dut "--top credit_router"
  if [ "$status" -eq 1 ] || [ "$status" -eq 4 ]; then
    expect "credits: $1" "$status" "$2"
  else
    expect "credits: $1" 1 "$2"
  fi
}
wrong leaks_credits '(DEADLOCK|LOST|rule lost)' \
  's/credit_q\[c\] <= rst_n && leaves/& \&\& first_q != 1/'
wrong sends_without 'sends a packet without a credit' 's/if \(credits_q != 0 && /if (/'
if whole; then
  wrong returns_early 'returns a credit of a buffer' \
    's/credit_q\[c\] <= rst_n && leaves/credit_q[c] <= rst_n \&\& (leaves || valid[c])/'
  wrong not_reset '(rule (reset|duplicate|corrupt)|credit)' \
    's/count_q <= !rst_n \? \{COUNT_BITS\{1.b0\}\} :/count_q <= /'
  wrong reads_another 'rule (duplicate|order)' \
    "s/= buffer_q\[first_q\]/= buffer_q[first_q ^ {1'b0, count_q[1] \&\& first_q[0]}]/"
  wrong corrupts 'rule corrupt' \
    's/<= packets\[c\*PACKET_BITS \+: PACKET_BITS\]/& ^ {count_q == 3, {PACKET_BITS-1{1'"'"'b0}}}/'
fi
run "$lockhop" cosim hypercube:3 random --lanes 1 --packets 8 --compare flow --link credit=4 \
  --dut "$scratch/credit.f" --dut "-G BUFFERS=2"
expect "credits: fewer buffers than credits" 1 '^DIFFER$'

# Options that do not fit.
refused() {
  text=$1 pattern=$2
  shift 2
  run "$lockhop" cosim hypercube:3 random "$@"
  expect "$text" 2 "$pattern"
}
refused "--link without flow" 'the cycles are others; give --compare flow' --link credit=4 \
  --dut "$scratch/credit.f"
refused "--link of another kind" "--link 'credit=0': must be ready, or credit=N" --link credit=0
refused "--moore of another kind" "--moore 'of': must be on, outputs or off" --moore of
refused "--link without a switch" '--link is for a switch of your own' --link credit=4 \
  --compare flow
refused "--link credit of a switch with ready" 'has a switch with in_credit_o' --link credit=4 \
  --compare flow --dut examples/routers/pipelined.v
refused "a switch with credits, without --link" 'no switch has in_credit_o' --compare flow \
  --dut "$scratch/credit.f"
refused "--moore outputs of a network" '--moore outputs: give --machine array' --moore outputs \
  --compare flow --machine network --dut examples/routers/pipelined.v
refused "--moore outputs, by cycle" '--moore: the cycles are others' --moore outputs \
  --dut examples/routers/pipelined.v
refused "--moore off with sends" '--sends: adapters' --moore off --compare flow --sends 1 \
  --dut examples/routers/pipelined.v

# Shapes.
# shellcheck disable=SC2016 # $error is of Verilog
declines='if (DEPTH == 3) begin : g_no\n    $error("no depth of 3");\n  end'
sed -E "s|^  localparam COUNT_BITS = .*|&\n  $declines|" "$lean" >"$scratch/declines.v"
run "$lockhop" check hypercube:2 --compare flow --level quick -o "$scratch/evidence" \
  --dut "$scratch/declines.v"
# shellcheck disable=SC2016
expect "check: what lacks, and what is declined" 0 \
  '^declined: depth 3, .*declines.v:[0-9]+: no depth of 3' \
  '^5 shapes, 3 made: your switch has no SENDS; 1 declined by \$error$' '^PASS$'
(echo '// lockhop: depth=1' && cat "$lean") >"$scratch/comment.v"
run "$lockhop" check hypercube:2 --compare flow --level quick --list --dut "$scratch/comment.v"
expect "check: a comment of the file" 0 '^build/.* --depth 1 |--depth 1 '
if grep -- '--depth' "$out" | grep -qv -- '--depth 1 '; then
  not_ok "no other depth is planned" "$(grep -v -- '--depth 1 ' "$out" | head -3)"
else
  ok "no other depth is planned"
fi
run "$lockhop" check hypercube:2 --compare flow --level quick --shapes depth=2 \
  --dut "$scratch/comment.v" --html "$scratch/vacuous.html"
expect "check: --shapes and the comment leave nothing" 1 '^5 shapes, 0 made: ' '^VACUOUS$'
law "check: the page says why" tests/system/page_laws.py "$scratch/vacuous.html" VACUOUS \
  'No run was made: this check says nothing of the design.'
run "$lockhop" check hypercube:2 --shapes dept=2 --dut "$lean"
expect "check: a key that is not known" 2 "--shapes 'dept=2': must be a list such as"

finish

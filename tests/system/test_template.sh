#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_template -- the switch that lockhop template writes: it works but for its routing, which is
# a line to be written (docs/own-switch.md).
set -u
. tests/system/tap.sh

# line NAME EXPRESSION: the switch $scratch/NAME.v, with this way of packets, as NAME-routed.v.
line() {
  printf '%s' "$2" | sed 's/[&|\\]/\\&/g' >"$scratch/way"
  sed "s|^  assign ports_o  = .*|  assign ports_o  = $(cat "$scratch/way");|" \
    "$scratch/$1.v" >"$scratch/$1-routed.v"
}

# unit NAME: the same with our route unit in the place of its route.
unit() {
  random="32'd0" phase=0 bits='' wires='wire waits;' waits=waits
  grep -q '\.random_i' "$scratch/$1.v" && random=random_i
  if grep -q '\.wait_o ' "$scratch/$1.v"; then
    phase=phase_i bits=', .PHASE_BITS(PHASE_BITS)' wires='' waits=wait_o
  fi
  sed -e "/^  assign ports_o  = /c\\
  wire [15:0] urgency;\\
  wire [2:0] vc;\\
  $wires\\
  route_unit #(\\
    .PORTS(PORTS), .HEADER_BITS(HEADER_BITS), .ADDRESS_BITS(ADDRESS_BITS)$bits) u_unit (\\
    .here_i(here_i), .header_i(header_i), .phase_i($phase), .random_i($random), .eject_o(eject_o),\\
    .wait_o($waits), .ports_o(ports_o), .header_o(header_o), .vc_o(vc), .priority_o(urgency));" \
    -e '/^  assign eject_o  = /d' -e '/^  assign wait_o   = /d' -e '/^  assign header_o = /d' \
    -e 's/^  assign vc_o     = .*/  assign vc_o = vc;/' "$scratch/$1.v" >"$scratch/$1-routed.v"
}

# template NAME SPEC [OPTION...]: writes $scratch/NAME.v.
template() {
  name=$1
  shift
  run "$lockhop" template "$@" -o "$scratch/$name.v"
  expect "a template for $*" 0
}

# judged TEXT NAME SPEC TRAFFIC [OPTION...]: the routed one passes.
judged() {
  text=$1 name=$2
  shift 2
  run "$lockhop" cosim "$@" --packets 8 --compare flow --disturb all --dut "$scratch/$name-routed.v"
  expect "$text" 0 '^PASS$'
}

# As it is written: without a warning, and the report says what is missing.
template cube hypercube:3
run "$lockhop" cosim hypercube:3 random --compare flow --lint --dut "$scratch/cube.v"
expect "as it is, packets go nowhere" 1 'rule eject: packet [0-9]+ is ejected; allowed: port' \
  '^DIFFER$'

# The default of a mesh is no usual routing, and is not silent.
run "$lockhop" template mesh:4x4 -o "$scratch/default.v"
if [ "$status" -eq 0 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q "default routing of mesh:4x4 is\
 four-phase, .* give --routing dimension-order$" "$err"; then
  ok "a template for a mesh says what an ordinary one needs"
else
  not_ok "a template for a mesh says what an ordinary one needs" "$(cat "$err")"
fi
for words in "mesh:4x4 --routing dimension-order" "mesh:4x4 --routing four-phase" hypercube:3; do
  # shellcheck disable=SC2086 # words of a command
  run "$lockhop" template $words -o "$scratch/silent.v"
  if [ "$status" -eq 0 ] && [ ! -s "$err" ]; then
    ok "a template for $words says nothing"
  else
    not_ok "a template for $words says nothing" "$(cat "$err")"
  fi
done

# A line.
line cube '(destination ^ here_i) & -(destination ^ here_i)'
judged "e-cube in a line" cube hypercube:3 random --lint
judged "and in a larger network, with other lanes and queues" cube hypercube:4 random --lanes 3 \
  --depth 3 --lint
line cube 'destination & -destination'
run "$lockhop" cosim hypercube:3 random --compare flow --dut "$scratch/cube-routed.v"
expect "a wrong line" 1 'rule (path|eject): packet [0-9]+ .*; allowed: ' '^DIFFER$'
template mesh mesh:3x4 --routing dimension-order
x="x0 != here_i[1:0] ? (x0 < here_i[1:0] ? 4'b0001 : 4'b0010)"
y="x1 != here_i[3:2] ? (x1 < here_i[3:2] ? 4'b0100 : 4'b1000)"
line mesh "$x : $y : 4'b0000"
judged "dimension order in a line" mesh mesh:3x4 random --routing dimension-order --lint


# Packets that wait for a phase, of fixed length and with a barrier; and a budget of sends.
template line mesh:4
line line '{x0 > here_i && phase_i[0], x0 < here_i && !phase_i[0]}'
sed -i 's/^  assign wait_o   = .*/  assign wait_o   = x0 != here_i \&\& ports_o == 0;/' \
  "$scratch/line-routed.v"
judged "packets that wait for a phase" line mesh:4 random --lint
# wrong NAME PATTERN SPEC SCRIPT [OPTION...]: a mistake, made by sed.
wrong() {
  of=$1 pattern=$2 network=$3 script=$4
  shift 4
  sed "$script" "$scratch/$of-routed.v" >"$scratch/wrong.v"
  cmp -s "$scratch/wrong.v" "$scratch/$of-routed.v" && not_ok "$script changes the switch"
  run "$lockhop" cosim "$network" random "$@" --packets 8 --compare flow --dut "$scratch/wrong.v"
  expect "a mistake in it: $script" 1 "$pattern"
}
wrong line 'rule eject: ' mesh:4 "s/^  assign wait_o   = .*/  assign wait_o   = 1'b0;/"
wrong line '(rule lost|LOST|DEADLOCK)' mesh:4 "s/enters\[c\] = stores\[c\]/enters[c] = 1'b0/"
template sync hypercube:3 --routing rand-sync
unit sync
judged "and for a barrier" sync hypercube:3 random --routing rand-sync
template farthest mesh:3x4 --routing farthest
line farthest "$x : $y : 4'b0000"
judged "a budget of sends" farthest mesh:3x4 random --routing farthest --lint
wrong farthest 'rule sends: ' mesh:3x4 's/sent < SENDS/sent <= SENDS/' --routing farthest

# What is around the line: virtual channels, random words, priorities, copies.
template torus torus:4x4
unit torus
judged "virtual channels" torus torus:4x4 random --lanes 2 --depth 3
run "$lockhop" cosim torus:4x4 uniform,load=1,warmup=0,measure=300 --depth 1 --disturb stalls \
  --compare flow --dut "$scratch/torus-routed.v"
expect "one that is blocked does not hold up the others" 0 '^PASS$'
run "$lockhop" cosim torus:4x4 random --vcs 1 --depth 16 --compare flow \
  --dut "$scratch/torus-routed.v"
expect "fewer than the routing names" 0 '^PASS$'
template trans hypercube:3 --routing rand-trans-ooo --vcs 1
unit trans
run "$lockhop" cosim hypercube:3 random --routing rand-trans-ooo --vcs 1 --depth 16 --compare flow \
  --dut "$scratch/trans-routed.v"
expect "priorities, without phase_i" 0 '^PASS$'
template drand hypercube:3 --routing drand-trans-ooo
unit drand
judged "random words" drand hypercube:3 random --routing drand-trans-ooo
template d3 d3:2,3
unit d3
judged "copies of a broadcast" d3 d3:2,3 broadcast,source=0

# No routing has a template with a warning, for one and for several virtual channels.  With ALL=1
# also in small and in derived networks, where other ports and bits are none.
if command -v verilator >/dev/null; then
  # shellcheck source=sim/verilator/find.sh
  . sim/verilator/find.sh
  written=0
  wrong=
  small=
  ! whole || small='hypercube:1 mesh:2 dual-cube:2 ccc:3'
  for spec in hypercube:4 d3:2,3 mdf:2,3 torus:3x3 mesh:3x4 pn:3,2 butterfly:3 hdn:2x2:1 \
    flatfly:2,3 fattree:2,2 $small; do
    for routing in $("$lockhop" list routings | awk -v t="${spec%%:*}" '$1 == t { print $2 }'); do
      for shape in "--vcs 3 --lanes 2 --depth 3" "--vcs 1"; do
        whole || [ "$shape" != "--vcs 1" ] || continue
        # shellcheck disable=SC2086 # options
        run "$lockhop" template "$spec" --routing "$routing" $shape -o "$scratch/one.v"
        if [ "$status" -ne 0 ]; then
          grep -q 'belongs to\|needs two dimensions' "$err" || wrong="$wrong $spec $routing"
          break
        fi
        written=$((written + 1))
        "$program" --lint-only -Wall -Wno-DECLFILENAME --top-module switch "$scratch/one.v" \
          >"$scratch/log" 2>&1 || wrong="$wrong $spec $routing $shape: $(head -n 1 "$scratch/log")"
      done
    done
  done
  if [ -z "$wrong" ] && [ "$written" -ge 30 ]; then
    ok "all templates are without warnings"
  else
    not_ok "all templates are without warnings" "$written are written" "$wrong"
  fi
else
  skip "all templates are without warnings" "no verilator"
fi

# Where it goes.
run "$lockhop" template hypercube:3
grep -v '^// Written by\|^//     lockhop cosim' "$out" >"$scratch/shown"
grep -v '^// Written by\|^//     lockhop cosim' "$scratch/cube.v" >"$scratch/kept"
same "without -o it is printed" "$scratch/shown" "$scratch/kept"
run "$lockhop" template hypercube:3 --compare cycle
refused "judged by its cycles" "judged by flow or delivery"
run "$lockhop" template hypercube:3 --depth 0
refused "queues without places" "needs at least 1 of each"
run "$lockhop" template hypercube:3 -o "$scratch/none/switch.v"
refused "a file that cannot be" "cannot create"

finish

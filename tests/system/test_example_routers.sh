#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_example_routers -- examples/routers/mesh_router.sv and torus_router.v pass on the networks
# that they are for, and each planted mistake breaks the rule at the switch and in the cycle that
# the comment above it works out.  All mistakes of a router are in one model, which reads at its
# start which of them it makes; 0 is none.
#
# A packet that enters in cycle t is the oldest of its FIFO in t + 1, moves into the register of
# an output, and can leave in t + 2.  The torus router ejects from the FIFO, in t + 1.
set -u
. tests/system/tap.sh

# right DUT SPEC OPTIONS...: the router as it stands, disturbed.
right() {
  dut=$1 spec=$2
  shift 2
  run "$lockhop" cosim "$spec" random --packets 8 --depth 2 --disturb all --compare flow \
    --dut "$dut" "$@"
  expect "$(basename "$dut"): $spec $*" 0 '^PASS$'
}

# quick DUT SHAPES SPEC OPTIONS...: a check passes, with so many shapes.
quick() {
  dut=$1 shapes=$2
  shift 2
  run "$lockhop" check "$@" --level quick --compare flow -o "$scratch/evidence" --dut "$dut"
  expect "check: $(basename "$dut"): $*" 0 "^5 shapes, $shapes made" '^PASS$'
}

# begin FILE DECLARATION FILES...: the planted router, and the list $scratch/planted.f of it and
# other files; plant SCRIPT: a line of sed for a mistake in it.
begin() {
  router=$scratch/$(basename "$1")
  cp "$1" "$router"
  plant "s|^$2|&\n  reg [31:0] mistake [0:0];\n  initial \$readmemh(\"$scratch/number\", mistake);|"
  shift 2
  printf '%s\n' "$router" "$@" >"$scratch/planted.f"
}

plant() {
  sed -E "$1" "$router" >"$scratch/planted"
  ! cmp -s "$router" "$scratch/planted" || not_ok "sed changes the router" "$1"
  mv "$scratch/planted" "$router"
}

# trace LINES...: first the disturbances, then the packets.
trace() {
  printf '%s\n' "$@" >"$scratch/lines"
  {
    if grep -q '#' "$scratch/lines"; then echo "# lockhop schedule 2 $network $routing"
    else echo "# lockhop schedule 1 $network $routing"; fi
    grep '#' "$scratch/lines"
    echo '# cycle source destination header'
    grep -v '#' "$scratch/lines"
  } >"$scratch/trace"
}

# found NUMBER NAME TEXT OPTIONS...: what the trace shows with this mistake, and not without it.
found() {
  number=$1 name=$2 text=$3
  shift 3
  set -- "$network" trace:"$scratch/trace" --routing "$routing" --lanes 1 --depth 2 \
    --compare flow --dut "$scratch/planted.f" "$@"
  echo 0 >"$scratch/number"
  run "$lockhop" cosim "$@"
  expect "$name: without it" 0 '^PASS$'
  printf '%x\n' "$number" >"$scratch/number"
  run "$lockhop" cosim "$@"
  expect "$name: $text" 1 '^DIFFER$' "^first difference: $text"
}

# These have the parameters SENDS and STORE and use neither: no check may ask for a budget of
# sends, which they would break, or for a store, without which packets cannot wait for a phase.
# lacks DUT WHAT SPEC OPTIONS...: every shape of the check is left out, for one reason.
lacks() {
  dut=examples/routers/$1.v what=$2
  shift 2
  run "$lockhop" check "$@" --level quick --compare flow -o "$scratch/evidence" --dut "$dut"
  expect "check: $dut: $*" 1 "^[0-9]+ shapes, 0 made: .*other $what are not asked for" '^VACUOUS$'
}

for name in pipelined voq input_queued deflecting; do
  lacks $name sends hypercube:2 --shapes sends=1
  lacks $name stores mesh:2x2 --routing duplex-barrier --shapes sends=0
done
! whole || quick examples/routers/voq.v 4 mesh:3x3,terminals=2 --routing dimension-order

mesh=examples/routers/mesh.f
right $mesh mesh:4x4 --routing dimension-order --lint
right $mesh mesh:3x4 --routing dimension-order
wide="+define+MESH_X_BITS=3 +define+MESH_Y_BITS=3"
! whole || right $mesh mesh:8x8 --routing dimension-order --dut "$wide"
run "$lockhop" cosim mesh:8x8 random --routing dimension-order --compare flow --dut $mesh
expect "mesh.f in a mesh with wider addresses" 2 "has a port 'here' of 4 bits instead of 6"
! whole || quick $mesh 2 mesh:3x4 --routing dimension-order

# Switches 0 1 2 are the upper row; ports 0, 1, 2, 3 lead west, east, north, south.
network=mesh:3x3 routing=dimension-order
begin examples/routers/mesh_router.sv '  address_t +here_q;' "$PWD/examples/routers/mesh_pkg.sv" \
  '--top mesh_router'
plant 's/way\(here_q, fifo_q.*to\) ==/way(here_q, strays(fifo_q[chosen[o]][0].to)) ==/'
plant 's/^  typedef logic .*input_t;/&\n\
  function automatic address_t strays(address_t to);\
    strays = to;\
    if (mistake[0] == 1 \&\& to.x == here_q.x + 1 \&\& to.y == here_q.y + 2) strays.x = here_q.x;\
    if (mistake[0] == 2) strays.y[1] = here_q.y[1];\
  endfunction/'
plant 's/^(  assign .inject_ready, in_ready. += ~full);/\1 | {INPUTS{mistake[0] == 3}};/'
plant 's/(leaves\[chosen\[o\]\] = )1.b1;/\1!(mistake[0] == 4 \&\& full[chosen[o]]);/'
plant 's/^( +)count_q\[i\] <= rst_n.*/&\
\1if (mistake[0] == 5 \&\& offered[i] \&\& count_q[i] == 1 \&\& !leaves[i])\
\1  fifo_q[i] <= {fifo_q[i][0], packet[i]};/'
plant 's/(packet_q\[o\] <= fifo_q\[chosen\[o\]\]\[0\]);/\1 ^\
          {mistake[0] == 6 \&\& found[WEST] \&\& found[EAST], 43'"'b0"'};/'
plant 's/last_q\[o\] <= rst_n \?/last_q[o] <= rst_n \&\& mistake[0] != 7 ?/'
plant "s/^  logic .LOCAL:0. +valid_q;/  logic [LOCAL:0] valid_q = '0;/"
plant "s/valid_q <= rst_n .*/valid_q <= rst_n ? found | ~takes : mistake[0] == 8 ? valid_q : '0;/"
plant 's/^(  assign takes .*out_ready\});/\1 | {5{mistake[0] == 9}};/'
plant 's/^    if \(!rst_n\) here_q/    if (mistake[0] == 10 \&\& found[SOUTH])\
      packet_q[SOUTH].to.y <= here_q.y + 1;\n&/'

# From 0.0 it leaves in cycle 2; at 0.1 it is a knight's move from its destination 2.2.
trace '0 0 8 0xa'
found 1 'goes astray' 'cycle 4, switch 1 \(0.1\), rule path: packet 0 leaves by port 3'
# Rows 0 and 2 differ in the bit that is not looked at.
trace '0 0 6 0x8'
found 2 'ejects early' 'cycle 2, switch 0 \(0.0\), rule eject: packet 0 is ejected'
# Packets 0 to 3 enter 0.1 in cycles 2 to 5.  Its link stalls: packet 0 fills the register from
# cycle 4 on, 1 and 2 the FIFO from cycle 5 on; 3 is dropped.  Packet 2 leaves 0.1 in cycle 22 and
# is ejected in 24; then nothing moves for 64 cycles.
trace '# stall 0 20 1 1' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2'
found 3 'drops when full' 'cycle 89, switch 1 \(0.1\), rule lost: packet 3 '
# Packet 0 leaves in cycle 20, and 1 moves into the register, but stays in the full FIFO too: it
# leaves in cycles 21 and 22.
found 4 'sends twice' 'cycle 22, switch 1 \(0.1\), rule duplicate: packet 1 leaves by port 1'
# In cycle 4 packet 2 enters behind 1, which stays, and takes the first place.
found 5 'reorders' \
  'cycle 21, switch 1 \(0.1\), rule order: packet 2 .* before packet 1, .*: REORDER'
# Both are served at 0.1 at the end of cycle 3.
trace '0 0 2 0x2' '0 2 0 0x0'
found 6 'corrupts' 'cycle 4, switch 1 \(0.1\), rule corrupt: '
# Packet 0 enters 0.1 in cycle 2.  The lane there has the turn for ever: its packets enter in
# cycles 0 to 7 and leave from cycle 2 on; the fourth is the first that entered later than packet
# 0, and leaves in cycle 5.  In cycle 7 the third such leaves, packet 6.
trace '0 0 2 0x2' '0 1 2 0x2' '0 1 2 0x2' '0 1 2 0x2' '0 1 2 0x2' '0 1 2 0x2' '0 1 2 0x2' \
  '0 1 2 0x2' '0 1 2 0x2'
found 7 'starves an input' 'cycle 7, switch 1 \(0.1\), rule starve: packet 6 leaves by port 1' \
  --starve 2
# In cycle 2 the packet is in the register; the reset leaves it there.
trace '# reset 2 12' '0 0 2 0x2'
found 8 'is not reset' 'cycle 12, switch 0 \(0.0\), rule reset: packet 0 leaves by port 1'
# Offered in cycle 2, and refused.
trace '# stall 0 20 0 1' '0 0 2 0x2'
found 9 'withdraws' 'cycle 3, switch 0 \(0.0\), rule stable: '
trace '0 0 6 0x8'
found 10 'changes the header' 'cycle 2, switch 0 \(0.0\), rule header: packet 0 leaves by port 3'

torus=examples/routers/torus_router.v
top="--top torus_router"
right $torus torus:4x4 --dut "$top" --lint
! whole || right $torus torus:4x4x4 --dut "$top"
right $torus torus:5x5 --dut "$top -G K=5"
! whole || quick $torus 4 torus:4x4 --dut "$top"

# Ports 0 and 1 lead to the next and to the last digit on the right, 2 and 3 those on the left;
# queue 2p + v is VC v of port p.
network=torus:4x4 routing=dimension-order
begin $torus '  reg +\[ADDRESS_BITS-1:0\] +here_q;' "$top"
plant 's/\(to > at\) != minus\}/mistake[0] == 1 \&\& c < QUEUES ? c%2 == 1 : (to > at) != minus}/'
plant 's/minus = 2\*ahead > K;/minus = mistake[0] == 2 \&\& d > 0 ? 2*ahead >= K : 2*ahead > K;/'
plant 's/enters = offered\[c\] && ready\[c\];/enters = offered[c] \&\& count_q != DEPTH;/'
plant 's/ready\[c\] = count_q != DEPTH;/ready[c] = count_q != DEPTH || mistake[0] == 3;/'
plant 's/leaves = taken\[c\] \|\|/leaves = taken[c] \&\& !(mistake[0] == 4 \&\& !ready[c]) ||/'
plant 's/^( +)  else if \(leaves\) fifo_q.*/&\
\1if (mistake[0] == 5 \&\& enters \&\& !leaves \&\& count_q == 1) begin\
\1  fifo_q[0] <= packets[LINK*PACKET_BITS +: PACKET_BITS];\
\1  fifo_q[1] <= fifo_q[0];\
\1end/'
plant 's/<= heads\[i\*PACKET_BITS.*\];/<= heads[i*PACKET_BITS +: PACKET_BITS] ^\
              {mistake[0] == 6 \&\& free[2*p +: 2] != 3, {PACKET_BITS-1{1'"'b0"'}}};/'
plant 's/grant != 0 \? -grant/grant != 0 \&\& mistake[0] != 7 ? -grant/'
plant 's/^( +reg +\[1:0\] +)full_q;/\1full_q = 0;/'
plant "s/full_q +<= rst \? 2'b00/full_q <= rst ? full_q \& {2{mistake[0] == 8}}/"
plant 's/out_valid_o\[2\*p \+: 2\] = /&mistake[0] == 9 ? full_q : /'
plant 's/ & out_ready_i\[2\*p \+: 2\];/ \& (out_ready_i[2*p +: 2] | {2{mistake[0] == 10}});/'
plant 's/if \(to != at\) begin/if (to != at \&\& (mistake[0] != 11 || d != 1 || to != 3)) begin/'

# It crosses the dateline from 0.3 to 0.0 in VC 0, and goes on from there in cycle 4.
trace '0 3 1 0x1'
found 1 'keeps its VC' \
  'cycle 4, switch 0 \(0.0\), rule path: packet 0 leaves by port 0 \(\+0\) VC 0'
# At 0.1 it has two hops either way, and + comes first.
trace '0 0 9 0x9'
found 2 'the other way' 'cycle 4, switch 1 \(0.1\), rule path: packet 0 leaves by port 3'
# As in the mesh: packet 0 fills the register, 1 and 2 the FIFO, 3 is dropped.  A packet that starts
# in cycle 30 leaves 0.1 in 34, before packet 3.
trace '# stall 0 20 1 1' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '30 0 2 0x2'
found 3 'drops when full, and goes on' \
  'cycle 34, switch 1 \(0.1\), rule order: packet 4 .* before packet 3, .*: LOST'
trace '# stall 0 20 1 1' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2'
found 3 'drops when full' 'cycle 88, switch 1 \(0.1\), rule lost: packet 3 '
found 4 'sends twice' 'cycle 22, switch 1 \(0.1\), rule duplicate: packet 1 leaves by port 0'
found 5 'reorders' \
  'cycle 21, switch 1 \(0.1\), rule order: packet 2 .* before packet 1, .*: REORDER'
# Packet 1, for which the dateline is ahead, waits in VC 0 of 0.2 from cycle 2 on; packet 0, for
# which it is not, comes to the register of VC 1 in cycle 4.
trace '# stall 0 20 2 0' '0 1 3 0x3' '0 2 0 0x0'
found 6 'corrupts' 'cycle 4, switch 2 \(0.2\), rule corrupt: '
found 9 'offers two VCs' 'cycle 4, switch 2 \(0.2\), rule one-vc: '
# Packet 8 is the oldest of its lane in cycle 4, and the link is always served first.  Packet 2 is
# the first that enters later, and leaves in cycle 6; packet 4 is the third.
trace '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' '0 0 2 0x2' \
  '0 0 2 0x2' '3 1 2 0x2'
found 7 'starves a lane' 'cycle 8, switch 1 \(0.1\), rule starve: packet 4 leaves by port 0' \
  --starve 2
trace '# reset 2 12' '0 0 2 0x2'
found 8 'is not reset' 'cycle 12, switch 0 \(0.0\), rule reset: packet 0 leaves by port 0'
# The offer of cycle 2 is refused and gone.  The port might have offered another VC in its place,
# so the packet is missed when nothing has moved for 64 cycles.
trace '# stall 0 20 0 1' '0 0 2 0x2'
found 10 'withdraws' 'cycle 84, switch 0 \(0.0\), rule lost: packet 0 '
# It is at the right digit on the right in 0.1, and enters there in cycle 2.
trace '0 0 13 0xd'
found 11 'ejects early' 'cycle 3, switch 1 \(0.1\), rule eject: packet 0 is ejected'

finish

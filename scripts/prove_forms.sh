#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# prove_forms.sh -- prove that the forms of a switch that are small in gates have the same outputs
# as those for simulators.
#
#     scripts/prove_forms.sh               all rows below, and every route unit
#     scripts/prove_forms.sh --quick       rows of a second, and the units of some networks
#     scripts/prove_forms.sh --self-test   the same, and a bug in each form is found
#
# placed_queue and single_queue beside output_queue, and rank_router beside router:
# tests/proofs/forms/same_*.v say what is the same, and of which inputs.
# A switch that `lockhop rtl` writes has a rank_router where
# its route unit names one port at most (FORM = 2); that is proved of the unit, for all inputs.
# Yosys makes an and-inverter graph, and `pdr` of ABC proves all assertions, from any state before
# the first reset.  One assertion must fail, `reached`, so that a proof of nothing fails.
# Prints TAP; exit status 1 if one fails.  LOCKHOP: the command; default build/lockhop.
set -u

case ${1-} in
  -h | --help) sed -n '4,/^set /s/^# \{0,1\}//p' "$0"; exit ;;
  --quick | --self-test | '') ;;
  *) echo "prove_forms: unknown option $1; try --help" >&2; exit 2 ;;
esac
root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/prove_forms
mkdir -p "$work" || exit 3
for tool in yosys yosys-abc; do
  command -v "$tool" >/dev/null || { echo "Bail out! $tool is not installed"; exit 3; }
done
# shellcheck source=scripts/route_units.sh
. "$root/scripts/route_units.sh"
seconds=600 # for the solver of a row
rtl=$root/rtl # where the modules are
count=0
failed=0

# tap PASSED TEXT: one test; PASSED is 0 for ok.  Its diagnosis is in $work/log.
tap() {
  count=$((count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $count - $2"
  else
    echo "not ok $count - $2"
    tail -n 5 "$work/log" | sed 's/^/# /'
    failed=1
  fi
}

# broken TOP ROUTE NAME=VALUE...: prints the assertions that fail, on a line; fails if that is not
# known of all.  ROUTE: a route.v, or none.
broken() {
  local top=$1 route=$2 pair options='' output
  shift 2
  for pair in "$@"; do options+=" -chparam ${pair/=/ }"; done
  rm -f "$work/model.aig" "$work/laws"
  yosys -q -p "
    read_verilog -defer $rtl/component/*.v $rtl/route/*.v $route
    read_verilog -sv -formal -defer $root/tests/proofs/forms/*.v
    hierarchy -check -top $top$options
    proc; flatten; check -assert; opt; wreduce; memory_map
    formalff -setundef -clk2ff -ff2anyinit; setundef -undriven -anyseq; opt -full
    techmap; opt -fast; dffunmap; abc -g AND -fast; opt_clean
    select -write $work/laws t:\$assert
    write_aiger -I -B -zinit -no-startoffset $work/model.aig" >"$work/log" 2>&1 || return
  yosys-abc -c "read_aiger $work/model.aig; fold; strash; scorr; pdr -a -T $seconds" \
    >"$work/log" 2>&1
  sed -n 's/^Output *\([0-9]*\) was asserted .*/\1/p' "$work/log" | while read -r output; do
    sed -n "$((output + 1))s/.*\///p" "$work/laws"
  done | sort | xargs
  grep -q "^Properties: *All = $(wc -l <"$work/laws")\..* Undecided = 0\." "$work/log"
}

# prove TEXT TOP ROUTE NAME=VALUE...: nothing fails but `reached`.
prove() {
  local text=$1 found known
  shift
  found=$(broken "$@")
  known=$?
  echo "broken: $found" >>"$work/log"
  [ "$known" -eq 0 ] && [ "$found" = reached ]
  tap $? "$text"
}

prove_queue() {
  prove "placed_queue = output_queue: $1 channels, depth $2, $3 bits" same_queue '' \
    CHANNELS="$1" DEPTH="$2" PACKET_BITS="$3"
}

prove_single() {
  prove "single_queue = output_queue of one push: $1 channels, depth $2, $3 bits" same_queue '' \
    CHANNELS="$1" DEPTH="$2" PACKET_BITS="$3" SINGLE=1
}

prove_router() {
  prove "rank_router = router: $1 channels, $2 ports, depth $3" same_router '' \
    CHANNELS="$1" PORTS="$2" DEPTH="$3"
}

# prove_unit SPEC ROUTING: where the switch that is written has FORM = 2.  Where it has not, the
# unit does name several ports: none forgets to say that one is enough.
prove_unit() {
  local shape pair what copies='' given=()
  "$lockhop" rtl "$1" --routing "$2" -o "$work/export" >"$work/log" 2>&1 ||
    { tap 1 "$1 $2"; return; }
  case $(sed -n 's/.*parameter FORM  *= \([0-9]\) .*/\1/p' "$work/export/rtl/switch/switch.v") in
    1) copies=1 ;;
    2) ;;
    *) tap 1 "$1 $2 is written with a form"; return ;;
  esac
  shape=$(switch_shape "$1" "$2") || exit 3
  for pair in $shape; do
    case $pair in PORTS=* | HEADER_BITS=* | ADDRESS_BITS=* | PHASE_BITS=*) given+=("$pair") ;; esac
  done
  if [ -z "$copies" ]; then
    prove "one port at most: $1 $2" one_port "$work/export/route.v" "${given[@]}"
    return
  fi
  what=$(broken one_port "$work/export/route.v" "${given[@]}")
  [ "$what" = "one reached" ] || [ "$what" = "one plain reached" ]
  tap $? "several ports: $1 $2"
}

# units: `UNIT SPEC ROUTING`, of every variant of a route unit in a small and in a larger network.
units() {
  { variants 2; variants 99; } | sort -u
}

# found TEXT FILE SED TOP NAME=VALUE...: with a bug in a module an assertion fails.  $route: as
# of `broken`.
route=
found() {
  local text=$1 file=$2 change=$3 top=$4 what
  shift 4
  rm -rf "$work/rtl" && cp -r "$root/rtl" "$work/rtl"
  sed -i "$change" "$work/rtl"/*/"$file"
  rtl=$work/rtl
  what=$(broken "$top" "$route" "$@")
  rtl=$root/rtl
  echo "broken: $what" >>"$work/log"
  ! diff -qr "$work/rtl" "$root/rtl" >/dev/null && [ -n "${what/reached/}" ]
  tap $? "a bug is found: $text"
}

case ${1-} in
  --quick | --self-test)
    prove_queue 2 1 1
    prove_queue 3 2 2
    prove_queue 3 3 1
    prove_single 2 1 1
    prove_single 3 3 1
    prove_single 2 5 1
    prove_router 3 2 2
    prove_router 5 4 4
    prove_unit hypercube:3 deterministic
    prove_unit d3:2,3 destination
    prove_unit d3:2,3 source-vector
    left="# note: left to make prove-all:"
    echo "$left forms: queues and routers with other channels, ports and depths"
    echo "$left forms: ports of units in $(units | wc -l) networks and routings"
    ;;
  *)
    for channels in 1 2 3 5; do
      for depth in 1 2 3 4 5; do prove_queue $channels $depth 1; done
      prove_queue $channels 2 3
      for depth in 1 2 3 4 5; do prove_single $channels $depth 1; done
    done
    prove_queue 5 4 3
    for ports in 1 2 3 4; do
      for depth in 1 2 3 4 5; do prove_router $((ports + 1)) $ports $depth; done
    done
    prove_router 8 4 16
    while read -r _ spec routing; do
      prove_unit "$spec" "$routing"
    done < <(units)
    ;;
esac
if [ "${1-}" = --self-test ]; then
  found "the tail stays" placed_queue.v 's/tail   = next(tail);/tail   = tail_q;/' same_queue \
    CHANNELS=3 DEPTH=3 PACKET_BITS=1
  found "the head is not reset" placed_queue.v 's/head_q  <= PLACE_0;/head_q  <= head_q;/' \
    same_queue CHANNELS=2 DEPTH=2 PACKET_BITS=1
  found "the newest leaves first" single_queue.v 's/place\[s\] = below/place[s] = !below/' \
    same_queue CHANNELS=2 DEPTH=3 PACKET_BITS=1 SINGLE=1
  found "a second choice is the first" single_queue.v 's/place = place >> 2;/place = place;/' \
    same_queue CHANNELS=2 DEPTH=5 PACKET_BITS=1 SINGLE=1
  found "the last channel is forgotten" single_queue.v 's/(held ? oldest : last)/oldest/' \
    same_queue CHANNELS=2 DEPTH=1 PACKET_BITS=1 SINGLE=1
  found "a place more" rank_router.v 's/DEPTH - s;/DEPTH - s + 1;/' same_router \
    CHANNELS=3 PORTS=2 DEPTH=2
  found "a place for each packet" rank_router.v 's/room = room >> 1;/room = room;/' same_router \
    CHANNELS=3 PORTS=2 DEPTH=2
  route=$work/export/route.v
  "$lockhop" rtl hypercube:3 --routing deterministic -o "$work/export" >"$work/log" 2>&1
  found "what is ejected goes on" bitfix.v 's/ports_o  = any ?/ports_o  = 1 ?/' one_port \
    PORTS=3 HEADER_BITS=3 ADDRESS_BITS=3
  "$lockhop" rtl hypercube:3 --routing rand-sync -o "$work/export" >"$work/log" 2>&1
  found "what is ejected waits" bitfix_two_phase.v 's/equal \&\& !wait_o/equal/' one_port \
    PORTS=3 HEADER_BITS=7 ADDRESS_BITS=3
fi
echo "1..$count"
exit "$failed"

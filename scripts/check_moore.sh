#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_moore.sh -- prove that no output of a switch, or of a collective engine, depends
# combinationally on an input.
#
#     scripts/check_moore.sh [--brief|--short] [FILE.v...]   modules in the files replace those of
#                                   rtl/; --brief: only the first shape; --short: only it, a
#                                   send budget, the engine, and each route unit
#     scripts/check_moore.sh --self-test [--short]     the good switch passes, two bad ones fail
#     scripts/check_moore.sh --list                    only print what is proved: network, routing
#
# The switch is flattened to single bits, its registers are taken out, and what then still
# feeds an output must be no input (clk and rst included).  Memories become registers
# first.  Wires with two drivers or none and loops, which scripts/check_rtl.sh looks for too, fail
# here.  Asynchronous resets and latches are not registers here: they let an input
# through at once, and async2sync shows them as the multiplexers that they are.
# Prints TAP, one test per output port and set of parameters; exit status 1 if one fails.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/check_moore
mkdir -p "$work" || exit 3
command -v yosys >/dev/null || { echo "Bail out! yosys is not installed"; exit 3; }

count=0
failed=0

# tap PASSED TEXT: one test; PASSED is 0 for ok.  Its diagnosis is in $work/log.
tap() {
  count=$((count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $count - $2"
  else
    echo "not ok $count - $2"
    sed 's/^/# /' "$work/log"
    failed=1
  fi
}

if [ "${1-}" = --self-test ]; then
  # expect STATUS OUTPUT INPUT OPTION [FILE]: what the script must say about a switch.
  expect() {
    "$root/scripts/check_moore.sh" ${4:+"$4"} "${@:5}" >"$work/log.self" 2>&1
    local status=$?
    cp "$work/log.self" "$work/log"
    [ "$status" -eq "$1" ] &&
      { [ "$1" -eq 0 ] || grep -q "^# $2 depends on .*\b$3\b" "$work/log"; }
    tap $? "${5:-rtl/}: exit status $1${2:+, $2 depends on $3}"
  }
  cd "$root" || exit 3
  tests/broken/make.sh build/broken moore_ready moore_bypass 2>"$work/log"
  tap $? "the patches of the bad switches apply"
  expect 0 "" "" "${2-}"
  expect 1 in_ready_o out_ready_i --brief build/broken/moore_ready.v
  expect 1 out_valid_o in_valid_i --brief build/broken/moore_bypass.v
  sed 's/^  assign count_o = .*/&\n  assign count_o = filled;/' rtl/component/output_queue.v \
    >"$work/two_drivers.v"
  "$root/scripts/check_moore.sh" --brief "$work/two_drivers.v" >"$work/log.self" 2>&1
  [ $? -eq 1 ] && grep -q 'multiple conflicting drivers for .*filled' "$work/log.self"
  tap $? "a wire with two drivers: exit status 1"
  echo "1..$count"
  exit "$failed"
fi

# Registers go, latches and asynchronous resets are none.
# shellcheck disable=SC2016 # names of cells begin with a dollar sign
cut='select -assert-none t:$adff* t:$aldff* t:$dffsr* t:*latch* t:$sr
delete t:$dff t:$dffe t:$sdff t:$sdffe t:$sdffce t:$ff'

# script OPTIONS FILE...: commands of Yosys: read the modules, the files before those of rtl/, and
# make the module $top with these parameters; then what is on the standard input.
script() {
  local options=$1 file
  shift
  for file in "$@"; do echo "read_verilog -defer \"$(realpath "$file")\""; done
  echo "$sources"
  echo "read_verilog -defer -nooverwrite example/route.v"
  echo "hierarchy -check -top $top $options"
  cat
}

# proven OPTIONS FILE...: no output depends on an input, as far as words tell.  The registers are
# taken out of each module before its copies are put into the switch; then all that feeds no
# output is swept away, and what reads an input must be gone.
proven() {
  script "$@" >"$work/words.ys" <<EOF
proc
check -assert
memory
async2sync
opt_expr
opt_clean
$cut
flatten
opt_clean -purge
select -assert-any o:*
select -write outputs o:*
select -assert-any i:*
select -assert-none i:* %co i:* %d
EOF
  (cd "$work" && yosys -q -s words.ys) >"$work/log" 2>&1
}

# output_ports: those of the switch that Yosys has read.
output_ports() {
  sed 's/^[^/]*\///; s/\[[0-9]*\]$//' "$work/outputs" | sort -u
}

# check SPEC ROUTING NAME=VALUE... -- FILE...: the proof for the switch of an example of the list
# of route units, with these parameters instead of its own; modules in the files replace ours.
check() {
  [ -z "$list" ] || { echo "$1 $2" && return; }
  local text="$1 $2" shape given=() options="" pair
  shape=$(switch_shape "$1" "$2") && route_unit "$1" "$2" "$work/example" || exit 3
  shift 2
  while [ "$1" != -- ]; do
    text+=" $1"
    given+=("$1")
    shift
  done
  shift
  # shellcheck disable=SC2086 # several parameters
  for pair in $(merged $shape -- DEPTH=2 DATA_BITS=2 "${given[@]}"); do
    options+=" -chparam ${pair/=/ }"
  done
  top=switch
  prove "$text" "$options" "$@"
}

# check_engine NAME=VALUE... -- FILE...: the same for the collective engine.
check_engine() {
  local text=collective_engine options=""
  [ -z "$list" ] || { echo "$text -" && return; }
  while [ "$1" != -- ]; do
    text+=" $1"
    options+=" -chparam ${1/=/ }"
    shift
  done
  shift
  top=collective_engine
  prove "$text" "$options" "$@"
}

# prove TEXT OPTIONS FILE...: the proof for $top.
prove() {
  local text=$1 options=$2 port outputs
  shift 2

  # Words first: what still feeds an output when the registers are out holds no input.  A word
  # that mixes an input with a register counts as the input, so that this proves as much as bits
  # do; where it fails, bits decide, and name the inputs.
  if proven "$options" "$@"; then
    for port in $(output_ports); do
      tap 0 "$text: $port depends on no input"
    done
    return
  fi

  # Flatten; memories to registers; take the registers out; split words into bits.
  script "$options" "$@" >"$work/cut.ys" <<EOF
proc
check -assert
flatten
opt
memory
async2sync
opt_clean
$cut
opt_clean
techmap
opt_clean
splitnets -ports
select -assert-any o:*
select -write outputs o:*
select -assert-any i:*
write_rtlil cut.il
EOF
  if ! (cd "$work" && yosys -q -s cut.ys) >"$work/log" 2>&1; then
    tap 1 "$text: Yosys reads the switch"
    return
  fi

  # The inputs that are left in the cone of each output port.
  outputs=$(output_ports)
  rm -f "$work"/cone.*
  {
    echo "read_rtlil cut.il"
    for port in $outputs; do
      echo "select -write cone.$port o:$port o:$port?*? %u %ci* i:* %i"
    done
  } >"$work/cones.ys"
  if ! (cd "$work" && yosys -q -s cones.ys) >"$work/log" 2>&1; then
    tap 1 "$text: Yosys finds the cones of the outputs"
    return
  fi
  for port in $outputs; do
    sed 's/^[^/]*\///; s/\[[0-9]*\]$//' "$work/cone.$port" | sort -u | tr '\n' ' ' |
      sed "s/^./$port depends on &/; s/ \$/\n/" >"$work/log"
    [ -e "$work/cone.$port" ] && ! [ -s "$work/cone.$port" ]
    tap $? "$text: $port depends on no input"
  done
}

# finish: the plan.
finish() {
  [ -z "$list" ] || exit 0
  echo "1..$count"
  exit "$failed"
}

sources=$(find "$root/rtl" -name '*.v' | sort | sed 's/.*/read_verilog -defer -nooverwrite "&"/')
# shellcheck source=scripts/route_units.sh
. "$root/scripts/route_units.sh"
brief='' short='' list=''
[ "${1-}" != --brief ] || { brief=yes && shift; }
[ "${1-}" != --short ] || { short=yes && shift; }
[ "${1-}" != --list ] || { list=yes && shift; }
check hypercube:3 deterministic LANES=2 DEPTH=3 -- "$@"
[ -z "$brief" ] || finish
# more ARGUMENTS...: a shape that is not among the short ones.
more() {
  [ -n "$short" ] || check "$@"
}
more hypercube:1 deterministic DEPTH=1 -- "$@"
check hypercube:3 deterministic LANES=2 DEPTH=3 FORM=2 -- "$@"
more d3:2,2 source-vector LANES=2 DEPTH=3 FORM=1 -- "$@"
more hypercube:4 deterministic DEPTH=8 PHASE_BITS=4 -- "$@"
# Queues by priority and both arbiters, the VCs and the budget that they choose among.
more hypercube:3 deterministic SENDS=1 -- "$@"
check hypercube:3 deterministic SENDS=2 VCS=2 ARBITER=1 -- "$@"
more hypercube:2 rand-trans SENDS=1 VCS=3 PRIORITY_BITS=3 -- "$@"
more hypercube:2 rand-trans-ooo SENDS=2 VCS=2 PRIORITY_BITS=16 -- "$@"
more hypercube:2 rand-trans VCS=8 DEPTH=1 -- "$@"
more hypercube:3 rand-trans-ooo VCS=1 PRIORITY_BITS=1 -- "$@"
more hypercube:3 rand-sync STORE=3 VCS=2 SENDS=3 PHASE_BITS=4 -- "$@"
more hypercube:2 drand-trans-ooo VCS=2 PRIORITY_BITS=1 -- "$@"
more d3:2,2 source-vector,queue=lifo VCS=1 SENDS=1 PRIORITY_BITS=1 ARBITER=2 -- "$@"
more butterfly:3,wrap=1 destination-tag VCS=2 SENDS=1 -- "$@"
more hypercube:3 deterministic VCS=3 ARBITER=2 -- "$@"
# Turns: one push in a cycle, in each form.
check hypercube:3 deterministic PUSHES=1 -- "$@"
more hypercube:3 deterministic PUSHES=1 FORM=2 DEPTH=3 -- "$@"
more hypercube:2 minimal-adaptive PUSHES=1 VCS=2 SENDS=1 FORM=1 -- "$@"
# The collective engine, whose memories become registers.
check_engine PORTS=3 MEMORY=3 PROGRAM=5 PHASE_BITS=2 HEADER_BITS=2 DATA_BITS=3 ADDRESS_BITS=2 \
  -- "$@"
check_engine PORTS=1 MEMORY=1 PROGRAM=2 PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=1 ADDRESS_BITS=1 \
  -- "$@"
more hdn:2x2:2,2 memoryless DEPTH=1 -- "$@"
more hdn:4:1 memoryless DEPTH=1 DATA_BITS=1 -- "$@"
more dual-cube:4 memoryless DEPTH=1 DATA_BITS=1 -- "$@"
# Each unit with all its own parameters.
while read -r _ spec routing; do
  check "$spec" "$routing" DEPTH=1 DATA_BITS=1 STORE=1 -- "$@"
done < <(variants 2)
finish

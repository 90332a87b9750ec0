#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_moore.sh -- prove that no output of a switch depends combinationally on an input.
#
#     scripts/check_moore.sh [--brief] [FILE.v...]     modules in the files replace those of rtl/;
#                                                      --brief: of the shapes only the first
#     scripts/check_moore.sh --self-test               the good switch passes, two bad ones fail
#
# The switch is flattened to single bits, its registers are taken out, and what then still
# feeds an output must be no input (clk and rst included).  Memories become registers
# first.  Asynchronous resets and latches are not registers here: they let an input
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
  # expect STATUS OUTPUT INPUT [FILE]: what the script must say about a switch.
  expect() {
    "$root/scripts/check_moore.sh" ${4:+--brief} "${@:4}" >"$work/log.self" 2>&1
    local status=$?
    cp "$work/log.self" "$work/log"
    [ "$status" -eq "$1" ] &&
      { [ "$1" -eq 0 ] || grep -q "^# $2 depends on .*\b$3\b" "$work/log"; }
    tap $? "${4:-rtl/}: exit status $1${2:+, $2 depends on $3}"
  }
  cd "$root" || exit 3
  tests/broken/make.sh build/broken moore_ready moore_bypass 2>"$work/log"
  tap $? "the patches of the bad switches apply"
  expect 0 "" ""
  expect 1 in_ready_o out_ready_i build/broken/moore_ready.v
  expect 1 out_valid_o in_valid_i build/broken/moore_bypass.v
  echo "1..$count"
  exit "$failed"
fi

# check UNIT[:NAME=VALUE]... NAME=VALUE... -- FILE...: the proof for one route unit, unless a
# file given defines another, and one set of parameters of the switch.
check() {
  local text unit pairs=() shape pair options="-chparam DATA_BITS 2" port outputs
  IFS=: read -r -a unit <<<"$1"
  "$root/scripts/check_rtl.sh" --route-unit "${unit[@]}" >"$work/route.v" || exit 3
  text=$1
  shift
  while [ "$1" != -- ]; do
    text+=" $1"
    pairs+=("$1")
    shift
  done
  shift
  read -r -a shape < <("$root/scripts/check_rtl.sh" --shape "${unit[@]}" "${pairs[@]}")
  for pair in "${pairs[@]}" "${shape[@]}"; do
    options+=" -chparam ${pair/=/ }"
  done

  # Flatten; memories to registers; take the registers out; split words into bits.
  {
    for file in "$@"; do echo "read_verilog -defer \"$(realpath "$file")\""; done
    find "$root/rtl" -name '*.v' | sort | sed 's/.*/read_verilog -defer -nooverwrite "&"/'
    cat <<EOF
read_verilog -defer -nooverwrite route.v
hierarchy -check -top switch $options
proc
flatten
opt
memory
async2sync
opt_clean
select -assert-none t:\$adff* t:\$aldff* t:\$dffsr* t:*latch* t:\$sr
delete t:\$dff t:\$dffe t:\$sdff t:\$sdffe t:\$sdffce t:\$ff
opt_clean
techmap
opt_clean
splitnets -ports
select -assert-any o:*
select -write outputs o:*
select -assert-any i:*
write_rtlil cut.il
EOF
  } >"$work/cut.ys"
  if ! (cd "$work" && yosys -q -s cut.ys) >"$work/log" 2>&1; then
    tap 1 "$text: Yosys reads the switch"
    return
  fi

  # The inputs that are left in the cone of each output port.
  outputs=$(sed 's/^[^/]*\///; s/\[[0-9]*\]$//' "$work/outputs" | sort -u)
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
  echo "1..$count"
  exit "$failed"
}

brief=
[ "${1-}" != --brief ] || { brief=yes && shift; }
check bitfix PORTS=3 LANES=2 DEPTH=3 -- "$@"
[ -z "$brief" ] || finish
check bitfix PORTS=1 LANES=1 DEPTH=1 -- "$@"
check bitfix PORTS=4 LANES=1 DEPTH=8 -- "$@"
check bitfix_two_phase:SYNC=0 PORTS=3 VCS=2 DEPTH=2 PRIORITY_BITS=1 -- "$@"
check bitfix_two_phase:SYNC=1 PORTS=3 DEPTH=2 STORE=3 -- "$@"
check bitfix_mask:FORCED=1:SHARED=0 PORTS=2 VCS=3 DEPTH=2 PRIORITY_BITS=1 RANDOM=1 -- "$@"
check bitfix_mask:FORCED=1:SHARED=1 PORTS=3 DEPTH=2 RANDOM=2 -- "$@"
check sync_vector:K=1:M=2:HOLDS=0 VCS=2 DEPTH=1 -- "$@"
check sync_vector:K=2:M=2:HOLDS=1 DEPTH=2 PRIORITY_BITS=1 -- "$@"
check sync_table:K=2:M=3:HOLDS=0 DEPTH=1 -- "$@"
check sync_table:K=1:M=2:HOLDS=1 DEPTH=2 PRIORITY_BITS=1 -- "$@"
finish

#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_rtl.sh -- lint and synthesize every file of rtl/, for awkward parameters.
#
#     scripts/check_rtl.sh [--short] [MODULE...]   all modules, or these; --short: of each row the
#                                                  first combination, no gates, switches
#                                                  without Yosys, a route unit in one of them
#     scripts/check_rtl.sh --list                  only print the rows
#
# The parameters of route units, and of switches with each of them, come from the list of route
# units (scripts/route_units.sh).
#
# Three front ends, no waivers: `verilator --lint-only -Wall`, `iverilog -g2005 -Wall` and
# Yosys with `check -assert` and no latch; any output is a failure.  Yosys goes down to gates, by
# `synth`, for the first column of a row, and for the others to words only, where processes,
# memories and latches are known: the gates of large switches take most of the time.  A row that
# ends with `words` has no gates: its modules have them in rows of their own, and what joins them
# in those of other switches; one that ends with `lint` is not given to Yosys, because
# scripts/check_moore.sh gives it the same.  A file of rtl/ without a row in the table below fails
# too.  Prints TAP; exit status 1 if a test fails.
set -u

root=$(cd "$(dirname "$0")/.." && pwd) || exit 3
work=$root/build/check_rtl
mkdir -p "$work" || exit 3
cd "$root" || exit 3
for tool in verilator iverilog yosys; do
  command -v "$tool" >/dev/null || { echo "Bail out! $tool is not installed"; exit 3; }
done
# shellcheck source=scripts/route_units.sh
. scripts/route_units.sh

# half_of_20: the SHAPE of twenty rings of 2, of which super-nodes have every other one.
half_of_20() {
  echo "640'h$(printf '00000001%.0s' {1..10})$(printf '0002%.0s' {1..20})"
}

# A module has one row or several: its name; for the switch, an example network and routing; then
# the parameters, one column per combination.  A parameter with fewer values than the others keeps
# its last one.  A switch has the parameters of the example but for those that the row gives.
rows() {
  cat <<EOF
input_queue          PACKET_BITS=1,2,50,128
comparator           WIDTH=1,2,3,7,64
priority_encoder     WIDTH=1,2,3,7,64
destination_exchange WIDTH=1,2,3,10,20
dimension_selector   WIDTH=1,2,3,10,20
mask_generator       WIDTH=1,2,3,10,20
barrier_tree         LEAVES=2,4,8,64
alternate_destination_selector WIDTH=1,2,3,10,20 SHARED=0
alternate_destination_selector WIDTH=1,2,3,10,20 SHARED=1
random_bits          CHANNELS=1,2,3,11,64 SHARED=0
random_bits          CHANNELS=1,2,3,11,64 SHARED=1
random_bits          CHANNELS=1,2,3,11,64 STEPS=1
router               CHANNELS=2,3,5,8,11,64 PORTS=1,2,3,4,10,3 DEPTH=1,2,3,1,16,5
output_queue         CHANNELS=2,3,5,11,64 DEPTH=1,2,3,5,2 PACKET_BITS=2,10,43,47,10
rank_router          CHANNELS=2,3,5,8,11,64 PORTS=1,2,3,4,10,3 DEPTH=1,2,3,1,16,5
placed_queue         CHANNELS=2,3,5,11,64 DEPTH=1,2,3,5,2 PACKET_BITS=2,10,43,47,10
turn_router          CHANNELS=1,2,3,5,8,11,64 PORTS=1,1,2,3,4,10,3 DEPTH=4,1,2,3,1,16,5
single_queue         CHANNELS=1,2,3,5,11,64 DEPTH=4,1,2,3,5,2 PACKET_BITS=5,2,10,43,47,10
priority_queue       CHANNELS=1,2,5,3,11,64 DEPTH=1,2,5,3,5,2 PACKET_BITS=2,10,43,1,47,10 \
  PRIORITY_BITS=1,3,1,16,3,1
link_arbiter         VCS=1,2,3,4,5,8 ARBITER=0
link_arbiter         VCS=1,2,3,4,5,8 ARBITER=1
link_arbiter         VCS=1,2,3,4,5,8 ARBITER=2
send_arbiter         QUEUES=1,2,3,4,7,16 SENDS=1,1,3,2,3,2 PRIORITY_BITS=0,3,1,16,0,1 ARBITER=0
send_arbiter         QUEUES=1,2,3,4,7,16 SENDS=1,1,2,2,3,2 PRIORITY_BITS=0,3,1,16,0,1 ARBITER=1
waiting_store        CHANNELS=1,2,3,11,64 STORE=1,2,5,9,3 PACKET_BITS=2,10,43,17,3
sync_counter         LAST=4,5 HOLDS=0
sync_counter         LAST=4,5 HOLDS=1
sync_ports           K=1,2,3,5,4,8,31 M=2,3,4,2,8,16,31
port_table           SIZE=1,2,3,4,7,16,31
queue_choice         PORTS=1,8,63,3 VCS=1,3,1,8 COUNT_BITS=1,5,20,2
least_queue          PORTS=1,4,24,5 VCS=1,2,1,8 COUNT_BITS=1,3,20,2
group_table          K=1,2,3,7,1,31 M=2,3,2,3,61,31 WIRING=0,1,0,1,1,0 COLUMNS=0,0,1,1,1,0
collective_engine    PORTS=2,1,3,7,63 MEMORY=2,1,3,100,16777216 PROGRAM=4,2,5,33,16777216 \
  PHASE_BITS=1,1,2,3,16 HEADER_BITS=1,1,2,3,64 DATA_BITS=2,1,7,40,64 ADDRESS_BITS=2,1,3,20,32
bitfix               PORTS=7,32 HEADER_BITS=7,32 ADDRESS_BITS=7,32
bitfix_two_phase     PORTS=10,20 HEADER_BITS=20,40 ADDRESS_BITS=10,20 SYNC=0,1
bitfix_mask          PORTS=10,20,20,20 HEADER_BITS=20,40 ADDRESS_BITS=10,20 FORCED=0,0,1,1 \
  SHARED=0,1,0,1
sync_vector          PORTS=8,17,63 HEADER_BITS=10,14,20 ADDRESS_BITS=5,9,15 K=5,8,31 M=2,8,31 \
  HOLDS=1,0
sync_levels          PORTS=8,17,63 HEADER_BITS=11,15,21 ADDRESS_BITS=5,9,15 K=5,8,31 M=2,8,31
sync_table           PORTS=8,17,63 HEADER_BITS=17,27,43 ADDRESS_BITS=5,9,15 K=5,8,31 M=2,8,31 \
  HOLDS=1,0
sync_choice          PORTS=8,17,63 HEADER_BITS=17,27,43 ADDRESS_BITS=5,9,15 K=5,8,31 M=2,8,31 \
  HOLDS=1,0
sync_group           PORTS=8,17,63 HEADER_BITS=12,19,28 ADDRESS_BITS=5,10,15 K=5,8,31 M=2,8,31 \
  WIRING=0,1,0 COLUMNS=1,0,0 HOLDS=1,0
sync_group_choice    PORTS=8,17,63 HEADER_BITS=12,19,28 ADDRESS_BITS=5,10,15 K=5,8,31 M=2,8,31 \
  WIRING=0,1,0 COLUMNS=1,0,0 HOLDS=1,0
dual_net             PORTS=2,7,4,6,3,21 HEADER_BITS=2,16,15,18,17,31 ADDRESS_BITS=2,16,15,18,17,31 \
  RINGS=1,3,1,2,1,20 LEVELS=1,2,3,3,1,1 DATELINES=0,1,0,0,1,0 \
  SHAPE=32'h00010002,96'h000100030002000200030005,32'h2,64'h0003000400030002,32'h1ffff,$(half_of_20)
switch hypercube:3 deterministic PORTS=7,10 LANES=4,1 DEPTH=5,16 HEADER_BITS=7,10 \
  ADDRESS_BITS=7,10 DATA_BITS=1,40 words
switch hypercube:2 deterministic LANES=2,1,3 VCS=2,3,1 DEPTH=2,1 STORE=1,0 PRIORITY_BITS=0,3,16 \
  ARBITER=0,1,0 SENDS=1,2,3 PHASE_BITS=1,4,16 RANDOM=1,2,0 DATA_BITS=3
switch hypercube:2 deterministic LANES=2,1 DEPTH=3,1 VCS=1,2 DATA_BITS=3 FORM=2,1
switch hypercube:2 deterministic LANES=2,1 DEPTH=3,1 VCS=1,2 DATA_BITS=3 FORM=2,0 PUSHES=1
switch hypercube:2 rand-trans-ooo VCS=1,2,3,8 DEPTH=2 PRIORITY_BITS=1,1,3,0 ARBITER=1,0 \
  SENDS=0,1,2 DATA_BITS=3
switch hypercube:2 rand-sync LANES=2,1 VCS=2,1 DEPTH=2 STORE=3,0 PRIORITY_BITS=1,0 DATA_BITS=3
switch hypercube:1 drand-trans-ooo VCS=3,1 DEPTH=2,4 PRIORITY_BITS=1 SENDS=1 DATA_BITS=3,40
switch hypercube:3 drand-trans-ooo PORTS=20 HEADER_BITS=40 ADDRESS_BITS=20 VCS=1 DEPTH=1 \
  RANDOM=0 DATA_BITS=3 words
switch hypercube:2 drand-trans-ooo,random=shared VCS=4 DEPTH=2 STORE=1 PRIORITY_BITS=3 \
  DATA_BITS=3 words
switch d3:3,4 source-vector LANES=4,1 VCS=1,2 DEPTH=1,2 PRIORITY_BITS=0,1 SENDS=0,1 DATA_BITS=8 \
  words
switch d3:2,3 two-levels LANES=2,3 VCS=3,2 DEPTH=1,2 ARBITER=1 DATA_BITS=3 words
switch d3:2,3 destination,holds=0 LANES=3,1 VCS=1,3 DEPTH=2,1 PRIORITY_BITS=1,0 SENDS=1,2 \
  DATA_BITS=3 words
EOF
  unit_rows
  variants 1 | while read -r _ spec routing; do
    case " $(switch_shape "$spec" "$routing") " in
      *" STORE=0 "*) store=0 ;;
      *) store=2 ;; # a place is another route unit, and its gates are the same again
    esac
    echo "switch $spec $routing LANES=1 DEPTH=1 STORE=$store DATA_BITS=1 words"
  done
  [ -z "${short-}" ] || return 0
  variants 2 | while read -r _ spec routing; do
    echo "switch $spec $routing LANES=2 DEPTH=3 STORE=2 SENDS=0 DATA_BITS=8 lint"
  done
}

[ "${1-}" != --list ] || { rows && exit; }
short=''
[ "${1-}" != --short ] || { short=yes && shift; }

table=$(rows)
# Not its wrapper, which takes longer to start than a module to read.
verilator=$(command -v verilator_bin || command -v verilator)

route=build/check_rtl/example/route.v
count=0
failed=0

# linted OPTION...: what is wrong Verilator says on standard error, and a newer one how long it took
# on standard output.
# shellcheck disable=SC2317 # called by attempt
linted() {
  "$verilator" --lint-only -Wall "$@" >/dev/null
}

# attempt COMMAND...: passes if the command exits with 0 and prints nothing; $log is what it prints.
attempt() {
  log=$("$@" 2>&1) && [ -z "$log" ]
}

# report STATUS TEXT: one test, after its attempt; STATUS is 0 for ok, and returned.
report() {
  count=$((count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $count - $2"
  else
    echo "not ok $count - $2"
    [ -z "$log" ] || printf '# %s\n' "${log//$'\n'/$'\n# '}"
    failed=1
  fi
  return "$1"
}

mapfile -t files < <(find rtl -name '*.v' | sort)
declare -A file_of # of a module
for file in "${files[@]}"; do file_of[$(basename "$file" .v)]=$file; done

# Where the linters look for modules, so that they read only what the one on top has in it.
library=(-y rtl/component -y rtl/route -y rtl/switch)

# The combinations that wait for `flush`: module, text, parameters, and what Yosys does.
modules=() texts=() parameters=() synths=()

# What must hold in the end.
sound="select -assert-none t:*LATCH* t:*latch*"

# synthesized COMMANDS...: one process of Yosys does all of these, each on its own copy of the
# modules.
synthesized() {
  local commands="read_verilog -defer ${files[*]} $route; design -save read;" synth
  for synth in "$@"; do
    commands+=" design -load read; $synth; $sound;"
  done
  yosys -q -p "$commands"
}

# flush: the three front ends on the combinations that wait.  Yosys does all of them at once, and
# one by one only if that fails, to tell which.
flush() {
  local i pair options_v options_i file target together=0 alone=0 verdicts=() logs=()
  ((${#modules[@]} > 0)) || return 0
  if [ -n "${synths[0]}" ]; then
    synthesized "${synths[@]}" >"$work/yosys.log" 2>&1 &
  fi
  for i in "${!modules[@]}"; do
    options_v=() options_i=()
    for pair in ${parameters[i]}; do
      options_v+=("-G$pair")
      options_i+=("-P${modules[i]}.$pair")
    done
    file=${file_of[${modules[i]}]}
    # -v, because a library file may hold a module of another name.
    attempt linted --top-module "${modules[i]}" "${options_v[@]}" "${library[@]}" -v "$route" \
      "$file"
    verdicts+=($?) logs+=("$log")
    # Of the largest memories no program is written, which would hold each of their words.
    target=()
    [[ ${parameters[i]} != *MEMORY=16777216* ]] || target=(-t null)
    attempt iverilog -g2005 -Wall "${target[@]}" -s "${modules[i]}" -o "$work/vvp" \
      "${options_i[@]}" "${library[@]}" -l "$route" "$file"
    verdicts+=($?) logs+=("$log")
  done
  if [ -n "${synths[0]}" ]; then
    wait $! && ! [ -s "$work/yosys.log" ]
    together=$?
  fi
  for i in "${!modules[@]}"; do
    log=${logs[2 * i]}
    report "${verdicts[2 * i]}" "verilator: ${texts[i]}"
    log=${logs[2 * i + 1]}
    report "${verdicts[2 * i + 1]}" "iverilog: ${texts[i]}"
    [ -n "${synths[i]}" ] || continue
    [ "$together" -eq 0 ] || attempt synthesized "${synths[i]}"
    report $? "yosys: ${texts[i]}" || alone=1
  done
  if [ "$together" -ne 0 ] && [ "$alone" -eq 0 ]; then
    log=$(cat "$work/yosys.log")
    report 1 "yosys: ${modules[0]}, all of its combinations in one process"
  fi
  modules=() texts=() parameters=() synths=()
}

# check SYNTH MODULE EXAMPLE NAME=VALUE...: a combination of parameters for `flush`; SYNTH are the
# commands of Yosys after `hierarchy`, or none, for all of a row, if it is not asked.  A collected
# memory holds what each of its words starts with, which for the largest takes longer than all else:
# they stay as they are.
check() {
  local synth=$1 module=$2 example=$3 pair options=''
  shift 3
  [[ " $* " != *" MEMORY=16777216 "* ]] || synth=${synth/memory_collect; /}
  for pair in "$@"; do options+=" -chparam ${pair/=/ }"; done
  modules+=("$module")
  texts+=("$module${example:+ $example} $*")
  parameters+=("$*")
  synths+=("${synth:+hierarchy -check -top $module$options; $synth}")
}

# What Yosys does for the first column of a row, and for the others, whose wires are checked before
# what is not used is swept away.
gates="synth -noabc; check -assert"
words="proc; memory_collect; check -assert; opt_clean"

# check_row MODULE [SPEC ROUTING] NAME=VALUE[,VALUE]... [words|lint]: all combinations of a row.
check_row() {
  local module=$1 example='' column columns values pairs base=() i combinations=0
  local first=$gates others=$words
  shift
  if [ "$module" = switch ]; then
    example="$1 $2"
    attempt route_unit "$1" "$2" "$work/example"
    report $? "$example: lockhop writes its route unit" || return
    read -r -a base < <(switch_shape "$1" "$2")
    shift 2
  fi
  columns=("$@")
  case ${columns[-1]} in
    words) first=$words ;;
    lint) first='' others='' ;;
  esac
  [[ ${columns[-1]} == *=* ]] || unset 'columns[-1]'
  for column in "${columns[@]}"; do
    IFS=, read -r -a values <<<"${column#*=}"
    ((${#values[@]} <= combinations)) || combinations=${#values[@]}
  done
  if [ -n "$short" ]; then
    first=${first:+$words}
    [ "$module" != switch ] || first=''
    combinations=1
  fi
  for ((i = 0; i < combinations; i++)); do
    pairs=()
    for column in "${columns[@]}"; do
      IFS=, read -r -a values <<<"${column#*=}"
      pairs+=("${column%%=*}=${values[i < ${#values[@]} ? i : ${#values[@]} - 1]}")
    done
    [ "${#base[@]}" -eq 0 ] || mapfile -t pairs < <(merged "${base[@]}" -- "${pairs[@]}")
    check "$([ $i -eq 0 ] && echo "$first" || echo "$others")" "$module" "$example" "${pairs[@]}"
  done
  # The rows of a switch have a route unit each.
  [ "$module" != switch ] || flush
}

# The other modules need a route unit too, because all files are read.
route_unit hypercube:1 deterministic "$work/example" || exit 3
for file in "${files[@]}"; do
  module=$(basename "$file" .v)
  [ $# -eq 0 ] || [[ " $* " == *" $module "* ]] || continue
  attempt grep -q "^$module " <<<"$table"
  report $? "$file has a row of parameters"
  while read -r -a row; do
    check_row "${row[@]}"
  done < <(grep "^$module " <<<"$table")
  flush
done

echo "1..$count"
exit "$failed"

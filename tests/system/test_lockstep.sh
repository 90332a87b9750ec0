#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_lockstep -- golden model and Verilog agree on every port in every cycle: the table of runs.
# Columns: machine, spec, lanes, depth, routing, VCs, then the traffic; a row runs each traffic
# with 1 packet per switch and with as many as ports; with ALL=1 with two seeds where routing or
# traffic is random and the network has less than 100 terminals; schedules of collectives, which
# know neither, once.  VCs with a ! are too few: the machines must agree, up to a deadlock if there
# is one.
# VCs/SENDS: the switches have a send budget.  VCs/SENDS/PUSHES: and queues take one packet in a
# cycle.  ROUTING/LIST: these switches have failed.
# LOCKSTEP_ROWS=file replaces the table.  QUICK=1: only rows with a * before the machine; rows with
# a + are for ALL=1.
# COMPARE=flow: the switches of the table are judged by their flow.
set -u
compare=${COMPARE:-cycle}
. tests/system/tap.sh

# Destinations of a hot spot: every one of so many terminals sends to terminal 0, and 0 to the last.
hot_spot() {
  awk -v n="$1" 'BEGIN { print n - 1; for (i = 1; i < n; i++) print 0 }'
}

# Rates between so many terminals: most to the next, fewer to the others, none to some.
some_rates() {
  awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) for (j = 0; j < n; j++)
    printf "%d%s", j == (i + 1) % n ? 8 : (i + 2 * j) % 3, j + 1 < n ? "," : "\n" }'
}

# one MACHINE SPEC LANES DEPTH ROUTING VCS TRAFFIC PACKETS SEED
one() {
  sends=${6#*/}
  [ "$sends" != "$6" ] || sends=0
  pushes=${sends#*/}
  [ "$pushes" != "$sends" ] || pushes=0
  sends=${sends%%[!0-9]*}
  what="$1 $2 lanes $3 depth $4 $5 vcs $6 $7 packets $8 seed $9"
  # shellcheck disable=SC2046 # options are several words
  run "$lockhop" cosim "$2" "$7" --machine "$1" --lanes "$3" --depth "$4" $(routed "$5") \
    --vcs "${6%%[!0-9]*}" --sends "$sends" --pushes "${pushes%!}" --packets "$8" --seed "$9" \
    --compare "$compare"
  expected=0
  outcome=PASS
  if [ "$status" -eq 4 ] && [ "$6" != "${6%%!*}" ]; then
    expected=4
    outcome=DEADLOCK
  fi
  if agreed; then
    ok "$what"
  else
    expect "$what" $expected "^$outcome\$" '^  compared +[1-9][0-9]* switch-cycles'
  fi
}

# routed ROUTING[/LIST]: its options.
routed() {
  case $1 in
    */*) echo --routing "${1%/*}" --failed "${1#*/}" ;;
    *) echo --routing "$1" ;;
  esac
}

# agreed: the run ended with $expected and $outcome, and compared some cycles.  A process that looks
# for a pattern takes as long as half of a run: the shell reads the lines.
agreed() {
  found=
  while read -r word number _; do
    case $word,$number in
      "$outcome", | compared,[1-9]*) found=$found$word ;;
    esac
  done <"$out"
  [ "$status" -eq $expected ] && [ "$found" = "compared$outcome" ]
}

# no_seed SPEC ROUTING TRAFFIC PACKETS: nothing is random, neither in the schedule nor on the way.
no_seed() {
  case $2 in rand* | drand* | valiant* | ugal*) return 1 ;; esac
  case $3 in random* | *load=* | batch*) return 1 ;; esac
  for seed in 7 8; do
    # shellcheck disable=SC2046
    "$lockhop" schedule "$1" "$3" $(routed "$2") --packets "$4" --seed $seed \
      >"$scratch/seed-$seed.txt" || return 1
  done
  cmp -s "$scratch/seed-7.txt" "$scratch/seed-8.txt"
}

while read -r machine spec lanes depth routing vcs traffics; do
  case $machine in
    '' | '#'*) continue ;;
    '*'*) machine=${machine#?} ;;
    '+'*)
      whole || continue
      machine=${machine#?}
      ;;
    *) [ -z "${QUICK:-}" ] || continue ;;
  esac
  terminals=$("$lockhop" schedule "$spec" random --packets 1 | sed -n 's/^# packets //p')
  hot_spot "$terminals" >"$scratch/hot-spot.txt"
  some_rates "$terminals" >"$scratch/rates.csv"
  # shellcheck disable=SC2046
  "$lockhop" schedule "$spec" uniform,load=0.3,warmup=5,measure=40 $(routed "$routing") --seed 9 \
    >"$scratch/uniform.trace"
  for traffic in $traffics; do
    case $traffic in
    file) traffic=file:$scratch/hot-spot.txt ;;
    matrix) traffic=matrix,file=$scratch/rates.csv,load=0.4,warmup=10,measure=100 ;;
    trace) traffic=trace:$scratch/uniform.trace ;;
    esac
    for packets in 1 ports; do
      case $traffic,$packets in
      *,load=*,ports | trace*,ports | exchange*,ports | batch*,ports) continue ;;
      esac
      seeds=7
      if whole && [ "$terminals" -lt 100 ] && [ "$routing" != deterministic ] &&
        ! no_seed "$spec" "$routing" "$traffic" "$packets"; then
        seeds='7 8'
      fi
      for seed in $seeds; do
        case $traffic,$packets,$seed in *-to-*=*,1,7 | all-to-all,1,7 | broadcast*,1,7) ;;
        *-to-*=* | all-to-all,* | broadcast*) continue ;; esac
        one "$machine" "$spec" "$lanes" "$depth" "$routing" "$vcs" "$traffic" "$packets" "$seed"
      done
    done
  done
done <<END
$(cat "${LOCKSTEP_ROWS:-tests/system/lockstep.txt}")
END
finish

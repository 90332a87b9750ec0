#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_lockstep -- golden model and Verilog agree on every port in every cycle: the table of runs.
# Columns: machine, spec, lanes, depth, then the traffic; a row runs each traffic with 1 packet per
# switch and with as many as ports.  LOCKSTEP_ROWS=file replaces the table.
set -u
. tests/system/tap.sh

# Destinations of a hot spot: every switch sends to switch 0, and 0 to the last.
hot_spot() {
  switches=$((1 << ${1#hypercube:}))
  awk -v n="$switches" 'BEGIN { print n - 1; for (i = 1; i < n; i++) print 0 }'
}

# one MACHINE SPEC LANES DEPTH TRAFFIC PACKETS
one() {
  run "$lockhop" cosim "$2" "$5" --machine "$1" --lanes "$3" --depth "$4" --packets "$6" --seed 7
  expect "$1 $2 lanes $3 depth $4 $5 packets $6" 0 '^PASS$' 'compared +[1-9][0-9]* switch-cycles'
}

while read -r machine spec lanes depth traffics; do
  case $machine in '' | '#'*) continue ;; esac
  hot_spot "$spec" >"$scratch/hot-spot.txt"
  "$lockhop" schedule "$spec" uniform,load=0.3,warmup=5,measure=40 --seed 9 \
    >"$scratch/uniform.trace"
  for traffic in $traffics; do
    case $traffic in
    file) traffic=file:$scratch/hot-spot.txt ;;
    trace) traffic=trace:$scratch/uniform.trace ;;
    esac
    for packets in 1 ports; do
      case $traffic,$packets in uniform*,ports | trace*,ports) continue ;; esac
      one "$machine" "$spec" "$lanes" "$depth" "$traffic" "$packets"
    done
  done
done <<END
$(cat "${LOCKSTEP_ROWS:-tests/system/lockstep.txt}")
END
finish

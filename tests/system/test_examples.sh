#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_examples -- every command that help shows as an example runs, in the order of the commands.
# my_switch.v is our switch, bad_switch.v has a bug, my_router.v has its own latency, router.sv its
# own ports.
set -u
. tests/system/tap.sh
lockhop=$(realpath "$lockhop")
broken_switches priority_order
mkdir -p "$scratch/bin" "$scratch/here"
ln -s "$lockhop" "$scratch/bin/lockhop"
PATH=$scratch/bin:$PATH
cp rtl/switch/switch.v "$scratch/here/my_switch.v"
cp "$scratch/broken/priority_order.v" "$scratch/here/bad_switch.v"
cp examples/routers/pipelined.v "$scratch/here/my_router.v"
sed 's/local_router/router/' examples/routers/local_port.sv >"$scratch/here/router.sv"
cp examples/routers/local_port.map "$scratch/here/router.map"
cd "$scratch/here" || exit 3
cat >loads.plan <<'END'
topology hypercube:3
packets  1
traffic  uniform,load=0.1..0.7:0.2,warmup=50,measure=200
routing  deterministic
trials   2
seed     1
depth    4
END
printf '%s\n' 0,1,0.5,0 1,0,0,0 0.25,0,0,0.25 0,0,1,0 >rates.csv
run lockhop cosim hypercube:4 bit-reversal --packets 4 --dut bad_switch.v --save-trace failing.txt
expect "bad_switch.v fails" 1 '^DIFFER'

lockhop help | awk '/^$/ { part++; next } part == 3 { print $1 }' >commands
while read -r command; do
  lockhop "$command" --help | awk '/^$/ { part++; next } part == 1' >examples
  count=$(wc -l <examples)
  law "$command has one to three examples" test "$count" -ge 1 -a "$count" -le 3
  # What is behind three blanks says what the example does.
  sed 's/^ *//; s/   .*//' examples >lines
  cat lines >>said
  while read -r line; do
    case $line in
      "lockhop plot"* | "lockhop report loads.csv"*)
        if ! /usr/bin/python3 -c 'import matplotlib' 2>/dev/null; then
          skip "$line" "no matplotlib"
          continue
        fi
        ;;
    esac
    case $line in
      "lockhop claims dragonfly"*)
        if ! whole; then
          ok "$line # not run: make test-all does; and test_claims.sh, the claims of another paper"
          continue
        fi
        ;;
    esac
    run sh -c "$line"
    case $line in
      *bad_switch.v*) expect "$line" 1 '^DIFFER' ;;
      *) expect "$line" 0 ;;
    esac
  done <lines
done <commands
lockhop help | awk '/^$/ { part++; next } part == 1' >first
while read -r line; do
  law "the first help has examples of the others: $line" grep -qF "${line%%   *}" said
done <first
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# demo_systemc -- a 3-cube of Verilated switches in SystemC, the golden switch beside each, with
# traces; and the same run as a machine of lock step.
set -eu

cd "$(dirname "$0")/.."
mkdir -p build/demo
tests/broken/make.sh build/broken stale_after_stall
folder=build/tb/systemc
run="hypercube:3 uniform,load=0.7,warmup=0,measure=40 --depth 2 --lanes 1 --disturb stalls"

# bench DUT...: build the bench of the run, and make it.
bench() {
  # shellcheck disable=SC2086 # several words
  tb/systemc/build.sh $run "$@" -o "$folder"
  "$folder/bench" --vcd "build/demo/systemc"
}

echo "A switch with a bug, in SystemC:"
echo "  tb/systemc/build.sh $run --dut build/broken/stale_after_stall.v"
if bench --dut build/broken/stale_after_stall.v; then
  exit 1
fi
mv build/demo/systemc.vcd build/demo/systemc-bug.vcd
echo
echo "Our switch:"
echo "  tb/systemc/build.sh $run"
bench
echo
echo "The same run as a machine of lock step, with a waveform of ours:"
# shellcheck disable=SC2086 # several words
build/lockhop cosim $run --machine systemc --wave build/demo/systemc.fst
cat <<'END2'

PASS means: in every cycle the 8 Verilated switches showed at their pins what the golden switches
beside them and the golden network showed.

Look at the trace of SystemC:   gtkwave build/demo/systemc-bug.vcd
                                (its last cycle: s0.golden and s0.dut differ in out_packet)
And at ours of the same run:    gtkwave -a build/demo/systemc.gtkw
Your own switch:                tb/systemc/build.sh SPEC TRAFFIC --depth W --lanes L --dut FILE.v
Where to read next:             docs/benches.md
END2

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# demo -- 16 Verilog switches of a 4-cube in lock step with the golden model, with waveforms.
set -eu

cd "$(dirname "$0")/.."
mkdir -p build/demo
tests/broken/make.sh build/broken
echo "Lock step of hypercube:4, 4 packets per switch"
echo "(the first time, the switch is compiled: up to a minute)"
for traffic in bit-reversal transpose; do
  echo
  build/lockhop cosim hypercube:4 "$traffic" --packets ports --wave "build/demo/$traffic.fst"
done
cat <<'END'

PASS means: in every cycle the 16 Verilog switches and the golden model showed the same on every
port, and every packet arrived once, where it was sent.

Look at the waveform:     gtkwave -a build/demo/bit-reversal.gtkw
A switch with a bug:      build/lockhop cosim hypercube:4 random --dut build/broken/pid_bit.v
Your own switch:          build/lockhop cosim hypercube:4 random --compare flow --dut FILE.v
                          (docs/own-switch.md)
Where to read next:       README.md
END

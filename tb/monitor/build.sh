#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- a bench of four routers with monitors, under Verilator: FOLDER/obj/Vbench.
#
#     tb/monitor/build.sh [--dut FILE.v]... [-o FOLDER]
#     build/tb/monitor/obj/Vbench [+packets=N] [+quiet=N]
#
# Without --dut the router is our switch; FOLDER is build/tb/monitor.  Environment: LOCKHOP, the
# command; CC; OPT, how the C++ is optimised (-O1).
set -u

# The traffic is the bench's own: of these words the shape of the switch follows.
set -- hypercube:2 random --depth 2 --lanes 1 "$@"
# shellcheck source=tb/common/design.sh
. "$(dirname "$0")/../common/design.sh"
# shellcheck source=tb/common/verilator.sh
. "$root/tb/common/verilator.sh"
here=$root/tb/monitor

# shellcheck disable=SC2086 # several words
${CC:-cc} -c $cflags -I"$root/tb/common" "$here/flow_dpi.c" -o "$folder/flow_dpi.o" || exit 3
# The monitor must see the port where the router has it.
define=
# shellcheck disable=SC2086 # files without blanks
[ -z "$duts" ] || ! grep -qw eject_ready_i $duts || define=-DEJECT_READY
# shellcheck disable=SC2086 # nothing, or a word
verilate router_bench "$folder/flow_dpi.o" "$here/flow_monitor.sv" $define -f "$folder/design.f" \
  "$here/router_bench.sv" "$here/bind.sv"

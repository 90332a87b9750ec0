#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
#
# build -- makes a plug-in (sim/dut.h) from Verilog with Verilator, or Verilator's run-time
# library, which all plug-ins share.
#
#   build.sh runtime OUTPUT.a  WORK
#   build.sh array   OUTPUT.so WORK RUNTIME.a [NAME=VALUE...] [-y DIRECTORY...] [FILE.v...]
#   build.sh network OUTPUT.so WORK RUNTIME.a [NAME=VALUE...] [-y DIRECTORY...] [FILE.v...]
#
# WORK is an empty directory for intermediate files.  NAME=VALUE: PORTS, LANES, DEPTH,
# CLASSES, STORE, KEY_BITS, RANDOM, HEADER_BITS, DATA_BITS, ADDRESS_BITS, SLOT_BITS and
# SWITCHES, all of them.  The files are read first; modules that they do not define are
# looked for in the directories.  The top module is switch_top or network_top.
#
# Exit status: 0 made; 1 Verilator refused the Verilog, its message is on standard error;
# 2 anything else went wrong.  WORK/obj/Vdut__verFiles.dat then lists the files that were
# read.

set -u

kind=$1
output=$2
work=$3
shift 3

here=$(cd "$(dirname "$0")" && pwd) || exit 2
include=$(verilator --getenv VERILATOR_ROOT)/include || exit 2

# What a compiler that is killed leaves behind goes with WORK.
TMPDIR=$work
export TMPDIR

# Each plug-in keeps the run-time library to itself: two of them can be loaded at a time.
# What ends a simulation and what it prints come to the shim.
compile() {
  g++ -std=c++17 -fPIC -fno-gnu-unique -fvisibility=hidden -fvisibility-inlines-hidden \
    -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL -include "$here/output.h" \
    -I"$include" -I"$include/vltstd" "$@" || exit 2
}

if [ "$kind" = runtime ]; then
  for name in verilated verilated_fst_c verilated_threads; do
    compile -O2 -c -o "$work/$name.o" "$include/$name.cpp"
  done
  ar rcs "$output" "$work"/*.o || exit 2
  exit 0
fi

runtime=$1
shift
case $kind in
  array)
    top=switch_top
    optimize=-O2
    network=
    ;;
  network)
    # Large code that runs for a short time: it is the compile time that counts.
    top=network_top
    optimize=-O0
    network=-DDUT_NETWORK
    ;;
  *)
    echo "build.sh: unknown kind '$kind'" >&2
    exit 2
    ;;
esac

# Sort the remaining arguments into those of Verilator and those of the compiler.
parameters=
count=$#
while [ "$count" -gt 0 ]; do
  case $1 in
    SWITCHES=*) parameters="$parameters -DDUT_$1" ;;
    [A-Z]*_BITS=* | PORTS=* | LANES=* | DEPTH=* | CLASSES=* | STORE=* | RANDOM=*)
      parameters="$parameters -DDUT_$1"
      [ "$kind" = network ] || set -- "$@" "-G$1"
      ;;
    *) set -- "$@" "$1" ;;
  esac
  shift
  count=$((count - 1))
done

verilate() {
  rm -rf "$work/obj"
  verilator --cc -O3 --x-assign fast --x-initial unique --assert --trace-fst -Wno-fatal \
    --relative-includes --prefix Vdut --top-module "$top" --Mdir "$work/obj" "$@" \
    >"$work/verilator.log" 2>&1
}

# For a network, as little C++ as possible: one function per module instead of one per
# instance, loops and wide operations not written out.  Verilator refuses some loops that
# it may not write out.
if [ "$kind" = network ]; then
  # shellcheck disable=SC2016
  printf '`verilator_config\nno_inline -module "switch"\n' >"$work/network.vlt" || exit 2
  verilate -fno-expand --unroll-stmts 1 "$work/network.vlt" "$@" ||
    verilate "$work/network.vlt" "$@"
else
  verilate "$@"
fi
status=$?

if [ "$status" -ne 0 ]; then
  cat "$work/verilator.log" >&2
  exit 1
fi

# Our own top fits a switch that has the ports of docs/switch.md exactly, so what Verilator
# warns of there is an error of the switch: a port of another width, or one too many.
for last in "$@"; do :; done
awk -v place="$(dirname "$last")/" '
  match($0, /^%Warning-(WIDTH|PINMISSING): /) && index(substr($0, RLENGTH + 1), place) == 1 {
    print "%Error: " substr($0, RLENGTH + 1)
    found = 1
  }
  END { exit !found }' "$work/verilator.log" >&2 && exit 1

# One translation unit: it compiles and runs faster than several.
for source in "$work"/obj/*.cpp "$here/shim.cpp"; do
  printf '#include "%s"\n' "$source"
done >"$work/all.cpp" || exit 2
# shellcheck disable=SC2086
compile $optimize -w $parameters $network -I"$work/obj" -I"$here/../.." -c -o "$work/all.o" \
  "$work/all.cpp"
compile -shared -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -o "$output" "$work/all.o" "$runtime" \
  -lz -lpthread

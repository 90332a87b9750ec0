#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# runtime -- makes the run-time library of plug-ins: Verilator's, and what else all of them have in
# common.
#
#   runtime.sh runtime         OUTPUT.a WORK [NAME=VALUE...]
#   runtime.sh systemc-runtime OUTPUT.a WORK [NAME=VALUE...]
#
# WORK is an empty directory for intermediate files.  QUICK=1: it is not optimised, and is made in a
# quarter of the time.  HEADERS, for that: the file that keeps headers in the form of a compiler,
# without its suffix; it is made if it is not there.  RUNTIME: the other library, of which that of
# SystemC is made.
#
# Exit status: 0 made, 2 not.
set -u

kind=$1
output=$2
work=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd) || exit 2
systemc=
[ "$kind" = runtime ] || systemc=$here/../systemc
quick=0
headers=
runtime=
for argument; do
  case $argument in
    QUICK=*) quick=${argument#*=} ;;
    HEADERS=*) headers=${argument#*=} ;;
    RUNTIME=*) runtime=${argument#*=} ;;
  esac
done

# What a compiler that is killed leaves behind goes with WORK.
TMPDIR=$work
export TMPDIR

# shellcheck source=sim/verilator/find.sh
. "$here/find.sh"
include=$("$program" --getenv VERILATOR_ROOT)/include || exit 2
# shellcheck source=sim/verilator/compile.sh
. "$here/compile.sh"

if [ -d "$include/fstcpp" ] && ! echo '#include <lz4.h>' | g++ -E -x c++ - >/dev/null 2>&1; then
  echo "error: this Verilator needs lz4.h for waveforms; install liblz4-dev" >&2
  exit 2
fi

# object COMPILE FILE: a process of its own.
object() (
  name=${2##*/}
  "$1" -w -c -o "$work/${name%.cpp}.o" "$2"
)
optimized() {
  compile -O1 "$@"
}
if [ "$quick" -eq 0 ]; then
  alone=optimized
  other=optimized
else
  alone=compile_alone
  other=compile_quickly
  list_headers
fi

# Two files take two thirds of the time.  The first does not wait for the headers, which the next
# makes if it needs them.  Whatever fails, all have ended then.
status=0
object $alone "$include/verilated.cpp" &
largest=$!
if [ -n "$systemc" ]; then
  # Only what knows of time is another.
  (mkdir "$work/plain" && cd "$work/plain" && ar x "$runtime") && rm "$work/plain/verilated.o" &&
    mv "$work"/plain/*.o "$work" || status=2
  object $other "$systemc/kernel.cpp" || status=2
else
  object $other "$here/plugin.cpp" || status=2
  object $other "$include/verilated_fst_c.cpp" &
  large=$!
  for source in "$include"/verilated_threads.cpp "$here"/plugin_coverage.cpp \
    "$here"/plugin_wave.cpp "$here"/cover_point.cpp; do
    object $other "$source" || status=2
  done
  wait $large || status=2
fi
wait $largest || status=2
[ "$status" -eq 0 ] && ar rcs "$output" "$work"/*.o || exit 2

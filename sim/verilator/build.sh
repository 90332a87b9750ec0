#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
#
# build -- makes a plug-in (sim/dut.h) from Verilog with Verilator; or only reads the Verilog.
#
#   build.sh read    OUTPUT    WORK NAME=VALUE... [-y DIRECTORY...] TOP.v [FILE.v...]
#   build.sh ports   OUTPUT    WORK NAME=VALUE... [-y DIRECTORY...] [FILE.v...]
#   build.sh lint    OUTPUT    WORK NAME=VALUE... [-y DIRECTORY...] TOP.v [FILE.v...]
#   build.sh array   OUTPUT.so WORK NAME=VALUE... [-y DIRECTORY...] TOP.v [FILE.v...]
#   build.sh network OUTPUT.so WORK NAME=VALUE... [-y DIRECTORY...] TOP.v [FILE.v...]
#   build.sh systemc OUTPUT.so WORK NAME=VALUE... [-y DIRECTORY...] TOP.v [FILE.v...]
#
# WORK is an empty directory for intermediate files.  NAME=VALUE: the parameters of switch that
# are not derived, SLOT_BITS and SWITCHES, all of them; of a collective engine also PROGRAM,
# MEMORY and TOP=engine_top; RUNTIME, the run-time library (runtime.sh), for a plug-in; HEADERS, as
# there; TRACE, 1 when it can record waveforms; COVERAGE, 1 when it counts coverage; OPTIMIZE,
# the level of the C++ compiler; and
# the limits MEMORY_KIB, FILE_KIB and CPU_SECONDS of each process.  What is not a parameter may
# be left out.  TOP.v holds the top module, switch_top, engine_top or network_top.  Modules that
# the files do not define are looked for in the directories.
#
# read: OUTPUT is the design as Verilator prints it: JSON, with OUTPUT.meta beside it, or, where
# Verilator does not know JSON, XML.  ports: the same of the module TOP of the files alone, whose
# parameters may be others than those of a run.  lint: OUTPUT has what Verilator warns of.
# WORK/obj/Vdut__verFiles.dat then lists the files that were read.
#
# Exit status: 0 made; 1 Verilator refused the Verilog, its message is on standard error;
# 2 anything else went wrong.

set -u

kind=$1
output=$2
work=$3
shift 3

# A process takes as long to start as a small run of the design: few are called.
case $0 in
  /*) here=${0%/*} ;;
  *) here=$(cd "$(dirname "$0")" && pwd) || exit 2 ;;
esac

# What a compiler that is killed leaves behind goes with WORK.
TMPDIR=$work
export TMPDIR

# shellcheck source=sim/verilator/find.sh
. "$here/find.sh"

systemc=
[ "$kind" != systemc ] || systemc=$here/../systemc
# shellcheck source=sim/verilator/compile.sh
. "$here/compile.sh"

top=switch_top
shim=$here/shim.cpp
libraries=
optimize=2
trace=1
coverage=0
macros=
verilate=verilate
case $kind in
  read | ports)
    mode=--skip-identical
    verilate=read_design
    ;;
  lint) mode="--lint-only --skip-identical" ;;
  array) mode=--cc ;;
  network)
    mode=--cc
    top=network_top
    macros=-DDUT_NETWORK
    ;;
  systemc)
    # Without this 5.032 assigns to parts of a wide output in one step, as SystemC cannot.
    mode="--sc -fno-dfg"
    shim=$systemc/shim.cpp
    libraries=-lsystemc
    # Of a Verilator that was made without it; the compiler knows where it is.
    export SYSTEMC_INCLUDE="${SYSTEMC_INCLUDE:-/usr/include}"
    export SYSTEMC_LIBDIR="${SYSTEMC_LIBDIR:-/usr/lib}"
    ;;
  *)
    echo "build.sh: unknown kind '$kind'" >&2
    exit 2
    ;;
esac

# A limit that is lower already stays.  POSIX knows -f alone; the shells that sh is have the
# others too.
# shellcheck disable=SC3045
limit() {
  ulimit "$@" 2>/dev/null || :
}

# Sort the remaining arguments into those of Verilator and those of the compiler.
runtime=
headers=
count=$#
while [ "$count" -gt 0 ]; do
  case $1 in
    MEMORY_KIB=*) limit -v "${1#*=}" ;;
    FILE_KIB=*) limit -f "$((${1#*=} * 2))" ;;
    CPU_SECONDS=*) limit -t "${1#*=}" ;;
    TRACE=*) trace=${1#*=} ;;
    COVERAGE=*) coverage=${1#*=} ;;
    OPTIMIZE=*) optimize=${1#*=} ;;
    RUNTIME=*) runtime=${1#*=} ;;
    HEADERS=*) headers=${1#*=} ;;
    TOP=*) top=${1#*=} ;;
    EJECT_READY=*)
      macros="$macros -DDUT_$1"
      set -- "$@" -DLOCKHOP_EJECT_READY
      ;;
    PUSHES=*)
      macros="$macros -DDUT_$1"
      set -- "$@" "-DLOCKHOP_$1"
      ;;
    SWITCHES=*) macros="$macros -DDUT_$1" ;;
    [A-Z]*=*)
      macros="$macros -DDUT_$1"
      [ "$kind" = network ] || set -- "$@" "-G$1"
      ;;
    *) set -- "$@" "$1" ;;
  esac
  shift
  count=$((count - 1))
done

# What a waveform may show is not dropped before it is looked at.
if [ "$trace" = 1 ] || [ "$kind" = lint ]; then
  mode="$mode --trace-fst"
  macros="$macros -DDUT_TRACE"
elif [ "$kind" = array ]; then
  macros="$macros -DDUT_UNSHOWN"
  set -- "$@" -DLOCKHOP_UNSHOWN
fi

# What is around the switch does not count.
if [ "$coverage" = 1 ]; then
  mode="$mode --coverage-line --coverage-toggle --coverage-user"
  macros="$macros -DDUT_COVERAGE -include sim/verilator/coverage.h"
  printf '`verilator_config\ncoverage_off -file "%s"\n' >"$work/coverage.vlt" \
    "$here/*" || exit 2
  printf 'coverage_off -file "%s"\n' "$work/*" >>"$work/coverage.vlt" || exit 2
  set -- "$work/coverage.vlt" "$@"
fi

# As the script does, with a stack without limit; and it says when that was killed.
run_verilator() {
  (limit -s unlimited && exec "$program" "$@")
  ended=$?
  [ "$ended" -le 128 ] || echo "%Error: Verilator was ended by signal $((ended - 128))"
  return "$ended"
}

# Time is in ps, whatever the files say.  The module that comes first would win over another
# of its name: that is an error.  By default words wider than 64 of 32 bits are joined by functions,
# each of which copies what is joined so far; the packets of 64 channels are up to 256 wide.
verilate() {
  # shellcheck disable=SC2086
  run_verilator -O3 $mode --expand-limit 256 --x-assign fast --x-initial unique --assert \
    --timescale-override /1ps -Wno-fatal -Werror-MODDUP -Werror-USERERROR -Werror-USERFATAL \
    --relative-includes --prefix Vdut --top-module "$top" --Mdir "$work/obj" "$@" \
    >"$work/verilator.log" 2>&1
}

# Verilator learned to print JSON in 5.022, and forgot XML later.
read_design() {
  verilate --json-only --json-only-output "$output" --json-only-meta-output "$output.meta" "$@" &&
    return
  grep -q '^%Error: Invalid option: --json-only' "$work/verilator.log" || return 1
  verilate --xml-only --xml-output "$output" "$@"
}

# For a network, and where the compile is to be fast, as little C++ as possible: loops are not
# written out, and there is one function per module instead of one per instance, in a network of
# switches and of what they have most of, in an array of route units; more would run slower.  Only
# where no signal of one instance stands for a port of another do the functions of all instances
# become one; that runs slower too.  Operations on wide words are functions in a network alone: what
# is not optimised runs twice as long with them, which a few runs of an array repay.
# Verilator refuses some loops that it may not write out.  The loops over all channels of a network
# are long.
few="--unroll-stmts 1 --unroll-count 65536"
apart=
case $kind,$optimize in
  array,0 | systemc,0) apart=route_unit ;;
  network,*)
    apart="switch route_unit output_queue priority_queue"
    few="-fno-expand $few"
    ;;
esac
if [ "$kind" = network ]; then
  [ "$optimize" -ne 0 ] || few="$few -fno-gate"
  set -- --unroll-count 65536 "$@"
fi
if [ -n "$apart" ]; then
  # shellcheck disable=SC2016,SC2086 # a quote of Verilog; several names
  {
    echo '`verilator_config' && printf 'no_inline -module "%s"\n' $apart
  } >"$work/apart.vlt" || exit 2
  set -- "$work/apart.vlt" "$@"
fi
# shellcheck disable=SC2086
if [ "$kind" = network ] || [ "$optimize" -eq 0 ]; then
  $verilate $few "$@" || { rm -rf "$work/obj" && $verilate "$@"; }
else
  $verilate "$@"
fi
status=$?

if [ "$status" -ne 0 ]; then
  cat "$work/verilator.log" >&2
  exit 1
fi

# Our own Verilog fits a module that has the ports of its page exactly, so what Verilator warns
# of there is an error of the user's module: a port of another width, or one too many.
[ "$kind" = ports ] && exit 0
[ -s "$work/verilator.log" ] && awk -v ours="$(cd "$here/../.." && pwd)/" -v work="$work/" '
  match($0, /^%Warning-(WIDTH|WIDTHEXPAND|WIDTHTRUNC|PINMISSING): /) {
    text = substr($0, RLENGTH + 1)
    place = substr(text, 1, length(work)) == work
    for (i = 1; i <= 2; i++)
      place = place || index(text, ours (i == 1 ? "rtl/" : "sim/")) == 1
    if (place && text ~ /port connection|missing pin/) {
      print "%Error: " text
      found = 1
    }
  }
  END { exit !found }' "$work/verilator.log" >&2 && exit 1

case $kind in
  read) exit 0 ;;
  lint)
    cp "$work/verilator.log" "$output" || exit 2
    exit 0
    ;;
esac

# Verilator names its folder in the Makefile that it writes; that is faster than to ask it again.
include=
while read -r name _ value; do
  [ "$name" != VERILATOR_ROOT ] || include=$value/include
done <"$work/obj/Vdut.mk"
[ -d "$include" ] || include=$("$program" --getenv VERILATOR_ROOT)/include || exit 2
[ ! -d "$include/fstcpp" ] || libraries="$libraries -llz4"

# The state of a design is what the objects of its modules hold, one behind the other.  It can be
# copied as bytes unless one of its types keeps memory of its own: strings, queues, classes.
awk '
  FILENAME ~ /__Syms\.h$/ {
    inside = inside && NF || /MODULE INSTANCE STATE/
    if (!inside || /MODULE INSTANCE STATE/)
      next
    last = $NF
    sub(/;/, "", last)
    first = first ? first : last
    next
  }
  {
    gsub(/VlWide|VlUnpacked|VlTriggerVec/, "")
    owns = owns || /Vl[A-Z]|std::/
  }
  END {
    if (first && !owns)
      print "#define DUT_STATE_FIRST " first "\n#define DUT_STATE_LAST " last
    if (first == "TOP" && last == first && !owns)
      print "#define DUT_STATE_ONE"
  }' "$work"/obj/Vdut_*.h >"$work/state.h" || exit 2

# On that state alone depends an evaluation that calls nothing but operations on words: no time,
# random number, file or output.  What has no name here counts as the like, and C code of the
# user's, by DPI or $c, as anything.  $c is marked by a comment where there are comments (Body).
# What is run once is in files of their own (Slow).  Of a design of one module that uses nothing
# but it, however often it is run, sim/verilator/cells.h makes the objects, unless they are to be
# seen in waveforms.
words="ADD|SUB|NEGATE|MULS?|DIVS?|MODDIVS?|POW[SU]*|AND|OR|XOR|NOT|RED(AND|OR|XOR)|SHIFT[LR]S?"
words="$words|[GL]TE?S?|N?EQ|COUNTONES|COUNTBITS|CLOG2|ONEHOT0?|MOSTSETBITP1|EXTENDS?|CONCAT"
words="$words|REPLICATE|SEL|BITSEL|BITISSET(LIMIT)?|ASSIGN(SEL|BIT)?|ZERO|CONST(HI)?|COND"
words="$words|STREAM[LR]|INLINE_OPT|ATTR|LIKELY|UNLIKELY|DEBUG|DBG|FATAL_MT"
if grep -q STATE_FIRST "$work/state.h" && [ ! -e "$work/obj/Vdut__Dpi.h" ]; then
  cells=0
  case $kind,$trace,$coverage in
    array,0,0) grep -q STATE_ONE "$work/state.h" && cells=1 ;;
  esac
  awk -v words="^VL_($words)(_[A-Z0-9_]*)?\$" -v cells="$cells" '
    { gsub(/(vlSymsp->)?_vm_contextp__->debug\(\)/, "") }
    FILENAME ~ /Vdut___024root/ && /vlSymsp->|name\(\)|vlNamep|VL_U?RANDOM|VL_SCOPED/ {
      bound = 1
    }
    FILENAME ~ /__(Syms|Slow|Trace)/ { next }
    /\/\/ \$c / { other = 1 }
    /\/\/ Body$/ { commented = 1 }
    {
      gsub(/VL_DEBUG_IF|Verilated::overWidthError/, "")
      other = other || /vl_[a-z]|Verilated::|contextp|std::|[^_A-Za-z]static [^c]/
      while (match($0, /VL_[A-Z0-9_]*/)) {
        other = other || substr($0, RSTART, RLENGTH) !~ words
        $0 = substr($0, RSTART + RLENGTH)
      }
    }
    END {
      if (commented && !other)
        print "#define DUT_STATE_ALONE"
      if (commented && !other && cells && !bound)
        print "#define DUT_CELLS"
    }' "$work"/obj/Vdut_*.cpp >>"$work/state.h" || exit 2
fi

# One translation unit: it compiles and runs faster than several.
{
  printf '#include "%s"\n' "$work/state.h"
  if grep -q DUT_CELLS "$work/state.h"; then
    echo '#include "sim/verilator/start.h"'
  fi
  for source in "$work"/obj/*.cpp "$shim"; do
    printf '#include "%s"\n' "$source"
  done
} >"$work/all.cpp" || exit 2
# shellcheck disable=SC2086
set -- -w $macros -I"$work/obj" -c -o "$work/all.o" "$work/all.cpp"
if [ "$optimize" -ne 0 ]; then
  compile "-O$optimize" "$@"
else
  list_headers
  compile_quickly "$@"
fi
# The other linker of the same package takes a third of the time, where there is one.
linker=
if command -v ld.gold >/dev/null; then
  linker=-fuse-ld=gold
fi
# shellcheck disable=SC2086
compile $linker -shared -Wl,-Bsymbolic -Wl,--exclude-libs,ALL -o "$output" "$work/all.o" \
  "$runtime" $libraries -lz -lpthread

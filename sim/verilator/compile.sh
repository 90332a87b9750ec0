# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=sh disable=SC2154
# compile.sh -- how the C++ of a plug-in and of its run-time library is compiled: to be sourced.
#
# $here is this folder, $work an empty one; $systemc, if not empty, that of what SystemC needs;
# $include Verilator's headers, $headers the argument HEADERS of runtime.sh, before anything is
# compiled.

# Each plug-in keeps the run-time library to itself: two of them can be loaded at a time.
# What ends a simulation and what it prints come to the shim.
first=$here/output.h
standard=-std=c++17
calls=

# run_compiler COMPILER ARGUMENT...: with what all files have in common, and these.
run_compiler() {
  compiler=$1
  shift
  # shellcheck disable=SC2086
  "$compiler" $standard -fPIC -fvisibility=hidden -fvisibility-inlines-hidden \
    $calls ${systemc:+-DVM_SC=1} -DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL \
    -I"$include" -I"$include/vltstd" -I"$here/../.." "$@"
}
compile() {
  run_compiler g++ -fno-gnu-unique -include "$first" "$@" || exit 2
}

# Without optimisation a compiler spends most of its time on headers.  They are kept in its own
# form.  Verilator asks for what records a waveform to be written out for each signal, which takes
# as long again as all else and is not faster: it is called.  The headers of C++17 have more that
# every file pays for; what those of C++14 lack is how large alignments are allocated.  SystemC's
# library is of C++17.  Assertions in Verilator's library would need another library with clang.
list_headers() {
  calls="-Dalways_inline=unused -DNDEBUG"
  [ -n "$systemc" ] || standard="-std=c++14 -faligned-new"
  list=$work/headers.h
  set -- "$here/output.h" verilated.h verilated_fst_c.h "$here/plugin.h"
  [ -z "$systemc" ] || set -- "$@" "$systemc/kernel.h"
  printf '#include "%s"\n' "$@" >"$list" || exit 2
}

# keep_headers FILE INPUT COMPILER OPTION...: make FILE of the headers.
keep_headers() (
  file=$1
  input=$2
  shift 2
  run_compiler "$@" -O0 -w -x c++-header -o "$work/headers.kept" "$input" <"$list" \
    2>"$work/headers.log" && mv "$work/headers.kept" "$file"
)

has_clang() {
  command -v clang++ >/dev/null
}

run_clang() {
  run_compiler clang++ "$@" 2>>"$work/clang.log"
}

# clang takes less than half of the time of g++, if its headers have their templates; it says when
# one of their files has changed, or is gone as the list will be.  False: it is not here, or
# something is wrong that g++ may know better.
use_clang() {
  kept=$headers.pch
  [ -n "$headers" ] && has_clang || return 1
  [ -f "$kept" ] && run_clang -include-pch "$kept" "$@" && return 0
  keep_headers "$kept" - clang++ -Xclang -fpch-instantiate-templates &&
    run_clang -include-pch "$kept" "$@"
}

# The headers of g++ are 60 MB; without them they are read as text.
use_headers() {
  kept=$headers.gch
  if [ -n "$headers" ] &&
    { [ -f "$kept" ] || keep_headers "$kept" "$list" g++ -fno-gnu-unique; }; then
    ln -sf "$kept" "$list.gch" && first=$list
  else
    standard=-std=c++17
  fi
}

# compile_quickly OPTION...: without optimisation, after list_headers.
compile_quickly() {
  use_clang -O0 "$@" || { use_headers && compile -O0 "$@"; }
}

# The same before there are headers, while others make them.
compile_alone() {
  { has_clang && run_clang -include "$first" -O0 "$@"; } || compile -O0 "$@"
}

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build_unit -- the bench of one module, for `lockhop check`: of ours, or of a user's in its place.
#
#   build_unit.sh OUTPUT SOURCE LIST WORK RUNTIME LIBRARY HEADERS [FILE.v...]
#
# SOURCE is a bench of this folder, LIST has a line for each of its models: NAME FILE PARAMETER...
# (list_models.sh).  WORK is an empty folder but for route_unit.v, which modules of a user may need.
# RUNTIME is the run-time library of sim/verilator/runtime.sh, LIBRARY that of the C twins; HEADERS
# the beginning of the names under which headers are kept.  FILE.v... are all files of the user.
#
# A user's module that has not the ports and parameters of ours is left out: WORK/left_out has a
# line for each such model, its title and the reason.  Without a model there is no OUTPUT.
#
# Exit status: 0 made, or nothing to be made; 2 the bench cannot be built.
set -u

output=$1
source=$2
list=$3
work=$4
runtime=$5
library=$6
kept=$7
shift 7
tree=$(cd "$(dirname "$0")/../.." && pwd)
cxx=g++
TMPDIR=$work
export TMPDIR
# shellcheck source=tests/twin/models.sh
. "$tree/tests/twin/models.sh"

fail() {
  echo "build_unit.sh: $*: $(grep -i error "$work/log" | head -n 1)" >&2
  exit 2
}

# ports FOLDER NAME: those of a class, one a line.
ports() {
  grep -oE 'VL_(IN|OUT|INOUT)[0-9W]*\(.*\)' "$1/$2.h" | sort
}

# declaration MODULE FILE...: from `module` to the end of its ports, wherever that stands.
declaration() {
  awk -v module="$1" '
    BEGIN { begins = "(^|[^A-Za-z0-9_$])module[ \t]+" module "([^A-Za-z0-9_$]|$)"; ARGV[1] = "" }
    FNR == 1 { inside = 0 }
    $0 ~ begins { inside = 1 }
    inside { print }
    /\);/ { inside = 0 }' "$@"
}

# declared_as_ours FILE.v...: do the user's files declare $module word for word as $file does,
# without a macro?  Then the ports are the same for all parameters, and Verilator need not say it.
# Found out once for each module.
declared=
as_ours=
declared_as_ours() {
  if [ "$declared" != "$module" ]; then
    declared=$module
    as_ours=$(declaration "$module" "$tree/$file")
    case $as_ours in
    '' | *\`*) as_ours= ;;
    *) [ "$(declaration "$module" "$@")" = "$as_ours" ] || as_ours= ;;
    esac
  fi
  [ -n "$as_ours" ]
}

# verilate NAME FOLDER MODULE FILE... -- PARAMETER...: with the modules of ours that it uses.
verilate() {
  run_verilator "$@" -y "$work" -y "$tree/rtl/component" -y "$tree/rtl/route" \
    -y "$tree/rtl/switch" -Wno-fatal --timescale-override /1ps --relative-includes \
    2>"$work/log"
}

# options NAME=VALUE...: those of the module, as options; they have no blanks.
options() {
  for parameter; do
    case $parameter in
    SPEC=* | ROUTING=* | UNIT=*) ;;
    *) printf ' -G%s' "$parameter" ;;
    esac
  done
}

# leave_out REASON: the model that is being made.
leave_out() {
  echo "$title: $1" >>"$work/left_out"
}

# make_model FILE.v...: the model $name with $parameters, from a user's files or from ours.
# False: it is left out.
make_model() {
  module=${file##*/}
  module=${module%.v}
  title="$module $parameters"
  # shellcheck disable=SC2086 # several words
  given=$(options $parameters)
  if [ $# -eq 0 ]; then
    # shellcheck disable=SC2086
    verilate "$name" "$work/$name" "$module" $given "$tree/$file" || fail "$title"
    return
  fi
  # shellcheck disable=SC2086
  verilate "$name" "$work/$name" "$module" $given "$@" || {
    leave_out "$(sed -n 's/^%Error[^:]*: //p' "$work/log" | head -n 1)"
    return 1
  }
  ! declared_as_ours "$@" || return 0
  # shellcheck disable=SC2086
  verilate "$name" "$work/ours/$name" "$module" $given "$tree/$file" || fail "$title"
  [ "$(ports "$work/$name" "$name")" = "$(ports "$work/ours/$name" "$name")" ] || {
    leave_out "other ports"
    return 1
  }
}

# once LIST: its lines, without those whose parameters another line has, in any order.
once() {
  awk '{
    line = $0
    for (i = 3; i <= NF; i++)
      for (k = NF; k > i; k--)
        if ($k < $(k - 1)) { swap = $k; $k = $(k - 1); $(k - 1) = swap }
    $1 = ""
    if (!seen[$0]++) print line
  }' "$1"
}

mkdir "$work/ours" || exit 2
once "$list" >"$work/list.txt" || exit 2
includes=
while read -r name file parameters; do
  make_model "$@" </dev/null || continue
  echo "$name $file $parameters" >>"$work/models.txt"
  include_model "$name"
  includes="$includes -isystem $work/$name"
done <"$work/list.txt"
[ -s "$work/models.txt" ] || exit 0
print_models_h >"$work/models.h"

# compile_quickly ARGUMENT...: with the headers; they are made again when one of their files has
# changed, and if that does not help, read as text.
headers=$kept-unit-$optimize.h
compile_quickly() {
  make_headers "$headers" 2>"$work/log" && compile -include "$headers" "$@" 2>"$work/log" &&
    return 0
  rm -f "$headers.gch"
  compile "$@" 2>"$work/log"
}

# shellcheck disable=SC2086 # several words
compile_quickly -w $no_end $includes -c -o "$work/models.o" "$work/models.cpp" ||
  fail "the models do not compile"
# shellcheck disable=SC2086
compile_quickly -w $no_end -DTWIN_ANY_SHAPE -c -o "$work/test.o" "$source" ||
  fail "the bench does not compile"
linker=
if command -v ld.gold >/dev/null; then
  linker=-fuse-ld=gold
fi
"$cxx" $linker -o "$output" "$work/test.o" "$work/models.o" "$runtime" "$library" -lpthread \
  -l:libjansson.so.4 -lm 2>"$work/log" || fail "the bench cannot be linked"

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build_twin -- joins a twin test, the C objects, and the Verilated models that it names.
#
#   build_twin.sh OUTPUT SOURCE CXX LDFLAGS LIBS      (from the repository root)
#
# SOURCE has a line for every model that it wants; indented lines continue it:
#
#   // model: Vrouter_4_2_3 rtl/component/router.v CHANNELS=4 PORTS=2 DEPTH=3
#
# A line `// optimize: 1` is for a test that runs for longer than the compiler takes to make it
# fast.
#
# A vector such as SIZES=32'h00040003 becomes an array in C++, of elements of 16 bits.
#
# A model of the switch has also EXAMPLE=SPEC/ROUTING, an example of `lockhop list route-units`: it
# gets its route unit and, where the line has no others, its parameters.  The name `route-units`
# stands for one such model of every route unit, Vswitch_unit_0 and so on.  One with UNIT="FILE.v"
# gets the module route_unit of this file.
#
# The source finds the models in models.h, which is made here: for each model a struct that
# holds its class and its parameters, and TWIN_MODELS, the list of these structs and of titles
# (see tests/twin/twin.h).  SPEC, ROUTING and UNIT are texts.
#
# Environment: LOCKHOP, the program, if not build/lockhop; TWIN_RTL, a Verilog file with one module,
# which takes the place of ours of that name (every model must use it); TWIN_MODELS, the names of
# the models to build, if not all, or NAME=FILE.v for a model to which that happens with this file:
# the title of such a model ends with RTL=FILE.v.
#
# TWIN_COVERAGE, not empty, if the program is to write what it has reached of the Verilog.
#
# Everything is made in build/twin/<test>, with TWIN_RTL in build/twin/broken/<file>/<test>, with
# TWIN_MODELS of NAME=FILE.v in build/twin/broken/<test>, with TWIN_COVERAGE in
# build/coverage/twin/<test>, where the program writes coverage.dat.
# The models are made again only when something that they are made of has changed.
set -eu

[ $# -eq 5 ] || {
  echo "usage: build_twin.sh OUTPUT SOURCE CXX LDFLAGS LIBS" >&2
  exit 2
}
output=$1
source=$2
cxx=$3
ldflags=$4
libs=$5
rtl=${TWIN_RTL:-}
wanted=${TWIN_MODELS:-}

test=$(basename "$source" .cpp)
work=build/twin/$test
case $wanted in
*=*) work=build/twin/broken/$test ;;
*) [ -z "$rtl" ] || work=build/twin/broken/$(basename "$rtl" .v)/$test ;;
esac
runtime_dir=build/twin/runtime
# Where paths begin, which are absolute where they are to be found again.
root=
if [ -n "${TWIN_COVERAGE:-}" ]; then
  work=build/coverage/twin/$test
  root=$PWD/
fi
tree=.

die() {
  echo "build_twin.sh: $source: $*" >&2
  exit 1
}

# shellcheck source=tests/twin/models.sh
. tests/twin/models.sh

# The run-time library of Verilator, and its headers in the compiler's own form, for all tests;
# their names change with the tools.
make_runtime() (
  flock 8
  make_headers "$headers"
  [ ! -f "$runtime" ] || exit 0
  for name in verilated verilated_threads; do
    # shellcheck disable=SC2086 # several words
    "$cxx" -std=c++17 -O1 $no_end -I"$include" -w -c -o "$runtime_dir/$name.o" \
      "$include/$name.cpp"
  done
  rm -f "$runtime.new"
  ar rcs "$runtime.new" "$runtime_dir/verilated.o" "$runtime_dir/verilated_threads.o"
  mv "$runtime.new" "$runtime"
) 8>"$runtime_dir/lock"

# write_route_unit FOLDER: the module of the network $spec with $routing.
write_route_unit() {
  mkdir -p "$1"
  "${LOCKHOP:-build/lockhop}" rtl "$spec" --routing "$routing" \
    -o "$work/generated" >/dev/null || die "no Verilog of $spec $routing"
  cp "$work/generated/route.v" "$1/route_unit.v"
}

# take_route_unit FOLDER "FILE": route_unit of a test.
take_route_unit() {
  mkdir -p "$1"
  cp "$(echo "$2" | tr -d '"')" "$1/route_unit.v"
}

# replace FOLDER FILE: the module of FILE, $replaced, is in FOLDER.
replace() {
  replaced=$(sed -n 's/^module \([A-Za-z0-9_]*\).*/\1/p' "$2")
  mkdir -p "$1"
  cp "$2" "$1/$replaced.v"
}

# verilate NAME FILE PARAMETER...: class NAME, in $work/NAME.
verilate() {
  name=$1
  file=$2
  module=${file##*/}
  module=${module%.v}
  shift 2
  [ -f "$file" ] || die "there is no $file"
  file=$root$file
  library=$root$work
  replaced=
  for parameter; do
    shift
    case $parameter in
    SPEC=*) spec=$(echo "${parameter#*=}" | tr -d '"') ;;
    ROUTING=*) routing=$(echo "${parameter#*=}" | tr -d '"') ;;
    UNIT=*.v\") library=$root$work/$name/rtl && take_route_unit "$library" "${parameter#*=}" ;;
    UNIT=*) library=$root$work/$name/rtl && write_route_unit "$library" ;;
    RTL=*)
      library=$root$work/$name/rtl
      replace "$library" "$(echo "${parameter#*=}" | tr -d '"')"
      ;;
    *) set -- "$@" "-G$parameter" ;;
    esac
  done
  [ "$module" != "$replaced" ] || file=$library/$replaced.v
  # What is generated does not count.
  coverage=
  if [ -n "$root" ]; then
    coverage="--coverage $work/coverage.vlt"
    printf '`verilator_config\ncoverage_off -file "%s/*"\n' "$root$work" >"$work/coverage.vlt"
  fi
  # shellcheck disable=SC2086 # options
  run_verilator "$name" "$work/$name" "$module" $coverage "$@" -y "$library" \
    -y "${root}rtl/component" -y "${root}rtl/route" -y "${root}rtl/switch" "$file"
  [ -z "$replaced" ] || grep -q "/$replaced.v\"" "$work/$name/${name}__verFiles.dat" ||
    die "$name does not use the module $replaced that takes the place of ours"
  include_model "$name"
}

# The models that are wanted, in that order; a name may come several times with another file.
choose() {
  awk -v wanted="$wanted" -v rtl="$rtl" '
    function show(line, file) { print line (file ? " RTL=\"" file "\"" : "") }
    !wanted { show($0, rtl) }
    { lines[$1] = $0 }
    END {
      count = split(wanted, words, " ")
      for (i = 1; i <= count; i++) {
        split(words[i], part, "=")
        line = lines[part[1]]
        if (part[2] && !line)
          exit 1
        if (part[2])
          sub(/^[^ ]*/, part[1] "_" i, line)
        if (line)
          show(line, part[2] ? part[2] : rtl)
      }
    }'
}

# $work/models.h, and $work/models.o with all models.
make_models() {
  rm -rf "$work"
  mkdir -p "$work"
  echo "$models" >"$work/models.txt"
  print_models_h >"$work/models.h"
  includes=
  while read -r name file parameters; do
    # shellcheck disable=SC2086
    verilate "$name" "$file" $parameters
    includes="$includes -isystem $work/$name"
  done <"$work/models.txt"
  # shellcheck disable=SC2086
  compile -include "$headers" ${root:+-include sim/verilator/coverage.h} -w $no_end $includes \
    -c -o "$work/models.o" "$work/models.cpp"
  echo "$key" >"$work/key"
}

[ -r "$source" ] || die "it cannot be read"
[ -z "$rtl" ] || [ -r "$rtl" ] || die "TWIN_RTL '$rtl' cannot be read"
mkdir -p "$runtime_dir" "$(dirname "$work")" "$(dirname "$output")"
models=$(tests/twin/list_models.sh "$source") || die "its models cannot be listed"
models=$(echo "$models" | choose) || die "not all models of '$wanted' are there"
[ -n "$models" ] || die "it names no model${wanted:+ of $wanted}"

# One build of a test at a time; the lock goes with this process.
exec 9>"$work.lock"
flock 9

scripts="tests/twin/build_twin.sh tests/twin/models.sh tests/twin/list_models.sh
  scripts/route_units.sh"
# shellcheck disable=SC2086 # several files
tools=$({ "$program" --version; "$cxx" --version; "$compiler" --version; cat $scripts; } | cksum)
runtime=$runtime_dir/verilated-${tools%% *}.a
headers=$runtime_dir/verilated-${tools%% *}-$optimize.h
key=$({
  echo "$tools" "$optimize" "$models"
  cat cmodel/verilog/generate/route_unit.c rtl/*/*.v tests/twin/*.v
  echo "$models" | sed -n 's/.* RTL="\(.*\)"$/\1/p' | xargs -r cat
} | cksum)
make_runtime
if [ "$(cat "$work/key" 2>/dev/null || true)" != "$key" ]; then
  make_models
fi

counting=
if [ -n "$root" ]; then
  for part in tests/twin/coverage sim/verilator/cover_point; do
    counting="$counting $work/$(basename "$part").o"
    compile "-DTWIN_COVERAGE=\"$work/coverage.dat\"" -c -o "$work/$(basename "$part").o" "$part.cpp"
  done
fi

# A part of the models may leave functions of the test unused.
compile -include "$headers" ${root:+-DTWIN_COVERAGE} -Wall -Wextra -Wshadow -Wconversion -Werror \
  ${wanted:+-Wno-unused-function} -c -o "$work/test.o" "$source"
# shellcheck disable=SC2086 # lists of options and files
"$cxx" $ldflags -o "$work/program" "$work/test.o" "$work/models.o" $counting "$runtime" $libs \
  -lpthread
mv "$work/program" "$output"

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=sh disable=SC2034,SC2154
# models.sh -- Verilated models for the benches of this folder: to be sourced by build_twin.sh and
# build_unit.sh.  They set $tree, where cmodel/ and tests/ are; $source, the bench; $cxx, a
# compiler; and $work, a folder to work in, which has models.txt with a line NAME FILE PARAMETER...
# for each model.

# shellcheck source=sim/verilator/find.sh
. "$tree/sim/verilator/find.sh"
include=$("$program" --getenv VERILATOR_ROOT)/include

# Verilator's code is not ours: it is included as system headers are, without warnings.  Most
# benches are not optimised: compiling takes longer than they run.  Those of long lives have a line
# `// optimize: 1`: without it they run for up to 35 s.  They run in half of the time when clang
# compiles them.
optimize=$(sed -n 's|^// optimize: ||p' "$source")
optimize=${optimize:-0}
compiler=$cxx
keep_templates=
if command -v clang++ >/dev/null; then
  compiler=clang++
  keep_templates="-Xclang -fpch-instantiate-templates"
fi
compile() {
  "$compiler" -std=c++17 "-O$optimize" -I"$tree/cmodel" -I"$tree" -isystem "$include" \
    -isystem "$include/vltstd" -isystem "$work" "$@"
}

# What a simulation ends with is the affair of tests/twin/laws.h.
no_end="-DVL_USER_FINISH -DVL_USER_STOP -DVL_USER_FATAL"

# make_headers FILE: Verilator's headers in the compiler's own form, FILE.gch, read faster.
make_headers() (
  [ ! -f "$1.gch" ] || exit 0
  flock 7
  [ ! -f "$1.gch" ] || exit 0
  echo '#include "verilated.h"' >"$1"
  # shellcheck disable=SC2086 # two words or none
  compile -w $keep_templates -x c++-header -o "$1.gch.part" "$1" && mv "$1.gch.part" "$1.gch"
) 7>"$1.lock"

# Loops are not written out, as in sim/verilator/build.sh.
few="--unroll-stmts 1 --unroll-count 65536"

# run_verilator NAME FOLDER MODULE ARGUMENT...: class NAME of the module, in the folder.
run_verilator() {
  class=$1
  folder=$2
  top=$3
  shift 3
  # shellcheck disable=SC2086 # options
  "$program" --cc -O3 $few --x-assign fast --x-initial unique --noassert --prefix "$class" \
    --top-module "$top" --Mdir "$folder" "$@" >/dev/null
}

# include_model NAME: in models.cpp, as one translation unit compiles faster.  Newer Verilators give
# each model a header that refuses a second of its kind by VL_PCH_INCLUDED, for the sake of
# precompiled headers; here it is read as text.
include_model() {
  for part in "$work/$1"/*.cpp; do
    printf '#undef VL_PCH_INCLUDED\n#include "%s"\n' "$1/${part##*/}" >>"$work/models.cpp"
  done
}

# describe_vector NAME DIGITS: elements of 4 hexadecimal digits each, the last one first.
describe_vector() {
  echo "$2" | fold -w 4 | tac | awk -v name="$1" '
    { list = list (NR > 1 ? ", " : "") "0x" $0 }
    END { printf "  static constexpr uint32_t %s[] = {%s};\n", name, list }'
}

# describe NAME FILE PARAMETER...: what models.h says of a model.  A test that reads registers
# defines TWIN_ROOTS.
describe() {
  class=$1
  shift 2
  echo "#include \"$class/$class.h\""
  printf '#ifdef TWIN_ROOTS\n#include "%s"\n#endif\n' "$class/${class}___024root.h"
  echo "struct twin_$class {"
  echo "  using Model = $class;"
  for parameter; do
    case $parameter in
    *"'h"*) describe_vector "${parameter%%=*}" "${parameter#*\'h}" ;;
    *\"*) echo "  static constexpr const char *${parameter%%=*} = ${parameter#*=};" ;;
    *) echo "  static constexpr uint32_t $parameter;" ;;
    esac
  done
  echo "};"
}

# models.h, of all models.
print_models_h() {
  echo "#include <cstdint>"
  while read -r model from given; do
    # shellcheck disable=SC2086 # several words
    describe "$model" "$from" $given
  done <"$work/models.txt"
  printf '#define TWIN_MODELS(MODEL)'
  tr -d '"' <"$work/models.txt" | while read -r model from given; do
    from=${from##*/}
    printf ' \\\n  MODEL(twin_%s, "%s %s")' "$model" "${from%.v}" "$given"
  done
  echo
}

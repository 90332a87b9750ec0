#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- the bench of a run in SystemC: FOLDER/bench, FOLDER is build/tb/systemc.
#
#     tb/systemc/build.sh SPEC TRAFFIC --depth W --lanes L [OPTIONS...] [--dut FILE.v]...
#         [-o FOLDER]
#     build/tb/systemc/bench [--golden] [--alone SWITCH] [--vcd NAME] [--run 'SPEC TRAFFIC ...']
#         [+PLUSARG...]
#
# The words are those of `lockhop cosim`; bench.cpp says what the options of bench are.
# FOLDER/bench makes the run that was given here, or another one on the same shape of switch.
# Environment: LOCKHOP, the command; CC, CXX; CXXFLAGS, -O0 unless set; SYSTEMC_GOLDEN=1: golden
# switches alone, without Verilator; SYSTEMC_COMMON, a folder for what all benches with the same
# CXXFLAGS have in common, FOLDER unless set.  Needs libsystemc-dev.  Exit codes of bench: those of
# `lockhop cosim`.
set -u

# shellcheck source=tb/common/design.sh
. "$(dirname "$0")/../common/design.sh"

here=$root/tb/systemc
cxx=${CXX:-g++}
echo '#include <systemc>' | $cxx -std=c++17 -E -x c++ - >/dev/null 2>&1 ||
  fail "there is no SystemC here: install libsystemc-dev" 3
macros="$("$folder/shape" -DSWITCH_ "$run")" || exit
parameters=$("$folder/shape" -G "$run" | grep -v -e SWITCHES -e CHANNELS)

# Debian's SystemC is one for C++17.  Its own headers give warnings.
compile() {
  # shellcheck disable=SC2086 # several words
  $cxx -std=c++17 ${CXXFLAGS:--O0} -w -I"$include" "$@" || exit 3
}

objects=
verilated=
if [ -z "${SYSTEMC_GOLDEN:-}" ]; then
  library=$(verilator --getenv VERILATOR_ROOT)/include
  rm -rf "$folder/obj"
  # -fno-dfg: as sim/verilator/build.sh.
  # shellcheck disable=SC2086 # several words
  verilator --sc -O3 -fno-dfg --x-assign unique --x-initial unique --assert -Wno-fatal \
    -Wno-lint --prefix Vswitch --top-module switch $parameters --Mdir "$folder/obj" \
    -f "$folder/design.f" >"$folder/verilator.log" 2>&1 ||
    { cat "$folder/verilator.log" >&2; exit 3; }
  verilated="-DVM_SC=1 -DVERILATED_SWITCH -I$folder/obj -I$library -I$library/vltstd"
  # Most of the time goes into headers: they are compiled once.
  common=${SYSTEMC_COMMON:-$folder}
  mkdir -p "$common"
  if newer "$common/headers.h.gch" "$library"/*.h; then
    printf '#include "%s"\n' systemc.h verilated.h verilated_sc.h >"$folder/headers.new"
    mv "$folder/headers.new" "$common/headers.h"
    # shellcheck disable=SC2086 # several words
    compile $verilated -x c++-header "$common/headers.h" -o "$folder/headers.new"
    mv "$folder/headers.new" "$common/headers.h.gch"
  fi
  verilated="-include $common/headers.h $verilated"
  if newer "$common/runtime.o" "$library"/*.cpp; then
    printf '#include "%s"\n' "$library/verilated.cpp" "$library/verilated_threads.cpp" \
      >"$folder/runtime.cpp"
    # shellcheck disable=SC2086 # several words
    compile $verilated -c "$folder/runtime.cpp" -o "$folder/runtime.new"
    mv "$folder/runtime.new" "$common/runtime.o"
  fi
  for source in "$folder"/obj/*.cpp; do
    echo "#include \"$source\""
  done >"$folder/all.cpp"
  # shellcheck disable=SC2086 # several words
  compile $verilated -c "$folder/all.cpp" -o "$folder/all.o"
  objects="$folder/all.o $common/runtime.o"
fi

# The bench itself is that of every design with such switches.
echo "$macros $verilated ${CXXFLAGS:-}" >"$folder/flags.new"
if newer "$folder/bench.o" "$here"/*.cpp "$here"/*.h "$root"/tb/common/*.[ch] ||
  ! cmp -s "$folder/flags.new" "$folder/flags"; then
  # shellcheck disable=SC2086 # several words
  ${CC:-cc} -r $cflags $shared -o "$folder/common.o" || exit 3
  # shellcheck disable=SC2086 # several words
  compile $verilated $macros -c "$here/bench.cpp" -o "$folder/bench.o"
  mv "$folder/flags.new" "$folder/flags"
fi
# shellcheck disable=SC2086 # several words
compile "$folder/bench.o" "$folder/common.o" $objects $libs -lsystemc -lpthread \
  -o "$folder/bench.bin"

cat >"$folder/bench" <<EOF
#!/bin/sh
case "\$*" in
  *--run*) ;;
  *) set -- "\$@" --run '$run' ;;
esac
SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 exec '$folder/bench.bin' "\$@"
EOF
chmod +x "$folder/bench"

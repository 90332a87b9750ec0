#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# build -- the bench of a run in SystemC: FOLDER/bench, FOLDER is build/tb/systemc.
#
#     tb/systemc/build.sh [-o FOLDER] SPEC TRAFFIC --depth W --lanes L [OPTIONS...] [--dut FILE.v]...
#     build/tb/systemc/bench [--golden] [--alone SWITCH] [--vcd NAME] [--run 'SPEC TRAFFIC ...']
#
# The words are those of `lockhop cosim`; bench.cpp says what the options of bench are.
# FOLDER/bench makes the run that was given here, or another one on the same shape of switch.
# Environment: LOCKHOP, the command; CC, CXX; CXXFLAGS, -O0 unless set; SYSTEMC_GOLDEN=1: golden
# switches alone, without Verilator.  Needs libsystemc-dev.  Exit codes of bench: those of
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
  $cxx -std=c++17 ${CXXFLAGS:--O0} -w -I"$include" -I"$here" "$@" || exit 3
}
# shellcheck disable=SC2086 # several words
${CC:-cc} $cflags -c "$root/tb/common/description.c" -o "$folder/description.o" || exit 3

sources=
if [ -z "${SYSTEMC_GOLDEN:-}" ]; then
  verilated=$(verilator --getenv VERILATOR_ROOT)/include
  rm -rf "$folder/obj"
  # shellcheck disable=SC2086 # several words
  verilator --sc -O3 --x-assign unique --x-initial unique --assert -Wno-fatal -Wno-lint \
    --prefix Vswitch --top-module switch $parameters --Mdir "$folder/obj" -f "$folder/design.f" \
    >"$folder/verilator.log" 2>&1 || { cat "$folder/verilator.log" >&2; exit 3; }
  runtime=$folder/verilated.o
  if newer "$runtime" "$verilated/verilated.cpp"; then
    compile -O1 -DVM_SC=1 -I"$verilated" -I"$verilated/vltstd" -c "$verilated/verilated.cpp" \
      -o "$runtime"
    compile -O1 -DVM_SC=1 -I"$verilated" -I"$verilated/vltstd" -c \
      "$verilated/verilated_threads.cpp" -o "$folder/threads.o"
  fi
  # One translation unit: most of the time goes into headers.
  for source in "$folder"/obj/*.cpp; do
    echo "#include \"$source\""
  done >"$folder/all.cpp"
  sources="-DVERILATED_SWITCH -DVM_SC=1 -I$folder/obj -I$verilated -I$verilated/vltstd
    $folder/all.cpp $runtime $folder/threads.o"
fi
# shellcheck disable=SC2086 # several words
compile $macros "-DBENCH_RUN=\"$run\"" $sources "$here/bench.cpp" "$folder/description.o" \
  $libs -lsystemc -lpthread -o "$folder/bench.bin"

cat >"$folder/bench" <<EOF
#!/bin/sh
# $run
SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1 exec '$folder/bench.bin' "\$@"
EOF
chmod +x "$folder/bench"

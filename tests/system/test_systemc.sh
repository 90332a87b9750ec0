#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_systemc -- the bench in SystemC finds planted bugs where cosim does, with links that are
# signals and alone in the golden network; cosim --machine systemc says what is missing.
set -u
. tests/system/tap.sh

# --- the machine, where there is no SystemC: a compiler that does not find it ---

mkdir -p "$scratch/bin"
cat >"$scratch/bin/g++" <<'EOF'
#!/bin/sh
case "$*" in *systemc/version.h*) exit 1 ;; esac
PATH=${PATH#*:} exec g++ "$@"
EOF
chmod +x "$scratch/bin/g++"
run env PATH="$scratch/bin:$PATH" "$lockhop" cosim hypercube:1 random --machine systemc
expect "without SystemC the machine says what to install" 3 \
  '^lockhop: --machine systemc: .*install libsystemc-dev'
if [ "$(grep -c . "$err")" -eq 1 ]; then
  ok "in one line"
else
  not_ok "in one line" "$(cat "$err")"
fi

if ! echo '#include <systemc>' | g++ -std=c++17 -E -x c++ - >/dev/null 2>&1; then
  skip "the bench in SystemC" "no libsystemc-dev"
  finish
fi
run make -s library
expect "make library" 0
folder=$scratch/bench
export SYSTEMC_COMMON="$PWD/build/tb/common"
stimuli="hypercube:3 uniform,load=0.7,warmup=0,measure=40 --depth 2 --lanes 1 --disturb stalls"

# build DUT...: the bench of the stimuli.
build() {
  # shellcheck disable=SC2086 # several words
  run tb/systemc/build.sh $stimuli "$@" -o "$folder"
}

# bench OPTION...: run it, if it is built.
bench() {
  [ "$status" -ne 0 ] || run "$folder/bench" "$@"
}

# --- bugs ---

for bug in duplicate stale_after_stall priority_order; do
  broken_switches $bug
  # shellcheck disable=SC2086 # several words
  run "$lockhop" cosim $stimuli --dut "$scratch/broken/$bug.v" --json "$scratch/$bug.json"
  expected=$(tests/system/expected_difference.py "$scratch/$bug.json" \
    '^first difference: cycle {cycle}, switch {switch}, {place}, {field}: golden ') ||
    not_ok "cosim finds $bug" "$(tail -n 3 "$out" "$err")"
  build --dut "$scratch/broken/$bug.v"
  bench
  expect "$bug is found where cosim finds it" 1 "$expected" '^DIFFER$'
  at=${expected#*switch }
  run "$folder/bench" --alone "${at%%,*}"
  expect "and so it is in a golden network" 1 "$expected" '^DIFFER$'
done

# --- judged by what it does ---

# One bench of a right router and two wrong ones, which plusargs take, one inside the other.
compared=$stimuli
stimuli="hypercube:2 uniform,load=1,warmup=0,measure=40 --depth 2 --lanes 1"
stimuli="$stimuli --disturb stalls,resets --compare flow"
wrong_router "$scratch/wrong.v"
sed 's/= count_q != 0;/= count_q != 0 \&\& out_ready_i[p];/' examples/routers/pipelined.v \
  >"$scratch/depends.v"
{
  tests/system/plant.py depends "$scratch/wrong.v" "$scratch/depends.v" >"$scratch/two.sv" &&
    tests/system/plant.py wrong examples/routers/pipelined.v "$scratch/two.sv" >"$scratch/router.sv"
} || not_ok "plant.py"
build --dut "$scratch/router.sv"
bench
expect "a router with times of its own breaks no rule" 0 \
  '^[0-9]{3} cycles of 4 switches, ([0-9]{3}) of \1 packets arrived$' '^PASS$'
rule_of_cosim "$stimuli --dut $scratch/wrong.v"
run "$folder/bench" +planted=wrong
breaks_rule "one that inverts data breaks a rule where cosim finds it"
run "$folder/bench" +planted=wrong --run "${stimuli%flow}delivery"
expect "by what arrives it is LOST" 1 '^LOST$'
run "$folder/bench" +planted=wrong +planted=depends
expect "outputs do not depend on inputs" 1 \
  '^first difference: cycle [0-9]+, switch [0-3], out_valid depends on inputs of the same cycle'
run "$folder/bench" --golden
expect "golden switches break no rule" 0 '^PASS$'
run "$folder/bench" --alone 1
refused "one switch in a golden network is not judged" '--compare flow and delivery judge a whole'
stimuli=$compared

# --- the right switch ---

# docs/benches.md runs a d3:2,2; this one has VCs, seeds and priorities.
seeded="hypercube:2 shuffle --packets ports --routing drand-trans-ooo --depth 1 --lanes 1 --vcs 2"
for stimuli in "$stimuli,resets" "$seeded"; do
  build
  bench --vcd "$scratch/wired"
  expect "$stimuli: agrees" 0 '^[1-9][0-9]* cycles of [48] switches agree$' '^PASS$'
  run "$folder/bench" --golden
  expect "$stimuli: of golden switches" 0 '^[1-9][0-9]* cycles of [48] switches agree$' '^PASS$'
done
run grep -c 'wire .* out_valid' "$scratch/wired.vcd"
expect "the trace has the ports of every switch, twice" 0 '^8$'

# --- what is wrong ---

run "$folder/bench" --run "hypercube:2 random --depth 3 --lanes 1"
refused "a run that needs another switch" 'needs another switch; build the bench for it'
run "$folder/bench" --alone 4
refused "a switch that the network does not have" '^--alone: there are 4 switches'
run "$folder/bench" --run "hypercube:2 random --depth 1 --lanes 1 --vcd x"
refused "an option that is none" "'--vcd' in the options of a description"
finish

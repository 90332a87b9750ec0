#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_mpi -- a run by several ranks is the run by one process, byte for byte.
set -u
. tests/system/tap.sh

root=$PWD
lockhop=$(realpath "$lockhop")
lockhop_mpi=${lockhop}-mpi
if [ ! -x "$lockhop_mpi" ] || ! command -v mpirun >/dev/null; then
  skip "runs by several ranks" "lockhop-mpi is not built: there is no Open MPI"
  finish
fi

# Root, more ranks than processors, and control groups without ptrace are allowed here alone.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
ranks="timeout 120 mpirun --oversubscribe -n"

# result FILE COMMAND...: exit code, text and JSON of a run, less what was measured.
result() {
  result_file=$1
  shift
  rm -f "$scratch/json"
  run "$@" --json "$scratch/json"
  {
    echo "exit $status"
    cat "$out"
    grep -v '"setup_seconds"' "$scratch/json"
  } >"$result_file"
}

# every WORDS: the same command by one process, and by some numbers of ranks.
every() {
  # shellcheck disable=SC2086 # several words
  result "$scratch/one" "$lockhop" $1
  grep -q '"outcome": "[A-Z]*"' "$scratch/one" || not_ok "$1: no result" "$(cat "$err")"
  for count in $counts; do
    # shellcheck disable=SC2086
    result "$scratch/many" $ranks "$count" "$lockhop_mpi" $1
    if cmp -s "$scratch/one" "$scratch/many"; then
      ok "$1: $count ranks"
    else
      not_ok "$1: $count ranks" "$(diff "$scratch/one" "$scratch/many" | head -8)" \
        "$(head -3 "$err")"
    fi
  done
}

counts="1 2 3 4"
every "run hypercube:7 uniform,load=0.5,measure=200 --depth 2"
counts=3
whole && counts="2 3 4"
every "run hypercube:6 random --packets 6 --routing rand-sync --depth 1"
every "run hypercube:13 random --routing drand-trans-ooo"
every "run mesh:8x8 uniform,load=0.2,measure=200 --depth 3"
every "run hypercube:5 uniform,load=0.5,measure=200 --depth 1 --disturb stalls,resets,holds"
every "run hypercube:5 uniform,load=0.9,measure=200 --depth 1 --cycles 150"
every "run torus:4x4 random --packets 30 --depth 1 --vcs 1"
if whole; then
  every "run d3:3,4 all-to-all"
  every "run d3:3,4 uniform,load=0.4,measure=200 --routing ugal-l --depth 2"
  every "run d3:2,3 broadcast,source=0,count=20 --depth 1"
  every "run d3:4,8 uniform,load=0.3,measure=500 --routing two-levels"
  every "run hdn:2x3:2x3 uniform,load=0.2 --depth 2"
  every "run benes:6 random"
  every "run torus:8x8 uniform,load=0.3 --depth 1"
  every "run hypercube:4 random --failed 3,5"
  every "run hypercube:4 random --packets 6 --sends 2 --routing rand-trans --depth 2"
fi

# --- lock step ---

counts="1 2 4"
every "cosim hypercube:4 random --packets 4 --routing rand-trans --depth 2"
counts=3
every "cosim torus:4x4 random --packets 6 --vcs 3"
every "cosim hypercube:4 uniform,load=0.3,measure=60 --disturb stalls,resets,noise"
every "cosim hypercube:7 uniform,load=0.01,measure=100"
if whole; then
  every "cosim d3:2,3 uniform,load=0.4,measure=100"
  every "cosim mesh:4x4 random --packets 9 --routing dimension-order --depth 1 --vcs 2"
  every "cosim hypercube:4 random --packets 6 --sends 2 --routing drand-trans-ooo --depth 2"
  every "cosim benes:3 random --packets 4"
  every "cosim torus:4x4 random --packets 30 --depth 1 --vcs 1"
  every "cosim hypercube:4 random --failed 3,5"
fi

# --- Verilog alone ---

array="--machine array"

# judged VERDICT: of the last run by ranks.
judged() {
  if grep -q "^$1" "$scratch/many"; then
    ok "which is $1"
  else
    not_ok "which is $1" "$(cat "$scratch/many")"
  fi
}

every "run hypercube:4 uniform,load=0.3,measure=60 --disturb stalls,resets,noise $array"
counts="1 2 4"
every "run torus:4x4 random --packets 6 --vcs 3 $array"
if whole; then
  counts="2 3 4"
  every "run hypercube:7 uniform,load=0.01,measure=100 $array"
  every "run hypercube:4 random --packets 6 --routing rand-sync --depth 1 $array"
  every "run mesh:4x4 random --packets 9 --routing dimension-order --depth 1 --vcs 2 $array"
  every "run d3:2,3 broadcast,source=0,count=20 --depth 1 $array"
  every "run benes:3 random --packets 4 $array"
  every "run torus:4x4 random --packets 30 --depth 1 --vcs 1 $array"
  every "run hypercube:4 random --failed 3,5 $array"
  # Packets arrive by other ways.
  broken_switches priority_order
  every "run hypercube:4 random --packets 4 $array --dut $scratch/broken/priority_order.v"
  judged MISROUTED
fi

# A packet that a terminal sends to itself is ejected wrongly.
broken_switches flip_ejected_data
cd "$scratch" || exit 1
counts="2 4"
for at in 3 "1 3" "3 2 0"; do
  {
    echo "# lockhop schedule 1 hypercube:2 deterministic"
    echo "# cycle source destination header"
    for one in $(echo "$at" | tr ' ' '\n' | sort); do
      echo "0 $one $one 0x$one"
    done
  } >trace
  every "cosim hypercube:2 trace:trace --dut broken/flip_ejected_data.v"
  case $at in
  3) expected="cycle 1, switch 3 " ;;
  *) expected="other switch" ;;
  esac
  if grep -q "$expected" many && grep -q '^last events of switch' many; then
    ok "a bug at $at is explained"
  else
    not_ok "a bug at $at is explained" "$(cat many)"
  fi
done
every "run hypercube:2 trace:trace --machine array --dut broken/flip_ejected_data.v"
judged LOST

# ends WHAT VERILOG: a design that does something at the switch of the second rank.
ends() {
  sed '/^endmodule/d' "$root/rtl/switch/switch.v" >"$1.v"
  cat >>"$1.v" <<END
  reg last;
  always @(posedge clk)
    if (rst) last <= here_i[0];
    else if (last && inject_valid_i[0]) $2;
endmodule
END
}

short="hypercube:1 bit-complement --packets 4 --lanes 1 --depth 2 --step-seconds 1"
# shellcheck disable=SC2016 # of Verilog
{
  ends fatal '$fatal(1, "too bad")'
  ends exits '$c("exit(0);")'
  ends hangs '$c("for (volatile int i = 1; i;);")'
}
counts=2
every "cosim $short --dut fatal.v"
every "run $short --machine array --dut fatal.v"
for what in exits hangs; do
  rm -f json
  # shellcheck disable=SC2086
  run "$lockhop" cosim $short --dut $what.v --json json
  cp "$out" one
  grep '^lockhop: the' "$err" >>one
  one=$status
  # shellcheck disable=SC2086
  run $ranks 2 "$lockhop_mpi" cosim $short --dut $what.v --json json
  cp "$out" many
  grep '^lockhop: the' "$err" >>many
  if [ "$status" -eq "$one" ] && cmp -s one many && [ ! -e json ] && ! grep -q PASS many; then
    ok "a design that $what in one rank: exit code $one, one line"
  else
    not_ok "a design that $what in one rank" "exit status $status, not $one" "$(cat many "$err")"
  fi
done

# The same command line, but another switch.
mkdir here there
cp "$root/rtl/switch/switch.v" here
cp exits.v there/switch.v
# shellcheck disable=SC2086
run $ranks 1 -wdir "$scratch/here" "$lockhop_mpi" cosim $short --dut switch.v : \
  -n 1 -wdir "$scratch/there" "$lockhop_mpi" cosim $short --dut switch.v
expect "ranks with other Verilog are refused" 2 "ranks 0 and 1 do not make the same run"
cd "$root" || exit 1

# --- as jobs of Slurm ---

# in_job EXPECTED WORDS: the text and the exit code of a job are those of one process.
in_job() {
  expected=$1
  shift
  # shellcheck disable=SC2086
  run "$lockhop" $1
  cp "$out" "$scratch/one"
  # shellcheck disable=SC2086
  run sbatch --wait --ntasks=2 --overcommit --output="$scratch/job" \
    examples/farm/slurm-ranks.sh $1
  grep -v '^srun: ' "$scratch/job" >"$scratch/many"
  if [ "$status" -eq "$expected" ] && cmp -s "$scratch/one" "$scratch/many"; then
    ok "Slurm: $1: exit code $status"
  else
    not_ok "Slurm: $1" "exit status $status" "$(cat "$scratch/many" "$err")"
  fi
}

if whole && [ "$(id -u)" -eq 0 ] && command -v slurmctld munged >/dev/null; then
  node=$scratch/slurm
  if tests/system/slurm_node.sh start "$node" >"$scratch/conf" 2>"$err"; then
    SLURM_CONF=$(cat "$scratch/conf")
    export SLURM_CONF LOCKHOP_MPI="$lockhop_mpi"
    in_job 0 "run hypercube:6 random"
    in_job 0 "cosim hypercube:4 uniform,load=0.3,measure=60"
    in_job 4 "run torus:4x4 random --packets 30 --depth 1 --vcs 1"
  else
    skip "runs as jobs of Slurm" "its node does not start: $(tail -n 1 "$err")"
  fi
  tests/system/slurm_node.sh stop "$node"
fi

# --- what is refused ---

# refused PATTERN WORDS: two ranks refuse it with one line of ours and exit code 2.
refused() {
  # shellcheck disable=SC2086
  run $ranks 2 "$lockhop_mpi" $2 --json "$scratch/refused"
  if [ "$status" -eq 2 ] && [ "$(grep -c '^lockhop: ' "$err")" -eq 1 ] &&
    grep -q "$1" "$err" && [ ! -s "$out" ] && [ ! -e "$scratch/refused" ]; then
    ok "$2: refused"
  else
    not_ok "$2: refused" "exit status $status" "$(cat "$out" "$err")"
  fi
}

refused "several ranks make one run" "check hypercube:3"
refused "unknown topology" "run nothing:3 random"
if whole; then
  refused "use lockhop" "run hypercube:3 random --machine network"
  refused "use lockhop" "run hypercube:3 random --exercise"
  refused "use lockhop" "run hypercube:3 random --threads 2"
  refused "use lockhop" "cosim hypercube:3 random --machine network"
  refused "use lockhop" "cosim hypercube:3 random --wave $scratch/w.fst"
  refused "use lockhop" "cosim hypercube:3 random --compare flow"
  refused "use lockhop" "cosim hypercube:3 all-to-all-broadcast"
  refused "too many" "cosim hypercube:0 random"
fi
# shellcheck disable=SC2086
run $ranks 3 "$lockhop_mpi" --version
if [ "$status" -eq 0 ] && [ "$(wc -l <"$out")" -eq 1 ]; then
  ok "one rank says what version it is"
else
  not_ok "--version" "$(cat "$out" "$err")"
fi
# shellcheck disable=SC2086
run $ranks 1 "$lockhop_mpi" run hypercube:3 random : -n 1 "$lockhop_mpi" run hypercube:4 random
expect "ranks of two runs are refused" 2 "ranks 0 and 1 do not make the same run"
# The same command line, and as many stalls, but one of them longer.
mkdir -p "$scratch/here" "$scratch/there"
program=$lockhop_mpi
"$lockhop" run hypercube:3 random --disturb stalls --save-trace "$scratch/here/t" >"$out" 2>&1
sed '0,/^# stall/s/^# stall \([0-9]*\) [0-9]* /# stall \1 999 /' "$scratch/here/t" \
  >"$scratch/there/t"
# shellcheck disable=SC2086
run $ranks 1 -wdir "$scratch/here" "$program" run hypercube:3 trace:t : \
  -n 1 -wdir "$scratch/there" "$program" run hypercube:3 trace:t
expect "ranks with other disturbances are refused" 2 "ranks 0 and 1 do not make the same run"

# --- what goes wrong in mid-run ---

# no_result TEXT: the last run failed, and says and has written nothing that looks whole.
no_result() {
  if [ "$status" -ne 0 ] && ! grep -q PASS "$out" && [ ! -e "$scratch/json" ]; then
    ok "$1"
  else
    not_ok "$1" "exit status $status" "$(tail -5 "$out" "$err")"
  fi
}

# shellcheck disable=SC2046 # several flags
if cc -shared -fPIC $(pkg-config --cflags ompi-c) -o "$scratch/wrong.so" \
  tests/system/wrong_mpi.c $(pkg-config --libs ompi-c) 2>"$err"; then
  for what in bit cycle short end; do
    rm -f "$scratch/json"
    # shellcheck disable=SC2086
    run env LD_PRELOAD="$scratch/wrong.so" WRONG_MPI=$what $ranks 3 "$lockhop_mpi" run \
      hypercube:6 uniform,load=0.5,measure=200 --json "$scratch/json"
    case $what in
    bit)
      if [ "$status" -eq 1 ] && grep -q '^LOST' "$out"; then
        ok "a wrong bit in a message: LOST"
      else
        not_ok "a wrong bit in a message" "exit status $status" "$(tail -3 "$out" "$err")"
      fi
      ;;
    *) no_result "a message that is wrong ($what): no result" ;;
    esac
  done
  for what in cycle short; do
    rm -f "$scratch/json"
    # shellcheck disable=SC2086
    run env LD_PRELOAD="$scratch/wrong.so" WRONG_MPI=$what $ranks 3 "$lockhop_mpi" run \
      hypercube:4 uniform,load=0.3,measure=60 --machine array --disturb stalls,resets,noise \
      --json "$scratch/json"
    no_result "a message of a design alone that is wrong ($what): no result"
  done
else
  not_ok "wrong_mpi.c compiles" "$(cat "$err")"
fi

rm -f "$scratch/json"
mpirun --oversubscribe -n 3 "$lockhop_mpi" run hypercube:10 uniform,load=0.3,measure=1000000 \
  --memory 0 --json "$scratch/json" >"$out" 2>"$err" </dev/null &
job=$!
child=
while [ -z "$child" ] && kill -0 "$job" 2>/dev/null; do
  sleep 0.2
  children=$(cat "/proc/$job/task/$job/children" 2>/dev/null)
  for process in $children; do
    [ "$(cat "/proc/$process/comm")" != lockhop-mpi ] || child=$process
  done
done
sleep 1
kill -9 "$child"
wait "$job"
status=$?
no_result "a rank that is killed: no result"
finish

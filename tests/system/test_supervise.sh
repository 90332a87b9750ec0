#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_supervise -- whatever a design does, and whatever signal comes, a command that runs Verilog
# ends as documented and leaves no process and no unfinished file.
# shellcheck disable=SC2016,SC2034 # Verilog with $; command_line is of tap.sh
set -u
. tests/system/tap.sh

root=$PWD
case $lockhop in
  /*) ;;
  *) lockhop=$root/$lockhop ;;
esac
short="hypercube:1 bit-complement --packets 4 --lanes 1 --depth 2"

# hostile NAME: that switch as $scratch/NAME.v.
hostile() {
  mkdir -p "$scratch/$1.d"
  cp rtl/switch/switch.v "$scratch/$1.d"
  (cd "$scratch/$1.d" && GIT_CEILING_DIRECTORIES=$scratch \
    git apply -p3 "$root/tests/hostile/$1.patch") ||
    not_ok "tests/hostile/$1.patch applies"
  mv "$scratch/$1.d/switch.v" "$scratch/$1.v"
  rmdir "$scratch/$1.d"
}

# nothing TEXT: no unfinished file in the scratch folder.
nothing() {
  left=$(find "$scratch" -name '*part*' | head -n 3)
  if [ -z "$left" ]; then
    ok "$1"
  else
    not_ok "$1" "$left"
  fi
}

hostile endless_logic
hostile crashes
hostile endings
hostile exits # by _exit
sed 's/_exit/exit/' "$scratch/exits.v" >"$scratch/leaves.v"
cp rtl/switch/switch.v "$scratch/ours.v"

# Built first: what is interrupted is the run.
for switch in ours endings endless_logic; do
  # shellcheck disable=SC2086 # options
  run "$lockhop" cosim $short --dut "$scratch/$switch.v" --wave "$scratch/first.fst" \
    --step-seconds 1
done
expect "a design that hangs is ended" 4 \
  '^evaluating switch [01] in cycle [0-9]+ takes more than 1 s' \
  '^TIMEOUT$'
[ "$(tail -n 1 "$out")" = TIMEOUT ] || not_ok "TIMEOUT is the last line" "$(cat "$out")"
# A long run has a plug-in of another kind.
run timeout 300 "$lockhop" cosim hypercube:1 uniform,load=0.3,warmup=0,measure=4000000 --depth 2 \
  --lanes 1 --cycles 50 --dut "$scratch/ours.v" --wave "$scratch/first.fst"
expect "the long run is built" 4 '^TIMEOUT$'

laws "all signals were tried" python3 tests/system/supervise.py "$lockhop" "$scratch" \
  "$scratch/ours.v" "$scratch/endless_logic.v" "$scratch/endings.v"

# --- designs that end the process, and where their text goes ---

for name in crashes exits leaves; do
  # shellcheck disable=SC2086
  run "$lockhop" cosim $short --dut "$scratch/$name.v" --wave "$scratch/$name.fst" \
    --json "$scratch/$name.json"
  if [ "$status" -eq 3 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q '^lockhop: ' "$err" &&
    ! grep -q PASS "$out" && [ ! -e "$scratch/$name.json" ] && [ ! -e "$scratch/$name.fst" ]; then
    ok "$name: exit 3, one line, no files"
  else
    not_ok "$name: exit 3, one line, no files" "exit $status" "$(cat "$err" "$out" | tail -n 5)"
  fi
done
# shellcheck disable=SC2086
run "$lockhop" cosim $short --dut "$scratch/endless_logic.v" --step-seconds 1 --json - \
  --wave "$scratch/hang.fst"
if [ "$status" -eq 4 ] && [ ! -s "$out" ] && [ "$(tail -n 1 "$err")" = TIMEOUT ] &&
  [ ! -e "$scratch/hang.fst" ]; then
  ok "a hang with --json -: text on standard error alone"
else
  not_ok "a hang with --json -: text on standard error alone" "exit $status" "$(cat "$out" "$err")"
fi
nothing "crash, exit and hang leave nothing half-written"

sed 's/^endmodule/always @(posedge clk) if (!rst) begin\
  $display("hostile display");\
  $write("hostile write\\n");\
  $fdisplay(32'"'"'h8000_0001, "hostile stream 1");\
  $fdisplay(32'"'"'h8000_0002, "hostile stream 2");\
  $c("printf(\\"hostile printf\\\\n\\"); fflush(stdout);");\
  $c("fprintf(stderr, \\"hostile fprintf\\\\n\\");");\
  $system("echo hostile system");\
  $system("echo hostile device >\/dev\/stdout");\
  end\
endmodule/' rtl/switch/switch.v >"$scratch/loud.v"
# shellcheck disable=SC2086
"$lockhop" cosim $short --cycles 30 --dut "$scratch/loud.v" --json - 2>&1 >"$out" | cat >"$err"
spoken=0
for way in display write 'stream 1' 'stream 2' printf fprintf system device; do
  grep -q "hostile $way" "$err" && spoken=$((spoken + 1))
done
if python3 -m json.tool "$out" >"$scratch/log" 2>&1 && ! grep -q hostile "$out" &&
  [ "$spoken" -eq 8 ]; then
  ok "--json - holds the object alone, whatever the design prints"
else
  not_ok "--json - holds the object alone, whatever the design prints" "$spoken of 8 ways" \
    "$(head -n 5 "$out")" "$(head -n 5 "$err")"
fi
# shellcheck disable=SC2086
run "$lockhop" cosim $short --dut "$scratch/loud.v" --quiet
if [ "$status" -eq 0 ] && [ "$(cat "$out")" = PASS ]; then
  ok "--quiet: one word on standard output"
else
  not_ok "--quiet: one word on standard output" "exit $status" "$(head -n 5 "$out")"
fi

# --- standard streams that are closed, and signals that are ignored ---

# shellcheck disable=SC2086
{
  "$lockhop" cosim $short --dut "$scratch/loud.v" --json "$scratch/closed.json" >&- 2>"$err"
  status=$?
}
command_line="cosim >&-"
expect "standard output closed: an error" 3 'cannot write to standard output'
# shellcheck disable=SC2086
"$lockhop" cosim $short --dut "$scratch/loud.v" --json "$scratch/closed2.json" >"$out" 2>&- <&-
status=$?
command_line="cosim 2>&- <&-"
expect "standard error and input closed: no matter" 0 '^PASS$'
for name in closed closed2; do
  if python3 -m json.tool "$scratch/$name.json" >"$scratch/log" 2>&1; then
    ok "$name.json holds the result and nothing that was printed"
  else
    not_ok "$name.json holds the result and nothing that was printed" \
      "$(head -n 3 "$scratch/$name.json")"
  fi
done
broken_switches duplicate
# shellcheck disable=SC2086
run env --ignore-signal=CHLD "$lockhop" cosim hypercube:2 random --packets 8 --depth 1 \
  --machine array --dut "$scratch/broken/duplicate.v" --quiet --json "$scratch/ignored.json"
plain_outcome=$(sed -n 's/.*"outcome": "\(.*\)"/\1/p' "$scratch/ignored.json")
if [ "$plain_outcome" != PASS ] && [ "$status" -eq 1 ]; then
  ok "the exit code is that of the run where SIGCHLD is ignored"
else
  not_ok "the exit code is that of the run where SIGCHLD is ignored" "$plain_outcome, exit $status"
fi
run timeout 3 "$lockhop" cosim hypercube:1 uniform,load=0.3,warmup=0,measure=4000000 --depth 2 \
  --lanes 1 --dut "$scratch/ours.v" --wave "$scratch/timeout.fst" --json "$scratch/timeout.json"
expect "under timeout: ended in good order" 124 '^INTERRUPTED$'
if fst2vcd -f "$scratch/timeout.fst" -o "$scratch/timeout.vcd" 2>"$scratch/log" &&
  grep -q INTERRUPTED "$scratch/timeout.json"; then
  ok "under timeout: waveform and JSON are whole"
else
  not_ok "under timeout: waveform and JSON are whole" "$(ls "$scratch")"
fi
nothing "nothing half-written is left behind"

# --- a disk that is full ---

# A disk of 8 KiB: the temporary files of the waveform get no page.
mkdir "$scratch/disk"
# shellcheck disable=SC2016 # for the inner shell
unshare -m true 2>"$scratch/log" && run unshare -m sh -c 'mount -t tmpfs -o size=8k none "$1" &&
  cd "$1" && TMPDIR=$1 && export TMPDIR && shift && "$@"; status=$?; ls; exit $status' sh \
  "$scratch/disk" "$lockhop" cosim hypercube:1 uniform,load=0.3,warmup=0,measure=2000 --depth 2 \
  --lanes 1 --dut "$scratch/ours.v" --wave full.fst
if [ -s "$scratch/log" ]; then
  skip "a disk that is full" "nobody but root can mount one"
elif [ "$status" -eq 3 ] && [ "$(wc -l <"$err")" -eq 1 ] && grep -q 'disk is full' "$err" &&
  [ ! -s "$out" ]; then
  ok "a disk that is full: one line, which names it, and no files"
else
  not_ok "a disk that is full: one line, which names it, and no files" "exit $status" \
    "$(head "$err" "$out")"
fi
finish

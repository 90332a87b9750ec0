#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_testbench -- lockhop testbench: generated networks and switches pass their benches in other
# simulators, planted bugs fail there where lockhop cosim finds them, and a bench whose files are
# not its own does not pass.
set -u
. tests/system/tap.sh

# icarus FOLDER [OPTION...]: compile and run a bench; files.f is that of the folder.
icarus() {
  folder=$1
  shift
  run sh -c 'cd "$1" && shift && iverilog -g2005 -Wall -s testbench -o testbench.vvp "$@" \
    -f files.f && vvp -n testbench.vvp' sh "$folder" "$@"
}

# passes TEXT: the bench that was just run has passed, says so last, and nothing was printed but
# what it compared.
passes() {
  if [ "$status" -eq 0 ] && [ "$(tail -n 1 "$out")" = PASS ] && [ ! -s "$err" ] &&
    head -n 1 "$out" | grep -qE '^[1-9][0-9]* cycles compared, with [1-9][0-9]* packets$' &&
    [ "$(wc -l <"$out")" -eq 2 ]; then
    ok "$1"
  else
    not_ok "$1" "exit status $status" "$(tail -n 5 "$out" "$err")"
  fi
}

# fails TEXT LINE: it has failed, with this one line before FAIL.
fails() {
  if [ "$status" -eq 1 ] && [ "$(tail -n 1 "$out")" = FAIL ] && [ "$(wc -l <"$out")" -eq 2 ] &&
    head -n 1 "$out" | grep -qE -e "$2"; then
    ok "$1"
  else
    not_ok "$1" "exit status $status, expected: $2" "$(tail -n 5 "$out" "$err")"
  fi
}

# --- a foreign simulator agrees with generated networks, and with one switch of each kind ---

while read -r spec options; do
  name=$(echo "$spec" | tr ':,' '--')
  # shellcheck disable=SC2086 # options are several words
  run "$lockhop" testbench "$spec" $options -o "$scratch/$name"
  expect "a bench is written: $spec $options" 0 "^$spec: a bench of [0-9]+ cycles that compares"
  icarus "$scratch/$name"
  passes "Icarus agrees: $spec $options"
  rm -f "$scratch/$name/testbench.vvp"
done <<'END'
hypercube:3 random --packets 4
hypercube:2 random --packets 4
hypercube:4 random --packets 4
hypercube:5 random --packets 2
d3:2,3 random --packets 2 --disturb holds,resets,noise
mesh:4x4 random --packets 3 --seed 2
benes:3 random --packets 3
d3:2,2 broadcast,source=3
END

while read -r spec switch options; do
  # shellcheck disable=SC2086
  run "$lockhop" testbench "$spec" $options --switch "$switch" -o "$scratch/switch"
  icarus "$scratch/switch"
  passes "Icarus agrees: switch $switch of $spec $options"
done <<'END'
hypercube:2 11 random --packets 8 --disturb all
hypercube:3 2 random --packets 4 --routing rand-trans-ooo --vcs 1 --disturb all --data-bits 64
hypercube:3 101 random --packets 6 --routing drand-trans-ooo --disturb noise
hypercube:2 3 random --packets 4 --routing rand-sync
mesh:4x4 1.2 random --packets 4
END

# --- planted bugs ---

# replace FOLDER FILE.v: files.f takes this file in the place of that with its module.
replace() {
  module=$(sed -n 's/^module \([a-z_]*\).*/\1/p' "$2")
  cp "$2" "$1/planted.v"
  sed -i "s|^rtl/.*/$module\.v\$|planted.v|" "$1/files.f"
  grep -q '^planted.v$' "$1/files.f" || not_ok "$1/files.f has $module"
}

# bug NAME SPEC OPTIONS: with the packets on stdin, as in test_planted_bugs.sh, the bench of the
# switch that lockhop cosim names fails at the cycle, port and field that it names.
bug() {
  broken_switches "$1"
  { echo "# lockhop schedule 1 $2 deterministic" &&
    echo "# cycle source destination header" && cat; } >"$scratch/$1.trace"
  # shellcheck disable=SC2086
  run "$lockhop" cosim "$2" "trace:$scratch/$1.trace" $3 --dut "$scratch/broken/$1.v" \
    --json "$scratch/$1.json" --wave "$scratch/$1.fst"
  found=$(python3 - "$scratch/$1.json" <<'END'
import json, sys
d = json.load(open(sys.argv[1]))["difference"]
port = d["field"].replace("_header", "").replace("_data", "")
half = next((" " + h for h in ("header", "data") if d["field"].endswith("_" + h)), "")
port = port + "_packet" if half else port
print(d["switch"])
print(f"^cycle {d['cycle']}, switch {d['switch']}, {port}_o\\[{d['port']}\\]{half}:"
      f" expected 0*{d['golden']:x}, seen 0*{d['dut']:x}$")
END
  )
  # shellcheck disable=SC2086
  run "$lockhop" testbench "$2" "trace:$scratch/$1.trace" $3 \
    --switch "$(echo "$found" | head -n 1)" -o "$scratch/$1"
  icarus "$scratch/$1"
  passes "the right switch passes the bench for $1"
  replace "$scratch/$1" "$scratch/broken/$1.v"
  icarus "$scratch/$1"
  fails "$1 is found where lockhop cosim finds it" "$(echo "$found" | tail -n 1)"
  found_last=$(echo "$found" | tail -n 1)
}

bug duplicate hypercube:2 "--lanes 2 --depth 2" <<'END'
0 0 1 0x1
0 0 2 0x2
END
bug stale_after_stall hypercube:3 "--lanes 1 --depth 2" <<'END'
0 1 4 0x4
0 2 4 0x4
1 1 4 0x4
1 2 4 0x4
2 2 4 0x4
3 2 4 0x4
END
bug priority_order hypercube:2 "" <<'END'
0 0 3 0x3
END

# planted TEXT MODULE SED LINE: a change of a module of $scratch/right, a switch of hypercube:2.
run "$lockhop" testbench hypercube:2 random --packets 4 --switch 0 -o "$scratch/right"
planted() {
  rm -rf "$scratch/wrong"
  cp -R "$scratch/right" "$scratch/wrong"
  sed -i "$3" "$scratch/wrong/$2"
  cmp -s "$scratch/right/$2" "$scratch/wrong/$2" && not_ok "$2 changes by $3"
  icarus "$scratch/wrong" -Wno-timescale
  fails "$1" "$4"
}

switch=rtl/switch/switch.v
planted "an x in a packet that is valid fails" $switch \
  "s/assign out_packet_o = first;/assign out_packet_o = {first[QUEUES*PACKET_BITS-1:1], 1'bx};/" \
  '^cycle [0-9]+, switch 0, out_packet_o\[0\] header: expected [0-3], seen [0-3]*[xX]$'
planted "an x of a valid bit fails" $switch \
  "s/assign out_valid_o = linked;/assign out_valid_o = {QUEUES{1'bx}};/" \
  '^cycle 0, switch 0, out_valid_o\[0\]: expected 0, seen x$'
planted "an output that follows an input without a clock edge fails" $switch \
  's/_ready_o} = ready;/_ready_o} = ready \& ~{CHANNELS{inject_valid_i[0]}};/' \
  '^cycle 0, switch 0, in_ready_o\[0\]: expected 1, seen 0, when an input had changed in the same'
planted "a digit that is wrong fails" expected.txt '4s/^0 0 0 3/0 0 0 1/' \
  '^cycle 0, switch 0, in_ready_o\[1\]: expected 0, seen 1$'
planted "a file that is cut off fails" expected.txt "\$d" \
  '^expected.txt: cycle [0-9]+ is not there as it was written$'
planted "so does the stimulus" stimulus.txt "5,\$d" \
  '^stimulus.txt: cycle 0 is not there as it was written$'
planted "files of another run fail" stimulus.txt '1s/.$/g/' \
  '^stimulus.txt and expected.txt are not the files of this bench$'
rm "$scratch/right/expected.txt"
planted "without a file it fails" stimulus.txt "\$d" '^cannot open expected.txt$'

# --- what a design does not show, and other names of files ---

run sh -c 'cd "$1" && iverilog -g2005 -s testbench -DPINS_ONLY -o t.vvp -f files.f \
  -Ptestbench.STIMULUS=\"s.txt\" && cp stimulus.txt s.txt && vvp -n t.vvp' sh "$scratch/hypercube-3"
passes "a network whose links are not seen, and a file of another name"

# --- the README of a network: its one packet goes where it says ---

for spec in d3:2,2 hypercube:3; do
  folder=$scratch/rtl-$(echo "$spec" | tr ':,' '--')
  run "$lockhop" rtl "$spec" -o "$folder"
  wanted=$(python3 - "$folder" <<'END'
import re, sys
text = open(sys.argv[1] + "/README.md").read()
one = text[text.index("## One packet"):]
ready = re.search(r"`inject_ready_o\[(\d+)\]` is 1", one)[1]
valid = re.search(r"inject_valid_i\[(\d+)\] = 1", one)[1]
lsb, bits, packet = re.search(r"inject_packet_i\[(\d+) \+: (\d+)\] = (\{.*\})", one).groups()
cycle, header = re.findall(r"^\| (\d+) \|.* eject \| `0x(.*)` \|", one, re.M)[0]
eject = re.search(r"`eject_valid_o\[(\d+)\]`", one)[1]
with open(sys.argv[1] + "/one.v", "w") as bench:
    bench.write(f"""module one;
  reg clk = 0, rst = 1, valid = 0;
  integer cycle, k;
  wire [7:0] ready;
  wire [7:0] valids = {{7'd0, valid}} << {valid};
  wire [8*{bits}-1:0] packets = {{{{7*{bits}{{1'b0}}}}, {packet}}} << {lsb};
  wire [1023:0] eject;
  wire [16383:0] out;
  network dut (.clk(clk), .rst(rst), .seed_i(512'd0), .phase_i(1'b0), .inject_valid_i(valids),
    .inject_packet_i(packets), .inject_ready_o(ready), .eject_valid_o(eject), .eject_packet_o(out));
  initial begin
    #1 clk = 1;
    #1 clk = 0;
    rst = 0;
    valid = ready[{ready}];
    for (cycle = 0; cycle < 20; cycle = cycle + 1) begin
      #1 for (k = 0; k < 8*dut.CHANNELS; k = k + 1)
        if (eject[k] !== 0) $display("%0d %0d %0h", cycle, k, out[k*{bits} +: {bits}]);
      clk = 1;
      #1 clk = 0;
      valid = 0;
    end
  end
endmodule
""")
print(f"^{cycle} ({eject}|{int(eject) + 1}) {(1 << int(bits) - 40) + int(header, 16):x}$")
END
  )
  run sh -c 'cd "$1" && iverilog -g2005 -s one -o one.vvp -f files.f one.v && vvp -n one.vvp' \
    sh "$folder"
  expect "the packet of the README goes where it says: $spec" 0 "$wanted"
  [ "$(wc -l <"$out")" -eq 1 ] || not_ok "alone" "$(cat "$out")"
done

# --- wrong input: one line, and nothing is written ---

wrong() {
  text=$1
  pattern=$2
  shift 2
  run "$lockhop" testbench "$@"
  refused "$text" "$pattern"
  [ ! -e "$scratch/none" ] || not_ok "nothing is written" "$(ls "$scratch/none")"
}
wrong "a directory is needed" 'needs a directory.*-o DIR' hypercube:2 random
wrong "a network of another name" "hypercub" hypercub:2 random -o "$scratch/none"
wrong "a switch that is not there" "--switch '9'.*hypercube:2 has" hypercube:2 random --switch 9 \
  -o "$scratch/none"
wrong "a switch that sees no packet" "--switch '2'.*no packet" hypercube:2 \
  "trace:$scratch/priority_order.trace" --switch 2 -o "$scratch/none"
wrong "collective engines" "collective engines" hypercube:2 \
  one-to-all-personalized -o "$scratch/none"
wrong "stalls inside a network" "stalls:.*--switch" hypercube:2 random --disturb all \
  -o "$scratch/none"
wrong "unlimited queues" "depth 0" hypercube:2 random --depth 0 -o "$scratch/none"
wrong "a file in the place of the directory" "$scratch/duplicate.trace" hypercube:2 random \
  -o "$scratch/duplicate.trace/none"
run "$lockhop" testbench hypercube:2 random --packets 9 --cycles 3 -o "$scratch/none"
expect "a run that does not end is no bench" 4 '^TIMEOUT$'
[ ! -e "$scratch/none" ] || not_ok "nothing is written" "$(ls "$scratch/none")"

# --- Verilator: the same benches, in two states ---

# Compiled without optimisation, in one file.
flags="VM_PARALLEL_BUILDS=0 OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"
if command -v ccache >/dev/null; then
  export OBJCACHE=ccache
fi
run sh -c 'cd "$1" && verilator --binary --timing --top-module testbench -f files.f \
  --MAKEFLAGS "$2" >verilator.log && obj_dir/Vtestbench' sh "$scratch/priority_order" "$flags"
fails "priority_order is found in Verilator too" "$found_last"

# With the run-time library of that one: it takes most of the time.
run sh -c 'cd "$1" &&
  verilator --cc --main --exe --timing --top-module testbench -f files.f >verilator.log &&
  cp "$3"/verilated*.o obj_dir && make -s -C obj_dir -f Vtestbench.mk $2 >verilator.log &&
  obj_dir/Vtestbench' sh "$scratch/hypercube-2" "$flags" "$scratch/priority_order/obj_dir"
passes "Verilator agrees: hypercube:2"
finish

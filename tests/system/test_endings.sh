#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_endings -- runs that do not end by themselves: deadlock, limit, Ctrl-C, full disk.
set -u
. tests/system/tap.sh

# The paper's printed reading: initial packets in the input queues of the ports.  At depth 1 these
# destinations of two packets per switch (first those of packet 0 of all switches, then of packet 1)
# end in step 3 with four packets: two queues and two input queues of a link wait in a ring.
printf '%s\n' 0 3 0 1 2 3 2 1 >"$scratch/deadlock.txt"
run "$lockhop" run hypercube:2 "file:$scratch/deadlock.txt" --packets 2 --lanes 0 --depth 1
expect "a deadlock is found and named" 4 '^deadlock in step 3: 4 packets are kept' \
  '^cycle of 2 waiting ports' 'switch 1 \(01\) port 1 waits for switch 3 \(11\) channel 1' \
  'switch 3 \(11\) port 1 waits for switch 1 \(01\) channel 1' '^DEADLOCK$'
run "$lockhop" run hypercube:2 "file:$scratch/deadlock.txt" --packets 2 --lanes 0 --depth 2
expect "the same packets arrive at depth 2" 0 '^PASS$'
run "$lockhop" cosim hypercube:2 "file:$scratch/deadlock.txt" --packets 2 --depth 1
expect "the same packets arrive from lanes at depth 1" 0 '^PASS$'

run "$lockhop" run hypercube:10 transpose --packets ports --cycles 20
expect "the limit of cycles ends a run" 4 'limit of --cycles reached in cycle 20' '^TIMEOUT$'

# The plug-in is built first: what is interrupted is the run.
run "$lockhop" cosim hypercube:4 random --lanes 1 --depth 2
# A shell without job control starts background commands with SIGINT ignored; python does not.
python3 - "$lockhop" "$scratch" >"$scratch/interrupt.log" 2>&1 <<'END'
import glob, json, os, signal, subprocess, sys, time
lockhop, scratch = sys.argv[1:]
for number, command in enumerate((
        ["run", "hypercube:8", "uniform,load=0.3,warmup=0,measure=200000"],
        ["cosim", "hypercube:4", "uniform,load=0.3,warmup=0,measure=800000", "--depth", "2"]), 1):
    wave = f"{scratch}/interrupt{number}.fst"
    result = f"{scratch}/interrupt{number}.json"
    process = subprocess.Popen([lockhop, *command, "--wave", wave, "--wave-switches", "0,1",
                                "--json", result], stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    # The unfinished dump is there once the first cycle is recorded: then the run has begun.
    while not glob.glob(wave + ".part-*/wave") and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    text = process.communicate(timeout=60)[0]
    good = process.returncode == 130 and text.strip().endswith("INTERRUPTED") and \
        "interrupted in cycle" in text and json.load(open(result))["outcome"] == "INTERRUPTED"
    readable = subprocess.run(["fst2vcd", "-f", wave, "-o", wave + ".vcd"],
                              capture_output=True).returncode == 0 and \
        os.path.getsize(wave + ".vcd") > 1000
    for fine, law in ((good, "says how far it came, exit 130"),
                      (readable, "leaves a whole waveform")):
        print("good" if fine else "bad", f"Ctrl-C in {command[0]} {law}")
    if not (good and readable):
        print("#", process.returncode, text[-300:])
END
grep -v '^#' "$scratch/interrupt.log" >"$scratch/verdicts"
while read -r verdict law; do
  case $verdict in
  good) ok "$law" ;;
  *) not_ok "$verdict $law" "$(cat "$scratch/interrupt.log")" ;;
  esac
done <"$scratch/verdicts"
[ "$(wc -l <"$scratch/verdicts")" -eq 4 ] ||
  not_ok "all interrupts were tried" "$(cat "$scratch/interrupt.log")"

# No room: a limit on the size of files makes writes fail as a full disk does.
mkdir -p "$scratch/full"
run sh -c "ulimit -f 1; exec $lockhop run hypercube:6 random --wave $scratch/full/golden.fst"
expect "a waveform without room is an environment error" 3
run sh -c "ulimit -f 1; exec $lockhop schedule hypercube:10 random >$scratch/full/schedule"
expect "a schedule without room is an environment error" 3
rm -f "$scratch/full/schedule"
run sh -c "ulimit -f 1; exec $lockhop rtl hypercube:6 -o $scratch/full/rtl"
expect "Verilog without room is an environment error" 3
mkdir -m 700 "$scratch/full/cache"
cp build/cache/runtime-* "$scratch/full/cache" 2>/dev/null
run sh -c "ulimit -f 8; LOCKHOP_CACHE=$scratch/full/cache exec $lockhop cosim hypercube:2 random"
expect "a plug-in without room is an environment error" 3
run env TMPDIR="$scratch/nowhere" "$lockhop" cosim hypercube:2 random --machine network
expect "a temporary directory that is not there is an environment error" 3 \
  "temporary directory in .*nowhere"
left=$(find "$scratch/full" -type f -size +0 \
  \( -name '*.fst' -o -name 'network.v' -o -name '*.so' \))
if [ -z "$left" ]; then
  ok "nothing half-written is left behind"
else
  not_ok "nothing half-written is left behind" "$left"
fi
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_rtl -- lockhop rtl: the size of a large network is said before it is written, and what is
# interrupted or fails leaves nothing behind that looks whole.
set -u
. tests/system/tap.sh

run "$lockhop" rtl hypercube:14 -o "$scratch/large"
expect "a large network says how large it will be" 0 \
  '^lockhop: network.v of hypercube:14 will have about [0-9]+ MB$' '^hypercube:14: network.v'
said=$(sed -n 's/.*about \([0-9]*\) MB$/\1/p' "$err")
written=$(($(wc -c <"$scratch/large/network.v") / 1000000))
if [ $((2 * said)) -le $((3 * written)) ] && [ $((2 * written)) -le $((3 * said)) ]; then
  ok "and is as large within a factor of 1.5"
else
  not_ok "and is as large within a factor of 1.5" "$said MB said, $written MB written"
fi
rm -r "$scratch/large"
for spec in hypercube:9 d3:8,8; do
  run "$lockhop" rtl $spec -o "$scratch/small"
  if [ "$status" -eq 0 ] && [ ! -s "$err" ]; then
    ok "a small network says nothing: $spec"
  else
    not_ok "a small network says nothing: $spec" "exit status $status" "$(cat "$err")"
  fi
done

# rest TEXT FOLDER: no unfinished file, and no list of files.
rest() {
  left=$(find "$2" -name '*.part' -o -name files.f)
  if [ -z "$left" ]; then ok "$1"; else not_ok "$1" "$left"; fi
}

# No room: a limit on the size of files makes writes fail as a full disk does.
cp "$scratch/small/network.v" "$scratch/kept.v"
run sh -c "ulimit -f 1000; exec $lockhop rtl hypercube:14 -o $scratch/small"
expect "without room it is an environment error" 3 "cannot write '.*network.v': File too large"
rest "which leaves no list of files and no rest" "$scratch/small"
if cmp -s "$scratch/kept.v" "$scratch/small/network.v"; then
  ok "the network that was there is there"
else
  not_ok "the network that was there is there" "$(ls -l "$scratch/small")"
fi

# Ctrl-C as soon as the network is begun; and a terminal, with a reader who takes its time.
python3 - "$lockhop" "$scratch" >"$scratch/python.log" 2>&1 <<'END'
import glob, os, pty, re, signal, subprocess, sys, threading, time
lockhop, scratch = sys.argv[1:]


def say(good, law, *why):
    print("good" if good else "bad", law)
    if not good:
        print("#", *why)


folder = f"{scratch}/interrupted"
for number in (signal.SIGINT, signal.SIGTERM):
    process = subprocess.Popen([lockhop, "rtl", "hypercube:16", "-o", folder], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    while not glob.glob(f"{folder}/network.v*.part") and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    say(process.returncode == 130 and out == "" and "interrupted: " in err and
        not os.path.exists(f"{folder}/network.v"), f"signal {number} ends it with 130",
        process.returncode, out, err)

folder = f"{scratch}/slow"
os.makedirs(folder)
os.mkfifo(f"{folder}/network.v")


def read():
    with open(f"{folder}/network.v", "rb") as file:
        time.sleep(1)
        while file.read(1 << 20):
            pass


try:
    master, slave = pty.openpty()
except OSError:
    print("skipped on a terminal it shows how far it is, and clears the line")
else:
    reader = threading.Thread(target=read)
    reader.start()
    process = subprocess.Popen([lockhop, "rtl", "hypercube:12", "-o", folder],
                               stdout=subprocess.DEVNULL, stderr=slave)
    os.close(slave)
    shown = b""
    try:
        while more := os.read(master, 4096):
            shown += more
    except OSError:
        pass  # how a terminal says that all have closed it
    process.wait(timeout=60)
    reader.join()
    say(process.returncode == 0 and re.search(rb"network.v, \d+ %, \d+ (s|min|h) left", shown) and
        shown.endswith(b"\r\x1b[K"), "on a terminal it shows how far it is, and clears the line",
        process.returncode, shown)
END
grep -v '^#' "$scratch/python.log" >"$scratch/verdicts"
while read -r verdict law; do
  case $verdict in
  good) ok "$law" ;;
  skipped) skip "$law" "no terminal can be opened" ;;
  *) not_ok "$verdict $law" "$(cat "$scratch/python.log")" ;;
  esac
done <"$scratch/verdicts"
[ "$(wc -l <"$scratch/verdicts")" -eq 3 ] ||
  not_ok "all were tried" "$(cat "$scratch/python.log")"
rest "an interrupted network leaves no list of files and no rest" "$scratch/interrupted"
finish

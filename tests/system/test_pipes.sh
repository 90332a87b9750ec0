#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_pipes -- a reader that goes away is no error: nothing is said, long work for the reader
# alone ends soon, and the exit code is that of the work.  A full disk stays an error.
set -u
. tests/system/tap.sh

# The exit status of the first command of a pipe into head.
piped() {
  command_line="$lockhop $1 | head -n $2"
  bash -c "$command_line >'$out'; exit \${PIPESTATUS[0]}" 2>"$err" </dev/null
  status=$?
}

# quiet TEXT STATUS LINES: the last one ended with STATUS, without a word, and LINES came through.
quiet() {
  if [ "$status" -ne "$2" ] || [ -s "$err" ] || [ "$(wc -l <"$out")" -ne "$3" ]; then
    not_ok "$1" "$command_line" "exit status $status, expected $2" "$(head -n 5 "$err" "$out")"
  else
    ok "$1"
  fi
}

while IFS=';' read -r command lines; do
  piped "$command" "$lines"
  quiet "$command | head -n $lines" 0 "$lines"
done <<'END'
list;1
--help;1
run --help;1
info hypercube:4;1
info hypercube:16 --links;1
route d3:3,4 0.1.2 2.3.0;1
schedule hypercube:10 random;1
schedule hypercube:10 random;100
schedule d3:3,4 all-to-all --steps;3
claims hypercube;1
claims dragonfly;12
run hypercube:10 transpose;1
END

piped "run hypercube:4 random --json - --quiet" 1
if [ "$status" -eq 0 ] && [ "$(cat "$err")" = PASS ] && [ "$(cat "$out")" = "{" ]; then
  ok "with --json - the text on standard error is as ever"
else
  not_ok "with --json - the text on standard error is as ever" "$status" "$(cat "$err" "$out")"
fi

# What is slow is said on the terminal of standard error, though the result goes into a pipe.
said='preparing the Verilog'
on_terminal sh -c "$lockhop cosim hypercube:1 random | cat"
expect_shown "in a pipe the terminal is told that Verilog is prepared" 0 "^$said\$"
mkdir -m 700 "$scratch/cache"
cp build/cache/runtime-* "$scratch/cache" 2>/dev/null
on_terminal sh -c "LOCKHOP_CACHE=$scratch/cache $lockhop cosim hypercube:1 random | cat"
expect_shown "and that a switch is compiled" 0 '^compiling a switch of 1 port \(about 1 s\)$'
run sh -c "$lockhop cosim hypercube:1 random | cat"
law "where there is no terminal nobody is" sh -c "! cat '$out' '$err' | grep -q '$said'"

# With a reader that is gone before the first byte; a time limit where it should end soon.
python3 - "$lockhop" "$scratch" >"$scratch/gone.log" 2>&1 <<'END'
import json, os, socket, subprocess, sys, time
lockhop, scratch = sys.argv[1:]


def gone(command, kind):
    """Exit status, standard error and seconds of a command whose reader is gone."""
    if kind == "pipe":
        reader, writer = os.pipe()
        os.close(reader)
    else:
        ours, theirs = socket.socketpair()
        writer = theirs.detach()
        ours.close()
    start = time.time()
    process = subprocess.run([lockhop, *command.split()], stdin=subprocess.DEVNULL,
                             stdout=writer, stderr=subprocess.PIPE, text=True)
    os.close(writer)
    return process.returncode, process.stderr, time.time() - start


def say(good, law, *why):
    print("good" if good else "bad", law)
    if not good:
        print("#", *why)


with open(f"{scratch}/deadlock.txt", "w") as file:
    file.write("0\n3\n0\n1\n2\n3\n2\n1\n")
stuck = f"run hypercube:2 file:{scratch}/deadlock.txt --packets 2 --lanes 0 --depth 1"
for command, status, limit in (
        ("list", 0, 5), ("--version", 0, 5), ("info hypercube:18 --links", 0, 5),
        ("route hypercube:4 0 5", 0, 5), ("schedule hypercube:14 random --packets 64", 0, 5),
        ("schedule d3:4,8 all-to-all --steps", 0, 20), ("claims", 0, 5),
        ("run hypercube:4 random --json -", 0, 5), ("run hypercube:4 random --quiet", 0, 5),
        (f"{stuck} --quiet", 4, 5), (f"{stuck} --quiet --json -", 4, 5),
        (f"rtl hypercube:2 -o {scratch}/rtl", 0, 5),
        (f"sweep docs/evaluation/small.plan -o {scratch}/small.csv", 0, 60)):
    for kind in ("pipe", "socket"):
        code, text, seconds = gone(command + (" --force" if "sweep" in command else ""), kind)
        said = [line for line in text.splitlines() if "write" in line or "pipe" in line.lower()]
        say(code == status and not said and seconds < limit,
            f"nobody reads from a {kind}: {command.replace(scratch + '/', '')}",
            code, text, seconds)
# The result goes to a file: all of it is done.
code, text, seconds = gone(f"claims hypercube --trials 1 --json {scratch}/claims.json", "pipe")
say(code == 0 and text == "" and len(json.load(open(f"{scratch}/claims.json"))) == 69,
    "a JSON file is written though nobody reads the text", code, text)
code, text, seconds = gone("run hypercube:4 nothing", "pipe")
say(code == 2 and "nothing" in text, "wrong input is said though nobody reads the rest", code, text)
END
grep -v '^#' "$scratch/gone.log" >"$scratch/verdicts"
while read -r verdict law; do
  case $verdict in
  good) ok "$law" ;;
  *) not_ok "$verdict $law" "$(cat "$scratch/gone.log")" ;;
  esac
done <"$scratch/verdicts"
[ "$(wc -l <"$scratch/verdicts")" -eq 28 ] ||
  not_ok "all readers were tried" "$(cat "$scratch/gone.log")"

# A device that is full is an error, and is found soon.
for command in list "info hypercube:18 --links" "schedule hypercube:10 random" "claims hypercube" \
  "run hypercube:4 random" "run hypercube:4 random --json -"; do
  run sh -c "$lockhop $command >/dev/full"
  expect "a full disk is an error: $command" 3 "^lockhop: cannot write"
done
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_sweep -- sweeps: the same bytes however they are run, no trial lost or run twice, and the
# tables of the evaluations but that of the hypercube.
set -u
. tests/system/tap.sh

small=docs/evaluation/small.plan
for jobs in 1 3; do
  run "$lockhop" sweep $small -o "$scratch/jobs$jobs.csv" --jobs $jobs
  expect "the small plan with --jobs $jobs" 0 "jobs$jobs.csv: [0-9]+ trials"
  [ -s "$err" ] && not_ok "no progress where there is no terminal" "$(cat "$err")"
done
same "3 jobs give the bytes of 1" "$scratch/jobs1.csv" "$scratch/jobs3.csv"
none "a sweep that is done leaves no partial file" "$scratch/jobs1.csv.partial"

# A row says what lockhop run says; row_of TEXT CSV JSON ROWS: the last row and a result.
row_of() {
  if python3 - "$2" "$3" "$4" >"$out" 2>&1 <<'END'; then
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1])))
row, result = rows[-1], json.load(open(sys.argv[2]))
assert len(rows) == int(sys.argv[3]), len(rows)
if row["traffic"].startswith("uniform"):
    result["packets"] = 1  # of which the row says nothing
else:
    result["packets"] //= result["switches"]  # the JSON counts those of all switches
for name, text in row.items():
    if name == "trial":
        assert text == "2", row
    elif name == "pattern":
        assert text == row["traffic"].split(",")[0], row
    elif name == "load":
        assert ("load=" + text in row["traffic"].split(",")) == (text != ""), row
        assert (text != "") == ("latency_mean" in result), row
    elif text == "":
        assert name not in result, (name, result[name])
    else:
        assert text == str(result[name]) or \
            abs(float(text) - result[name]) <= 1e-9 * abs(result[name]), (name, text, result[name])
known = {"latency_mean", "latency_p99", "accepted_load", "link_conflicts", "warmup",
         "latency_median", "latency_min", "latency_max", "latency_interval", "latency_drift",
         "latency_drifting", "offered_load"} & set(result)
assert all(row[name] for name in known), row
print(*sorted(known))
END
    ok "$1"
  else
    not_ok "$1" "$(cat "$out")"
  fi
}
printf 'topology hypercube:5\npackets 3\ntraffic shuffle random\ntrials 3\nseed 6\n%s\n%s\n' \
  'routing rand-trans drand-trans-ooo,forced=0' 'depth 2' >"$scratch/one.plan"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/one.csv"
run "$lockhop" run hypercube:5 random --packets 3 --routing drand-trans-ooo,forced=0 --depth 2 \
  --seed 8 --quiet --json "$scratch/one.json"
row_of "a row has the numbers of lockhop run" "$scratch/one.csv" "$scratch/one.json" 12

# Several terminals at a switch: a load is of one terminal.
printf '%s\n' 'topology hypercube:3,terminals=2' 'packets 1' 'routing deterministic' \
  'traffic uniform,load=0.3,measure=200' 'trials 3' 'seed 6' >"$scratch/several.plan"
run "$lockhop" sweep "$scratch/several.plan" -o "$scratch/several.csv"
run "$lockhop" run hypercube:3,terminals=2 uniform,load=0.3,measure=200 --seed 8 --quiet \
  --json "$scratch/several.json"
row_of "with two terminals at a switch, too" "$scratch/several.csv" "$scratch/several.json" 3
printf 'lanes 3\n' >>"$scratch/several.plan"
run "$lockhop" sweep "$scratch/several.plan" -o "$scratch/several.csv"
expect "lanes that two terminals cannot share out" 2 \
  'lanes 3: hypercube:3,terminals=2 has 2 terminals at each switch, .* give a multiple of 2$'

# Open loop on the swapped dragonfly: specs and traffic with commas; latency and load.
cat >"$scratch/open.plan" <<'END'
topology d3:2,3 d3:3,4
packets  1
traffic  uniform,load=0.1,measure=500 uniform,load=0.2,measure=500,to=drawer
routing  ugal,holds=0 valiant,b=5
trials   3
seed     6
depth    4
vcs  3
lanes    2
END
for jobs in 1 3; do
  run "$lockhop" sweep "$scratch/open.plan" -o "$scratch/open$jobs.csv" --jobs $jobs
  expect "a plan of open loops with --jobs $jobs" 0 "open$jobs.csv: 24 trials"
done
same "3 jobs give the bytes of 1, open loop" "$scratch/open1.csv" "$scratch/open3.csv"
run "$lockhop" run d3:3,4 uniform,load=0.2,measure=500,to=drawer --routing valiant,b=5 --seed 8 \
  --depth 4 --vcs 3 --lanes 2 --quiet --json "$scratch/open.json"
row_of "a row of an open loop has them too" "$scratch/open1.csv" "$scratch/open.json" 24
if grep -q "accepted_load latency_drift latency_drifting latency_interval latency_max latency_mean\
 latency_median latency_min latency_p99 link_conflicts offered_load warmup" "$out"; then
  ok "with latency, load and conflicts"
else
  not_ok "with latency, load and conflicts" "$(cat "$out")"
fi

# Ranges, several depths and VCs; in lock step the same rows.
cat >"$scratch/range.plan" <<'END'
topology torus:4x3
packets  1
traffic  uniform,load=0.1..0.3:0.1,warmup=20,measure=90 tornado,load=0.5,measure=90,burst=3
routing  dimension-order
trials   2
seed     1
depth    1..2:1
vcs      2
END
run "$lockhop" sweep "$scratch/range.plan" -o "$scratch/range.csv"
expect "a plan with ranges" 0 "range.csv: 16 trials"
if [ "$(cut -d'"' -f2 "$scratch/range.csv" | grep -c '^uniform,load=0.[123],')" -eq 12 ] &&
  [ "$(sed 's/.*",1,dimension-order,2,//; s/,.*//' "$scratch/range.csv" | grep -c '^[12]$')" \
    -eq 16 ]; then
  ok "every load with every depth"
else
  not_ok "every load with every depth" "$(cat "$scratch/range.csv")"
fi
run "$lockhop" sweep "$scratch/range.plan" -o "$scratch/array.csv" --machine array --jobs 2
expect "the plan in lock step" 0 "array.csv: 16 trials"
same "in lock step the rows are the same" "$scratch/range.csv" "$scratch/array.csv"
run "$lockhop" sweep "$scratch/range.plan" -o "$scratch/lock.csv" --machine aray
refused "an unknown machine" \
  "'aray': must be golden, array, network or systemc; did you mean 'array'"
run "$lockhop" sweep $small -o "$scratch/lock.csv" --machine array
refused "lock step without a limit of depth" "small.plan:[0-9]+: depth 0: only the golden model has"

# The load of saturation: what lockhop run says at that load, and at the next one.
cat >"$scratch/search.plan" <<'END'
topology torus:8
packets  1
traffic  tornado,load=saturation:0.05,measure=800 neighbour,measure=320,load=saturation:0.3
routing  dimension-order
trials   2
seed     4
depth    2

topology hypercube:3
packets  1
traffic  hotspot,terminal=0,share=1,load=saturation:0.5,measure=320
routing  deterministic
trials   1
seed     1
depth    2
END
for jobs in 1 3; do
  run "$lockhop" sweep "$scratch/search.plan" -o "$scratch/search$jobs.csv" --jobs $jobs
  expect "searches of saturation with --jobs $jobs" 0 "search$jobs.csv: 5 trials"
done
same "3 jobs give the bytes of 1, searches" "$scratch/search1.csv" "$scratch/search3.csv"
if python3 tests/system/search_laws.py "$lockhop" "$scratch/search1.csv" >"$out" 2>&1; then
  ok "each load that is found is stable, the next is not, and runs say the same"
else
  not_ok "each load that is found is stable, the next is not, and runs say the same" "$(cat "$out")"
fi
# --saturation: the same searches, in a plan or without one.
printf '%s\n' 'topology torus:8' 'packets 1' 'routing dimension-order' 'trials 2' 'seed 4' \
  'depth 2' >"$scratch/searched.plan"
cp "$scratch/searched.plan" "$scratch/asked.plan"
echo 'traffic tornado,measure=800,load=saturation:0.05' >>"$scratch/searched.plan"
echo 'traffic tornado,measure=800' >>"$scratch/asked.plan"
run "$lockhop" sweep "$scratch/searched.plan" -o "$scratch/searched.csv"
expect "a search in a plan" 0 "searched.csv: 2 trials"
run "$lockhop" sweep "$scratch/asked.plan" -o "$scratch/asked.csv" --saturation=0.05
expect "a plan without loads, with --saturation" 0 "asked.csv: 2 trials"
same "--saturation is load=saturation in the plan" "$scratch/searched.csv" "$scratch/asked.csv"
run "$lockhop" sweep torus:8 tornado,measure=800 --saturation=0.05 --depth 2 --seed 4 --trials 2 \
  --routing dimension-order -o "$scratch/direct.csv"
expect "--saturation without a plan" 0 "direct.csv: 2 trials"
same "makes the same rows" "$scratch/searched.csv" "$scratch/direct.csv"
said=$(awk -F, 'NR > 1 { printf "%s ", $(NF - 8) }' "$scratch/direct.csv")
mkdir "$scratch/temporary"
run env TMPDIR="$scratch/temporary" "$lockhop" sweep torus:8 tornado,measure=800 \
  --saturation=0.05 --depth 2 --seed 4 --trials 2
expect "without a table it prints what it has found" 0 \
  "^torus:8 tornado,measure=800, dimension-order, seed 4: saturates above load ${said%% *} \(mean" \
  "^torus:8 .*, seed 5: saturates above load 0\.[0-9]+ \(mean latency [0-9.]+, accepted load 0\."
law "and no file is left" rmdir "$scratch/temporary"
sed 's/saturation:0.05/saturation:0.01/; s/seed 4/seed 1/; s/trials 2/trials 1/; /^depth/d' \
  "$scratch/searched.plan" >"$scratch/usual.plan"
run "$lockhop" sweep "$scratch/usual.plan" -o "$scratch/usual.csv"
run "$lockhop" sweep torus:8 tornado,measure=800 --saturation -o "$scratch/default.csv"
same "the default resolution is 0.01, other defaults are those of a run" "$scratch/usual.csv" \
  "$scratch/default.csv"
run "$lockhop" sweep hypercube:3 identity --saturation=0.5
expect "a network that no load saturates" 0 ': stable up to load 1 \('
run "$lockhop" sweep hypercube:3 hotspot,terminal=0,share=1,measure=320 --saturation=0.5 --depth 2
expect "a network that the least load saturates" 0 ': not stable at load 0.5 \('
run "$lockhop" sweep "$scratch/search.plan" --saturation -o "$scratch/lock.csv"
refused "two loads, in a plan" \
  "search.plan:3: --saturation: 'tornado,load=saturation:0.05,measure=800' has a load; leave out"
while IFS=';' read -r words said; do
  # shellcheck disable=SC2086 # words of a command
  run "$lockhop" sweep $words
  refused "sweep $words" "^lockhop: $said"
done <<END
torus:8 uniform,load=0.2 --saturation;--saturation: 'uniform,load=0.2' has a load; leave out one of
torus:8 uniform --saturation --load 0.2;lockhop sweep has no option '--load'
torus:8 uniform --saturation 0.05;--saturation 0.05: write --saturation=0.05
torus:8 uniform --saturation=x;--saturation 'x': the resolution .* must be a number in 0.0001..0.5
torus:8 uniform --saturation=0.6;--saturation '0.6': the resolution of a search must be a number
torus:8 uniform --saturation=0.1,to=any;--saturation '0.1,to=any': the resolution of a search must
torus:8 mix --saturation;--saturation: 'mix' has no load; give traffic with a load, such as uniform
torus:8 file:x --saturation;--saturation: 'file' has no load; give traffic with a load
torus:8 unifrm --saturation;unknown traffic 'unifrm'; did you mean 'uniform'
torus:8 uniform,load=0.2;lockhop sweep needs a file to write: -o FILE.csv
torus:8 --saturation;lockhop sweep needs a file to write: -o FILE.csv
torus:8 --saturation -o x.csv;cannot read 'torus:8': .*; give a plan, .* or SPEC and TRAFFIC
torus:8 uniform tornado --saturation;'tornado' is one argument too many
torus:8 uniform --saturation --resume;--resume is for a file: -o FILE.csv
torus:8 uniform --saturation --plan;a trial with load=saturation is several runs, and no job
torus:8 uniform --saturation --machine array;torus:8: load=saturation is searched with the golden
$small --depth 4 -o x.csv;--depth is for SPEC and TRAFFIC; a plan has a line 'depth' for it
$small --trials 4 -o x.csv;--trials is for SPEC and TRAFFIC; a plan has a line 'trials' for it
END
none "wrong command lines write nothing" x.csv x.csv.partial

run "$lockhop" sweep "$scratch/search.plan" -o "$scratch/lock.csv" --machine array
refused "a search in lock step" "searched with the golden model alone"
run "$lockhop" sweep "$scratch/search.plan" --plan
refused "searches as jobs" "load=saturation is several runs, and no job; leave out --plan"
for wrong in 0.6 0.00001 x 0.1x; do
  sed "s/saturation:0.05/saturation:$wrong/" "$scratch/search.plan" >"$scratch/resolution.plan"
  run "$lockhop" sweep "$scratch/resolution.plan" -o "$scratch/lock.csv"
  refused "a resolution of $wrong" \
    "resolution.plan:3: '$wrong': the resolution of a search must be a number in 0.0001..0.5"
done

# A tree whose Verilog damages what a terminal sends to itself.
mkdir -p "$scratch/tree/build" "$scratch/patched"
cp -rL rtl sim "$scratch/tree"
cp "$lockhop" "$scratch/tree/build/lockhop"
file=$(tests/apply_patch.sh tests/broken/flip_ejected_data.patch "$scratch/patched")
cp "$scratch/patched/$file" "$(find "$scratch/tree/rtl" -name "$file")"
printf 'topology hypercube:2\npackets 1\ntraffic identity\nrouting deterministic\n%s' \
  'trials 2
seed 1
depth 2
' >"$scratch/broken.plan"
mkdir -m 700 "$scratch/cache"
cp build/cache/runtime-* "$scratch/cache" 2>/dev/null
run env LOCKHOP_CACHE="$scratch/cache" "$scratch/tree/build/lockhop" sweep "$scratch/broken.plan" \
  -o "$scratch/broken.csv" --machine array
expect "a broken switch" 1 \
  '2 of 2 trials did not pass; the first: lockhop cosim hypercube:2 .*--machine array.*: DIFFER'
if [ "$(grep -c ',DIFFER,' "$scratch/broken.csv")" -eq 2 ]; then
  ok "its rows say DIFFER"
else
  not_ok "its rows say DIFFER" "$(cat "$scratch/broken.csv")"
fi
run "$scratch/tree/build/lockhop" sweep "$scratch/broken.plan" -o "$scratch/alone.csv"
expect "the golden model alone does not care" 0 "alone.csv: 2 trials"

# Interruptions, by what a person or a system may do to it.
printf 'topology hypercube:9\npackets 1 ports\ntraffic random shuffle\ntrials 150\nseed 1\n%s\n' \
  'routing rand-sync rand-trans' >"$scratch/long.plan"
run "$lockhop" sweep "$scratch/long.plan" -o "$scratch/whole.csv"
expect "a sweep that is not interrupted" 0
python3 - "$lockhop" "$scratch" >"$scratch/interrupt.log" 2>&1 <<'END'
import os, pty, re, signal, subprocess, sys, time
lockhop, scratch = sys.argv[1:]
csv, partial = f"{scratch}/cut.csv", f"{scratch}/cut.csv.partial"
command = [lockhop, "sweep", f"{scratch}/long.plan", "-o", csv, "--jobs", "2"]


def say(good, law, *why):
    print("good" if good else "bad", law)
    if not good:
        print("#", *why)


def rows():
    try:
        with open(partial, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return b""


def start(*options, **streams):
    return subprocess.Popen([*command, *options], text=True, **streams,
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


def wait_for(process, lines):
    while rows().count(b"\n") <= lines and process.poll() is None:
        time.sleep(0.002)


def children(process):
    with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
        return [int(child) for child in file.read().split()]


pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
before = b""

# Ctrl-C goes to all processes of a terminal; here the first alone must be enough.
process = start(**pipes)
wait_for(process, 50)
process.send_signal(signal.SIGINT)
text = process.communicate(timeout=60)
before = rows()
done = before.count(b"\n") - 1
say(process.returncode == 130 and f"{done} of 1200 trials are done; go on with: " in text[1] and
    text[1].strip().endswith("--resume") and text[1].count("\n") == 1 and text[0] == "",
    "Ctrl-C ends it with 130, one line, and the command to go on", process.returncode, text)
say(before.endswith(b"\n") and not os.path.exists(csv), "what is done is there, the CSV is not")

process = start(**pipes)
text = process.communicate(timeout=60)[1]
say(process.returncode == 2 and "--resume, or remove it" in text and rows() == before,
    "without --resume the rows are not overwritten", process.returncode, text)

process = start("--resume", **pipes)
wait_for(process, done + 100)
workers = children(process)
second = start("--resume", **pipes)
text = second.communicate(timeout=60)[1]
say(second.returncode == 2 and "another sweep is writing" in text and workers,
    "two sweeps do not write one file", second.returncode, text, workers)
os.kill(process.pid, signal.SIGKILL)
process.communicate(timeout=60)
while any(os.path.exists(f"/proc/{w}/exe") and
          open(f"/proc/{w}/stat").read().rsplit(")", 1)[1].split()[0] != "Z" for w in workers):
    time.sleep(0.002)  # for ever, if a worker stays
after = rows()
say(process.returncode == -9 and after.startswith(before) and len(after) > len(before),
    "kill -9 leaves every row, and no process", process.returncode)

# As when the computer lost power in the middle of a row.
before = after[:after.rindex(b",")]
with open(partial, "wb") as file:
    file.write(before)
before = before[:before.rindex(b"\n") + 1]

process = start("--resume", **pipes)
wait_for(process, before.count(b"\n") + 50)
os.kill(children(process)[0], signal.SIGKILL)
text = process.communicate(timeout=60)[1]
after = rows()
say(process.returncode == 3 and text.count("\n") == 2 and "this row was cut" in text and
    "ended without a result: its supervising process was killed" in text and
    "the job of `lockhop run hypercube:9 " in text and "kept for --resume" in text,
    "a job that dies is an error that names its first trial", process.returncode, text)
say(after.startswith(before) and after.endswith(b"\n"), "a row that was cut is dropped")

shown = b""
try:
    master, slave = pty.openpty()
except OSError:
    master = None  # a system without terminals, such as a bare chroot
if master is None:
    process = start("--resume", **pipes)
else:
    process = start("--resume", stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    try:
        while more := os.read(master, 4096):
            shown += more
    except OSError:
        pass  # how a terminal says that all have closed it
process.communicate(timeout=600)
say(process.returncode == 0 and not os.path.exists(partial), "it is resumed to its end",
    process.returncode)
if master is None:
    print("skipped on a terminal it shows how far it is, and clears the line")
else:
    say(re.search(rb"trial \d+ of 1200, \d+ % of the work", shown) and
        shown.endswith(b"\r\x1b[K"),
        "on a terminal it shows how far it is, and clears the line", shown)
numbers = [int(line.split(b" ")[1]) for line in after.splitlines()[1:]]
say(len(set(numbers)) == len(numbers), "no trial is run twice")

command[4] = f"{scratch}/late.csv"
partial = f"{scratch}/late.csv.partial"
process = start(**pipes)
wait_for(process, 5)
with open(command[4], "w") as file:
    file.write("mine\n")
text = process.communicate(timeout=600)[1]
say(process.returncode == 2 and "came into being while the sweep ran" in text and
    "1200 of 1200 trials are kept for --resume" in text and
    open(command[4]).read() == "mine\n", "a file that comes meanwhile is not replaced",
    process.returncode, text)
process = start("--resume", "--force", **pipes)
text = process.communicate(timeout=600)
say(process.returncode == 0 and open(command[4]).read() == open(f"{scratch}/whole.csv").read(),
    "until --force says so", process.returncode, text)
END
grep -v '^#' "$scratch/interrupt.log" >"$scratch/verdicts"
while read -r verdict law; do
  case $verdict in
  good) ok "$law" ;;
  skipped) skip "$law" "no terminal can be opened" ;;
  *) not_ok "$verdict $law" "$(cat "$scratch/interrupt.log")" ;;
  esac
done <"$scratch/verdicts"
[ "$(wc -l <"$scratch/verdicts")" -eq 12 ] ||
  not_ok "all interrupts were tried" "$(cat "$scratch/interrupt.log")"
same "interrupted four times, it has the bytes of one that was not" "$scratch/whole.csv" \
  "$scratch/cut.csv"

# No room: a limit on the size of files makes writes fail as a full disk does.
run sh -c "ulimit -f 8; exec $lockhop sweep $scratch/long.plan -o $scratch/full.csv"
expect "a sweep without room is an environment error" 3 "trials are kept for --resume"
if [ "$(wc -l <"$err")" -eq 1 ] && [ -z "$(tail -c 1 "$scratch/full.csv.partial")" ] &&
  [ ! -e "$scratch/full.csv" ]; then
  ok "without room whole rows are kept, and one line is said"
else
  not_ok "without room whole rows are kept, and one line is said" "$(cat "$err")"
fi
run "$lockhop" sweep "$scratch/long.plan" -o "$scratch/full.csv" --resume
same "with room again it goes on" "$scratch/whole.csv" "$scratch/full.csv"
run sh -c "ulimit -f 0; exec $lockhop sweep $scratch/long.plan -o $scratch/none.csv"
expect "a sweep without any room is an environment error" 3 # which it has no room to say
none "without any room no file is left" "$scratch/none.csv" "$scratch/none.csv.partial"

# The evaluations but that of the hypercube, which test_evaluation.sh has.
export MPLCONFIGDIR="$scratch/../matplotlib"
mkdir -p "$MPLCONFIGDIR"

# The evaluation of the swapped dragonfly, on a plan of its kinds of cells.
cat >"$scratch/dragonfly.plan" <<'END'
topology d3:2,3 d3:1,4
packets  1
traffic  uniform,load=0.05,measure=1000 uniform,load=0.05,measure=1000,to=drawer
routing  destination,holds=0 valiant,holds=0 ugal,holds=0
trials   2
seed     1
depth    4
vcs  3
topology d3:2,3 d3:1,4
packets  1
traffic  uniform,load=0.7,measure=1000,to=drawer
routing  destination,holds=0 valiant,holds=0 ugal,holds=0
trials   2
seed     1
depth    4
vcs  3
topology d3:1,4
packets  1
traffic  uniform,load=0.7,measure=1000,to=drawer
routing  ugal,holds=0
trials   2
seed     1
depth    2
vcs  3
topology d3:2,3
packets  1
traffic  uniform,load=0.05,measure=1000
routing  source-vector destination
trials   2
seed     1
depth    4
vcs  3
topology d3:2,3 d3:2,4
packets  1 8
traffic  drawer-to-drawer
routing  destination,holds=0 glgl,holds=0 ugal,holds=0
trials   2
seed     1
lanes    1
END
run "$lockhop" sweep "$scratch/dragonfly.plan" -o "$scratch/dragonfly.csv"
expect "a plan of adaptive routing" 0 "66 trials"
run scripts/evaluation_dragonfly.py "$scratch/dragonfly.csv" "$scratch/dragonfly1"
expect "its tables and plots" 0
if whole; then
  run scripts/evaluation_dragonfly.py "$scratch/dragonfly.csv" "$scratch/dragonfly2"
  law "they are the same bytes each time" diff -r "$scratch/dragonfly1" "$scratch/dragonfly2"
fi
if tests/system/evaluation_dragonfly_laws.py "$scratch/dragonfly.csv" "$scratch/dragonfly1" \
  >"$out" 2>&1; then
  ok "they agree with the rows and with what must be"
else
  not_ok "they agree with the rows and with what must be" "$(tail -n 5 "$out")"
fi
# The swapped dragonfly beside the maximal one: means of the rows, in a table and a plot.
cat >"$scratch/dragonflies.plan" <<'END'
topology d3:2,3 mdf:2,3
packets  1
traffic  uniform,load=0.2,measure=500
routing  destination,holds=0
trials   2
seed     1
depth    4
vcs  2
END
"$lockhop" sweep "$scratch/dragonflies.plan" -o "$scratch/dragonflies.csv" >/dev/null 2>&1
run scripts/evaluation_dragonflies.py "$scratch/dragonflies.csv" "$scratch/dragonflies"
expect "two kinds of dragonflies" 0
means=$(python3 - "$scratch/dragonflies.csv" <<'END'
import collections, csv, sys
of = collections.defaultdict(list)
for row in csv.DictReader(open(sys.argv[1], newline="", encoding="ascii")):
    of[row["topology"]].append(float(row["latency_mean"]))
print(" .*".join(f"{sum(of[t]) / 2:.3f}" for t in ("d3:2,3", "mdf:2,3")))
END
)
run cat "$scratch/dragonflies/dragonflies-tables.md"
expect "the means of their latencies" 0 "^\\| 0.2 \\| $means "
run scripts/evaluation_dragonflies.py "$scratch/dragonfly.csv" "$scratch/dragonflies"
refused "a plan with other traffic" "give a plan of uniform traffic"

# The curve of latency against load; what is known of a ring of 8: tornado wants every link of one
# direction for 3 packets, neighbour for 1.
cat >"$scratch/latency.plan" <<'END'
topology torus:8
packets  1
traffic  uniform,load=0.1..0.9:0.4 tornado,load=0.1..0.9:0.2 neighbour,load=0.1..0.9:0.4
routing  dimension-order
trials   2
seed     1
depth    2
END
run "$lockhop" sweep "$scratch/latency.plan" -o "$scratch/latency.csv"
expect "a plan of loads" 0 "22 trials"
run scripts/evaluation_latency.py "$scratch/latency.csv" "$scratch/latency1"
expect "its tables and plot" 0
run scripts/evaluation_latency.py "$scratch/latency.csv" "$scratch/latency2"
if diff -r "$scratch/latency1" "$scratch/latency2" >"$out" 2>&1; then
  ok "they are the same bytes each time"
else
  not_ok "they are the same bytes each time" "$(cat "$out")"
fi
if python3 - "$scratch/latency.csv" "$scratch/latency1/latency-tables.md" >"$out" 2>&1 <<'END'; then
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
tables = open(sys.argv[2]).read()
for row in rows:
    kind, load = row["traffic"].split(",load=")
    load, accepted, latency = float(load), float(row["accepted_load"]), float(row["latency_mean"])
    if kind == "neighbour":
        assert latency == 1 and abs(accepted - load) < 0.02, row
    elif kind == "tornado" and load < 0.3:
        assert 3 <= latency < 3.6 and abs(accepted - load) < 0.02, row
    elif kind == "tornado" and load > 0.34:
        assert 0.32 < accepted < 0.3355 and latency > 100, row
    elif kind == "uniform" and load < 0.2:
        assert 1.95 <= latency < 2.2, row
assert "dimension-order, depth 2, 2 VCs" in tables and "| tornado | 3." in tables, tables
both = [float(r["accepted_load"]) for r in rows if r["traffic"] == "tornado,load=0.9"]
assert f"| 0.9 | " in tables and f", {sum(both) / 2:.3f} | 1.0, " in tables, (both, tables)
END
  ok "they say what theory says of a ring"
else
  not_ok "they say what theory says of a ring" "$(cat "$out")"
fi
run scripts/evaluation_latency.py "$scratch/range.csv" "$scratch/latency3"
refused "a curve with two depths" "torus:4x3: has several settings"
run scripts/evaluation_latency.py "$scratch/one.csv" "$scratch/latency3"
refused "a curve of permutations" "one.csv:2: 'shuffle': give a plan of open loops"
none "and no curve is written" "$scratch/latency3"

run scripts/evaluation_dragonfly.py "$scratch/one.csv" "$scratch/dragonfly3"
refused "an evaluation of hypercubes as dragonflies" "one.csv:2: 'hypercube:5'"
run scripts/evaluation_dragonfly.py /nowhere/x.csv "$scratch/dragonfly3"
refused "an evaluation of no dragonflies" "cannot read /nowhere/x.csv"
none "and they write nothing either" "$scratch/dragonfly3"

finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_sweep_file -- sweeps: what is in a partial file and what is not, tables that are there, wrong
# plans and command lines, options of a block.
set -u
. tests/system/tap.sh

small=docs/evaluation/small.plan
run "$lockhop" sweep $small -o "$scratch/small.csv"
expect "the small plan" 0 "small.csv: [0-9]+ trials"
printf 'topology hypercube:5\npackets 3\ntraffic random\nrouting rand-trans\ntrials 3\nseed 6\n' \
  >"$scratch/one.plan"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/one.csv"
expect "a plan of a cell" 0 "one.csv: 3 trials"

# Partial files that are not of this sweep, of 80 trials, which are more than have room.
printf 'topology hypercube:5\npackets 1 ports\ntraffic random shuffle\ntrials 10\nseed 1\n%s\n' \
  'routing rand-sync rand-trans' >"$scratch/short.plan"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/short.csv"
expect "a sweep of 80 trials" 0 "short.csv: 80 trials"
run sh -c "ulimit -f 8; exec $lockhop sweep $scratch/short.plan -o $scratch/part.csv"
cp "$scratch/part.csv.partial" "$scratch/kept"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/part.csv" --resume
refused "the partial file of another plan" "part.csv.partial' is of another plan"
same "and it stays as it is" "$scratch/kept" "$scratch/part.csv.partial"
for first in "s/^# lockhop [^ ]*/# lockhop 0.0.1/|another version of lockhop \(0.0.1, this is" \
  "s/ plan / 9 plan /|another version of lockhop \(with other lines\)" \
  "s/^# lockhop/x/|is not the partial file of a sweep" \
  "s/plan ./plan x/|part.csv.partial' is of another plan"; do
  sed "1${first%%|*}" "$scratch/kept" >"$scratch/part.csv.partial"
  run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
  refused "a first line with ${first%%|*}" "${first#*|}"
done
mkdir "$scratch/folder.csv.partial"
mkfifo "$scratch/pipe.csv.partial"
for name in folder pipe; do
  run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/$name.csv" --resume
  refused "a partial file that is a $name" "$name.csv.partial'"
done

# Rows that are not as they were written; damage WHAT LINES PATTERN [COUNT]: resume the partial
# file, of which LINES are named, one of them as PATTERN says, in COUNT lines.  All are run again,
# and the table has the bytes that it should have.
damage() {
  run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
  named=$(sed -n "s|^lockhop: $scratch/part.csv.partial:\([0-9]*\): .*|\1|p" "$err" | tr '\n' ' ')
  count=${4:-$(echo "$2" | wc -w)}
  if [ "$status" -ne 0 ] || [ "$named" != "$2 " ] || [ "$(wc -l <"$err")" -ne "$count" ] ||
    ! grep -qE "$3" "$err"; then
    not_ok "$1: lines $2 are named" "exit status $status, named: $named" "$(head -n 20 "$err")"
  else
    ok "$1: lines $2 are named"
  fi
  same "$1: what is missing is run again" "$scratch/short.csv" "$scratch/part.csv"
  rm -f "$scratch/part.csv" "$partial"
}
partial=$scratch/part.csv.partial
again="damaged or of another sweep; its trial is run again"
for column in 9 10 11 12 13 14 15 16; do # seed, steps, hops, ..., cycles, lanes
  awk -F, -v OFS=, -v c=$column 'NR == 5 {sub(/[0-9]$/, ($c + 1) % 10, $c)} 1' \
    "$scratch/kept" >"$partial"
  damage "a changed digit of column $column" 5 "$again"
done
sed '3s/,PASS/,LOST/; 4s/hypercube:5/hypercube:4/' "$scratch/kept" >"$partial"
damage "another outcome, another network" "3 4" "$again"
sed -n 3p "$scratch/kept" | cut -d' ' -f2 >"$scratch/number"
sed "4s/ [0-9]* / $(cat "$scratch/number") /" "$scratch/kept" >"$partial"
damage "the number of another trial" 4 "$again"
sed '2p' "$scratch/kept" >"$partial"
damage "a trial twice" 3 "trial [0-9]+ is there a second time"
sed '6{N;s/\n//}' "$scratch/kept" >"$partial"
damage "a lost line end" 6 "$again"
sed '6s/......$//; 8s/^[^ ]* [^ ]* //; 9s/.*//' "$scratch/kept" >"$partial"
damage "rows cut in the middle of the file" "6 8 9" "$again"
sed '2{h;d};5{G}' "$scratch/kept" >"$partial"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
expect "rows in another order" 0 "80 trials"
[ -s "$err" ] && not_ok "are as good" "$(cat "$err")"
same "rows in another order lose nothing" "$scratch/short.csv" "$scratch/part.csv"
rm "$scratch/part.csv"
sed '2,$s/^./x/' "$scratch/kept" >"$partial"
damage "all rows damaged" "2 3 4 5 6 7 8 9 10 11" "and [0-9]+ more such rows" 11
sed '3s/,PASS/,LOST/' "$scratch/kept" >"$partial"
printf '%s' '0123456789abcdef 7 hyperc' >>"$partial"
damage "one damaged and the last one cut" "3 $(($(wc -l <"$scratch/kept") + 1))" "this row was cut"
# A row of another plan, whole and with the checksum that is right there.
sed 's/^seed 1/seed 2/' "$scratch/short.plan" >"$scratch/other.plan"
run sh -c "ulimit -f 8; exec $lockhop sweep $scratch/other.plan -o $scratch/other.csv"
sed 3d "$scratch/kept" >"$partial"
sed -n 3p "$scratch/other.csv.partial" >>"$partial"
damage "a row of another plan" "$(wc -l <"$scratch/kept")" "$again"

# A table that is there is not replaced without a word.
cp "$scratch/small.csv" "$scratch/there.csv"
run "$lockhop" sweep $small -o "$scratch/there.csv"
refused "a finished table" "there.csv' is finished, with all [0-9]+ trials of this plan; --force"
run "$lockhop" sweep $small -o "$scratch/there.csv" --resume
refused "resuming what is finished" \
  "is finished, with all [0-9]+ trials .* nothing is left to resume; --force"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/there.csv"
refused "a table of another plan" "there.csv' is there and is not the table of this plan: .*--force"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/there.csv" --resume
refused "resuming into a table of another plan" "is not the table of this plan: .*--force"
sed '3s/,PASS/,LOSS/' "$scratch/one.csv" >"$scratch/there.csv"
cp "$scratch/there.csv" "$scratch/mine"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/there.csv"
refused "a file that is no table" "is not the table of this plan"
same "and it stays as it is" "$scratch/mine" "$scratch/there.csv"
none "no partial file comes of it" "$scratch/there.csv.partial"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/there.csv" --force
expect "--force replaces it" 0 "there.csv: [0-9]+ trials"
same "by the right bytes" "$scratch/one.csv" "$scratch/there.csv"
echo mine >"$scratch/part.csv"
cp "$scratch/kept" "$partial"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --force
refused "--force does not drop a partial file" "go on with it by --resume, or remove it"
same "which stays as it is" "$scratch/kept" "$partial"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
refused "going on into a file that is there" "is not the table of this plan: .*--force"
cp "$scratch/short.csv" "$scratch/part.csv"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
refused "a finished table beside a partial file" \
  "--resume --force goes on with '.*part.csv.partial'"
echo mine >"$scratch/part.csv"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume --force
expect "--resume --force goes on and replaces it" 0 "80 trials"
same "the table is whole" "$scratch/short.csv" "$scratch/part.csv"
rm "$scratch/part.csv"

head -c 20 "$scratch/kept" >"$scratch/part.csv.partial"
run "$lockhop" sweep "$scratch/short.plan" -o "$scratch/part.csv" --resume
expect "a partial file cut in its first line has no trial" 0 "80 trials"
same "it is begun anew" "$scratch/short.csv" "$scratch/part.csv"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/nothing.csv" --resume
refused "nothing to resume" "there is no '.*nothing.csv.partial' to resume"

# Trials that do not pass: rand-trans in one VC of queues of depth 1.
printf 'topology hypercube:3\npackets 12\ntraffic random\ntrials 12\nseed 1\n%s\n%s\n%s\n' \
  'routing rand-trans deterministic' 'depth 1' 'vcs 1' >"$scratch/stuck.plan"
run "$lockhop" sweep "$scratch/stuck.plan" -o "$scratch/stuck.csv"
expect "deadlocks are rows, and exit 4" 4 "of 24 trials did not pass; the first: lockhop .*DEADLOCK"
if [ "$(grep -c DEADLOCK "$scratch/stuck.csv")" = "$(sed -n 's/ of 24 .*//p' "$out")" ] &&
  [ "$(wc -l <"$scratch/stuck.csv")" -eq 25 ]; then
  ok "as many as are said, and the other trials are there"
else
  not_ok "as many as are said, and the other trials are there" "$(cat "$out")"
fi
command=$(sed -n 's/.*the first: lockhop \(.*\): DEADLOCK$/\1/p' "$out")
# shellcheck disable=SC2086 # words of a command
run "$lockhop" $command
expect "the command that is printed repeats it" 4 '^DEADLOCK$'

# What a person sees of it.
printf 'topology hypercube:2\npackets 1\ntraffic random\nrouting deterministic\n%s\n' \
  'trials 2
seed 1
depth 1 2' >"$scratch/seen.plan"
on_terminal "$lockhop" sweep "$scratch/seen.plan" --machine array -o "$scratch/seen.csv"
expect_shown "on a terminal it shows what it builds, and how far it is" 0 \
  '^preparing the Verilog of combination 1 of 2$' '^preparing the Verilog of combination 2 of 2$' \
  '^trial [0-9] of 4, [0-9]+ % of the work'

# Wrong command lines.
run "$lockhop" sweep
refused "no plan" "needs 1 argument: lockhop sweep SPEC\|PLAN "
run "$lockhop" sweep $small
refused "no output" "needs a file to write: -o FILE.csv"
run "$lockhop" sweep /nowhere/x.plan -o "$scratch/x.csv"
refused "a plan that is not there" "cannot read '/nowhere/x.plan'"
run "$lockhop" sweep tests -o "$scratch/x.csv"
refused "a plan that is a directory" "it is a directory"
run "$lockhop" sweep $small -o /nowhere/x.csv
refused "an output that cannot be" "cannot create '/nowhere/x.csv'"
for output in - /dev/full "$scratch" ""; do
  run "$lockhop" sweep $small -o "$output"
  refused "output '$output'" "regular file|is empty"
done
for jobs in 0 -1 x 1025; do
  run "$lockhop" sweep $small -o "$scratch/x.csv" --jobs=$jobs
  refused "--jobs $jobs" "must be a number in 1..1024"
done

# Wrong plans: line of the mistake, what is said, the plan with '|' between its lines; '@' is
# 'routing rand-sync|trials 1|seed 1'.
while IFS=';' read -r line said plan; do
  echo "$plan" | sed 's/@/routing rand-sync|trials 1|seed 1/' | tr '|' '\n' >"$scratch/bad.plan"
  run "$lockhop" sweep "$scratch/bad.plan" -o "$scratch/bad.csv"
  refused "plan: $plan" "lockhop: $scratch/bad.plan:$line: .*$said"
done <<'END'
2;the plan is empty;
1;'packets' before 'topology';packets 1|topology hypercube:2
2;did you mean 'packets';topology hypercube:2|pakets 1|traffic random
1;no line 'trials';topology hypercube:2|packets 1|traffic random|routing rand-sync|seed 1
1;did you mean 'hypercube';topology hypercbe:2|packets 1|traffic random|@
2;must be a number;topology hypercube:2|packets 1 many|traffic random|@
3;even;topology hypercube:2 hypercube:3|packets 1|traffic random transpose|@
3;did you mean 'shuffle';topology hypercube:2|packets 1|traffic shufle|@
4;did you mean;topology hypercube:2|packets 1|traffic random|routing rand-snc|trials 1|seed 1
5;takes one value;topology hypercube:2|packets 1|traffic random|routing rand-sync|trials 1 2|seed 1
6;must be a number;topology hypercube:2|packets 1|traffic random|routing rand-sync|trials 1|seed x
1;block of line 1 already;topology hypercube:2|packets 2 ports|traffic random|@
END
none "wrong plans leave no file" "$scratch/bad.csv" "$scratch/bad.csv.partial"

# Options of a block: what a run can be told that no line of every plan says.
block() {
  printf '%s\n' 'topology hypercube:3' 'packets 1' 'traffic random' 'routing deterministic' \
    'trials 2' 'seed 1' "$@"
}
{
  block 'data ones' 'disturb stalls' ''
  block
} >"$scratch/options.plan"
run "$lockhop" sweep "$scratch/options.plan" -o "$scratch/options.csv"
expect "a block with options of lockhop run" 0
run cat "$scratch/options.csv"
expect "they are a column, and count" 0 ',seed,options,steps,' \
  '^hypercube:3,8,random,1,deterministic,1,0,1,2,--data ones --disturb stalls,32,14,' \
  '^hypercube:3,8,random,1,deterministic,1,0,1,2,,3,14,'
run "$lockhop" run hypercube:3 random --seed 2 --data ones --disturb stalls
expect "as in a run" 0 '^  steps  *32$'
run "$lockhop" sweep "$scratch/options.plan" -o "$scratch/options.csv" --resume
refused "and the table is known again" 'is finished, with all 4 trials'
for row in "data many|:7: --data 'many': is none of" "dat ones|:7: .* did you mean 'data'" \
  "store 300|:7: store '300': must be a number in 1..255" "sends 4|:7: --sends 4" \
  "data ones small|:7: 'data' takes one value" "dut x.v|:7: there is no keyword 'dut'" \
  "data|:7: 'data' needs a value" "data $(printf '%0150d' 0)|:7: data '0*...': at most"; do
  block "${row%%|*}" >"$scratch/options.plan"
  run "$lockhop" sweep "$scratch/options.plan" -o "$scratch/wrong-options.csv"
  refused "a wrong option: ${row%%|*}" "${row#*|}"
done
none "and no table is written" "$scratch/wrong-options.csv"

# Failed switches, and collectives: the same rows in lock step.
{
  block 'failed 0,5' 'depth 2' | sed 's/deterministic/fault-tolerant/'
  printf '%s\n' '' 'topology hypercube:2' 'traffic one-to-all-broadcast,startup=0..9:9' 'trials 1' \
    'seed 1'
} >"$scratch/engines.plan"
run "$lockhop" sweep "$scratch/engines.plan" -o "$scratch/engines.csv"
expect "a block has failed switches, another collectives" 0
run cat "$scratch/engines.csv"
expect "a collective has no packets, routing, VCs and depth; what it costs is in its row" 0 \
  '^hypercube:3,8,random,1,fault-tolerant,1,2,1,2,"--failed 0,5",.*,PASS,[a-z-]+,,,,,,,,,$' \
  '^hypercube:2,4,"one-to-all-broadcast,startup=0",,,,,0,1,,2,.*,2,1,,,,,PASS,[a-z-]+,,,,,,,,,$' \
  '^hypercube:2,4,"one-to-all-broadcast,startup=9",,,,,0,1,,20,.*,20,1,,,,,PASS,[a-z-]+,,,,,,,,,$'
run "$lockhop" sweep "$scratch/engines.plan" -o "$scratch/engines-step.csv" --machine array
expect "the same in lock step" 0
law "the same rows" cmp "$scratch/engines.csv" "$scratch/engines-step.csv"
run "$lockhop" sweep "$scratch/engines.plan" -o "$scratch/engines.csv" --resume
refused "the table of collectives is known again" 'is finished, with all 4 trials'
for row in "0,9|:8: --failed '9' is out of range" \
  "1,2,4|:8: --failed: no path is left between 0"; do
  block 'depth 2' "failed ${row%%|*}" | sed 's/deterministic/fault-tolerant/' >"$scratch/wrong.plan"
  run "$lockhop" sweep "$scratch/wrong.plan" -o "$scratch/wrong-options.csv"
  refused "switches that cannot fail: ${row%%|*}" "${row#*|}"
done
block 'sends 1' | sed 's/random/one-to-all-broadcast/' >"$scratch/wrong.plan"
run "$lockhop" sweep "$scratch/wrong.plan" -o "$scratch/wrong-options.csv"
refused "what engines do not have" ':3: --sends: is for switches'
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_evaluation -- the evaluation of the hypercube: its tables, trials put together from several
# files, and its rounds.
set -u
. tests/system/tap.sh

plan=docs/evaluation/small.plan
run "$lockhop" sweep $plan -o "$scratch/small.csv"
expect "the small plan" 0 "small.csv: [0-9]+ trials"
printf 'topology hypercube:5\npackets 3\ntraffic shuffle\ntrials 1\nseed 1\n%s\n' \
  'routing deterministic
depth 2' >"$scratch/one.plan"
run "$lockhop" sweep "$scratch/one.plan" -o "$scratch/one.csv"

# The evaluation: tables, and plots that are the same bytes each time.
export MPLCONFIGDIR="$scratch/../matplotlib"
mkdir -p "$MPLCONFIGDIR"
run scripts/evaluation.py "$scratch/small.csv" "$scratch/evaluation1"
expect "tables and plots" 0
if whole; then
  run scripts/evaluation.py "$scratch/small.csv" "$scratch/evaluation2"
  law "tables and plots are the same bytes each time" \
    diff -r "$scratch/evaluation1" "$scratch/evaluation2"
fi
if tests/system/evaluation_laws.py "$scratch/small.csv" "$scratch/evaluation1" >"$out" 2>&1; then
  ok "tables agree with closed forms and with the rows"
else
  not_ok "tables agree with closed forms and with the rows" "$(tail -n 5 "$out")"
fi
run scripts/evaluation.py --tables "$scratch/small.csv" "$scratch/small.csv" "$scratch/evaluation3"
refused "a trial that is in two files" "seed 1 is there twice"
run scripts/evaluation.py --tables /nowhere/x.csv "$scratch/evaluation3"
refused "an evaluation of no file" "cannot read /nowhere/x.csv"
run scripts/evaluation.py --tables $plan "$scratch/evaluation3"
refused "an evaluation of another file" "small.plan:1: no column"
run scripts/evaluation.py --tables "$scratch/one.csv" "$scratch/evaluation3"
refused "an evaluation of finite queues" "one.csv:2: depth 2"
none "and they write nothing" "$scratch/evaluation3"

# A sweep that is not done: tables of what there is, which say of how many trials.  By the
# checksums of the sweep, rows that were cut or changed are left out.
run sh -c "ulimit -f 24; exec $lockhop sweep $plan -o $scratch/part.csv"
expect "a sweep without room" 3 'trials are kept'
part=$scratch/part.csv.partial
rows=$(($(wc -l <"$part") - 1))
sed -i '2s/,PASS,/,LOST,/' "$part"
printf '0123456789abcdef 99 hypercube:4,16,ran' >>"$part"
run scripts/evaluation.py --tables "$part" "$scratch/evaluation4"
expect "a sweep that is not done has its tables, without rows that were cut or changed" 0 \
  'part.csv.partial:2: not a whole row' "part.csv.partial:$((rows + 2)): not a whole row"
run python3 -c 'import csv, sys
print(sum(int(row["trials"]) for row in csv.DictReader(open(sys.argv[1]))))' \
  "$scratch/evaluation4/summary.csv"
expect "they say of how many trials" 0 "^$((rows - 1))\$"

# Trials put together: those of a permutation and of a routing on it come from different files.
printf 'topology hypercube:3\npackets 3\ntraffic random\ntrials 6\nseed 1\n%s\n\n' \
  'routing deterministic rand-trans drand-trans-ooo,forced=0' >"$scratch/sums.plan"
printf 'topology hypercube:3\npackets 3\ntraffic shuffle\ntrials %s\nseed 1\nrouting %s\n\n' \
  1 deterministic 6 rand-trans >>"$scratch/sums.plan"
run "$lockhop" sweep "$scratch/sums.plan" -o "$scratch/whole.csv"
# part NAME CONDITION: some rows of whole.csv; of a row $r is the routing, $s the seed.
part() {
  python3 - "$scratch/whole.csv" "$scratch/$1.csv" "$2" <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
with open(sys.argv[2], "w", newline="") as file:
    out = csv.DictWriter(file, rows[0], lineterminator="\n")
    out.writeheader()
    out.writerows(row for row in rows
                  if eval(sys.argv[3], {"r": row["routing"], "s": int(row["seed"])}))
END
}
cells=hypercube-cells.csv
tables=--tables
if whole; then tables=; fi # plots, too
part base 's <= 2 or r == "deterministic" and s <= 4'
part rest '2 < s and (r != "deterministic" or 4 < s)'
run scripts/evaluation.py $tables "$scratch/whole.csv" "$scratch/at-once"
expect "tables of all trials" 0
run scripts/evaluation.py --tables "$scratch/base.csv" "$scratch/first"
run scripts/evaluation.py $tables "$scratch/first/$cells" "$scratch/rest.csv" "$scratch/added"
expect "trials are added to sums" 0
law "tables, plots and sums are those of all trials at once" \
  diff -r "$scratch/at-once" "$scratch/added"
run scripts/evaluation.py --tables "$scratch/rest.csv" "$scratch/second"
run scripts/evaluation.py --tables "$scratch/second/$cells" "$scratch/first/$cells" "$scratch/both"
law "and of two files of sums" \
  diff -r --exclude="*.svg" --exclude="*.png" "$scratch/at-once" "$scratch/both"
run scripts/evaluation.py --tables "$scratch/whole.csv" "$scratch/first/$cells" "$scratch/again"
expect "trials that the sums have are left out" 0 'whole.csv: 11 trials are there already'
law "and count once" \
  diff -r --exclude="*.svg" --exclude="*.png" "$scratch/at-once" "$scratch/again"
run scripts/evaluation.py --tables "$scratch/first/$cells" "$scratch/at-once/$cells" \
  "$scratch/again"
expect "so are sums that are parts of others" 0 "$cells: 11 trials are there already"
law "they count once, too" \
  diff -r --exclude="*.svg" --exclude="*.png" "$scratch/at-once" "$scratch/again"

part middle '2 <= s <= 5'
run scripts/evaluation.py --tables "$scratch/middle.csv" "$scratch/middle"
refuse_sums() {
  run scripts/evaluation.py --tables "$scratch/first/$cells" "$2" "$scratch/refused"
  refused "$1" "$3"
  none "it writes nothing: $1" "$scratch/refused"
}
refuse_sums "sums that have some seeds in common" "$scratch/middle/$cells" \
  'hypercube:3 (random|shuffle), 3 packets, [a-z-]*: has seed 2 of the files before, and others'

# changed NAME FILE COLUMN VALUE: FILE with another value in the first row of rand-trans.
changed() {
  python3 - "$2" "$scratch/$1.csv" "$3" "$4" <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
row = next(row for row in rows if row["routing"] == "rand-trans")
assert row[sys.argv[3]] != sys.argv[4]
row[sys.argv[3]] = sys.argv[4]
with open(sys.argv[2], "w", newline="") as file:
    out = csv.DictWriter(file, rows[0], lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
END
}
changed other "$scratch/whole.csv" steps 7
refuse_sums "a trial that took other steps than in the sums" "$scratch/other.csv" \
  'rand-trans: seed 1 has steps 7, which the sums cannot have of it'
changed other "$scratch/whole.csv" average_delay 77
refuse_sums "a trial that had another delay than any in the sums" "$scratch/other.csv" \
  'rand-trans: seed 1 has average_delay 77'
changed other "$scratch/whole.csv" average_delay much
refuse_sums "a delay that is no number" "$scratch/other.csv" "'much': average_delay is a number"
first=$scratch/first/$cells
for change in 'trials:3:3 trials with 2 seeds' 'seeds:1-3:2 trials with 3 seeds' \
  "seeds:2-1:'2-1' are not seeds" "steps_sum:12:steps by seed have another sum" \
  "steps_by_seed:4:1 steps by seed" "average_delay_most:0.0001:no 2 numbers have these sums" \
  "average_delay_squares:0:no 2 numbers have these sums" "n:x:invalid literal"; do
  rest=${change#*:}
  changed bad "$first" "${change%%:*}" "${rest%%:*}"
  refuse_sums "sums that cannot be: $change" "$scratch/bad.csv" "bad.csv:[0-9]+: ${rest#*:}"
done
{ cat "$first" && sed -n '$p' "$first"; } >"$scratch/bad.csv"
refuse_sums "a cell that is there twice" "$scratch/bad.csv" 'the cell is there twice'

# Rounds: each has its seeds, none is made twice, and another plan is no part of them.
printf 'topology hypercube:2\npackets 1\ntraffic random\nrouting rand-trans\ntrials 100\nseed 1\n
topology hypercube:2\npackets 1\ntraffic shuffle\nrouting deterministic\ntrials 1\nseed 1\n' \
  >"$scratch/rounds.plan"
export LOCKHOP="$lockhop"
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/rounds" 2
expect "rounds are sweeps" 0 'round-1.csv: 2 trials' 'round-2.csv: 99 trials'
run cat "$scratch/rounds/summary.csv"
expect "two rounds have all trials of small networks, and one where nothing is random" 0 \
  '^2,1,random,rand-trans,100,1-100,' '^2,1,shuffle,deterministic,1,1,'
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/rounds" 2
expect "rounds that are there are not made again" 0
[ ! -s "$out" ] || not_ok "nothing is said of rounds that are there" "$(cat "$out")"
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/rounds"
expect "rounds of larger networks have nothing here" 0
none "and leave nothing" "$scratch/rounds/round-3"*
sed -i 's/packets 1/packets 2/' "$scratch/rounds.plan"
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/rounds" 2
refused "rounds of another plan" "is of another plan"

# Rounds do not make what the cells have: of 100 seeds they lack one at random, and all of shuffle.
printf 'topology hypercube:2\npackets 1\ntraffic random shuffle\nrouting rand-trans\n%s\n' \
  'trials 100
seed 1' >"$scratch/rounds.plan"
run "$lockhop" sweep "$scratch/rounds.plan" -o "$scratch/hundred.csv"
grep -v ',shuffle,' "$scratch/hundred.csv" | sed 78d >"$scratch/some.csv"
run scripts/evaluation.py --tables "$scratch/some.csv" "$scratch/some"
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/beyond" 5 "$scratch/some/$cells"
expect "rounds do not make what the cells have" 0 'round-1.csv: 1 trials' 'round-2.csv: 100 trials'
run scripts/evaluation.py --tables "$scratch/hundred.csv" "$scratch/at-once"
law "their tables are of both" diff "$scratch/at-once/summary.csv" "$scratch/beyond/summary.csv"
same "and their sums" "$scratch/at-once/$cells" "$scratch/beyond/$cells"
run scripts/evaluation.sh --tables "$scratch/rounds.plan" "$scratch/nothing" 5 \
  "$scratch/beyond/$cells"
expect "with all in the cells no round is made" 0
none "no sweep is there" "$scratch/nothing/round-"*
same "but the tables" "$scratch/at-once/summary.csv" "$scratch/nothing/summary.csv"

# The sums that the pages are of: those of the smallest networks are what is made now.
run scripts/evaluation_rounds.py docs/evaluation/hypercube.plan 1
grep --no-group-separator -A 6 '^topology *hypercube:2$' "$out" >"$scratch/least.plan"
run scripts/evaluation_rounds.py docs/evaluation/hypercube.plan 2
grep --no-group-separator -A 6 '^topology *hypercube:2$' "$out" >>"$scratch/least.plan"
run "$lockhop" sweep "$scratch/least.plan" -o "$scratch/least.csv"
expect "the smallest networks of the evaluation" 0
run scripts/evaluation.py --tables "$scratch/least.csv" "$scratch/least"
grep -E '^(n|2),' "docs/evaluation/$cells" >"$scratch/committed.csv"
same "the sums of docs/evaluation are what is made now" "$scratch/least/$cells" \
  "$scratch/committed.csv"

finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_plot -- lockhop plot: figures have the points and names of their rows, are the same each
# time, and wrong input is refused without a file.
set -u
. tests/system/tap.sh
export MPLCONFIGDIR="$scratch/../matplotlib"
mkdir -p "$MPLCONFIGDIR"

plot() {
  run "$lockhop" plot "$@"
}

cat >"$scratch/open.plan" <<'END'
topology hypercube:3
packets  1
traffic  uniform,load=0.1..0.9:0.4,warmup=50,measure=320
routing  deterministic rand-trans
trials   2
seed     1
depth    2
END
cat >"$scratch/closed.plan" <<'END'
topology hypercube:3 hypercube:4
packets  1 ports
traffic  random
routing  deterministic rand-trans rand-sync
trials   3
seed     1
END
for plan in open closed; do
  run "$lockhop" sweep "$scratch/$plan.plan" -o "$scratch/$plan.csv"
  expect "the $plan plan" 0
done

plot "$scratch/open.csv" -o "$scratch/latency"
expect "latency, as SVG and PNG" 0
if [ -s "$out" ] || [ -s "$err" ]; then
  not_ok "nothing is said" "$(cat "$out" "$err")"
else
  ok "nothing is said"
fi
mkdir "$scratch/again"
plot "$scratch/open.csv" -o "$scratch/again/latency.svg"
same "the same bytes again" "$scratch/latency.svg" "$scratch/again/latency.svg"
none "one file where one is asked for" "$scratch/again/latency.png"
printf 'font.size: 30\nlines.linewidth: 9\n' >"$scratch/matplotlibrc"
run env MATPLOTLIBRC="$scratch/matplotlibrc" "$lockhop" plot "$scratch/open.csv" \
  -o "$scratch/again/latency.svg"
same "whatever the settings of matplotlib are" "$scratch/latency.svg" "$scratch/again/latency.svg"
plot "$scratch/open.csv" --figure accepted --panels routing -o "$scratch/accepted.svg"
expect "accepted load, in panels" 0
plot "$scratch/closed.csv" --figure histogram -o "$scratch/histogram.svg"
expect "a histogram" 0
plot "$scratch/closed.csv" --figure speedup --base rand-sync -o "$scratch/speedup.svg"
expect "a speedup" 0
cp "$scratch/open.csv" "$scratch/twin.csv"
plot "$scratch/open.csv" "$scratch/twin.csv" -o "$scratch/both.svg"
expect "two files with the same trials" 0
printf '%s\n' design,load,offered_load,accepted_load,latency_mean,outcome \
  golden,0.1,0.1,0.1,3,PASS golden,0.5,0.5,0.5,4,PASS mine,0.1,0.1,0.1,9,PASS \
  mine,0.5,0.5,0.4,12,PASS >"$scratch/compare.csv"
plot "$scratch/compare.csv" "$scratch/open.csv" -o "$scratch/designs.svg"
expect "a table of compare beside a sweep" 0

/usr/bin/python3 tests/system/plot_laws.py "$scratch" >"$scratch/laws" 2>&1
sed -n 's/^# //p' "$scratch/laws" >"$scratch/why"
while read -r verdict law; do
  case $verdict in
  good) ok "$law" ;;
  bad) not_ok "$law" "$(cat "$scratch/why")" ;;
  esac
done <"$scratch/laws"
if grep -qx 'all laws' "$scratch/laws"; then
  ok "all laws were tried"
else
  not_ok "all laws were tried" "$(cat "$scratch/laws")"
fi

# Refusals; none leaves a file.
wrong() {
  wrong_text=$1
  wrong_pattern=$2
  shift 2
  plot "$@" -o "$scratch/wrong.svg"
  refused "$wrong_text" "$wrong_pattern"
  none "and nothing is written" "$scratch/wrong.svg" "$scratch/wrong.svg".*
}

# edited NAME SED: the open sweep, changed.
edited() {
  sed "$2" "$scratch/open.csv" >"$scratch/$1.csv"
}
edited word '3s/,0\.1,50,/,x,50,/'
wrong "a value that is no number" "word.csv:3: column 'load': 'x' is no number" "$scratch/word.csv"
edited negative '4s/,PASS,uniform,\([0-9.]*\),50,/,PASS,uniform,-\1,50,/'
wrong "a load below 0" "negative.csv:4: column 'load': '-0" "$scratch/negative.csv"
edited short '3s/,[^,]*$//'
wrong "a row that was cut" "short.csv:3: has [0-9]+ columns, not" "$scratch/short.csv"
edited outcome '5s/PASS/GOOD/'
wrong "an unknown outcome" "outcome.csv:5: column 'outcome': 'GOOD'" "$scratch/outcome.csv"
edited old '1s/offered_load/other/'
wrong "a table of an older version" "old.csv:1: no column 'offered_load'; make the file again" \
  "$scratch/old.csv"
edited twice '3p'
wrong "a trial twice" "twice.csv:4: the same trial is in line 3" "$scratch/twice.csv"
edited empty 1q
wrong "a table without rows" "empty.csv: has no rows" "$scratch/empty.csv"
edited stuck 's/PASS/DEADLOCK/'
wrong "no run that passed" "no run has passed" "$scratch/stuck.csv"
printf '# lockhop 1.0.0 sweep format 5 plan 0\n' >"$scratch/x.csv.partial"
wrong "an unfinished sweep" "this sweep is not finished" "$scratch/x.csv.partial"
wrong "a file that is not there" "cannot read .*: No such file" "$scratch/nowhere.csv"
wrong "another kind of file" "no column 'topology' or 'design'" "$scratch/open.plan"
wrong "a file twice" "is given twice" "$scratch/open.csv" "$scratch/open.csv"
wrong "latency without loads" "closed.csv:2: column 'load': is empty" "$scratch/closed.csv"
wrong "an unknown figure" "'lat': must be latency, accepted, histogram" "$scratch/open.csv" \
  --figure lat
wrong "an unknown column" "no column 'stepz'" "$scratch/closed.csv" --figure histogram \
  --column stepz
wrong "an unknown base" "no row has this routing; there are deterministic, rand-trans, rand-sync" \
  "$scratch/closed.csv" --figure speedup --base x
wrong "an unknown part" "--panels 'x': must be one of topology, traffic" "$scratch/open.csv" \
  --panels x
wrong "a base of a latency" "--base is for --figure speedup" "$scratch/open.csv" --base x
export LOCKHOP_PYTHON=/nowhere/python
wrong "no Python" "'/nowhere/python' cannot be run: .*python3-matplotlib" "$scratch/open.csv"
LOCKHOP_PYTHON=$scratch/python
cat >"$LOCKHOP_PYTHON" <<'END'
#!/bin/sh
exec /usr/bin/python3 -S "$@"
END
chmod 755 "$LOCKHOP_PYTHON"
wrong "no matplotlib" "install the Debian package python3-matplotlib" "$scratch/open.csv"
unset LOCKHOP_PYTHON
plot "$scratch/open.csv" -o "$scratch/wrong.pdf"
refused "another kind of output" "must end in .svg or .png"
run "$lockhop" __complete plot --figure ""
cut -f2 "$out" | paste -sd, | sed 's/,/, /g' >"$scratch/figures"
plot "$scratch/open.csv" --figure x -o "$scratch/wrong.svg"
refused "the figures that completion offers are those that there are" \
  "must be $(cat "$scratch/figures")$"
plot "$scratch/open.csv"
refused "no output" "needs a file to write: -o FIGURE.svg"
plot "$scratch/open.csv" -o /nowhere/x.svg
expect "a folder that is not there" 3 "cannot write /nowhere/x.svg"
none "none of them has written" "$scratch/wrong.svg" "$scratch/wrong.pdf"
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_margin -- on a terminal lines end at its right margin, and their letters are those of a pipe.
set -u
. tests/system/tap.sh
export TERM=dumb
broken_switches priority_order
dut=$scratch/broken/priority_order.v

# too_wide: lines that are longer than $COLUMNS, but for a word that is, and commands to copy.
too_wide() {
  awk -v columns="$COLUMNS" 'length > columns && /[^ ] +[^ ]/ && !/ with: /' "$out"
}

# fits CODE COMMAND...: its standard output on a terminal.
fits() {
  expected=$1
  shift
  text="$(echo "$*" | sed "s|$scratch/||g") on a terminal of $COLUMNS columns"
  run tests/system/on_terminal.py --stdout "$lockhop" "$@"
  if [ "$status" -eq 77 ]; then
    skip "$text" "no terminal can be opened"
  elif [ "$status" -eq "$expected" ] && [ -z "$(too_wide)" ]; then
    ok "$text: no line is too long"
  else
    not_ok "$text: no line is too long" "exit status $status" "$(too_wide)"
  fi
}

# as_piped: what `fits` has shown is what COMMAND prints into a pipe, but for blanks.
as_piped() {
  [ "$status" -ne 77 ] || return 0
  cp "$out" "$scratch/shown"
  "$lockhop" "$@" 2>/dev/null | tr -d ' \n' | sed 's/runsin[0-9.]*s//' >"$scratch/piped"
  tr -d ' \n' <"$scratch/shown" | sed 's/runsin[0-9.]*s//' >"$scratch/letters"
  run cmp "$scratch/piped" "$scratch/letters"
  expect "and its letters are those of a pipe" 0
}

# shown TEXT COMMAND: as `law`, of what was shown.
shown() {
  if [ "$status" -eq 77 ]; then
    skip "$1" "no terminal can be opened"
  else
    law "$@"
  fi
}

cat >"$scratch/a-plan-whose-name-is-rather-long.plan" <<'END'
topology hypercube:2
packets 1
traffic random
routing deterministic
trials 1
seed 1
END
export COLUMNS
for COLUMNS in 60 80; do
  for words in help "help cosim" list "list families" "claims --table list" \
    "run mesh:4x4 uniform,load=0.1,measure=50 --seed 12345678901" \
    "run mesh:3x3 random --exercise --disturb stalls" \
    "run hypercube:4 one-to-all-broadcast"; do
    # shellcheck disable=SC2086 # several words
    fits 0 $words
    # shellcheck disable=SC2086
    as_piped $words
  done
  fits 0 info d3:2,3
done
run "$lockhop" info d3:2,3
law "a pipe has a line for each row of info" grep -q '^average distance .* equal .*sources$' "$out"
COLUMNS=60
fits 1 cosim hypercube:4 bit-reversal --packets 4 --wave "$scratch/difference.fst" --dut "$dut"
as_piped cosim hypercube:4 bit-reversal --packets 4 --wave "$scratch/difference.fst" --dut "$dut"
fits 1 check hypercube:2 --dut "$dut" --level quick --fail-fast --jobs 1 -o "$scratch/check"
shown "a shape of a check is above its numbers" \
  sh -c "grep -A 1 '^depth 2, ' $out | grep -q '^  *[0-9]* *[0-9]* *1 '"
fits 1 compare hypercube:2 uniform,measure=100 --loads 0.1,0.5 rtl/switch/switch.v "$dut"
shown "a design of a comparison has lines of its own" grep -q '^  saturation  *>= 0.5' "$out"
fits 0 sweep "$scratch/a-plan-whose-name-is-rather-long.plan" \
  -o "$scratch/a-table-whose-name-is-rather-long-and-has-no-blank.csv"
run tests/system/on_terminal.py "$lockhop" run torus:4x4 random --vcs 1 --depth 1
shown "a warning fits" sh -c "! awk 'length > 60 && / with / { wide++ } END { exit !wide }' $out"
run tests/system/on_terminal.py "$lockhop" run torus:4x4 random --routing adaptive-of-some-kind
shown "an error fits" sh -c "! awk 'length > 60 { wide++ } END { exit !wide }' $out"

# Data keep their lines.
run tests/system/on_terminal.py --stdout "$lockhop" run hypercube:4 random --json -
shown "JSON on a terminal keeps its lines" \
  sh -c "$lockhop run hypercube:4 random --json - 2>/dev/null | diff -B - $out"
run tests/system/on_terminal.py --stdout "$lockhop" check hypercube:2 --list
shown "and so do the commands of a plan" sh -c "$lockhop check hypercube:2 --list | diff -B - $out"
# A page or a drawing is for a file.
run "$lockhop" run hypercube:2 random --json "$scratch/result.json" --quiet
for words in "report $scratch/result.json" "draw hypercube:2"; do
  # shellcheck disable=SC2086 # several words
  run tests/system/on_terminal.py --stdout "$lockhop" $words
  shown "${words%% *} without -o writes nothing on a terminal" \
    sh -c "[ $status -eq 2 ] && ! grep -q . $out"
done
finish

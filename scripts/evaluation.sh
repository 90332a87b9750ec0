#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# evaluation -- the paper's evaluation in rounds, each of which leaves whole tables.
#
# Usage: evaluation.sh [--tables] PLAN DIRECTORY [ROUNDS [CELLS.csv]]
# (--tables: no plots; ROUNDS: the first alone, without it all 5)
#
# Round by round the blocks of PLAN that have 100 trials get more of them: seed 1; seeds 2 to 100
# up to 2^14 switches, which is a tenth of the work; then 2 to 10, 11 to 30 and 31 to 100 of the
# larger ones.  What CELLS.csv has, a hypercube-cells.csv of evaluation.py, is not made again.
# A round is a sweep of its own, DIRECTORY/round-I.csv, with its plan beside it, so that it can be
# made on other machines too (docs/sweep.md).  What is there is not made again, and a round that
# was interrupted goes on.  After each round, and when one is interrupted, evaluation.py makes the
# tables and plots of what is there, and DIRECTORY/hypercube-cells.csv.
set -euo pipefail

plots=()
if [ "${1:-}" = --tables ]; then
  plots=(--tables)
  shift
fi
plan=$1 directory=$2 rounds=${3:-5} cells=${4:-}
lockhop=${LOCKHOP:-build/lockhop}
mkdir -p "$directory"

tables() {
  local files=()
  if [ -n "$cells" ]; then
    files+=("$cells")
  fi
  for i in 1 2 3 4 5; do
    for file in "$directory/round-$i.csv" "$directory/round-$i.csv.partial"; do
      if [ -e "$file" ]; then
        files+=("$file")
        break
      fi
    done
  done
  scripts/evaluation.py "${plots[@]}" "${files[@]}" "$directory"
  made=1
}

made=
for ((round = 1; round <= rounds; round++)); do
  table=$directory/round-$round.csv
  plan_of_round=$directory/round-$round.plan
  scripts/evaluation_rounds.py "$plan" $round ${cells:+"$cells"} >"$plan_of_round.part"
  if [ ! -s "$plan_of_round.part" ]; then # no network of these sizes, or the cells have all
    rm "$plan_of_round.part"
    continue
  fi
  for file in "$table" "$table.partial"; do
    if [ -e "$file" ] && ! cmp -s "$plan_of_round.part" "$plan_of_round"; then
      rm "$plan_of_round.part"
      echo "evaluation: '$file' is of another plan than '$plan' without the trials of the cells;" \
        "add it to the cells by scripts/evaluation.py, or move it away" >&2
      exit 2
    fi
  done
  mv "$plan_of_round.part" "$plan_of_round"
  if [ -e "$table" ]; then
    continue
  fi
  options=()
  if [ -e "$table.partial" ]; then
    options=(--resume)
  fi
  code=0
  "$lockhop" sweep "$plan_of_round" -o "$table" "${options[@]}" || code=$?
  if [ $code -ne 0 ]; then
    tables || true
    exit $code
  fi
  tables
done
if [ -z "$made" ] && [ -n "$cells" ]; then
  tables
fi

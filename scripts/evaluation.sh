#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# evaluation -- the paper's evaluation in rounds, each of which leaves whole tables.
#
# Usage: evaluation.sh PLAN DIRECTORY [ROUNDS] (the first ROUNDS alone; all 5)
#
# Round by round the blocks of PLAN that have 100 trials get more of them: seed 1; seeds 2 to 100
# up to 2^14 switches, which is a tenth of the work; then 2 to 10, 11 to 30 and 31 to 100 of the
# larger ones.  A round is a sweep of its own, DIRECTORY/round-I.csv, with its plan beside
# it, so that it can be made on other machines too (docs/sweep.md).  What is there is not made
# again, and a round that was interrupted goes on.  After each round, and when one is
# interrupted, evaluation.py makes the tables and plots of what is there.
set -euo pipefail

plan=$1 directory=$2 rounds=${3:-5}
lockhop=${LOCKHOP:-build/lockhop}
trials=(1 99 9 20 70) seeds=(1 2 2 11 31) least=(0 0 15 15 15) most=(99 14 99 99 99)
mkdir -p "$directory"

# Print the plan of round $1: blocks of one trial are in the first alone.
round_plan() {
  awk -v trials="${trials[$1]}" -v seed="${seeds[$1]}" -v first="$1" \
    -v least="${least[$1]}" -v most="${most[$1]}" '
    function tell() {
      if (block != "" && any && (whole || first == 0)) printf "%s\n", block
      block = ""
      whole = 0
    }
    /^#/ { next }
    /^$/ { tell(); next }
    # Networks of the sizes of this round.
    $1 == "topology" {
      any = 0
      for (i = 2; i <= NF; i++) {
        size = substr($i, index($i, ":") + 1) + 0
        if (size < least || size > most) $i = ""
        else any = 1
      }
      gsub(/ +/, " ")
    }
    $1 == "trials" { whole = $2 == 100; if (whole) $0 = "trials   " trials }
    $1 == "seed" { $0 = "seed     " seed }
    { block = block $0 "\n" }
    END { tell() }' "$plan"
}

tables() {
  local files=()
  for ((i = 1; i <= ${#trials[@]}; i++)); do
    for file in "$directory/round-$i.csv" "$directory/round-$i.csv.partial"; do
      if [ -e "$file" ]; then
        files+=("$file")
        break
      fi
    done
  done
  scripts/evaluation.py "${files[@]}" "$directory"
}

for ((round = 1; round <= rounds; round++)); do
  table=$directory/round-$round.csv
  plan_of_round=$directory/round-$round.plan
  round_plan $((round - 1)) >"$plan_of_round.part"
  if [ -e "$table" ]; then
    if ! cmp -s "$plan_of_round.part" "$plan_of_round"; then
      rm "$plan_of_round.part"
      echo "evaluation: '$table' is of another plan than '$plan'; move it away" >&2
      exit 2
    fi
    rm "$plan_of_round.part"
    continue
  fi
  if [ ! -s "$plan_of_round.part" ]; then # no network of these sizes
    rm "$plan_of_round.part"
    continue
  fi
  mv "$plan_of_round.part" "$plan_of_round"
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

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_replay -- a printed schedule, replayed, gives the same run; the same seed the same bytes.
set -u
. tests/system/tap.sh

# same TEXT FILE FILE
same() {
  if cmp -s "$2" "$3"; then
    ok "$1"
  else
    not_ok "$1" "$(diff "$2" "$3" | head -n 5)"
  fi
}

# What two runs share: all but the command and the traffic's name.
result() {
  grep -v -e '"traffic"' -e '"command"' "$1"
}

while read -r spec traffic options; do
  # shellcheck disable=SC2086
  {
    "$lockhop" schedule "$spec" "$traffic" $options >"$scratch/a.trace"
    "$lockhop" schedule "$spec" "trace:$scratch/a.trace" >"$scratch/b.trace"
    "$lockhop" run "$spec" "$traffic" $options --json "$scratch/a.json" >"$scratch/log" 2>&1
    "$lockhop" run "$spec" "$traffic" $options --json "$scratch/again.json" >"$scratch/log" 2>&1
    seed=$(echo "$options" | sed -n 's/.*\(--seed [0-9]*\).*/\1/p')
    "$lockhop" run "$spec" "trace:$scratch/a.trace" $seed --json "$scratch/b.json" \
      >"$scratch/log" 2>&1
  }
  same "$spec $traffic $options: printed, read and printed again" "$scratch/a.trace" \
    "$scratch/b.trace"
  result "$scratch/a.json" >"$scratch/a.result"
  result "$scratch/again.json" >"$scratch/again.result"
  same "$spec $traffic $options: the same run twice" "$scratch/a.result" "$scratch/again.result"
  result "$scratch/b.json" >"$scratch/b.result"
  same "$spec $traffic $options: the replay is the same run" "$scratch/a.result" \
    "$scratch/b.result"
done <<'END'
hypercube:1 random
hypercube:4 bit-reversal --packets 3
hypercube:5 random --packets ports --seed 77
hypercube:6 uniform,load=0.4,warmup=20,measure=100 --seed 5
hypercube:8 shuffle
END

$lockhop schedule hypercube:6 random --seed 1 >"$scratch/1.trace"
$lockhop schedule hypercube:6 random --seed 2 >"$scratch/2.trace"
if cmp -s "$scratch/1.trace" "$scratch/2.trace"; then
  not_ok "another seed gives other permutations"
else
  ok "another seed gives other permutations"
fi

for name in one two; do
  "$lockhop" rtl hypercube:4 -o "$scratch/$name" >"$scratch/log" 2>&1
done
if diff -r "$scratch/one" "$scratch/two" >"$scratch/log" && [ -s "$scratch/one/network.v" ]; then
  ok "the same spec gives the same Verilog, byte for byte"
else
  not_ok "the same spec gives the same Verilog, byte for byte" "$(head -n 5 "$scratch/log")"
fi
finish

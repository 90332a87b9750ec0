#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_forecast -- a long run says how long it takes, on standard error alone; with --quiet it
# says nothing.  The runs are ended.
set -u
. tests/system/tap.sh

# A billion cycles.
set -- run hypercube:10 uniform,load=0.000001,measure=1000000000

"$lockhop" "$@" --quiet >"$scratch/out" 2>"$scratch/quiet" </dev/null &
quiet=$!
"$lockhop" "$@" --json "$scratch/run.json" >"$out" 2>"$err" </dev/null &
run=$!
waited=0
until grep -q left "$err" || [ "$waited" -ge 300 ]; do
  sleep 0.1
  waited=$((waited + 1))
done
kill "$quiet" "$run"
wait "$quiet" "$run"
note="lockhop: note: run hypercube:10 uniform,load=0.000001,measure=1000000000: about [0-9.]* \
\(s\|min\|h\) left, [0-9.]* \(MB\|GB\)"
if [ "$(grep -cx "$note" "$err")" -eq 1 ]; then
  ok "one line with time and memory"
else
  not_ok "one line with time and memory" "$(cat "$err")"
fi
if [ ! -s "$scratch/run.json" ] || grep -q left "$out" "$scratch/run.json"; then
  not_ok "nothing of it in the result" "$(cat "$out")"
else
  ok "nothing of it in the result"
fi
if [ -s "$scratch/quiet" ]; then
  not_ok "nothing with --quiet" "$(cat "$scratch/quiet")"
else
  ok "nothing with --quiet"
fi

run "$lockhop" run hypercube:4 random
if [ "$status" -eq 0 ] && [ ! -s "$err" ]; then
  ok "nothing of a short run"
else
  not_ok "nothing of a short run" "$(cat "$err")"
fi

finish

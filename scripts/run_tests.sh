#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# run_tests -- run test programs that print TAP, as many at once as there are cores; print the
# failures, a line per program, and last `N passed, N failed`.  Usage: run_tests.sh PROGRAM...; a
# program may be followed by arguments when the whole is quoted.  Output of each program is kept in
# build/test-logs/.
set -u

passed=0
failed=0
logs=build/test-logs
mkdir -p "$logs"
rm -f "$logs"/*.log "$logs"/*.end
export CMOCKA_MESSAGE_OUTPUT=TAP

# name PROGRAM: of its log.
name() {
  echo "$1" | sed 's|^build/||; s|[^A-Za-z0-9_.-]|-|g'
}

# start PROGRAM: run it; then its status and seconds are in LOG.end.
start() {
  log=$logs/$(name "$1").log
  (
    SECONDS=0
    # shellcheck disable=SC2086 # a program and its arguments
    $1 >"$log" 2>&1 </dev/null
    echo "$? $SECONDS" >"$log.end.new"
    mv "$log.end.new" "$log.end"
  ) &
}

# report PROGRAM: count and tell what it found.
report() {
  name=$(name "$1")
  log=$logs/$name.log
  read -r status seconds <"$log.end" || status=1
  good=$(grep -c '^ok' "$log")
  bad=$(grep '^not ok' "$log" | grep -vc '# SKIP') # a skipped test, to cmocka, is not ok
  skipped=$(grep -c '# SKIP' "$log")
  # A program that ends badly without saying which test failed, or says nothing, has failed once.
  if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((good + skipped)) -eq 0 ]; }; then
    bad=1
    echo "not ok - $1: exit status $status" >>"$log"
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  printf '%-44s %5d passed' "$name" "$good"
  [ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
  [ "$bad" -eq 0 ] || printf ', %d FAILED' "$bad"
  printf '  (%d s)\n' "${seconds:-0}"
  [ "$bad" -eq 0 ] || { grep -v '^ok' "$log" | tail -60; echo "  see $log"; }
}

cores=$(nproc)
programs=("$@")
running=0
next=0 # to be reported
for program in "${programs[@]}"; do
  start "$program"
  running=$((running + 1))
  [ "$running" -lt "$cores" ] || { wait -n; running=$((running - 1)); }
  while [ -e "$logs/$(name "${programs[next]}").log.end" ]; do
    report "${programs[next]}"
    next=$((next + 1))
    [ "$next" -lt "${#programs[@]}" ] || break
  done
done
wait
for program in "${programs[@]:next}"; do
  report "$program"
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# run_tests -- run test programs that print TAP; print the failures, a line per program, and last
# `N passed, N failed`.  Usage: run_tests.sh PROGRAM...; a program may be followed by arguments when
# the whole is quoted.  Output of each program is kept in build/test-logs/.
set -u

passed=0
failed=0
logs=build/test-logs
mkdir -p "$logs"
export CMOCKA_MESSAGE_OUTPUT=TAP

for program in "$@"; do
  name=$(echo "$program" | sed 's|^build/||; s|[^A-Za-z0-9_.-]|-|g')
  log=$logs/$name.log
  start=$(date +%s)
  # shellcheck disable=SC2086 # a program and its arguments
  $program >"$log" 2>&1 </dev/null
  status=$?
  good=$(grep -c '^ok' "$log")
  bad=$(grep '^not ok' "$log" | grep -vc '# SKIP') # a skipped test, to cmocka, is not ok
  skipped=$(grep -c '# SKIP' "$log")
  # A program that ends badly without saying which test failed, or says nothing, has failed once.
  if [ "$bad" -eq 0 ] && { [ "$status" -ne 0 ] || [ $((good + skipped)) -eq 0 ]; }; then
    bad=1
    echo "not ok - $program: exit status $status" >>"$log"
  fi
  passed=$((passed + good))
  failed=$((failed + bad))
  printf '%-44s %5d passed' "$name" "$good"
  [ "$skipped" -eq 0 ] || printf ', %d skipped' "$skipped"
  [ "$bad" -eq 0 ] || printf ', %d FAILED' "$bad"
  printf '  (%d s)\n' $(($(date +%s) - start))
  [ "$bad" -eq 0 ] || { grep -v '^ok' "$log" | tail -60; echo "  see $log"; }
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

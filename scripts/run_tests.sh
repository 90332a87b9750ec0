#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# run_tests -- run test programs that print TAP, one more at once than there are cores; print, as
# they end, the failures and a line per program with its seconds and those of processor time, and
# last `N passed, N failed`.  Usage: run_tests.sh PROGRAM...; a program may be followed by arguments
# when the whole is quoted.  Output of each program is kept in build/test-logs/.
set -u

passed=0
failed=0
total=0
logs=build/test-logs
mkdir -p "$logs"
rm -f "$logs"/*.log "$logs"/*.end
export CMOCKA_MESSAGE_OUTPUT=TAP

declare -A names # of the logs, by program
for program in "$@"; do
  name=${program#build/}
  names[$program]=${name//[^A-Za-z0-9_.-]/-}
done

# start PROGRAM: run it; then its status, its seconds, and its tenths of processor seconds are in
# LOG.end.
start() {
  log=$logs/${names[$1]}.log
  (
    TIMEFORMAT='%0R %1U %1S'
    # shellcheck disable=SC2086 # a program and its arguments
    took=$({ time $1 >"$log" 2>&1 </dev/null; } 2>&1)
    status=$?
    read -r real user system <<<"$took"
    echo "$status $real $((10#${user/./} + 10#${system/./}))" >"$log.end.new"
    mv "$log.end.new" "$log.end"
  ) &
}

# report PROGRAM: count and tell what it found.
report() {
  name=${names[$1]}
  log=$logs/$name.log
  read -r status seconds tenths <"$log.end" || status=1
  # A skipped test, to cmocka, is not ok.
  read -r good bad skipped < <(awk '/^ok/ { good++ } /# SKIP/ { skipped++ }
    /^not ok/ && !/# SKIP/ { bad++ } END { print good + 0, bad + 0, skipped + 0 }' "$log")
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
  printf '  (%d s, processor %d s)\n' "${seconds:-0}" "$((${tenths:-0} / 10))"
  total=$((total + ${tenths:-0}))
  [ "$bad" -eq 0 ] || { grep -v '^ok' "$log" | tail -60; echo "  see $log"; }
}

# report_ended: those that have ended and were not reported yet.
declare -A reported
report_ended() {
  for candidate in "$@"; do
    if [ -z "${reported[$candidate]:-}" ] && [ -e "$logs/${names[$candidate]}.log.end" ]; then
      reported[$candidate]=yes
      report "$candidate"
    fi
  done
}

# A python3 that is a script, which looks for the interpreter at every call, is asked once.
python=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
[ -z "$python" ] || [ "${python%/*}" = "$(dirname "$(command -v python3)")" ] ||
  PATH=${python%/*}:$PATH

# One more than there are cores: some programs wait for designs that hang.
most=$(($(nproc) + 1))
running=0
for program in "$@"; do
  start "$program"
  running=$((running + 1))
  [ "$running" -lt "$most" ] || { wait -n; running=$((running - 1)); }
  report_ended "$@"
done
while [ "$running" -gt 0 ]; do
  wait -n
  running=$((running - 1))
  report_ended "$@"
done

echo "$((total / 10)) s of processor time"
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# tap -- what the system tests share: TAP lines, a scratch directory, and checks of one command.
# Sourced, from the repository root, by tests/system/test_*.sh.
# shellcheck shell=sh

# shellcheck disable=SC2034 # used by the tests
lockhop=${LOCKHOP:-build/lockhop}
tap_number=0
tap_failed=0
scratch=${SCRATCH:-$PWD/build/system/$(basename "$0" .sh)}
rm -rf "$scratch"
mkdir -p "$scratch"
out=$scratch/stdout
err=$scratch/stderr

# whole: is all to be tested, as by `make test-all`, and not a choice?
whole() {
  [ -n "${ALL:-}" ]
}

# ok TEXT, not_ok TEXT [REASON...]: one test line; the reason goes below it.
ok() {
  tap_number=$((tap_number + 1))
  echo "ok $tap_number - $1"
}

not_ok() {
  tap_number=$((tap_number + 1))
  tap_failed=1
  echo "not ok $tap_number - $1"
  shift
  for reason in "$@"; do
    echo "$reason" | sed 's/^/# /'
  done
}

# skip TEXT REASON: what cannot be tested here.
skip() {
  tap_number=$((tap_number + 1))
  echo "ok $tap_number - $1 # SKIP $2"
}

# law TEXT COMMAND...: it succeeds.
law() {
  law_text=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    ok "$law_text"
  else
    not_ok "$law_text" "$(tail -n 5 "$scratch/log")"
  fi
}

# same TEXT A B: the two files have the same bytes.
same() {
  if cmp "$2" "$3" >"$out" 2>&1; then ok "$1"; else not_ok "$1" "$(cat "$out")"; fi
}

# none TEXT FILE...: no such file is there.
none() {
  none_text=$1
  shift
  for none_file in "$@"; do
    [ ! -e "$none_file" ] || {
      not_ok "$none_text" "$none_file"
      return
    }
  done
  ok "$none_text"
}

# broken_switches NAME...: writes them, see tests/broken/make.sh, into $scratch/broken/; a patch
# that does not apply is a failed test.
broken_switches() {
  for broken_name; do
    tests/broken/make.sh "$scratch/broken" "$broken_name" 2>"$err" ||
      not_ok "tests/broken/$broken_name.patch applies" "$(cat "$err")"
  done
}

# wrong_router FILE: a router that inverts data, which --compare flow finds.
wrong_router() {
  sed 's/{first_q\[/{~first_q[/' examples/routers/pipelined.v >"$1"
}

# rule_of_cosim WORDS: the line of the rule that cosim finds broken, in $scratch/rule.
rule_of_cosim() {
  # shellcheck disable=SC2086 # several words
  run "$lockhop" cosim $1
  grep '^first difference: cycle .*, rule ' "$out" >"$scratch/rule" ||
    not_ok "cosim finds a broken rule" "$command_line" "$(tail -n 5 "$out" "$err")"
}

# breaks_rule TEXT: the last run has ended with that line, a difference and exit code 1.
breaks_rule() {
  if [ "$status" -eq 1 ] && grep -qxFf "$scratch/rule" "$out" && grep -qx DIFFER "$out"; then
    ok "$1"
  else
    not_ok "$1" "$command_line" "exit status $status; expected: $(cat "$scratch/rule")" \
      "$(tail -n 5 "$out" "$err")"
  fi
}

# run COMMAND...: status, $out and $err of a command.
run() {
  command_line="$*"
  "$@" >"$out" 2>"$err" </dev/null
  status=$?
}

# expect TEXT STATUS [PATTERN...]: the last run ended with STATUS, and stdout or stderr has a line
# that matches each extended regular expression.
expect() {
  expect_text=$1
  expect_status=$2
  shift 2
  if [ "$status" -ne "$expect_status" ]; then
    not_ok "$expect_text" "$command_line" "exit status $status, expected $expect_status" \
      "$(tail -n 5 "$out" "$err")"
    return
  fi
  for pattern in "$@"; do
    if ! grep -qE -e "$pattern" "$out" "$err"; then
      not_ok "$expect_text" "$command_line" "no line matches: $pattern" "$(tail -n 5 "$out" "$err")"
      return
    fi
  done
  ok "$expect_text"
}

# laws TEXT COMMAND: a program that prints a line `good LAW` or `bad LAW` for each law; TEXT is what
# is wrong if it does not end well.
laws() {
  laws_text=$1
  shift
  "$@" >"$scratch/laws" 2>"$scratch/laws.err"
  laws_status=$?
  while read -r verdict law; do
    case $verdict in
      good) ok "$law" ;;
      *) not_ok "$law" ;;
    esac
  done <"$scratch/laws"
  [ "$laws_status" -eq 0 ] || not_ok "$laws_text" "$(cat "$scratch/laws.err")"
}

# on_terminal COMMAND: as `run`, and $out is what it shows on a terminal; expect_shown: as `expect`,
# but skipped where there is no terminal.
on_terminal() {
  run tests/system/on_terminal.py "$@"
}

expect_shown() {
  if [ "$status" -eq 77 ]; then
    skip "$1" "no terminal can be opened"
  else
    expect "$@"
  fi
}

# refused TEXT PATTERN: the last run ended with exit status 2, nothing on stdout, and one line on
# stderr that matches.
refused() {
  if [ "$status" -ne 2 ]; then
    not_ok "$1" "$command_line" "exit status $status, expected 2" "$(tail -n 3 "$out" "$err")"
  elif [ "$(wc -l <"$err")" -ne 1 ] || [ -s "$out" ]; then
    not_ok "$1" "$command_line" "not one line on stderr alone" "$(head -n 5 "$out" "$err")"
  elif ! grep -qE -e "$2" "$err"; then
    not_ok "$1" "$command_line" "does not match: $2" "$(cat "$err")"
  else
    ok "$1"
  fi
}

# same_check TEXT FILE FILE: what two checks wrote is equal, but for seconds, dates and command
# lines.
same_check() {
  for same_file in "$2" "$3"; do
    sed -E 's/in [0-9.]+ s$//; s/"seconds": [0-9.e-]+/"seconds": 0/g; s/(time|timestamp)="[^"]*"//g
      s/[0-9.]+ s</</g; /"command": ".* check /d; /<p><code>.* check /d' "$same_file" \
      >"$same_file.plain"
  done
  if cmp -s "$2.plain" "$3.plain" && [ -s "$2.plain" ]; then
    ok "$1"
  else
    not_ok "$1" "$(diff "$2.plain" "$3.plain" | head -n 8)"
  fi
}

# The plan; call last.
finish() {
  echo "1..$tap_number"
  exit $tap_failed
}

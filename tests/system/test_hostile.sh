#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_hostile -- broken and hostile switches get the verdict that they must get.
#
# tests/hostile/NAME.patch is a switch: lines `# key: value`, then a diff on files of rtl/.  It is
# applied to copies in a scratch folder, so a diff that no longer fits is a failed test.  Keys:
#
#   what            the switch, in one sentence
#   when            `all`: it is like others, and tried by `make test-all` alone
#   copy FILE [AS]  also copies a file of the tree into the scratch folder
#   prepare         a shell command there, before the next run
#   with            variables of the environment of the next runs
#   in              the folder of the next run, below the scratch folder
#   run             arguments of lockhop; the patched files follow as --dut, if it names none
#   later           the same, by `make test-all` alone
#   exit            the exit code, or several: 2|3
#   outcome         the last line of standard output
#   says, never     extended regular expressions that a line of standard output or error must or
#                   must not match; `says stderr`, `never stdout` and so on look at one of them
#   then            a shell command in the scratch folder that must succeed after the run
#
# The keys below `run` and `later` belong to the run before them.  In every run: no signal, no time
# limit of this test, no PASS with an exit code but 0; with exit code 2 or 3 one line of lockhop on
# standard error that is no warning; with `--json -` one JSON object and nothing else on standard
# output.
#
# HOSTILE="NAME..." runs these switches alone; HOSTILE_SECONDS is the time limit of a run.
set -u
. tests/system/tap.sh

root=$PWD
# shellcheck disable=SC2034 # for the keys of the switches
newline='
'
case $lockhop in
  /*) ;;
  *) lockhop=$root/$lockhop ;;
esac
seconds=${HOSTILE_SECONDS:-120}
switches=${HOSTILE:-$(for patch in tests/hostile/*.patch; do basename "$patch" .patch; done)}

# limited FOLDER ARGUMENTS: lockhop there, within what no defect may use up: 512 MiB in a file,
# 10 GB of addresses, time.
limited() (
  cd "$1" || exit 125
  ulimit -f 1048576
  # shellcheck disable=SC3045 # dash and bash have it
  ulimit -v 10000000
  eval "exec env $with timeout -k 5 $seconds \"\$lockhop\" $2" </dev/null
)

# has KEY PATTERN: a line of the streams that KEY names matches.
has() {
  case $1 in
    *stdout) grep -aqE -e "$2" "$out" ;;
    *stderr) grep -aqE -e "$2" "$err" ;;
    *) grep -aqE -e "$2" "$out" "$err" ;;
  esac
}

fault() {
  echo "$*" >>"$folder/faults"
}

# What holds in every run.
judge_always() {
  case $status in
    124 | 137) fault "did not end within $seconds s" ;;
    13[1-9] | 14?) fault "ended by signal $((status - 128))" ;;
  esac
  [ "$status" -eq 0 ] || ! grep -aqx PASS "$out" || fault "says PASS with exit code $status"
  case $status in
    2 | 3)
      lines=$(grep -a '^lockhop: ' "$err" | grep -avc '^lockhop: warning: ')
      [ "$lines" -eq 1 ] || fault "$lines lines 'lockhop: ...' on standard error, expected 1"
      ;;
  esac
  case $run_line in
    *'--json -'*) python3 -m json.tool "$out" >/dev/null 2>&1 ||
      fault "standard output is not one JSON object" ;;
  esac
}

# judge: one run, and what its keys demand.
judge() {
  run_line=$1
  in=$2
  : >"$folder/faults"
  case $run_line in
    *--dut\ *) ;;
    *) run_line=$run_line$duts ;;
  esac
  limited "$folder/$in" "$run_line" >"$out" 2>"$err"
  status=$?
  judge_always
  while IFS= read -r line; do
    key=${line%%: *}
    wanted=${line#*: }
    case $key in
      exit)
        case "|$wanted|" in
          *"|$status|"*) ;;
          *) fault "exit code $status, expected $wanted" ;;
        esac
        ;;
      outcome)
        [ "$(tail -n 1 "$out")" = "$wanted" ] ||
          fault "the last line is '$(tail -n 1 "$out" | head -c 200)', expected $wanted"
        ;;
      says*) has "$key" "$wanted" || fault "no line matches ($key): $wanted" ;;
      never*) ! has "$key" "$wanted" || fault "a line matches ($key): $wanted" ;;
      then)
        (cd "$folder" && eval "$wanted") >"$folder/then" 2>&1 </dev/null ||
          fault "failed: $wanted" "$(head -n 3 "$folder/then")"
        ;;
    esac
  done <"$folder/expected"
  if [ -s "$folder/faults" ]; then
    not_ok "$name: $with${with:+ }$run_line" "$what" "$(cat "$folder/faults")" \
      "standard output ended with:" "$(tail -c 1000 "$out" | tail -n 4)" \
      "standard error ended with:" "$(tail -c 1000 "$err" | tail -n 4)"
  else
    ok "$name: $with${with:+ }$run_line"
  fi
}

# The run that was read last, when all its keys are known.
flush() {
  [ -z "$pending" ] || judge "$pending" "$pending_in"
  pending=
  : >"$folder/expected"
}

# A switch: its files, then its runs.
try() {
  name=$1
  patch=$root/tests/hostile/$name.patch
  folder=$scratch/$name
  what=
  duts=
  next_in=.
  with=
  pending=
  mkdir -p "$folder"
  sed -n '/^--- /q; s/^# \([a-z][a-z ]*\): /\1: /p' "$patch" >"$folder/keys"
  if ! patched=$(tests/apply_patch.sh "tests/hostile/$name.patch" "$folder" 2>"$err"); then
    not_ok "$name: the patch applies" "$(cat "$err")"
    return
  fi
  for file in $patched; do
    duts="$duts --dut $file"
  done
  flush
  while IFS= read -r fixed; do
    value=${fixed#*: }
    case ${fixed%%: *} in
      what) what=$value ;;
      copy)
        # shellcheck disable=SC2086 # a file and its new name
        set -- $value
        cp "$root/$1" "$folder/${2:-}"
        ;;
      prepare)
        flush
        (cd "$folder" && eval "$value") || not_ok "$name: $value"
        ;;
      in) flush && next_in=$value ;;
      with) flush && with=$value ;;
      later)
        flush
        ! whole || pending=$value
        pending_in=$next_in
        ;;
      run)
        flush
        pending=$value
        pending_in=$next_in
        ;;
      *) echo "$fixed" >>"$folder/expected" ;;
    esac
  done <"$folder/keys"
  flush
}

for switch in $switches; do
  if [ -z "${HOSTILE:-}" ] && ! whole && grep -q '^# when: all$' "tests/hostile/$switch.patch"; then
    continue
  fi
  if [ -e "tests/hostile/$switch.patch" ]; then
    try "$switch"
  else
    not_ok "tests/hostile/$switch.patch is there"
  fi
done
finish

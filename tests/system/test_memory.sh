#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_memory -- with less and less memory a run ends well or says so; never by a signal, and
# nothing half-written is left.
set -u
. tests/system/tap.sh

case $lockhop in
  /*) ;;
  *) lockhop=$PWD/$lockhop ;;
esac
steps=${MEMORY_STEPS:-24}

# What the dynamic linker needs before the program starts is none of its business.
enough() (
  # shellcheck disable=SC3045 # dash and bash have it
  ulimit -v "$1"
  "$lockhop" --version >"$scratch/log" 2>&1
)

least=2000
while ! enough "$least"; do
  least=$((least + 500))
done

# limited KIBIBYTES ARGUMENTS: in $folder; status, $out, $err.
limited() {
  limit=$1
  shift
  # shellcheck disable=SC3045 # dash and bash have it
  (cd "$folder" && ulimit -v "$limit" && exec timeout 60 "$lockhop" "$@") \
    >"$out" 2>"$err" </dev/null
  status=$?
}

fault() {
  faults="$faults$limit KiB: $1 (exit $status, $(tail -n 2 "$err" | tr '\n' ' '))
"
}

judge() {
  case $status in
    0) grep -qx PASS "$out" || fault "no PASS" ;;
    3)
      [ "$(grep '^lockhop: ' "$err" | grep -cv '^lockhop: warning: needs ')" -eq 1 ] ||
        fault "not one line of ours"
      ! grep -qx PASS "$out" || fault "PASS and an error"
      short=$((short + 1))
      ;;
    *) fault "neither 0 nor 3" ;;
  esac
  left=$(find "$folder" -name '*part*')
  [ -z "$left" ] || fault "left: $left"
  [ "$status" -ne 3 ] || [ ! -e "$folder/run.json" ] || fault "a result of a run that failed"
  rm -rf "${folder:?}"/*
}

# descend NAME FROM ARGUMENTS: from FROM KiB above the least down to it.
descend() {
  name=$1
  from=$2
  shift 2
  folder=$scratch/$(echo "$name" | tr -c 'a-z\n' '-')
  mkdir -p "$folder"
  limited unlimited "$@"
  if [ "$status" -ne 0 ]; then
    not_ok "$name: passes with enough memory" "exit $status" "$(tail -n 3 "$err")"
    return
  fi
  rm -rf "${folder:?}"/*
  faults=
  short=0
  step=0
  while [ "$step" -lt "$steps" ]; do
    limited $((least + from - step * from / steps)) "$@"
    judge
    step=$((step + 1))
  done
  if [ -n "$faults" ]; then
    not_ok "$name: ends with 0 or 3 in $steps limits" "$faults"
  elif [ "$short" -eq 0 ] || [ "$short" -eq "$steps" ]; then
    not_ok "$name: memory is short at some limits, not at all" "$short of $steps"
  else
    ok "$name: ends with 0 or 3 in $steps limits, $short times for want of memory"
  fi
}

descend "run" 16000 run hypercube:12 random --json run.json
descend "run with a waveform" 300000 run hypercube:5 random --json run.json --wave run.fst
descend "cosim" 24000 cosim hypercube:3 random --depth 2 --json run.json
descend "cosim with a waveform" 400000 cosim hypercube:3 random --depth 2 --json run.json \
  --wave run.fst
descend "cosim of a network" 24000 cosim hypercube:1 bit-complement --depth 2 --machine network \
  --json run.json
finish

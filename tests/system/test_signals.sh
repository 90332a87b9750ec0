#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_signals -- at whichever stage a signal ends a command, no file is left that is not whole;
# after SIGKILL unfinished ones have names of their own, and the same command then does all.
set -u
. tests/system/tap.sh

case $lockhop in
  /*) ;;
  *) lockhop=$PWD/$lockhop ;;
esac
"${CC:-gcc}" -shared -fPIC -O1 -o "$scratch/signal_at.so" tests/system/signal_at.c ||
  not_ok "signal_at.c is compiled"
python3 tests/system/signals.py "$lockhop" "$scratch/signal_at.so" "$scratch" >"$scratch/laws" \
  2>"$scratch/laws.err"
python=$?
while read -r verdict law; do
  case $verdict in
    good) ok "$law" ;;
    *) not_ok "$law" ;;
  esac
done <"$scratch/laws"
[ "$python" -eq 0 ] || not_ok "all commands were tried" "$(tail -n 3 "$scratch/laws.err")"
finish

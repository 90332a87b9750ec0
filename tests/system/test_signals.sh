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
laws "all commands were tried" python3 tests/system/signals.py "$lockhop" "$scratch/signal_at.so" \
  "$scratch"
finish

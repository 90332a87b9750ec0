#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_check_rtl -- scripts/check_rtl.sh finds a fault that one value of a parameter brings, and
# names that value alone, though Yosys reads all of them at once.
set -u
. tests/system/tap.sh

for tool in verilator iverilog yosys; do
  if ! command -v "$tool" >"$out"; then
    skip "scripts/check_rtl.sh names what is wrong" "$tool is not installed"
    finish
  fi
done

tree=$scratch/tree
file=rtl/component/comparator.v
mkdir -p "$tree"
cp -rL rtl scripts "$tree"
case $lockhop in
/*) program=$lockhop ;;
*) program=$PWD/$lockhop ;;
esac

# named TEXT TOOL... -- LINE...: the lines, for WIDTH=3 only, make these tools fail, for
# `comparator WIDTH=3` and nothing else.
named() {
  text=$1
  shift
  tools=''
  while [ "$1" != -- ]; do
    tools="$tools$1: comparator WIDTH=3
"
    shift
  done
  shift
  {
    sed '/^endmodule/,$d' "$file"
    printf '%s\n' "generate if (WIDTH == 3) begin : g_fault" "$@" end endgenerate
    sed -n '/^endmodule/,$p' "$file"
  } >"$tree/$file"
  run env LOCKHOP="$program" "$tree/scripts/check_rtl.sh" comparator
  found=$(sed -n 's/^not ok [0-9]* - //p' "$out")
  if [ "$status" -eq 1 ] && [ "$found" = "${tools%?}" ]; then
    ok "$text"
  else
    not_ok "$text" "exit status $status" "$found" "$(cat "$err")"
  fi
}

named "a latch is found where it is" verilator yosys -- \
  '(* keep *) reg kept;' 'wire unused_ok = &{1'"'"'b0, kept};' \
  'always @* if (equal_o) kept = here_i[0];'
named "a bit that is not there is found where it is" iverilog yosys -- \
  'wire beyond = here_i[WIDTH + 1];' 'wire unused_ok = &{1'"'"'b0, beyond};'
named "a wire with two drivers is found where it is" yosys -- \
  'assign equal_o = here_i[0];'
cp "$file" "$tree/$file"
: >"$tree/rtl/component/newcomer.v"
run env LOCKHOP="$program" "$tree/scripts/check_rtl.sh" newcomer
expect "a file without a row is found" 1 '^not ok 1 - rtl/component/newcomer.v has a row'
finish

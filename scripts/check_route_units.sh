#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
# check_route_units.sh -- every route unit of a routing has its Verilog, C, page, tests and proof,
# and every route unit of rtl/route/ is in a routing.
#
#     scripts/check_route_units.sh [ROOT]      ROOT: the tree, if not this one
#
# The units are those of scripts/route_units.sh.  Prints TAP; exit status 1 if a test fails.
set -u

root=$(cd "${1:-$(dirname "$0")/..}" && pwd) || exit 3
cd "$root" || exit 3
# shellcheck source=scripts/route_units.sh
. scripts/route_units.sh

count=0
failed=0

# report TEXT COMMAND...: one test; passes if the command exits with 0.
report() {
  local text=$1
  shift
  count=$((count + 1))
  if "$@" >/dev/null; then
    echo "ok $count - $text"
  else
    echo "not ok $count - $text"
    failed=1
  fi
}

# has LINES TEXT: the text is in one of the lines.
# shellcheck disable=SC2317 # called by report
has() {
  [[ $1 == *"$2"* ]]
}

# has_line LINES LINE: it is one of the lines.
# shellcheck disable=SC2317 # called by report
has_line() {
  [[ $'\n'$1$'\n' == *$'\n'"$2"$'\n'* ]]
}

units=$(awk '!seen[$1]++ { print $1 }' <<<"$route_units")
for unit in $units; do
  report "$unit: Verilog, rtl/route/$unit.v" test -f "rtl/route/$unit.v"
  report "$unit: C, cmodel/switch/route/$unit.c" test -f "cmodel/switch/route/$unit.c"
  report "$unit: a section of its page in docs/switches/" \
    grep -q "^## \`$unit\`" docs/switches/*.md
  report "$unit: twin test, tests/twin/test_$unit.cpp" test -f "tests/twin/test_$unit.cpp"
  report "$unit: unit test, tests/unit/test_$unit.c" test -f "tests/unit/test_$unit.c"
done

# Each unit with all values of its own parameters.
rtl=$(scripts/check_rtl.sh --list)
moore=$(scripts/check_moore.sh --list)
models=$(tests/twin/list_models.sh tests/twin/test_switch.cpp)
while read -r unit spec routing; do
  report "$unit, $routing: a row of check_rtl.sh" has "$rtl" "switch $spec $routing "
  report "$unit, $routing: a proof of check_moore.sh" has_line "$moore" "$spec $routing"
  report "$unit, $routing: a model of tests/twin/test_switch.cpp" \
    has "$models" "SPEC=\"$spec\" ROUTING=\"$routing\""
done < <(variants 2)

for file in rtl/route/*.v; do
  module=${file##*/}
  report "$file is in a routing" has_line "$units" "${module%.v}"
done

echo "1..$count"
exit "$failed"

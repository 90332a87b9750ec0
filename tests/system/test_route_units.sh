#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_route_units -- a route unit that lacks its Verilog, C, page, tests or proof is found, each
# omission by itself: scripts/check_route_units.sh on a tree with one more unit.
set -u
. tests/system/tap.sh

# The unit newcomer: a copy of bitfix in a routing of its own.
tree=$scratch/tree
mkdir -p "$tree"
cp -rL rtl scripts "$tree"
mkdir -p "$tree/tests" "$tree/docs" "$tree/cmodel/switch" "$tree/build"
cp -r tests/twin tests/unit "$tree/tests"
cp -r docs/switches "$tree/docs"
cp -r cmodel/switch/route "$tree/cmodel/switch"
"$lockhop" list route-units | sed '/^bitfix /{
    p
    s/^bitfix \(.*\) deterministic/newcomer \1 new/
  }' >"$scratch/list"
set -- rtl/route/newcomer.v cmodel/switch/route/newcomer.c docs/switches/newcomer.md \
  tests/twin/test_newcomer.cpp tests/unit/test_newcomer.c
sed 's/bitfix/newcomer/g' rtl/route/bitfix.v >"$tree/$1"
sed 's/bitfix/newcomer/g' cmodel/switch/route/bitfix.c >"$tree/$2"
sed -n 's/bitfix/newcomer/gp' docs/switches/deterministic.md >"$tree/$3"
sed 's/bitfix/newcomer/g' tests/twin/test_bitfix.cpp >"$tree/$4"
sed 's/bitfix/newcomer/g' tests/unit/test_bitfix.c >"$tree/$5"

case $lockhop in
/*) program=$lockhop ;;
*) program=$PWD/$lockhop ;;
esac
check() {
  run env LOCKHOP="$program" ROUTE_UNITS="$scratch/list" "$tree/scripts/check_route_units.sh"
}

# only TEXT LINE: the check fails, by this line alone.
only() {
  check
  if [ "$status" -eq 1 ] && [ "$(grep -c '^not ok' "$out")" -eq 1 ] &&
    grep '^not ok' "$out" | grep -qF -- "$2"; then
    ok "$1"
  else
    not_ok "$1" "exit status $status" "$(grep '^not ok' "$out")"
  fi
}

check
expect "a unit that has all is accepted" 0 '^ok .*newcomer: Verilog' '^ok .*newcomer, new: a proof'
for file; do
  mv "$tree/$file" "$scratch/away"
  case $file in
  docs/*) found="newcomer: a section of its page" ;;
  *) found="newcomer: .*" && found=", $file" ;;
  esac
  only "without $file it is found" "$found"
  mv "$scratch/away" "$tree/$file"
done

# Rows that somebody writes by hand again, and forgets one.
for script in check_rtl.sh check_moore.sh; do
  sed -i.kept 's/variants 2/{ variants 2 | grep -v ^newcomer; }/' "$tree/scripts/$script"
  only "without a row of $script it is found" "newcomer, new: a"
  mv "$tree/scripts/$script.kept" "$tree/scripts/$script"
done
sed -i.kept 's/variants 2/variants 2 | grep -v ^newcomer/' "$tree/tests/twin/list_models.sh"
only "without a model of the switch's twin test it is found" "newcomer, new: a model"
mv "$tree/tests/twin/list_models.sh.kept" "$tree/tests/twin/list_models.sh"

# Verilog that no routing uses.
sed -i.kept '/^newcomer /d' "$scratch/list"
only "Verilog that is in no routing is found" "rtl/route/newcomer.v is in a routing"
finish

#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_mutate_c -- `make mutate-c` in small: mutants of C code are made, found, and held against
# their list.  The tree has one component of two functions, its unit test, and one that
# reaches one function alone.
set -u
. tests/system/tap.sh

tree=$scratch/tree
list=$scratch/list.txt
program=$PWD/scripts/mutate_c.py
component=cmodel/switch/component/clamp.c
mkdir -p "$tree/cmodel/switch/component" "$tree/tests/unit"
cp Makefile packages.txt "$tree"
cp -R scripts "$tree"
cp -R tests/coverage "$tree/tests"
cp tests/unit/main.c tests/unit/test.h "$tree/tests/unit"
cat >"$tree/cmodel/switch/component/clamp.h" <<'END'
#include <stdbool.h>
#include <stdint.h>

uint32_t clamp(uint32_t value, uint32_t most);
bool clamp_cuts(uint32_t value, uint32_t most);
END
cat >"$tree/$component" <<'END'
#include "switch/component/clamp.h"

uint32_t clamp(uint32_t value, uint32_t most)
{
  return value > most ? most : value; /* the first or the second */
}

bool clamp_cuts(uint32_t value, uint32_t most)
{
  return value > most;
}
END
cat >"$tree/tests/unit/test_clamp.c" <<'END'
#include "switch/component/clamp.h"

#include "tests/unit/test.h"

TEST(test_clamp)
{
  assert_int_equal(clamp(3, 2), 2);
  assert_int_equal(clamp(1, 2), 1);
  assert_false(clamp_cuts(2, 2));
  assert_true(clamp_cuts(3, 2));
}
END
cat >"$tree/tests/unit/test_other.c" <<'END'
#include "switch/component/clamp.h"

#include "tests/unit/test.h"

TEST(test_other)
{
  assert_true(clamp_cuts(3, 2));
}
END

# mutate_c ARGUMENT...: in the tree, with the list of this test.
mutate_c() {
  run sh -c "cd '$tree' && exec '$program' --list '$list' --jobs 2 \"\$@\"" mutate_c "$@"
}

# entry LINE CHANGE: of the list.
entry() {
  printf '%s\n  line: %s\n  change: %s\n  reason: of this test\n' "$component" "$1" "$2"
}

same='return value > most ? most : value;'
entry "$same" '> -> >=' >"$list"
mutate_c
expect "a unit test kills one mutant, and the list has the other" 0 \
  "KILLED +$component:10: return value > most;: > -> >= \[test_clamp\]" \
  "EQUIVALENT $component:5: return value > most \? .*: > -> >= \[.*list.txt:4\]" \
  '^1 killed, 1 equivalent, 0 not built, 0 survived$'

: >"$list"
mutate_c --resume
expect "one that survives and is in no list fails" 1 \
  "^survived: $component:5: .*: > -> >=\$" \
  "SURVIVED +$component:5: .* \[tests that reach it: 1\]\$" \
  '^1 killed, 0 equivalent, 0 not built, 1 survived$'

{ entry "$same" '> -> >='; entry 'return value > most;' '> -> >='; } >"$list"
mutate_c --resume
expect "an entry that is killed fails" 1 'list.txt:[0-9]+: this mutant is killed'

{ entry "$same" '> -> >='; entry 'return value;' '> -> >='; } >"$list"
mutate_c --resume --count 1
expect "an entry that no mutant has fails" 1 'list.txt:[0-9]+: there is no such mutant'

entry "$same" '> -> >=' | sed 's/reason/season/' >"$list"
mutate_c
refused "a list that cannot be read" 'list.txt:4: expected'
: >"$list"
mutate_c --count 0
refused "no mutants" "'0' is no number from 1"
mutate_c --seed one
refused "a seed that is no number" "argument --seed: invalid int value: 'one'"
mutate_c cmodel/none.c
refused "a file that there is not" "'cmodel/none.c' is no file of cmodel/switch"
mutate_c --tests test_none
refused "a test that there is not" "'test_none' is no program of tests/unit"
mutate_c --match 'no such text'
refused "nothing to draw" 'there is no mutant to draw'
mutate_c --list none.txt
refused "a list that there is not" 'none.txt'
finish

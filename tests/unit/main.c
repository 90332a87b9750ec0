/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* main -- of every unit test program: runs the tests that registered themselves. */
#include "tests/unit/test.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_TESTS = 64 };

/* Mutable and of the file, because tests register before main. */
static struct CMUnitTest tests[MOST_TESTS]; /* cmocka leaves out those without a name */
static size_t count;
static size_t first;               /* test of the group, if there is one */
static CMFixtureFunction up, down; /* of the group; or NULL */
static const char *needed;         /* a program, or NULL */

void register_test(const char *name, CMUnitTestFunction run)
{
  assert(count < MOST_TESTS);
  tests[count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

void register_test_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
  first = count;
  up = set_up;
  down = tear_down;
}

void register_needed_program(const char *program)
{
  needed = program;
}

static bool is_installed(const char *program)
{
  char command[256];

  snprintf(command, sizeof command, "%s --version >/dev/null 2>&1", program);
  return system(command) == 0;
}

int main(void)
{
  if (needed && !is_installed(needed)) {
    print_message("1..0 # SKIP no %s\n", needed);
    return 0;
  }
  /* Of single tests, so that TAP has one plan. */
  tests[first].setup_func = up;
  tests[count - 1].teardown_func = down;
  return cmocka_run_group_tests(tests, NULL, NULL);
}

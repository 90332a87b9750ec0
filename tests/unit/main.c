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

struct group {
  struct CMUnitTest tests[MOST_TESTS]; /* cmocka leaves out those without a name */
  size_t count;
  CMFixtureFunction set_up, tear_down; /* or NULL */
};

/* Mutable and of the file, because tests register before main. */
static struct group plain, fixed;
static struct group *current = &plain;
static const char *needed; /* a program, or NULL */

void register_test(const char *name, CMUnitTestFunction run)
{
  assert(current->count < MOST_TESTS);
  current->tests[current->count++] = (struct CMUnitTest){.name = name, .test_func = run};
}

void register_test_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
  current = &fixed;
  current->set_up = set_up;
  current->tear_down = tear_down;
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

static int run(const struct group *group)
{
  if (group->count == 0)
    return 0;
  return cmocka_run_group_tests_name("tests", group->tests, group->set_up,
                                     group->tear_down);
}

int main(void)
{
  if (needed && !is_installed(needed)) {
    print_message("no %s: nothing is tested\n", needed);
    return 0;
  }
  int failed = run(&plain);

  return failed + run(&fixed);
}

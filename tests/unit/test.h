/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test -- tests that register themselves; main.c runs them in the order of the file.
 *
 *   TEST(test_empty_fifo_is_not_full)
 *   {
 *     ...
 *   }
 */
#ifndef LOCKHOP_TESTS_TEST_H
#define LOCKHOP_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs before main, in the order of the lines.  Priorities below 101 are the system's. */
#define BEFORE_MAIN __attribute__((constructor(101 + __LINE__)))

/* The head of a test; its name is what TAP prints. */
#define TEST(name)                                                                         \
  static void name(void **state);                                                          \
  BEFORE_MAIN static void register_##name(void)                                            \
  {                                                                                        \
    register_test(#name, name);                                                            \
  }                                                                                        \
  static void name(__attribute__((unused)) void **state)

/* The tests below this line are one group: `set_up` runs before the first of them,
 * `tear_down` after the last.  Either may be NULL.  At most once in a file. */
#define TEST_GROUP(set_up, tear_down)                                                      \
  BEFORE_MAIN static void register_group(void)                                             \
  {                                                                                        \
    register_test_group(set_up, tear_down);                                                \
  }

/* Without this program on the machine no test of the file runs.  At most once in a file. */
#define TESTS_NEED(program)                                                                \
  BEFORE_MAIN static void register_need(void)                                              \
  {                                                                                        \
    register_needed_program(program);                                                      \
  }

void register_test(const char *name, CMUnitTestFunction run);
void register_test_group(CMFixtureFunction set_up, CMFixtureFunction tear_down);
void register_needed_program(const char *program);

#endif

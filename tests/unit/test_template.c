/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_template -- texts with places for values. */
#include "base/template.h"

#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static void print_rows(const void *of, FILE *file)
{
  fprintf(file, "%s\n%s\n", (const char *)of, (const char *)of);
}

static void check(const char *template, const char *expected)
{
  const struct template_value values[] = {
      {"TEXT", .text = "a@TEXT@b"},
      {"EMPTY", .text = ""},
      {"NUMBER", .number = UINT64_MAX},
      {"ZERO", .number = 0},
      {"ROWS", .print = print_rows, .of = "row"},
  };
  char *text;
  size_t size;
  FILE *file = open_memstream(&text, &size);

  assert_non_null(file);
  template_print(template, values, sizeof values / sizeof *values, file);
  fclose(file);
  CHECK(strcmp(text, expected) == 0, "%s: %s", template, text);
  free(text);
}

/* What a value contains is not looked at. */
TEST(test_values_take_their_places)
{
  check("", "");
  check("plain\n\nlines\n", "plain\n\nlines\n");
  check("@TEXT@ @NUMBER@@ZERO@.@EMPTY@\n", "a@TEXT@b 184467440737095516150.\n");
}

TEST(test_rows_end_their_own_lines)
{
  check("<\n@ROWS@\n>\n", "<\nrow\nrow\n>\n");
  check("@EMPTY@\n", "\n");
}

TEST(test_other_signs_are_text)
{
  check("a@b.c @ @@ @lower@ @TEXT\n", "a@b.c @ @@ @lower@ @TEXT\n");
}

TEST(test_conditions)
{
  check("@if TEXT@\nyes\n@else@\nno\n@end@\nafter\n", "yes\nafter\n");
  check("@if EMPTY@\nyes\n@else@\nno\n@end@\nafter\n", "no\nafter\n");
  check("@if ZERO@\nyes\n@end@\n@if NUMBER@\n@ROWS@\n@end@\n", "row\nrow\n");
}

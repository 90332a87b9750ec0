/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* picture_unit -- for tests of pictures. */
#ifndef LOCKHOP_TESTS_PICTURE_UNIT_H
#define LOCKHOP_TESTS_PICTURE_UNIT_H

#include "tests/unit/unit.h"
#include "tool/draw/picture.h"

/* The text of a picture, to be freed. */
static char *drawn(const struct picture *picture)
{
  char *text;
  size_t size;
  struct err err;
  FILE *file = open_memstream(&text, &size);

  CHECK(picture_print(picture, file, &err), "%s", err.text);
  fclose(file);
  return text;
}

#endif

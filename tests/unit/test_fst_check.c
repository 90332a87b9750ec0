/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_fst_check -- a waveform that is not whole is told from one that is. */
#include "base/fst_check.h"

#include "tests/unit/unit.h"

enum {
  HEADER = 0,
  VALUES = 8,
  GEOMETRY = 3,
  NAMES = 6,
  BLACKOUT = 2,
  UNFINISHED = 255,
  HEADER_BYTES = 330,
  SIGNALS_AT = 57,
  SECTIONS_AT = 65,
  CAPACITY = 4096
};

/* A file put together from blocks whose contents nobody looks at. */
struct made {
  char bytes[CAPACITY];
  size_t size;
};

static void put_number(char *at, uint64_t number)
{
  for (int i = 0; i < 8; i++)
    at[i] = (char)(number >> (56 - 8 * i));
}

static void add_block(struct made *made, int type, size_t contents)
{
  char *block = made->bytes + made->size;

  memset(block, 0, 9 + contents);
  block[0] = (char)type;
  put_number(block + 1, 8 + contents);
  made->size += 9 + contents;
}

/* Header, one block of each type in types[], and `sections` announced in the header. */
static struct made make(const char *types, uint64_t sections)
{
  struct made made = {.size = 0};

  add_block(&made, HEADER, HEADER_BYTES - 9);
  put_number(made.bytes + SIGNALS_AT, 3);
  put_number(made.bytes + SECTIONS_AT, sections);
  for (const char *type = types; *type; type++)
    add_block(&made, *type, 20 + (size_t)(type - types));
  return made;
}

static const char whole[] = {VALUES, GEOMETRY, NAMES, 0};

static const char *store(char path[FILE_PATH], const struct made *made)
{
  data_path(path, "check.fst");
  write_data(path, made->bytes, made->size);
  return path;
}

static void check_broken(const struct made *made, const char *why)
{
  struct err err = {.kind = ERR_NONE};
  char path[FILE_PATH];

  CHECK(!fst_check(store(path, made), &err), "%s: accepted", why);
  check_error(&err, ERR_ENVIRONMENT, path, why);
  check_error(&err, ERR_ENVIRONMENT, "disk full", why);
}

TEST(test_whole_file_is_accepted)
{
  static const char several[] = {1, 5, VALUES, GEOMETRY, BLACKOUT, 4, 0};
  struct made made = make(whole, 1);
  struct err err = {.kind = ERR_NONE};
  char path[FILE_PATH];

  CHECK(fst_check(store(path, &made), &err), "%s", err.text);
  made = make(several, 3);
  CHECK(fst_check(store(path, &made), &err), "%s", err.text);
}

TEST(test_every_cut_is_found)
{
  struct made made = make(whole, 1);

  for (size_t size = made.size; size-- > 0;) {
    char why[64];

    made.size = size;
    snprintf(why, sizeof why, "cut to %zu bytes", size);
    check_broken(&made, why);
  }
}

TEST(test_bytes_behind_the_last_block_are_found)
{
  struct made made = make(whole, 1);

  for (size_t extra = 1; extra < 9; extra++) {
    made.size++;
    check_broken(&made, "bytes behind the last block");
  }
}

TEST(test_unfinished_block_is_found)
{
  for (size_t i = 0; i < strlen(whole); i++) {
    char types[sizeof whole];
    struct made made;

    memcpy(types, whole, sizeof whole);
    types[i] = (char)UNFINISHED;
    made = make(types, types[0] == VALUES);
    check_broken(&made, "an unfinished block");
  }
}

TEST(test_missing_block_is_found)
{
  for (size_t i = 0; i < strlen(whole); i++) {
    char types[sizeof whole] = {0};
    struct made made;

    memcpy(types, whole, i);
    memcpy(types + i, whole + i + 1, strlen(whole) - i - 1);
    made = make(types, types[0] == VALUES);
    check_broken(&made, "a missing block");
  }
}

TEST(test_missing_values_are_found)
{
  struct made made = make(whole, 2);

  check_broken(&made, "fewer sections than the header says");
  made = make(whole, 0);
  check_broken(&made, "more sections than the header says");
  made = make(whole, 1);
  put_number(made.bytes + SIGNALS_AT, 0);
  check_broken(&made, "no signals");
}

TEST(test_length_that_overflows_is_found)
{
  static const uint64_t lengths[] = {0, 7, UINT64_MAX, UINT64_MAX - HEADER_BYTES, CAPACITY};

  for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    struct made made = make(whole, 1);

    put_number(made.bytes + HEADER_BYTES + 1, lengths[i]);
    check_broken(&made, "a length that is wrong");
  }
}

TEST(test_header_of_another_length_is_found)
{
  struct made made = {.size = 0};

  add_block(&made, HEADER, HEADER_BYTES - 9 + 1);
  put_number(made.bytes + SIGNALS_AT, 3);
  put_number(made.bytes + SECTIONS_AT, 1);
  for (const char *type = whole; *type; type++)
    add_block(&made, *type, 20);
  check_broken(&made, "a header of another length");
}

TEST(test_other_files_are_refused)
{
  struct made text = {.bytes = "$date today $end\n", .size = 17};
  struct err err;
  char path[FILE_PATH];

  check_broken(&text, "a text");
  data_path(path, "no-such.fst");
  assert_false(fst_check(path, &err));
  check_error(&err, ERR_ENVIRONMENT, path, "a file that is not there");
  assert_false(fst_check("build", &err));
  check_error(&err, ERR_ENVIRONMENT, "build", "a directory");
}

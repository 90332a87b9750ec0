/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_record -- the lines of the partial file of a sweep. */
#include "tool/campaign/sweep_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#ifndef LOCKHOP_VERSION
#define LOCKHOP_VERSION "unknown"
#endif

/* Change it whenever the lines are written in another way. */
#define FORMAT "5"

static const char magic[] = "# lockhop ";

size_t sweep_record_identity(char line[SWEEP_IDENTITY], const struct sweep_plan *plan)
{
  char hash[HASH_TEXT];

  hash_print(&plan->hash, hash);
  return (size_t)snprintf(line, SWEEP_IDENTITY, "%s%s sweep format %s plan %s\n", magic,
                          LOCKHOP_VERSION, FORMAT, hash);
}

/* Another version, or this one with another format of lines. */
static bool other_version(const char *text, const char *line, const char *path,
                          struct err *err)
{
  const char *its = text + strlen(magic), *ours = line + strlen(magic);
  int its_length = (int)strcspn(its, " \n"), ours_length = (int)strcspn(ours, " ");
  char versions[96] = "with other lines";

  if (its_length != ours_length || memcmp(its, ours, (size_t)its_length) != 0)
    snprintf(versions, sizeof versions, "%.*s, this is %.*s",
             its_length < 40 ? its_length : 40, its, ours_length, ours);
  return err_set(err, ERR_USAGE,
                 "'%.500s' was written by another version of lockhop (%s): go on with that "
                 "one, or remove the file and start anew without --resume",
                 path, versions);
}

bool sweep_record_identify(const char *text, size_t size, const struct sweep_plan *plan,
                           const char *path, struct err *err)
{
  char line[SWEEP_IDENTITY];
  size_t length = sweep_record_identity(line, plan);
  size_t before_plan = length - HASH_TEXT; /* digits and line end */

  if (memcmp(text, line, size < length ? size : length) == 0)
    return true;
  if (size < strlen(magic) || memcmp(text, magic, strlen(magic)) != 0)
    return err_set(err, ERR_USAGE,
                   "'%.500s' is not the partial file of a sweep; remove it, or give "
                   "another output",
                   path);
  if (size < before_plan || memcmp(text, line, before_plan) != 0)
    return other_version(text, line, path, err);
  return err_set(err, ERR_USAGE,
                 "'%.500s' is of another plan: give its plan, or remove it and start anew "
                 "without --resume",
                 path);
}

/* Each byte that is added changes the state in a way of its own, so lines that differ in
 * one byte never have the same checksum. */
static uint64_t checksum(const struct sweep_plan *plan, uint64_t number, const char *row,
                         size_t length)
{
  struct hash hash = hash_start();
  char identity[SWEEP_IDENTITY];

  sweep_record_identity(identity, plan);
  hash_text(&hash, identity);
  hash_u64(&hash, number);
  hash_u64(&hash, length);
  hash_bytes(&hash, row, length);
  return hash.lane[1];
}

size_t sweep_record_print(char line[SWEEP_RECORD], const struct sweep_plan *plan,
                          uint64_t number, const struct trial_result *result)
{
  char row[SWEEP_ROW];
  size_t length = sweep_row_print(row, plan, number, result);

  return (size_t)snprintf(line, SWEEP_RECORD, "%0*" PRIx64 " %" PRIu64 " %.*s\n",
                          SWEEP_CHECKSUM, checksum(plan, number, row, length), number,
                          (int)length, row);
}

/* Digits up to a blank; false: there are none or too many. */
static bool read_number(const char *text, size_t length, uint64_t *number)
{
  size_t used;

  *number = 0;
  for (used = 0; used < length && text[used] >= '0' && text[used] <= '9'; used++) {
    if (*number > (UINT64_MAX - 9) / 10)
      return false;
    *number = 10 * *number + (uint64_t)(text[used] - '0');
  }
  return used > 0 && used < length && text[used] == ' ';
}

bool sweep_record_read(struct sweep_record *read, const char *line, size_t length,
                       const struct sweep_plan *plan)
{
  char begin[SWEEP_CHECKSUM + 32]; /* what comes before the row */
  const size_t digits = SWEEP_CHECKSUM + 1;
  size_t used;

  *read = (struct sweep_record){.row = line};
  if (length <= digits || !read_number(line + digits, length - digits, &read->number) ||
      read->number >= plan->trials)
    return false;
  used = digits + (size_t)snprintf(NULL, 0, "%" PRIu64 " ", read->number);
  if (used > length)
    return false; /* the number was written with zeros before it */
  read->row = line + used;
  read->length = length - used;
  snprintf(begin, sizeof begin, "%0*" PRIx64 " %" PRIu64 " ", SWEEP_CHECKSUM,
           checksum(plan, read->number, read->row, read->length), read->number);
  return memcmp(line, begin, used) == 0 &&
         sweep_row_check(read->row, read->length, plan, read->number, &read->outcome);
}

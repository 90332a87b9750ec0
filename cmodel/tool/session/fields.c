/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* fields -- the table of what a person can say of a run. */
#include "tool/session/fields.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Of a kind: the member that its place is, and the value that is its default. */
#define PLACE_TEXT(member) member
#define PLACE_NUMBER(member) member
#define PLACE_PACKETS(member) member
#define PLACE_COUNT(member) member
#define PLACE_FLAG(member) member
#define PLACE_FILES(member) member
#define PLACE_CYCLES(member) member##_from
#define UNSAID_TEXT(unsaid) 0
#define UNSAID_NUMBER(unsaid) unsaid
#define UNSAID_PACKETS(unsaid) unsaid
#define UNSAID_COUNT(unsaid) unsaid
#define UNSAID_FLAG(unsaid) unsaid
#define UNSAID_FILES(unsaid) 0
#define UNSAID_CYCLES(unsaid) 0

static const struct run_field rows[] = {
#define FIELD(kind, member, role, name, least, most, unsaid, word, commands, help)         \
  {RUN_FIELD_##kind,                                                                       \
   RUN_FIELD_##role,                                                                       \
   name,                                                                                   \
   offsetof(struct description, PLACE_##kind(member)),                                     \
   least,                                                                                  \
   most,                                                                                   \
   UNSAID_##kind(unsaid),                                                                  \
   word,                                                                                   \
   commands,                                                                               \
   help},
#include "tool/session/run_fields.def"
#undef FIELD
};

enum { ROWS = sizeof rows / sizeof rows[0] };

const struct run_field *run_fields(size_t *count)
{
  *count = ROWS;
  return rows;
}

const struct run_field *run_field_named(const char *name)
{
  for (size_t i = 0; i < ROWS; i++)
    if (strcmp(rows[i].name, name) == 0)
      return &rows[i];
  return NULL;
}

bool run_field_listed(const char *list, const char *word)
{
  const size_t length = strlen(word);

  for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
    const size_t size = strcspn(at, " ");

    if (size == length && strncmp(at, word, length) == 0)
      return true;
    at += size;
  }
  return false;
}

/* --- reading --- */

static void *place(struct description *d, const struct run_field *field)
{
  return (char *)d + field->offset;
}

static bool in_range(const struct run_field *field, const char *text, uint64_t *value)
{
  return text_u64(text, field->most, value) && *value >= field->least;
}

static bool read_number(int64_t *to, const struct run_field *field, const char *text,
                        struct err *err)
{
  const bool packets = field->kind == RUN_FIELD_PACKETS;
  uint64_t value = 0;

  if (!(packets && strcmp(text, "ports") == 0) && !in_range(field, text, &value))
    return err_set(err, ERR_USAGE,
                   "--%s '%s': must be a number in %" PRIu64 "..%" PRIu64 "%s", field->name,
                   text, field->least, field->most, packets ? " or 'ports'" : "");
  *to = (int64_t)value;
  return true;
}

static bool read_count(uint64_t *to, const struct run_field *field, const char *text,
                       struct err *err)
{
  char most[32] = "2^64-1";

  if (in_range(field, text, to))
    return true;
  if (field->most < UINT64_MAX)
    snprintf(most, sizeof most, "%" PRIu64, field->most);
  return err_set(err, ERR_USAGE, "--%s '%s': must be a number in %" PRIu64 "..%s",
                 field->name, text, field->least, most);
}

/* to[0] and to[1]: cycles [from, to) of "A-B", both included. */
static bool read_cycles(uint64_t *to, const struct run_field *field, const char *text,
                        struct err *err)
{
  if (text_range(text, '-', field->most, &to[0], &to[1])) {
    to[1]++;
    return true;
  }
  return err_set(err, ERR_USAGE, "--%s '%s': must be two cycles A-B, A <= B", field->name,
                 text);
}

static bool add_file(struct description *d, const struct run_field *field, const char *text,
                     struct err *err)
{
  if (d->dut_count == DESCRIPTION_DUTS)
    return err_set(err, ERR_USAGE, "--%s '%s': at most %d files", field->name, text,
                   DESCRIPTION_DUTS);
  d->dut[d->dut_count++] = text;
  return true;
}

bool run_field_read(struct description *d, const struct run_field *field, const char *text,
                    struct err *err)
{
  void *to = place(d, field);

  switch (field->kind) {
  case RUN_FIELD_TEXT:
    *(const char **)to = text;
    return true;
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
    return read_number(to, field, text, err);
  case RUN_FIELD_COUNT:
    return read_count(to, field, text, err);
  case RUN_FIELD_FLAG:
    *(bool *)to = true;
    return true;
  case RUN_FIELD_FILES:
    return add_file(d, field, text, err);
  case RUN_FIELD_CYCLES:
    break;
  }
  return read_cycles(to, field, text, err);
}

bool description_check(const struct description *d, struct err *err)
{
  for (size_t i = 0; i < ROWS; i++) {
    const struct run_field *field = &rows[i];
    int64_t value;

    if (field->kind != RUN_FIELD_NUMBER && field->kind != RUN_FIELD_PACKETS)
      continue;
    memcpy(&value, (const char *)d + field->offset, sizeof value);
    if (value == field->unsaid || (field->kind == RUN_FIELD_PACKETS && value == 0))
      continue;
    if (value < (int64_t)field->least || value > (int64_t)field->most)
      return err_set(err, ERR_USAGE,
                     "--%s '%" PRId64 "': must be a number in %" PRIu64 "..%" PRIu64,
                     field->name, value, field->least, field->most);
  }
  return true;
}

/* Bytes of the members of a field. */
static size_t size_of(const struct run_field *field)
{
  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return sizeof(const char *);
  case RUN_FIELD_FLAG:
    return sizeof(bool);
  case RUN_FIELD_FILES:
    return offsetof(struct description, dut_count) + sizeof(size_t) - field->offset;
  case RUN_FIELD_CYCLES:
    return 2 * sizeof(uint64_t);
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
  case RUN_FIELD_COUNT:
    break;
  }
  return sizeof(uint64_t);
}

void run_fields_copy(struct description *to, const struct description *from,
                     enum run_field_role role)
{
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].role == role)
      memcpy((char *)to + rows[i].offset, (const char *)from + rows[i].offset,
             size_of(&rows[i]));
}

/* --- writing --- */

bool run_field_said(const struct description *d, const struct run_field *field)
{
  const void *from = (const char *)d + field->offset;

  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return *(const char *const *)from != NULL;
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
    return *(const int64_t *)from != field->unsaid;
  case RUN_FIELD_COUNT:
    return *(const uint64_t *)from != (uint64_t)field->unsaid;
  case RUN_FIELD_FLAG:
    return *(const bool *)from;
  case RUN_FIELD_FILES:
    return d->dut_count > 0;
  case RUN_FIELD_CYCLES:
    break;
  }
  return ((const uint64_t *)from)[1] != UINT64_MAX;
}

static size_t add_option(const struct run_field *field, const char *value, char *text,
                         size_t size, size_t used)
{
  char name[64];

  snprintf(name, sizeof name, "--%s", field->name);
  used = text_add_word(text, size, used, name);
  return value ? text_add_word(text, size, used, value) : used;
}

size_t run_field_add(const struct description *d, const struct run_field *field, char *text,
                     size_t size, size_t used)
{
  const void *from = (const char *)d + field->offset;
  const uint64_t *counts = from;
  char value[64];

  switch (field->kind) {
  case RUN_FIELD_TEXT:
    return add_option(field, *(const char *const *)from, text, size, used);
  case RUN_FIELD_FLAG:
    return add_option(field, NULL, text, size, used);
  case RUN_FIELD_FILES:
    for (size_t i = 0; i < d->dut_count; i++)
      used = add_option(field, d->dut[i], text, size, used);
    return used;
  case RUN_FIELD_NUMBER:
  case RUN_FIELD_PACKETS:
    snprintf(value, sizeof value, "%" PRId64, *(const int64_t *)from);
    if (field->kind == RUN_FIELD_PACKETS && strcmp(value, "0") == 0)
      snprintf(value, sizeof value, "ports");
    break;
  case RUN_FIELD_COUNT:
    snprintf(value, sizeof value, "%" PRIu64, counts[0]);
    break;
  case RUN_FIELD_CYCLES:
    snprintf(value, sizeof value, "%" PRIu64 "-%" PRIu64, counts[0], counts[1] - 1);
    break;
  }
  return add_option(field, value, text, size, used);
}

size_t run_fields_add(const struct description *d, char *text, size_t size, size_t used)
{
  for (size_t i = 0; i < ROWS; i++)
    if (rows[i].role == RUN_FIELD_IS &&
        (run_field_said(d, &rows[i]) || strcmp(rows[i].name, "seed") == 0))
      used = run_field_add(d, &rows[i], text, size, used);
  return used;
}

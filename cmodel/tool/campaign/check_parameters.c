/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_parameters -- one line: the switch parameters that a check tried, and thereby those
 * it did not. */
#include "tool/campaign/check.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

static const struct row {
  const char *name;
  size_t offset; /* of a uint32_t in struct check_shape */
  const char *zero;
} rows[] = {
    {"depth", offsetof(struct check_shape, depth), NULL},
    {"lanes", offsetof(struct check_shape, lanes), NULL},
    {"VCs", offsetof(struct check_shape, vcs), NULL},
    {"sends", offsetof(struct check_shape, sends), "all"},
    {"store", offsetof(struct check_shape, store), "none"},
    {"data bits", offsetof(struct check_shape, data_bits), NULL},
    {"header bits", offsetof(struct check_shape, header_bits), NULL},
};

/* The least value >= `from` among shapes with a run that ended.
 * UINT64_MAX: there is none. */
static uint64_t next_value(const struct check *check, const struct row *row, uint64_t from)
{
  uint64_t next = UINT64_MAX;

  for (size_t i = 0; i < check->plan.count; i++) {
    const struct check_shape *shape = &check->plan.shapes[check->plan.runs[i]->shape];
    uint32_t value;

    memcpy(&value, (const char *)shape + row->offset, sizeof value);
    if (shape->program_words == 0 && check->results[i].summary.ended && value >= from &&
        value < next)
      next = value;
  }
  return next;
}

void check_parameters_print(const struct check *check, FILE *file)
{
  if (next_value(check, &rows[0], 0) == UINT64_MAX)
    return;
  fprintf(file, "parameters:");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct row *row = &rows[i];
    const char *before = "";

    fprintf(file, "%s %s ", i ? ";" : "", row->name);
    for (uint64_t value = 0; (value = next_value(check, row, value)) != UINT64_MAX;
         value++) {
      if (value == 0 && row->zero)
        fprintf(file, "%s", row->zero);
      else
        fprintf(file, "%s%" PRIu64, before, value);
      before = ", ";
    }
  }
  fprintf(file, "\n");
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* permutation -- the options of a permutation: parts, and an open loop. */
#include "network/traffic/permutation.h"

#include "base/text.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <assert.h>
#include <string.h>

enum { NAME = 32, PARTS_MAX = 1000000 };

static const char *const keys[] = {"parts", OPEN_LOOP_KEYS};

/* The open loop, where an option of one is given. */
static bool read_loop(struct permutation_options *options, const char *name,
                      const char *argument, struct err *err)
{
  static const char *const of_loop[] = {OPEN_LOOP_KEYS};
  char value[OPTIONS_VALUE];

  for (size_t i = 0; !options->open && i < sizeof of_loop / sizeof of_loop[0]; i++)
    options->open = text_option(argument, of_loop[i], value, sizeof value);
  return !options->open || open_loop_read(&options->loop, name, argument, err);
}

static bool read_parts(struct permutation_options *options, const char *name,
                       const char *argument, struct err *err)
{
  return options_number(name, argument, "parts", 1, PARTS_MAX, "", &options->parts, err) &&
         (!options->open || options->parts == 1 ||
          err_set(err, ERR_USAGE,
                  "'%s,%s': packets of an open loop are whole; leave parts or load out",
                  name, argument));
}

bool permutation_read(struct permutation_options *options,
                      const struct traffic_request *request, const char *argument,
                      struct err *err)
{
  char name[NAME];

  *options = (struct permutation_options){.parts = 1};
  snprintf(name, sizeof name, "%.*s", (int)strcspn(request->traffic, ","),
           request->traffic);
  return argument[0] == '\0' ||
         (options_check(name, argument, keys, sizeof keys / sizeof keys[0], err) &&
          read_loop(options, name, argument, err) &&
          read_parts(options, name, argument, err));
}

bool permutation_part(struct schedule *schedule, struct err *err)
{
  const size_t count = schedule->count;
  size_t capacity = count;

  if (schedule->parts <= 1 || count == 0)
    return true;
  if (!schedule_hold(schedule, err))
    return false;
  assert(schedule->entries[count - 1].cycle == 0);
  if (!traffic_reserve(schedule, &capacity, (uint64_t)count * schedule->parts, err))
    return false;
  for (uint32_t part = 1; part < schedule->parts; part++)
    for (size_t i = 0; i < count; i++) {
      struct schedule_entry *entry = &schedule->entries[part * count + i];

      *entry = schedule->entries[i];
      entry->cycle = part;
    }
  schedule->count = count * schedule->parts;
  return true;
}

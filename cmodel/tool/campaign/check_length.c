/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_length -- how long the runs of a plan are, and the text of their traffic. */
#include "tool/campaign/check_length.h"

#include <inttypes.h>
#include <string.h>

#define FEW 0.8 /* packets per cycle, all terminals together */

enum {
  LEAST_CYCLES = 20, /* of an open loop in a large network */
  BATCH_CYCLES = 10, /* about, for a packet of a batch and its reply */
  WRAP_CYCLES = 200000,
  /* Limits for one size of a family at level quick. */
  SIZE_WORK = 1 << 21,   /* most switch-cycles of a run, about, */
  SAMPLE_WORK = 1 << 19, /* of gossip of which some rounds are drawn, */
  SAMPLE_PACKETS = 1 << 14,
  LONE_SWITCHES = 256, /* with more, so many packets go one at a time, */
  LONE_PACKETS = 16,
  LOOP_WORK = 1 << 14,    /* of an open loop before it drains, */
  SIZE_PACKETS = 1 << 16, /* and most packets */
  HOT_PACKETS = 1024      /* about, of a hot spot in a large network */
};

bool check_is_short(const struct check_scope *scope)
{
  return scope->family && scope->level == CHECK_QUICK;
}

bool check_length_fits(const struct check_scope *scope, const struct session *s,
                       uint64_t work)
{
  return check_is_short(scope) ? work <= SIZE_WORK && s->schedule.count <= SIZE_PACKETS
                               : work <= check_levels[scope->level].work;
}

bool check_length_sample(const struct check_scope *scope, struct check_run *run,
                         uint64_t work)
{
  const uint64_t most =
      check_is_short(scope) ? SAMPLE_WORK : check_levels[scope->level].work / 2;

  if (strcmp(run->traffic, "gossip") != 0)
    return false;
  run->all_rounds = scope->t->terminals - 1;
  run->rounds = (uint32_t)((double)run->all_rounds * (double)most / (double)work);
  if (check_is_short(scope) && run->rounds > SAMPLE_PACKETS / scope->t->terminals)
    run->rounds = SAMPLE_PACKETS / scope->t->terminals;
  if (run->rounds == 0 || run->rounds >= run->all_rounds)
    return false;
  snprintf(run->traffic, CHECK_TRAFFIC, "gossip,rounds=%u", run->rounds);
  return true;
}

/* A hot spot accepts one packet per port and cycle; a reset makes it start again. */
static double load_of(const struct check_scope *scope, const struct check_traffic *row,
                      uint64_t cycles)
{
  const double all = (double)scope->t->terminals * (double)cycles;

  return check_is_short(scope) && row->load * all > HOT_PACKETS ? HOT_PACKETS / all
                                                                : row->load;
}

/* The traffic text of a row, with "@last" and the cycles of an open loop filled in. */
static void write_traffic(const struct check_scope *scope, const struct check_traffic *row,
                          bool wraps, char text[CHECK_TRAFFIC])
{
  const struct check_level_row *level = &check_levels[scope->level];
  const char *last = strstr(row->traffic, "@last");
  const uint64_t work = check_is_short(scope) ? LOOP_WORK : level->work / (wraps ? 8 : 4);
  const uint64_t most = work / scope->t->switches;
  uint64_t cycles = wraps ? WRAP_CYCLES : level->cycles;
  int head = last ? (int)(last - row->traffic) : (int)strlen(row->traffic);
  size_t used = (size_t)snprintf(text, CHECK_TRAFFIC, "%.*s", head, row->traffic);

  if (last)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, "%u%s",
                             scope->t->terminals - 1, last + strlen("@last"));
  if (row->few)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, ",load=%.4f",
                             FEW / scope->t->terminals);
  cycles = cycles < most ? cycles : most;
  cycles = cycles > LEAST_CYCLES ? cycles : LEAST_CYCLES;
  if (row->load > 0)
    used += (size_t)snprintf(text + used, CHECK_TRAFFIC - used, ",load=%.4g",
                             load_of(scope, row, cycles));
  if (row->uncounted && check_is_short(scope) && scope->t->switches > LONE_SWITCHES)
    snprintf(text + used, CHECK_TRAFFIC - used, ",count=%d", LONE_PACKETS);
  if (row->open_loop)
    snprintf(text + used, CHECK_TRAFFIC - used, ",warmup=0,measure=%" PRIu64, cycles);
  if (row->batch)
    snprintf(text + used, CHECK_TRAFFIC - used, ",count=%" PRIu64, cycles / BATCH_CYCLES);
}

void check_length_put(const struct check_scope *scope, struct check_run *run,
                      const struct check_traffic *row, bool wraps, uint64_t seed)
{
  struct description *d = &run->description;

  write_traffic(scope, row, wraps, run->traffic);
  d->traffic = run->traffic;
  d->disturb = row->disturb;
  if (row->data)
    d->data = row->data;
  d->seed = seed;
  d->packets =
      row->packets && d->store == DESCRIPTION_UNSET
          ? (int64_t)row->packets * scope->t->ports * check_levels[scope->level].factor
          : 1; /* few, so that a small store is also emptied, not only filled */
}

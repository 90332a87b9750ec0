/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* agree -- ranks that make a run together agree that it is the same run. */
#include "tool/session/agree.h"

#include "base/hash.h"
#include "run/machine/golden.h"
#include "run/machine/parts.h"
#include "tool/session/machines.h"

#include <stdlib.h>
#include <string.h>

enum { SIGHTS = 4096 /* launches that are tried */ };

/* --- what ranks can do --- */

static bool refuse(struct err *err, const char *what)
{
  return err_set(err, ERR_USAGE, "%s: not with several ranks; use lockhop", what);
}

/* What Verilog cannot do, alone or in lock step. */
static bool can_simulate(const struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  const uint32_t count = s->host.ranks->count;
  const struct parts parts = parts_of(s->topology.switches, count);

  if (s->compare != COMPARE_CYCLE)
    return refuse(err, "--compare other than cycle");
  if (strcmp(machines_name(d), "array") != 0)
    return refuse(err, "--machine other than array");
  if (d->coverage)
    return refuse(err, "--coverage");
  return parts_first(&parts, count - 1) < s->topology.switches ||
         err_set(err, ERR_USAGE, "%u ranks are too many for the %u switches of %s", count,
                 s->topology.switches, s->topology.spec);
}

static bool answers(const struct schedule *schedule)
{
  for (size_t i = 0; !schedule->rule && i < schedule->count; i++)
    if (schedule->entries[i].answers != 0)
      return true;
  return false;
}

/* Does a terminal learn by no answer that there is room in its window? */
static bool unanswered(const struct schedule *schedule)
{
  size_t answers = 0;

  if (schedule->window == 0)
    return false;
  for (size_t i = 0; i < schedule->count; i++)
    answers += schedule->entries[i].answers != 0;
  return 2 * answers < schedule->count;
}

/* Whom a launch asks. */
struct sight {
  uint32_t share, rank;
  bool beyond; /* a switch of another rank */
};

static uint32_t look(const void *self, uint32_t sw, uint32_t port)
{
  struct sight *sight = (struct sight *)(uintptr_t)self;

  (void)port;
  sight->beyond |= sw / sight->share != sight->rank;
  return 0;
}

/* Do terminals choose by queues of switches of other ranks? */
static bool looks_beyond(const struct session *s)
{
  const struct topology *t = &s->topology;
  struct sight sight = {.share = parts_of(t->switches, s->host.ranks->count).share};
  const struct queue_view view = {.packets = look, .self = &sight};
  struct schedule_entry room;
  const size_t step = s->schedule.count / SIGHTS + 1;

  for (size_t i = 0; s->shape.routing->launch && i < s->schedule.count; i += step) {
    const struct schedule_entry *entry = schedule_entry(&s->schedule, i, &room);
    const uint32_t at = topology_source(t, entry->source);

    sight.rank = at / sight.share;
    s->shape.routing->launch(t, at, entry->header, &view);
  }
  return sight.beyond;
}

bool agree_can(const struct session *s, struct err *err)
{
  const struct description *d = &s->description;

  if (!s->host.ranks)
    return true;
  if (s->collective.is)
    return refuse(err, "collectives on engines");
  if ((d->lock_step || machines_have_verilog(d)) && !can_simulate(s, err))
    return false;
  if (s->schedule.reduction)
    return refuse(err, "a reduction");
  if (answers(&s->schedule) && topology_terminals_apart(&s->topology))
    return refuse(err, "answers of terminals that send and receive at different switches");
  if (unanswered(&s->schedule))
    return refuse(err, "a window of packets that nobody answers");
  if (d->exercise || d->reached)
    return refuse(err, "--exercise");
  if (d->wave)
    return refuse(err, "--wave");
  if (d->threads != DESCRIPTION_UNSET && d->threads != 1)
    return refuse(err, "--threads");
  return !looks_beyond(s) ||
         err_set(err, ERR_USAGE,
                 "%s looks at queues of switches of other ranks; use lockhop, or another "
                 "--routing",
                 s->shape.routing->name);
}

/* --- that they make the same run --- */

bool agree_word(const struct session *s, uint64_t *word, struct err *err)
{
  struct hash hash = hash_start();
  struct schedule_entry room;

  if (!hash_file(&hash, "/proc/self/exe", err))
    return false;
  hash_u64(&hash, s->host.ranks->count);
  hash_u64(&hash, s->plugin.lane[0]);
  hash_u64(&hash, s->plugin.lane[1]);
  hash_u64(&hash, s->shape.depth);
  hash_u64(&hash, s->shape.lanes);
  hash_u64(&hash, s->shape.vcs);
  hash_u64(&hash, s->shape.store);
  hash_u64(&hash, (uint64_t)s->schedule.service << 32 | s->schedule.window);
  hash_u64(&hash, s->schedule.disturbances.count);
  hash_u64(&hash, s->schedule.disturbances.noise);
  for (size_t i = 0; i < s->schedule.disturbances.count; i++) {
    const struct disturbance *disturbance = &s->schedule.disturbances.list[i];

    hash_u64(&hash, disturbance->kind);
    hash_u64(&hash, (uint64_t)disturbance->from << 32 | disturbance->to);
    hash_u64(&hash, (uint64_t)disturbance->at << 32 | disturbance->queue);
  }
  for (size_t i = 0; i < s->schedule.count; i++) {
    const struct schedule_entry *entry = schedule_entry(&s->schedule, i, &room);

    hash_u64(&hash, (uint64_t)entry->source << 32 | entry->destination);
    hash_u64(&hash, (uint64_t)entry->cycle << 32 | entry->answers);
    hash_u64(&hash, entry->header);
  }
  *word = hash.lane[0] ^ hash.lane[1];
  return true;
}

/* What a rank says of itself. */
struct opinion {
  uint64_t good, kind, word;
  char text[sizeof((struct err *)0)->text];
};

/* The first rank that is not good; `count`: there is none. */
static uint32_t first_bad(const struct opinion *all, uint32_t count)
{
  uint32_t rank = 0;

  while (rank < count && all[rank].good)
    rank++;
  return rank;
}

static bool conclude(const struct opinion *all, uint32_t count, struct err *err)
{
  const uint32_t bad = first_bad(all, count);
  bool same = true;

  for (uint32_t rank = 0; bad == count && rank < count; rank++)
    if (all[rank].word != all[0].word)
      return err_set(err, ERR_USAGE,
                     "ranks 0 and %u do not make the same run: another program, another "
                     "command line, or another file",
                     rank);
  if (bad == count)
    return true;
  for (uint32_t rank = 0; rank < count; rank++)
    same = same && strcmp(all[rank].text, all[bad].text) == 0;
  if (same)
    return err_set(err, (enum err_kind)all[bad].kind, "%s", all[bad].text);
  return err_set(err, (enum err_kind)all[bad].kind, "rank %u: %s", bad, all[bad].text);
}

bool agree(struct ranks *ranks, bool good, uint64_t word, struct err *err)
{
  struct opinion mine, *all = calloc(ranks->count, sizeof *all);

  if (!all) {
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %u ranks", ranks->count);
    ranks->ops->fail(ranks, (int)err->kind, err->text);
    return false;
  }
  memset(&mine, 0, sizeof mine);
  mine.good = good;
  mine.word = word;
  if (!good) {
    mine.kind = (uint64_t)err->kind;
    snprintf(mine.text, sizeof mine.text, "%s", err->text);
  }
  const bool agreed = ranks_collect(ranks, &mine, sizeof mine, all, err) &&
                      conclude(all, ranks->count, err);

  free(all);
  return agreed;
}

bool agreed(const struct session *s, bool good, struct err *err)
{
  struct ranks *ranks = s->host.ranks;
  uint64_t word = 0;

  if (!ranks)
    return good;
  good = good && agree_word(s, &word, err);
  return agree(ranks, good, word, err);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_session -- a session whose traffic is a collective. */
#include "tool/session/collective_session.h"

#include "run/machine/engines.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <string.h>

/* Options about what engines do not have. */
static bool check_options(const struct description *d, struct err *err)
{
  const struct {
    const char *name;
    bool given;
  } options[] = {
      {"routing", d->routing != NULL},
      {"depth", d->depth != DESCRIPTION_UNSET},
      {"vcs", d->vcs != DESCRIPTION_UNSET},
      {"lanes", d->lanes != DESCRIPTION_UNSET},
      {"sends", d->sends != 0},
      {"pushes", d->pushes != 0},
      {"store", d->store != DESCRIPTION_UNSET},
      {"failed", d->failed != NULL},
  };

  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (options[i].given)
      return err_set(err, ERR_USAGE,
                     "--%s: is for switches; '%s' is run by collective engines, which have "
                     "a program; leave it out",
                     options[i].name, d->traffic);
  if (strcmp(machines_name(d), "network") == 0)
    return err_set(err, ERR_USAGE,
                   "--machine network: is for switches; '%s' is run by collective engines; "
                   "give --machine array",
                   d->traffic);
  return true;
}

/* Do words move, or are messages counted? */
static bool choose_level(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  struct collective_session *c = &s->collective;
  const uint64_t messages = message_level_estimate(c->operation, err);

  if (messages == UINT64_MAX)
    return false;
  c->estimate =
      messages <= UINT64_MAX / c->traffic.words ? messages * c->traffic.words : UINT64_MAX;
  c->counted = c->estimate > COLLECTIVE_TRANSFERS;
  if (!c->counted || d->counts)
    return true;
  return err_set(err, ERR_USAGE,
                 "'%s' on %s: about %" PRIu64
                 " words would cross links, more than %d; give "
                 "a smaller network or fewer words, or use lockhop run, which counts "
                 "messages then",
                 d->traffic, s->topology.spec, c->estimate, COLLECTIVE_TRANSFERS);
}

bool collective_session_open(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  struct collective_session *c = &s->collective;
  const struct traffic_row *row;

  if (!d->traffic)
    return true;
  row = traffic_find(d->traffic, &s->topology, err);
  if (!row)
    return false;
  if (!collectives_is_row(row))
    return true;
  c->is = true;
  s->shape.routing = &engines_routing;
  if (!check_options(d, err) ||
      !collectives_read(&c->traffic, d->traffic, &s->topology, d->seed, err))
    return false;
  c->operation = operation_open(&s->topology, &c->traffic.operation, err);
  return c->operation && choose_level(s, err);
}

bool collective_session_compile(struct session *s, struct err *err)
{
  struct collective_session *c = &s->collective;
  struct programs programs = {.nodes = NULL};

  if (!message_level_count(&c->count, c->operation, NULL, NULL, err))
    return false;
  bool good = programs_compile(&programs, c->operation, c->traffic.startup, c->traffic.word,
                               c->traffic.words, err) &&
              engine_programs_encode(&c->programs, &programs, err);
  programs_free(&programs);
  s->shape.programs = &c->programs;
  return good;
}

/* Who counts, and may be told to stop. */
struct counting {
  const struct session *s;
  bool stopped;
};

static bool go_on(void *self, uint32_t done, uint32_t all)
{
  struct counting *counting = self;
  const struct session_host *host = &counting->s->host;

  if (host->progress)
    host->progress(host->self, &(struct run_pace){.delivered = done, .packets = all});
  counting->stopped = host->stop && *host->stop;
  return !counting->stopped;
}

bool collective_session_count(struct session *s, bool *stopped, struct err *err)
{
  struct collective_session *c = &s->collective;
  struct counting counting = {.s = s};
  bool good = message_level_count(&c->count, c->operation, go_on, &counting, err);

  *stopped = counting.stopped;
  return good || *stopped;
}

uint64_t collective_session_cycles(const struct session *s)
{
  const struct collective_session *c = &s->collective;

  return message_level_cycles(&c->count, c->traffic.startup, c->traffic.word,
                              c->traffic.words);
}

void collective_session_close(struct session *s)
{
  struct collective_session *c = &s->collective;

  message_level_free(&c->count);
  engine_programs_free(&c->programs);
  operation_close(c->operation);
  collectives_free(&c->traffic);
  *c = (struct collective_session){.is = false};
}

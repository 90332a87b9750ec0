/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mixture -- a collective of the swapped dragonfly among background traffic. */
#include "network/traffic/mixture.h"

#include "network/traffic/conflicts.h"
#include "network/traffic/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the collective's headers, but for the level. */
#define PLAIN "source-vector"

const char *mixture_plus(const char *traffic)
{
  const size_t length = strcspn(traffic, "+:");

  return traffic[length] == '+' ? traffic + length : NULL;
}

const char *mixture_routing(const char *options)
{
  (void)options;
  return "two-levels";
}

/* Both parts while they are joined. */
struct mixture {
  const struct traffic_request *request;
  struct schedule collective, background;
  uint32_t steps;  /* of the collective, alone */
  uint32_t from;   /* cycle in which it starts */
  uint32_t *place; /* [collective.count] number of its packets in the mixture */
};

static bool make_collective(struct mixture *m, const char *traffic, struct err *err)
{
  struct traffic_request request = *m->request;
  struct conflicts conflicts;

  request.held = SIZE_MAX;
  request.routing = topology_routing(request.topology, PLAIN, err);
  request.traffic = traffic;
  if (!request.routing || !schedule_make(&m->collective, &request, err))
    return false;
  if (!m->collective.conflict_free)
    return err_set(
        err, ERR_USAGE,
        "'%.100s': privileged packets must never wait, so the collective must be "
        "free of link conflicts with routing " PLAIN
        ", and '%.60s' is not; as in all-to-all+uniform,load=0.3",
        m->request->traffic, traffic);
  if (!conflicts_count(&conflicts, &m->collective, request.topology, request.routing,
                       err) ||
      !conflicts_refuse(&conflicts, &m->collective, request.topology, err))
    return false;
  m->steps = (uint32_t)conflicts.last;
  return true;
}

static bool make_background(struct mixture *m, const char *traffic, struct err *err)
{
  struct traffic_request request = *m->request;

  if (mixture_plus(traffic))
    return err_set(err, ERR_USAGE, "'%.100s': a mixture has two parts",
                   m->request->traffic);
  request.held = SIZE_MAX;
  request.traffic = traffic;
  request.measure = m->steps;
  if (!schedule_make(&m->background, &request, err))
    return false;
  m->from = m->background.measure_from;
  return !m->background.requests ||
         err_set(err, ERR_USAGE,
                 "'%.100s': requests and batches cannot be a part of a mixture",
                 m->request->traffic);
}

static bool comes_first(const struct schedule_entry *a, uint32_t from,
                        const struct schedule_entry *b)
{
  const uint64_t cycle = (uint64_t)a->cycle + from;

  return cycle != b->cycle ? cycle < b->cycle : a->source <= b->source;
}

/* Append packet i of the collective. */
static bool add_privileged(struct mixture *m, struct schedule *schedule, size_t *capacity,
                           size_t i, uint64_t level, struct err *err)
{
  struct schedule_entry entry = m->collective.entries[i];

  m->place[i] = (uint32_t)schedule->count;
  entry.cycle += m->from;
  entry.header |= level;
  if (entry.answers)
    entry.answers = m->place[entry.answers - 1] + 1;
  return traffic_append(schedule, capacity, &entry, err);
}

/* Merge both parts; in one cycle the packets of the collective come first at a source. */
static bool join(struct mixture *m, struct schedule *schedule, struct err *err)
{
  const struct traffic_request *q = m->request;
  const uint64_t level = q->routing->privileged(q->topology->parameters);
  const struct schedule *a = &m->collective, *b = &m->background;
  uint32_t *place = malloc((b->count + 1) * sizeof *place);
  size_t capacity = 0, i = 0, j = 0;
  bool good =
      place && traffic_reserve(schedule, &capacity, (uint64_t)a->count + b->count + 1, err);

  if (!place)
    err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets", b->count);
  while (good && (i < a->count || j < b->count)) {
    if (j == b->count ||
        (i < a->count && comes_first(&a->entries[i], m->from, &b->entries[j]))) {
      good = add_privileged(m, schedule, &capacity, i++, level, err);
      continue;
    }
    struct schedule_entry entry = b->entries[j];

    if (entry.answers)
      entry.answers = place[entry.answers - 1] + 1;
    place[j++] = (uint32_t)schedule->count;
    good = traffic_append(schedule, &capacity, &entry, err);
  }
  free(place);
  return good;
}

static bool make_parts(struct mixture *m, const char *argument, struct err *err)
{
  const char *plus = mixture_plus(argument);
  char first[OPTIONS_VALUE];

  if (!m->request->routing->privileged)
    return err_set(
        err, ERR_USAGE,
        "'%.100s': needs two service levels, which routing %s does not have; use "
        "%s",
        m->request->traffic, m->request->routing->name, mixture_routing(""));
  if (!plus || plus == argument || plus[1] == '\0' ||
      (size_t)(plus - argument) >= sizeof first)
    return err_set(err, ERR_USAGE,
                   "'%.100s': the form is " MIXTURE_NAME
                   ", as in all-to-all+uniform,load=0.3",
                   m->request->traffic);
  snprintf(first, sizeof first, "%.*s", (int)(plus - argument), argument);
  return make_collective(m, first, err) && make_background(m, plus + 1, err);
}

bool mixture_make(struct schedule *schedule, const struct traffic_request *request,
                  const char *argument, struct err *err)
{
  struct mixture m = {.request = request};
  bool good = make_parts(&m, argument, err);

  if (good) {
    m.place = malloc((m.collective.count + 1) * sizeof *m.place);
    good = m.place || err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                              m.collective.count);
  }
  good = good && join(&m, schedule, err);
  schedule->conflict_free = true;
  memcpy(schedule->content, m.background.content, sizeof schedule->content);
  schedule->measure_from = m.background.measure_from;
  schedule->measure_to = m.background.measure_to;
  schedule->not_sent = m.collective.not_sent + m.background.not_sent;
  free(m.place);
  schedule_free(&m.collective);
  schedule_free(&m.background);
  return good;
}

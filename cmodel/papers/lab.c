/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lab -- what the rows of all papers measure with. */
#include "papers/lab.h"

#include "tool/session/machines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool lab_continues(struct finding *f)
{
  if (!f->failed && f->claims->stop && *f->claims->stop) {
    *f->err = (struct err){.kind = ERR_NONE};
    f->failed = true;
  }
  return !f->failed;
}

/* --- memory --- */

void *lab_memory(struct finding *f, size_t count, size_t size)
{
  void *memory = f->failed ? NULL : calloc(count, size);

  if (!memory && !f->failed)
    finding_check(
        f, err_set(f->err, ERR_ENVIRONMENT, "not enough memory for what is measured"));
  return memory;
}

void lab_free(void *place)
{
  free(*(void **)place);
}

/* --- networks --- */

bool lab_open(struct finding *f, struct topology *t, const char *spec, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  if (f->failed)
    return false;
  va_start(arguments, spec);
  vsnprintf(text, sizeof text, spec, arguments);
  va_end(arguments);
  topology_close(t);
  return finding_check(f, topology_open(t, text, f->err));
}

bool lab_is_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  enum port_kind kind = topology_port_kind(t, sw, port);

  return kind != PORT_HOLD && kind != PORT_UNUSED;
}

struct link lab_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  return topology_link(t, sw, port);
}

bool lab_linked(const struct topology *t, uint32_t from, uint32_t to)
{
  bool found = false;

  for (uint32_t port = 0; port < t->ports; port++)
    found |= lab_is_link(t, from, port) && lab_link(t, from, port).to_switch == to;
  return found;
}

struct lab_cut lab_cut_of(const struct topology *t, lab_side *side)
{
  struct lab_cut cut = {.links = 0};

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    if (!side(t, sw))
      continue;
    cut.switches++;
    for (uint32_t port = 0; port < t->ports; port++)
      cut.links += lab_is_link(t, sw, port) && !side(t, lab_link(t, sw, port).to_switch);
  }
  return cut;
}

/* Every end of a link, once at each of its switches: place[v]++ for a node v, and into
 * to[] at that place unless it is NULL. */
static void place_ends(const struct topology *t, uint32_t *place, uint32_t *to)
{
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      const uint32_t far = lab_link(t, sw, port).to_switch;

      if (!lab_is_link(t, sw, port) || far == sw)
        continue;
      const uint32_t here = place[sw]++, there = place[far]++;
      if (to) {
        to[here] = far;
        to[there] = sw;
      }
    }
}

/* Keep each neighbour of every node once.  queue[w] is v + 1 when w has been seen at v. */
static void keep_once(struct lab_graph *g)
{
  uint32_t kept = 0, from = 0;

  for (uint32_t v = 0; v < g->nodes; v++) {
    const uint32_t end = g->first[v + 1];

    g->first[v] = kept;
    for (uint32_t i = from; i < end; i++)
      if (g->queue[g->to[i]] != v + 1) {
        g->queue[g->to[i]] = v + 1;
        g->to[kept++] = g->to[i];
      }
    from = end;
  }
  g->first[g->nodes] = kept;
}

bool lab_open_graph(struct finding *f, struct topology *t, struct lab_graph *g,
                    const char *spec, ...)
{
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  va_start(arguments, spec);
  vsnprintf(text, sizeof text, spec, arguments);
  va_end(arguments);
  lab_graph_close(g);
  if (!lab_open(f, t, "%s", text))
    return false;
  *g = (struct lab_graph){
      .nodes = t->switches,
      .first = lab_memory(f, (size_t)t->switches + 2, sizeof *g->first),
      .to = lab_memory(f, 2 * (size_t)t->switches * t->ports + 1, sizeof *g->to),
      .queue = lab_memory(f, t->switches, sizeof *g->queue),
      .hops = lab_memory(f, t->switches, sizeof *g->hops),
      .paths = lab_memory(f, t->switches, sizeof *g->paths)};
  if (f->failed)
    return false;
  /* first[v + 2] counts the ends at v; the sums make first[v + 1] its first place; filling
   * moves that on to the first place of v + 1. */
  place_ends(t, g->first + 2, NULL);
  for (uint32_t v = 0; v < t->switches; v++)
    g->first[v + 2] += g->first[v + 1];
  place_ends(t, g->first + 1, g->to);
  keep_once(g);
  return true;
}

void lab_graph_close(struct lab_graph *g)
{
  free(g->first);
  free(g->to);
  free(g->queue);
  free(g->hops);
  free(g->paths);
  *g = (struct lab_graph){.nodes = 0};
}

uint32_t lab_edges(const struct lab_graph *g)
{
  return g->first[g->nodes] / 2;
}

uint32_t lab_degree(const struct lab_graph *g)
{
  uint32_t degree = 0;

  for (uint32_t v = 0; v < g->nodes; v++)
    if (g->first[v + 1] - g->first[v] > degree)
      degree = g->first[v + 1] - g->first[v];
  return degree;
}

bool lab_joined(const struct lab_graph *g, uint32_t a, uint32_t b)
{
  bool joined = false;

  for (uint32_t i = g->first[a]; i < g->first[a + 1]; i++)
    joined |= g->to[i] == b;
  return joined;
}

uint32_t lab_search(struct lab_graph *g, uint32_t from)
{
  /* Copies, since the compiler cannot know that writing hops leaves these as they are. */
  const uint32_t *ends = g->first, *to = g->to;
  uint32_t *queue = g->queue, *hops = g->hops, last = 0;

  for (uint32_t v = 0; v < g->nodes; v++)
    hops[v] = UINT32_MAX;
  hops[from] = 0;
  queue[last++] = from;
  for (uint32_t first = 0; first < last; first++) {
    const uint32_t at = queue[first], farther = hops[at] + 1;

    for (uint32_t i = ends[at]; i < ends[at + 1]; i++)
      if (hops[to[i]] == UINT32_MAX) {
        hops[to[i]] = farther;
        queue[last++] = to[i];
      }
  }
  g->reached = last;
  return last == g->nodes ? hops[queue[last - 1]] : UINT32_MAX;
}

void lab_count_paths(struct lab_graph *g)
{
  for (uint32_t v = 0; v < g->nodes; v++)
    g->paths[v] = 0;
  g->paths[g->queue[0]] = 1;
  for (uint32_t k = 0; k < g->reached; k++) {
    const uint32_t at = g->queue[k];

    for (uint32_t i = g->first[at]; i < g->first[at + 1]; i++)
      if (g->hops[g->to[i]] == g->hops[at] + 1)
        g->paths[g->to[i]] += g->paths[at];
  }
}

uint32_t lab_eccentricity(struct lab_graph *g, uint32_t count)
{
  uint32_t most = 0;

  count = count < g->nodes ? count : g->nodes;
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t farthest = lab_search(g, (uint32_t)((uint64_t)i * g->nodes / count));

    most = farthest > most ? farthest : most;
  }
  return most;
}

/* --- permutations --- */

void lab_swap(uint32_t *a, uint32_t *b)
{
  const uint32_t moved = *a;

  *a = *b;
  *b = moved;
}

void lab_identity(uint32_t *order, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
}

void lab_shuffle(uint32_t *order, uint32_t count, struct rng *rng)
{
  lab_identity(order, count);
  for (uint32_t i = count; i > 1; i--)
    lab_swap(&order[i - 1], &order[rng_below(rng, i)]);
}

/* --- schedules --- */

bool lab_schedule(struct finding *f, struct schedule *schedule, const struct topology *t,
                  const struct routing *routing, const char *traffic)
{
  const struct traffic_request request = {.topology = t,
                                          .routing = routing,
                                          .traffic = traffic,
                                          .packets = 1,
                                          .seed = f->claims->seed,
                                          .held = SIZE_MAX};

  return !f->failed && finding_check(f, schedule_make(schedule, &request, f->err));
}

/* --- runs of the golden machine --- */

struct trial_result lab_run(struct finding *f, const struct description *trial)
{
  struct trial_result result = {.steps = 0};

  if (lab_continues(f) &&
      finding_check(f, trial_run(trial, f->claims->stop, &result, f->err)) &&
      lab_continues(f))
    return result;
  return (struct trial_result){.steps = 0};
}

bool lab_machine_open(struct finding *f, struct lab_machine *m,
                      struct description description, const char *spec, ...)
{
  const struct session_host host = {.stop = f->claims->stop};
  va_list arguments;

  if (f->failed)
    return false;
  va_start(arguments, spec);
  vsnprintf(m->spec, sizeof m->spec, spec, arguments);
  va_end(arguments);
  description.topology = m->spec;
  description.seed = m->seed = f->claims->seed;
  m->f = f;
  if (!finding_check(f, session_open(&m->s, &description, &host, f->err)))
    return false;
  if (finding_check(f, schedule_hold(&m->s.schedule, f->err)) &&
      finding_check(f, machines_open(&m->golden, &m->s, f->err)))
    return true;
  session_close(&m->s);
  m->golden.ops = NULL;
  return false;
}

bool lab_machine_run(struct lab_machine *m, run_observer *observer, void *self,
                     struct run_result *result)
{
  run_result_close(result);
  *result = (struct run_result){.cycles = 0};
  if (!lab_continues(m->f))
    return false;
  struct run_request request = session_request(&m->s);

  request.seed = m->seed;
  request.machine = m->golden;
  request.observer = observer;
  request.observer_self = self;
  finding_check(m->f, run(&request, result, m->f->err));
  return lab_continues(m->f);
}

void lab_machine_close(struct lab_machine *m)
{
  if (!m->golden.ops)
    return;
  m->golden.ops->close(m->golden.self);
  session_close(&m->s);
}

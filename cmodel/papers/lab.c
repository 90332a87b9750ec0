/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lab -- what the rows of all papers measure with. */
#include "papers/lab.h"

#include "tool/session/machines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool lab_goes_on(const struct claims *claims, struct err *err)
{
  if (!claims->stop || !*claims->stop)
    return true;
  *err = (struct err){.kind = ERR_NONE};
  return false;
}

/* --- memory --- */

void *lab_memory(size_t count, size_t size, struct err *err, const char *what, ...)
{
  void *memory = calloc(count, size);
  char text[TOPOLOGY_SPEC];
  va_list arguments;

  if (memory)
    return memory;
  va_start(arguments, what);
  vsnprintf(text, sizeof text, what, arguments);
  va_end(arguments);
  err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", text);
  return NULL;
}

void lab_free(void *place)
{
  free(*(void **)place);
}

/* --- networks --- */

static bool open_text(struct topology *t, const char *spec, va_list arguments,
                      struct err *err)
{
  char text[TOPOLOGY_SPEC];

  vsnprintf(text, sizeof text, spec, arguments);
  topology_close(t);
  return topology_open(t, text, err);
}

bool lab_open(struct topology *t, struct err *err, const char *spec, ...)
{
  va_list arguments;

  va_start(arguments, spec);
  bool good = open_text(t, spec, arguments, err);
  va_end(arguments);
  return good;
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

bool lab_graph_open(struct lab_graph *g, const struct topology *t, struct err *err)
{
  const size_t ends = 2 * (size_t)t->switches * t->ports;

  *g = (struct lab_graph){.nodes = t->switches};
  g->first = calloc((size_t)t->switches + 2, sizeof *g->first);
  g->to = calloc(ends + 1, sizeof *g->to);
  g->queue = calloc(t->switches, sizeof *g->queue);
  g->hops = calloc(t->switches, sizeof *g->hops);
  g->paths = calloc(t->switches, sizeof *g->paths);
  if (!g->first || !g->to || !g->queue || !g->hops || !g->paths) {
    lab_graph_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the graph of %s", t->spec);
  }
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

bool lab_open_graph(struct topology *t, struct lab_graph *g, struct err *err,
                    const char *spec, ...)
{
  va_list arguments;

  lab_graph_close(g);
  va_start(arguments, spec);
  bool good = open_text(t, spec, arguments, err) && lab_graph_open(g, t, err);
  va_end(arguments);
  return good;
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
  uint32_t last = 0;

  for (uint32_t v = 0; v < g->nodes; v++)
    g->hops[v] = UINT32_MAX;
  g->hops[from] = 0;
  g->queue[last++] = from;
  for (uint32_t first = 0; first < last; first++) {
    const uint32_t at = g->queue[first];

    for (uint32_t i = g->first[at]; i < g->first[at + 1]; i++)
      if (g->hops[g->to[i]] == UINT32_MAX) {
        g->hops[g->to[i]] = g->hops[at] + 1;
        g->queue[last++] = g->to[i];
      }
  }
  g->reached = last;
  return last == g->nodes ? g->hops[g->queue[last - 1]] : UINT32_MAX;
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

bool lab_diameter(const struct topology *t, uint32_t *diameter, struct err *err)
{
  GRAPH_OF_BLOCK(g);

  if (!lab_graph_open(&g, t, err))
    return false;
  *diameter = lab_eccentricity(&g, UINT32_MAX);
  return true;
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

/* --- runs of the golden machine --- */

bool lab_trial(const struct claims *claims, const struct description *trial,
               struct trial_result *result, struct err *err)
{
  return trial_run(trial, claims->stop, result, err) && !*claims->stop;
}

bool bench_open(struct bench *bench, const struct claims *claims,
                const struct description *description, struct err *err)
{
  const struct session_host host = {.stop = claims->stop};

  bench->claims = claims;
  bench->seed = description->seed;
  if (!session_open(&bench->s, description, &host, err))
    return false;
  if (machines_open(&bench->machine, &bench->s, err))
    return true;
  session_close(&bench->s);
  return false;
}

bool bench_run(struct bench *bench, run_observer *observer, void *self,
               struct run_result *result, struct err *err)
{
  struct run_request request = session_request(&bench->s);

  request.seed = bench->seed;
  request.machine = bench->machine;
  request.observer = observer;
  request.observer_self = self;
  return run(&request, result, err) && !*bench->claims->stop;
}

void bench_close(struct bench *bench)
{
  bench->machine.ops->close(bench->machine.self);
  session_close(&bench->s);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink_network -- smaller networks on which a run fails in the same way. */
#include "tool/campaign/shrink_parts.h"
#include "tool/campaign/smaller.h"

#include <stdlib.h>
#include <string.h>

enum {
  SEEDS = 3, /* tried on a network */
  DENSE = 8  /* packets per terminal there */
};

/* Try a smaller network with the traffic of the run, if it has a name, and with dense
 * traffic; with as many lanes as before, `most` at most. */
static bool try_network(struct shrink *s, const struct description *first, const char *spec,
                        uint32_t most, bool *took, struct err *err)
{
  const char *const traffics[] = {first->traffic, "random",
                                  "uniform,load=1,warmup=0,measure=99"};

  for (uint64_t seed = first->seed; seed < first->seed + SEEDS && !*took; seed++)
    for (size_t i = 0; i < sizeof traffics / sizeof traffics[0] && !*took; i++) {
      struct description d = *first;
      struct session probe;
      struct err why = {.kind = ERR_NONE};

      if (strncmp(traffics[i], "trace:", 6) == 0 || (i > 0 && s->session.collective.is))
        continue;
      d.topology = spec;
      d.traffic = traffics[i];
      d.seed = seed;
      d.packets = i == 0 ? first->packets : DENSE;
      d.lanes = first->lanes < (int64_t)most ? first->lanes : (int64_t)most;
      if (!session_open(&probe, &d, NULL, &why))
        continue; /* the network does not support this traffic or these switches */
      session_close(&probe);
      if (!shrink_patient(s))
        return true;
      if (!shrink_try(s, &d, took, err) ||
          (*took &&
           !(shrink_open(s, &d, err) && shrink_keep(s, &s->session.schedule, err))))
        return false;
    }
  return true;
}

static const char *kinds_of(const struct schedule *schedule, char text[64])
{
  static const char *const names[] = {"stalls", "holds", "resets", "refusals"};

  text[0] = '\0';
  for (enum disturbance_kind kind = DISTURBANCE_STALL; kind < DISTURBANCE_KINDS; kind++)
    if (disturbances_count(&schedule->disturbances, kind) > 0)
      snprintf(text + strlen(text), 64 - strlen(text), "%s%s", text[0] ? "," : "",
               names[kind]);
  if (schedule->disturbances.noise)
    snprintf(text + strlen(text), 64 - strlen(text), "%snoise", text[0] ? "," : "");
  return text[0] ? text : NULL;
}

bool shrink_network(struct shrink *s, const struct description *first, struct err *err)
{
  struct description d = *first;
  struct smaller *smaller = malloc(sizeof *smaller);
  bool took = false, good = true;
  char kinds[64], text[TOPOLOGY_SPEC + 32];

  if (!smaller)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory");
  /* Engines have no routing that a network names. */
  smaller_networks(smaller, &s->session.topology,
                   s->session.collective.is ? NULL : s->routing);
  if (!s->session.collective.is) {
    d.disturb = kinds_of(&s->session.schedule, kinds);
    d.depth = s->run.depth;
    d.vcs = s->run.vcs;
    d.lanes = s->run.lanes;
    d.routing = s->routing;
  }
  d.evidence = "";
  d.command = "";
  for (size_t i = 0; i < smaller->count && !took && good; i++) {
    snprintf(text, sizeof text, "a smaller network: %s", smaller->networks[i].spec);
    progress_say(&s->progress, text);
    good =
        try_network(s, &d, smaller->networks[i].spec,
                    smaller->networks[i].ports * s->session.topology.per_site, &took, err);
  }
  free(smaller);
  return good;
}

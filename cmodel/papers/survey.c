/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* survey -- one question, asked of the networks of a list in turn. */
#include "papers/survey.h"

#include <stdio.h>

struct survey survey_specs(struct finding *f, const char *const *specs, uint32_t count)
{
  return (struct survey){.f = f, .specs = specs, .count = count};
}

struct survey survey_sizes(struct finding *f, const char *format,
                           const struct lab_size *sizes, uint32_t count)
{
  return (struct survey){.f = f, .format = format, .sizes = sizes, .count = count};
}

struct survey survey_range(struct finding *f, const char *format, uint32_t first,
                           uint32_t last)
{
  return (struct survey){
      .f = f, .format = format, .first = first, .count = last - first + 1};
}

bool survey_next(struct survey *s)
{
  const uint32_t place = s->opened;
  char spec[TOPOLOGY_SPEC];

  if (place == s->count || !lab_continues(s->f))
    return false;
  s->opened++;
  s->from = s->to = 0;
  s->size =
      s->sizes ? s->sizes[place] : (struct lab_size){s->first + place, s->first + place};
  if (s->specs)
    snprintf(spec, sizeof spec, "%s", s->specs[place]);
  else
    snprintf(spec, sizeof spec, s->format, s->size.k, s->size.m);
  if (!(s->searched ? lab_open_graph(s->f, &s->t, &s->g, "%s", spec)
                    : lab_open(s->f, &s->t, "%s", spec)))
    return false;
  if (s->routed) {
    s->routing = topology_routing(&s->t, *s->routed ? s->routed : NULL, s->f->err);
    return finding_check(s->f, s->routing != NULL);
  }
  return true;
}

bool survey_next_switch(struct survey *s)
{
  return (s->opened > 0 && ++s->from < s->t.switches) || survey_next(s);
}

bool survey_next_pair(struct survey *s)
{
  if (s->opened > 0 && ++s->to < s->t.switches)
    return true;
  s->to = 0;
  if (!survey_next_switch(s))
    return false;
  if (s->searched)
    lab_search(&s->g, s->from);
  return true;
}

void survey_close(struct survey *s)
{
  topology_close(&s->t);
  lab_graph_close(&s->g);
}

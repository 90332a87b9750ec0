/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* smaller -- networks of the same kind with fewer switches. */
#include "tool/campaign/smaller.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  NUMBERS = 8,  /* of a spec that become smaller; further ones stay */
  TRIES = 4096, /* specs that are looked at */
  DIGITS = 9    /* more are no number of a network that anybody runs */
};

/* A spec in pieces: texts[0] numbers[0] texts[1] ... */
struct pieces {
  char texts[NUMBERS + 1][TOPOLOGY_SPEC];
  uint32_t numbers[NUMBERS]; /* [count] */
  size_t count;
};

/* Numbers stand between the colon and the first option. */
static void take_apart(struct pieces *p, const char *spec)
{
  const char *at = strchr(spec, ':');
  const char *from = spec;

  *p = (struct pieces){.count = 0};
  for (at = at ? at + 1 : ""; *at && p->count < NUMBERS; at++) {
    const size_t digits = strspn(at, "0123456789");

    if (*at == ',' && isalpha((unsigned char)at[1]))
      break;
    if (digits == 0)
      continue;
    if (digits > DIGITS)
      break;
    snprintf(p->texts[p->count], TOPOLOGY_SPEC, "%.*s", (int)(at - from), from);
    p->numbers[p->count++] = (uint32_t)strtoul(at, NULL, 10);
    from = at + digits;
    at = from - 1;
  }
  snprintf(p->texts[p->count], TOPOLOGY_SPEC, "%s", from);
}

static bool put_together(const struct pieces *p, const uint32_t *numbers,
                         char spec[TOPOLOGY_SPEC])
{
  size_t used = 0;

  for (size_t i = 0; i <= p->count && used < TOPOLOGY_SPEC; i++) {
    used += (size_t)snprintf(spec + used, TOPOLOGY_SPEC - used, "%s", p->texts[i]);
    if (i < p->count && used < TOPOLOGY_SPEC)
      used +=
          (size_t)snprintf(spec + used, TOPOLOGY_SPEC - used, "%u", (unsigned)numbers[i]);
  }
  return used < TOPOLOGY_SPEC;
}

/* The next choice of numbers, each from 1 to that of the spec.  False: there is none. */
static bool next_choice(const struct pieces *p, uint32_t *numbers)
{
  for (size_t i = p->count; i-- > 0;) {
    if (numbers[i]++ < p->numbers[i])
      return true;
    numbers[i] = 1;
  }
  return false;
}

/* Put a network into the list, if it is small enough for it. */
static void keep(struct smaller *s, const struct topology *t)
{
  size_t at = s->count;

  for (size_t i = 0; i < s->count; i++)
    if (strcmp(s->networks[i].spec, t->spec) == 0)
      return;
  while (at > 0 && s->networks[at - 1].switches > t->switches)
    at--;
  if (at == SMALLER_NETWORKS)
    return;
  if (s->count < SMALLER_NETWORKS)
    s->count++;
  memmove(&s->networks[at + 1], &s->networks[at],
          (s->count - 1 - at) * sizeof s->networks[0]);
  snprintf(s->networks[at].spec, TOPOLOGY_SPEC, "%s", t->spec);
  s->networks[at].switches = t->switches;
  s->networks[at].ports = t->ports;
}

void smaller_networks(struct smaller *smaller, const struct topology *t,
                      const char *routing)
{
  struct pieces pieces;
  uint32_t numbers[NUMBERS] = {1, 1, 1, 1, 1, 1, 1, 1};
  struct err err;
  char spec[TOPOLOGY_SPEC];

  *smaller = (struct smaller){.count = 0};
  take_apart(&pieces, t->spec);
  for (uint32_t i = 0; i < TRIES && pieces.count > 0; i++) {
    struct topology other;

    err = (struct err){.kind = ERR_NONE};
    if (put_together(&pieces, numbers, spec) && topology_open(&other, spec, &err)) {
      if (other.row == t->row && other.switches < t->switches && other.terminals > 1 &&
          topology_routing(&other, routing, &err))
        keep(smaller, &other);
      topology_close(&other);
    }
    if (!next_choice(&pieces, numbers))
      break;
  }
}

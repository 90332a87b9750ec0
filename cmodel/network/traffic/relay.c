/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* relay -- a broadcast on the swapped dragonfly whose packets terminals copy. */
#include "network/traffic/relay.h"

#include "base/memory.h"
#include "base/text.h"
#include "network/traffic/options.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[COPIES] = {"routers", "terminals"};

bool relay_read(enum copies *copies, const struct collective *c, const char *kind,
                const char *options, struct err *err)
{
  char value[OPTIONS_VALUE];
  const bool given = text_option(options, "copies", value, sizeof value);
  struct err why;
  size_t choice = COPIES_ROUTERS;

  if (!options_choice(kind, options, "copies", names, COPIES, &choice, err))
    return false;
  if (!given && !collective_needs_broadcasts(c, kind, &why))
    choice = COPIES_TERMINALS;
  *copies = (enum copies)choice;
  return choice == COPIES_TERMINALS || collective_needs_broadcasts(c, kind, err);
}

bool relay_open(struct relay *relay, const struct collective *c, struct err *err)
{
  const uint32_t routers = c->t->switches;

  *relay = (struct relay){
      .entries = memory_table(2 * (size_t)routers, sizeof *relay->entries),
      .arrives = memory_table(routers, sizeof *relay->arrives),
      .ready = memory_table(routers, sizeof *relay->ready),
  };
  return (relay->entries && relay->arrives && relay->ready) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %u routers", routers);
}

void relay_close(struct relay *relay)
{
  free(relay->entries);
  free(relay->arrives);
  free(relay->ready);
}

/* One hop, as soon as its terminal has the message; it is read a step after it came. */
static void send(struct relay *relay, const struct collective *c, enum d3_path path,
                 struct d3_router from, struct d3_router to)
{
  const uint32_t source = d3_switch(c->t, from), destination = d3_switch(c->t, to);
  const struct schedule_entry entry = {
      .cycle = relay->ready[source],
      .source = source,
      .destination = destination,
      .answers = relay->arrives[source],
      .header = d3_header(c->t, c->request->routing, path, source, destination),
  };

  relay->entries[relay->count++] = entry;
  relay->arrives[destination] = (uint32_t)(c->schedule->count + relay->count);
  relay->ready[destination] = entry.cycle + collective_steps(c, &entry) + 1;
  if (relay->ready[destination] > relay->end)
    relay->end = relay->ready[destination];
}

/* To the others of a drawer. */
static void send_local(struct relay *relay, const struct collective *c,
                       struct d3_router from)
{
  for (uint32_t p = 0; p < d3_m(c->t); p++)
    if (p != from.p)
      send(relay, c, D3_L, from, (struct d3_router){.c = from.c, .d = from.d, .p = p});
}

void relay_message(struct relay *relay, const struct collective *c, uint32_t source)
{
  const struct d3_router from = d3_router(c->t, source);

  relay->count = 0;
  relay->end = 0;
  memset(relay->arrives, 0, c->t->switches * sizeof *relay->arrives);
  relay->ready[source] = 0;
  send_local(relay, c, from);
  /* From (c,d,p) to (x,p,d): one router of every drawer but the source's. */
  for (uint32_t p = 0; p < d3_m(c->t); p++)
    for (uint32_t x = 0; x < d3_k(c->t); x++)
      if (x != from.c || p != from.d)
        send(relay, c, D3_G, (struct d3_router){.c = from.c, .d = from.d, .p = p},
             (struct d3_router){.c = x, .d = p, .p = from.d});
  for (uint32_t p = 0; p < d3_m(c->t); p++)
    for (uint32_t x = 0; x < d3_k(c->t); x++)
      if (x != from.c || p != from.d)
        send_local(relay, c, (struct d3_router){.c = x, .d = p, .p = from.d});
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network_supply -- which packets a search sends (network_search.h), and what becomes of
 * them: the channels that wait for each other in a stuck state.
 */
#ifndef LOCKHOP_TESTS_NETWORK_SUPPLY_H
#define LOCKHOP_TESTS_NETWORK_SUPPLY_H

#include "network/topology/dependency.h"
#include "network/topology/explore.h"
#include "tests/unit/network_search.h"

/* A packet of a source is one of the supply, unless it already is. */
static inline void supply_add(struct network_search *s, uint32_t at, uint64_t header)
{
  uint32_t place = 0;

  for (uint32_t i = 0; i < s->packets; i++)
    if (s->supply[i].at == at && s->supply[i].packet.header == header)
      return;
  assert_true(s->packets < SEARCH_SUPPLY);
  while (place < s->packets && s->supply[place].at <= at)
    place++;
  memmove(&s->supply[place + 1], &s->supply[place],
          (s->packets - place) * sizeof s->supply[0]);
  s->supply[place] = (struct injection){.at = at, .packet = {.header = header}};
  s->packets++;
}

/* The packet from one terminal to another, with this random word for its header. */
static inline void supply_send(struct network_search *s, uint32_t from, uint32_t to,
                               uint64_t word)
{
  const struct topology *t = s->topology;

  supply_add(s, topology_source(t, from),
             topology_header(t, s->shape.routing, from, to, word));
}

/* The packets of a text: "0>3 1>2/5" is one from 0 to 3, and one from 1 to 2 with the
 * random word 5; "all": from each terminal to each other, with each word. */
static inline void supply_read(struct network_search *s, const char *text)
{
  const struct topology *t = s->topology;
  const uint32_t words = s->shape.routing->header_random ? t->switches : 1;
  unsigned from, to, word;
  int length;

  for (uint32_t i = 0; strcmp(text, "all") == 0 && i < t->terminals * t->terminals; i++)
    for (uint32_t w = 0; w < words; w++)
      if (i / t->terminals != i % t->terminals)
        supply_send(s, i / t->terminals, i % t->terminals, w);
  for (; sscanf(text, "%u>%u%n", &from, &to, &length) == 2; text += length) {
    text += length;
    word = 0;
    length = 0;
    sscanf(text, "/%u%n", &word, &length);
    supply_send(s, from, to, word);
  }
  CHECK(s->packets > 0, "%s: no packets", t->spec);
}

/* --- what is stuck --- */

/* The cycle of channels that wait for each other in the stuck state; returns its length. */
static inline size_t stuck_cycle(struct network_search *s, struct dependency *d)
{
  const struct switch_config *config = &s->bank->config;
  const uint32_t queues = switch_queues(config);
  uint32_t path[1024], length = 0, at = 0;

  search_write(s, state_at(&s->states, s->stuck));
  while (!(s->bank->valid[at / queues] >> at % queues & 1))
    at++;
  for (;;) {
    for (uint32_t i = 0; i < length; i++) {
      if (path[i] != at)
        continue;
      CHECK(length - i <= DEPENDENCY_CYCLE, "%s: a cycle of %u", s->topology->spec,
            length - i);
      for (uint32_t k = i; k < length; k++)
        d->cycle[k - i] = (struct channel){.from_switch = path[k] / queues,
                                           .from_port = path[k] % queues / config->vcs,
                                           .channel_vc = path[k] % queues % config->vcs};
      return d->cycle_length = length - i;
    }
    const struct link far = shape_far(&s->shape, at / queues, at % queues);
    const uint32_t wanted =
        s->machine.ops->waits_for(s->machine.self, far.to_switch, far.to_port);

    path[length++] = at;
    CHECK(wanted != UINT32_MAX && length < 1024,
          "%s: switch %u channel %u waits for nothing", s->topology->spec, far.to_switch,
          far.to_port);
    at = far.to_switch * queues + wanted;
  }
}

/* Of a cycle of channels: which of them a packet can come by, and then need the next. */
struct supply_cycle {
  const struct explore_request *request;
  const struct dependency *cycle;
  uint64_t seen; /* a bit for each channel of the cycle */
};

static inline uint32_t supply_channel(const struct supply_cycle *c, size_t i)
{
  const struct channel *channel = &c->cycle->cycle[i % c->cycle->cycle_length];

  return explore_channel(c->request, channel->from_switch, channel->from_port,
                         channel->channel_vc);
}

static inline void supply_visit(void *self, const struct explore_state *state,
                                const struct route_out *way, uint32_t own_vc)
{
  struct supply_cycle *c = self;

  for (size_t i = 0; i < c->cycle->cycle_length; i++)
    for (uint64_t ports = way->wait ? 0 : way->ports; ports; ports &= ports - 1)
      if (state->came_by == supply_channel(c, i) &&
          explore_channel(c->request, state->at, bits_lowest(ports), own_vc) ==
              supply_channel(c, i + 1))
        c->seen |= UINT64_C(1) << i;
}

/* Does the walk of all packets, from which the static check finds its cycles, have this
 * one?  `vcs`: of the network. */
static inline bool supply_can_wait(const struct topology *t, const struct routing *routing,
                                   uint32_t vcs, const struct dependency *cycle)
{
  struct supply_cycle c = {.cycle = cycle};
  const struct explore_request request = {
      .topology = t, .routing = routing, .vcs = vcs, .visit = supply_visit, .self = &c};
  struct exploration exploration;

  c.request = &request;
  explore_open(&exploration, &request);
  explore_start_all(&exploration);
  assert_true(explore_run(&exploration));
  explore_close(&exploration);
  return c.seen == bits_mask((uint32_t)cycle->cycle_length);
}

/* Are two cycles the same, wherever they begin? */
static inline bool supply_is_cycle(const struct dependency *a, const struct dependency *b)
{
  const size_t length = a->cycle_length;

  for (size_t shift = 0; length == b->cycle_length && shift < length; shift++) {
    size_t same = 0;

    while (same < length && memcmp(&a->cycle[same], &b->cycle[(same + shift) % length],
                                   sizeof a->cycle[0]) == 0)
      same++;
    if (same == length)
      return true;
  }
  return false;
}

#endif

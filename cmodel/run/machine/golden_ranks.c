/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden_ranks -- the golden machine of one rank: what its switches and those of other
 * ranks show each other. */
#include "run/machine/golden_ranks.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define NO_FEEDER UINT16_MAX

/* In a box, before the rest: how much of each follows. */
struct golden_shown {
  uint64_t offers, closed;
};

/* A link that ends at a switch of another rank. */
struct golden_end {
  uint32_t to, to_port;
};

static struct golden_part *own(const struct golden *g)
{
  return &g->parts[g->part];
}

static uint32_t part_of(const struct golden *g, uint32_t sw)
{
  return sw / g->share;
}

/* --- opening --- */

static bool tell_ends(struct golden *g)
{
  const struct golden_part *p = own(g);
  const uint32_t ports = p->bank.config.ports;

  ranks_clear(g->ranks);
  for (uint32_t sw = p->bank.first; sw < p->bank.end; sw++)
    for (uint32_t port = 0; port < ports; port++) {
      const struct link far = link_unpack(g->far[(size_t)sw * ports + port]);
      struct golden_end *end;

      if (golden_is_own(p, far.to_switch))
        continue;
      end = ranks_append(&g->ranks->out[part_of(g, far.to_switch)], sizeof *end);
      if (!end)
        return false;
      *end = (struct golden_end){.to = far.to_switch, .to_port = far.to_port};
    }
  return true;
}

/* Which rank feeds which port. */
static bool hear_ends(struct golden *g, struct err *err)
{
  const struct golden_part *p = own(g);
  const uint32_t ports = p->bank.config.ports;

  for (uint32_t rank = 0; rank < g->count; rank++) {
    struct ranks_box *box = &g->ranks->in[rank];
    const struct golden_end *end;

    while (rank != g->part && (end = ranks_take(box, sizeof *end))) {
      if (!golden_is_own(p, end->to) || end->to_port >= ports)
        return err_set(err, ERR_ENVIRONMENT, "rank %u has a link to switch %u of no rank",
                       rank, end->to);
      g->feeders[(size_t)(end->to - p->bank.first) * ports + end->to_port] = (uint16_t)rank;
    }
  }
  return true;
}

bool golden_ranks_meet(void *self, struct err *err)
{
  struct golden *g = self;
  const struct golden_part *p = own(g);
  const size_t links = (size_t)(p->bank.end - p->bank.first) * p->bank.config.ports;

  free(g->feeders);
  g->feeders = memory_table(links, sizeof *g->feeders);
  if (!g->offers)
    g->offers = calloc(g->count, sizeof *g->offers);
  if (!g->feeders || !g->offers || !tell_ends(g))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the part of a rank");
  memset(g->feeders, 0xff, links * sizeof *g->feeders);
  ranks_begin(g->ranks);
  ranks_end(g->ranks);
  return hear_ends(g, err);
}

void golden_ranks_close(struct golden *g)
{
  free(g->feeders);
  free(g->shut[0].list);
  free(g->shut[1].list);
  free(g->came);
  free(g->offers);
  free(g->whole.active);
  free(g->whole.waits);
}

void golden_ranks_reset(struct golden *g)
{
  struct golden_part *p = own(g);
  const uint32_t ports = p->bank.config.ports;
  const uint64_t all = bits_mask(p->bank.config.channels);

  for (size_t i = (size_t)p->bank.first * ports; i < (size_t)p->bank.end * ports; i++) {
    const uint32_t to = link_unpack(g->far[i]).to_switch;

    if (golden_is_own(p, to))
      continue;
    p->bank.ready[to] = all;
    if (p->bank.kept)
      p->bank.kept[to] = 0;
  }
  g->shut[0].count = g->shut[1].count = g->came_count = 0;
}

/* --- what this rank shows --- */

/* What a switch offers to switches of other ranks. */
static bool tell_offers(struct golden *g, uint32_t sw, uint64_t offered)
{
  struct golden_part *p = own(g);
  const uint32_t vcs = p->bank.config.vcs;

  for (; offered; offered &= offered - 1) {
    const uint32_t queue = bits_lowest(offered), port = queue / vcs;
    const struct link far = link_unpack(p->far[(size_t)sw * p->bank.config.ports + port]);

    if (golden_is_own(p, far.to_switch))
      continue;
    const struct pooled_packet *shown = switch_shown(&p->bank, sw, queue);
    struct golden_offer *offer =
        ranks_append(&g->ranks->out[part_of(g, far.to_switch)], sizeof *offer);

    if (!offer)
      return false;
    *offer = (struct golden_offer){.to = far.to_switch,
                                   .channel = far.to_port * vcs + queue - port * vcs,
                                   .packet = shown->packet,
                                   .hops = shown->hops + 1};
  }
  return true;
}

/* Channels of a switch that take nothing, to the ranks that feed them. */
static bool tell_closed(struct golden *g, uint32_t sw, uint64_t closed)
{
  const struct golden_part *p = own(g);
  const uint32_t vcs = p->bank.config.vcs, ports = p->bank.config.ports;

  for (; closed; closed &= closed - 1) {
    const uint32_t channel = bits_lowest(closed);
    const uint16_t rank = g->feeders[(size_t)(sw - p->bank.first) * ports + channel / vcs];
    struct golden_closed *place;

    if (rank == NO_FEEDER)
      continue;
    place = ranks_append(&g->ranks->out[rank], sizeof *place);
    if (!place)
      return false;
    *place = (struct golden_closed){.sw = sw, .channel = channel};
  }
  return true;
}

/* The head of what this rank shows to another; the sizes are known later. */
static bool tell_heads(struct golden *g)
{
  static const struct golden_shown none = {.offers = 0};

  for (uint32_t rank = 0; rank < g->count; rank++)
    g->ranks->out[rank].taken = g->ranks->out[rank].size;
  return ranks_tell(g->ranks, &none, sizeof none);
}

/* The bytes of what has been shown since the head to another rank, less the head. */
static uint64_t shown_bytes(const struct ranks_box *box)
{
  return box->size - box->taken - sizeof(struct golden_shown);
}

static struct golden_shown *head_of(const struct ranks_box *box)
{
  return (struct golden_shown *)(void *)(box->bytes + box->taken);
}

bool golden_ranks_tell(void *self, const uint64_t *stalled)
{
  struct golden *g = self;
  const struct golden_part *p = own(g);
  const uint64_t channels = bits_mask(switch_queues(&p->bank.config));
  bool good = tell_heads(g);

  for (size_t i = 0; good && i < p->active_count; i++) {
    const uint32_t sw = p->active[i];

    good = tell_offers(g, sw, p->bank.offered[sw] & ~(stalled ? stalled[sw] : 0));
  }
  for (uint32_t rank = 0; good && rank < g->count; rank++)
    if (rank != g->part)
      head_of(&g->ranks->out[rank])->offers =
          shown_bytes(&g->ranks->out[rank]) / sizeof(struct golden_offer);
  for (size_t i = 0; good && i < p->active_count; i++) {
    const uint32_t sw = p->active[i];

    good = tell_closed(g, sw, ~p->bank.ready[sw] & channels);
  }
  for (uint32_t rank = 0; good && rank < g->count; rank++)
    if (rank != g->part) {
      struct golden_shown *head = head_of(&g->ranks->out[rank]);

      head->closed =
          (shown_bytes(&g->ranks->out[rank]) - head->offers * sizeof(struct golden_offer)) /
          sizeof(struct golden_closed);
    }
  return good;
}

const struct golden_offer *golden_ranks_told(const struct golden *g, uint32_t rank,
                                             size_t *count)
{
  const struct ranks_box *box = &g->ranks->out[rank];

  *count = head_of(box)->offers;
  return (const struct golden_offer *)(const void *)(head_of(box) + 1);
}

/* --- what the others show --- */

const struct golden_offer *golden_ranks_offered(const struct golden *g, uint32_t rank,
                                                size_t *count)
{
  *count = g->offers[rank].count;
  return g->offers[rank].list;
}

static bool grow(void **list, size_t *room, size_t need, size_t size)
{
  if (need <= *room)
    return true;
  void *larger = realloc(*list, 2 * need * size);

  if (!larger)
    return false;
  *list = larger;
  *room = 2 * need;
  return true;
}

/* Keep what crosses to this rank. */
static bool hear_offers(struct golden *g, uint32_t rank, const struct golden_offer *offers,
                        size_t count, struct err *err)
{
  const struct golden_part *p = own(g);

  if (!grow((void **)&g->came, &g->came_room, g->came_count + count, sizeof *g->came))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for packets of other ranks");
  for (size_t i = 0; i < count; i++) {
    if (!golden_is_own(p, offers[i].to) ||
        offers[i].channel >= switch_queues(&p->bank.config))
      return err_set(err, ERR_ENVIRONMENT, "rank %u sends to switch %u of no rank", rank,
                     offers[i].to);
    if (p->bank.ready[offers[i].to] >> offers[i].channel & 1)
      g->came[g->came_count++] = offers[i];
  }
  return true;
}

static bool hear_closed(struct golden *g, const struct golden_closed *closed, size_t count,
                        struct err *err)
{
  struct golden_part *p = own(g);

  struct golden_shut *shut = &g->shut[0];

  if (!grow((void **)&shut->list, &shut->room, shut->count + count, sizeof *shut->list))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for channels of other ranks");
  for (size_t i = 0; i < count; i++) {
    if (closed[i].sw >= p->bank.switches || golden_is_own(p, closed[i].sw) ||
        closed[i].channel >= switch_queues(&p->bank.config))
      return err_set(err, ERR_ENVIRONMENT, "what another rank shows is no channel of it");
    shut->list[shut->count++] = closed[i];
    p->bank.ready[closed[i].sw] &= ~(UINT64_C(1) << closed[i].channel);
  }
  return true;
}

bool golden_ranks_hear(void *self, struct err *err)
{
  struct golden *g = self;
  struct golden_part *p = own(g);

  const struct golden_shut before = g->shut[0];

  for (size_t i = 0; i < before.count; i++)
    p->bank.ready[before.list[i].sw] = bits_mask(p->bank.config.channels);
  g->shut[0] = g->shut[1];
  g->shut[1] = before;
  g->shut[0].count = g->came_count = 0;
  for (uint32_t rank = 0; rank < g->count; rank++) {
    if (rank == g->part)
      continue;
    struct ranks_box *box = &g->ranks->in[rank];
    const struct golden_shown *head = ranks_take(box, sizeof *head);
    const struct golden_offer *offers =
        head ? ranks_take(box, head->offers * sizeof *offers) : NULL;
    const struct golden_closed *closed =
        offers ? ranks_take(box, head->closed * sizeof *closed) : NULL;

    if (!closed)
      return err_set(err, ERR_ENVIRONMENT, "what rank %u shows is cut", rank);
    g->offers[rank] = (struct golden_offers){.list = offers, .count = head->offers};
    if (!hear_offers(g, rank, offers, head->offers, err) ||
        !hear_closed(g, closed, head->closed, err))
      return false;
  }
  return true;
}

void golden_ranks_edge(struct golden *g)
{
  uint64_t *kept = own(g)->bank.kept;

  for (size_t i = 0; kept && i < g->shut[1].count; i++)
    kept[g->shut[1].list[i].sw] = 0;
  for (size_t i = 0; kept && i < g->shut[0].count; i++)
    kept[g->shut[0].list[i].sw] |= UINT64_C(1) << g->shut[0].list[i].channel;
}

void golden_ranks_accept(struct golden *g)
{
  struct golden_part *p = own(g);

  for (size_t i = 0; i < g->came_count; i++) {
    const struct golden_offer *offer = &g->came[i];
    const uint32_t packet = packet_pool_take(&p->bank.pool, &offer->packet);

    p->bank.pool.places[packet].hops = (uint32_t)offer->hops;
    switch_accept(&p->bank, offer->to, offer->channel, packet);
  }
  g->received += g->came_count;
  g->came_count = 0;
}

/* --- at the end --- */

static bool tell_waits(struct golden *g)
{
  const struct golden_part *p = own(g);
  const uint64_t active = g->active_count;
  bool good;

  ranks_clear(g->ranks);
  good = ranks_tell(g->ranks, &active, sizeof active) &&
         ranks_tell(g->ranks, g->active, g->active_count * sizeof *g->active);
  for (size_t i = 0; good && i < g->active_count; i++)
    for (uint32_t channel = 0; good && channel < p->bank.config.channels; channel++) {
      struct golden_wait wait = {.sw = g->active[i], .channel = channel};

      wait.queue = golden_waits_for(g, wait.sw, channel);
      good = wait.queue == UINT32_MAX || ranks_tell(g->ranks, &wait, sizeof wait);
    }
  return good;
}

/* Append what one rank has told. */
static bool add_waits(struct golden_whole *whole, struct ranks_box *box)
{
  const uint64_t *active = ranks_take(box, sizeof *active);
  const uint32_t *list = active ? ranks_take(box, *active * sizeof *list) : NULL;
  const size_t count = list ? (box->size - box->taken) / sizeof *whole->waits : 0;
  uint32_t *all;
  struct golden_wait *waits;

  if (!list)
    return false;
  all = realloc(whole->active, (whole->active_count + *active + 1) * sizeof *all);
  if (!all)
    return false;
  whole->active = all;
  waits = realloc(whole->waits, (whole->count + count + 1) * sizeof *waits);
  if (!waits)
    return false;
  whole->waits = waits;
  memcpy(all + whole->active_count, list, *active * sizeof *list);
  memcpy(waits + whole->count, box->bytes + box->taken, count * sizeof *waits);
  whole->active_count += *active;
  whole->count += count;
  return true;
}

bool golden_ranks_gather(void *self, struct err *err)
{
  struct golden *g = self;
  struct golden_whole whole = {.active = NULL};
  bool good = tell_waits(g);

  if (good) {
    ranks_begin(g->ranks);
    ranks_end(g->ranks);
  }
  struct ranks_box mine = ranks_said(g->ranks);

  for (uint32_t rank = 0; good && rank < g->count; rank++)
    good = add_waits(&whole, rank == g->part ? &mine : &g->ranks->in[rank]);
  g->whole = whole;
  return good ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for what waits in all ranks");
}

static int by_channel(const void *a, const void *b)
{
  const struct golden_wait *x = a, *y = b;

  if (x->sw != y->sw)
    return x->sw < y->sw ? -1 : 1;
  return (x->channel > y->channel) - (x->channel < y->channel);
}

uint32_t golden_whole_waits(const struct golden_whole *whole, uint32_t sw, uint32_t channel)
{
  const struct golden_wait key = {.sw = sw, .channel = channel};
  const struct golden_wait *wait =
      bsearch(&key, whole->waits, whole->count, sizeof key, by_channel);

  return wait ? wait->queue : UINT32_MAX;
}

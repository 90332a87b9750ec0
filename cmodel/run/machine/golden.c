/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* golden -- the golden machine: a network of C switches, cycle by cycle. */
#include "run/machine/golden.h"

#include "base/memory.h"
#include "run/machine/golden_ranks.h"
#include "run/machine/seeds.h"

#include <stdlib.h>
#include <string.h>

static void reset_part(void *self, uint32_t part)
{
  struct golden *g = self;
  struct golden_part *p = &g->parts[part];

  switch_bank_reset(&p->bank);
  p->active_count = 0;
  for (uint32_t other = 0; p->out && other < g->count; other++)
    p->out[other].count = 0;
  for (uint32_t sw = p->bank.first; sw < p->bank.end; sw++)
    for (uint32_t i = 0; i < switch_lfsrs(&g->bank.config); i++)
      switch_seed(&g->bank, sw, i, seeds_word(g->seed, sw, i));
}

static bool can_pass(const struct golden *g)
{
  return !g->ranks && switch_can_pass(&g->bank.config);
}

/* All parts of this process work. */
static void run_parts(struct golden *g, team_work *work)
{
  if (g->ranks)
    work(g, g->part);
  else
    team_run(g->team, work, g);
}

static bool golden_reset(void *self, uint64_t seed, struct err *err)
{
  struct golden *g = self;

  (void)err;
  g->seed = seed;
  g->stalled = NULL;
  g->active_count = 0;
  g->passing = false;
  g->rest.next = 0;
  run_parts(g, reset_part);
  if (g->ranks)
    golden_ranks_reset(g);
  return true;
}

static void golden_exchange(void *self, const struct stimulus *stimulus)
{
  struct golden *g = self;

  if (stimulus->reset) {
    golden_reset(g, g->seed, NULL);
    return;
  }
  g->stimulus = stimulus;
  g->stalled = stimulus->stalled;
  run_parts(g, golden_send);
  run_parts(g, golden_receive);
  g->active_count = 0;
  g->passing = stimulus->unseen && can_pass(g);
}

/* Join the lists of the parts, each of which begins at its first switch in g->active. */
static void join_lists(struct golden *g)
{
  g->active_count = 0;
  for (uint32_t part = 0; part < g->count; part++) {
    struct golden_part *p = &g->parts[part];

    if (g->ranks && part != g->part)
      continue;
    p->active = &g->active[g->active_count];
    g->active_count =
        parts_append(g->active, g->active_count, p->bank.first, p->active_count);
  }
}

/* Run the first half of the next cycle, so that its links can be read. */
static void golden_clock(void *self, uint32_t from, uint32_t to)
{
  struct golden *g = self;
  struct golden_part *p = g->parts;

  if (g->count == 1) {
    golden_route_some(p, from, to < g->bank.switches ? to : g->bank.switches);
    g->active_count = p->active_count;
    return;
  }
  for (uint32_t part = 0; part < g->count; part++)
    g->parts[part].active = &g->active[g->parts[part].bank.first];
  run_parts(g, golden_route);
  join_lists(g);
}

/* A bank with the state of all switches of this process: the parts share its arrays. */
static const struct switch_bank *bank_of(const struct golden *g)
{
  return &g->parts[g->part].bank;
}

/* What the parts have ejected. */
static const struct ejections *list_ejected(struct golden *g)
{
  for (uint32_t part = 0; part < g->count; part++) {
    const struct switch_bank *bank = &g->parts[part].bank;

    g->ejected[part] =
        (struct ejections){bank->ejections, (size_t)(bank->ejection_end - bank->ejections)};
  }
  return g->ejected;
}

static struct links golden_links(void *self)
{
  struct golden *g = self;
  const bool whole = g->whole.active != NULL;

  return (struct links){.valid = g->passing ? bank_of(g)->leaving : bank_of(g)->offered,
                        .ready = bank_of(g)->ready,
                        .eject = g->passing ? NULL : bank_of(g)->eject,
                        .active = whole ? g->whole.active : g->active,
                        .ejected = g->passing ? list_ejected(g) : NULL,
                        .ejected_count = g->count,
                        .far = g->far,
                        .active_count = whole ? g->whole.active_count : g->active_count};
}

static struct packet golden_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct golden *g = self;
  uint32_t queue = port * bank_of(g)->config.vcs;

  assert(!g->passing);
  queue += bits_lowest(bank_of(g)->offered[sw] >> queue);
  return switch_shown(bank_of(g), sw, queue)->packet;
}

static struct packet golden_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;

  assert(!g->passing);
  return switch_held(bank_of(g), sw, channel)->packet;
}

static uint32_t golden_eject_hops(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;

  assert(!g->passing);
  return switch_held(bank_of(g), sw, channel)->hops;
}

static uint32_t golden_queue_count(const void *self, uint32_t sw, uint32_t queue)
{
  const struct golden *g = self;

  assert(!g->passing);
  return switch_count(bank_of(g), sw, queue);
}

static uint32_t golden_queue_max(const void *self)
{
  const struct golden *g = self;
  uint32_t largest = 0;

  for (uint32_t part = 0; part < g->count; part++)
    if (g->parts[part].bank.largest > largest)
      largest = g->parts[part].bank.largest;
  return largest;
}

uint32_t golden_waits_for(const void *self, uint32_t sw, uint32_t channel)
{
  const struct golden *g = self;
  const uint32_t depth = bank_of(g)->config.depth;
  uint64_t queues = 0;

  assert(!g->passing);
  if (g->whole.active)
    return golden_whole_waits(&g->whole, sw, channel);
  if (bank_of(g)->full[sw] >> channel & 1)
    queues = switch_wants(bank_of(g), sw, channel);
  /* Skip queues that have room; there a packet waits for its turn alone. */
  while (queues &&
         (depth == 0 || switch_count(bank_of(g), sw, bits_lowest(queues)) < depth))
    queues &= queues - 1;
  return queues ? bits_lowest(queues) : UINT32_MAX;
}

static const struct switch_bank *golden_bank(const void *self)
{
  const struct golden *g = self;

  assert(!g->passing);
  return bank_of(g);
}

static void golden_close(void *self)
{
  struct golden *g = self;

  for (uint32_t i = 0; g->parts && i < g->count; i++) {
    for (uint32_t other = 0; g->parts[i].out && other < g->count; other++)
      free(g->parts[i].out[other].crossings);
    free(g->parts[i].out);
  }
  free(g->parts);
  golden_ranks_close(g);
  switch_bank_close(&g->bank);
  free(g->far);
  free(g->senders);
  free(g->active);
  free(g->work);
  free(g->ejecting);
  free(g->ejected);
  free(g);
}

static const struct machine_ops golden_ops = {
    .name = "golden",
    .reset = golden_reset,
    .can = MACHINE_HOPS | MACHINE_QUEUES | MACHINE_PARTS | MACHINE_STALLS | MACHINE_RESETS |
           MACHINE_BANK | MACHINE_RANKS | MACHINE_UNSEEN,
    .exchange = golden_exchange,
    .clock = golden_clock,
    .links = golden_links,
    .out_packet = golden_out_packet,
    .eject_packet = golden_eject_packet,
    .eject_hops = golden_eject_hops,
    .queue_count = golden_queue_count,
    .queue_max = golden_queue_max,
    .waits_for = golden_waits_for,
    .bank = golden_bank,
    .meet = golden_ranks_meet,
    .tell = golden_ranks_tell,
    .early = golden_early,
    .hear = golden_ranks_hear,
    .gather = golden_ranks_gather,
    .close = golden_close,
};

uint32_t golden_packets(const struct shape *shape, uint32_t switches, size_t packets)
{
  size_t places = (size_t)switches * ((size_t)shape_queues(shape) * shape->depth +
                                      shape_channels(shape) + shape->store);

  if (shape->depth == 0 || places > packets)
    places = packets;
  return places < PACKET_NONE ? (uint32_t)places : PACKET_NONE - 1;
}

struct switch_config golden_config(const struct shape *shape)
{
  const struct topology *t = shape->topology;

  return (struct switch_config){
      .unit = shape->routing->unit,
      .ports = t->ports,
      .vcs = shape->vcs,
      .channels = shape_channels(shape),
      .depth = shape->depth,
      .store = shape->store,
      .priority_bits = shape_priority_bits(shape),
      .arbiter = shape->routing->arbiter,
      .sends = shape->sends,
      .pushes = shape->pushes,
      .random = shape->routing->random,
      .parameters = t->parameters,
  };
}

/* Room for the packets between two parts, one for each link. */
static bool open_boxes(struct golden *g)
{
  const uint32_t ports = g->bank.config.ports;

  for (size_t i = 0; g->count > 1 && i < (size_t)g->bank.switches * ports; i++)
    g->parts[i / ports / g->share].out[link_unpack(g->far[i]).to_switch / g->share].count++;
  for (uint32_t i = 0; i < g->count; i++)
    for (uint32_t other = 0; other < g->count; other++) {
      struct golden_box *box = &g->parts[i].out[other];

      if (other != i && box->count > 0 &&
          !(box->crossings = memory_table(box->count, sizeof *box->crossings)))
        return false;
    }
  return true;
}

static bool open_parts(struct golden *g)
{
  const struct parts parts = parts_of(g->bank.switches, g->count);

  g->parts = memory_apart(g->count, sizeof *g->parts);
  if (!g->parts)
    return false;
  if (g->count > 1)
    switch_bank_share_out(&g->bank);
  for (uint32_t i = 0; i < g->count; i++) {
    struct golden_part *p = &g->parts[i];

    p->golden = g;
    p->far = g->far;
    p->bank = switch_bank_share(&g->bank, parts_first(&parts, i),
                                parts_first(&parts, i + 1), &g->rest);
    p->active = &g->active[p->bank.first];
    p->work = &g->work[p->bank.first];
    p->ejecting = &g->ejecting[p->bank.first];
    if (!g->ranks && !(p->out = calloc(g->count, sizeof *p->out)))
      return false;
  }
  return g->ranks || open_boxes(g);
}

/* Places of packets: each part takes them in runs, and may hold as many as all its switches
 * have ever held at once. */
static uint32_t places(const struct golden *g, uint32_t packets)
{
  const uint64_t most = ((uint64_t)packets + PACKET_POOL_RUN) * (g->ranks ? 1 : g->count);

  return most < PACKET_NONE - 1 ? (uint32_t)most : PACKET_NONE - 1;
}

/* Allocate all tables.  False: memory is short. */
static bool open_tables(struct golden *g, const struct shape *shape, size_t packets)
{
  const struct topology *t = shape->topology;
  struct switch_config config = golden_config(shape);
  const struct parts parts = parts_of(t->switches, g->count);
  const uint32_t first = parts_first(&parts, g->part);
  const uint32_t end = g->ranks ? parts_first(&parts, g->part + 1) : t->switches;

  config.sparse =
      switch_is_sparse(&config, t->switches, golden_packets(shape, t->switches, packets));
  g->far = memory_table((size_t)t->switches * t->ports, sizeof *g->far);
  g->active = malloc(t->switches * sizeof *g->active);
  g->work = malloc(t->switches * sizeof *g->work);
  g->ejecting = malloc(t->switches * sizeof *g->ejecting);
  g->ejected = malloc(g->count * sizeof *g->ejected);
  if (!g->far || !g->active || !g->work || !g->ejecting || !g->ejected ||
      !switch_bank_open_part(&g->bank, &config, t->switches, first, end,
                             places(g, golden_packets(shape, end - first, packets))))
    return false;
  g->rest.capacity = g->bank.pool.capacity;
  if (can_pass(g) && !g->bank.config.sparse &&
      !(g->senders = memory_table((size_t)t->switches * t->ports, sizeof *g->senders)))
    return false;
  if (t->row->here)
    g->bank.here = malloc(t->switches * sizeof *g->bank.here);
  return !t->row->here || g->bank.here;
}

/* What the switches of this process know of their network. */
static void describe(struct golden *g, const struct topology *t)
{
  for (uint32_t sw = g->bank.first; g->bank.here && sw < g->bank.end; sw++)
    g->bank.here[sw] = topology_here(t, sw);
  for (uint32_t sw = g->bank.first; sw < g->bank.end; sw++)
    for (uint32_t port = 0; port < t->ports; port++)
      g->far[(size_t)sw * t->ports + port] = link_pack(topology_link(t, sw, port));
  if (can_pass(g))
    g->bank.ends = &g->far->word;
  if (!g->senders)
    return;
  for (uint32_t queue = 0; queue < t->switches * t->ports; queue++) {
    const struct link far = link_unpack(g->far[queue]);

    g->senders[(size_t)far.to_switch * t->ports + far.to_port] = queue;
  }
  g->bank.senders = g->senders;
}

static bool open_golden(struct machine *machine, const struct shape *shape, size_t packets,
                        struct team *team, struct ranks *ranks, struct err *err)
{
  const struct topology *t = shape->topology;
  struct golden *g = calloc(1, sizeof *g);
  bool good = g != NULL;

  if (good) {
    g->team = team;
    g->ranks = ranks;
    g->count = ranks ? ranks->count : team_size(team);
    g->part = ranks ? ranks->rank : 0;
    g->share = parts_of(t->switches, g->count).share;
    good = open_tables(g, shape, packets);
  }
  if (good) {
    describe(g, t);
    good = open_parts(g);
  }
  if (!good) {
    if (g)
      golden_close(g);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a golden %s", t->spec);
  }
  *machine = (struct machine){.ops = &golden_ops, .self = g};
  return golden_reset(g, 0, err);
}

bool golden_open_team(struct machine *machine, const struct shape *shape, size_t packets,
                      struct team *team, struct err *err)
{
  return open_golden(machine, shape, packets, team, NULL, err);
}

bool golden_open_ranks(struct machine *machine, const struct shape *shape, size_t packets,
                       struct ranks *ranks, struct err *err)
{
  return open_golden(machine, shape, packets, NULL, ranks, err);
}

bool golden_open(struct machine *machine, const struct shape *shape, size_t packets,
                 struct err *err)
{
  return golden_open_team(machine, shape, packets, NULL, err);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exercise_watch -- what a run reaches, counted again by which packet is where. */
#include "run/exercise/watch.h"

#include "base/bits.h"
#include "run/exercise/reach.h"
#include "switch/bank/switch.h"
#include "tests/unit/rig.h"

#include <stdlib.h>

enum { SWITCHES = 128, PLACES = 64, KNOWN = 1 << 16, LONGEST = 256 };

/* --- golden runs, counted again by which packet is where --- */

/* The data of packets in a queue, or in a waiting store. */
struct list {
  uint64_t data[LONGEST];
  size_t count;
};

/* Where a packet entered a switch, by its data. */
struct entry {
  uint64_t data, header;
  uint32_t at, channel; /* channel PLACES: an empty entry */
};

struct recount {
  const struct shape *shape;
  struct exercise_map map;
  bool held[SWITCHES][PLACES];
  uint64_t headers[SWITCHES][PLACES]; /* of packets held */
  uint32_t phase;
  uint32_t counts[SWITCHES][PLACES];
  struct list queues[SWITCHES][PLACES], stores[SWITCHES]; /* before the cycle */
  struct entry entries[KNOWN];
};

static void reach(struct recount *r, enum exercise_kind kind, size_t a, size_t b, size_t c)
{
  CHECK(r->map.first[kind] < r->map.first[kind + 1], "%s: there is none",
        exercise_kinds[kind].name);
  exercise_set(r->map.reached, exercise_map_item(&r->map, kind, a, b, c));
}

static bool bit(uint64_t mask, uint32_t at)
{
  return mask >> at & 1;
}

static struct entry *entry_of(struct recount *r, uint32_t at, uint64_t data)
{
  size_t slot = rng_mix(data ^ rng_mix(at)) % KNOWN;

  while (r->entries[slot].channel != PLACES &&
         (r->entries[slot].at != at || r->entries[slot].data != data))
    slot = (slot + 1) % KNOWN;
  r->entries[slot].at = at;
  r->entries[slot].data = data;
  return &r->entries[slot];
}

/* The route unit is asked again; of what it draws at random nothing is known here. */
static struct route_out ask(const struct recount *r, uint32_t at, uint64_t header)
{
  const struct topology *t = r->shape->topology;

  return r->shape->routing->unit->comb(&(struct route_in){.here = topology_here(t, at),
                                                          .header = header,
                                                          .ports = t->ports,
                                                          .phase = r->phase,
                                                          .parameters = t->parameters});
}

static void decide(struct recount *r, uint32_t at, uint64_t header)
{
  const struct exercise_decision d = {
      .sw = at, .phase = r->phase, .header = header, .way = ask(r, at, header)};

  if (!r->shape->routing->unit->has_random)
    exercise_marks_note(&r->map, r->shape, &d, r->map.reached);
}

static void enter(struct recount *r, uint32_t at, uint32_t channel,
                  const struct packet *packet)
{
  if (r->held[at][channel])
    reach(r, EXERCISE_REFILLED, channel, 0, 0);
  r->held[at][channel] = true;
  entry_of(r, at, packet->data)->channel = channel;
  entry_of(r, at, packet->data)->header = packet->header;
  r->headers[at][channel] = packet->header;
  for (uint32_t bit = 0; bit < r->map.shape.header_bits; bit++)
    reach(r, EXERCISE_HEADER, channel, bit, packet->header >> bit & 1);
}

static struct list list_of(const struct switch_bank *bank, uint32_t packet, size_t count)
{
  struct list list = {.count = 0};

  for (; list.count < count && list.count < LONGEST; list.count++) {
    list.data[list.count] = bank->pool.places[packet].packet.data;
    packet = bank->pool.places[packet].next;
  }
  return list;
}

static bool holds(const struct list *list, uint64_t data)
{
  size_t i = 0;

  while (i < list->count && list->data[i] != data)
    i++;
  return i < list->count;
}

/* Packets that are new in a queue come from a channel or from the store, and may have gone
 * before old ones. */
static void recount_list(struct recount *r, const struct switch_bank *bank, uint32_t sw,
                         uint32_t q, bool pop)
{
  const struct output_queue *output =
      &bank->outputs[(size_t)sw * shape_queues(r->shape) + q];
  struct list *old = &r->queues[sw][q];
  struct list now = list_of(bank, output->head, output->count);

  for (size_t i = 0; i < now.count; i++) {
    if (holds(old, now.data[i]))
      continue;
    decide(r, sw, entry_of(r, sw, now.data[i])->header);
    if (holds(&r->stores[sw], now.data[i]))
      reach(r, EXERCISE_RELEASED, q, 0, 0);
    else
      reach(r, EXERCISE_ROUTED, entry_of(r, sw, now.data[i])->channel, q, 0);
    for (size_t k = i + 1; k < now.count; k++)
      if (holds(old, now.data[k]))
        reach(r, EXERCISE_OVERTAKEN, q, 0, 0);
  }
  if (pop)
    memmove(now.data, now.data + 1, --now.count * sizeof *now.data);
  *old = now;
}

static void recount_store(struct recount *r, const struct switch_bank *bank, uint32_t sw)
{
  const struct waiting_store *store = &bank->stores[sw];
  const struct list now = list_of(bank, store->head, store->count);

  for (size_t i = 0; i < now.count; i++)
    if (!holds(&r->stores[sw], now.data[i]))
      reach(r, EXERCISE_STORED, entry_of(r, sw, now.data[i])->channel, 0, 0);
  if (now.count != r->stores[sw].count)
    reach(r, EXERCISE_STORE_FILL, 0, now.count, 0);
  r->stores[sw] = now;
}

/* Every pair of queues of a switch, and of ports. */
static void recount_arbiters(struct recount *r, const struct run_cycle *cycle, uint32_t sw)
{
  const struct shape *s = r->shape;
  const struct machine *m = cycle->machine;
  bool holds_one[PLACES] = {false}, sends[PLACES] = {false};

  for (uint32_t q = 0; q < shape_queues(s); q++) {
    const bool offers = bit(cycle->links->valid[sw], q);

    holds_one[q / s->vcs] |= m->ops->queue_count(m->self, sw, q) > 0;
    sends[q / s->vcs] |= offers;
    for (uint32_t k = 0; k < shape_queues(s); k++)
      if (k != q && k / s->vcs == q / s->vcs && offers &&
          m->ops->queue_count(m->self, sw, k) > 0) {
        reach(r, EXERCISE_LINK_WON, q, 0, 0);
        reach(r, EXERCISE_LINK_LOST, k, 0, 0);
      }
  }
  for (uint32_t p = 0; p < s->topology->ports; p++)
    for (uint32_t k = 0; k < s->topology->ports && s->sends; k++)
      if (sends[p] && holds_one[k] && !sends[k]) {
        reach(r, EXERCISE_SEND_WON, p, 0, 0);
        reach(r, EXERCISE_SEND_LOST, k, 0, 0);
      }
}

/* The queue of a switch, and the packet that leaves it in *packet; true: one does. */
static bool recount_queue(struct recount *r, const struct run_cycle *cycle, uint32_t sw,
                          uint32_t q, struct packet *packet)
{
  const struct shape *s = r->shape;
  const struct machine *m = cycle->machine;
  const uint32_t before = r->counts[sw][q], now = m->ops->queue_count(m->self, sw, q);
  const bool offered = bit(cycle->links->valid[sw], q);
  const bool pop = offered && links_taken(s, cycle->links, sw, q);

  if (now > before) {
    reach(r, EXERCISE_PUSHES, q, now - before - 1, 0);
    if (now == s->depth)
      reach(r, pop ? EXERCISE_LAST_POPPED : EXERCISE_LAST, q, 0, 0);
    if (before == 0 && pop)
      reach(r, EXERCISE_THROUGH, q, 0, 0);
  }
  if (offered && !pop)
    reach(r, EXERCISE_STALLED, q, 0, 0);
  r->counts[sw][q] = now - pop;
  if (s->depth && now - pop != before)
    reach(r, EXERCISE_FILL, q, now - pop, 0);
  recount_list(r, m->ops->bank(m->self), sw, q, pop);
  if (pop)
    *packet = m->ops->out_packet(m->self, sw, q / s->vcs);
  return pop;
}

static void recount_reset(struct recount *r)
{
  for (uint32_t sw = 0; sw < r->shape->topology->switches; sw++) {
    for (uint32_t c = 0; c < shape_channels(r->shape); c++)
      if (r->held[sw][c])
        reach(r, EXERCISE_RESET_CHANNEL, c, 0, 0);
    for (uint32_t q = 0; q < shape_queues(r->shape); q++)
      if (r->counts[sw][q])
        reach(r, EXERCISE_RESET_QUEUE, q, 0, 0);
    if (r->stores[sw].count)
      reach(r, EXERCISE_RESET_STORE, 0, 0, 0);
  }
  memset(r->queues, 0, sizeof r->queues);
  memset(r->stores, 0, sizeof r->stores);
  memset(r->held, 0, sizeof r->held);
  memset(r->counts, 0, sizeof r->counts);
}

/* What is ejected, and what waits for another phase. */
static void recount_unit(struct recount *r, uint32_t sw, uint32_t c, bool ejected)
{
  const struct route_out way = ask(r, sw, r->headers[sw][c]);

  if (ejected || (way.wait && !way.ports))
    decide(r, sw, r->headers[sw][c]);
}

static bool recount_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct recount *r = self;
  const struct shape *s = r->shape;
  static bool stays[SWITCHES][PLACES];
  static struct arrived {
    uint32_t at, channel;
    struct packet packet;
  } arrived[SWITCHES * PLACES];
  size_t count = 0;

  (void)err;
  r->phase = cycle->machine->ops->bank(cycle->machine->self)->phase;
  if (cycle->links->reset) {
    recount_reset(r);
    return true;
  }
  for (uint32_t sw = 0; sw < s->topology->switches; sw++) {
    for (uint32_t q = 0; q < shape_queues(s); q++) {
      const struct link far = shape_far(s, sw, q);

      arrived[count].at = far.to_switch;
      arrived[count].channel = far.to_port;
      count += recount_queue(r, cycle, sw, q, &arrived[count].packet);
    }
    recount_arbiters(r, cycle, sw);
    if (s->store)
      recount_store(r, cycle->machine->ops->bank(cycle->machine->self), sw);
    for (uint32_t c = 0; c < shape_channels(s); c++) {
      stays[sw][c] = !bit(cycle->links->ready[sw], c);
      if (stays[sw][c])
        reach(r, EXERCISE_KEPT, c, 0, 0);
      if (r->held[sw][c])
        recount_unit(r, sw, c, bit(cycle->links->eject[sw], c));
      if (bit(cycle->links->eject[sw], c))
        reach(r, EXERCISE_EJECTED, c, 0, 0);
    }
  }
  for (size_t i = 0; i < count; i++)
    enter(r, arrived[i].at, arrived[i].channel, &arrived[i].packet);
  for (size_t i = 0; i < cycle->injection_count; i++)
    enter(r, cycle->injections[i].at, shape_inject_channel(s, cycle->injections[i].lane),
          &cycle->injections[i].packet);
  /* What was held and has left is gone, unless another has come. */
  for (uint32_t sw = 0; sw < s->topology->switches; sw++)
    for (uint32_t c = 0; c < shape_channels(s); c++)
      if (!stays[sw][c])
        r->held[sw][c] = false;
  for (size_t i = 0; i < count; i++)
    r->held[arrived[i].at][arrived[i].channel] = true;
  for (size_t i = 0; i < cycle->injection_count; i++)
    r->held[cycle->injections[i].at][shape_inject_channel(s, cycle->injections[i].lane)] =
        true;
  return true;
}

/* Is this kind counted again, with this unit? */
static bool is_recounted(enum exercise_kind kind, const struct route_unit *unit)
{
  if (kind == EXERCISE_ROUTE || kind == EXERCISE_PAIRS)
    return !unit->has_random;
  return kind != EXERCISE_CONTENDERS && kind != EXERCISE_STORE_REFUSED;
}

struct row {
  struct rig_row rig;
  uint32_t sends;
  uint32_t disturb; /* kinds of disturbances by hand: bits of enum disturb */
};

enum { S = DISTURB_STALLS, R = DISTURB_RESETS };

static const struct row rows[] = {
    {{"hypercube:1", NULL, "identity", 1, 1, 1, 1}, 0, 0},
    {{"hypercube:4", NULL, "random", 4, 4, 1, 1}, 0, 0},
    {{"hypercube:4", NULL, "random", 8, 2, 3, 1}, 0, S | R},
    {{"hypercube:4", NULL, "random", 4, 1, 2, 2}, 0, S},
    {{"hypercube:4", NULL, "random", 4, 4, 0, 1}, 0, 0},
    /* so few packets that not everything happens somewhere */
    {{"hypercube:2", NULL, "random", 1, 2, 2, 1}, 1, 0},
    {{"hypercube:3", NULL, "random", 1, 2, 2, 1}, 1, 0},
    {{"hypercube:3", NULL, "shuffle", 2, 2, 2, 1}, 2, 0},
    {{"hypercube:2", "rand-sync", "random", 1, 3, 2, 0}, 0, 0},
    {{"mesh:4", "phases", "random", 1, 2, 1, 0}, 0, 0},
    {{"mesh:3x3", "four-phase", "random", 1, 2, 2, 0}, 0, 0},
    {{"hypercube:3", NULL, "random", 6, 2, 2, 1}, 1, 0},
    {{"hypercube:3", NULL, "random", 6, 2, 2, 2}, 2, S},
    {{"hypercube:3", "rand-sync", "random", 6, 3, 2, 0}, 0, R},
    {{"hypercube:4", "rand-trans", "random", 6, 2, 1, 0}, 0, S | R},
    {{"hypercube:3", "rand-trans-ooo", "random", 8, 4, 0, 1}, 0, 0},
    {{"hypercube:3", "drand-trans-ooo", "random", 8, 3, 1, 0}, 0, R},
    {{"hypercube:3", "drand-trans-ooo,random=shared", "random", 8, 3, 3, 4}, 0, 0},
    {{"d3:2,2", "destination", "swap", 3, 0, 1, 0}, 0, 0},
    {{"d3:2,3", NULL, "broadcast,source=0.0.1", 1, 0, 2, 1}, 0, 0},
    {{"d3:2,3", "valiant", "drawer-to-drawer", 4, 3, 1, 0}, 0, S},
    {{"d3:2,3", "ugal", "drawer-to-drawer", 4, 3, 2, 0}, 0, 0},
    {{"mdf:2,3", NULL, "random", 3, 0, 1, 0}, 0, 0},
    {{"mesh:4x4", "four-phase", "random", 6, 2, 2, 0}, 0, 0},
    {{"mesh:5", "phases", "random", 8, 2, 1, 0}, 0, R},
    {{"mesh:5", "farthest", "random", 8, 2, 3, 0}, 0, S},
    {{"mesh:4x3", NULL, "random", 4, 2, 2, 0}, 0, S | R},
    {{"torus:4x3", NULL, "random", 4, 2, 2, 0}, 0, S},
    {{"benes:3", NULL, "random", 4, 1, 2, 0}, 0, 0},
    {{"butterfly:3", NULL, "random", 4, 1, 2, 0}, 0, S},
    {{"ccc:3", NULL, "random", 4, 1, 2, 0}, 0, 0},
    {{"rdn:2x2:1", NULL, "random", 4, 2, 2, 0}, 0, S},
    {{"hypercube:3", NULL, "uniform,load=0.9,warmup=0,measure=300", 1, 5, 2, 1}, 0, 0},
};

enum { ROWS = sizeof rows / sizeof rows[0], SEEDS = 6 };

/* Some links stall for a while, and two resets come. */
static void disturb(struct rig *rig, uint32_t kinds)
{
  static struct disturbance list[64];
  struct disturbances *d = &rig->schedule.disturbances;

  *d = (struct disturbances){.list = list};
  for (uint32_t i = 0; kinds & S && i < 40; i++)
    list[d->count++] = (struct disturbance){.kind = DISTURBANCE_STALL,
                                            .from = 2 + i / 4,
                                            .to = 9 + i,
                                            .at = i * 5 % rig->topology.switches,
                                            .queue = i * 3 % shape_queues(&rig->shape)};
  for (uint32_t i = 0; kinds & R && i < 2; i++)
    list[d->count++] = (struct disturbance){
        .kind = DISTURBANCE_RESET, .from = 5 + 40 * i, .to = 25 + 40 * i};
  disturbances_sort(d);
}

static struct recount again;
static struct rig rig;
static struct exercise_map map;
static struct exercise_watch watch;

static void open_row(const struct row *row, uint64_t seed)
{
  struct err err = {.kind = ERR_NONE};

  rig_prepare(&rig, &row->rig, seed);
  rig.shape.sends = row->sends;
  if (rig.shape.routing->phases.kind == PHASE_LENGTHS && rig.shape.store > 1)
    rig.shape.store = 1; /* so that it refuses; elsewhere that is a deadlock */
  disturb(&rig, row->disturb);
  rig_start(&rig);
  memset(&again, 0, sizeof again);
  for (size_t i = 0; i < KNOWN; i++)
    again.entries[i].channel = PLACES;
  again.shape = &rig.shape;
  assert_true(exercise_map_open(&again.map, &rig.shape, &err));
  assert_true(exercise_map_open(&map, &rig.shape, &err));
  assert_true(exercise_watch_open(&watch, &map, &rig.shape, &err));
  CHECK(exercise_reach(&map, &rig.shape, &rig.schedule, &err), "%s", err.text);
  rig.request.watch = &watch;
  rig.request.observer = recount_cycle;
  rig.request.observer_self = &again;
}

static void close_row(void)
{
  rig.schedule.disturbances = (struct disturbances){.count = 0}; /* not its own */
  exercise_watch_close(&watch);
  exercise_map_close(&map);
  exercise_map_close(&again.map);
  rig_close(&rig);
}

/* Where a packet may wait and has ports, the watch does not always know where it went. */
static void check_recounted(enum exercise_kind kind)
{
  for (size_t i = map.first[kind]; i < map.first[kind + 1]; i++) {
    const bool seen = exercise_bit(map.reached, i);
    const bool again_seen = exercise_bit(again.map.reached, i);
    const bool known =
        !rig.shape.store ||
        (kind != EXERCISE_ROUTED && kind != EXERCISE_STORED && kind != EXERCISE_RELEASED &&
         kind != EXERCISE_ROUTE && kind != EXERCISE_PAIRS);

    CHECK(seen == again_seen || (!known && !seen),
          "%s %s %s: item %zu of %s is %d, counted again %d", rig.row->spec,
          rig.shape.routing->name, rig.row->traffic, i - map.first[kind],
          exercise_kinds[kind].name, seen, again_seen);
  }
}

/* Without a limit of the queues all contenders are pushed. */
static void check_contenders(void)
{
  if (rig.shape.depth || rig.shape.store)
    return;
  for (size_t i = 0; i < map.first[EXERCISE_PUSHES + 1] - map.first[EXERCISE_PUSHES]; i++)
    CHECK(exercise_bit(map.reached, map.first[EXERCISE_PUSHES] + i) ==
              exercise_bit(map.reached, map.first[EXERCISE_CONTENDERS] + i),
          "%s %s: contenders %zu", rig.row->spec, rig.shape.routing->name, i);
}

static void check_sound(void)
{
  assert_true(map.explored);
  for (int k = 0; k < EXERCISE_KINDS; k++)
    for (size_t i = map.first[k]; i < map.first[k + 1]; i++)
      CHECK(exercise_bit(map.reachable, i) || !exercise_bit(map.reached, i),
            "%s %s %s: item %zu of %s cannot be reached, and was", rig.row->spec,
            rig.shape.routing->name, rig.row->traffic, i - map.first[k],
            exercise_kinds[k].name);
}

/* What the watch says is what happened, and nothing that happens is called unreachable.
 * Every kind is reached somewhere, and somewhere cannot be. */
TEST(test_golden_runs_are_counted_again)
{
  bool some[EXERCISE_KINDS] = {false}, never[EXERCISE_KINDS] = {false};

  for (size_t i = 0; i < ROWS * SEEDS; i++) {
    open_row(&rows[i / SEEDS], RIG_SEED + i % SEEDS);
    rig_run(&rig, OUTCOME_PASS);
    for (int k = 0; k < EXERCISE_KINDS; k++)
      if (is_recounted((enum exercise_kind)k, rig.shape.routing->unit))
        check_recounted((enum exercise_kind)k);
    check_contenders();
    check_sound();
    for (int k = 0; k < EXERCISE_KINDS; k++) {
      const struct exercise_share s = exercise_map_share(&map, (enum exercise_kind)k);

      some[k] = some[k] || s.reached > 0;
      never[k] = never[k] || s.reachable < s.items;
    }
    close_row();
  }
  some[EXERCISE_ENGINE] = true; /* of other networks: test_exercise_map */
  for (int k = EXERCISE_NOT_READY; k <= EXERCISE_REFUSED; k++)
    some[k] = true; /* of designs that run alone: test_exercise_pins */
  for (int k = 0; k < EXERCISE_KINDS; k++)
    CHECK(some[k], "%s is never reached", exercise_kinds[k].name);
  assert_true(never[EXERCISE_ROUTED] && never[EXERCISE_CONTENDERS] &&
              never[EXERCISE_HEADER] && never[EXERCISE_KEPT] && never[EXERCISE_EJECTED]);
}

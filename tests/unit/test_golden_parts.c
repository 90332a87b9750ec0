/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_golden_parts -- a network in parts is the whole network: clock edges, and threads.
 *
 * Two golden machines get the same stimuli.  One is clocked whole, the other in parts: some
 * of no switch, some of one, some of many; from the lowest switch up, from the highest
 * down, or in any order.  By the contract of run/machine/machine.h no switch sees another
 * in it, so both show the same in every cycle.  So they do when threads make the cycles of
 * the second, each with a part of the network, and when nobody looks into the second in
 * some cycles: then it shows the same links and ejects the same packets.
 */
#include "run/machine/golden.h"

#include "base/bits.h"
#include "run/machine/injections.h"
#include "run/machine/terminals.h"
#include "tests/unit/rig.h"

#include <stdlib.h>

enum { CYCLES = 120, PARTS_MAX = 128 };

enum order { ASCENDING, DESCENDING, SHUFFLED, THREADS };

static const char *const order_names[] = {"ascending", "descending", "shuffled", "threads"};

static const struct {
  struct rig_row rig;
  uint32_t sends; /* ports on which a switch sends in a cycle; 0: on all */
  uint32_t pushes;
} rows[] = {
    {{"hypercube:1", "deterministic", "random", 3, 1, 1, 0}, 0, 0},
    {{"hypercube:4", "deterministic", "random", 6, 2, 1, 0}, 0, 0},
    {{"hypercube:4", "deterministic", "bit-reversal", 6, 4, 0, 0}, 0, 0},
    {{"hypercube:4", "rand-sync", "random", 5, 2, 2, 0}, 0, 0},
    {{"hypercube:3", "rand-sync", "random", 4, 1, 1, 0}, 1, 0},
    {{"hypercube:4", "deterministic", "random", 6, 2, 1, 0}, 0, 1},
    {{"hypercube:4", "rand-trans", "random", 6, 4, 2, 4}, 2, 1},
    {{"torus:4x3x2", "dimension-order", "random", 6, 2, 1, 0}, 0, 1},
    /* So few packets that those that pass are listed until the clock edge. */
    {{"hypercube:6", "deterministic", "bit-reversal", 1, 6, 1, 0}, 0, 0},
    {{"hypercube:6", "deterministic", "transpose", 1, 6, 2, 0}, 0, 0},
    {{"hypercube:6", "rand-trans", "transpose", 4, 3, 1, 2}, 0, 0},
    {{"hypercube:4", "rand-trans", "random", 6, 4, 2, 4}, 2, 0},
    {{"hypercube:4", "rand-trans-ooo", "random", 6, 2, 0, 1}, 0, 0},
    {{"hypercube:4", "rand-trans-ooo", "bit-complement", 6, 2, 2, 0}, 3, 0},
    {{"hypercube:4", "drand-trans-ooo", "random", 6, 2, 0, 1}, 0, 0},
    {{"hypercube:4", "drand-trans-ooo", "random", 6, 2, 1, 2}, 2, 0},
    {{"hypercube:4", "drand-trans-ooo,forced=0,random=shared", "random", 6, 3, 2, 0}, 0, 0},
    {{"d3:2,3", "source-vector", "random", 6, 2, 1, 0}, 0, 0},
    {{"d3:2,3", "source-vector", "all-to-all", 0, 0, 2, 0}, 0, 0},
    {{"d3:2,3", "source-vector", "broadcast,source=0,count=9", 0, 1, 0, 0}, 0, 0},
    {{"d3:3,2", "source-vector,queue=lifo", "random", 6, 2, 0, 1}, 0, 0},
    {{"d3:2,3", "destination", "random", 6, 2, 1, 0}, 1, 0},
    {{"d3:3,2", "glgl", "swap", 6, 2, 1, 0}, 0, 0},
    {{"d3:3,2", "valiant,b=5", "drawer-to-drawer", 6, 3, 2, 0}, 0, 0},
    {{"d3:2,3", "ugal", "drawer-to-drawer", 6, 0, 2, 0}, 2, 0},
    {{"d3:2,4,cabinets=0-2/3", "source-vector,holds=0", "random", 4, 2, 1, 0}, 0, 0},
    {{"mdf:2,2", "source-vector", "random", 6, 2, 1, 0}, 0, 0},
    {{"torus:4x3x2", "dimension-order", "random", 6, 2, 1, 0}, 0, 0},
    {{"torus:5x5", "dimension-order", "uniform,load=0.3,warmup=10,measure=60", 0, 2, 1, 0},
     2,
     0},
};

/* --- the clock edge in parts --- */

struct parts {
  uint32_t starts[PARTS_MAX + 1]; /* [count + 1]; part i is [starts[i], starts[i + 1]) */
  uint32_t turn[PARTS_MAX];       /* [count] the order of the parts */
  uint32_t count;
};

static int by_number(const void *a, const void *b)
{
  const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

  return (x > y) - (x < y);
}

/* Every switch alone, or cut at random places, which may be the same or at an end. */
static void draw_parts(struct parts *parts, uint32_t switches, enum order order,
                       struct rng *rng)
{
  const bool single = rng_below(rng, 4) == 0;

  parts->count = single ? switches : 1 + (uint32_t)rng_below(rng, 7);
  assert_true(parts->count <= PARTS_MAX);
  for (uint32_t i = 0; i <= parts->count; i++)
    parts->starts[i] = single ? i : (uint32_t)rng_below(rng, switches + 1);
  parts->starts[0] = 0;
  parts->starts[parts->count] = switches;
  qsort(parts->starts, parts->count + 1, sizeof *parts->starts, by_number);
  for (uint32_t i = 0; i < parts->count; i++)
    parts->turn[i] = order == DESCENDING ? parts->count - 1 - i : i;
  for (uint32_t i = parts->count; order == SHUFFLED && i > 1; i--) {
    uint32_t other = (uint32_t)rng_below(rng, i), kept = parts->turn[i - 1];

    parts->turn[i - 1] = parts->turn[other];
    parts->turn[other] = kept;
  }
}

/* The end of the last part may be MACHINE_ALL. */
static void tick_in_parts(const struct machine *m, const struct stimulus *stimulus,
                          const struct parts *parts, bool all)
{
  const uint32_t switches = parts->starts[parts->count];

  m->ops->exchange(m->self, stimulus);
  for (uint32_t i = 0; i < parts->count; i++) {
    uint32_t from = parts->starts[parts->turn[i]], to = parts->starts[parts->turn[i] + 1];

    m->ops->clock(m->self, from, all && to == switches ? MACHINE_ALL : to);
  }
}

/* --- the same in every cycle --- */

static void check_packet(struct packet whole, struct packet parts, const char *port,
                         uint32_t sw, uint32_t number, const char *where)
{
  CHECK(whole.header == parts.header && whole.data == parts.data,
        "%s: switch %u %s %u: %#" PRIx64 " %#" PRIx64 ", in parts %#" PRIx64 " %#" PRIx64,
        where, sw, port, number, whole.header, whole.data, parts.header, parts.data);
}

/* What a switch shows; `unseen`: where nobody looks into the twin. */
static void check_switch(const struct rig *rig, uint32_t sw, bool unseen, const char *where)
{
  const struct machine *w = &rig->golden, *p = &rig->twin;
  const struct links whole = w->ops->links(w->self), parts = p->ops->links(p->self);
  const uint32_t queues = shape_queues(&rig->shape);

  CHECK(whole.valid[sw] == parts.valid[sw] && whole.ready[sw] == parts.ready[sw],
        "%s: switch %u: valid %#" PRIx64 " ready %#" PRIx64 ", in parts %#" PRIx64
        " %#" PRIx64,
        where, sw, whole.valid[sw], whole.ready[sw], parts.valid[sw], parts.ready[sw]);
  CHECK(parts.ejected || whole.eject[sw] == parts.eject[sw],
        "%s: switch %u: eject %#" PRIx64 ", in parts %#" PRIx64, where, sw, whole.eject[sw],
        parts.eject[sw]);
  for (uint64_t valid = unseen ? 0 : whole.valid[sw]; valid; valid &= valid - 1) {
    uint32_t port = bits_lowest(valid) / rig->shape.vcs;

    check_packet(w->ops->out_packet(w->self, sw, port),
                 p->ops->out_packet(p->self, sw, port), "port", sw, port, where);
  }
  for (uint64_t eject = parts.ejected ? 0 : whole.eject[sw]; eject; eject &= eject - 1) {
    uint32_t c = bits_lowest(eject);

    check_packet(w->ops->eject_packet(w->self, sw, c), p->ops->eject_packet(p->self, sw, c),
                 "channel", sw, c, where);
    CHECK(w->ops->eject_hops(w->self, sw, c) == p->ops->eject_hops(p->self, sw, c),
          "%s: switch %u channel %u: hops", where, sw, c);
  }
  for (uint32_t q = 0; !unseen && q < queues; q++)
    CHECK(w->ops->queue_count(w->self, sw, q) == p->ops->queue_count(p->self, sw, q),
          "%s: switch %u queue %u: count", where, sw, q);
  for (uint32_t c = 0; !unseen && c < shape_channels(&rig->shape); c++)
    CHECK(w->ops->waits_for(w->self, sw, c) == p->ops->waits_for(p->self, sw, c),
          "%s: switch %u channel %u: waits for", where, sw, c);
}

static int by_channel(const void *a, const void *b)
{
  const struct ejected_packet *x = a, *y = b;

  return x->at != y->at ? (x->at > y->at) - (x->at < y->at)
                        : (x->channel > y->channel) - (x->channel < y->channel);
}

/* Where ejected packets are listed, they are those that the whole network ejects; by switch
 * and channel, where the parts ascended.  Returns how many they are. */
static uint64_t check_ejected(const struct rig *rig, enum order order, const char *where)
{
  static struct ejected_packet list[PARTS_MAX * SHAPE_CHANNELS];
  const struct machine *w = &rig->golden;
  const struct links whole = w->ops->links(w->self);
  const struct links links = rig->twin.ops->links(rig->twin.self);
  size_t count = 0, place = 0;

  if (!links.ejected)
    return 0;
  for (uint32_t i = 0; i < links.ejected_count; i++) {
    assert_true(count + links.ejected[i].count <= sizeof list / sizeof list[0]);
    memcpy(&list[count], links.ejected[i].list, links.ejected[i].count * sizeof *list);
    count += links.ejected[i].count;
  }
  if (order == DESCENDING || order == SHUFFLED)
    qsort(list, count, sizeof *list, by_channel);
  for (uint32_t sw = 0; sw < rig->topology.switches; sw++)
    for (uint64_t eject = whole.eject[sw]; eject; eject &= eject - 1, place++) {
      const uint32_t c = bits_lowest(eject);
      const struct ejected_packet *e = &list[place];

      CHECK(place < count && e->at == sw && e->channel == c,
            "%s: switch %u channel %u ejects and is not listed", where, sw, c);
      check_packet(w->ops->eject_packet(w->self, sw, c), e->packet, "channel", sw, c,
                   where);
      CHECK(w->ops->eject_hops(w->self, sw, c) == e->hops,
            "%s: switch %u channel %u: hops, in a list", where, sw, c);
    }
  CHECK(place == count, "%s: %zu packets are listed and not ejected", where, count - place);
  return count;
}

/* Every switch that shows something is listed, and none twice; the list ascends where the
 * parts did. */
static void check_active(const struct rig *rig, enum order order, const char *where)
{
  const struct links links = rig->twin.ops->links(rig->twin.self);
  const struct links whole = rig->golden.ops->links(rig->golden.self);
  const uint64_t idle = bits_mask(shape_channels(&rig->shape));
  uint32_t list[PARTS_MAX];
  size_t place = 0;

  assert_true(links.active_count <= rig->topology.switches);
  memcpy(list, links.active, links.active_count * sizeof *list);
  if (order == DESCENDING || order == SHUFFLED)
    qsort(list, links.active_count, sizeof *list, by_number);
  for (size_t i = 1; i < links.active_count; i++)
    CHECK(list[i - 1] < list[i], "%s: switch %u is listed before %u", where, list[i - 1],
          list[i]);
  for (uint32_t sw = 0; sw < rig->topology.switches; sw++) {
    bool listed = place < links.active_count && list[place] == sw;

    place += listed;
    CHECK(listed || (!whole.valid[sw] && !whole.eject[sw] && links.ready[sw] == idle),
          "%s: switch %u shows something and is not listed", where, sw);
  }
  CHECK(place == links.active_count, "%s: the list ends with no switch", where);
}

/* Who looks into the twin. */
enum view { ALL_CYCLES, SOME_CYCLES };

static bool can_pass(const struct shape *shape)
{
  const struct switch_config config = golden_config(shape);

  return switch_can_pass(&config);
}

/* From a reset, with the traffic of the rig; returns how many packets came out. */
static uint64_t compare(struct rig *rig, enum order order, enum view view, uint64_t seed)
{
  const struct machine *w = &rig->golden, *p = &rig->twin;
  struct rng rng = rng_seed(seed, order);
  const struct launch_sight sight = {.machine = w, .vcs = rig->shape.vcs};
  struct terminals terminals;
  struct phases phases;
  struct err err = {.kind = ERR_NONE};
  uint64_t ejected = 0, listed = 0;
  bool unseen = false;

  assert_true(w->ops->reset(w->self, seed, &err) && p->ops->reset(p->self, seed, &err));
  assert_true(terminals_open(&terminals, &rig->schedule, &rig->shape, seed, &err));
  terminals.queues = (struct queue_view){launch_sight_packets, &sight};
  assert_true(phases_open(&phases, &rig->schedule, &rig->shape, &err));
  for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
    const struct links links = w->ops->links(w->self);
    struct parts parts;
    char where[192];

    snprintf(where, sizeof where,
             "%s %s %s VCs %u depth %u sends %u %s seed %" PRIu64 " cycle %" PRIu64,
             rig->row->spec, rig->shape.routing->name, rig->row->traffic, rig->shape.vcs,
             rig->shape.depth, rig->shape.sends, order_names[order], seed, cycle);
    const struct links shown = p->ops->links(p->self);

    for (uint32_t sw = 0; sw < rig->topology.switches; sw++)
      ejected += bits_count(links.eject[sw]);
    for (size_t i = 0; unseen && i < shown.active_count; i++)
      check_switch(rig, shown.active[i], true, where);
    for (uint32_t sw = 0; !unseen && sw < rig->topology.switches; sw++)
      check_switch(rig, sw, false, where);
    check_active(rig, order, where);
    listed += check_ejected(rig, order, where);
    CHECK(w->ops->queue_max(w->self) == p->ops->queue_max(p->self), "%s: queue_max", where);
    CHECK(terminals_offer(&terminals, cycle, links.ready, &err), "%s: %s", where, err.text);
    struct stimulus stimulus = {.injections = terminals.injections,
                                .injection_count = terminals.injection_count};
    stimulus.phase = phases_cycle(&phases, cycle, w, &links, &stimulus);
    unseen = view == SOME_CYCLES && rng_below(&rng, 8) > 0;
    draw_parts(&parts, rig->topology.switches, order, &rng);
    machine_tick(w, &stimulus);
    stimulus.unseen = unseen;
    if (order == THREADS)
      machine_tick(p, &stimulus);
    else
      tick_in_parts(p, &stimulus, &parts, cycle % 2);
  }
  phases_close(&phases);
  terminals_close(&terminals);
  CHECK(listed > 0 || view == ALL_CYCLES || !can_pass(&rig->shape),
        "%s %s: no packet was listed", rig->row->spec, rig->shape.routing->name);
  return ejected;
}

static void check_order(enum order order, enum view view, struct team *team, uint64_t seeds)
{
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    for (uint64_t seed = 1; seed <= seeds; seed++) {
      static struct rig rig;

      rig_prepare(&rig, &rows[i].rig, seed);
      rig.team = team;
      rig.shape.sends = rows[i].sends;
      rig.shape.pushes = rows[i].pushes;
      rig_start(&rig);
      assert_true(machine_can(&rig.twin, MACHINE_PARTS));
      uint64_t ejected = compare(&rig, order, view, seed);
      CHECK(ejected >= rig.topology.switches, "%s %s: only %" PRIu64 " packets came out",
            rows[i].rig.spec, rows[i].rig.routing, ejected);
      rig_close(&rig);
    }
}

TEST(test_from_the_lowest_switch_up)
{
  check_order(ASCENDING, ALL_CYCLES, NULL, 3);
}

TEST(test_from_the_highest_switch_down)
{
  check_order(DESCENDING, ALL_CYCLES, NULL, 3);
}

TEST(test_in_any_order)
{
  check_order(SHUFFLED, ALL_CYCLES, NULL, 3);
}

TEST(test_where_nobody_looks)
{
  check_order(ASCENDING, SOME_CYCLES, NULL, 10);
  check_order(SHUFFLED, SOME_CYCLES, NULL, 3);
}

/* Also with more threads than switches. */
TEST(test_by_threads)
{
  for (uint32_t threads = 2; threads <= 5; threads++) {
    struct team *team;
    struct err err;

    CHECK(team_open(&team, threads, &err), "%s", err.text);
    check_order(THREADS, ALL_CYCLES, team, 1);
    check_order(THREADS, SOME_CYCLES, team, 1);
    team_close(team);
  }
}

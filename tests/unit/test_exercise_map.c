/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_exercise_map -- what a test must reach: counted again from outside, and proofs. */
#include "check/exercise_groups.h"
#include "check/exercise_reach.h"
#include "check/exercise_watch.h"

#include "base/bits.h"
#include "session/session.h"
#include "tests/unit/rig.h"

#include <stdlib.h>

enum { SWITCHES = 128, PLACES = 64, KNOWN = 1 << 16 };

/* --- golden runs, counted again by what can be seen from outside --- */

/* Where a packet entered a switch, by its data. */
struct entry {
  uint64_t data;
  uint32_t at, channel; /* channel PLACES: an empty entry */
};

struct recount {
  const struct shape *shape;
  struct exercise_map map;
  bool held[SWITCHES][PLACES];
  uint32_t counts[SWITCHES][PLACES];
  struct entry entries[KNOWN];
  bool reset; /* some cycle was one of a reset */
};

static void reach(struct recount *r, enum exercise_kind kind, size_t a, size_t b, size_t c)
{
  exercise_set(r->map.reached, exercise_map_item(&r->map, kind, a, b, c));
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

static void enter(struct recount *r, uint32_t at, uint32_t channel,
                  const struct packet *packet)
{
  if (r->held[at][channel])
    reach(r, EXERCISE_REFILLED, channel, 0, 0);
  r->held[at][channel] = true;
  entry_of(r, at, packet->data)->channel = channel;
  for (uint32_t bit = 0; bit < r->map.shape.header_bits; bit++)
    reach(r, EXERCISE_HEADER, channel, bit, packet->header >> bit & 1);
}

static bool bit(uint64_t mask, uint32_t at)
{
  return mask >> at & 1;
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
  if (pop) {
    *packet = m->ops->out_packet(m->self, sw, q / s->vcs);
    const struct entry *from = entry_of(r, sw, packet->data);
    CHECK(from->channel != PLACES, "switch %u sends what it never got", sw);
    reach(r, EXERCISE_ROUTED, from->channel, q, 0);
  }
  return pop;
}

static void recount_reset(struct recount *r)
{
  r->reset = true;
  for (uint32_t sw = 0; sw < r->shape->topology->switches; sw++) {
    for (uint32_t c = 0; c < shape_channels(r->shape); c++)
      if (r->held[sw][c])
        reach(r, EXERCISE_RESET_CHANNEL, c, 0, 0);
    for (uint32_t q = 0; q < shape_queues(r->shape); q++)
      if (r->counts[sw][q])
        reach(r, EXERCISE_RESET_QUEUE, q, 0, 0);
  }
  memset(r->held, 0, sizeof r->held);
  memset(r->counts, 0, sizeof r->counts);
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
    for (uint32_t c = 0; c < shape_channels(s); c++) {
      stays[sw][c] = !bit(cycle->links->ready[sw], c);
      if (stays[sw][c])
        reach(r, EXERCISE_KEPT, c, 0, 0);
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

/* Kinds that are counted again. */
static const enum exercise_kind recounted[] = {
    EXERCISE_ROUTED,  EXERCISE_EJECTED, EXERCISE_FILL,        EXERCISE_LAST_POPPED,
    EXERCISE_LAST,    EXERCISE_THROUGH, EXERCISE_PUSHES,      EXERCISE_STALLED,
    EXERCISE_KEPT,    EXERCISE_HEADER,  EXERCISE_RESET_QUEUE, EXERCISE_RESET_CHANNEL,
    EXERCISE_REFILLED};

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

enum { ROWS = sizeof rows / sizeof rows[0] };

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

static void open_row(const struct row *row)
{
  struct err err = {.kind = ERR_NONE};

  rig_prepare(&rig, &row->rig, RIG_SEED);
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

/* Seen from outside, a packet that a reset takes out of a queue has not gone there; and one
 * that was in the store went there from its channel. */
static void check_recounted(enum exercise_kind kind)
{
  const bool routed = kind == EXERCISE_ROUTED;

  for (size_t i = map.first[kind]; i < map.first[kind + 1]; i++) {
    const bool seen = exercise_bit(map.reached, i);
    const bool again_seen = exercise_bit(again.map.reached, i);

    CHECK(seen == again_seen || (routed && seen && again.reset) ||
              (routed && again_seen && rig.shape.store),
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
  assert_true(map.walked);
  for (int k = 0; k < EXERCISE_KINDS; k++)
    for (size_t i = map.first[k]; i < map.first[k + 1]; i++)
      CHECK(exercise_bit(map.reachable, i) || !exercise_bit(map.reached, i),
            "%s %s %s: item %zu of %s cannot be reached, and was", rig.row->spec,
            rig.shape.routing->name, rig.row->traffic, i - map.first[k],
            exercise_kinds[k].name);
}

/* What the watch says is what happened, and nothing that happens is called unreachable.
 * Every kind is reached somewhere, and somewhere cannot be. */
static void test_golden_runs_are_counted_again(void **state)
{
  bool some[EXERCISE_KINDS] = {false}, never[EXERCISE_KINDS] = {false};

  (void)state;
  for (size_t i = 0; i < ROWS; i++) {
    open_row(&rows[i]);
    rig_run(&rig, OUTCOME_PASS);
    for (size_t k = 0; k < sizeof recounted / sizeof recounted[0]; k++)
      check_recounted(recounted[k]);
    check_contenders();
    check_sound();
    for (int k = 0; k < EXERCISE_KINDS; k++) {
      const struct exercise_share s = exercise_map_share(&map, (enum exercise_kind)k);

      some[k] = some[k] || s.reached > 0;
      never[k] = never[k] || s.reachable < s.items;
    }
    close_row();
  }
  for (int k = 0; k < EXERCISE_KINDS; k++)
    CHECK(some[k], "%s is never reached", exercise_kinds[k].name);
  assert_true(never[EXERCISE_ROUTED] && never[EXERCISE_CONTENDERS] &&
              never[EXERCISE_HEADER] && never[EXERCISE_KEPT] && never[EXERCISE_EJECTED]);
}

/* --- proofs --- */

static void open_map(struct topology *t, struct shape *shape, const char *routing,
                     uint32_t lanes, uint32_t depth, uint32_t vcs)
{
  struct err err = {.kind = ERR_NONE};

  *shape = shape_of(t, routing, lanes, depth, 8);
  shape->vcs = vcs;
  assert_true(exercise_map_open(&map, shape, &err));
  CHECK(exercise_reach(&map, shape, NULL, &err), "%s", err.text);
}

static bool can(enum exercise_kind kind, size_t a, size_t b, size_t c)
{
  return exercise_bit(map.reachable, exercise_map_item(&map, kind, a, b, c));
}

/* Dimensions ascend: from channel c to the ports above it; from a lane to all. */
static void test_dimensions_ascend(void **state)
{
  enum { N = 4, LANES = 2, DEPTH = 3 };
  struct topology t = topology_of("hypercube:4");
  struct shape shape;

  (void)state;
  open_map(&t, &shape, NULL, LANES, DEPTH, 1);
  for (uint32_t c = 0; c < N + LANES; c++) {
    for (uint32_t p = 0; p < N; p++)
      assert_int_equal(can(EXERCISE_ROUTED, c, p, 0), c >= N || p > c);
    assert_true(can(EXERCISE_EJECTED, c, 0, 0));
    assert_int_equal(can(EXERCISE_KEPT, c, 0, 0), c != N - 1);
  }
  for (uint32_t p = 0; p < N; p++) {
    for (uint32_t k = 0; k < N + LANES; k++)
      assert_int_equal(can(EXERCISE_CONTENDERS, p, k, 0), k < p + LANES);
    for (uint32_t k = 0; k < DEPTH; k++)
      assert_int_equal(can(EXERCISE_PUSHES, p, k, 0), k < p + LANES);
  }
  exercise_map_close(&map);
}

/* The second VC of rand-trans is of the first phase: priorities are apart then. */
static void test_priorities_and_vcs(void **state)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;

  (void)state;
  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 1);
  assert_int_equal(exercise_map_share(&map, EXERCISE_OVERTAKEN).reachable, 3);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).items, 0);
  exercise_map_close(&map);
  open_map(&t, &shape, "rand-trans-ooo", 1, 2, 2);
  assert_int_equal(exercise_map_share(&map, EXERCISE_OVERTAKEN).items, 0);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).reachable, 6);
  exercise_map_close(&map);
  open_map(&t, &shape, "deterministic", 1, 2, 2); /* VC 0 alone is used */
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).items, 6);
  assert_int_equal(exercise_map_share(&map, EXERCISE_LINK_WON).reachable, 0);
  assert_int_equal(exercise_map_share(&map, EXERCISE_THROUGH).reachable, 3);
  exercise_map_close(&map);
}

/* A network too large to walk: nothing is called unreachable. */
static void test_large_networks_are_not_walked(void **state)
{
  struct topology t = topology_of("hypercube:14");
  struct shape shape;

  (void)state;
  open_map(&t, &shape, NULL, 1, 2, 1);
  assert_false(map.walked);
  const struct exercise_share all = exercise_map_total(&map);
  assert_int_equal(all.reachable, all.items);
  exercise_map_close(&map);
}

/* --- several runs, and text --- */

static void test_maps_are_merged_stored_and_read(void **state)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;
  struct exercise_map other, read;
  struct err err = {.kind = ERR_NONE};
  FILE *file = tmpfile();

  (void)state;
  open_map(&t, &shape, NULL, 2, 2, 1);
  assert_true(exercise_map_open(&other, &shape, &err));
  exercise_set(map.reached, 3);
  exercise_set(other.reached, 70);
  assert_true(exercise_map_merge(&map, &other));
  for (size_t i = 0; i < exercise_map_items(&map); i++) {
    assert_int_equal(exercise_bit(map.reached, i), i == 3 || i == 70);
    assert_true(exercise_bit(map.reachable, i)); /* as in the other */
  }
  assert_false(map.walked);
  map.reachable[0] = 0x123456789abcdef0;
  exercise_map_store(&map, file);
  rewind(file);
  CHECK(exercise_map_load(&read, file, "a file", &err), "%s", err.text);
  assert_memory_equal(&map.shape, &read.shape, sizeof map.shape);
  assert_memory_equal(map.first, read.first, sizeof map.first);
  assert_int_equal(read.field_count, 1);
  assert_string_equal(read.fields[0].name, "destination");
  for (size_t i = 0; i < exercise_map_items(&map); i++)
    assert_true(exercise_bit(map.reached, i) == exercise_bit(read.reached, i) &&
                exercise_bit(map.reachable, i) == exercise_bit(read.reachable, i));
  exercise_map_close(&read);
  exercise_map_close(&other);
  shape.depth = 3;
  assert_true(exercise_map_open(&other, &shape, &err));
  assert_false(exercise_map_merge(&map, &other));
  exercise_map_close(&other);
  exercise_map_close(&map);
  fclose(file);
}

/* A text that ends early, at any place, is refused. */
static void test_torn_texts_are_refused(void **state)
{
  struct topology t = topology_of("hypercube:2");
  struct shape shape;
  struct exercise_map read;
  struct err err = {.kind = ERR_NONE};
  FILE *whole = tmpfile();
  char text[8192];

  (void)state;
  open_map(&t, &shape, NULL, 1, 1, 1);
  exercise_map_store(&map, whole);
  rewind(whole);
  const size_t size = fread(text, 1, sizeof text, whole);
  assert_true(size > 100 && size < sizeof text);
  for (size_t cut = 0; cut + 18 < size; cut += 7) {
    FILE *file = fmemopen(text, cut ? cut : 1, "r");

    err = (struct err){.kind = ERR_NONE};
    CHECK(!exercise_map_load(&read, file, "torn.txt", &err), "%zu bytes are read", cut);
    check_error(&err, ERR_USAGE, "torn.txt", "--exercise");
    fclose(file);
  }
  exercise_map_close(&map);
  fclose(whole);
}

struct lines {
  char text[2048];
  size_t used;
};

static void add_line(void *self, const char *text)
{
  struct lines *lines = self;

  lines->used += (size_t)snprintf(lines->text + lines->used,
                                  sizeof lines->text - lines->used, "%s\n", text);
}

static void check_lines(enum exercise_kind kind, enum exercise_which which,
                        const char *expected)
{
  struct lines lines = {.used = 0};

  exercise_groups(&map, kind, which, add_line, &lines);
  assert_string_equal(lines.text, expected);
}

static void test_items_are_named_in_groups(void **state)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape;

  (void)state;
  open_map(&t, &shape, NULL, 2, 4, 1);
  check_lines(EXERCISE_ROUTED, EXERCISE_UNREACHABLE,
              "channel 0..2 -> port 0\nchannel 1..2 -> port 1\nchannel 2 -> port 2\n");
  exercise_set(map.reached, exercise_map_item(&map, EXERCISE_ROUTED, 4, 0, 0));
  check_lines(EXERCISE_ROUTED, EXERCISE_MISSED,
              "lane 0 -> port 0\nchannel 0, lane 0..1 -> port 1\n"
              "channel 0..1, lane 0..1 -> port 2\n");
  exercise_set(map.reached, exercise_map_item(&map, EXERCISE_FILL, 1, 2, 0));
  check_lines(EXERCISE_FILL, EXERCISE_MISSED,
              "port 0..2: fill 0..1\nport 0, 2: fill 2\nport 0..2: fill 3..4\n");
  check_lines(EXERCISE_KEPT, EXERCISE_UNREACHABLE, "channel 2\n");
  check_lines(EXERCISE_CONTENDERS, EXERCISE_UNREACHABLE,
              "port 0: 3 channels\nport 0..1: 4 channels\nport 0..2: 5 channels\n");
  for (size_t channel = 0; channel < 5; channel++)
    for (size_t bit = 0; bit < 3; bit++)
      exercise_set(map.reached,
                   exercise_map_item(&map, EXERCISE_HEADER, channel, bit, channel != 3));
  check_lines(EXERCISE_HEADER, EXERCISE_MISSED,
              "channel 0..2, lane 1: destination[0..2] = 0\n"
              "lane 0: destination[0..2] = 1\n");
  check_lines(EXERCISE_STORE_FILL, EXERCISE_MISSED, "");
  exercise_map_close(&map);
  open_map(&t, &shape, "rand-trans", 1, 1, 2);
  check_lines(EXERCISE_LINK_WON, EXERCISE_MISSED, "queue 0..5\n");
  exercise_map_close(&map);
}

static void test_kinds_have_names(void **state)
{
  (void)state;
  for (int i = 0; i < EXERCISE_KINDS; i++) {
    assert_true(exercise_kinds[i].name && exercise_kinds[i].text &&
                exercise_kinds[i].unreachable);
    for (int k = 0; k < i; k++) {
      assert_string_not_equal(exercise_kinds[i].name, exercise_kinds[k].name);
      assert_string_not_equal(exercise_kinds[i].text, exercise_kinds[k].text);
    }
  }
}

/* --- sessions --- */

static void test_what_cannot_be_watched_is_refused(void **state)
{
  struct description d = description_of("rdn:2x2:1", "all-to-all-broadcast");
  struct session session;
  struct err err = {.kind = ERR_NONE};

  (void)state;
  d.exercise = true;
  assert_false(session_open(&session, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "--exercise", "engines");
  d = description_of("hypercube:3", "random");
  d.exercise = true;
  d.machine = "array";
  err = (struct err){.kind = ERR_NONE};
  assert_false(session_open(&session, &d, NULL, &err));
  check_error(&err, ERR_USAGE, "--exercise", "cosim");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_golden_runs_are_counted_again),
      cmocka_unit_test(test_dimensions_ascend),
      cmocka_unit_test(test_priorities_and_vcs),
      cmocka_unit_test(test_large_networks_are_not_walked),
      cmocka_unit_test(test_maps_are_merged_stored_and_read),
      cmocka_unit_test(test_torn_texts_are_refused),
      cmocka_unit_test(test_items_are_named_in_groups),
      cmocka_unit_test(test_kinds_have_names),
      cmocka_unit_test(test_what_cannot_be_watched_is_refused),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}

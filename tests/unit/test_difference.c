/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_difference -- one wrong bit, anywhere, is found there; and no other is.
 *
 * A golden network runs twice in lock step, and the second shows one bit inverted.
 */
#include "check/difference.h"

#include "base/bits.h"
#include "tests/unit/support.h"

enum { N = 3, SWITCHES = 8, CYCLES = 14, SEED = 5 };

/* The pair: `machine` is the golden one, `planted` wraps its twin. */
struct pair {
  struct network golden, twin;
  struct planted planted;
  struct machine dut;
};

static void pair_open(struct pair *pair, uint32_t lanes, uint32_t depth)
{
  network_open(&pair->golden, N, lanes, depth, 1 << 12);
  network_open(&pair->twin, N, lanes, depth, 1 << 12);
  pair->planted =
      (struct planted){.inner = pair->twin.golden, .topology = &pair->golden.topology};
  pair->dut = planted_machine(&pair->planted);
}

static void pair_close(struct pair *pair)
{
  network_close(&pair->golden);
  network_close(&pair->twin);
}

/* One cycle of full load for both. */
static void pair_tick(struct pair *pair, struct rng *rng)
{
  const struct machine *m = &pair->golden.golden;
  struct links links = m->ops->links(m->self);
  struct injection injections[SWITCHES * N];
  size_t count = 0;

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    for (uint64_t lanes = links.ready[sw] >> N; lanes; lanes &= lanes - 1)
      injections[count++] = (struct injection){
          .at = sw,
          .lane = bits_lowest(lanes),
          .packet = {.header = rng_below(rng, 8), .data = rng_next(rng)}};
  machine_tick(m, &(struct stimulus){injections, count, 0});
  machine_tick(&pair->dut, &(struct stimulus){injections, count, 0});
}

static bool differ(struct pair *pair, struct difference *difference)
{
  const struct machine *m = &pair->golden.golden;
  struct links golden = m->ops->links(m->self);
  struct links dut = pair->dut.ops->links(pair->dut.self);

  *difference = (struct difference){.cycle = 4711, .at = 99, .port = 99, .others = 99};
  return difference_find(&pair->golden.shape, m, &pair->dut, &golden, &dut, difference);
}

/* The value of the field in the golden machine; false where the field means nothing. */
static bool golden_value(const struct pair *pair, enum difference_field field, uint32_t sw,
                         uint32_t port, uint64_t *value)
{
  const struct machine *m = &pair->golden.golden;
  struct links links = m->ops->links(m->self);
  struct packet packet;

  switch (field) {
  case DIFFERENCE_OUT_VALID:
    *value = links.valid[sw] >> port & 1;
    return port < N;
  case DIFFERENCE_IN_READY:
    *value = links.ready[sw] >> port & 1;
    return port < N;
  case DIFFERENCE_INJECT_READY:
    *value = links.ready[sw] >> (N + port) & 1;
    return port < pair->golden.shape.lanes;
  case DIFFERENCE_EJECT_VALID:
    *value = links.eject[sw] >> port & 1;
    return port < shape_channels(&pair->golden.shape);
  case DIFFERENCE_OUT_HEADER:
  case DIFFERENCE_OUT_DATA:
    if (!(links.valid[sw] >> port & 1))
      return false;
    packet = m->ops->out_packet(m->self, sw, port);
    *value = field == DIFFERENCE_OUT_HEADER ? packet.header : packet.data;
    return true;
  case DIFFERENCE_EJECT_HEADER:
  case DIFFERENCE_EJECT_DATA:
    if (!(links.eject[sw] >> port & 1))
      return false;
    packet = m->ops->eject_packet(m->self, sw, port);
    *value = field == DIFFERENCE_EJECT_HEADER ? packet.header : packet.data;
    return true;
  }
  return false;
}

/* How many bits a field has. */
static uint32_t bits_of(enum difference_field field)
{
  if (field == DIFFERENCE_OUT_HEADER || field == DIFFERENCE_EJECT_HEADER)
    return N;
  return field == DIFFERENCE_OUT_DATA || field == DIFFERENCE_EJECT_DATA ? 64 : 1;
}

static void check_difference(const struct difference *is, const struct plant *plant,
                             uint64_t golden, uint32_t others, const char *where)
{
  CHECK(is->at == plant->at && is->port == plant->port && is->field == plant->field,
        "%s: found at switch %u port %u %s, not switch %u port %u %s", where, is->at,
        is->port, difference_field_name(is->field), plant->at, plant->port,
        difference_field_name(plant->field));
  CHECK(is->golden == golden && is->dut == (golden ^ UINT64_C(1) << plant->bit),
        "%s: %s golden %#" PRIx64 " dut %#" PRIx64 ", not %#" PRIx64
        " with bit %u inverted",
        where, difference_field_name(is->field), is->golden, is->dut, golden, plant->bit);
  CHECK(is->others == others, "%s: %u other switches, not %u", where, is->others, others);
  CHECK(is->cycle == 4711, "%s: the cycle is not ours to set", where);
}

/* Every bit of a field at one place in this cycle; returns 1 if the field means something.
 */
static uint32_t plant_one(struct pair *pair, enum difference_field field, uint32_t sw,
                          uint32_t port, const char *where)
{
  struct difference difference;
  uint64_t golden = 0;
  bool meant = golden_value(pair, field, sw, port, &golden);

  if (!meant && bits_of(field) == 1)
    return 0; /* no such port */
  pair->planted.count = 1;
  for (uint32_t bit = 0; bit < bits_of(field); bit++) {
    struct plant plant = {
        .cycle = pair->planted.cycle, .field = field, .at = sw, .port = port, .bit = bit};

    pair->planted.plants[0] = plant;
    bool found = differ(pair, &difference);
    CHECK(found == meant, "%s: %s bit %u of switch %u port %u is %sfound", where,
          difference_field_name(field), bit, sw, port, found ? "" : "not ");
    if (found)
      check_difference(&difference, &plant, golden, 0, where);
  }
  pair->planted.count = 0;
  return meant;
}

/* In every cycle, at every switch and port, every field; a packet that is not shown means
 * nothing.  And nothing is found without a fault. */
static void test_every_single_bit_is_found(void **state)
{
  static const uint32_t shapes[][2] = {{1, 1}, {3, 2}, {2, 0}}; /* lanes, depth */
  uint32_t meant[DIFFERENCE_EJECT_DATA + 1] = {0};

  (void)state;
  for (size_t i = 0; i < 3; i++) {
    struct pair pair;
    struct rng rng = rng_seed(SEED, i);

    pair_open(&pair, shapes[i][0], shapes[i][1]);
    for (uint32_t cycle = 0; cycle < CYCLES; cycle++) {
      struct difference difference;
      char where[96];

      snprintf(where, sizeof where, "lanes %u depth %u seed %d cycle %u", shapes[i][0],
               shapes[i][1], SEED, cycle);
      CHECK(!differ(&pair, &difference), "%s: equal machines differ", where);
      for (uint32_t field = 0; field <= DIFFERENCE_EJECT_DATA; field++)
        for (uint32_t sw = 0; sw < SWITCHES; sw++)
          for (uint32_t port = 0; port < shape_channels(&pair.golden.shape); port++)
            meant[field] += plant_one(&pair, field, sw, port, where);
      pair_tick(&pair, &rng);
    }
    pair_close(&pair);
  }
  for (uint32_t field = 0; field <= DIFFERENCE_EJECT_DATA; field++)
    CHECK(meant[field] > 100, "%s was tried %u times", difference_field_name(field),
          meant[field]);
}

/* The places where each field means something in this cycle, in the order of the report:
 * switch, field, port. */
static size_t places_of(const struct pair *pair, struct plant *places, size_t capacity)
{
  size_t count = 0;
  uint64_t value;

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    for (uint32_t field = 0; field <= DIFFERENCE_EJECT_DATA; field++)
      for (uint32_t port = 0; port < shape_channels(&pair->golden.shape); port++)
        if (golden_value(pair, field, sw, port, &value)) {
          assert_true(count < capacity);
          places[count++] = (struct plant){
              .cycle = pair->planted.cycle, .field = field, .at = sw, .port = port};
        }
  return count;
}

static bool same_place(const struct plant *a, const struct plant *b)
{
  return a->at == b->at && a->field == b->field && a->port == b->port;
}

/* Are these the header of a packet and the data of another, on ports of one switch?  They
 * have a test of their own. */
static bool header_and_data(const struct plant *a, const struct plant *b)
{
  bool halves = (a->field == DIFFERENCE_OUT_HEADER && b->field == DIFFERENCE_OUT_DATA) ||
                (a->field == DIFFERENCE_EJECT_HEADER && b->field == DIFFERENCE_EJECT_DATA);

  return halves && a->at == b->at && a->port != b->port;
}

/* Can a fault be planted at `place` beside the first `count` plants? */
static bool fits(const struct planted *p, size_t count, const struct plant *place)
{
  for (size_t i = 0; i < count; i++)
    if (same_place(&p->plants[i], place) || header_and_data(&p->plants[i], place) ||
        header_and_data(place, &p->plants[i]))
      return false;
  return true;
}

/* Of several faults the one at the lowest switch is reported, there the first field, there
 * the lowest port; the other switches are counted. */
static void check_several(struct pair *pair, const struct plant *places, size_t count,
                          struct rng *rng, const char *where)
{
  struct planted *p = &pair->planted;
  struct difference difference;
  size_t lowest = count;
  uint64_t golden, switches = 0;

  p->count = 2 + rng_below(rng, PLANTS - 1);
  for (size_t i = 0; i < p->count; i++) {
    size_t place = rng_below(rng, count);

    while (!fits(p, i, &places[place]))
      place = rng_below(rng, count);
    p->plants[i] = places[place];
    lowest = place < lowest ? place : lowest;
    switches |= UINT64_C(1) << places[place].at;
  }
  assert_true(golden_value(pair, places[lowest].field, places[lowest].at,
                           places[lowest].port, &golden));
  CHECK(differ(pair, &difference), "%s: nothing is found", where);
  check_difference(&difference, &places[lowest], golden, bits_count(switches) - 1, where);
  p->count = 0;
}

static void test_lowest_switch_then_field_then_port(void **state)
{
  struct rng rng = rng_seed(SEED, 100);
  struct pair pair;

  (void)state;
  pair_open(&pair, 3, 2);
  for (uint32_t cycle = 0; cycle < 3 * CYCLES; cycle++) {
    struct plant places[2048];
    size_t count = places_of(&pair, places, 2048);

    for (uint32_t round = 0; round < 500; round++) {
      char where[64];

      snprintf(where, sizeof where, "seed %d cycle %u round %u", SEED, cycle, round);
      check_several(&pair, places, count, &rng, where);
    }
    pair_tick(&pair, &rng);
  }
  pair_close(&pair);
}

/* The header is the first field, whatever port it is on. */
static void test_header_comes_before_data_of_a_lower_port(void **state)
{
  struct rng rng = rng_seed(SEED, 200);
  struct pair pair;
  uint32_t tried = 0;

  (void)state;
  pair_open(&pair, 3, 2);
  for (uint32_t cycle = 0; cycle < 3 * CYCLES; cycle++) {
    struct plant places[2048];
    size_t count = places_of(&pair, places, 2048);
    char where[64];

    snprintf(where, sizeof where, "seed %d cycle %u", SEED, cycle);
    for (size_t i = 0; i < count; i++)
      for (size_t j = 0; j < count; j++)
        if (header_and_data(&places[i], &places[j])) {
          struct difference difference;
          uint64_t golden;

          pair.planted.count = 2;
          pair.planted.plants[0] = places[i];
          pair.planted.plants[1] = places[j];
          assert_true(
              golden_value(&pair, places[i].field, places[i].at, places[i].port, &golden));
          CHECK(differ(&pair, &difference), "%s: nothing is found", where);
          check_difference(&difference, &places[i], golden, 0, where);
          pair.planted.count = 0;
          tried++;
        }
    pair_tick(&pair, &rng);
  }
  CHECK(tried > 100, "tried %u times", tried);
  pair_close(&pair);
}

/* --- several VCs, on machines that only show --- */

enum { VCS_MAX = 4, LANES = 2, CHANNELS_MAX = N * VCS_MAX + LANES, ROUNDS = 40 };

struct image {
  uint32_t vcs;
  uint64_t valid[SWITCHES], ready[SWITCHES], eject[SWITCHES];
  struct packet out[SWITCHES][N], ejected[SWITCHES][CHANNELS_MAX];
};

static struct packet image_out_packet(const void *self, uint32_t sw, uint32_t port)
{
  const struct image *image = self;

  CHECK(image->valid[sw] >> (port * image->vcs) & bits_mask(image->vcs),
        "switch %u port %u is asked for its packet and shows none", sw, port);
  return image->out[sw][port];
}

static struct packet image_eject_packet(const void *self, uint32_t sw, uint32_t channel)
{
  const struct image *image = self;

  CHECK(image->eject[sw] >> channel & 1, "switch %u channel %u ejects none", sw, channel);
  return image->ejected[sw][channel];
}

static const struct machine_ops image_ops = {
    .name = "image", .out_packet = image_out_packet, .eject_packet = image_eject_packet};

/* At most one VC of a port is valid. */
static void draw_image(struct image *image, uint32_t vcs, struct rng *rng)
{
  *image = (struct image){.vcs = vcs};
  for (uint32_t sw = 0; sw < SWITCHES; sw++) {
    for (uint32_t port = 0; port < N; port++) {
      uint32_t vc = (uint32_t)rng_below(rng, vcs + 1);

      if (vc < vcs)
        image->valid[sw] |= UINT64_C(1) << (port * vcs + vc);
      image->out[sw][port] = (struct packet){rng_next(rng), rng_next(rng)};
    }
    image->ready[sw] = rng_next(rng) & bits_mask(N * vcs + LANES);
    image->eject[sw] = rng_next(rng) & bits_mask(N * vcs + LANES);
    for (uint32_t c = 0; c < CHANNELS_MAX; c++)
      image->ejected[sw][c] = (struct packet){rng_next(rng), rng_next(rng)};
  }
}

/* Switches that show something, into active[SWITCHES]; their number. */
static size_t list_active(const struct image *image, uint32_t *active)
{
  size_t count = 0;

  for (uint32_t sw = 0; sw < SWITCHES; sw++)
    if (image->valid[sw] || image->eject[sw] ||
        image->ready[sw] != bits_mask(N * image->vcs + LANES))
      active[count++] = sw;
  return count;
}

static bool images_differ(const struct image *golden, const struct image *dut,
                          struct difference *difference)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = {.topology = &t, .lanes = LANES, .vcs = golden->vcs};
  struct machine sides[2] = {{.ops = &image_ops, .self = (void *)golden},
                             {.ops = &image_ops, .self = (void *)dut}};
  uint32_t active[2][SWITCHES];
  struct links links[2] = {{golden->valid, golden->ready, golden->eject, active[0], 0},
                           {dut->valid, dut->ready, dut->eject, active[1], 0}};

  links[0].active_count = list_active(golden, active[0]);
  links[1].active_count = list_active(dut, active[1]);

  *difference = (struct difference){.at = 99, .port = 99, .vc = 99, .others = 99};
  return difference_find(&shape, &sides[0], &sides[1], &links[0], &links[1], difference);
}

/* The pair differs in one place, and it is this one. */
static void check_image(const struct image *golden, const struct image *dut,
                        const struct difference *expected)
{
  struct difference is;

  CHECK(images_differ(golden, dut, &is), "%u VCs, switch %u port %u VC %u %s", golden->vcs,
        expected->at, expected->port, expected->vc, difference_field_name(expected->field));
  CHECK(is.at == expected->at && is.port == expected->port && is.vc == expected->vc &&
            is.field == expected->field,
        "%u VCs: switch %u port %u VC %u %s, not switch %u port "
        "%u VC %u %s",
        golden->vcs, is.at, is.port, is.vc, difference_field_name(is.field), expected->at,
        expected->port, expected->vc, difference_field_name(expected->field));
  CHECK(is.golden == expected->golden && is.dut == expected->dut && is.others == 0,
        "%s: golden %#" PRIx64 " dut %#" PRIx64 " others %u",
        difference_field_name(is.field), is.golden, is.dut, is.others);
}

/* One bit of a mask inverted, at a queue, a lane or a channel. */
static void check_bit(const struct image *golden, struct image *dut, uint64_t *mask,
                      uint32_t bit, struct difference expected)
{
  expected.golden = *mask >> bit & 1;
  expected.dut = !expected.golden;
  *mask ^= UINT64_C(1) << bit;
  check_image(golden, dut, &expected);
  *mask ^= UINT64_C(1) << bit;
}

/* One bit of a packet inverted; nothing is found when it is not shown. */
static void check_packet(const struct image *golden, struct image *dut,
                         struct packet *packet, bool shown, struct difference expected)
{
  struct packet is = *packet;

  for (uint32_t half = 0; half < 2; half++) {
    uint64_t *word = half ? &packet->data : &packet->header;

    expected.golden = *word;
    *word ^= UINT64_C(1) << 40;
    expected.dut = *word;
    if (shown)
      check_image(golden, dut, &expected);
    else
      assert_false(images_differ(golden, dut, &(struct difference){.at = 0}));
    expected.field++;
    *packet = is;
  }
}

/* In every place of a switch, one difference. */
static void check_switch(const struct image *golden, struct image *dut, uint32_t sw)
{
  const uint32_t vcs = golden->vcs, queues = N * vcs;

  for (uint32_t q = 0; q < queues; q++) {
    struct difference at = {.at = sw, .port = q / vcs, .vc = q % vcs};

    at.field = DIFFERENCE_OUT_VALID;
    check_bit(golden, dut, &dut->valid[sw], q, at);
    at.field = DIFFERENCE_IN_READY;
    check_bit(golden, dut, &dut->ready[sw], q, at);
  }
  for (uint32_t port = 0; port < N; port++) {
    uint64_t valid = golden->valid[sw] >> (port * vcs) & bits_mask(vcs);

    check_packet(golden, dut, &dut->out[sw][port], valid != 0,
                 (struct difference){.at = sw,
                                     .port = port,
                                     .vc = valid ? bits_lowest(valid) : 0,
                                     .field = DIFFERENCE_OUT_HEADER});
  }
  for (uint32_t lane = 0; lane < LANES; lane++)
    check_bit(
        golden, dut, &dut->ready[sw], queues + lane,
        (struct difference){.at = sw, .port = lane, .field = DIFFERENCE_INJECT_READY});
  for (uint32_t c = 0; c < queues + LANES; c++) {
    struct difference at = {.at = sw, .port = c, .field = DIFFERENCE_EJECT_VALID};

    check_bit(golden, dut, &dut->eject[sw], c, at);
    at.field = DIFFERENCE_EJECT_HEADER;
    check_packet(golden, dut, &dut->ejected[sw][c], golden->eject[sw] >> c & 1, at);
  }
}

static void test_every_queue_and_channel_of_several_vcs(void **state)
{
  (void)state;
  for (uint32_t vcs = 1; vcs <= VCS_MAX; vcs++) {
    struct rng rng = rng_seed(SEED, 300 + vcs);

    for (uint32_t round = 0; round < ROUNDS; round++) {
      static struct image golden, dut;

      draw_image(&golden, vcs, &rng);
      dut = golden;
      assert_false(images_differ(&golden, &dut, &(struct difference){.at = 0}));
      for (uint32_t sw = 0; sw < SWITCHES; sw++)
        check_switch(&golden, &dut, sw);
    }
  }
}

/* The same packet in another VC of the port: the lower VC is told. */
static void test_packet_in_the_wrong_vc(void **state)
{
  (void)state;
  for (uint32_t vcs = 2; vcs <= VCS_MAX; vcs++)
    for (uint32_t right = 0; right < vcs; right++)
      for (uint32_t wrong = 0; wrong < vcs; wrong++) {
        struct rng rng = rng_seed(SEED, 400);
        static struct image golden, dut;

        if (wrong == right)
          continue;
        draw_image(&golden, vcs, &rng);
        golden.valid[5] = UINT64_C(1) << (2 * vcs + right);
        dut = golden;
        dut.valid[5] = UINT64_C(1) << (2 * vcs + wrong);
        check_image(&golden, &dut,
                    &(struct difference){.at = 5,
                                         .port = 2,
                                         .vc = right < wrong ? right : wrong,
                                         .field = DIFFERENCE_OUT_VALID,
                                         .golden = right < wrong,
                                         .dut = wrong < right});
      }
}

/* Reports and their readers rely on them. */
static void test_names_of_the_fields(void **state)
{
  static const char *const names[] = {"out_valid",    "out_header",   "out_data",
                                      "in_ready",     "inject_ready", "eject_valid",
                                      "eject_header", "eject_data"};

  (void)state;
  for (uint32_t field = 0; field <= DIFFERENCE_EJECT_DATA; field++)
    assert_string_equal(difference_field_name(field), names[field]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_single_bit_is_found),
      cmocka_unit_test(test_lowest_switch_then_field_then_port),
      cmocka_unit_test(test_header_comes_before_data_of_a_lower_port),
      cmocka_unit_test(test_every_queue_and_channel_of_several_vcs),
      cmocka_unit_test(test_packet_in_the_wrong_vc),
      cmocka_unit_test(test_names_of_the_fields),
  };

  return cmocka_run_group_tests(tests, NULL, NULL);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_difference_vcs -- one wrong bit with several VCs, on machines that only show. */
#include "run/lockstep/difference.h"

#include "base/bits.h"
#include "tests/unit/support.h"

enum {
  N = 3,
  SWITCHES = 8,
  SEED = 5,
  VCS_MAX = ROUTE_VCS,
  LANES = 2,
  CHANNELS_MAX = N * VCS_MAX + LANES,
  ROUNDS = 40
};

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
  struct links links[2] = {
      {.valid = golden->valid,
       .ready = golden->ready,
       .eject = golden->eject,
       .active = active[0]},
      {.valid = dut->valid, .ready = dut->ready, .eject = dut->eject, .active = active[1]}};

  links[0].active_count = list_active(golden, active[0]);
  links[1].active_count = list_active(dut, active[1]);

  *difference = (struct difference){.at = 99, .port = 99, .vc = 99, .others = 99};
  return difference_find(&shape, &sides[0], &sides[1], &links[0], &links[1], NULL,
                         difference);
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

TEST(test_every_queue_and_channel_of_several_vcs)
{
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
TEST(test_packet_in_the_wrong_vc)
{
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

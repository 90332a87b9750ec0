/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop_judge_network -- the public API: a judge finds nothing in golden networks,
 * whatever pins show beyond their widths, and something in broken ones; what it refuses to
 * judge. */
#include "include/lockhop.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

static uint64_t beyond(uint32_t bits)
{
  return bits < 64 ? UINT64_MAX << bits : 0;
}

static void widen(const struct lockhop_shape *shape, struct lockhop_packet *packets,
                  uint32_t count)
{
  for (uint32_t i = 0; i < count; i++) {
    packets[i].header |= beyond(shape->header_bits);
    packets[i].data |= beyond(shape->data_bits);
  }
}

/* Set the bits beyond widths: they mean nothing.  In packets those of one end, so that the
 * other end differs. */
static void add_noise(const struct lockhop_shape *shape, struct lockhop_inputs *in,
                      struct lockhop_outputs *out)
{
  in->phase |= (uint32_t)beyond(shape->phase_bits);
  in->in_valid |= beyond(shape->queues);
  in->out_ready |= beyond(shape->queues);
  in->inject_valid |= beyond(shape->lanes);
  out->in_ready |= beyond(shape->queues);
  out->out_valid |= beyond(shape->queues);
  out->inject_ready |= beyond(shape->lanes);
  out->eject_valid |= beyond(shape->channels);
  widen(shape, in->in_packet, shape->ports);
  widen(shape, in->inject_packet, shape->lanes);
}

/* All switches of a golden network break no rule; then one of them does. */
static void judge_network(const struct lockhop_description *given, bool breaks)
{
  struct lockhop_description d = *given;
  static struct lockhop_outputs outputs[64];
  struct lockhop_inputs inputs;
  struct lockhop_error error;

  d.pins = true;
  struct lockhop_network *network = lockhop_open(&d, &error);
  struct lockhop_judge *judge = lockhop_judge_open(&d, LOCKHOP_EACH, &error);
  CHECK(network && judge, "%s %s: %s", d.topology, d.traffic, error.text);
  const struct lockhop_shape shape = lockhop_judge_shape(judge);
  const uint32_t switches = shape.switches;
  uint32_t faulty = LOCKHOP_NONE;

  assert_true(switches <= 64 && switches == lockhop_shape_of(network).switches);
  for (uint64_t cycle = 0; lockhop_result_of(network).outcome == LOCKHOP_RUNNING; cycle++) {
    for (uint32_t sw = 0; sw < switches; sw++)
      lockhop_outputs_of(network, sw, &outputs[sw]);
    assert_true(lockhop_tick(network, &error));
    for (uint32_t sw = 0; sw < switches; sw++) {
      lockhop_inputs_of(network, sw, &inputs);
      if (breaks && faulty == LOCKHOP_NONE &&
          (outputs[sw].out_valid & inputs.out_ready & 1)) {
        faulty = sw;
        outputs[sw].out_packet[0].data ^= 2;
      }
      add_noise(&shape, &inputs, &outputs[sw]);
      lockhop_judge_pins(judge, sw, &inputs, &outputs[sw]);
    }
    CHECK(lockhop_judge_tick(judge, &error), "%s", error.text);
  }
  CHECK(lockhop_judge_end(judge, &error), "%s", error.text);
  const struct lockhop_verdict v = lockhop_judge_verdict_of(judge);

  CHECK(v.broken == breaks, "%s %s: %s", d.topology, d.traffic, v.text);
  if (breaks)
    CHECK(v.sw == faulty, "%u, not %u: %s", faulty, v.sw, v.text);
  lockhop_judge_close(judge);
  lockhop_close(network);
}

TEST(test_golden_networks)
{
  static const struct lockhop_description runs[] = {
      {.topology = "hypercube:3", .traffic = "random", .packets = 4, .depth = 1, .seed = 1},
      {.topology = "hypercube:3", .traffic = "random", .routing = "rand-sync", .depth = 2},
      {.topology = "hypercube:3",
       .traffic = "random",
       .routing = "drand-trans-ooo",
       .depth = 2},
      {.topology = "torus:3x4", .traffic = "random", .packets = 4, .depth = 1},
      {.topology = "d3:2,3", .traffic = "broadcast,source=0.0.1", .depth = 1, .lanes = 2},
      {.topology = "hypercube:3",
       .traffic = "uniform,load=1,warmup=0,measure=60",
       .depth = 2,
       .disturb = "stalls,resets"},
  };

  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    judge_network(&runs[i], false);
    judge_network(&runs[i], true);
  }
}

static void refuse(const struct lockhop_description *description, uint32_t sw,
                   const char *part)
{
  struct lockhop_error error = {.code = LOCKHOP_OK};

  assert_null(lockhop_judge_open(description, sw, &error));
  assert_int_equal(error.code, LOCKHOP_USAGE);
  CHECK(strstr(error.text, part) != NULL, "'%s' is not in: %s", part, error.text);
}

TEST(test_refused)
{
  struct lockhop_description d = {.topology = NULL};

  refuse(&d, 0, "needs a topology");
  d.topology = "hypercube:2";
  refuse(&d, 4, "switch 4: there are switches 0 to 3");
  d.options = "--waive oder";
  refuse(&d, 0, "did you mean 'order'?");
  d.options = "--compare cycle";
  refuse(&d, 0, "--compare cycle: a judge judges the flow");
  d.options = "--data nothing";
  refuse(&d, 0, "--data 'nothing'");
  d.options = "--data constant";
  d.routing = "drand-trans-ooo";
  refuse(&d, 0, "--data constant: packets may be equal");
  d = (struct lockhop_description){.topology = "hypercube:3",
                                   .traffic = "one-to-all-broadcast"};
  refuse(&d, 0, "engines");
  lockhop_judge_close(NULL);
}

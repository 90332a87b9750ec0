/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_lockhop_show -- the public API: golden switches as the caller's design pass; one
 * that breaks a rule is found in its cycle; what is refused. */
#include "include/lockhop.h"
#include "tests/unit/unit.h"

#include <string.h>

enum { SWITCHES = 32, NO_SWITCH = UINT32_MAX, WAITING = 64 };

/* What the design does wrong, once, by the first packet that leaves by port 0. */
enum mistake { NONE, FLIPS, WITHDRAWS_ALL };

/* What a switch has ejected, and its terminal has not taken: the oldest first. */
struct waiting {
  struct lockhop_packet packets[WAITING];
  uint32_t count;
};

struct design {
  struct lockhop_network *network;
  struct lockhop_shape shape;
  struct lockhop_switch *switches[SWITCHES];
  enum mistake mistake;
  uint32_t faulty; /* the switch that has made it */
  uint64_t at;     /* in this cycle */
  bool waits;      /* for its terminals */
  struct waiting waiting[SWITCHES][LOCKHOP_CHANNELS];
};

static void reset_switches(struct design *d)
{
  for (uint32_t sw = 0; sw < d->shape.switches; sw++)
    for (uint32_t i = d->shape.channels; i-- > 0;)
      lockhop_switch_tick(d->switches[sw], &(struct lockhop_inputs){
                                               .rst = true,
                                               .here = lockhop_here(d->network, sw),
                                               .seed = lockhop_seed(d->network, sw, i)});
}

static void open_design(struct design *d, const struct lockhop_description *given,
                        enum mistake mistake)
{
  struct lockhop_error error;

  *d = (struct design){
      .network = lockhop_open(given, &error), .mistake = mistake, .faulty = NO_SWITCH};
  CHECK(d->network, "%s %s: %s", given->topology, given->traffic, error.text);
  d->shape = lockhop_shape_of(d->network);
  const struct lockhop_description one = {.topology = d->shape.topology,
                                          .routing = d->shape.routing,
                                          .depth = d->shape.depth,
                                          .lanes = d->shape.lanes,
                                          .vcs = d->shape.vcs,
                                          .store = d->shape.store,
                                          .data_bits = d->shape.data_bits};

  assert_true(d->shape.switches <= SWITCHES);
  for (uint32_t sw = 0; sw < d->shape.switches; sw++) {
    d->switches[sw] = lockhop_switch_open(&one, &error);
    CHECK(d->switches[sw], "%s", error.text);
  }
  reset_switches(d);
}

static void close_design(struct design *d)
{
  for (uint32_t sw = 0; sw < d->shape.switches; sw++)
    lockhop_switch_close(d->switches[sw]);
  lockhop_close(d->network);
}

/* Golden switches eject in any case: what waits is shown in place of that. */
static void show_waiting(struct design *d, uint32_t sw, struct lockhop_outputs *out)
{
  for (uint32_t channel = 0; channel < d->shape.channels; channel++) {
    struct waiting *w = &d->waiting[sw][channel];

    if (out->eject_valid >> channel & 1) {
      assert_true(w->count < WAITING);
      w->packets[w->count++] = out->eject_packet[channel];
    }
    if (w->count == 0)
      continue;
    out->eject_valid |= UINT64_C(1) << channel;
    out->eject_packet[channel] = w->packets[0];
  }
}

static void take(struct design *d, uint32_t sw, const struct lockhop_inputs *in)
{
  for (uint32_t channel = 0; channel < d->shape.channels; channel++) {
    struct waiting *w = &d->waiting[sw][channel];

    if (in->rst)
      w->count = 0;
    if (w->count > 0 && !(in->eject_refused >> channel & 1))
      memmove(&w->packets[0], &w->packets[1], --w->count * sizeof w->packets[0]);
  }
}

/* What switch `sw` shows in cycle `cycle`: the golden outputs, and the mistake. */
static void show(struct design *d, uint32_t sw, uint64_t cycle)
{
  struct lockhop_outputs out;

  lockhop_switch_outputs(d->switches[sw], &out);
  if (d->mistake == FLIPS && d->faulty == NO_SWITCH && (out.out_valid & 1)) {
    d->faulty = sw;
    d->at = cycle;
  }
  if (d->mistake == FLIPS && d->faulty == sw && (out.out_valid & 1))
    out.out_packet[0].data ^= UINT64_C(1) << (d->shape.data_bits - 1);
  if (d->waits)
    show_waiting(d, sw, &out);
  if (d->mistake == WITHDRAWS_ALL)
    out.out_valid = 0;
  out.out_valid |= d->shape.queues < 64 ? UINT64_MAX << d->shape.queues : 0; /* ignored */
  lockhop_show(d->network, sw, &out);
}

static enum lockhop_outcome run(struct design *d)
{
  struct lockhop_inputs in;
  struct lockhop_error error;

  for (uint64_t cycle = 0; lockhop_result_of(d->network).outcome == LOCKHOP_RUNNING;
       cycle++) {
    for (uint32_t sw = 0; sw < d->shape.switches; sw++)
      show(d, sw, cycle);
    CHECK(lockhop_tick(d->network, &error), "%s", error.text);
    for (uint32_t sw = 0; sw < d->shape.switches; sw++) {
      lockhop_inputs_of(d->network, sw, &in);
      take(d, sw, &in);
      lockhop_switch_tick(d->switches[sw], &in);
    }
  }
  return lockhop_result_of(d->network).outcome;
}

static const struct lockhop_description runs[] = {
    {.topology = "hypercube:3", .traffic = "random", .packets = 4, .depth = 1, .seed = 1},
    {.topology = "hypercube:2",
     .traffic = "random",
     .routing = "rand-sync",
     .depth = 2,
     .packets = LOCKHOP_ZERO},
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

TEST(test_golden_switches_pass)
{
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++)
    for (int delivery = 0; delivery < 2; delivery++) {
      struct lockhop_description d = runs[i];
      struct design design;

      d.pins = true;
      d.options = delivery ? "--compare delivery" : "--compare flow";
      open_design(&design, &d, NONE);
      const enum lockhop_outcome outcome = run(&design);
      const struct lockhop_verdict v = lockhop_verdict_of(design.network);
      const struct lockhop_result result = lockhop_result_of(design.network);

      CHECK(outcome == LOCKHOP_PASS && !v.broken && !v.text, "%s %s %s: %s", d.topology,
            d.traffic, d.options, lockhop_outcome_name(outcome));
      assert_true(result.delivered == result.deliveries && result.delivered > 0);
      close_design(&design);
    }
}

TEST(test_a_flipped_bit_is_found)
{
  for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
    struct lockhop_description d = runs[i];
    struct design design;

    d.pins = true;
    d.disturb = NULL;
    d.options = "--compare flow";
    open_design(&design, &d, FLIPS);
    const enum lockhop_outcome outcome = run(&design);
    const struct lockhop_verdict v = lockhop_verdict_of(design.network);

    CHECK(outcome == LOCKHOP_DIFFER && v.broken, "%s %s: %s", d.topology, d.traffic,
          lockhop_outcome_name(outcome));
    CHECK(v.sw == design.faulty && v.cycle == design.at && v.port == 0 &&
              strcmp(v.rule, "corrupt") == 0,
          "switch %u in cycle %llu: %s", design.faulty, (unsigned long long)design.at,
          v.text);
    assert_string_equal(lockhop_outcome_name(outcome), "DIFFER");
    close_design(&design);
  }
}

TEST(test_a_wrong_delivery_is_lost)
{
  struct lockhop_description d = runs[0];
  struct design design;

  d.pins = true;
  d.options = "--compare delivery";
  open_design(&design, &d, FLIPS);
  assert_int_equal(run(&design), LOCKHOP_LOST);
  close_design(&design);
}

/* The switches are reset with the network, and run the same run again. */
TEST(test_reset)
{
  struct lockhop_description d = runs[0];
  struct lockhop_error error;
  struct design design;

  d.pins = true;
  d.options = "--compare flow";
  open_design(&design, &d, FLIPS);
  assert_int_equal(run(&design), LOCKHOP_DIFFER);
  design.mistake = NONE;
  CHECK(lockhop_reset(design.network, &error), "%s", error.text);
  assert_false(lockhop_verdict_of(design.network).broken);
  reset_switches(&design);
  assert_int_equal(run(&design), LOCKHOP_PASS);
  design.mistake = WITHDRAWS_ALL;
  CHECK(lockhop_reset(design.network, &error), "%s", error.text);
  reset_switches(&design);
  assert_int_equal(run(&design), LOCKHOP_DIFFER);
  assert_string_equal(lockhop_verdict_of(design.network).rule, "lost");
  close_design(&design);
}

TEST(test_terminals_that_refuse)
{
  static const struct {
    const char *disturb;
    bool eject_ready, waits;
    const char *rule; /* NULL: PASS */
  } rows[] = {{"refusals", true, true, NULL},
              {"all", true, true, NULL},
              {"all", true, false, "stable"},
              {"refusals,resets", true, false, "stable"},
              {"all", false, false, NULL}};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const struct lockhop_description d = {.topology = "hypercube:2",
                                          .traffic = "uniform,load=1,warmup=0,measure=60",
                                          .depth = 2,
                                          .pins = true,
                                          .disturb = rows[i].disturb,
                                          .eject_ready = rows[i].eject_ready,
                                          .options = "--compare flow"};
    struct design design;

    open_design(&design, &d, NONE);
    design.waits = rows[i].waits;
    const enum lockhop_outcome outcome = run(&design);
    const struct lockhop_verdict v = lockhop_verdict_of(design.network);

    CHECK(outcome == (rows[i].rule ? LOCKHOP_DIFFER : LOCKHOP_PASS), "row %zu: %s %s", i,
          lockhop_outcome_name(outcome), v.text);
    if (rows[i].rule)
      assert_string_equal(v.rule, rows[i].rule);
    close_design(&design);
  }
}

TEST(test_what_is_refused)
{
  struct lockhop_description d = {.topology = "hypercube:2", .options = "--compare flow"};
  struct lockhop_error error;

  assert_null(lockhop_open(&d, &error));
  CHECK(strstr(error.text, "needs traffic"), "%s", error.text);
  d.traffic = "random";
  d.options = "--capacity 4";
  assert_null(lockhop_open(&d, &error));
  CHECK(strstr(error.text, "--capacity is for --compare flow"), "%s", error.text);
  d.options = "--compare flow";
  struct lockhop_network *network = lockhop_open(&d, &error);

  assert_non_null(network);
  assert_false(lockhop_run(network, NULL, NULL, &error));
  CHECK(strstr(error.text, "cycle by cycle"), "%s", error.text);
  lockhop_close(network);
  d.disturb = "refusals";
  assert_null(lockhop_open(&d, &error));
  CHECK(strstr(error.text, "have no port eject_ready_i"), "%s", error.text);
}

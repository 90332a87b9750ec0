/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* reduce: what is left of schedules of which it is known what makes them fail. */
#include "unit.h"

#include "base/rng.h"
#include "network/traffic/reduce.h"

/* What a schedule must have to fail. */
struct need {
  uint64_t headers[2]; /* packets of these, in this order */
  uint32_t apart;      /* the second so many cycles after the first, at the least */
  uint32_t stalled;    /* a stall of this queue in that cycle */
  uint32_t cycle;
  bool noise, reset;
  uint64_t refuse_at; /* trial that cannot be made; 0: all can */
  uint64_t trials;
};

static bool has_packets(const struct need *need, const struct schedule *s)
{
  for (size_t i = 0; i < s->count; i++)
    for (size_t k = i + 1; k < s->count; k++)
      if (s->entries[i].header == need->headers[0] &&
          s->entries[k].header == need->headers[1] &&
          s->entries[k].cycle - s->entries[i].cycle >= need->apart)
        return true;
  return false;
}

static bool has_disturbances(const struct need *need, const struct disturbances *d)
{
  bool stalled = false, reset = false;

  for (size_t i = 0; i < d->count; i++) {
    const struct disturbance *e = &d->list[i];

    reset = reset || e->kind == DISTURBANCE_RESET;
    stalled = stalled || (e->kind == DISTURBANCE_STALL && e->queue == need->stalled &&
                          e->from <= need->cycle && need->cycle < e->to);
  }
  return stalled && (reset || !need->reset) && (d->noise != 0 || !need->noise);
}

/* Every candidate is a schedule that a trace may hold. */
static void check_lawful(const struct schedule *s)
{
  uint64_t free = 0;

  for (size_t i = 0; i < s->count; i++) {
    const struct schedule_entry *e = &s->entries[i];

    CHECK(i == 0 || e[-1].cycle < e->cycle ||
              (e[-1].cycle == e->cycle && e[-1].source <= e->source),
          "packet %zu is not in its place", i);
    CHECK(e->answers <= i, "packet %zu answers a later one", i);
    CHECK(e->answers == 0 || s->entries[e->answers - 1].destination == e->source,
          "packet %zu answers one that goes elsewhere", i);
  }
  for (size_t i = 0; i < s->disturbances.count; i++) {
    const struct disturbance *d = &s->disturbances.list[i];

    CHECK(d->from < d->to, "disturbance %zu is empty", i);
    CHECK(i == 0 || disturbance_compare(&d[-1], d) <= 0, "disturbance %zu", i);
    if (d->kind == DISTURBANCE_RESET) {
      CHECK(d->to - d->from >= 3, "reset %zu is too short", i);
      CHECK(d->from >= free, "reset %zu touches another", i);
      free = (uint64_t)d->to + 1;
    }
  }
}

static bool trial(void *self, const struct schedule *s, bool *fails, struct err *err)
{
  struct need *need = self;

  check_lawful(s);
  if (++need->trials == need->refuse_at)
    return err_set(err, ERR_ENVIRONMENT, "no");
  *fails = has_packets(need, s) && has_disturbances(need, &s->disturbances);
  return true;
}

enum { PACKETS = 300, DISTURBANCES = 90 };

/* Many packets; those of headers 1 and 2 are far apart. */
static void make(struct schedule *s, uint64_t seed)
{
  struct rng rng = rng_seed(seed, 0);

  *s = (struct schedule){.count = PACKETS, .disturbances = {.noise = 9}};
  s->entries = calloc(PACKETS, sizeof *s->entries);
  s->disturbances.list = calloc(DISTURBANCES, sizeof *s->disturbances.list);
  assert_non_null(s->entries);
  assert_non_null(s->disturbances.list);
  for (uint32_t i = 0; i < PACKETS; i++)
    s->entries[i] = (struct schedule_entry){.cycle = i / 2,
                                            .source = i % 2,
                                            .header = i == 70    ? 1
                                                      : i == 213 ? 2
                                                                 : 3 + rng_below(&rng, 5)};
  for (uint32_t i = 0; i < DISTURBANCES; i++) {
    struct disturbance *d = &s->disturbances.list[i];

    d->kind = i % 30 == 7 ? DISTURBANCE_RESET : (enum disturbance_kind)(i % 2);
    d->from = 10 * i;
    d->to = d->from + 3 + (uint32_t)rng_below(&rng, 40);
    if (d->kind == DISTURBANCE_RESET)
      d->to = d->from + 7;
    d->at = (uint32_t)rng_below(&rng, 8);
    d->queue = d->kind == DISTURBANCE_STALL ? (uint32_t)rng_below(&rng, 4) : 0;
  }
  s->disturbances.list[50] =
      (struct disturbance){DISTURBANCE_STALL, 500, 560, .at = 1, .queue = 6};
  s->disturbances.count = DISTURBANCES;
}

TEST(test_smallest)
{
  for (uint64_t seed = 1; seed <= 5; seed++) {
    struct need need = {
        .headers = {1, 2}, .apart = 5, .stalled = 6, .cycle = 530, .reset = true};
    struct reduce reduce = {.trial = trial, .self = &need, .least_reset = 3};
    struct err err = {.kind = ERR_NONE};
    struct schedule s;

    make(&s, seed);
    assert_true(reduce_schedule(&reduce, &s, &err));
    assert_int_equal(reduce.trials, need.trials);
    assert_int_equal(s.count, 2);
    assert_int_equal(s.entries[0].cycle, 0);
    assert_int_equal(s.entries[1].cycle, 5);
    assert_int_equal(s.disturbances.noise, 0);
    assert_int_equal(s.disturbances.count, 2);
    CHECK(s.disturbances.list[0].kind == DISTURBANCE_RESET &&
              s.disturbances.list[0].from == 0 && s.disturbances.list[0].to == 3,
          "seed %d", (int)seed);
    CHECK(s.disturbances.list[1].from == 530 || s.disturbances.list[1].to == 531,
          "the stall is [%u, %u)", s.disturbances.list[1].from, s.disturbances.list[1].to);
    CHECK(reduce.trials < 2000, "%d trials", (int)reduce.trials);
    schedule_free(&s);
  }
}

TEST(test_noise_stays)
{
  struct need need = {.headers = {1, 2}, .stalled = 6, .cycle = 500, .noise = true};
  struct reduce reduce = {.trial = trial, .self = &need, .least_reset = 3};
  struct err err = {.kind = ERR_NONE};
  struct schedule s;

  make(&s, 1);
  assert_true(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(s.disturbances.noise, 9);
  assert_int_equal(s.disturbances.count, 1);
  assert_int_equal(s.count, 2);
  schedule_free(&s);
}

/* Packet 2 answers 0, packet 3 answers 2: without 0, packet 2 answers nobody. */
TEST(test_answers)
{
  struct schedule_entry entries[] = {
      {.cycle = 0, .source = 0, .destination = 1, .header = 5},
      {.cycle = 0, .source = 3, .destination = 2, .header = 7},
      {.cycle = 0, .source = 1, .destination = 0, .header = 1, .answers = 1},
      {.cycle = 9, .source = 0, .destination = 1, .header = 2, .answers = 3},
  };
  struct disturbance list[] = {{DISTURBANCE_STALL, 0, 1, 0, .queue = 6}};
  struct need need = {.headers = {1, 2}, .stalled = 6, .cycle = 0};
  struct reduce reduce = {.trial = trial, .self = &need, .least_reset = 1};
  struct err err = {.kind = ERR_NONE};
  struct schedule s = {
      .entries = entries, .count = 4, .disturbances = {.list = list, .count = 1}};

  /* Here source 3 comes before source 1 in cycle 0: not the order of a trace. */
  entries[1].source = 0;
  assert_true(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(s.count, 2);
  assert_int_equal(s.entries[0].answers, 0);
  assert_int_equal(s.entries[1].answers, 1);
}

TEST(test_error)
{
  struct need need = {.headers = {1, 2}, .stalled = 6, .cycle = 500, .refuse_at = 30};
  struct reduce reduce = {.trial = trial, .self = &need, .least_reset = 3};
  struct err err = {.kind = ERR_NONE};
  struct schedule s;
  bool fails = false;

  make(&s, 1);
  assert_false(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(err.kind, ERR_ENVIRONMENT);
  assert_true(s.count < PACKETS);
  assert_true(trial(&need, &s, &fails, &err)); /* it is one that fails */
  assert_true(fails);
  schedule_free(&s);
}

/* Both packets and the stall have to stay together: only all at once can be earlier. */
static bool trial_together(void *self, const struct schedule *s, bool *fails,
                           struct err *err)
{
  (void)self, (void)err;
  check_lawful(s);
  *fails = s->count == 2 && s->disturbances.count == 1 &&
           s->entries[1].cycle == s->entries[0].cycle + 3 &&
           s->disturbances.list[0].from == s->entries[0].cycle + 1 &&
           s->disturbances.list[0].to >= s->entries[1].cycle;
  return true;
}

TEST(test_together)
{
  struct schedule_entry entries[] = {{.cycle = 200}, {.cycle = 203}};
  struct disturbance list[] = {{DISTURBANCE_STALL, 201, 230, 0, 0}};
  struct reduce reduce = {.trial = trial_together, .least_reset = 1};
  struct err err = {.kind = ERR_NONE};
  struct schedule s = {
      .entries = entries, .count = 2, .disturbances = {.list = list, .count = 1}};

  assert_true(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(s.entries[0].cycle, 0);
  assert_int_equal(s.entries[1].cycle, 3);
  assert_int_equal(s.disturbances.list[0].from, 1);
  assert_int_equal(s.disturbances.list[0].to, 3);
}

/* A packet, and a stall so many cycles after the beginning, which is that of the run or the
 * end of a reset. */
static bool trial_after_reset(void *self, const struct schedule *s, bool *fails,
                              struct err *err)
{
  const struct disturbances *d = &s->disturbances;
  uint32_t begin = 0;

  (void)self, (void)err;
  check_lawful(s);
  *fails = false;
  for (size_t i = 0; i < d->count; i++)
    if (d->list[i].kind == DISTURBANCE_RESET)
      begin = d->list[i].to;
    else if (d->list[i].from == begin + 6 && s->count == 1)
      *fails = true;
  return true;
}

TEST(test_begin_after_reset)
{
  struct schedule_entry entries[] = {{.cycle = 2}};
  struct disturbance list[] = {{DISTURBANCE_RESET, 5, 9, 0, 0},
                               {DISTURBANCE_STALL, 7, 8, 0, 0},
                               {DISTURBANCE_RESET, 20, 24, 0, 0},
                               {DISTURBANCE_STALL, 30, 31, 0, 0}};
  struct reduce reduce = {.trial = trial_after_reset, .least_reset = 3};
  struct err err = {.kind = ERR_NONE};
  struct schedule s = {
      .entries = entries, .count = 1, .disturbances = {.list = list, .count = 4}};

  assert_true(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(s.count, 1);
  assert_int_equal(s.disturbances.count, 1);
  assert_int_equal(s.disturbances.list[0].kind, DISTURBANCE_STALL);
  assert_int_equal(s.disturbances.list[0].from, 6);
}

/* Two resets are both needed. */
static bool trial_two_resets(void *self, const struct schedule *s, bool *fails,
                             struct err *err)
{
  (void)self, (void)err;
  check_lawful(s);
  *fails = s->disturbances.count == 2;
  return true;
}

/* The second comes as early as it may, which is a cycle after the end of the first. */
TEST(test_resets_stay_apart)
{
  struct disturbance list[] = {{DISTURBANCE_RESET, 5, 9, 0, 0},
                               {DISTURBANCE_RESET, 20, 24, 0, 0}};
  struct reduce reduce = {.trial = trial_two_resets, .least_reset = 3};
  struct err err = {.kind = ERR_NONE};
  struct schedule s = {.disturbances = {.list = list, .count = 2}};

  assert_true(reduce_schedule(&reduce, &s, &err));
  assert_int_equal(list[0].from, 0);
  assert_int_equal(list[0].to, 3);
  assert_int_equal(list[1].from, 4);
  assert_int_equal(list[1].to, 7);
}

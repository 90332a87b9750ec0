/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_disturb -- disturbances: drawn from a seed, read from a trace, and cycle by cycle.
 */
#include "run/machine/disturb.h"
#include "run/machine/disturber.h"

#include "tests/unit/support.h"

/* --- drawing --- */

static struct disturbances draw_for(const struct shape *shape, uint32_t kinds,
                                    uint64_t seed, uint64_t horizon)
{
  struct disturbances drawn;
  struct err err;

  CHECK(disturbances_draw(
            &drawn,
            &(struct disturb_request){
                .shape = shape, .kinds = kinds, .seed = seed, .horizon = horizon},
            &err),
        "%s", err.text);
  return drawn;
}

/* In order, in range, resets long enough and apart, and all of it over some time. */
static void check_drawn(const struct disturbances *d, const struct shape *shape,
                        uint64_t horizon, uint64_t seed)
{
  const struct topology *t = shape->topology;
  const uint32_t least = disturb_least_reset(shape);
  uint64_t reset_end = 0;

  for (size_t i = 0; i < d->count; i++) {
    const struct disturbance *one = &d->list[i];

    CHECK(one->from < one->to &&
              one->to <= 4 * horizon + 1200 + 6 * (least + 12) + 5 * 64 + 300,
          "%s seed %" PRIu64 ": cycles %u to %u", t->spec, seed, one->from, one->to);
    CHECK(i == 0 || disturbance_compare(one - 1, one) < 0, "%s seed %" PRIu64 ": order",
          t->spec, seed);
    switch (one->kind) {
    case DISTURBANCE_STALL:
      CHECK(one->at < t->switches && one->queue < shape_queues(shape), "%s: stall of %u %u",
            t->spec, one->at, one->queue);
      break;
    case DISTURBANCE_HOLD:
      CHECK(one->at < t->terminals, "%s: hold of %u", t->spec, one->at);
      break;
    case DISTURBANCE_REFUSAL:
      CHECK(one->at < t->switches && one->queue < shape_channels(shape) &&
                topology_sink_of(t, one->at) != UINT32_MAX,
            "%s: refusal of %u %u", t->spec, one->at, one->queue);
      break;
    default:
      CHECK(one->from > reset_end && one->to - one->from >= least &&
                one->to - one->from <= least + 296,
            "%s seed %" PRIu64 ": reset in %u to %u, %u at the least", t->spec, seed,
            one->from, one->to, least);
      reset_end = one->to;
    }
  }
}

/* Every kind that is asked for, and no other; the same seed draws the same. */
TEST(test_what_is_drawn)
{
  static const struct {
    const char *spec, *routing;
    uint32_t vcs, lanes;
  } rows[] = {{"hypercube:1", NULL, 1, 1},
              {"hypercube:3", "drand-trans-ooo", 3, 2},
              {"hypercube:6", NULL, 2, 1},
              {"torus:3x3", NULL, 2, 1},
              {"butterfly:3", NULL, 1, 1}};
  static const uint64_t horizons[] = {1, 20, 300};

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    struct topology t = topology_of(rows[i].spec);
    struct shape shape = shape_of(&t, rows[i].routing, rows[i].lanes, 2, 40);

    shape.vcs = rows[i].vcs;
    for (uint32_t kinds = 1; kinds < DISTURB_MAY_REFUSE; kinds++)
      for (uint64_t seed = 0; seed < 6; seed++) {
        const uint64_t horizon = horizons[seed % 3];
        struct disturbances one = draw_for(&shape, kinds, seed, horizon);
        struct disturbances two = draw_for(&shape, kinds, seed, horizon);

        check_drawn(&one, &shape, horizon, seed);
        for (int kind = 0; kind < DISTURBANCE_KINDS; kind++)
          CHECK((disturbances_count(&one, (enum disturbance_kind)kind) > 0) ==
                    (kinds >> kind & 1),
                "%s kinds %u seed %" PRIu64 ": kind %d", t.spec, kinds, seed, kind);
        CHECK((one.noise != 0) == ((kinds & DISTURB_NOISE) != 0), "%s: noise", t.spec);
        CHECK(one.count == two.count && one.noise == two.noise &&
                  (one.count == 0 ||
                   memcmp(one.list, two.list, one.count * sizeof *one.list) == 0),
              "%s kinds %u seed %" PRIu64 ": drawn twice it is another list", t.spec, kinds,
              seed);
        disturbances_free(&one);
        disturbances_free(&two);
      }
  }
}

/* All scales occur: bursts of one cycle and long ones, also longer than 8 and than 10 bits
 * count, links that never stall, four to six resets, the first at once, some of them long
 * or right after another, and cycles in which all links stall. */
TEST(test_all_scales_occur)
{
  enum { SEEDS = 40, QUEUES = 24 };
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1, 2, 40);
  uint32_t single = 0, few = 0, many = 0, never = 0, gaps = 0, resets[7] = {0};
  uint32_t close[4] = {0}, over_31 = 0, over_255 = 0;
  uint32_t over_8_bits = 0, over_10_bits = 0;

  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    struct disturbances d = draw_for(&shape, DISTURB_ALL, seed, 100);
    bool stalls[QUEUES] = {false};
    uint32_t together = 0;
    uint32_t first = UINT32_MAX, end = 0;

    for (size_t i = 0; i < d.count; i++) {
      const struct disturbance *one = &d.list[i];
      const uint32_t length = one->to - one->from;

      if (one->kind == DISTURBANCE_RESET && first == UINT32_MAX)
        first = one->from;
      if (one->kind == DISTURBANCE_RESET) {
        close[one->from - end <= 3 ? one->from - end : 0]++;
        over_31 += length > 31;
        over_255 += length > 255;
        end = one->to;
      }
      if (one->kind != DISTURBANCE_STALL)
        continue;
      single += length == 1;
      few += length >= 2 && length <= 4;
      many += length >= 30;
      over_8_bits += length > 256;
      over_10_bits += length > 1024;
      stalls[one->at * 3 + one->queue] = true;
      together = i > 0 && one[-1].kind == one->kind && one[-1].from == one->from
                     ? together + 1
                     : 1;
      gaps += together == QUEUES;
    }
    for (uint32_t i = 0; i < QUEUES; i++)
      never += !stalls[i];
    assert_in_range(first, 1, 8);
    resets[disturbances_count(&d, DISTURBANCE_RESET)]++;
    disturbances_free(&d);
  }
  CHECK(single > 100 && few > 100 && many > 20 && never > 20 && gaps > 3,
        "%u %u %u bursts, %u links without, %u times all", single, few, many, never, gaps);
  CHECK(over_8_bits >= 5 && over_8_bits <= 15 && over_10_bits > 0 &&
            over_10_bits < over_8_bits,
        "%u and %u long stalls", over_8_bits, over_10_bits);
  CHECK(resets[4] + resets[5] + resets[6] == SEEDS && resets[4] > 3 && resets[5] > 3 &&
            resets[6] > 3,
        "resets");
  CHECK(close[1] > 10 && close[2] > 10 && close[3] > 10 && over_255 > 10 && over_31 > 30,
        "%u %u %u resets close to another, %u and %u long ones", close[1], close[2],
        close[3], over_31, over_255);
}

/* The same seed disturbs other switches, and a longer run, otherwise. */
TEST(test_shapes_are_disturbed_apart)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1, 2, 40), deeper = shape;
  struct disturbances one, two, three;

  deeper.depth = 3;
  one = draw_for(&shape, DISTURB_RESETS, 1, 100);
  two = draw_for(&deeper, DISTURB_RESETS, 1, 100);
  three = draw_for(&shape, DISTURB_RESETS, 1, 101);
  assert_true(one.count != two.count ||
              memcmp(one.list, two.list, one.count * sizeof *one.list) != 0);
  assert_true(one.count != three.count ||
              memcmp(one.list, three.list, one.count * sizeof *one.list) != 0);
  disturbances_free(&one);
  disturbances_free(&two);
  disturbances_free(&three);
}

/* In a long run a link that stalls in nearly every cycle flows freely later: no link is
 * held up all the time, and hardly any never. */
TEST(test_habits_change)
{
  enum { QUEUES = 24, LONG_RUN = 40000 };
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1, 2, 40);
  struct disturbances d = draw_for(&shape, DISTURB_STALLS, 3, LONG_RUN);
  uint32_t stalled[QUEUES] = {0};

  for (size_t i = 0; i < d.count; i++)
    stalled[d.list[i].at * 3 + d.list[i].queue] += d.list[i].to - d.list[i].from;
  for (uint32_t i = 0; i < QUEUES; i++)
    CHECK(stalled[i] > LONG_RUN / 20 && stalled[i] < LONG_RUN * 3 / 5,
          "queue %u stalls in %u of %d cycles", i, stalled[i], LONG_RUN);
  disturbances_free(&d);
}

/* Refusals are drawn beside the others, which do not change by them. */
TEST(test_refusals_are_apart)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 2, 2, 40);
  uint32_t longest = 0, never = 0, together = 0;

  for (uint64_t seed = 0; seed < 20; seed++) {
    struct disturbances without = draw_for(&shape, DISTURB_ALL, seed, 100);
    struct disturbances with = draw_for(&shape, DISTURB_ALL | DISTURB_REFUSALS, seed, 100);
    uint64_t channels[8] = {0};
    size_t others = 0;
    uint32_t at_once = 0;

    assert_true(with.noise == without.noise);
    for (size_t i = 0; i < with.count; i++) {
      const struct disturbance *one = &with.list[i];

      if (one->kind != DISTURBANCE_REFUSAL) {
        CHECK(others < without.count &&
                  memcmp(one, &without.list[others], sizeof *one) == 0,
              "seed %" PRIu64 ": entry %zu is another", seed, i);
        others++;
        continue;
      }
      channels[one->at] |= UINT64_C(1) << one->queue;
      longest = one->to - one->from > longest ? one->to - one->from : longest;
      at_once =
          i > 0 && one[-1].kind == one->kind && one[-1].from == one->from ? at_once + 1 : 1;
      together += at_once == 8 * 5;
    }
    assert_int_equal(others, without.count);
    for (uint32_t i = 0; i < 8; i++)
      never += 5 - (uint32_t)__builtin_popcountll(channels[i]);
    disturbances_free(&with);
    disturbances_free(&without);
  }
  CHECK(longest > 256 && never > 10 && together > 1,
        "%u cycles, %u channels without, %u times all", longest, never, together);
}

/* Is there a stall of queue 0 of switch 0 in these cycles? */
static bool stalls_in(const struct disturbances *d, const struct disturbance *cycles)
{
  for (size_t i = 0; i < d->count; i++)
    if (d->list[i].kind == DISTURBANCE_STALL && d->list[i].at == 0 &&
        d->list[i].queue == 0 && d->list[i].from == cycles->from &&
        d->list[i].to == cycles->to)
      return true;
  return false;
}

/* They have random numbers of their own. */
TEST(test_refusals_are_not_stalls)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 2, 2, 40);
  uint32_t all = 0, alike = 0;

  for (uint64_t seed = 0; seed < 20; seed++) {
    struct disturbances d = draw_for(&shape, DISTURB_STALLS | DISTURB_REFUSALS, seed, 100);

    for (size_t i = 0; i < d.count; i++)
      if (d.list[i].kind == DISTURBANCE_REFUSAL && d.list[i].at == 0 &&
          d.list[i].queue == 0) {
        all++;
        alike += stalls_in(&d, &d.list[i]);
      }
    disturbances_free(&d);
  }
  CHECK(all > 50 && alike < all / 4, "%u of %u are as stalls", alike, all);
}

TEST(test_kinds)
{
  static const struct {
    const char *text;
    uint32_t kinds;
  } rows[] = {{"stalls", DISTURB_STALLS},
              {"all", DISTURB_ALL},
              {"refusals", DISTURB_REFUSALS},
              {"holds,all,refusals", DISTURB_ALL | DISTURB_REFUSALS},
              {"noise,holds", DISTURB_NOISE | DISTURB_HOLDS},
              {"resets,resets", DISTURB_RESETS}};
  static const char *const bad[] = {"",        "stall",        "stalls,",
                                    ",stalls", "stalls holds", "ALL"};
  uint32_t kinds;
  struct err err;

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    CHECK(disturbances_kinds(rows[i].text, &kinds, &err), "%s", err.text);
    assert_int_equal(kinds, rows[i].kinds);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    CHECK(!disturbances_kinds(bad[i], &kinds, &err), "'%s' is accepted", bad[i]);
    check_error(&err, ERR_USAGE,
                "is none of stalls, holds, resets, noise, refusals and all", bad[i]);
  }
}

/* --- cycle by cycle --- */

/* Against the list itself, looked through in every cycle. */
TEST(test_every_cycle)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, NULL, 1, 2, 40);
  struct err err;

  for (uint64_t seed = 0; seed < 10; seed++) {
    struct disturbances list = draw_for(&shape, DISTURB_ALL | DISTURB_REFUSALS, seed, 50);
    struct disturber d;

    assert_true(disturber_open(&d, &list, &t, &err));
    for (uint32_t cycle = 0; cycle < 600; cycle++) {
      uint64_t stalled[8] = {0}, any = 0, refused[8] = {0}, refuses = 0;
      bool held[8] = {false}, holds = false;
      uint32_t reset = 0;

      disturber_cycle(&d, cycle);
      for (size_t i = 0; i < list.count; i++) {
        const struct disturbance *one = &list.list[i];

        if (cycle < one->from || cycle >= one->to)
          continue;
        if (one->kind == DISTURBANCE_STALL)
          any |= stalled[one->at] |= UINT64_C(1) << one->queue;
        else if (one->kind == DISTURBANCE_HOLD)
          holds = held[one->at] = true;
        else if (one->kind == DISTURBANCE_REFUSAL)
          refuses |= refused[one->at] |= UINT64_C(1) << one->queue;
        else
          reset = one->to - cycle;
      }
      CHECK(d.reset == reset, "cycle %u: reset %u, not %u", cycle, d.reset, reset);
      CHECK((disturber_stalled(&d) != NULL) == (any != 0), "cycle %u: stalls", cycle);
      CHECK((disturber_held(&d) != NULL) == holds, "cycle %u: holds", cycle);
      CHECK((disturber_refused(&d) != NULL) == (refuses != 0), "cycle %u: refusals", cycle);
      for (uint32_t i = 0; i < 8; i++) {
        CHECK(!any || d.stalled[i] == stalled[i], "cycle %u switch %u", cycle, i);
        CHECK(!refuses || d.refused[i] == refused[i], "cycle %u switch %u", cycle, i);
        CHECK(!holds || d.held[i] == held[i], "cycle %u terminal %u", cycle, i);
      }
    }
    disturber_close(&d);
    disturbances_free(&list);
  }
}

/* --- traces --- */

#define HEAD "# lockhop schedule 2 hypercube:2 deterministic\n"
#define COLUMNS "# cycle source destination header\n"

static const char *trace_of(char traffic[FILE_PATH + 8], const char *bytes)
{
  char path[FILE_PATH];

  write_data(data_path(path, "trace"), bytes, strlen(bytes));
  snprintf(traffic, FILE_PATH + 8, "trace:%s", path);
  return traffic;
}

/* What is drawn, printed and read prints as the same bytes. */
TEST(test_round_trip)
{
  struct topology t = topology_of("hypercube:4");
  struct shape shape = shape_of(&t, NULL, 1, 2, 40);

  for (uint32_t kinds = 0; kinds < DISTURB_MAY_REFUSE; kinds++) {
    struct schedule made = schedule_of(&t, "random", 2, 5);
    char traffic[FILE_PATH + 8], *text, *again;
    size_t size;

    made.disturbances = draw_for(&shape, kinds, kinds, 40);
    text = print_text(&made, &t, &size);
    CHECK(strstr(text, kinds ? "# lockhop schedule 2 " : "# lockhop schedule 1 ") == text,
          "kinds %u: %.30s", kinds, text);
    struct schedule read = schedule_of(&t, trace_of(traffic, text), 1, 9);
    again = print_text(&read, &t, &size);
    assert_string_equal(text, again);
    assert_int_equal(read.disturbances.count, made.disturbances.count);
    assert_true(read.disturbances.noise == made.disturbances.noise);
    for (size_t i = 0; i < made.disturbances.count; i++) {
      const struct disturbance *a = &made.disturbances.list[i],
                               *b = &read.disturbances.list[i];
      CHECK(disturbance_compare(a, b) == 0 && a->to == b->to, "entry %zu", i);
    }
    free(text);
    free(again);
    schedule_free(&made);
    schedule_free(&read);
  }
}

TEST(test_bad_lines)
{
  static const struct {
    const char *text, *error;
  } bad[] = {
      {HEAD COLUMNS, "trace:2: schedule format 2 has a line of"},
      {"# lockhop schedule 1 hypercube:2 deterministic\n# hold 0 1 0\n" COLUMNS,
       "trace:2: '# hold 0 1 0' needs schedule format 2"},
      {"# lockhop schedule 3 hypercube:2 deterministic\n" COLUMNS,
       "trace:1: schedule format '3' is not known; 1 and 2 are"},
      {HEAD "# stall 0 1 0\n" COLUMNS,
       "trace:2: '# stall 0 1 0' is not '# stall FROM TO SWITCH QUEUE', FROM less than TO"},
      {HEAD "# stall 0 1 0 0 0\n" COLUMNS, "trace:2: '# stall 0 1 0 0 0' is not"},
      {HEAD "# stall 01 2 0 0\n" COLUMNS, "trace:2: '# stall 01 2 0 0' is not"},
      {HEAD "# stall 0  1 0 0\n" COLUMNS, "trace:2: "},
      {HEAD "# stall 0 1 0 0 \n" COLUMNS, "trace:2: "},
      {HEAD "# stall 1 1 0 0\n" COLUMNS, "trace:2: '# stall 1 1 0 0' is not"},
      {HEAD "# stall 2 1 0 0\n" COLUMNS, "trace:2: "},
      {HEAD "# stall 0 4294967296 0 0\n" COLUMNS, "trace:2: "},
      {HEAD "# stall 0 1 4 0\n" COLUMNS,
       "trace:2: switch 4 is out of range; hypercube:2 has switches 0 to 3"},
      {HEAD "# stall 0 1 0 63\n" COLUMNS, "trace:2: queue 63 is out of range"},
      {HEAD "# hold 0 1 4\n" COLUMNS,
       "trace:2: terminal 4 is out of range; hypercube:2 has terminals 0 to 3"},
      {HEAD "# hold 0 1\n" COLUMNS, "trace:2: '# hold 0 1' is not"},
      {HEAD "# reset 3\n" COLUMNS, "trace:2: '# reset 3' is not '# reset FROM TO'"},
      {HEAD "# reset 3 3\n" COLUMNS, "trace:2: '# reset 3 3' is not"},
      {HEAD "# reset 3 5\n# reset 5 6\n" COLUMNS,
       "trace:3: '# reset 5 6' begins before the reset of cycles 3 to 4 has been over"},
      {HEAD "# reset 3 9\n# hold 4 5 0\n# reset 5 6\n" COLUMNS, "trace:4: '# reset 5 6'"},
      {HEAD "# hold 2 3 0\n# hold 1 3 0\n" COLUMNS,
       "trace:3: '# hold 1 3 0' is out of order"},
      {HEAD "# hold 1 3 0\n# hold 1 4 0\n" COLUMNS, "trace:3: "},
      {HEAD "# hold 1 3 0\n# stall 1 4 0 0\n" COLUMNS, "trace:3: "},
      {HEAD "# stall 1 3 0 1\n# stall 1 4 0 0\n" COLUMNS, "trace:3: "},
      {HEAD "# refuse 1 3 0\n" COLUMNS,
       "trace:2: '# refuse 1 3 0' is not '# refuse FROM TO SWITCH CHANNEL', FROM less"},
      {HEAD "# refuse 0 1 4 0\n" COLUMNS, "trace:2: switch 4 is out of range"},
      {HEAD "# refuse 0 1 0 64\n" COLUMNS, "trace:2: channel 64 is out of range"},
      {HEAD "# refuse 1 3 0 1\n# reset 1 4\n" COLUMNS,
       "trace:3: '# reset 1 4' is out of order"},
      {HEAD "# noise 0\n" COLUMNS, "trace:2: '# noise 0' is not '# noise SEED'"},
      {HEAD "# noise 18446744073709551616\n" COLUMNS, "trace:2: "},
      {HEAD "# noise 1\n# noise 2\n" COLUMNS, "trace:3: '# noise 2' is the second"},
      {HEAD "# noise 1\n# hold 1 3 0\n" COLUMNS, "trace:3: '# hold 1 3 0' after"},
      {HEAD "# noise 1\n# packets 0\n" COLUMNS, "trace:3: expected the line"},
      {HEAD "# hold 1 3 0\n", "trace:3: expected the line"},
      {HEAD "# hold 1 3 0", "trace:2: the last line is cut short"},
      {HEAD "# shake 1 3 0\n" COLUMNS, "trace:2: schedule format 2 has a line of"},
  };
  struct topology t = topology_of("hypercube:2");

  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char traffic[FILE_PATH + 8];

    check_refused(&t, trace_of(traffic, bad[i].text), 1, ERR_USAGE, bad[i].error);
  }
}

/* What a trace can say of no switches in general, but not of these. */
TEST(test_what_these_switches_cannot)
{
  struct topology t = topology_of("hypercube:3");
  struct shape shape = shape_of(&t, "drand-trans-ooo", 2, 2, 40);
  struct disturbance list[] = {{.kind = DISTURBANCE_STALL, .from = 0, .to = 1, .queue = 8},
                               {.kind = DISTURBANCE_RESET, .from = 0, .to = 11}};
  const struct disturbances d = {.list = list, .count = 2, .line = 3};
  struct err err;

  shape.vcs = 3; /* 9 queues, 11 channels with an LFSR each */
  assert_int_equal(disturb_least_reset(&shape), 11);
  CHECK(disturb_check(&d, &shape, "x", &err), "%s", err.text);
  list[1].to = 10;
  assert_false(disturb_check(&d, &shape, "x", &err));
  check_error(&err, ERR_USAGE,
              "x:4: a reset of 10 cycles is too short; the switches of this run need 11",
              "a short reset");
  shape.vcs = 2;
  list[1].to = 11;
  list[0].queue = 6;
  assert_int_equal(disturb_least_reset(&shape), 8);
  assert_false(disturb_check(&d, &shape, "x", &err));
  check_error(&err, ERR_USAGE, "x:3: queue 6 is out of range; with 3 ports and 2 virtual",
              "a queue");
  list[0] = (struct disturbance){.kind = DISTURBANCE_REFUSAL, .to = 1, .queue = 8};
  assert_false(disturb_check(&d, &shape, "x", &err));
  check_error(
      &err, ERR_USAGE,
      "x:3: channel 8 is out of range; the switches of this run have channels 0 to 7",
      "a channel");
  list[0].queue = 7;
  CHECK(disturb_check(&d, &shape, "x", &err), "%s", err.text);
  shape.routing = routing_of(&t, NULL);
  assert_int_equal(disturb_least_reset(&shape), 1);
}

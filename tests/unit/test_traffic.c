/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_traffic -- the table of traffic: what names mean, and what they may not say. */
#include "network/traffic/traffic.h"

#include "network/topology/d3.h"
#include "network/topology/mdf.h"
#include "network/traffic/collectives.h"
#include "tests/unit/traffic_unit.h"

#include <math.h>

static void check_row(const struct traffic_row *row, const char *argument)
{
  /* 16 switches each */
  const bool engines = collectives_is_row(row);
  const bool dragonfly = row->networks && !row->elsewhere && !engines;
  struct topology t = topology_of(dragonfly ? "d3:4,2" : "hypercube:4");
  char traffic[2 * FILE_PATH];

  snprintf(traffic, sizeof traffic, "%s%s", row->name, argument);
  struct schedule schedule = schedule_of(&t, traffic, 2, 1);
  CHECK(schedule.count > 0, "%s", traffic);
  if (!dragonfly && !engines)
    check_schedule(&schedule, &t);
  for (size_t i = 1; i < schedule.count; i++) {
    const struct schedule_entry *entry = &schedule.entries[i];

    CHECK(entry->cycle > entry[-1].cycle ||
              (entry->cycle == entry[-1].cycle && entry->source >= entry[-1].source),
          "%s entry %zu is out of order", traffic, i);
    CHECK(entry->answers <= i, "%s entry %zu answers a later one", traffic, i);
  }
  CHECK(strlen(row->text) > 0 && strncmp(row->usage, row->name, strlen(row->name)) == 0,
        "%s", row->name);
  schedule_free(&schedule);
}

TEST(test_every_row_can_be_made)
{
  static const struct {
    const char *name, *argument;
  } arguments[] = {
      {"uniform", ",load=0.5,warmup=10,measure=20"},
      {"hotspot", ",terminal=3,share=0.2,load=0.5,warmup=10,measure=20"},
      {"one-to-all", ",source=1.0.1"},
      {"broadcast", ",source=1.0.1"},
      {"all-to-one", ",sink=1.0.1"},
      {"relation", ",h=3"},
      {"multicast", ",fanout=2"},
      {"one-to-many-broadcast", ",count=3"},
      {"request-reply", ",load=0.1,warmup=10,measure=20"},
      {"batch", ",count=2"},
  };
  struct topology t = topology_of("hypercube:4");
  char path[FILE_PATH], trace[FILE_PATH], rates[FILE_PATH];
  struct schedule schedule = schedule_of(&t, "identity", 2, 1);
  size_t count, size;
  const struct traffic_row *rows = traffic_rows(&count);
  char *text = print_text(&schedule, &t, &size);

  write_data(data_path(path, "traffic-file"),
             "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n"
             "12\n13\n14\n15\n",
             38);
  write_data(data_path(trace, "traffic-trace"), text, size);
  write_data(data_path(rates, "traffic-rates"), "source destination rate\n0 1 1\n", 30);
  free(text);
  schedule_free(&schedule);
  for (size_t i = 0; i < count; i++) {
    char argument[FILE_PATH + 1] = "";

    for (size_t j = 0; j < sizeof arguments / sizeof arguments[0]; j++)
      if (strcmp(arguments[j].name, rows[i].name) == 0)
        strcpy(argument, rows[i].elsewhere ? ",source=3" : arguments[j].argument);
    if (strcmp(rows[i].name, "file") == 0)
      snprintf(argument, sizeof argument, ":%.4000s", path);
    if (strcmp(rows[i].name, "trace") == 0)
      snprintf(argument, sizeof argument, ":%.4000s", trace);
    if (strcmp(rows[i].name, "matrix") == 0)
      snprintf(argument, sizeof argument, ",load=0.05,file=%.4000s", rates);
    if (rows[i].argument != TRAFFIC_MIXTURE) /* test_mixture.c */
      check_row(&rows[i], argument);
  }
}

TEST(test_all_start_in_cycle_0_in_order)
{
  static const char *const names[] = {"random",  "bit-reversal",   "transpose",
                                      "shuffle", "bit-complement", "identity"};

  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (uint32_t packets = 1; packets <= 5; packets += 2) {
      struct topology t = topology_of("hypercube:4");
      struct schedule schedule = schedule_of(&t, names[i], packets, 1);

      assert_int_equal(schedule.count, 16 * packets);
      assert_int_equal(schedule.measure_from, 0);
      assert_int_equal(schedule.measure_to, 0);
      check_schedule(&schedule, &t);
      for (size_t j = 0; j < schedule.count; j++)
        CHECK(schedule.entries[j].cycle == 0 && schedule.entries[j].source == j / packets,
              "%s: entry %zu", names[i], j);
      schedule_free(&schedule);
    }
  }
}

/* Who runs where: what is looked up by name and network is what the table says runs there,
 * and a schedule is made of it or refused with the reason. */
TEST(test_rows_by_name_and_network)
{
  static const struct {
    const char *spec;
    size_t runs; /* rows of the table */
    const char *traffic, *refusal;
  } cases[] = {
      {"hypercube:4", 28, "swap", "swap is defined on d3 alone; hypercube:4 is another"},
      {"hypercube:5", 27, "transpose", "hypercube:5 has 5; use an even dimension"},
      {"d3:4,2", 32, NULL, NULL}, /* 16 terminals */
      {"d3:3,4", 28, "shuffle", "2^n terminals; d3:3,4 has 48"},
      {"mdf:1,2", 20, "all-to-all,order=lifo", "'lockhop list traffic mdf:1,2' names"},
  };
  size_t count;
  const struct traffic_row *rows = traffic_rows(&count);

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    struct topology t = topology_of(cases[i].spec);
    struct err err;
    size_t runs = 0;

    for (size_t r = 0; r < count; r++) {
      bool here = traffic_runs(&rows[r], &t, &err);

      runs += here;
      /* Where another row of the name runs, that is found. */
      CHECK((traffic_find(rows[r].name, &t, &err) == &rows[r]) == here, "%s on %s",
            rows[r].name, t.spec);
    }
    CHECK(runs == cases[i].runs, "%s: %zu rows run", t.spec, runs);
    if (!cases[i].traffic)
      continue;
    CHECK(!traffic_find(cases[i].traffic, &t, &err), "%s on %s", cases[i].traffic, t.spec);
    check_error(&err, ERR_USAGE, cases[i].refusal, cases[i].spec);
    check_refused(&t, cases[i].traffic, 1, ERR_USAGE, cases[i].refusal);
  }
}

/* Several rows of one name: the network decides which is meant. */
TEST(test_one_name_on_several_networks)
{
  static const struct topology_row *const on_d3[] = {&d3, NULL}, *const on_mdf[] = {&mdf,
                                                                                    NULL};
  static const struct traffic_row rows[] = {
      {.name = "spread", .networks = on_d3, .terminals = TRAFFIC_POWER},
      {.name = "other", .networks = on_mdf},
      {.name = "spread", .networks = on_mdf},
      {.name = "everywhere", .networks = on_mdf},
      {.name = "everywhere"},
      {.name = "apart", .networks = on_d3, .elsewhere = true},
      {.name = "apart", .networks = on_d3},
  };
  const struct traffic_table table = {.rows = rows, .count = sizeof rows / sizeof rows[0]};
  struct topology sixteen = topology_of("d3:4,2"), odd = topology_of("d3:3,4");
  struct topology maximal = topology_of("mdf:3,4"), cube = topology_of("hypercube:4");
  struct err err;

  assert_ptr_equal(traffic_find_in(&table, "spread,x=1", &sixteen, &err), &rows[0]);
  assert_ptr_equal(traffic_find_in(&table, "spread", &maximal, &err), &rows[2]);
  assert_ptr_equal(traffic_find_in(&table, "everywhere:a", &maximal, &err), &rows[3]);
  assert_ptr_equal(traffic_find_in(&table, "everywhere", &cube, &err), &rows[4]);
  assert_ptr_equal(traffic_find_in(&table, "apart", &cube, &err), &rows[5]);
  err = (struct err){.kind = ERR_NONE};
  assert_ptr_equal(traffic_find_in(&table, "apart", &odd, &err), &rows[6]);
  assert_int_equal(err.kind, ERR_NONE);
  assert_null(traffic_find_in(&table, "spread", &odd, &err));
  assert_string_equal(err.text, "spread is defined on 2^n terminals; d3:3,4 has 48; use "
                                "random, or file:PATH");
  assert_null(traffic_find_in(&table, "spread", &cube, &err));
  assert_string_equal(err.text,
                      "spread is defined on d3 and mdf alone; hypercube:4 is another "
                      "topology; 'lockhop list traffic hypercube:4' names what runs there");
  assert_null(traffic_find_in(&table, "sprad", &cube, &err));
  assert_string_equal(err.text, "unknown traffic 'sprad'; did you mean 'spread'?");
}

TEST(test_where_rows_run)
{
  static const char *const cases[][2] = {{"random", ""},
                                         {"shuffle", "2^n terminals"},
                                         {"transpose", "2^n terminals, n even"},
                                         {"swap", "d3"},
                                         {"all-to-one", "d3"}};
  size_t count;
  const struct traffic_row *rows = traffic_rows(&count);

  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    for (size_t r = 0; r < count; r++) {
      char where[TRAFFIC_WHERE];

      if (strcmp(rows[r].name, cases[i][0]) == 0)
        assert_string_equal(traffic_where(&rows[r], where), cases[i][1]);
      if (strcmp(rows[r].name, "broadcast") == 0)
        assert_string_equal(traffic_where(&rows[r], where),
                            rows[r].elsewhere ? "not d3" : "d3");
    }
}

TEST(test_long_names_are_refused)
{
  struct topology t = topology_of("hypercube:4");
  char traffic[5000];

  memset(traffic, 'x', sizeof traffic - 1);
  traffic[sizeof traffic - 1] = '\0';
  check_refused(&t, traffic, 1, ERR_USAGE, "unknown traffic 'xxxx");
  memcpy(traffic, "uniform,", 8);
  check_refused(&t, traffic, 1, ERR_USAGE, "too long");
  memcpy(traffic, "random:", 7);
  check_refused(&t, traffic, 1, ERR_USAGE, "the form is random");
  memcpy(traffic, "file:", 5);
  check_refused(&t, traffic, 1, ERR_USAGE, "cannot read");
}

/* Refused by arithmetic: no machine could hold them, and nothing is allocated. */
TEST(test_too_many_packets_are_refused)
{
  struct topology t = topology_of("hypercube:20");

  check_refused(
      &t, "random", 2048, ERR_USAGE,
      "hypercube:20 with 2048 packets per terminal makes 2147483648 packets; at most "
      "2147483647, so at most 2047 per terminal");
  check_refused(&t, "identity", UINT32_MAX, ERR_USAGE, "at most 2047 per terminal");
  check_refused(&t, "random", 0, ERR_USAGE, "0 packets per terminal; at least 1");
  check_refused(&t, "function", 0, ERR_USAGE, "0 packets per terminal; at least 1");
  check_refused(&t, "relation,h=2048", 1, ERR_USAGE, "2048 packets per terminal; at most");
  check_refused(&t, "multicast,fanout=4", 512, ERR_USAGE, "at most 2047");
  check_refused(&t, "gossip", 1, ERR_USAGE, "more than 2147483647 packets");
}

/* Collectives of the swapped dragonfly, and what they say on other networks. */
TEST(test_collectives_need_a_dragonfly)
{
  static const char *const traffics[] = {"all-to-all", "one-to-all,source=1",
                                         "all-to-one,sink=1", "exchange",
                                         "hypercube-embedding"};
  struct topology t = topology_of("hypercube:4");

  for (size_t i = 0; i < sizeof traffics / sizeof traffics[0]; i++) {
    assert_null(schedule_routing(&t, traffics[i]));
    check_refused(
        &t, traffics[i], 1, ERR_USAGE,
        "is defined on d3 alone; hypercube:4 is another topology; 'lockhop list traffic "
        "hypercube:4' names what runs there");
  }
}

TEST(test_the_routing_of_a_schedule)
{
  static const struct {
    const char *traffic, *routing;
  } rows[] = {
      {"random", NULL},
      {"", NULL},
      {"nonsense", NULL},
      {"all-to-all", NULL},
      {"all-to-all,order=lifo", "source-vector,queue=lifo"},
      {"broadcast,source=0", NULL},
      {"exchange", "source-vector,holds=0"},
      {"hypercube-embedding,placement=identity", "source-vector,holds=0"},
      {"trace:exchange", NULL},
      {"all-to-all,order=zero-wait+uniform,load=0.1", "two-levels"},
      {"file:a+b", NULL},
  };
  struct topology t = topology_of("d3:3,4");

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const char *routing = schedule_routing(&t, rows[i].traffic);

    CHECK((!routing && !rows[i].routing) ||
              (routing && rows[i].routing && strcmp(routing, rows[i].routing) == 0),
          "'%s': %s", rows[i].traffic, routing ? routing : "none");
  }
}

#ifdef MEMORY_LIMITS
TEST(test_short_memory_is_reported)
{
  struct topology t = topology_of("hypercube:18");
  struct schedule schedule;
  struct err err;
  rlim_t old = limit_memory(8 << 20); /* of 4 bytes a packet, twice as much is needed */
  bool good = try_schedule(&schedule, &t, "random", 18, 1, &err);

  set_memory(old);
  assert_false(good);
  check_error(&err, ERR_ENVIRONMENT, "not enough memory for 4718592 packets", "random");
}
#endif

/* --- headers that are drawn --- */

static struct schedule routed(const struct topology *t, const char *routing,
                              const char *traffic, uint32_t packets, uint64_t seed)
{
  struct traffic_request request = {.topology = t,
                                    .routing = routing_of(t, routing),
                                    .traffic = traffic,
                                    .packets = packets,
                                    .seed = seed};
  struct schedule schedule;
  struct err err;

  CHECK(schedule_make(&schedule, &request, &err), "%s: %s", traffic, err.text);
  return schedule;
}

/* The packets are those of every routing; the intermediate destinations follow the seed. */
TEST(test_routing_changes_the_headers_alone)
{
  static const char *const traffics[] = {"random", "transpose", "uniform,load=0.2"};
  struct topology t = topology_of("hypercube:4");

  for (size_t i = 0; i < 3; i++) {
    struct schedule plain = routed(&t, "deterministic", traffics[i], 2, 7);
    struct schedule two = routed(&t, "rand-trans", traffics[i], 2, 7);
    struct schedule again = routed(&t, "rand-trans", traffics[i], 2, 7);
    struct schedule mask = routed(&t, "drand-trans-ooo", traffics[i], 2, 7);
    struct schedule sync = routed(&t, "rand-sync", traffics[i], 2, 7);

    assert_true(same_entries(&two, &again) && same_entries(&two, &sync));
    assert_int_equal(plain.count, two.count);
    assert_int_equal(plain.count, mask.count);
    for (size_t p = 0; p < plain.count; p++) {
      const struct schedule_entry *a = &plain.entries[p], *b = &two.entries[p];

      CHECK(a->cycle == b->cycle && a->source == b->source &&
                a->destination == b->destination,
            "%s packet %zu", traffics[i], p);
      CHECK(a->header == a->destination && b->header >> 4 == a->destination &&
                mask.entries[p].header == (0xf0 | a->destination),
            "%s packet %zu: headers", traffics[i], p);
    }
    schedule_free(&plain);
    schedule_free(&two);
    schedule_free(&again);
    schedule_free(&mask);
    schedule_free(&sync);
  }
}

/* Uniform over all switches, whatever source, destination and number of the packet are, and
 * another for every seed: chi-square and counts within 5 deviations. */
TEST(test_intermediate_destinations_are_uniform)
{
  enum { SEEDS = 2000, PACKETS = 2, SWITCHES = 16, COUNT = SEEDS * PACKETS * SWITCHES };
  struct topology t = topology_of("hypercube:4");
  uint32_t counts[SWITCHES] = {0}, source = 0, destination = 0, before = 0, other = 0;
  double chi = 0, expected = (double)COUNT / SWITCHES;
  struct schedule last = routed(&t, "rand-trans", "random", PACKETS, SEEDS);

  for (uint64_t seed = 0; seed < SEEDS; seed++) {
    struct schedule s = routed(&t, "rand-trans", "random", PACKETS, seed);

    for (size_t p = 0; p < s.count; p++) {
      uint32_t eta = s.entries[p].header & 15;

      counts[eta]++;
      source += eta == s.entries[p].source;
      destination += eta == s.entries[p].destination;
      before += eta == (s.entries[(p + 1) % s.count].header & 15);
      other += eta == (last.entries[p].header & 15);
    }
    schedule_free(&last);
    last = s;
  }
  schedule_free(&last);
  for (uint32_t i = 0; i < SWITCHES; i++)
    chi += (counts[i] - expected) * (counts[i] - expected) / expected;
  CHECK(fabs(chi - 15) < 5 * sqrt(30), "chi-square %g with 15 degrees of freedom", chi);
  double most = 5 * sqrt(expected * 15 / 16);
  CHECK(fabs(source - expected) < most && fabs(destination - expected) < most &&
            fabs(before - expected) < most && fabs(other - expected) < most,
        "%u at the source, %u at the destination, %u as the next packet, %u as with the "
        "seed before; expected %g",
        source, destination, before, other, expected);
}

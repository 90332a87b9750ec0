/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_ugal -- the choice that a terminal of a dragonfly makes when it launches a packet:
 * which queues it looks at, what it compares, and what comes of it. */
#include "network/topology/d3.h"
#include "network/topology/mdf.h"
#include "tests/unit/support.h"

enum { HOPS = 8 };

/* The link of a switch and a port. */
struct place {
  uint32_t sw, port;
};

/* Queues that hold packets at two places alone, and what was asked for. */
struct fake {
  struct place minimal, deflected;
  uint32_t minimal_packets, deflected_packets;
  uint32_t asked, asked_elsewhere;
};

static bool same_place(struct place a, struct place b)
{
  return a.sw == b.sw && a.port == b.port;
}

static uint32_t fake_packets(const void *self, uint32_t sw, uint32_t port)
{
  struct fake *fake = (struct fake *)(uintptr_t)self;
  struct place place = {sw, port};

  fake->asked++;
  if (same_place(place, fake->minimal))
    return fake->minimal_packets;
  if (same_place(place, fake->deflected))
    return fake->deflected_packets;
  fake->asked_elsewhere++;
  return 0;
}

/* The first global link on the path of a packet, by following it. */
static struct place first_global(const struct topology *t, const struct routing *routing,
                                 uint32_t source, uint32_t destination, uint64_t header)
{
  struct hop hops[HOPS];
  size_t length = topology_path(t, routing, source, destination, header, 0, hops, HOPS);

  CHECK(length > 0, "%s: %u to %u is not delivered", t->spec, source, destination);
  for (size_t i = 0; i + 1 < length; i++)
    if (topology_port_kind(t, hops[i].at, hops[i].port) == PORT_GLOBAL)
      return (struct place){hops[i].at, hops[i].port};
  fail_msg("%s: %u to %u has no global hop", t->spec, source, destination);
  return (struct place){0, 0};
}

/* Every pair and every deflection: both links are of the source's drawer, and are those at
 * which the two paths leave it. */
static void check_links(const char *spec, const char *name, const char *minimal_name)
{
  struct topology t = topology_of(spec);
  const struct routing *ugal = routing_of(&t, name);
  const struct routing *minimal = routing_of(&t, minimal_name);
  const uint32_t k = d3_is(&t) ? d3_k(&t) : t.parameters[0];
  const uint32_t m = d3_is(&t) ? d3_m(&t) : t.parameters[1];

  for (uint32_t source = 0; source < t.switches; source++)
    for (uint32_t to = 0; to < t.switches; to++)
      for (uint64_t random = 0; random < (uint64_t)k * m; random++) {
        if (!d3_is(&t) && source / m == to / m)
          continue; /* no global link on the minimal path */
        uint64_t short_header = minimal->header(&t, source, to, 0);
        uint64_t header = ugal->header(&t, source, to, random);
        struct fake fake = {
            .minimal = first_global(&t, minimal, source, to, short_header),
            .deflected = first_global(&t, ugal, source, to, header),
            .minimal_packets = 2,
            .deflected_packets = 1,
        };
        bool same = same_place(fake.minimal, fake.deflected);
        struct queue_view view = {.packets = fake_packets, .self = &fake};
        uint64_t launched = ugal->launch(&t, source, header, &view);

        CHECK(fake.asked == 2 && fake.asked_elsewhere == 0,
              "%s %s: %u to %u, random %d: %u queues, %u of other links", spec, name,
              source, to, (int)random, fake.asked, fake.asked_elsewhere);
        CHECK(fake.minimal.sw / m == source / m && fake.deflected.sw / m == source / m,
              "%s: %u to %u: links of %u and %u", spec, source, to, fake.minimal.sw,
              fake.deflected.sw);
        /* 1 * 5 < 2 * 3; two packets at one link are no reason to go a longer way. */
        CHECK(launched == (same ? short_header : header), "%s: %u to %u: header %#llx",
              spec, source, to, (unsigned long long)launched);
      }
}

TEST(test_links_are_those_of_the_two_paths)
{
  for (const char *const *spec = d3.examples; *spec; spec++) {
    check_links(*spec, "ugal", "destination");
    check_links(*spec, "ugal,holds=0", "destination,holds=0");
  }
  check_links("d3:2,2,cabinets=1-4/6,routers=1-4/5", "ugal", "destination");
  for (const char *const *spec = mdf.examples; *spec; spec++) {
    check_links(*spec, "ugal", "destination");
    check_links(*spec, "ugal,holds=0", "destination,holds=0");
  }
}

/* A packet within its group is not deflected, and asks for no queue. */
TEST(test_stays_in_its_group)
{
  struct topology t = topology_of("mdf:2,3");
  const struct routing *ugal = routing_of(&t, "ugal");
  const struct routing *minimal = routing_of(&t, "destination");
  struct fake fake = {.asked = 0};
  struct queue_view view = {.packets = fake_packets, .self = &fake};

  for (uint32_t to = 3; to < 6; to++)
    assert_int_equal(ugal->launch(&t, 4, ugal->header(&t, 4, to, 5), &view),
                     minimal->header(&t, 4, to, 0));
  assert_int_equal(fake.asked, 0);
}

/* Deflected when its queue times 5 hops is strictly less than the other times 3. */
TEST(test_deflects_for_a_shorter_wait_alone)
{
  struct topology t = topology_of("d3:3,4");
  const struct routing *ugal = routing_of(&t, "ugal");
  const uint32_t source = 5, to = 42;
  const uint64_t header = ugal->header(&t, source, to, 7);
  const uint64_t short_header = routing_of(&t, "destination")->header(&t, source, to, 0);
  struct fake fake = {.minimal = first_global(&t, ugal, source, to, short_header),
                      .deflected = first_global(&t, ugal, source, to, header)};
  struct queue_view view = {.packets = fake_packets, .self = &fake};

  assert_false(same_place(fake.minimal, fake.deflected));
  for (fake.minimal_packets = 0; fake.minimal_packets < 40; fake.minimal_packets++)
    for (fake.deflected_packets = 0; fake.deflected_packets < 40;
         fake.deflected_packets++) {
      bool deflect = fake.deflected_packets * 5 < fake.minimal_packets * 3;

      CHECK(ugal->launch(&t, source, header, &view) == (deflect ? header : short_header),
            "%u packets on the minimal path, %u on the other", fake.minimal_packets,
            fake.deflected_packets);
    }
}

/* --- via=least --- */

/* Packets at a switch and a port, all different from their neighbours by much or equal. */
struct waiting {
  uint32_t turn, kinds;
};

static uint32_t waiting_packets(const void *self, uint32_t sw, uint32_t port)
{
  const struct waiting *w = self;

  return (sw * 7 + port * 5 + w->turn) % w->kinds;
}

/* Of the places from `first` on, round all of them, the first with the fewest packets. */
static uint32_t least_of(const uint32_t *packets, uint32_t count, uint32_t first)
{
  uint32_t least = first;

  for (uint32_t i = 1; i < count; i++)
    if (packets[(first + i) % count] < packets[least])
      least = (first + i) % count;
  return least;
}

/* The header as via=least should make it, by addresses alone; d3 that is no part. */
static uint64_t expected_least(const struct topology *t, const struct routing *ugal,
                               uint32_t source, uint32_t to, uint64_t random,
                               const struct queue_view *view)
{
  const uint32_t k = d3_k(t), m = d3_m(t), p = source % m, drawer = source - p;
  const uint32_t c = source / m / m;
  uint32_t local[HOPS], global[HOPS];

  for (uint32_t d = 0; d < m; d++) /* port 0 is the hold port */
    local[d] = view->packets(view->self, source, (d + m - p) % m);
  const uint32_t router = least_of(local, m, (uint32_t)(random / k % m));
  for (uint32_t i = 0; i < k; i++)
    global[i] = view->packets(view->self, drawer + router, m + (i + k - c) % k);
  const uint32_t cabinet = least_of(global, k, (uint32_t)(random % k));
  const uint32_t minimal =
      view->packets(view->self, drawer + to / m % m, m + (to / m / m + k - c) % k);

  if (global[cabinet] * 5 >= minimal * 3)
    return routing_of(t, "destination")->header(t, source, to, 0);
  return ugal->header(t, source, to, (uint64_t)router * k + cabinet);
}

/* D by the local ports of the router, C by the global ports of router D, and of equal ones
 * the first from the drawn one on. */
TEST(test_least_queues_are_chosen)
{
  static const char *const specs[] = {"d3:3,4", "d3:2,3", "d3:1,4", "d3:4,2"};
  uint32_t deflected = 0, changed = 0;

  for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
    struct topology t = topology_of(specs[i]);
    const struct routing *ugal = routing_of(&t, "ugal,via=least");

    for (uint32_t source = 0; source < t.switches; source++)
      for (uint32_t to = 0; to < t.switches; to++)
        for (uint32_t kinds = 1; kinds < 8; kinds += 2) {
          const uint64_t random = source + 3 * to;
          struct waiting waiting = {.turn = to, .kinds = kinds};
          struct queue_view view = {.packets = waiting_packets, .self = &waiting};
          const uint64_t header = ugal->header(&t, source, to, random);
          const uint64_t expected = expected_least(&t, ugal, source, to, random, &view);
          const uint64_t launched = ugal->launch(&t, source, header, &view);

          CHECK(launched == expected, "%s: %u to %u, %u kinds: %#llx, not %#llx", t.spec,
                source, to, kinds, (unsigned long long)launched,
                (unsigned long long)expected);
          deflected += launched != routing_of(&t, "destination")->header(&t, source, to, 0);
          changed += launched != header;
        }
  }
  assert_true(deflected > 1000 && changed > 1000);
}

/* In a part the chosen router and cabinet are of the part. */
TEST(test_least_stays_in_a_part)
{
  struct topology t = topology_of("d3:2,2,cabinets=1-4/6,routers=1-4/5");
  const struct routing *ugal = routing_of(&t, "ugal,via=least");
  uint32_t deflected = 0;

  for (uint32_t source = 0; source < t.switches; source++)
    for (uint32_t to = 0; to < t.switches; to++)
      for (uint32_t turn = 0; turn < 20; turn++) {
        struct waiting waiting = {.turn = turn, .kinds = 7};
        struct queue_view view = {.packets = waiting_packets, .self = &waiting};
        const uint64_t header = ugal->header(&t, source, to, turn);
        const uint64_t launched = ugal->launch(&t, source, header, &view);
        struct hop hops[HOPS];

        CHECK(topology_path(&t, ugal, source, to, launched, 0, hops, HOPS) > 0,
              "%u to %u, turn %u: not delivered", source, to, turn);
        deflected += launched != routing_of(&t, "destination")->header(&t, source, to, 0);
      }
  assert_true(deflected > 100);
}

static uint64_t burst(const char *routing, uint32_t lanes, uint64_t seed)
{
  struct topology t = topology_of("d3:4,4");
  struct traffic_request request = {.topology = &t,
                                    .routing = routing_of(&t, routing),
                                    .traffic = "drawer-to-drawer",
                                    .packets = 8,
                                    .seed = seed};
  struct network network = {.topology = t};
  struct schedule schedule;
  struct run_result result;
  struct err err;

  network.shape = shape_of(&t, routing, lanes, 0, 40);
  CHECK(schedule_make(&schedule, &request, &err), "%s", err.text);
  network_start(&network, schedule.count);
  CHECK(run(&(struct run_request){.shape = network.shape,
                                  .schedule = &schedule,
                                  .seed = seed,
                                  .machine = network.golden},
            &result, &err),
        "%s", err.text);
  assert_int_equal(result.outcome, OUTCOME_PASS);
  uint64_t steps = result.statistics.steps;
  run_result_close(&result);
  schedule_free(&schedule);
  network.golden.ops->close(network.golden.self);
  return steps;
}

/* 8 packets from every router to the next drawer of D3(4,4): 32 for each link between
 * drawers on the minimal path, so 33 steps; deflected paths spread them, and the choice at
 * launch is better than deflecting all.  Launched together, no terminal sees a queue. */
TEST(test_burst_from_drawer_to_drawer)
{
  enum { SEEDS = 20 };
  uint64_t valiant = 0, local = 0, ugal = 0, least = 0;

  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    assert_int_equal(burst("destination,holds=0", 1, seed), 33);
    assert_int_equal(burst("ugal,holds=0", 8, seed), burst("destination,holds=0", 8, seed));
    valiant += burst("valiant,holds=0", 1, seed);
    local += burst("valiant,b=5,holds=0", 1, seed);
    ugal += burst("ugal,holds=0", 1, seed);
    least += burst("ugal,holds=0,via=least", 1, seed);
  }
  CHECK(valiant < least && least < ugal && ugal < local && local < 25 * SEEDS,
        "sums of %d bursts: valiant %d, b=5 %d, ugal %d, least %d", SEEDS, (int)valiant,
        (int)local, (int)ugal, (int)least);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_routing -- routings by name, and all combinations of their options. */
#include "network/topology/routing.h"

#include "tests/unit/unit.h"

TEST(test_routing_is_found_by_name)
{
  struct topology t = topology_of("hypercube:4");
  struct err err;

  assert_ptr_equal(topology_routing(&t, NULL, &err), &t.routings[0]);
  assert_ptr_equal(topology_routing(&t, "", &err), &t.routings[0]);
  assert_ptr_equal(topology_routing(&t, "deterministic", &err), &t.routings[0]);
  assert_null(topology_routing(&t, "determinstic", &err));
  check_error(
      &err, ERR_USAGE,
      "unknown routing 'determinstic' for hypercube:4; did you mean 'deterministic'?",
      "determinstic");
  assert_null(topology_routing(&t, "xyz", &err));
  check_error(&err, ERR_USAGE, "unknown routing 'xyz' for hypercube:4; 'lockhop list",
              "xyz");
}

/* Options in any order; one with its default value may be there or not. */
TEST(test_routing_options)
{
  static const char *const same[][2] = {
      {"drand-trans-ooo,forced=1", "drand-trans-ooo"},
      {"drand-trans-ooo,random=own", "drand-trans-ooo"},
      {"drand-trans-ooo,random=own,forced=1", "drand-trans-ooo"},
      {"drand-trans-ooo,forced=0,random=own", "drand-trans-ooo,forced=0"},
      {"drand-trans-ooo,random=shared,forced=0", "drand-trans-ooo,forced=0,random=shared"},
      {"drand-trans-ooo,forced=1,random=shared", "drand-trans-ooo,random=shared"},
  };
  static const struct {
    const char *name;
    const char *error;
  } bad[] = {
      {"drand-trans-ooo,forced=2", "forced must be 1 or 0"},
      {"drand-trans-ooo,forced", "forced must be 1 or 0"},
      {"drand-trans-ooo,random=", "random must be own or shared"},
      {"drand-trans-ooo,random=shared,random=own", "random is given twice"},
      {"drand-trans-ooo,forced=0,forced=0", "forced is given twice"},
      {"drand-trans-ooo,colour=red", "'drand-trans-ooo' has no option 'colour'"},
      {"drand-trans-ooo,", "'drand-trans-ooo' has no option ''"},
      {"deterministic,forced=0", "'deterministic' has no option 'forced'"},
      {"rand-trans,random=shared", "'rand-trans' has no option 'random'"},
      {",forced=0", "unknown routing"},
      {"drand-trans", "unknown routing"},
  };
  struct topology t = topology_of("hypercube:4");
  struct err err;

  for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
    const struct routing *routing = routing_of(&t, same[i][0]);

    CHECK(strcmp(routing->name, same[i][1]) == 0, "%s is %s", same[i][0], routing->name);
  }
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    CHECK(!topology_routing(&t, bad[i].name, &err), "'%s' is a routing", bad[i].name);
    check_error(&err, ERR_USAGE, bad[i].error, bad[i].name);
  }
}

/* Names and what they stand for, in the order of the table; the rest of test_topology_laws
 * follows their packets. */
TEST(test_all_combinations_are_there)
{
  static const struct {
    const char *spec;
    const char *names[20];
  } all[] = {
      {"hypercube:3",
       {"deterministic", "rand-sync", "rand-sync,barrier=tree", "rand-trans",
        "rand-trans-ooo", "drand-trans-ooo", "drand-trans-ooo,random=shared",
        "drand-trans-ooo,forced=0", "drand-trans-ooo,forced=0,random=shared", "drand-steps",
        "minimal-adaptive", "valiant", "romm"}},
      {"d3:2,3",
       {"source-vector", "source-vector,holds=0", "source-vector,queue=lifo",
        "source-vector,queue=lifo,holds=0", "destination", "destination,holds=0", "glgl",
        "glgl,holds=0", "valiant", "valiant,holds=0", "valiant,b=5", "valiant,b=5,holds=0",
        "ugal", "ugal,via=least", "ugal,holds=0", "ugal,holds=0,via=least", "ugal-l",
        "ugal-l,holds=0", "two-levels"}},
      {"mdf:2,3",
       {"source-vector", "source-vector,holds=0", "destination", "destination,holds=0",
        "valiant", "valiant,holds=0", "valiant,b=5", "valiant,b=5,holds=0", "ugal",
        "ugal,via=least", "ugal,holds=0", "ugal,holds=0,via=least", "ugal-l",
        "ugal-l,holds=0"}},
  };

  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
    struct topology t = topology_of(all[i].spec);
    size_t count = 0;

    for (; count < 20 && all[i].names[count]; count++) {
      const struct routing *routing = routing_of(&t, all[i].names[count]);

      CHECK(routing == &t.routings[count], "%s: %s is another", t.spec, routing->name);
      assert_string_equal(routing->name, all[i].names[count]);
    }
    CHECK(t.routing_count == count, "%s: %zu routings", t.spec, t.routing_count);
  }
}

/* What an option changes, and nothing else. */
TEST(test_options_change_what_they_say)
{
  struct topology cube = topology_of("hypercube:3"), d3 = topology_of("d3:2,3");
  const struct routing *plain = routing_of(&cube, "drand-trans-ooo");
  const struct routing *free = routing_of(&cube, "drand-trans-ooo,forced=0");
  const struct routing *shared = routing_of(&cube, "drand-trans-ooo,random=shared");
  const struct routing *lifo = routing_of(&d3, "source-vector,queue=lifo");
  const struct routing *bare = routing_of(&d3, "source-vector,queue=lifo,holds=0");
  const struct routing *near = routing_of(&d3, "valiant"),
                       *far = routing_of(&d3, "valiant,b=5");

  assert_int_equal(plain->vcs, 3);
  assert_int_equal(free->vcs, 2);
  assert_int_equal(shared->vcs, 3);
  assert_int_equal(plain->random, RANDOM_OWN);
  assert_int_equal(free->random, RANDOM_OWN);
  assert_int_equal(shared->random, RANDOM_SHARED);
  assert_true(plain->unit != free->unit && plain->unit != shared->unit);
  assert_int_equal(routing_of(&d3, NULL)->ordered, 0);
  assert_int_equal(lifo->ordered, 3);
  assert_int_equal(bare->ordered, 3);
  assert_int_equal(lifo->arbiter, ARBITER_HIGHEST);
  assert_int_equal(bare->arbiter, ARBITER_HIGHEST);
  assert_ptr_equal(lifo->unit, routing_of(&d3, NULL)->unit);
  assert_ptr_equal(bare->unit, routing_of(&d3, "source-vector,holds=0")->unit);
  assert_ptr_equal(near->unit, far->unit);
  assert_true(near->header != far->header);
}

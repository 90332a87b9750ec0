/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_family -- the sizes of every family together have all its traits and routings, and
 * none is there for nothing.
 *
 * A question of logic, not of memory.
 */
#include "base/bits.h"
#include "base/rng.h"
#include "network/topology/family.h"
#include "tests/unit/unit.h"
#include "tool/campaign/check_plan.h"

#include <string.h>

enum { DRAWN = 20000 /* inputs of a unit */ };

/* The next row from *i on that has a family, and its number; NULL: there is none. */
static const struct topology_row *next_row(size_t *i)
{
  size_t count;
  const struct topology_row *const *rows = topology_rows(&count);

  while (*i < count && !rows[*i]->family)
    ++*i;
  return *i < count ? rows[*i] : NULL;
}

static void open_size(struct topology *t, const struct routing **routing,
                      const struct topology_row *row, size_t i)
{
  struct err err = {.kind = ERR_NONE};

  if (!family_open(t, routing, row, i, &err))
    fail_msg("%s: %s", row->family->sizes[i].spec, err.text);
}

TEST(test_every_size_has_a_reason)
{
  const struct topology_row *row;

  for (size_t r = 0; (row = next_row(&r)); r++) {
    assert_non_null(row->family->sizes[0].spec);
    for (size_t i = 0; row->family->sizes[i].spec; i++) {
      struct err err = {.kind = ERR_NONE};
      char reason[FAMILY_TEXT];

      if (!family_reason(row, i, reason, &err))
        fail_msg("%s: %s", row->family->sizes[i].spec, err.text);
      CHECK(reason[0] != '\0' && strlen(reason) < FAMILY_TEXT - 1, "%s has the reason '%s'",
            row->family->sizes[i].spec, reason);
    }
  }
}

TEST(test_every_trait_is_had_and_lacked)
{
  const struct topology_row *row;

  for (size_t r = 0; (row = next_row(&r)); r++)
    for (const struct family_trait *trait = row->family->traits; trait->text; trait++) {
      size_t had = 0, lacked = 0;

      for (size_t i = 0; row->family->sizes[i].spec; i++) {
        TOPOLOGY_OF_BLOCK(t);
        const struct routing *routing;

        open_size(&t, &routing, row, i);
        had += trait->has(&t, routing);
        lacked += !trait->has(&t, routing);
      }
      for (const char *const *spec = row->examples; *spec; spec++) {
        TOPOLOGY_OF_BLOCK(t);
        struct err err = {.kind = ERR_NONE};

        assert_true(topology_open(&t, *spec, &err));
        lacked += !trait->has(&t, &t.routings[0]);
      }
      /* rdn and hdn share a list, and a recursive dual-net has super-nodes of one switch.
       */
      const bool of_hdn = strncmp(trait->text, "super-node", 10) == 0 ||
                          strcmp(trait->text, "third level") == 0;
      CHECK(had > 0 || (strcmp(row->name, "rdn") == 0 && of_hdn), "%s: no size has: %s",
            row->name, trait->text);
      CHECK(lacked > 0, "%s: every size has: %s", row->name, trait->text);
    }
}

/* All but those for networks with failed switches, which no check has. */
TEST(test_every_routing_has_a_size)
{
  const struct topology_row *row;

  for (size_t r = 0; (row = next_row(&r)); r++)
    for (size_t k = 0; k < row->routing_count; k++) {
      const char *name = row->routings[k].plain.name;
      size_t found = 0;

      for (size_t i = 0; row->family->sizes[i].spec; i++) {
        TOPOLOGY_OF_BLOCK(t);
        const struct routing *routing;

        open_size(&t, &routing, row, i);
        found += strncmp(routing->name, name, strlen(name)) == 0;
      }
      CHECK((found > 0) == (strcmp(name, "fault-tolerant") != 0), "%s: %zu sizes with %s",
            row->name, found, name);
    }
}

/* Does the unit name several ports for some of many headers, words and phases? */
static bool names_several(const struct topology *t, const struct routing *routing)
{
  const uint64_t headers = bits_mask(routing->header_bits(t));
  struct rng rng = rng_seed(1, 0);
  bool several = false;

  for (uint32_t i = 0; i < DRAWN && !several; i++) {
    const struct route_in in = {
        .here = topology_here(t, (uint32_t)rng_below(&rng, t->switches)),
        .header = rng_next(&rng) & headers,
        .random = (uint32_t)rng_next(&rng),
        .ports = t->ports,
        .phase = (uint32_t)(rng_next(&rng) & bits_mask(routing->unit->phase_bits)),
        .parameters = t->parameters};
    const uint64_t ports = routing->unit->comb(&in).ports;

    several = (ports & (ports - 1)) != 0;
  }
  return several;
}

/* A unit that forgets that it names one would get a router that is too large, and no queues
 * that take one packet in a cycle. */
TEST(test_units_say_whether_they_name_several_ports)
{
  const struct topology_row *row;
  size_t units = 0;

  for (size_t r = 0; (row = next_row(&r)); r++)
    for (size_t i = 0; row->family->sizes[i].spec; i++) {
      const struct routing *routing;
      TOPOLOGY_OF_BLOCK(t);

      open_size(&t, &routing, row, i);
      CHECK(names_several(&t, routing) == !routing->unit->one_port, "%s, %s: unit %s",
            row->family->sizes[i].spec, routing->name, routing->unit->name);
      units += !routing->unit->one_port;
    }
  assert_true(units > 0);
}

/* Sizes with fewer VCs are there for their ordered queues. */
TEST(test_fewer_VCs_order_the_queues)
{
  const struct topology_row *row;
  size_t some = 0;

  for (size_t r = 0; (row = next_row(&r)); r++)
    for (size_t i = 0; row->family->sizes[i].spec; i++) {
      const uint32_t vcs = row->family->sizes[i].vcs;
      TOPOLOGY_OF_BLOCK(t);
      const struct routing *routing;

      open_size(&t, &routing, row, i);
      some += vcs > 0;
      CHECK(vcs == 0 || (vcs < routing->ordered && routing->ordered <= routing->vcs),
            "%s: %u VCs", t.spec, vcs);
      CHECK(t.switches <= CHECK_SWITCHES, "%s is too large", t.spec);
    }
  assert_true(some > 0);
}

static void lacks(const char *spec, const char *name, const char *expected)
{
  struct err err = {.kind = ERR_NONE};
  TOPOLOGY_OF_BLOCK(t);
  char text[FAMILY_TEXT];

  assert_true(topology_open(&t, spec, &err));
  const struct routing *routing = topology_routing(&t, name, &err);
  assert_non_null(routing);
  assert_true(family_lacks(&t, routing, text, &err));
  assert_string_equal(text, expected);
}

TEST(test_what_a_size_lacks)
{
  lacks("torus:3x3", NULL,
        "even ring above 2, no odd ring above 3, no even ring in the highest dimension, "
        "no ring of 2 in the lowest dimension, no ring of 6, no third dimension, no ring "
        "of 2 in the highest dimension, no fourth dimension, no address of more than 8 "
        "bits, no switch of more than 8 ports, no ring of more than 256");
  lacks("butterfly:3", NULL,
        "number of levels that is no power of 2, no wrap-around, no wrap-around of levels "
        "that are no power of 2, no single digit, no address of more than 8 bits, no "
        "wrap-around of levels that are a power of 2, no wrap-around with an address of "
        "more than 8 bits");
  /* What only sizes of another route unit have is none of its business. */
  lacks("mesh:3x3x2", "source-route",
        "side of 2 in the highest dimension, no header of more than 32 bits");
}

TEST(test_names)
{
  struct err err = {.kind = ERR_NONE};

  assert_true(family_is_name("torus"));
  assert_true(family_is_name("tours"));
  assert_false(family_is_name("torus:"));
  assert_false(family_is_name("torus,"));
  assert_false(family_is_name(""));
  assert_string_equal(family_find("dual-cube", &err)->name, "dual-cube");
  assert_null(family_find("tours", &err));
  assert_int_equal(err.kind, ERR_USAGE);
  assert_non_null(strstr(err.text, "did you mean 'torus'?"));
  assert_non_null(strstr(err.text, "hypercube, d3, mdf"));
  assert_non_null(strstr(err.text, "dual-cube and ccc)"));
  assert_null(family_find("file", &err));
  check_error(&err, ERR_USAGE, "say which network, as in file:examples/", "file");
}

static void make(struct check_plan *plan, const char *family, const char *routing,
                 enum check_level level)
{
  const struct check_request request = {
      .topology = family, .routing = routing, .level = level, .seed_from = 1, .seed_to = 1};
  struct err err = {.kind = ERR_NONE};

  if (!check_plan_make(plan, &request, &err))
    fail_msg("%s: %s", family, err.text);
}

/* Every size has runs, of its own network, and shapes of its own. */
TEST(test_plan_of_every_family)
{
  const struct topology_row *row;

  for (size_t r = 0; (row = next_row(&r)); r++) {
    struct check_plan plan;

    make(&plan, row->name, NULL, CHECK_QUICK);
    for (size_t m = 0; m < plan.member_count; m++) {
      size_t runs = 0;

      for (size_t i = 0; i < plan.count; i++) {
        const struct check_run *run = plan.runs[i];

        if (plan.shapes[run->shape].member != m)
          continue;
        runs++;
        assert_string_equal(run->description.topology, plan.members[m].topology);
        assert_string_equal(run->description.routing, plan.members[m].routing);
      }
      CHECK(runs >= 1, "%s has %zu runs", plan.members[m].topology, runs);
    }
    check_plan_free(&plan);
  }
}

TEST(test_routing_chooses_sizes)
{
  struct check_plan plan, other;

  make(&plan, "d3", "valiant", CHECK_QUICK);
  assert_int_equal(plan.member_count, 4);
  check_plan_free(&plan);
  make(&plan, "d3", "valiant,b=5,holds=0", CHECK_QUICK);
  assert_int_equal(plan.member_count, 1);
  check_plan_free(&plan);
  /* No size has these options: those of other options with them. */
  make(&other, "hypercube", "drand-trans-ooo", CHECK_QUICK);
  make(&plan, "hypercube", "rand-sync", CHECK_QUICK);
  assert_true(other.member_count > 4);
  assert_int_equal(plan.member_count, 2); /* one with each barrier */
  check_plan_free(&plan);
  check_plan_free(&other);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_bisection -- rings, whose bisection everyone knows, and the values of D3(K,M). */
#include "network/topology/bisection.h"

#include "tests/unit/unit.h"

/* Port 0 leads ahead and arrives on port 1, port 1 leads back. */
static struct link two_way_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  uint32_t step = port == 0 ? 1 : t->switches - 1;

  return (struct link){(sw + step) % t->switches, 1 - port};
}

/* Both ports lead ahead. */
static struct link one_way_link(const struct topology *t, uint32_t sw, uint32_t port)
{
  return (struct link){(sw + 1) % t->switches, port};
}

static bool third(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 3;
}

static bool every_other(const struct topology *t, uint32_t sw)
{
  (void)t;
  return sw % 2;
}

static bool one_run(const struct topology *t, uint32_t sw)
{
  return sw >= t->switches / 2;
}

static const struct halving halvings[] = {
    {.text = "a third", .side = third, .of_paper = true},
    {.text = "every other", .side = every_other, .of_paper = true},
    {.text = "one run", .side = one_run},
};

static const struct topology_row two_way = {.link = two_way_link};
static const struct topology_row one_way = {.link = one_way_link};
static const struct topology_row halved = {
    .link = two_way_link, .halvings = halvings, .halving_count = 3};

static struct topology ring(const struct topology_row *row, uint32_t switches)
{
  return (struct topology){.row = row,
                           .spec = "ring",
                           .switches = switches,
                           .sites = switches,
                           .per_site = 1,
                           .terminals = switches,
                           .ports = 2,
                           .address_bits = 6};
}

static void check(const struct topology *t, struct bisection found, uint64_t links,
                  bool all, const char *how)
{
  CHECK(found.tried > 0 && found.links == links && found.all == all &&
            strcmp(found.how, how) == 0,
        "%s of %u switches: %llu links, %s, not %llu, %s", t->spec, t->switches,
        (unsigned long long)found.links, found.how, (unsigned long long)links, how);
}

/* Two runs of a ring are joined by two links, whatever its size. */
TEST(test_all_halves_are_tried)
{
  static const struct {
    uint32_t switches;
    const char *how;
  } rings[] = {
      {2, "all 2 choices of a half"},        {3, "all 3 choices of a half"},
      {4, "all 6 choices of a half"},        {7, "all 35 choices of a half"},
      {16, "all 12870 choices of a half"},   {17, "all 24310 choices of a half"},
      {24, "all 2704156 choices of a half"},
  };

  for (size_t i = 0; i < sizeof rings / sizeof rings[0]; i++) {
    struct topology t = ring(&two_way, rings[i].switches);

    check(&t, bisection_fewest(&t), 2, true, rings[i].how);
  }
}

/* A run is left by the two links that lead ahead from its last switch. */
TEST(test_links_of_one_direction_count_once)
{
  struct topology t = ring(&one_way, 9);

  check(&t, bisection_fewest(&t), 2, true, "all 126 choices of a half");
}

/* On 48 switches bits 0 to 3 halve the numbers; bit 3 is 1 in three runs of six, and each
 * run is left by one link ahead and one back.  On 33 switches bits 0 to 4 make halves of 17
 * and 16; bit 4 is 1 on one run of switches. */
TEST(test_larger_rings_are_cut_by_bits)
{
  struct topology t = ring(&two_way, 48);

  check(&t, bisection_fewest(&t), 6, false,
        "best of 4 cuts through one address bit: at most this");
  t = ring(&two_way, 33);
  check(&t, bisection_fewest(&t), 2, false,
        "best of 5 cuts through one address bit: at most this");
}

/* Those that are halves; of the paper, in both directions, those that are the paper's. */
TEST(test_halvings_of_a_row_are_tried)
{
  struct topology t = ring(&halved, 30), plain = ring(&two_way, 30);

  check(&t, bisection_fewest(&t), 2, false, "one run, best of 2 tried: at most this");
  check(&t, bisection_cutset(&t), 60, false, "every other, best of 1 of the paper");
  assert_int_equal(bisection_cutset(&plain).tried, 0);
}

/* Exact on up to 27 routers: the bound of corollary 1 is reached where it is even, and not
 * where M is odd.  On larger ones a cut that leaves all global links whole is better. */
TEST(test_values_of_the_swapped_dragonfly)
{
  static const struct {
    const char *spec;
    uint64_t fewest;
    bool all;
    uint64_t cutset;
  } values[] = {
      {"d3:1,2", 1, true, 2},     {"d3:2,2", 4, true, 8},    {"d3:3,2", 6, true, 12},
      {"d3:4,2", 8, true, 16},    {"d3:5,2", 10, true, 20},  {"d3:6,2", 12, true, 24},
      {"d3:1,4", 4, true, 8},     {"d3:2,3", 8, true, 18},   {"d3:3,3", 13, true, 42},
      {"d3:1,5", 10, true, 20},   {"d3:2,4", 16, false, 32}, {"d3:3,4", 30, false, 72},
      {"d3:4,4", 40, false, 128}, {"d3:4,3", 24, false, 72}, {"d3:16,8", 1312, false, 4096},
      {"d3:4,8", 256, false, 512}};

  for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
    struct topology t = topology_of(values[i].spec);
    struct bisection fewest = bisection_fewest(&t), cutset = bisection_cutset(&t);

    CHECK(fewest.links == values[i].fewest && fewest.all == values[i].all,
          "%s: bisection %llu (%s)", t.spec, (unsigned long long)fewest.links, fewest.how);
    CHECK(cutset.links == values[i].cutset, "%s: cutset %llu (%s)", t.spec,
          (unsigned long long)cutset.links, cutset.how);
  }
}

/* Of rings that are all odd no half of a ring is one of the switches: the numbers below the
 * middle are cut off, here counted by hand. */
TEST(test_odd_tori_are_cut_by_numbers)
{
  static const struct {
    const char *spec;
    uint64_t links;
  } tori[] = {
      {"torus:29", 2}, {"torus:7x5", 2 * 5 + 2}, {"torus:5x5x3", 2 * 15 + 2 * 3 + 2}};

  for (size_t i = 0; i < sizeof tori / sizeof tori[0]; i++) {
    struct topology t = topology_of(tori[i].spec);

    check(&t, bisection_fewest(&t), tori[i].links, false,
          "the lower half of the numbers, best of 1 tried: at most this");
  }
}

/* Where a ring of the base is long, halves of clusters are joined by fewer links than half
 * of the clusters: the formula says so, and the halving has as many. */
TEST(test_clusters_of_dual_nets_are_cut)
{
  static const struct {
    const char *spec;
    uint64_t links; /* clusters of a class, times the links between halves of the base */
  } nets[] = {{"hdn:6:1", 6 * 2},        {"rdn:8:1", 8 * 2},    {"hdn:10:1", 10 * 2},
              {"hdn:6x2:2", 6 * 4},      {"hdn:6x3:3", 6 * 6},  {"hdn:8x2:1", 16 * 4},
              {"hdn:6:1,1", 72 * 6 * 2}, {"hdn:2x10:2", 10 * 4}};

  for (size_t i = 0; i < sizeof nets / sizeof nets[0]; i++) {
    struct topology t = topology_of(nets[i].spec);
    struct formula formulas[16];
    const size_t count = t.row->formulas(&t, formulas, 16);
    bool found = false;

    check(
        &t, bisection_fewest(&t), nets[i].links, false,
        "clusters of class 1 as the super-nodes of class 0, best of 2 tried: at most this");
    for (size_t k = 0; k < count; k++)
      if (strcmp(formulas[k].formula, "<= n_k cuts of a cluster") == 0) {
        found = true;
        CHECK(formulas[k].value == (double)nets[i].links, "%s: formula %g", t.spec,
              formulas[k].value);
      }
    CHECK(found, "%s: the formula is another", t.spec);
  }
}

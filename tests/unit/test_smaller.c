/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* smaller: networks of the same kind with fewer switches, of all that there are. */
#include "tool/campaign/smaller.h"

#include "tests/unit/unit.h"

static void check_list(const struct topology *t, const char *routing,
                       const struct smaller *s)
{
  for (size_t i = 0; i < s->count; i++) {
    struct topology other;
    struct err err = {.kind = ERR_NONE};

    CHECK(topology_open(&other, s->networks[i].spec, &err), "%s", s->networks[i].spec);
    CHECK(other.row == t->row && other.switches < t->switches &&
              other.switches == s->networks[i].switches &&
              other.ports == s->networks[i].ports,
          "%s: %s", t->spec, s->networks[i].spec);
    CHECK(i == 0 || s->networks[i - 1].switches <= other.switches, "%s: %s", t->spec,
          s->networks[i].spec);
    CHECK(topology_routing(&other, routing, &err), "%s: %s", s->networks[i].spec, routing);
    for (size_t k = 0; k < i; k++)
      CHECK(strcmp(s->networks[i].spec, s->networks[k].spec) != 0, "%s: %s twice", t->spec,
            s->networks[i].spec);
    topology_close(&other);
  }
}

static void expect_specs(const char *spec, const char *expected)
{
  struct topology t;
  struct smaller s;
  struct err err = {.kind = ERR_NONE};
  char list[SMALLER_NETWORKS * TOPOLOGY_SPEC] = "";

  CHECK(topology_open(&t, spec, &err), "%s", spec);
  smaller_networks(&s, &t, topology_routing(&t, NULL, &err)->name);
  for (size_t i = 0; i < s.count; i++)
    snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? " " : "",
             s.networks[i].spec);
  CHECK(strcmp(list, expected) == 0, "%s: '%s', expected '%s'", spec, list, expected);
  topology_close(&t);
}

TEST(test_known)
{
  expect_specs("hypercube:4", "hypercube:1 hypercube:2 hypercube:3");
  expect_specs("hypercube:1", "");
  expect_specs("hypercube:3,terminals=2",
               "hypercube:1,terminals=2 hypercube:2,terminals=2");
  expect_specs("mesh:3x2", "mesh:2x2");
  expect_specs("mesh:3x3", "mesh:2x2 mesh:2x3 mesh:3x2");
  expect_specs("butterfly:3,wrap=1", "butterfly:1,wrap=1 butterfly:2,wrap=1");
}

TEST(test_all_examples)
{
  size_t count, networks = 0;
  const struct topology_row *const *rows = topology_rows(&count);

  for (size_t i = 0; i < count; i++)
    for (const char *const *spec = rows[i]->examples; *spec; spec++) {
      const struct topology t = topology_of(*spec);
      const char *routing = routing_of(&t, NULL)->name;
      struct smaller s;

      smaller_networks(&s, &t, routing);
      check_list(&t, routing, &s);
      networks += s.count;
    }
  assert_true(networks > 50);
}

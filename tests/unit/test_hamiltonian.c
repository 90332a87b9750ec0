/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* test_hamiltonian -- cycles of all small products, of dual-nets and of searched networks;
 * and those that cannot be. */
#include "network/topology/hamiltonian.h"

#include "tests/unit/failing.h"

enum { SWITCHES = 1024 };

static bool linked(const struct topology *t, uint32_t from, uint32_t to)
{
  for (uint32_t port = 0; port < t->ports; port++)
    if (topology_link(t, from, port).to_switch == to)
      return true;
  return false;
}

/* Every switch once, along links, and back. */
static void check_cycle(const struct topology *t, const uint32_t *cycle)
{
  bool seen[SWITCHES] = {false};

  for (uint32_t i = 0; i < t->switches; i++) {
    const uint32_t next = cycle[(i + 1) % t->switches];

    CHECK(cycle[i] < t->switches && !seen[cycle[i]], "%s: switch %u at place %u", t->spec,
          cycle[i], i);
    seen[cycle[i]] = true;
    CHECK(linked(t, cycle[i], next), "%s: no link from %u to %u", t->spec, cycle[i], next);
  }
}

/* *how: how it must be found, or a part of why there is none. */
static void check_spec(const char *spec, const char *how)
{
  struct topology t = topology_of(spec);
  uint32_t cycle[SWITCHES];
  struct err err = {.kind = ERR_NONE};
  const char *found = NULL;

  CHECK(t.switches <= SWITCHES, "%s", spec);
  if (!hamiltonian_find(&t, cycle, &found, &err)) {
    check_error(&err, ERR_USAGE, how, spec);
    return;
  }
  CHECK(strstr(found, how), "%s: %s", spec, found);
  check_cycle(&t, cycle);
}

/* Every parity and order of lengths: all are made, none is searched for. */
TEST(test_products)
{
  char spec[64];

  for (uint32_t a = 2; a <= 6; a++)
    for (uint32_t b = 2; b <= 7; b++) {
      snprintf(spec, sizeof spec, "torus:%ux%u", a, b);
      check_spec(spec, "from its factors");
      snprintf(spec, sizeof spec, "mesh:%ux%u", a, b);
      check_spec(spec, a * b % 2 ? "every link joins one of" : "from its factors");
      for (uint32_t c = 2; c <= 5; c++) {
        snprintf(spec, sizeof spec, "torus:%ux%ux%u", a, b, c);
        check_spec(spec, "from its factors");
        snprintf(spec, sizeof spec, "mesh:%ux%ux%u", a, b, c);
        check_spec(spec, a * b * c % 2 ? "every link joins one of" : "from its factors");
      }
    }
  check_spec("hypercube:2", "from its factors");
  check_spec("hypercube:9", "from its factors");
}

TEST(test_dual_nets)
{
  static const char *const made[] = {
      "rdn:2:1",       "rdn:3:1",        "rdn:2x2x2:1", "rdn:2:2",       "rdn:K5:1",
      "dual-cube:4",   "hdn:2x2:2",      "hdn:2x3:3",   "hdn:2x3:2x3",   "hdn:2:1,2",
      "hdn:2x2:2,2@2", "hdn:2x2:2,2x2",  "hdn:2xK4:4",  "hdn:2x3x5:2x3", "hdn:2x3x5:3x5",
      "hdn:2:2",       "hdn:2x2:2x2,2x2"};

  for (size_t i = 0; i < sizeof made / sizeof made[0]; i++)
    check_spec(made[i], "from cycles of its clusters");
  check_spec("hdn:2x2:2,2", "by search");
  check_spec("hdn:petersen:10", "by search");
}

TEST(test_others)
{
  check_spec("ccc:3", "by search");
  check_spec("d3:2,3", "by search");
  check_spec("mdf:2,2", "by search");
  check_spec("mesh:5", "switch 0 has one neighbour");
  check_spec("hypercube:1", "switch 0 has one neighbour");
  check_spec("butterfly:3,wrap=1", "links in one direction");
}

static bool find(const void *self, struct err *err)
{
  uint32_t cycle[SWITCHES];
  const char *how;

  return hamiltonian_find(self, cycle, &how, err);
}

TEST(test_short_memory)
{
  struct topology t = topology_of("hdn:2x2:2");

  assert_int_equal(fail_each(find, &t, "hamiltonian_find"), 7);
}

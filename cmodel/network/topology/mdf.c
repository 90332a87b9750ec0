/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mdf -- mdf:K,M, the maximal dragonfly MDF(K,M). */
#include "network/topology/mdf.h"

#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "network/topology/family.h"
#include "network/topology/mdf_routing.h"
#include "switch/component/group_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What can be chosen of the wiring; the first value is the default. */
enum { WIRING, COLUMNS, KEYS };

static const struct key {
  const char *name;
  const char *values[2];
} keys[KEYS] = {
    [WIRING] = {"wiring", {[GROUPS_ABSOLUTE] = "absolute", [GROUPS_RELATIVE] = "relative"}},
    [COLUMNS] =
        {"columns",
         {[COLUMNS_PORT_MAJOR] = "port-major", [COLUMNS_ROUTER_MAJOR] = "router-major"}},
};

struct state {
  uint32_t parameters[2 + KEYS]; /* {K, M, WIRING, COLUMNS} */
};

static size_t chosen(const struct topology *t, size_t key)
{
  return t->parameters[2 + key];
}

static uint32_t columns(const struct topology *t)
{
  return t->parameters[0] * t->parameters[1];
}

static bool mdf_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *state = t->state = calloc(1, sizeof *state);

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!dragonfly_read(spec, &state->parameters[0], &state->parameters[1], err))
    return false;
  for (size_t i = 0; i < KEYS; i++) {
    size_t value = 0;

    if (!spec_choice(spec, keys[i].name, keys[i].values, 2, &value, err))
      return false;
    state->parameters[2 + i] = (uint32_t)value;
  }
  t->parameters = state->parameters;
  t->parameter_count = 2 + KEYS;
  t->ports = dragonfly_last_hold(t) + 1;
  t->switches = (columns(t) + 1) * t->parameters[1];
  t->address_bits = bits_index(columns(t) + 1) + bits_index(t->parameters[1]);
  return spec_end(spec, err);
}

/* --- the table of the paper: rows are groups, columns global links --- */

/* A global port of a router. */
struct place {
  uint32_t p, port;
};

static uint32_t column_of(const struct topology *t, struct place place)
{
  return chosen(t, COLUMNS) == COLUMNS_PORT_MAJOR ? place.port * t->parameters[1] + place.p
                                                  : place.p * t->parameters[0] + place.port;
}

static struct place place_of(const struct topology *t, uint32_t column)
{
  if (chosen(t, COLUMNS) == COLUMNS_PORT_MAJOR)
    return (struct place){.p = column % t->parameters[1],
                          .port = column / t->parameters[1]};
  return (struct place){.p = column / t->parameters[0], .port = column % t->parameters[0]};
}

/* The entry of the table. */
static uint32_t group_of(const struct topology *t, uint32_t group, uint32_t column)
{
  if (chosen(t, WIRING) == GROUPS_RELATIVE)
    return (group + column + 1) % (columns(t) + 1);
  return column < group ? column : column + 1;
}

/* The column of row `group` in which the group `to`, another one, stands. */
static uint32_t column_to(const struct topology *t, uint32_t group, uint32_t to)
{
  if (chosen(t, WIRING) == GROUPS_RELATIVE)
    return dragonfly_difference(to, group, columns(t) + 1) - 1;
  return to < group ? to : to - 1;
}

/* --- the network --- */

static struct link mdf_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t local = t->parameters[1], global = dragonfly_global(t);
  struct mdf_router r = mdf_router(t, from_switch), to = r;

  switch (dragonfly_port_kind(t, port)) {
  case PORT_LOCAL:
    to.p = (r.p + port) % local;
    return (struct link){.to_switch = mdf_switch(t, to), .to_port = local - port};
  case PORT_GLOBAL:
    to.group =
        group_of(t, r.group, column_of(t, (struct place){.p = r.p, .port = port - global}));
    struct place far = place_of(t, column_to(t, to.group, r.group));
    to.p = far.p;
    return (struct link){.to_switch = mdf_switch(t, to), .to_port = global + far.port};
  default:
    return (struct link){.to_switch = from_switch, .to_port = port};
  }
}

static enum port_kind mdf_port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  (void)sw;
  return dragonfly_port_kind(t, port);
}

static uint64_t here(const struct topology *t, uint32_t sw)
{
  struct mdf_router r = mdf_router(t, sw);

  return (uint64_t)r.group << bits_index(t->parameters[1]) | r.p;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  struct mdf_router r = mdf_router(t, sw);

  snprintf(text, ADDRESS_TEXT, "%u.%u", r.group, r.p);
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint32_t sizes[] = {columns(t) + 1, t->parameters[1]};

  return topology_parse_digits(text, sizes, sizeof sizes / sizeof sizes[0], sw);
}

static void draw_at(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const struct mdf_router r = mdf_router(t, sw);
  const uint32_t sizes[] = {t->parameters[1], columns(t) + 1}, digits[] = {r.p, r.group};

  sketch_rings(sizes, digits, sizeof sizes / sizeof sizes[0], x, y);
}

static uint32_t box(const struct topology *t, uint32_t sw, size_t of)
{
  (void)of;
  return mdf_router(t, sw).group;
}

static const struct sketch sketch = {.place = draw_at, .boxes = {"groups"}, .box = box};

/* --- the table --- */

/* Section 11 of the paper, and counting.  How many pairs are at distance 2 depends on the
 * wiring.  Worst link load: all M routers of a group can send to one group. */
static size_t mdf_formulas(const struct topology *t, struct formula *formulas,
                           size_t capacity)
{
  const double k = t->parameters[0], m = t->parameters[1], groups = k * m + 1,
               n = m * groups;
  const struct formula all[] = {
      {"switches", "M (K M + 1)", n},
      {"ports", "K + M - 1", k + m - 1},
      {"links", "M (K M + 1) (K+M-1)", n * (k + m - 1)},
      {"local links", "M (K M + 1) (M-1)/2", n * (m - 1) / 2},
      {"global links", "K M (K M + 1)/2", k * m * groups / 2},
      {"self-links", "0", 0},
      {"double links", "0", 0},
      {"hold links", "2 M (K M + 1)", 2 * n},
      {"diameter", "3", 3},
      {"pairs at distance 0", "M (K M + 1)", n},
      {"pairs at distance 1", "M (K M + 1) (K+M-1)", n * (k + m - 1)},
      {"pairs at distance 2", NULL, 0},
      {"pairs at distance 3", NULL, 0},
      {"average distance", NULL, 0},
      {"worst link load", "M", m},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static bool lower_groups(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 2;
}

static const struct halving halvings[] = {
    {.text = "half of the groups", .side = lower_groups}};

/* Walking every packet takes time like K^2 M^4. */
static void small_mdf(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  int used = snprintf(spec, TOPOLOGY_SPEC, "mdf:%u,%u",
                      t->parameters[0] < 2 ? t->parameters[0] : 2,
                      t->parameters[1] < 3 ? t->parameters[1] : 3);

  for (size_t i = 0; i < KEYS; i++)
    if (chosen(t, i))
      used += snprintf(spec + used, TOPOLOGY_SPEC - (size_t)used, ",%s=%s", keys[i].name,
                       keys[i].values[chosen(t, i)]);
}

static const char *const examples[] = {
    "mdf:1,2", "mdf:2,3", "mdf:2,3,columns=router-major", "mdf:2,3,wiring=relative",
    "mdf:3,4", NULL};

const struct topology_row mdf = {
    .name = "mdf",
    .usage = "mdf:K,M[,wiring=absolute|relative][,columns=port-major|router-major]",
    .text = "maximal dragonfly MDF(K,M), M (K M + 1) switches, K >= 1, M >= 2, K + M <= 62",
    .examples = examples,
    .family = &family_mdf,
    .small = small_mdf,
    .routings = mdf_routings,
    .routing_count = MDF_ROUTINGS,
    .open = mdf_open,
    .link = mdf_link,
    .port_kind = mdf_port_kind,
    .here = here,
    .formulas = mdf_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = dragonfly_print_port,
    .sketch = &sketch,
};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_compared -- section 11: D3(K,M) beside MDF(K,M), paths, loads and sizes. */
#include "network/topology/dragonfly.h"
#include "papers/dragonfly.h"

#include <stdlib.h>

static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {2, 3}, {1, 4},
                                        {3, 4}, {4, 4}, {2, 5}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

static bool open_mdf(struct topology *t, struct lab_size size, struct err *err)
{
  return lab_open(t, err, "mdf:%u,%u", size.k, size.m);
}

/* --- traffic --- */

/* Packets of all pairs of routers that cross one link, most of all, by kind. */
static bool load_of(const struct topology *t, uint32_t *local, uint32_t *global,
                    struct err *err)
{
  const struct routing *routing = topology_routing(t, NULL, err);
  uint32_t *load = routing ? calloc((size_t)t->switches * t->ports, sizeof *load) : NULL;

  *local = *global = 0;
  if (!load)
    return routing ? err_set(err, ERR_ENVIRONMENT, "not enough memory for %s", t->spec)
                   : false;
  for (uint32_t a = 0; a < t->switches; a++)
    for (uint32_t b = 0; b < t->switches; b++) {
      const uint32_t m = t->parameters[1];
      struct hop hops[LAB_HOPS];
      /* Within a drawer, one local hop. */
      uint64_t header =
          a / m == b / m
              ? dragonfly_vector(t, 1, 0, dragonfly_difference(b % m, a % m, m), 0)
              : routing->header(t, a, b, 0);
      size_t count = lab_path(t, routing, a, b, header, hops);

      for (size_t i = 0; i + 1 < count; i++) {
        uint32_t *most =
            topology_port_kind(t, hops[i].at, hops[i].port) == PORT_GLOBAL ? global : local;

        if (lab_is_link(t, hops[i].at, hops[i].port) &&
            ++load[hops[i].at * t->ports + hops[i].port] > *most)
          ++*most;
      }
    }
  free(load);
  return true;
}

/* 11.8 */
static bool judge_one_global(struct finding *f, struct err *err)
{
  uint32_t pairs = 0, wrong = 0;

  for (size_t i = 0; i < SIZES; i++)
    for (uint32_t both = 0; both < 2; both++) {
      TOPOLOGY_OF_BLOCK(t);

      if (!(both ? open_mdf(&t, sizes[i], err) : dragonfly_open(&t, sizes[i], err)))
        return false;
      const struct routing *routing = topology_routing(&t, NULL, err);
      if (!routing)
        return false;
      for (uint32_t a = 0; a < t.switches; a++)
        for (uint32_t b = 0; b < t.switches; b++, pairs++) {
          struct hop hops[LAB_HOPS];
          size_t count = lab_path(&t, routing, a, b, routing->header(&t, a, b, 0), hops);
          uint32_t globals = 0;

          for (size_t h = 0; h + 1 < count; h++)
            globals += topology_port_kind(&t, hops[h].at, hops[h].port) == PORT_GLOBAL;
          wrong += count == 0 || globals > 1;
        }
    }
  finding_reading(f, wrong == 0, "D3 and MDF, all %u pairs of %d sizes: %u not so", pairs,
                  SIZES, wrong);
  return true;
}

/* 11.9 */
static bool judge_load(struct finding *f, struct err *err)
{
  uint32_t good = 0, same = 0, large = 0, small = 0, less = 0;

  for (size_t i = 0; i < SIZES; i++) {
    const uint32_t k = sizes[i].k, m = sizes[i].m;
    uint32_t local[2], global[2];
    TOPOLOGY_OF_BLOCK(t);

    if (!dragonfly_open(&t, sizes[i], err) || !load_of(&t, &local[0], &global[0], err) ||
        !open_mdf(&t, sizes[i], err) || !load_of(&t, &local[1], &global[1], err))
      return false;
    if (m == 2) {
      small += local[0] == local[1] && global[0] == global[1];
      less += local[0] < local[1] && global[0] == global[1];
      continue;
    }
    large++;
    good += local[0] == local[1] && global[0] == global[1];
    same += local[0] == 2 * k * m + 1 && global[0] == m * m;
  }
  finding_reading(f, good == large,
                  "a packet between any two routers: the busiest links, local and global, "
                  "have equal loads in %u of %u sizes with M > 2, 2 K M + 1 and M^2 in %u",
                  good, large, same);
  finding_reading(f, small == SIZES - large,
                  "M = 2: equal in %u of %u sizes, local links of D3 are less busy in %u",
                  small, SIZES - large, less);
  return true;
}

/* --- sizes of other papers --- */

static bool routers_of(bool of_mdf, struct lab_size size, uint32_t *routers,
                       struct err *err)
{
  TOPOLOGY_OF_BLOCK(t);
  bool good = of_mdf ? open_mdf(&t, size, err) : dragonfly_open(&t, size, err);

  *routers = good ? t.switches : 0;
  return good;
}

/* 11.10 */
static bool judge_kim(struct finding *f, struct err *err)
{
  const struct lab_size size = {4, 8};
  uint32_t of_d3, of_mdf;

  if (!routers_of(false, size, &of_d3, err) || !routers_of(true, size, &of_mdf, err))
    return false;
  finding_reading(f, of_d3 == 256, "D3(4,8): %u routers", of_d3);
  finding_note(f, "MDF(4,8): %u", of_mdf);
  return true;
}

/* 11.11 */
static bool judge_besta(struct finding *f, struct err *err)
{
  const struct lab_size size = {11, 11};
  const uint32_t said = 1452;
  uint32_t routers;
  char text[64] = "";

  if (!routers_of(true, size, &routers, err))
    return false;
  finding_reading(f, routers == said, "MDF(11,11): %u routers", routers);
  for (uint32_t k = 1; k <= 30; k++)
    for (uint32_t m = 2; m <= 30; m++) {
      if (!routers_of(true, (struct lab_size){k, m}, &routers, err))
        return false;
      if (routers == said)
        claims_append(text, sizeof text, " MDF(%u,%u)", k, m);
    }
  finding_note(f, "of K, M <= 30%s has %u", text[0] ? text : " none", said);
  if (!routers_of(false, size, &routers, err))
    return false;
  finding_note(f, "D3(11,11): %u", routers);
  return true;
}

/* 11.12: a D3 and an MDF are pertinent to each other if their sizes differ by at most 1 %.
 */
static bool judge_garcia(struct finding *f, struct err *err)
{
  const struct lab_size printed = {16, 8}, turned = {8, 16};
  uint32_t routers, of_mdf;

  if (!routers_of(true, turned, &of_mdf, err) || !routers_of(false, printed, &routers, err))
    return false;
  finding_reading(f, 100 * (of_mdf - routers) <= of_mdf,
                  "D3(16,8): %u routers beside the %u of MDF(8,16)", routers, of_mdf);
  if (!routers_of(false, turned, &routers, err))
    return false;
  finding_reading(f, 100 * (of_mdf - routers) <= of_mdf, "K and M exchanged, D3(8,16): %u",
                  routers);
  return true;
}

#define PLACE "section 11"

static const struct claim_row rows[] = {
    {"11.8", PLACE, "any two routers are joined by a path with at most one global hop",
     "one", .judge = judge_one_global},
    {"11.9", PLACE,
     "the performance on random traffic is that of any dragonfly: load of "
     "links",
     "the same", .judge = judge_load},
    {"11.10", PLACE, "the network of [11], M=8, K=4: D3(4,8) has size 256", "256",
     .judge = judge_kim},
    {"11.11", PLACE, "1452 routers of [3] mean K = M = 11", "K = M = 11",
     .judge = judge_besta},
    {"11.12", PLACE, "[9] is pertinent to D3(16,8): sizes within 1 %", "D3(16,8)",
     .judge = judge_garcia},
};

const struct claim_part dragonfly_compared = {rows, sizeof rows / sizeof rows[0]};

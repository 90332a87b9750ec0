/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_faults -- the routing of d3 and mdf that avoids failed routers. */
#include "network/topology/dragonfly_faults.h"

#include "network/topology/d3.h"
#include "network/topology/d3_routing.h"
#include "network/topology/dragonfly.h"
#include "network/topology/mdf.h"
#include "network/topology/mdf_routing.h"

/* Two routers in coordinates of the network, and as switches. */
struct ends {
  uint32_t source, destination;
};

/* Is the path by router `via_p` of the source's drawer, or group, and its global port to
 * cabinet `via_c`, or that of this number, free of failed routers? */
typedef bool is_free(const struct topology *t, struct ends ends, uint32_t via_c,
                     uint32_t via_p);

struct deflection {
  uint32_t b, via_c, via_p; /* b = 0: there is none */
};

/* The first one from a global port on that depends on both ends, so that not all packets go
 * by the same.  `own`: the number of the source's router, k and m those of choices. */
static struct deflection deflection(const struct topology *t, struct ends ends,
                                    uint32_t own, uint32_t k, uint32_t m, is_free *free_by)
{
  const uint32_t first = ends.source + ends.destination;

  for (uint32_t i = 0; i < m; i++)
    for (uint32_t j = 0; j < k; j++) {
      const uint32_t via_c = (first + j) % k, via_p = (own + i) % m;

      if (free_by(t, ends, via_c, via_p))
        return (struct deflection){i == 0 ? 4 : 5, via_c, i == 0 ? 0 : via_p};
    }
  return (struct deflection){0};
}

/* --- d3 --- */

static bool d3_works(const struct topology *t, uint32_t c, uint32_t d, uint32_t p)
{
  return !faults_failed(t, d3_switch(t, (struct d3_router){.c = c, .d = d, .p = p}));
}

static bool d3_deflected_free(const struct topology *t, struct ends ends, uint32_t via_c,
                              uint32_t via_p)
{
  const struct d3_router from = d3_router(t, ends.source),
                         to = d3_router(t, ends.destination);

  return d3_works(t, from.c, from.d, via_p) && d3_works(t, via_c, via_p, from.d) &&
         d3_works(t, via_c, via_p, to.d) && d3_works(t, to.c, to.d, via_p);
}

uint64_t d3_round_failed(const struct topology *t, uint32_t source, uint32_t destination,
                         uint64_t random)
{
  const struct ends ends = {source, destination};
  const struct d3_router from = d3_router(t, source), to = d3_router(t, destination);

  (void)random;
  if (from.c == to.c && from.d == to.d)
    return d3_table_header(t, 1, source, destination, 0, 0);
  if (d3_works(t, from.c, from.d, to.d) && d3_works(t, to.c, to.d, from.d))
    return d3_table_header(t, 3, source, destination, 0, 0);
  const struct deflection by =
      deflection(t, ends, from.p, d3_k(t), d3_m(t), d3_deflected_free);

  return by.b ? d3_table_header(t, by.b, source, destination,
                                d3_chosen(t, D3_CABINETS, by.via_c),
                                by.b == 5 ? d3_chosen(t, D3_ROUTERS, by.via_p) : 0)
              : 0;
}

/* --- mdf --- */

static bool mdf_works(const struct topology *t, uint32_t group, uint32_t p)
{
  return !faults_failed(t, mdf_switch(t, (struct mdf_router){.group = group, .p = p}));
}

/* Do both routers work that have the link between two groups? */
static bool mdf_link_free(const struct topology *t, uint32_t from, uint32_t to)
{
  return mdf_works(t, from, mdf_way_out(t, from, to).p) &&
         mdf_works(t, to, mdf_way_out(t, to, from).p);
}

static bool mdf_deflected_free(const struct topology *t, struct ends ends, uint32_t via_c,
                               uint32_t via_p)
{
  const uint32_t here = mdf_router(t, ends.source).group;
  const uint32_t to = mdf_router(t, ends.destination).group;
  const uint32_t exit = mdf_switch(t, (struct mdf_router){.group = here, .p = via_p});
  const uint32_t entry = topology_link(t, exit, dragonfly_global(t) + via_c).to_switch;
  const uint32_t between = mdf_router(t, entry).group;

  return !faults_failed(t, exit) && !faults_failed(t, entry) &&
         (between == to || mdf_link_free(t, between, to));
}

uint64_t mdf_round_failed(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  const struct ends ends = {source, destination};
  const struct mdf_router from = mdf_router(t, source), to = mdf_router(t, destination);

  (void)random;
  if (from.group == to.group || mdf_link_free(t, from.group, to.group))
    return mdf_group_header(t, 3, destination, 0, 0);
  const struct deflection by =
      deflection(t, ends, from.p, t->parameters[0], t->parameters[1], mdf_deflected_free);

  return by.b ? mdf_group_header(t, by.b, destination, by.via_c, by.via_p) : 0;
}

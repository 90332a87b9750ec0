/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* bisection -- counts the links between two halves of a network, over many halvings. */
#include "network/topology/bisection.h"

#include "base/bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* One half has `size` of the switches. */
static bool halves(const struct topology *t, uint64_t size)
{
  return size == t->switches / 2 || size == t->switches - t->switches / 2;
}

static void keep_fewest(struct bisection *found, uint64_t links)
{
  found->tried++;
  if (found->tried == 1 || links < found->links)
    found->links = links;
}

/* The switch at the far end of a link; the switch itself where nothing uses the link. */
static uint32_t far_end(const struct topology *t, uint32_t sw, uint32_t port)
{
  if (topology_one_way(t) && topology_port_kind(t, sw, port) == PORT_UNUSED)
    return sw;
  return topology_link(t, sw, port).to_switch;
}

/* --- all halves --- */

/* Neighbours of each switch, a bit each: to[i] are those to which more than i links lead,
 * from[i] those from which more than i come. */
struct neighbours {
  uint32_t to[2 * TOPOLOGY_PORTS][BISECTION_EXHAUSTIVE];
  uint32_t from[2 * TOPOLOGY_PORTS][BISECTION_EXHAUSTIVE];
  uint32_t most; /* links from a switch to one neighbour */
};

static void add_neighbour(struct neighbours *n, uint32_t sw, uint32_t far)
{
  uint32_t i = 0;

  while (n->to[i][sw] >> far & 1)
    i++;
  n->to[i][sw] |= UINT32_C(1) << far;
  n->from[i][far] |= UINT32_C(1) << sw;
  n->most = i + 1 > n->most ? i + 1 : n->most;
}

/* A one-way link is cut whichever way it goes, so it counts as one in either direction. */
static void find_neighbours(struct neighbours *n, const struct topology *t)
{
  memset(n, 0, sizeof *n);
  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t far = far_end(t, sw, port);

      if (far == sw)
        continue;
      add_neighbour(n, sw, far);
      if (topology_one_way(t))
        add_neighbour(n, far, sw);
    }
}

/* Every set of switches in turn, each one switch more or less than the one before (a Gray
 * code), so that the links which leave it need not be counted anew. */
static struct bisection try_all(const struct topology *t)
{
  struct bisection found = {.all = true};
  struct neighbours n;
  uint32_t set = 0, size = 0;
  uint64_t links = 0; /* from the set to the others */

  find_neighbours(&n, t);
  for (uint32_t step = 1; step < UINT32_C(1) << t->switches; step++) {
    const uint32_t sw = bits_lowest(step), others = set & ~(UINT32_C(1) << sw);
    uint64_t gained = 0, lost = 0; /* when sw joins the set */

    for (uint32_t i = 0; i < n.most; i++) {
      gained += bits_count(n.to[i][sw] & ~others);
      lost += bits_count(n.from[i][sw] & others);
    }
    links += set == others ? gained - lost : lost - gained;
    size += set == others ? 1 : UINT32_MAX;
    set ^= UINT32_C(1) << sw;
    if (size == t->switches / 2)
      keep_fewest(&found, links);
  }
  snprintf(found.how, sizeof found.how, "all %" PRIu64 " choices of a half", found.tried);
  return found;
}

/* --- some halves --- */

/* Links that leave the half in which side(t, switch) is `from`. */
static uint64_t leaving(const struct topology *t, const struct halving *halving, bool from)
{
  uint64_t links = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    if (halving->side(t, sw) != from)
      continue;
    for (uint32_t port = 0; port < t->ports; port++)
      links += halving->side(t, far_end(t, sw, port)) != from;
  }
  return links;
}

static uint64_t size_of(const struct topology *t, const struct halving *halving)
{
  uint64_t size = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    size += halving->side(t, sw);
  return size;
}

/* Of the paper alone: both directions count, as they do where links go one way. */
static struct bisection try_halvings(const struct topology *t, bool of_paper)
{
  const bool both = of_paper || topology_one_way(t);
  struct bisection found = {.all = false};
  const char *best = "";

  for (size_t i = 0; i < t->row->halving_count; i++) {
    const struct halving *halving = &t->row->halvings[i];
    const uint64_t before = found.links;

    if ((of_paper && !halving->of_paper) || !halves(t, size_of(t, halving)))
      continue;
    keep_fewest(&found,
                leaving(t, halving, true) + (both ? leaving(t, halving, false) : 0));
    if (found.tried == 1 || found.links < before)
      best = halving->text;
  }
  snprintf(found.how, sizeof found.how, "%s, best of %" PRIu64 "%s", best, found.tried,
           of_paper ? " of the paper" : " tried: at most this");
  return found;
}

/* Halves that differ in one bit of the switch number. */
static struct bisection try_bits(const struct topology *t)
{
  struct bisection found = {.all = false};
  uint64_t links[32] = {0}; /* from bit b = 0 to bit b = 1; one-way ones from 1 to 0 too */
  uint64_t zeros[32] = {0}; /* switches with bit b = 0 */

  for (uint32_t sw = 0; sw < t->switches; sw++) {
    for (uint32_t b = 0; b < t->address_bits; b++)
      zeros[b] += !(sw >> b & 1);
    for (uint32_t port = 0; port < t->ports; port++) {
      uint32_t far = far_end(t, sw, port);
      uint32_t cut = topology_one_way(t) ? far ^ sw : far & ~sw;

      for (uint32_t up = cut; up != 0; up &= up - 1)
        links[bits_lowest(up)]++;
    }
  }
  for (uint32_t b = 0; b < t->address_bits; b++)
    if (halves(t, zeros[b]))
      keep_fewest(&found, links[b]);
  snprintf(found.how, sizeof found.how,
           "best of %" PRIu64 " cuts through one address bit: at most this", found.tried);
  return found;
}

struct bisection bisection_fewest(const struct topology *t)
{
  if (t->switches <= BISECTION_EXHAUSTIVE)
    return try_all(t);
  return t->row->halving_count > 0 ? try_halvings(t, false) : try_bits(t);
}

struct bisection bisection_cutset(const struct topology *t)
{
  return try_halvings(t, true);
}

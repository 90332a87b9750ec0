/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_exact -- the first phase of one packet in the mask switch, exactly. */
#include "papers/hypercube_exact.h"

#include "base/bits.h"
#include "switch/component/alternate_destination_selector.h"
#include "switch/route/bitfix_mask.h"

#include <math.h>
#include <stdlib.h>

/* The packet starts at switch 0.  Probabilities of being at a switch with a mask. */
struct enumeration {
  exact_unit *unit;
  bool forced;
  uint32_t n;
  double *at;        /* [mask << n | switch] */
  double *chosen;    /* [switch] that the phase ends there, after a chosen hop or none */
  double *forced_to; /* [switch] times n: after a forced hop */
  double hops;
};

/* A random word with these bits for the dimensions, and this alternate port. */
static uint32_t word_of(uint32_t bits, uint32_t port, uint32_t n)
{
  uint32_t part = ((port << ALTERNATE_BITS) + n - 1) / n;

  return part << ALTERNATE_LSB | bits;
}

static struct route_out visit(const struct enumeration *e, uint32_t mask, uint32_t here,
                              uint32_t word)
{
  uint32_t destination = (uint32_t)bits_mask(e->n);

  return e->unit(&(struct route_in){.here = here,
                                    .header = (uint64_t)mask << e->n | destination,
                                    .random = word,
                                    .ports = e->n});
}

/* All words at one switch with one mask; p: probability to be so there, over 2^n. */
static void leave(struct enumeration *e, uint32_t mask, uint32_t here, double p)
{
  for (uint32_t bits = 0; bits < 1u << e->n; bits++) {
    struct route_out way = visit(e, mask, here, word_of(bits, 0, e->n));
    uint32_t next = here ^ (uint32_t)way.ports;
    uint32_t left = (uint32_t)(way.header >> e->n);

    if (way.vc == 0 && !way.eject) {
      e->hops += p;
      if (left)
        e->at[(size_t)left << e->n | next] += p;
      else
        e->chosen[next] += p;
    } else if (!e->forced) {
      e->chosen[here] += p;
    } else {
      e->hops += p;
      for (uint32_t port = 0; port < e->n; port++) {
        way = visit(e, mask, here, word_of(bits, port, e->n));
        e->forced_to[here ^ (uint32_t)way.ports] += p;
      }
    }
  }
}

/* n times the probability that the first phase ends at switch sw. */
static double ends(const struct enumeration *e, uint32_t sw)
{
  return e->n * e->chosen[sw] + e->forced_to[sw];
}

static void sum_up(const struct enumeration *e, struct exact_law *law)
{
  uint32_t n = e->n, switches = 1u << n;
  double forced = 0, least = n, variation = 0;

  for (uint32_t sw = 0; sw < switches; sw++) {
    double end = ends(e, sw);

    forced += e->forced_to[sw];
    least = fmin(least, end);
    variation += fabs(end - (double)n / switches);
    for (uint32_t i = 0; i < n; i++)
      law->crossed[i] += sw >> i & 1 ? end : 0;
  }
  for (uint32_t i = 0; i < n; i++)
    law->crossed[i] /= n;
  law->forced = forced / n;
  law->least = least * switches / n;
  law->variation = variation / 2 / n;
  law->hops = e->hops;
}

bool exact_law_of(struct exact_law *law, exact_unit *unit, bool forced, uint32_t n)
{
  uint32_t switches = 1u << n, full = switches - 1;
  struct enumeration e = {.unit = unit, .forced = forced, .n = n};

  *law = (struct exact_law){.forced = 0};
  e.at = calloc((size_t)switches * (switches + 2), sizeof *e.at);
  if (!e.at)
    return false;
  e.chosen = e.at + (size_t)switches * switches;
  e.forced_to = e.chosen + switches;
  e.at[(size_t)full << n] = 1;
  /* A mask loses bits at every visit, so it becomes smaller as a number. */
  for (uint32_t mask = full; mask > 0; mask--) {
    for (uint32_t sw = 0; sw < switches; sw++)
      if (e.at[(size_t)mask << n | sw] > 0)
        leave(&e, mask, sw, e.at[(size_t)mask << n | sw] / switches);
    for (uint32_t sw = 0; sw < switches && mask == full; sw++)
      law->forced_first += e.forced_to[sw] / n;
  }
  sum_up(&e, law);
  free(e.at);
  return true;
}

struct route_out exact_only_chosen(const struct route_in *in)
{
  uint64_t mask = in->header >> in->ports;
  struct route_out way = bitfix_mask_forced.comb(in);

  if (way.vc == 0)
    way.header = (mask & ~way.ports) << in->ports | (in->header & bits_mask(in->ports));
  return way;
}

struct exact_listing exact_listing_of(uint32_t n)
{
  struct exact_listing listing = {.decisions = 0};
  uint32_t switches = 1u << n;
  double ends[1 << EXACT_DIMENSIONS] = {0};

  /* coins: what line 05 draws, bit i for dimension i. */
  for (uint32_t coins = 0; coins < switches; coins++) {
    uint32_t at = 0;

    for (uint32_t i = 0; i < n; i++) { /* T = {i, ..., n - 1}: lines 02 to 04 */
      bool route = coins >> i & 1;

      listing.decisions += 1.0 / switches;
      listing.kept += route ? 0 : 1.0 / switches;
      at ^= route ? 1u << i : 0;
    }
    ends[at] += 1.0 / switches;
  }
  for (uint32_t sw = 0; sw < switches; sw++)
    listing.variation += fabs(ends[sw] - 1.0 / switches) / 2;
  return listing;
}

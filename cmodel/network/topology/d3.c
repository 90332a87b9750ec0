/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3 -- d3:K,M, the swapped dragonfly D3(K,M). */
#include "network/topology/d3.h"

#include "base/bits.h"
#include "base/text.h"
#include "network/topology/d3_routing.h"
#include "network/topology/dragonfly.h"
#include "network/topology/family.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the spec --- */

static const char *const key_names[D3_KEYS] = {"cabinets", "routers"};

/* All coordinates of a network that is not a part. */
static void choose_all(struct d3_state *state, size_t key)
{
  state->parameters[key] = state->counts[key];
  for (uint32_t i = 0; i < state->counts[key]; i++)
    state->chosen[key][i] = state->index[key][i] = (uint8_t)i;
}

/* "1-2-5-8/9": as many numbers as there are cabinets, or routers, below the last one, which
 * is the size of the whole. */
static bool choose(struct d3_state *state, size_t key, const char *list,
                   const struct spec *spec, struct err *err)
{
  const char *name = key_names[key];
  const char *slash = strchr(list, '/');
  const char *item = list;
  uint64_t value;
  uint32_t listed = 0;
  bool more = true;

  if (!slash || !text_u64(slash + 1, DRAGONFLY_SUM, &value) || value < 1)
    return err_set(err, ERR_USAGE,
                   "%.100s: %s must be a list and the size of the whole network, as in "
                   "%s=0-1-3/4",
                   spec->text, name, name);
  const uint32_t whole = state->parameters[key] = (uint32_t)value;
  memset(state->index[key], UINT8_MAX, sizeof state->index[key]);
  while (more) {
    char text[SPEC_TEXT];
    size_t length = strcspn(item, "-/");

    snprintf(text, sizeof text, "%.*s", (int)length, item);
    if (!text_u64(text, whole - 1, &value))
      return err_set(err, ERR_USAGE, "%.100s: %s: '%.40s' must be in 0..%u", spec->text,
                     name, text, whole - 1);
    if (state->index[key][value] != UINT8_MAX)
      return err_set(err, ERR_USAGE, "%.100s: %s: %s is listed twice", spec->text, name,
                     text);
    state->chosen[key][listed] = (uint8_t)value;
    state->index[key][value] = (uint8_t)listed++;
    more = item[length] == '-';
    item += length + 1;
  }
  return listed == state->counts[key] ||
         err_set(err, ERR_USAGE, "%.100s: %s lists %u; %u are needed, one for each of %s",
                 spec->text, name, listed, state->counts[key],
                 key == D3_CABINETS ? "K" : "M");
}

static bool d3_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct d3_state *state = t->state = calloc(1, sizeof *state);
  char list[SPEC_TEXT];

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!dragonfly_read(spec, &state->counts[D3_CABINETS], &state->counts[D3_ROUTERS], err))
    return false;
  for (size_t key = 0; key < D3_KEYS; key++) {
    choose_all(state, key);
    if (!spec_value(spec, key_names[key], list, err) ||
        (list[0] != '\0' && !choose(state, key, list, spec, err)))
      return false;
  }
  t->parameters = state->parameters;
  t->parameter_count = 2;
  if (t->parameters[0] + t->parameters[1] > DRAGONFLY_SUM)
    return err_set(err, ERR_USAGE,
                   "%.100s: the whole network is D3(%u,%u); K + M must be at most %d",
                   spec->text, t->parameters[0], t->parameters[1], DRAGONFLY_SUM);
  t->switches = d3_k(t) * d3_m(t) * d3_m(t);
  t->ports = dragonfly_last_hold(t) + 1;
  t->address_bits = bits_index(t->parameters[0]) + 2 * bits_index(t->parameters[1]);
  return spec_end(spec, err);
}

/* --- the network --- */

struct d3_router d3_whole(const struct topology *t, uint32_t sw)
{
  struct d3_router r = d3_router(t, sw);

  return (struct d3_router){.c = d3_chosen(t, D3_CABINETS, r.c),
                            .d = d3_chosen(t, D3_ROUTERS, r.d),
                            .p = d3_chosen(t, D3_ROUTERS, r.p)};
}

bool d3_is_part(const struct topology *t, size_t key)
{
  bool same = d3_whole_count(t, key) == d3_count(t, key);

  for (uint32_t i = 0; same && i < d3_whole_count(t, key); i++)
    same = d3_chosen(t, key, i) == i;
  return !same;
}

/* The coordinate `by` further in the whole, as one of the part; UINT8_MAX: not in it. */
static uint32_t further(const struct topology *t, size_t key, uint32_t from, uint32_t by)
{
  return d3_index(t, key, (d3_chosen(t, key, from) + by) % d3_whole_count(t, key));
}

static struct link d3_link(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  const uint32_t local = t->parameters[1], global = t->parameters[0];
  struct d3_router r = d3_router(t, from_switch);
  uint32_t end;

  switch (dragonfly_port_kind(t, port)) {
  case PORT_LOCAL:
    end = further(t, D3_ROUTERS, r.p, port);
    if (end != UINT8_MAX)
      return (struct link){.to_switch = from_switch - r.p + end, .to_port = local - port};
    break;
  case PORT_GLOBAL:
    end = further(t, D3_CABINETS, r.c, port - local);
    if (end != UINT8_MAX)
      return (struct link){
          .to_switch = d3_switch(t, (struct d3_router){.c = end, .d = r.p, .p = r.d}),
          .to_port = local + (global - (port - local)) % global};
    break;
  default:
    break;
  }
  return (struct link){.to_switch = from_switch, .to_port = port};
}

static enum port_kind d3_port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  const enum port_kind kind = dragonfly_port_kind(t, port);
  struct d3_router r = d3_router(t, sw);

  if ((kind == PORT_LOCAL && further(t, D3_ROUTERS, r.p, port) == UINT8_MAX) ||
      (kind == PORT_GLOBAL &&
       further(t, D3_CABINETS, r.c, port - dragonfly_global(t)) == UINT8_MAX))
    return PORT_UNUSED;
  return kind;
}

static uint64_t here(const struct topology *t, uint32_t sw)
{
  const uint32_t bits = bits_index(t->parameters[1]);
  struct d3_router r = d3_whole(t, sw);

  return ((uint64_t)r.c << bits | r.d) << bits | r.p;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  struct d3_router r = d3_router(t, sw);

  snprintf(text, ADDRESS_TEXT, "%u.%u.%u", r.c, r.d, r.p);
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint32_t sizes[] = {d3_k(t), d3_m(t), d3_m(t)};

  return topology_parse_digits(text, sizes, sizeof sizes / sizeof sizes[0], sw);
}

/* --- source vectors --- */

uint32_t d3_end(const struct topology *t, uint32_t source, struct d3_vector v)
{
  struct d3_router r = d3_router(t, source);

  return d3_switch(t, (struct d3_router){.c = (r.c + v.gamma) % d3_k(t),
                                         .d = (r.p + v.delta) % d3_m(t),
                                         .p = (r.d + v.pi) % d3_m(t)});
}

uint32_t d3_part_port(const struct topology *t, size_t key, uint32_t from, uint32_t to)
{
  return dragonfly_difference(d3_chosen(t, key, to), d3_chosen(t, key, from),
                              d3_whole_count(t, key));
}

struct d3_vector d3_translate(const struct topology *t, uint32_t source, struct d3_vector v)
{
  const uint32_t k = d3_k(t), m = d3_m(t);
  struct d3_router r = d3_router(t, source);

  return (struct d3_vector){.gamma = d3_part_port(t, D3_CABINETS, r.c, (r.c + v.gamma) % k),
                            .pi = d3_part_port(t, D3_ROUTERS, r.d, (r.d + v.pi) % m),
                            .delta = d3_part_port(t, D3_ROUTERS, r.p, (r.p + v.delta) % m)};
}

/* --- halves --- */

/* Where K is odd, the middle cabinet is parted too. */
static bool cabinets(const struct topology *t, uint32_t sw)
{
  return sw < t->switches / 2;
}

static bool drawers(const struct topology *t, uint32_t sw)
{
  return d3_router(t, sw).d < d3_m(t) / 2;
}

/* D3(K,M/2) in the lower half of d and p, one in the upper, and the other routers: local
 * links are cut, but no global one, because a swap leaves the sides as they are. */
static bool same_half(const struct topology *t, uint32_t sw)
{
  struct d3_router r = d3_router(t, sw);

  return (r.d < d3_m(t) / 2) == (r.p < d3_m(t) / 2);
}

/* Pairs (d,p) by the larger of the two, then by the smaller: the first half of them is a
 * square and a border, the same after a swap, and its drawers are uneven, so that fewer
 * local links are cut than by same_half.  (d,d) is first in its border where that leaves
 * pairs for the rest.  Where M is odd, half of the cabinets get one more. */
static bool square(const struct topology *t, uint32_t sw)
{
  const uint32_t m = d3_m(t);
  const struct d3_router r = d3_router(t, sw);
  const uint32_t half = (m * m + (r.c < d3_k(t) / 2)) / 2;
  const uint32_t high = r.d > r.p ? r.d : r.p, low = r.d > r.p ? r.p : r.d;
  const uint32_t border = high * high;
  const bool diagonal_first = half > border && (half - border) % 2 == 1;

  if (r.d == r.p)
    return border + (diagonal_first ? 0 : 2 * high) < half;
  return border + diagonal_first + 2 * low + (r.d < r.p) < half;
}

static const struct halving halvings[] = {
    {.text = "half of the cabinets", .side = cabinets, .of_paper = true},
    {.text = "half of the drawers", .side = drawers, .of_paper = true},
    {.text = "d and p in the same half", .side = same_half, .of_paper = true},
    {.text = "d and p both low", .side = square},
};

/* --- the drawing --- */

static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const struct d3_router r = d3_router(t, sw);
  const uint32_t sizes[] = {d3_m(t), d3_m(t), d3_k(t)}, digits[] = {r.p, r.d, r.c};

  sketch_rings(sizes, digits, sizeof sizes / sizeof sizes[0], x, y);
}

static uint32_t box(const struct topology *t, uint32_t sw, size_t of)
{
  return of == 0 ? d3_router(t, sw).c : sw / d3_m(t);
}

static const struct sketch sketch = {
    .place = place, .boxes = {"cabinets", "drawers"}, .box = box};

/* --- the table --- */

/* Sections 1 and 2 of the paper, corollary 1, and counting.
 *
 * Distances: 1 for routers of one drawer and for the two ends of a global link, d' = p and
 * p' = d; 2 for other pairs with d' = p or p' = d (local and global), and for those with
 * d = d' and p = p' (two global links); 3 for the rest.
 *
 * Worst link load: a permutation can send all M routers of a drawer to one drawer, and one
 * global link leads there.
 *
 * Corollary 1 parts the network by its cabinets, for which K must be even (or M, with the
 * same number of links, by its drawers), and by d and p, for which M must be even.  It
 * counts both directions; a bisection has half as many links at most. */
static size_t d3_formulas(const struct topology *t, struct formula *formulas,
                          size_t capacity)
{
  const double k = d3_k(t), m = d3_m(t), n = k * m * m;
  const double at_1 = n * (m - 1) + k * k * m * m - k * m;
  const double at_2 = k * m * (m - 1) * (2 * k * m + k - 3);
  const double at_3 = n * n - n - at_1 - at_2;
  const bool m_even = d3_m(t) % 2 == 0, halves = m_even || d3_k(t) % 2 == 0;
  const double cut = m_even && m < k ? k * m * m * m : k * k * m * m;
  const bool in_larger = t->parameters[0] > d3_k(t) || t->parameters[1] > d3_m(t);
  const struct formula all[] = {
      {"switches", "K M^2", n},
      {"ports", "K + M - 1", k + m - 1},
      {"links", "K M^2 (K+M-1)", n * (k + m - 1)},
      {"local links", "K M^2 (M-1)/2", n * (m - 1) / 2},
      {"global links", "(K^2 M^2 - K M)/2", (k * k * m * m - k * m) / 2},
      {"self-links", "K M", k * m},
      {"double links", "0", 0},
      {"hold links", "2 K M^2", 2 * n},
      {"diameter", "3", 3},
      {"pairs at distance 0", "n0 = K M^2", n},
      {"pairs at distance 1", "n1 = K M (M(K+M-1) - 1)", at_1},
      {"pairs at distance 2", "n2 = K M (M-1) (2KM + K - 3)", at_2},
      {"pairs at distance 3", "n3 = K^2 M^4 - n0 - n1 - n2", at_3},
      {"average distance", "(n1 + 2 n2 + 3 n3)/(K^2 M^4)",
       (at_1 + 2 * at_2 + 3 * at_3) / (n * n)},
      {"worst link load", "M", m},
      {"cutset",
       m_even   ? "min(K^2 M^2, K M^3)/2"
       : halves ? "K^2 M^2/2"
                : NULL,
       cut / 2},
      {"bisection",
       m_even   ? "<= min(K^2 M^2, K M^3)/4"
       : halves ? "<= K^2 M^2/4"
                : NULL,
       cut / 4},
      {"unused ports", "K M^2 (J+N - K-M)",
       n * ((double)t->parameters[0] + (double)t->parameters[1] - k - m)},
  };
  size_t count = sizeof all / sizeof all[0] - !in_larger;

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

/* Walking every packet of every deflection takes time like K^3 M^5. */
static void small_d3(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  snprintf(spec, TOPOLOGY_SPEC, "d3:%u,%u", d3_k(t) < 2 ? d3_k(t) : 2,
           d3_m(t) < 3 ? d3_m(t) : 3);
}

static const char *const examples[] = {
    "d3:1,2", "d3:2,2", "d3:2,3", "d3:3,4", "d3:2,3,cabinets=1-3/4,routers=0-2-3/4", NULL};

const struct topology_row d3 = {
    .name = "d3",
    .usage = "d3:K,M[,cabinets=I-J-../N][,routers=I-J-../N]",
    .text = "swapped dragonfly D3(K,M), K M^2 switches, K >= 1, M >= 2, K + M <= 62",
    .examples = examples,
    .family = &family_d3,
    .small = small_d3,
    .routings = d3_routings,
    .routing_count = D3_ROUTINGS,
    .open = d3_open,
    .link = d3_link,
    .port_kind = d3_port_kind,
    .here = here,
    .formulas = d3_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
    .print_port = dragonfly_print_port,
    .sketch = &sketch,
};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn -- dual-nets: hdn:BASE:S1,S2,.., rdn:BASE:k and dual-cube:n. */
#include "network/topology/hdn.h"

#include "base/bits.h"
#include "network/topology/dual_index.h"
#include "network/topology/family.h"
#include "network/topology/faults.h"
#include "network/topology/hdn_base.h"
#include "network/topology/hdn_formulas.h"
#include "network/topology/hdn_routing.h"
#include "network/topology/hdn_sketch.h"
#include "network/topology/shortest.h"
#include "switch/route/source_route.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  HEADER_MAX = 64,
  CUBE_MAX = (HDN_SWITCHES_BITS + 1) / 2, /* n of a dual-cube of 2^(2n-1) switches */
  SMALL = 64                              /* switches, so few that all packets are walked */
};

struct state {
  struct dual_net net;
  struct shortest shortest; /* of routing source-route */
  uint32_t parameters[DUAL_NET_PARAMETERS];
};

const struct dual_net *hdn_net(const struct topology *t)
{
  return &((const struct state *)t->state)->net;
}

/* --- the spec --- */

/* One level more, with super-nodes of these dimensions. */
static bool add_level(struct topology *t, uint32_t super, const struct spec *spec,
                      struct err *err)
{
  struct dual_net *net = &((struct state *)t->state)->net;
  const uint32_t below = net->nodes[net->levels], level = net->levels + 1;
  uint32_t places = 1; /* in a super-node */

  if (level > DUAL_NET_LEVELS)
    return err_set(err, ERR_USAGE, "%.100s: at most %d levels", spec->text,
                   DUAL_NET_LEVELS);
  for (uint32_t i = 0; i < net->rings; i++)
    places *= super >> i & 1 ? net->size[i] : 1;
  if (UINT64_C(2) * below * (below / places) > UINT64_C(1) << HDN_SWITCHES_BITS)
    return err_set(err, ERR_USAGE,
                   "%.100s: more than 2^%d switches; take fewer levels, larger super-nodes "
                   "or a smaller base",
                   spec->text, HDN_SWITCHES_BITS);
  net->levels = level;
  net->super[level] = super;
  net->clusters[level] = below / places;
  net->nodes[level] = 2 * below * net->clusters[level];
  net->cross_port[level] = t->ports++;
  return true;
}

/* The dimension that a factor of a super-node names, of those not in `named`; UINT32_MAX:
 * none. */
static uint32_t named_by(const struct dual_net *net, struct spec_factor factor,
                         uint32_t named)
{
  for (uint32_t i = net->rings; i-- > 0;)
    if (net->size[i] == factor.number && !(named >> i & 1) &&
        (factor.place == 0 || factor.place == net->rings - i))
      return i;
  return UINT32_MAX;
}

/* The factors in their order in the base, with a place only where the size alone would name
 * another one. */
static void print_super(const struct dual_net *net, uint32_t super, struct spec *spec)
{
  uint32_t printed = 0;

  for (uint32_t i = net->rings; i-- > 0;) {
    if (!(super >> i & 1))
      continue;
    const struct spec_factor factor = {.number = net->size[i]};
    const bool same = named_by(net, factor, printed) == i;

    spec_print(spec, "%s%" PRIu32, printed ? "x" : "", net->size[i]);
    if (!same)
      spec_print(spec, "@%" PRIu32, net->rings - i);
    printed |= UINT32_C(1) << i;
  }
  if (!printed)
    spec_print(spec, "1");
}

static bool read_super(const struct dual_net *net, struct spec *spec, char separator,
                       uint32_t *super, struct err *err)
{
  struct spec_factor factors[DUAL_NET_RINGS];
  size_t count;

  *super = 0;
  if (!spec_factors(spec, separator, factors, DUAL_NET_RINGS, &count, err))
    return false;
  if (count == 1 && factors[0].number == 1 && factors[0].place == 0)
    count = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t dimension = named_by(net, factors[i], *super);
    char place[32] = "";

    if (factors[i].place > 0)
      snprintf(place, sizeof place, " at place %" PRIu32, factors[i].place);
    if (dimension == UINT32_MAX)
      return err_set(err, ERR_USAGE,
                     "'%.100s': S%" PRIu32 ": the base has no%s factor of %" PRIu32
                     "%s; a super-node is 1 or a product of factors of the base",
                     spec->text, net->levels + 1, *super ? " further" : "",
                     factors[i].number, place);
    *super |= UINT32_C(1) << dimension;
  }
  print_super(net, *super, spec);
  return true;
}

/* What the levels give. */
static bool finish(struct topology *t, const struct spec *spec, struct err *err);

static bool start(struct topology *t, const struct spec *spec, struct err *err)
{
  t->state = calloc(1, sizeof(struct state));
  return t->state ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
}

static bool read_base(struct topology *t, struct spec *spec, struct err *err)
{
  struct dual_net *net;

  if (!start(t, spec, err))
    return false;
  net = &((struct state *)t->state)->net;
  if (!hdn_read_base(net, spec, err))
    return false;
  t->ports = hdn_base_ports(net);
  return true;
}

static bool hdn_open(struct topology *t, struct spec *spec, struct err *err)
{
  char separator = ':';

  if (!read_base(t, spec, err))
    return false;
  do {
    uint32_t super;

    if (separator == ':' && !spec_next(spec, ':'))
      return spec_factors(spec, ':', NULL, 0, &(size_t){0}, err);
    if (!read_super(hdn_net(t), spec, '\0', &super, err) || !add_level(t, super, spec, err))
      return false;
    separator = ',';
  } while (spec_next(spec, separator));
  return spec_end(spec, err) && finish(t, spec, err);
}

static bool rdn_open(struct topology *t, struct spec *spec, struct err *err)
{
  uint64_t levels;

  if (!read_base(t, spec, err) || !spec_number(spec, ':', &levels, err) ||
      !spec_end(spec, err))
    return false;
  if (levels < 1 || levels > DUAL_NET_LEVELS)
    return err_set(err, ERR_USAGE, "%.100s: k must be in 1..%d", spec->text,
                   DUAL_NET_LEVELS);
  for (uint64_t level = 1; level <= levels; level++)
    if (!add_level(t, 0, spec, err))
      return false;
  return finish(t, spec, err);
}

static bool dual_cube_open(struct topology *t, struct spec *spec, struct err *err)
{
  struct factor factors[CUBE_MAX];
  struct dual_net *net;
  uint64_t n;

  if (!start(t, spec, err) || !spec_number(spec, ':', &n, err) || !spec_end(spec, err))
    return false;
  if (n < 2 || n > CUBE_MAX)
    return err_set(err, ERR_USAGE, "%.100s: n must be in 2..%d", spec->text, CUBE_MAX);
  for (uint64_t i = 0; i + 1 < n; i++)
    factors[i] = (struct factor){.kind = FACTOR_RING, .size = 2};
  net = &((struct state *)t->state)->net;
  if (!hdn_set_base(net, factors, n - 1, spec, err))
    return false;
  t->ports = hdn_base_ports(net);
  return add_level(t, 0, spec, err) && finish(t, spec, err);
}

static void close(struct topology *t)
{
  struct state *state = t->state;

  shortest_close(&state->shortest);
  free(state);
}

/* --- the network --- */

static struct link link_of(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  return dual_net_link(hdn_net(t), from_switch, port);
}

static uint64_t here(const struct topology *t, uint32_t sw)
{
  return dual_net_here(hdn_net(t), sw);
}

static bool symmetric(const struct topology *t)
{
  return dual_net_nested(hdn_net(t));
}

/* --- addresses --- */

/* Class, cluster, super-node and, where a super-node of the highest level has several
 * switches, the place in it. */
static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  const struct dual_net *net = hdn_net(t);
  const struct dual_id id = dual_net_split(net, net->levels, sw);
  int used = snprintf(text, ADDRESS_TEXT, "%" PRIu32 ".%" PRIu32 ".%" PRIu32, id.class_id,
                      id.cluster, id.super);

  if (dual_net_super_nodes(net, net->levels) > 1)
    snprintf(text + used, ADDRESS_TEXT - (size_t)used, ".%" PRIu32, id.node);
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t n = net->clusters[net->levels];
  const uint32_t s = dual_net_super_nodes(net, net->levels);
  const uint32_t sizes[] = {2, n, n, s};
  uint32_t place;

  if (!topology_parse_digits(text, sizes, s > 1 ? 4 : 3, &place))
    return false;
  *sw = dual_net_join(net, net->levels, dual_index_of_serial(net, net->levels, place));
  return true;
}

static void print_port(const struct topology *t, uint32_t port, char text[PORT_TEXT])
{
  const struct dual_net *net = hdn_net(t);
  uint32_t i = net->rings - 1;

  if (port >= net->cross_port[1]) {
    snprintf(text, PORT_TEXT, "cross %" PRIu32, port - net->cross_port[1] + 1);
    return;
  }
  while (net->port[i] > port)
    i--;
  const uint32_t place = port - net->port[i];

  if (net->kind[i] == FACTOR_COMPLETE)
    snprintf(text, PORT_TEXT, "+%" PRIu32 " in %" PRIu32, place + 1, i);
  else if (net->kind[i] == FACTOR_PETERSEN && place == FACTOR_SPOKE)
    snprintf(text, PORT_TEXT, "spoke %" PRIu32, i);
  else
    snprintf(text, PORT_TEXT, "%c%" PRIu32, place == 0 ? '+' : '-', i);
}

/* --- routing --- */

static uint32_t list_bits(const struct topology *t)
{
  return source_route_bits(t->ports, hdn_diameter(hdn_net(t)));
}

static bool list_fits(const struct topology *t)
{
  return list_bits(t) <= HEADER_MAX;
}

/* Paths are found from switch 0 where all switches look alike, port by port. */
static uint64_t list(const struct topology *t, uint32_t source, uint32_t destination,
                     uint64_t random)
{
  struct state *state = t->state;
  const struct dual_net *net = &state->net;
  const bool alike = dual_net_alike(net);

  (void)random;
  if (alike)
    destination = dual_net_seen_from(net, source, destination);
  return shortest_header(&state->shortest, t, alike ? 0 : source, destination);
}

static bool finish(struct topology *t, const struct spec *spec, struct err *err)
{
  struct state *state = t->state;

  t->switches = state->net.nodes[state->net.levels];
  t->address_bits = dual_net_here_bits(&state->net);
  assert(t->address_bits <= 32 && t->ports <= TOPOLOGY_PORTS);
  t->parameters = state->parameters;
  t->parameter_count = hdn_parameters(&state->net, state->parameters);
  if (!hdn_memoryless_has(t) && !list_fits(t))
    return err_set(err, ERR_USAGE,
                   "%.100s: the ports of the longest path need %" PRIu32
                   " bits, and a header has %d; take fewer levels or shorter rings",
                   spec->text, list_bits(t), HEADER_MAX);
  return shortest_open(&state->shortest, t->switches) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
}

/* --- a small one --- */

/* Of a base with other factors than rings: one of them alone, in one level, or two of which
 * the first has the whole base as its super-node. */
static void small_of_others(const struct dual_net *net, char spec[TOPOLOGY_SPEC])
{
  bool petersen = false;

  for (uint32_t i = 0; i < net->rings; i++)
    petersen = petersen || net->kind[i] == FACTOR_PETERSEN;
  snprintf(spec, TOPOLOGY_SPEC, "%s",
           petersen           ? net->levels == 1 ? "hdn:petersen:1" : "hdn:petersen:10,10"
           : net->levels == 1 ? "hdn:K4:1"
           : net->levels == 2 ? "hdn:K4:4,1"
                              : "hdn:K4:4,4,4");
}

/* Of few switches, of which not all packets between two classes go straight over: another
 * one with as many levels, and up to 2 levels a ring as long as the longest, up to 5. */
static void small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  const struct dual_net *net = hdn_net(t);
  uint32_t longest = 0;

  for (uint32_t i = 0; i < net->rings; i++)
    longest = net->size[i] > longest ? net->size[i] : longest;
  if (longest > 5)
    longest = 4 + longest % 2;
  if (t->switches <= SMALL && net->clusters[1] > 1)
    snprintf(spec, TOPOLOGY_SPEC, "%s", t->spec);
  else if (dual_net_has_others(net))
    small_of_others(net, spec);
  else if (net->levels == 1)
    snprintf(spec, TOPOLOGY_SPEC, longest == 2 ? "rdn:2x2:1" : "rdn:%" PRIu32 ":1",
             longest);
  else if (net->levels == 3)
    snprintf(spec, TOPOLOGY_SPEC, "hdn:2:2,2,2");
  else
    snprintf(spec, TOPOLOGY_SPEC, longest <= 3 ? "hdn:2:1,2" : "hdn:4:4,1");
}

/* --- the table --- */

static const struct routing_row routings[] = {
    {.plain = {.name = "memoryless",
               .text = "hop by hop, by the addresses of the destination and of the switch",
               .unit = &dual_net_unit,
               .why = "at each level a packet has virtual channels for its way to the "
                      "destination's cluster and in it, and at each dateline",
               .header_bits = hdn_memoryless_bits,
               .header = hdn_memoryless_header,
               .fields = hdn_memoryless_fields},
     .has = hdn_memoryless_has,
     .where = "dual-nets of two levels, or with no ring above 3",
     .choose = hdn_memoryless_choose},
    {.plain = {.name = "algorithm-1",
               .text =
                   "the header carries the ports of the path of the paper's Algorithm 1",
               .unit = &source_route_unit,
               .vcs = 1,
               .cyclic = true,
               .why = "no cycle on so small a network",
               .header_bits = hdn_algorithm_1_bits,
               .header = hdn_algorithm_1_header},
     .has = hdn_algorithm_1_has,
     .where = "dual-nets whose longest path has a header of 64 bits"},
    {.plain = {.name = "source-route",
               .text = "the header carries the ports of a shortest path",
               .unit = &source_route_unit,
               .vcs = 1,
               .cyclic = true,
               .why = "no cycle on so small a network",
               .header_bits = list_bits,
               .header = list},
     .has = list_fits,
     .where = "dual-nets whose longest path has a header of 64 bits"},
    FAULT_TOLERANT,
};

static const char *const hdn_examples[] = {
    "hdn:2x2:2",       "hdn:2x3:3",   "hdn:2x2:1",
    "hdn:4:1",         "hdn:2:1,2",   "hdn:4:4,1",
    "hdn:2x2:2x2,1",   "hdn:2x2:2,2", "hdn:2x2:2,2@2",
    "hdn:2x3x5:2x3",   "hdn:K4:1",    "hdn:2xK5:2",
    "hdn:petersen:10", NULL};
static const char *const rdn_examples[] = {"rdn:2:1", "rdn:3:1", "rdn:2x2:1", NULL};
static const char *const dual_cube_examples[] = {"dual-cube:2", "dual-cube:3",
                                                 "dual-cube:4", NULL};

/* What the rows have in common. */
#define DUAL_NET                                                                           \
  .small = small, .routings = routings,                                                    \
  .routing_count = sizeof routings / sizeof routings[0], .close = close, .link = link_of,  \
  .symmetric = symmetric, .here = here, .formulas = hdn_formulas,                          \
  .halvings = hdn_halvings, .halving_count = HDN_HALVINGS, .print_address = print_address, \
  .parse_address = parse_address, .print_port = print_port, .sketch = &hdn_sketch

const struct topology_row hdn = {
    .name = "hdn",
    .usage = "hdn:BASE:S1,S2,..",
    .text = "hierarchical dual-net: base a product of rings, complete graphs Kn, cubes Qn, "
            "petersen; a super-node for each of 1 to 3 levels",
    .examples = hdn_examples,
    .family = &family_hdn,
    .open = hdn_open,
    DUAL_NET,
};

const struct topology_row rdn = {
    .name = "rdn",
    .usage = "rdn:BASE:k",
    .text = "recursive dual-net: base as of hdn, k in 1..3, at most 2^20 switches",
    .examples = rdn_examples,
    .family = &family_rdn,
    .open = rdn_open,
    DUAL_NET,
};

const struct topology_row dual_cube = {
    .name = "dual-cube",
    .usage = "dual-cube:n",
    .text = "dual-cube: rdn of one level on an (n-1)-cube, 2^(2n-1) switches, n in 2..10",
    .examples = dual_cube_examples,
    .family = &family_dual_cube,
    .open = dual_cube_open,
    DUAL_NET,
};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* butterfly -- butterfly:d[,wrap=1], the butterfly BF(d). */
#include "network/topology/butterfly.h"

#include "base/bits.h"
#include "network/topology/family.h"
#include "switch/route/butterfly.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS_MAX = 20, SMALL_DIMENSIONS = 4 };

/* Of the route unit: DIMENSIONS, WRAP. */
struct state {
  uint32_t parameters[2];
};

uint32_t butterfly_dimensions(const struct topology *t)
{
  return t->parameters[0];
}

bool butterfly_wraps(const struct topology *t)
{
  return t->parameters[1] != 0;
}

uint32_t butterfly_levels(const struct topology *t)
{
  return butterfly_dimensions(t) + !butterfly_wraps(t);
}

static uint32_t level_of(const struct topology *t, uint32_t sw)
{
  return sw >> butterfly_dimensions(t);
}

static uint32_t row_of(const struct topology *t, uint32_t sw)
{
  return sw & (uint32_t)bits_mask(butterfly_dimensions(t));
}

static bool butterfly_open(struct topology *t, struct spec *spec, struct err *err)
{
  static const char *const wraps[] = {"0", "1"};
  struct state *state = t->state = calloc(1, sizeof *state);
  uint64_t d;
  size_t wrap;

  if (!state)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_number(spec, ':', &d, err) ||
      !spec_choice(spec, "wrap", wraps, 2, &wrap, err) || !spec_end(spec, err))
    return false;
  if (d < 1 || d > DIMENSIONS_MAX)
    return err_set(err, ERR_USAGE, "%.100s: d must be in 1..%d", spec->text,
                   DIMENSIONS_MAX);
  state->parameters[0] = (uint32_t)d;
  state->parameters[1] = (uint32_t)wrap;
  t->parameters = state->parameters;
  t->parameter_count = 2;
  t->ports = 2;
  t->sites = UINT32_C(1) << d;
  t->switches = butterfly_levels(t) << d;
  t->address_bits = (uint32_t)d + bits_index(butterfly_levels(t));
  return true;
}

/* --- the network --- */

/* The unused links of level d lead to level 0. */
static struct link butterfly_link(const struct topology *t, uint32_t from_switch,
                                  uint32_t port)
{
  const uint32_t level = level_of(t, from_switch), row = row_of(t, from_switch);
  const uint32_t old = row >> level & 1;
  const uint32_t next = level + 1 < butterfly_levels(t) ? level + 1 : 0;

  if (level == butterfly_dimensions(t))
    return (struct link){.to_switch = row, .to_port = port};
  return (struct link){.to_switch =
                           next << butterfly_dimensions(t) | (row ^ (old ^ port) << level),
                       .to_port = old};
}

static enum port_kind port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  (void)port;
  return level_of(t, sw) < butterfly_dimensions(t) ? PORT_LINK : PORT_UNUSED;
}

static uint32_t source(const struct topology *t, uint32_t site)
{
  (void)t;
  return site;
}

/* The first switch of the level that is the last, or level 0 again. */
static uint32_t first_sink(const struct topology *t)
{
  return butterfly_wraps(t) ? 0 : t->switches - t->sites;
}

static uint32_t sink(const struct topology *t, uint32_t site)
{
  return first_sink(t) + site;
}

static uint32_t source_of(const struct topology *t, uint32_t sw)
{
  return sw < t->sites ? sw : UINT32_MAX;
}

static uint32_t sink_of(const struct topology *t, uint32_t sw)
{
  const uint32_t first = first_sink(t);

  return sw >= first && sw - first < t->sites ? sw - first : UINT32_MAX;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  const uint32_t d = butterfly_dimensions(t);
  int used = snprintf(text, ADDRESS_TEXT, "%" PRIu32 ".", level_of(t, sw));

  for (uint32_t bit = d; bit-- > 0;)
    text[used++] = (char)('0' + (sw >> bit & 1));
  text[used] = '\0';
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint32_t d = butterfly_dimensions(t);
  uint32_t level = 0, row = 0;
  const char *at = text;

  for (; *at >= '0' && *at <= '9' && level <= DIMENSIONS_MAX; at++)
    level = 10 * level + (uint32_t)(*at - '0');
  if (at == text || *at != '.' || level >= butterfly_levels(t) || strlen(++at) != d)
    return false;
  for (; *at == '0' || *at == '1'; at++)
    row = row << 1 | (*at == '1');
  *sw = level << d | row;
  return *at == '\0';
}

/* --- routing --- */

static uint32_t header_bits(const struct topology *t)
{
  return butterfly_dimensions(t);
}

static uint64_t header(const struct topology *t, uint32_t from, uint32_t destination,
                       uint64_t random)
{
  (void)t;
  (void)from;
  (void)random;
  return destination;
}

static size_t fields(const struct topology *t, struct field *fields, size_t capacity)
{
  if (capacity > 0)
    fields[0] = (struct field){.name = "row", .lsb = 0, .bits = butterfly_dimensions(t)};
  return capacity > 0;
}

/* More levels do to each other what a few do. */
static void small_butterfly(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  const uint32_t d = butterfly_dimensions(t);

  snprintf(spec, TOPOLOGY_SPEC, "butterfly:%" PRIu32 "%s",
           d < SMALL_DIMENSIONS ? d : SMALL_DIMENSIONS,
           butterfly_wraps(t) ? ",wrap=1" : "");
}

/* --- formulas --- */

/* Every path has d hops, but for that of a terminal to itself with wrap.  By a link of
 * level l lead paths from 2^l sources and to 2^(d-1-l) destinations, so that a permutation
 * puts at most the smaller number on it; in the middle, all of them are possible.  The
 * links that change one bit of the row are 2^d, and they join two halves. */
static size_t butterfly_formulas(const struct topology *t, struct formula *formulas,
                                 size_t capacity)
{
  const uint32_t d = butterfly_dimensions(t);
  const bool wrap = butterfly_wraps(t);
  const double rows = t->sites;
  const struct formula all[] = {
      {"switches", wrap ? "d 2^d" : "(d+1) 2^d", t->switches},
      {"terminals", "2^d", rows},
      {"ports", wrap ? "2; 1 for d = 1" : "2", wrap && d == 1 ? 1 : 2},
      {"links", "d 2^(d+1)", 2 * d * rows},
      {"diameter", "d", d},
      {"average distance", wrap ? "d (1 - 2^-d)" : "d", wrap ? d * (1 - 1 / rows) : d},
      {"bisection", "<= 2^d", rows},
      {"worst link load", "2^floor((d-1)/2)", exp2((d - 1) / 2)},
  };
  size_t count = sizeof all / sizeof all[0];

  if (count > capacity)
    count = capacity;
  memcpy(formulas, all, count * sizeof all[0]);
  return count;
}

static bool low_rows(const struct topology *t, uint32_t sw)
{
  return row_of(t, sw) < t->sites / 2;
}

static const struct halving halvings[] = {
    {.text = "the rows with the highest bit 0", .side = low_rows},
};

/* --- the table --- */

static const struct routing_row routings[] = {
    {.plain = {.name = "destination-tag",
               .text =
                   "in each level, the next bit of the destination's row, from the lowest",
               .unit = &butterfly_unit,
               .vcs = 1,
               .why = "links lead to higher levels, and a packet ends where these do",
               .header_bits = header_bits,
               .header = header,
               .fields = fields}},
};

static const char *const examples[] = {
    "butterfly:1",        "butterfly:2",        "butterfly:3",
    "butterfly:4",        "butterfly:1,wrap=1", "butterfly:2,wrap=1",
    "butterfly:3,wrap=1", "butterfly:4,wrap=1", NULL};

const struct topology_row butterfly = {
    .name = "butterfly",
    .usage = "butterfly:d[,wrap=1]",
    .text = "BF(d), d in 1..20: d+1 levels of 2^d switches, links to the next level; wrap: "
            "level d is level 0",
    .examples = examples,
    .family = &family_butterfly,
    .small = small_butterfly,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = butterfly_open,
    .link = butterfly_link,
    .one_way = true,
    .buffers = true,
    .source = source,
    .sink = sink,
    .source_of = source_of,
    .sink_of = sink_of,
    .level = level_of,
    .port_kind = port_kind,
    .formulas = butterfly_formulas,
    .halvings = halvings,
    .halving_count = sizeof halvings / sizeof halvings[0],
    .print_address = print_address,
    .parse_address = parse_address,
};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* file_network -- file:PATH, the network that a file describes. */
#include "network/topology/file_network.h"

#include "base/hash.h"
#include "network/topology/faults.h"
#include "network/topology/network_paths.h"
#include "switch/route/source_route.h"
#include "switch/route/source_route_vc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PATH_MOST = 180, /* characters: the canonical spec is longer than what was typed */
  CONTENT = 16,    /* hexadecimal digits of the hash of a file */
  HEADER_BITS = 64
};

#define PREFIX "file:"

/* Routings whose paths are found here, in the order of the rows. */
enum { GIVEN, SHORTEST, LOWEST, UP_DOWN, KINDS };

/* A routing that this network has; or why it has not. */
struct table {
  bool has, cyclic;
  uint32_t vcs, header_bits;
  uint64_t *headers; /* [sites * sites], by source, then destination */
  char why_not[NETWORK_WHY];
};

struct state {
  struct network_file file;
  char path[SPEC_TEXT];
  struct network_wires wires;
  uint32_t *at;      /* [sites] the switch of a site */
  uint32_t *site_of; /* [switches] UINT32_MAX: it has no terminals */
  uint32_t vc_bits;  /* VC_BITS of source_route_vc; 0: no routing uses it */
  uint32_t links, diameter;
  double low_x, low_y, scale; /* of a drawing */
  struct table tables[KINDS];
};

static struct state *state_of(const struct topology *t)
{
  return t->state;
}

/* --- terminals --- */

static int32_t terminals_at(const struct network_file *f, uint32_t sw)
{
  const int32_t said = f->switches[sw].terminals;

  return said == NETWORK_NOT_SAID ? f->terminals : said;
}

static bool count_terminals(struct topology *t, struct err *err)
{
  struct state *s = state_of(t);
  const struct network_file *f = &s->file;
  uint32_t first = UINT32_MAX;

  for (uint32_t sw = 0; sw < f->switch_count; sw++) {
    const int32_t count = terminals_at(f, sw);

    s->site_of[sw] = UINT32_MAX;
    if (count == 0)
      continue;
    first = first == UINT32_MAX ? sw : first;
    if (count != terminals_at(f, first))
      return network_refuse(f, f->switches[sw].line, err,
                            "'%s' has %" PRId32 " terminal%s and '%s' has %" PRId32
                            "; all switches that have any must have as many",
                            f->switches[sw].name, count, count == 1 ? "" : "s",
                            f->switches[first].name, terminals_at(f, first));
    s->site_of[sw] = t->sites;
    s->at[t->sites++] = sw;
  }
  if (t->sites < 2)
    return network_refuse(f, 0, err, "%s terminals; at least 2 must",
                          t->sites == 0 ? "no switch has" : "only one switch has");
  t->per_site = (uint32_t)terminals_at(f, first);
  t->per_site_said = f->says_terminals;
  return true;
}

/* --- paths --- */

static bool all_reached(const struct network_graph *g, struct err *err)
{
  for (uint32_t site = 0; site < g->sites; site++)
    for (uint32_t sw = 0; sw < g->wires->switches; sw++)
      if (network_distance(g, g->at[site], sw) == NETWORK_NO_PATH)
        return network_refuse(g->file, g->file->switches[sw].line, err,
                              "there is no path from '%s' to '%s'; add a link, or remove "
                              "a switch",
                              g->file->switches[g->at[site]].name,
                              g->file->switches[sw].name);
  return true;
}

/* Does the longest path fit a header?  If not, say which it is. */
static bool fits(struct network_paths *p, const struct network_graph *g, uint32_t bits)
{
  size_t pair = 0;

  if (bits <= HEADER_BITS || p->why_not[0] != '\0')
    return p->why_not[0] == '\0';
  while (p->first[pair + 1] - p->first[pair] < p->longest)
    pair++;
  snprintf(p->why_not, sizeof p->why_not,
           "has paths that do not fit a header: from '%s' to '%s' are %" PRIu32
           " hops, %" PRIu32 " bits of %d",
           g->file->switches[g->at[pair / g->sites]].name,
           g->file->switches[g->at[pair % g->sites]].name, p->longest, bits, HEADER_BITS);
  return false;
}

/* All paths of a routing, and their VCs; or p->why_not. */
static bool find_paths(struct network_paths *p, const struct network_graph *g, int kind,
                       struct err *err)
{
  const bool good = kind == GIVEN     ? network_given(p, g, err)
                    : kind == UP_DOWN ? network_up_down(p, g, err)
                                      : network_shortest(p, g, kind == SHORTEST, err);

  if (!good || !fits(p, g, source_route_bits(g->wires->ports, p->longest)))
    return good;
  if (kind == GIVEN)
    return network_judge_vcs(p, g, err);
  return kind == UP_DOWN || network_layers(p, g, err);
}

static uint64_t header_of(const struct network_paths *p, size_t pair, uint32_t ports,
                          uint32_t vc_bits)
{
  uint64_t header = source_route_end;

  for (uint32_t hop = p->first[pair + 1]; hop-- > p->first[pair];)
    header = vc_bits ? source_route_vc_before(ports, vc_bits, p->ports[hop], p->vcs_of[hop],
                                              header)
                     : source_route_before(ports, p->ports[hop], header);
  return header;
}

static bool make_table(struct state *s, struct network_paths *p,
                       const struct network_graph *g, struct table *table, struct err *err)
{
  const uint32_t ports = g->wires->ports, bits = p->vcs > 1 ? s->vc_bits : 0;
  const size_t pairs = (size_t)g->sites * g->sites;

  table->header_bits = bits ? source_route_vc_bits(ports, bits, p->longest)
                            : source_route_bits(ports, p->longest);
  table->vcs = p->vcs;
  table->cyclic = p->cyclic;
  table->has = fits(p, g, table->header_bits);
  memcpy(table->why_not, p->why_not, sizeof table->why_not);
  if (!table->has)
    return true;
  table->headers = calloc(pairs, sizeof *table->headers);
  for (size_t pair = 0; table->headers && pair < pairs; pair++)
    table->headers[pair] = header_of(p, pair, ports, bits);
  return table->headers ||
         err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", g->file->path);
}

/* Has the network this kind, if its paths are good? */
static bool may_have(const struct state *s, int kind)
{
  if (kind == GIVEN)
    return s->file.route_count > 0;
  return kind != UP_DOWN || !s->wires.one_way;
}

/* Bits of the longest header, if no other routing needs more VCs. */
static uint32_t bits_alone(const struct network_paths *p, const struct network_graph *g)
{
  const uint32_t ports = g->wires->ports;

  return p->vcs > 1 ? source_route_vc_bits(ports, bits_index(p->vcs), p->longest)
                    : source_route_bits(ports, p->longest);
}

static bool make_tables(struct state *s, const struct network_graph *g, struct err *err)
{
  struct network_paths paths[KINDS] = {{.first = NULL}};
  uint32_t vcs = 1;
  bool good = true, any = false;

  for (int kind = 0; good && kind < KINDS; kind++)
    if (may_have(s, kind)) {
      good = find_paths(&paths[kind], g, kind, err);
      if (good && fits(&paths[kind], g, bits_alone(&paths[kind], g)))
        vcs = paths[kind].vcs > vcs ? paths[kind].vcs : vcs;
    }
  s->vc_bits = vcs > 1 ? bits_index(vcs) : 0;
  for (int kind = 0; good && kind < KINDS; kind++)
    if (may_have(s, kind)) {
      good = make_table(s, &paths[kind], g, &s->tables[kind], err);
      any |= s->tables[kind].has;
    }
  for (int kind = 0; kind < KINDS; kind++)
    network_paths_free(&paths[kind]);
  return good && (any || network_refuse(&s->file, 0, err,
                                        "no routing fits: routing "
                                        "'shortest' %s",
                                        s->tables[SHORTEST].why_not));
}

static bool route_all(struct topology *t, struct err *err)
{
  struct state *s = state_of(t);
  struct network_graph g = {
      .file = &s->file, .wires = &s->wires, .sites = t->sites, .at = s->at};
  bool good = network_distances(&g) ||
              err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", s->path);

  good = good && all_reached(&g, err) && make_tables(s, &g, err);
  for (uint32_t i = 0; good && i < t->sites * t->sites; i++) {
    const uint32_t hops = network_distance(&g, s->at[i / t->sites], s->at[i % t->sites]);

    s->diameter = hops > s->diameter ? hops : s->diameter;
  }
  free(g.distances);
  return good;
}

/* --- drawing --- */

/* The places of the file, made so large that the nearest two are 1 apart. */
static void scale_places(struct state *s)
{
  const struct network_file *f = &s->file;
  double nearest = 0;

  s->low_x = f->switches[0].x;
  s->low_y = f->switches[0].y;
  for (uint32_t i = 0; i < f->switch_count; i++)
    for (uint32_t k = 0; k < i; k++) {
      const double x = f->switches[i].x - f->switches[k].x;
      const double y = f->switches[i].y - f->switches[k].y;
      const double apart =
          (x < 0 ? -x : x) > (y < 0 ? -y : y) ? (x < 0 ? -x : x) : (y < 0 ? -y : y);

      nearest = apart > 0 && (nearest == 0 || apart < nearest) ? apart : nearest;
    }
  s->scale = nearest > 0 ? 1 / nearest : 1;
}

static bool all_or_none_placed(const struct network_file *f, struct err *err)
{
  for (uint32_t i = 1; i < f->switch_count; i++)
    if (f->switches[i].placed != f->switches[0].placed)
      return network_refuse(f, f->switches[i].line, err,
                            "'%s' has %s \"at\", and '%s' has; give all switches one, or "
                            "none",
                            f->switches[f->switches[i].placed ? 0 : i].name, "no",
                            f->switches[f->switches[i].placed ? i : 0].name);
  return true;
}

/* --- the network --- */

/* The hash of the file, beside one that the spec has. */
static bool check_content(const struct state *s, struct spec *spec, struct err *err)
{
  struct hash hash = hash_start();
  char text[HASH_TEXT], said[SPEC_TEXT];

  hash_bytes(&hash, s->file.text, s->file.size);
  hash_print(&hash, text);
  text[CONTENT] = '\0';
  if (!spec_value(spec, "content", said, err))
    return false;
  if (said[0] == '\0')
    spec_print(spec, ",content=%s", text);
  else if (strcmp(said, text) != 0)
    return network_refuse(&s->file, 0, err,
                          "its contents are %s, not %.40s: it has changed; leave content= "
                          "out to take it as it is",
                          text, said);
  return true;
}

static bool make(struct topology *t, struct err *err)
{
  struct state *s = state_of(t);

  if (!all_or_none_placed(&s->file, err) || !network_wires_open(&s->wires, &s->file, err))
    return false;
  t->switches = s->wires.switches;
  t->ports = s->wires.ports;
  t->one_way = s->wires.one_way;
  t->address_bits = bits_index(t->switches);
  s->at = calloc(t->switches, sizeof *s->at);
  s->site_of = calloc(t->switches, sizeof *s->site_of);
  if (!s->at || !s->site_of)
    return err_set(err, ERR_ENVIRONMENT, "%.200s: not enough memory", s->path);
  for (uint32_t i = 0; i < t->switches * t->ports; i++)
    s->links += s->wires.used[i];
  if (!count_terminals(t, err) || !route_all(t, err))
    return false;
  scale_places(s);
  if (s->vc_bits) {
    t->parameters = &s->vc_bits;
    t->parameter_count = 1;
  }
  return true;
}

static bool open_network(struct topology *t, struct spec *spec, struct err *err)
{
  struct state *s = t->state = calloc(1, sizeof *s);

  if (!s)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %.100s", spec->text);
  if (!spec_path(spec, s->path, err))
    return false;
  if (strlen(s->path) > PATH_MOST)
    return err_set(err, ERR_USAGE, "'%.40s...': a path has at most %d characters",
                   spec->text, PATH_MOST);
  return network_file_read(&s->file, s->path, err) && check_content(s, spec, err) &&
         spec_end(spec, err) && make(t, err);
}

static void close_network(struct topology *t)
{
  struct state *s = state_of(t);

  network_file_free(&s->file);
  network_wires_close(&s->wires);
  free(s->at);
  free(s->site_of);
  for (int kind = 0; kind < KINDS; kind++)
    free(s->tables[kind].headers);
  free(s);
}

bool file_network_path(const char *spec, char path[SPEC_TEXT])
{
  const size_t length = strlen(PREFIX);

  if (strncmp(spec, PREFIX, length) != 0)
    return false;
  snprintf(path, SPEC_TEXT, "%.*s", (int)strcspn(spec + length, ","), spec + length);
  return true;
}

static struct link link_of(const struct topology *t, uint32_t from_switch, uint32_t port)
{
  return state_of(t)->wires.to[from_switch * t->ports + port];
}

static enum port_kind port_kind(const struct topology *t, uint32_t sw, uint32_t port)
{
  return state_of(t)->wires.used[sw * t->ports + port] ? PORT_LINK : PORT_UNUSED;
}

static uint32_t switch_of(const struct topology *t, uint32_t site)
{
  return state_of(t)->at[site];
}

static uint32_t site_of(const struct topology *t, uint32_t sw)
{
  return state_of(t)->site_of[sw];
}

static void small(const struct topology *t, char spec[TOPOLOGY_SPEC])
{
  memcpy(spec, t->spec, TOPOLOGY_SPEC);
}

static size_t formulas(const struct topology *t, struct formula *filled, size_t capacity)
{
  const struct state *s = state_of(t);
  const struct formula all[] = {
      {"switches", "in the file", t->switches},
      {"ports", NULL, t->ports},
      {"links", "in the file", s->links},
      {"diameter", NULL, s->diameter},
  };
  const size_t count = sizeof all / sizeof all[0];

  memcpy(filled, all, (count < capacity ? count : capacity) * sizeof all[0]);
  return count < capacity ? count : capacity;
}

static void print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT])
{
  snprintf(text, ADDRESS_TEXT, "%s", state_of(t)->file.switches[sw].name);
}

static bool parse_address(const struct topology *t, const char *text, uint32_t *sw)
{
  const uint32_t found = network_find(&state_of(t)->file, text, strlen(text));

  if (found != UINT32_MAX)
    *sw = found;
  return found != UINT32_MAX;
}

static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const struct state *s = state_of(t);

  if (!s->file.switches[0].placed) {
    sketch_rings(&t->switches, &sw, 1, x, y);
    return;
  }
  *x = (s->file.switches[sw].x - s->low_x) * s->scale;
  *y = (s->file.switches[sw].y - s->low_y) * s->scale;
}

static const struct sketch sketch = {.place = place};

/* --- routings --- */

#define ROUTING(kind, name)                                                                \
  static bool name##_has(const struct topology *t)                                         \
  {                                                                                        \
    return state_of(t)->tables[kind].has;                                                  \
  }                                                                                        \
                                                                                           \
  static const char *name##_why_not(const struct topology *t)                              \
  {                                                                                        \
    return state_of(t)->tables[kind].why_not;                                              \
  }                                                                                        \
                                                                                           \
  static uint32_t name##_bits(const struct topology *t)                                    \
  {                                                                                        \
    return state_of(t)->tables[kind].header_bits;                                          \
  }                                                                                        \
                                                                                           \
  static uint64_t name##_header(const struct topology *t, uint32_t source,                 \
                                uint32_t destination, uint64_t random)                     \
  {                                                                                        \
    (void)random;                                                                          \
    return state_of(t)->tables[kind].headers[(size_t)source * t->sites + destination];     \
  }                                                                                        \
                                                                                           \
  static void name##_choose(const struct topology *t, struct routing *routing)             \
  {                                                                                        \
    const struct table *table = &state_of(t)->tables[kind];                                \
                                                                                           \
    routing->vcs = table->vcs;                                                             \
    routing->cyclic = table->cyclic;                                                       \
    if (table->vcs > 1)                                                                    \
      routing->unit = &source_route_vc_unit;                                               \
  }

ROUTING(GIVEN, given)
ROUTING(SHORTEST, shortest)
ROUTING(LOWEST, lowest)
ROUTING(UP_DOWN, up_down)

#define ROW(routing, its_text, its_why, its_where)                                         \
  .plain = {.text = its_text,                                                              \
            .unit = &source_route_unit,                                                    \
            .vcs = 1,                                                                      \
            .why = its_why,                                                                \
            .header_bits = routing##_bits,                                                 \
            .header = routing##_header},                                                   \
  .has = routing##_has, .where = its_where, .why_not = routing##_why_not,                  \
  .choose = routing##_choose

static const char in_layers[] =
    "each path keeps to a VC in which channels wait in no cycle";

static const struct routing_row routings[] = {
    {ROW(given, "as the file says", "no channels of these paths wait in a cycle",
         "files with \"routes\""),
     .plain.name = "given"},
    {ROW(shortest, "a shortest path in the header, links used alike", in_layers,
         "files that need 8 VCs at most"),
     .plain.name = "shortest"},
    {ROW(lowest, "the shortest path with the lowest ports in the header", in_layers,
         "files that need 8 VCs at most"),
     .plain.name = "lowest"},
    {ROW(up_down, "up a spanning tree, then down it, in the header",
         "no packet goes up after it went down", "files without one-way links"),
     .plain.name = "up-down"},
    FAULT_TOLERANT,
};

static const char *const examples[] = {
    "file:examples/networks/petersen.json",     "file:examples/networks/one_way.json",
    "file:examples/networks/campus.json",       "file:examples/networks/ring.txt",
    "file:examples/networks/two_spines.anynet", NULL};

const struct topology_row file_network = {
    .name = "file",
    .usage = "file:PATH",
    .text = "the network in a file: JSON, an edge list, or the anynet text of BookSim",
    .examples = examples,
    .small = small,
    .routings = routings,
    .routing_count = sizeof routings / sizeof routings[0],
    .open = open_network,
    .close = close_network,
    .link = link_of,
    .source = switch_of,
    .sink = switch_of,
    .source_of = site_of,
    .sink_of = site_of,
    .addressed = true,
    .port_kind = port_kind,
    .formulas = formulas,
    .print_address = print_address,
    .parse_address = parse_address,
    .sketch = &sketch,
};

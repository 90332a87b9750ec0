/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* measure -- measures the quantities of a topology on its graph. */
#include "network/topology/measure.h"

#include "base/bits.h"
#include "network/topology/bisection.h"
#include "network/topology/two_by_two.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  BATCH = 64,   /* sources of one breadth-first search, a bit each */
  DISTANCES = 4 /* whose pairs are counted */
};

/* Distances are measured from all switches when batches * links is at most this. */
static const uint64_t all_sources_budget = UINT64_C(1) << 26;

/* What has been measured so far. */
struct notes {
  struct measurement rows[MEASURE_ROWS];
  bool on_demand[MEASURE_ROWS]; /* shown only beside a formula */
  size_t count;
};

/* A new row; the caller prints `how`. */
static struct measurement *note(struct notes *notes, const char *quantity, double value)
{
  struct measurement *row = &notes->rows[notes->count++];

  *row = (struct measurement){.quantity = quantity, .measured = true, .value = value};
  return row;
}

/* The same, of a quantity that not every topology cares for. */
static struct measurement *note_on_demand(struct notes *notes, const char *quantity,
                                          double value)
{
  notes->on_demand[notes->count] = true;
  return note(notes, quantity, value);
}

static bool no_memory(const struct topology *t, struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory to measure %s", t->spec);
}

static bool is_link(enum port_kind kind)
{
  return kind != PORT_HOLD && kind != PORT_UNUSED;
}

/* Links: where each arrives, and whether the port there leads back. */
static bool measure_links(struct notes *notes, const struct topology *t, struct err *err)
{
  uint64_t *arrived = calloc(t->switches, sizeof *arrived); /* bit p: a link ends here */
  uint32_t *seen_from = calloc(t->switches, sizeof *seen_from); /* last neighbour + 1 */
  uint64_t ends = 0, one_way = 0, doubles = 0;
  uint32_t most = 0, least = UINT32_MAX;
  struct measurement *row;

  if (!arrived || !seen_from) {
    free(arrived);
    free(seen_from);
    return no_memory(t, err);
  }
  for (uint32_t sw = 0; sw < t->switches; sw++) {
    uint32_t neighbours = 0;

    for (uint32_t port = 0; port < t->ports; port++) {
      if (!is_link(topology_port_kind(t, sw, port)))
        continue;
      struct link far = topology_link(t, sw, port);
      struct link back = topology_link(t, far.to_switch, far.to_port);
      bool seen = seen_from[far.to_switch] == sw + 1;

      one_way += back.to_switch != sw || back.to_port != port;
      ends += !(arrived[far.to_switch] >> far.to_port & 1);
      arrived[far.to_switch] |= UINT64_C(1) << far.to_port;
      neighbours += far.to_switch != sw && !seen;
      doubles += far.to_switch != sw && seen;
      seen_from[far.to_switch] = sw + 1;
    }
    most = neighbours > most ? neighbours : most;
    least = neighbours < least ? neighbours : least;
  }
  free(arrived);
  free(seen_from);
  row = note(notes, "ports", most);
  if (most == least)
    snprintf(row->how, sizeof row->how, "different neighbours of every switch");
  else
    snprintf(row->how, sizeof row->how, "different neighbours of a switch, %u to %u", least,
             most);
  row = note(notes, "links", (double)ends);
  if (one_way == 0)
    snprintf(row->how, sizeof row->how, "each ends at a port of its own that leads back");
  else
    snprintf(row->how, sizeof row->how,
             "ports where one ends; %" PRIu64 " do not lead back", one_way);
  row = note_on_demand(notes, "double links", (double)doubles);
  snprintf(row->how, sizeof row->how, "ports to a neighbour that another port leads to");
  return true;
}

/* Ports by their kind. */
static void measure_kinds(struct notes *notes, const struct topology *t)
{
  uint64_t pairs[PORT_UNUSED + 1] = {0}; /* by kind: of two switches that lead both ways */
  uint64_t ports[PORT_UNUSED + 1] = {0}; /* by kind */
  uint64_t selves = 0;

  for (uint32_t sw = 0; sw < t->switches; sw++)
    for (uint32_t port = 0; port < t->ports; port++) {
      enum port_kind kind = topology_port_kind(t, sw, port);
      struct link far = topology_link(t, sw, port);
      struct link back = topology_link(t, far.to_switch, far.to_port);

      ports[kind]++;
      selves += is_link(kind) && far.to_switch == sw;
      pairs[kind] += far.to_switch > sw && back.to_switch == sw && back.to_port == port &&
                     topology_port_kind(t, far.to_switch, far.to_port) == kind;
    }
  const struct {
    const char *quantity;
    uint64_t value;
    const char *how;
  } rows[] = {
      {"local links", pairs[PORT_LOCAL], "pairs of ports that lead to each other"},
      {"global links", pairs[PORT_GLOBAL], "pairs of ports that lead to each other"},
      {"self-links", selves, "local and global ports that lead to their own switch"},
      {"hold links", ports[PORT_HOLD], "ports that hold a packet for a step"},
      {"unused ports", ports[PORT_UNUSED], "ports whose far end is not in the network"},
  };

  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    snprintf(note_on_demand(notes, rows[i].quantity, (double)rows[i].value)->how,
             MEASURE_HOW, "%s", rows[i].how);
}

/* Breadth-first search from the switches of many sources at once: bit b of a switch's words
 * is the search from sources[b]. */
struct search {
  uint64_t *seen;         /* [switches] reached within the distance so far */
  uint64_t *frontier;     /* [switches] reached at exactly this distance */
  uint64_t *next;         /* [switches] */
  uint64_t pairs;         /* (source, destination) reached, over all searches */
  uint64_t at[DISTANCES]; /* of them, by distance */
  uint64_t distances;     /* sum over all of them */
  uint32_t diameter;
};

/* Every link that reaches `far` from the frontier of switch sw. */
static void search_on(struct search *search, const struct topology *t, uint32_t sw)
{
  for (uint32_t port = 0; port < t->ports; port++)
    if (!topology_one_way(t) || is_link(topology_port_kind(t, sw, port)))
      search->next[topology_link(t, sw, port).to_switch] |= search->frontier[sw];
}

static void search_from(struct search *search, const struct topology *t,
                        const uint32_t *sources, uint32_t count)
{
  bool more = true;

  memset(search->seen, 0, t->switches * sizeof *search->seen);
  memset(search->next, 0, t->switches * sizeof *search->next);
  for (uint32_t b = 0; b < count; b++)
    search->next[topology_site_source(t, sources[b])] |= UINT64_C(1) << b;
  for (uint32_t distance = 0; more; distance++) {
    uint64_t arrived = 0;

    more = false;
    for (uint32_t sw = 0; sw < t->switches; sw++) {
      uint64_t reached = search->next[sw] & ~search->seen[sw];

      search->seen[sw] |= reached;
      search->frontier[sw] = reached;
      search->next[sw] = 0;
      more |= reached != 0;
      if (topology_sink_of(t, sw) == UINT32_MAX)
        continue;
      arrived |= reached;
      search->pairs += bits_count(reached);
      if (distance < DISTANCES)
        search->at[distance] += bits_count(reached);
      search->distances += (uint64_t)distance * bits_count(reached);
    }
    if (arrived && distance > search->diameter)
      search->diameter = distance;
    for (uint32_t sw = 0; more && sw < t->switches; sw++)
      if (search->frontier[sw] != 0)
        search_on(search, t, sw);
  }
}

static void note_distances(struct notes *notes, const struct search *search,
                           const char *how, bool all)
{
  static const char *const pairs_at[DISTANCES] = {
      "pairs at distance 0", "pairs at distance 1", "pairs at distance 2",
      "pairs at distance 3"};
  struct measurement *row = note(notes, "diameter", search->diameter);

  snprintf(row->how, sizeof row->how, "%s", how);
  row->bound = all ? MEASURE_EXACT : MEASURE_AT_LEAST;
  row = note(notes, "average distance", (double)search->distances / (double)search->pairs);
  snprintf(row->how, sizeof row->how, "%s", how);
  row->bound = all ? MEASURE_EXACT : MEASURE_SAMPLE;
  for (size_t i = 0; all && i < DISTANCES; i++) {
    row = note_on_demand(notes, pairs_at[i], (double)search->at[i]);
    snprintf(row->how, sizeof row->how, "%s", how);
  }
}

/* Between terminals: from the source's switch to the destination's.  The terminals of a
 * site are alike. */
static bool measure_distances(struct notes *notes, const struct topology *t,
                              struct err *err)
{
  const bool apart = t->row->source != NULL;
  uint64_t *words = calloc(4 * (size_t)t->switches, sizeof *words);
  struct search search = {.seen = words};
  uint64_t batches = ((uint64_t)t->sites + BATCH - 1) / BATCH;
  bool all = batches * t->switches * t->ports <= all_sources_budget;
  const bool alike = !all && t->row->symmetric && t->row->symmetric(t);
  uint64_t source_count = alike ? 1 : all || t->sites < BATCH ? t->sites : BATCH;
  uint64_t reached = 0; /* switches */
  char how[MEASURE_HOW];

  if (!words)
    return no_memory(t, err);
  search.frontier = words + t->switches;
  search.next = search.frontier + t->switches;
  uint64_t *by = search.next + t->switches; /* [switches] searches that came by */
  for (uint64_t first = 0; first < source_count; first += BATCH) {
    uint32_t sources[BATCH];
    uint32_t count = 0;

    for (uint64_t i = first; i < source_count && count < BATCH; i++)
      sources[count++] = (uint32_t)(i * t->sites / source_count);
    search_from(&search, t, sources, count);
    /* By the search from terminal 0, always the first; where links may lead away from it
     * alone, by any. */
    for (uint32_t sw = 0; sw < t->switches; sw++)
      by[sw] |= apart ? search.seen[sw] : first == 0 ? search.seen[sw] & 1 : 0;
  }
  for (uint32_t sw = 0; sw < t->switches; sw++)
    reached += by[sw] != 0;
  free(words);
  if (alike)
    snprintf(how, sizeof how, "from switch 0; all switches look alike");
  else
    snprintf(how, sizeof how, all ? "all %" PRIu64 " sources" : "%" PRIu64 " of %u sources",
             source_count, t->sites);
  struct measurement *row = note(notes, "switches", (double)reached);
  snprintf(row->how, sizeof row->how,
           apart ? "reached from these terminals" : "reached from switch 0");
  row->bound = apart && !all ? MEASURE_AT_LEAST : MEASURE_EXACT;
  if (t->per_site > 1 || (t->per_site_said && !apart))
    snprintf(note(notes, "terminals", t->terminals)->how, MEASURE_HOW,
             "%u at each of %u switches", t->per_site, t->sites);
  else if (apart)
    snprintf(note(notes, "terminals", t->terminals)->how, MEASURE_HOW,
             "sources, and as many destinations");
  note_distances(notes, &search, how, all || alike);
  return true;
}

static void measure_bisection(struct notes *notes, const struct topology *t)
{
  struct bisection fewest = bisection_fewest(t), cutset = bisection_cutset(t);
  struct measurement *row;

  if (fewest.tried > 0) {
    row = note(notes, "bisection", (double)fewest.links);
    row->bound = fewest.all ? MEASURE_EXACT : MEASURE_AT_MOST;
    snprintf(row->how, sizeof row->how, "%s", fewest.how);
  }
  if (cutset.tried > 0) {
    row = note_on_demand(notes, "cutset", (double)cutset.links);
    snprintf(row->how, sizeof row->how, "%s", cutset.how);
  }
}

/* The address rotated left by half its bits, rounded up: loads the middle dimension of a
 * hypercube of any dimension most. */
static uint32_t rotate_half(const struct topology *t, uint32_t source)
{
  const uint32_t bits = topology_terminal_bits(t), left = (bits + 1) / 2;

  return (source << left | source >> (bits - left)) & (t->terminals - 1);
}

static const struct permutation half_rotation = {
    .name = "half rotation",
    .destination = rotate_half,
};

static bool measure_2x2(struct notes *notes, const struct topology *t)
{
  uint64_t count;

  if (!two_by_two_count(t, &count))
    return false;
  snprintf(note_on_demand(notes, "2x2 switches", (double)count)->how, MEASURE_HOW,
           "pairs of switches with four links to one pair");
  return true;
}

/* On a network too large for all permutations: the worst of those given, and the half
 * rotation where addresses are all words of n bits. */
static bool measure_load(struct notes *notes, const struct topology *t,
                         const struct routing *routing,
                         const struct permutation *permutations, size_t permutation_count,
                         struct err *err)
{
  bool rotates = topology_terminal_bits(t) != UINT32_MAX;
  const char *worst_name = NULL;
  uint32_t worst = 0;

  /* Where paths are set up for a whole permutation, a pair of terminals has no path of its
   * own. */
  if (!routing->set_up && link_load_worst_affordable(t)) {
    if (!link_load_worst(t, routing, &worst, err))
      return false;
    snprintf(note(notes, "worst link load", worst)->how, MEASURE_HOW,
             "all permutations: a maximum matching for each link");
    return true;
  }
  for (size_t i = 0; i < permutation_count + rotates; i++) {
    const struct permutation *permutation =
        i < permutation_count ? &permutations[i] : &half_rotation;
    uint32_t load;

    if (!link_load_of(t, routing, permutation, &load, err))
      return false;
    if (load > worst) {
      worst = load;
      worst_name = permutation->name;
    }
  }
  if (worst_name) {
    struct measurement *row = note(notes, "worst link load", worst);

    row->bound = MEASURE_AT_LEAST;
    snprintf(row->how, sizeof row->how, "%s, worst of %zu tried: at least this", worst_name,
             permutation_count + rotates);
  }
  return true;
}

/* Is there so many times as much of it, with several terminals at every site? */
static bool grows(const char *quantity)
{
  return strcmp(quantity, "terminals") == 0 || strcmp(quantity, "worst link load") == 0;
}

/* Formulas first, each with what was measured of it, then the rest. */
static size_t join(struct measurement *rows, size_t capacity, const struct notes *notes,
                   const struct formula *formulas, size_t formula_count, uint32_t per_site)
{
  bool beside_formula[MEASURE_ROWS] = {false};
  size_t used = 0;

  for (size_t i = 0; i < formula_count && used < capacity; i++) {
    struct measurement row = {.quantity = formulas[i].quantity};

    snprintf(row.how, sizeof row.how, "not measured on a network like this");
    for (size_t j = 0; j < notes->count; j++) {
      if (strcmp(notes->rows[j].quantity, row.quantity) == 0) {
        row = notes->rows[j];
        beside_formula[j] = true;
        break;
      }
    }
    row.formula = formulas[i].formula;
    row.times = grows(row.quantity) ? per_site : 1;
    row.formula_value = formulas[i].value * row.times;
    rows[used++] = row;
  }
  for (size_t j = 0; j < notes->count && used < capacity; j++) {
    if (!beside_formula[j] && !notes->on_demand[j])
      rows[used++] = notes->rows[j];
  }
  return used;
}

size_t topology_measure(const struct topology *t, const struct routing *routing,
                        const struct permutation *permutations, size_t permutation_count,
                        struct measurement *rows, size_t capacity, struct err *err)
{
  struct formula formulas[MEASURE_ROWS];
  size_t formula_count = t->row->formulas(t, formulas, MEASURE_ROWS);
  struct notes notes = {.count = 0};

  if (!measure_links(&notes, t, err) || !measure_distances(&notes, t, err))
    return 0;
  if (t->row->port_kind)
    measure_kinds(&notes, t);
  measure_bisection(&notes, t);
  if (two_by_two_has(t) && !measure_2x2(&notes, t))
    return no_memory(t, err);
  if (!measure_load(&notes, t, routing, permutations, permutation_count, err))
    return 0;
  return join(rows, capacity, &notes, formulas, formula_count, t->per_site);
}

const char *measure_verdict(const struct measurement *row)
{
  if (!row->formula || !row->measured)
    return "";
  if (row->value == row->formula_value)
    return "equal";
  if (row->formula[0] == '<' && row->value < row->formula_value)
    return "below";
  if (row->bound == MEASURE_SAMPLE)
    return "sample";
  if ((row->bound == MEASURE_AT_MOST && row->value > row->formula_value) ||
      (row->bound == MEASURE_AT_LEAST && row->value < row->formula_value))
    return "bound";
  return "DIFFERS";
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_cells -- the combinations of a block of a plan: its cells. */
#include "tool/campaign/sweep_cells.h"

#include "base/text.h"
#include "network/topology/faults.h"
#include "network/traffic/collectives.h"
#include "network/traffic/traffic.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum {
  NUMBER_MOST = 1 << 20, /* packets, depth */
  LANES_MOST = 63,
  CELLS_MOST = 100000
};

/* Numbers that every combination of a block has, or one combination. */
struct numbers {
  uint64_t trials, seed, depth;
  uint64_t vcs, lanes; /* 0: those of lockhop run */
};

static bool at_line(const struct sweep_reader *r, enum sweep_keyword keyword,
                    struct err *err)
{
  return sweep_blocks_error(&r->blocks, r->block.line[keyword].number, err);
}

static bool number(const struct sweep_reader *r, enum sweep_keyword keyword,
                   const char *text, uint64_t low, uint64_t high, const char *or_else,
                   uint64_t *value, struct err *err)
{
  if (text_u64(text, high, value) && *value >= low)
    return true;
  err_set(err, ERR_USAGE, "%s '%s': must be a number in %" PRIu64 "..%" PRIu64 "%s",
          sweep_keyword_name(keyword), text, low, high, or_else);
  return at_line(r, keyword, err);
}

/* Packets per terminal on a topology. */
static bool read_packets(const struct sweep_reader *r, const char *text,
                         const struct topology *t, uint64_t *packets, struct err *err)
{
  *packets = strcmp(text, "ports/2") == 0 && t->ports > 1 ? t->ports / 2 : t->ports;
  if (strcmp(text, "ports") == 0 || strcmp(text, "ports/2") == 0)
    return true;
  if (!number(r, SWEEP_PACKETS, text, 1, NUMBER_MOST, ", 'ports' or 'ports/2'", packets,
              err))
    return false;
  if (*packets * t->terminals <= traffic_packets_max)
    return true;
  err_set(err, ERR_USAGE, "packets %s: on %s at most %" PRIu64 " per terminal", text,
          t->spec, traffic_packets_max / t->terminals);
  return at_line(r, SWEEP_PACKETS, err);
}

bool sweep_reads_file(const char *traffic)
{
  return strncmp(traffic, "file:", 5) == 0 || strncmp(traffic, "trace:", 6) == 0;
}

/* The traffic of a cell, and of its first run. */
static bool set_traffic(const struct sweep_reader *r, struct sweep_cell *cell,
                        const char *traffic, struct err *err)
{
  snprintf(cell->traffic, sizeof cell->traffic, "%s", traffic);
  if (!sweep_search_read(&cell->search, traffic, err) ||
      !sweep_search_traffic(cell->run, &cell->search, traffic, 1, err))
    return at_line(r, SWEEP_TRAFFIC, err);
  r->plan->searches = r->plan->searches || cell->search.steps > 0;
  return true;
}

/* Can this schedule be made?  *open_loop: then it can for any routing, if no file says it.
 * One of requests cannot. */
static bool check_schedule(const struct sweep_reader *r, const struct topology *t,
                           const struct routing *routing, const char *traffic,
                           uint64_t packets, bool *open_loop, struct err *err)
{
  struct schedule schedule;
  struct sweep_cell cell;

  if (!set_traffic(r, &cell, traffic, err))
    return false;
  if (!schedule_make(&schedule,
                     &(struct traffic_request){.topology = t,
                                               .routing = routing,
                                               .traffic = cell.run,
                                               .packets = (uint32_t)packets},
                     err))
    return at_line(r, SWEEP_TRAFFIC, err);
  *open_loop = schedule.measure_to != 0 && !schedule.requests;
  schedule_free(&schedule);
  return true;
}

/* Is it a collective that engines move? */
static bool find_engines(const struct sweep_reader *r, const struct topology *t,
                         const char *traffic, bool *engines, struct err *err)
{
  struct sweep_cell cell;

  if (!set_traffic(r, &cell, traffic, err))
    return false;
  const struct traffic_row *row = traffic_find(cell.run, t, err);

  if (row && r->resolution && row->argument != TRAFFIC_MIXTURE &&
      !strstr(row->usage, "load=")) {
    err_set(err, ERR_USAGE,
            "--saturation: '%s' has no load; give traffic with a load, such as uniform",
            row->name);
    return at_line(r, SWEEP_TRAFFIC, err);
  }
  *engines = row && collectives_is_row(row);
  r->plan->mixed = r->plan->mixed || (row && row->argument == TRAFFIC_MIXTURE);
  return row || at_line(r, SWEEP_TRAFFIC, err);
}

/* Traffic without a file can be made for all numbers of packets, or for none. */
static bool check_traffic(const struct sweep_reader *r, const struct topology *t,
                          struct err *err)
{
  const struct sweep_values *values = r->values;

  for (size_t i = 0; i < values[SWEEP_TRAFFIC].count; i++) {
    const char *traffic = values[SWEEP_TRAFFIC].word[i];
    bool file = sweep_reads_file(traffic), open_loop = false, engines;

    if (!find_engines(r, t, traffic, &engines, err))
      return false;
    if (engines)
      continue; /* add_engines has checked it */
    for (size_t j = 0; j < values[SWEEP_ROUTING].count && (file || !open_loop); j++)
      for (size_t k = 0; k < (file ? values[SWEEP_PACKETS].count : 1); k++) {
        const struct routing *routing =
            topology_routing(t, values[SWEEP_ROUTING].word[j], err);
        uint64_t packets = 1;

        if (!routing)
          return at_line(r, SWEEP_ROUTING, err);
        if (file && !read_packets(r, values[SWEEP_PACKETS].word[k], t, &packets, err))
          return false;
        if (!check_schedule(r, t, routing, traffic, packets, &open_loop, err))
          return false;
      }
  }
  return true;
}

static bool read_numbers(const struct sweep_reader *r, struct numbers *n, struct err *err)
{
  const struct sweep_values *values = r->values;

  *n = (struct numbers){.depth = 0};
  return number(r, SWEEP_TRIALS, values[SWEEP_TRIALS].word[0], 1, SWEEP_TRIALS_MOST, "",
                &n->trials, err) &&
         number(r, SWEEP_SEED, values[SWEEP_SEED].word[0], 0,
                UINT64_MAX - SWEEP_TRIALS_MOST, "", &n->seed, err) &&
         (!values[SWEEP_LANES].count || number(r, SWEEP_LANES, values[SWEEP_LANES].word[0],
                                               1, LANES_MOST, "", &n->lanes, err));
}

static bool add_cell(struct sweep_reader *r, const struct sweep_cell *cell, struct err *err)
{
  struct sweep_plan *plan = r->plan;

  if (plan->count == CELLS_MOST || plan->trials + cell->trials > SWEEP_TRIALS_MOST) {
    err_set(err, ERR_USAGE, "more than %d %s; split the plan",
            plan->count == CELLS_MOST ? CELLS_MOST : SWEEP_TRIALS_MOST,
            plan->count == CELLS_MOST ? "combinations" : "trials");
    return sweep_blocks_error(&r->blocks, r->block.number, err);
  }
  if (plan->count == plan->capacity) {
    size_t capacity = plan->capacity ? 2 * plan->capacity : 64;
    struct sweep_cell *cells = realloc(plan->cells, capacity * sizeof *cells);

    if (!cells)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan");
    plan->cells = cells;
    plan->capacity = capacity;
  }
  plan->cells[plan->count] = *cell;
  plan->cells[plan->count++].first = plan->trials;
  plan->trials += cell->trials;
  return true;
}

/* One combination but for its traffic. */
static bool make_cell(const struct sweep_reader *r, const struct topology *t,
                      const struct numbers *n, const char *packets, const char *routing,
                      struct sweep_cell *cell, struct err *err)
{
  const struct routing *row = topology_routing(t, routing, err);
  uint64_t per_terminal;

  if (!row)
    return at_line(r, SWEEP_ROUTING, err);
  if (!read_packets(r, packets, t, &per_terminal, err))
    return false;
  uint32_t vcs = n->vcs ? (uint32_t)n->vcs : n->depth == 0 ? 1 : row->vcs;
  if (t->ports * vcs >= SHAPE_CHANNELS) {
    err_set(err, ERR_USAGE,
            "%s on %s: %u ports of %u virtual channels are %u queues; at most %d",
            row->name, t->spec, t->ports, vcs, t->ports * vcs, SHAPE_CHANNELS - 1);
    return at_line(r, n->vcs ? SWEEP_VCS : SWEEP_ROUTING, err);
  }
  if (t->ports * vcs + n->lanes > SHAPE_CHANNELS) {
    err_set(err, ERR_USAGE,
            "lanes %u: %s on %s has %u queues; they and the lanes are at "
            "most %d",
            (uint32_t)n->lanes, row->name, t->spec, t->ports * vcs, SHAPE_CHANNELS);
    return at_line(r, SWEEP_LANES, err);
  }
  if (n->lanes % t->per_site != 0) {
    err_set(err, ERR_USAGE,
            "lanes %u: %s has %u terminals at each switch, with lanes of their own; give a "
            "multiple of %u",
            (uint32_t)n->lanes, t->spec, t->per_site, t->per_site);
    return at_line(r, SWEEP_LANES, err);
  }
  *cell = (struct sweep_cell){.switches = t->switches,
                              .ports = t->ports,
                              .packets = (uint32_t)per_terminal,
                              .depth = (uint32_t)n->depth,
                              .vcs = vcs,
                              .lanes = (uint32_t)n->lanes,
                              .trials = (uint32_t)n->trials,
                              .seed = n->seed,
                              .line = r->block.number,
                              .options = r->options};
  memcpy(cell->topology, t->spec, sizeof cell->topology);
  memcpy(cell->routing, row->name, sizeof cell->routing);
  return true;
}

/* All depths and virtual channels of a combination. */
static bool expand_numbers(struct sweep_reader *r, const struct topology *t,
                           struct numbers *n, const char *packets, const char *traffic,
                           const char *routing, struct err *err)
{
  const struct sweep_values *depths = &r->values[SWEEP_DEPTH], *vcs = &r->values[SWEEP_VCS];
  struct sweep_cell cell;

  for (size_t i = 0; i < (depths->count ? depths->count : 1); i++)
    for (size_t j = 0; j < (vcs->count ? vcs->count : 1); j++) {
      if ((depths->count &&
           !number(r, SWEEP_DEPTH, depths->word[i], 0, NUMBER_MOST, "", &n->depth, err)) ||
          (vcs->count &&
           !number(r, SWEEP_VCS, vcs->word[j], 1, ROUTE_VCS, "", &n->vcs, err)) ||
          !make_cell(r, t, n, packets, routing, &cell, err) ||
          !set_traffic(r, &cell, traffic, err) || !add_cell(r, &cell, err))
        return false;
    }
  return true;
}

/* A collective is one combination; packets, routings, depths, VCs and lanes are not for it.
 */
static bool add_engines(struct sweep_reader *r, const struct topology *t,
                        const struct numbers *n, const char *traffic, struct err *err)
{
  struct sweep_plan *plan = r->plan;
  struct sweep_cell cell = {.switches = t->switches,
                            .ports = t->ports,
                            .trials = (uint32_t)n->trials,
                            .seed = n->seed,
                            .line = r->block.number,
                            .options = r->options,
                            .engines = true};
  struct session session;

  memcpy(cell.topology, t->spec, sizeof cell.topology);
  if (!set_traffic(r, &cell, traffic, err) || !add_cell(r, &cell, err))
    return false;
  struct sweep_cell *added = &plan->cells[plan->count - 1];
  const struct description d = sweep_plan_trial(plan, added->first);
  if (!session_open(&session, &d, NULL, err))
    return at_line(r, SWEEP_TRAFFIC, err);
  added->transfers = session.collective.estimate;
  session_close(&session);
  return true;
}

/* One traffic of a topology, with the packets of a number p. */
static bool expand_traffic(struct sweep_reader *r, const struct topology *t,
                           struct numbers *n, size_t p, const char *traffic,
                           struct err *err)
{
  const struct sweep_values *values = r->values;
  bool engines;

  if (!find_engines(r, t, traffic, &engines, err))
    return false;
  if (engines)
    return p > 0 || add_engines(r, t, n, traffic, err);
  for (size_t k = 0; k < SWEEP_KEYWORDS; k++)
    if (!sweep_blocks_has(&r->blocks, &r->block, (enum sweep_keyword)k, err))
      return false;
  for (size_t j = 0; j < values[SWEEP_ROUTING].count; j++)
    if (!expand_numbers(r, t, n, values[SWEEP_PACKETS].word[p], traffic,
                        values[SWEEP_ROUTING].word[j], err))
      return false;
  return true;
}

static bool expand(struct sweep_reader *r, const struct topology *t, struct numbers *n,
                   struct err *err)
{
  const struct sweep_values *packets = &r->values[SWEEP_PACKETS];
  const struct sweep_values *traffic = &r->values[SWEEP_TRAFFIC];

  for (size_t p = 0; p < (packets->count ? packets->count : 1); p++)
    for (size_t i = 0; i < traffic->count; i++)
      if (!expand_traffic(r, t, n, p, traffic->word[i], err))
        return false;
  return true;
}

/* The switches that the block says have failed, if any. */
static bool set_failed(const struct sweep_reader *r, struct topology *t, struct err *err)
{
  const char *failed = r->options ? r->options->said.failed : NULL;
  size_t i = 0;

  if (!failed || faults_set(t, failed, err))
    return true;
  while (strcmp(r->block.more[i].field->name, "failed") != 0)
    i++;
  return sweep_blocks_error(&r->blocks, r->block.more[i].number, err);
}

/* Its traffic, ranges written out, is to be searched for saturation. */
static bool ask_for_saturation(struct sweep_reader *r, struct err *err)
{
  struct sweep_values *traffic = &r->values[SWEEP_TRAFFIC];
  char text[LINES_TEXT];

  for (size_t i = 0; r->resolution && i < traffic->count; i++) {
    if (!sweep_search_ask(text, traffic->word[i], r->resolution, err))
      return at_line(r, SWEEP_TRAFFIC, err);
    memcpy(traffic->word[i], text, sizeof text);
  }
  return true;
}

static bool read_values(struct sweep_reader *r, struct err *err)
{
  for (size_t k = 0; k < SWEEP_KEYWORDS; k++) {
    r->values[k].count = 0;
    for (size_t i = 0; i < r->block.line[k].count; i++)
      if (!sweep_range_add(&r->values[k], r->block.line[k].word[i],
                           sweep_keyword_many((enum sweep_keyword)k), err))
        return at_line(r, (enum sweep_keyword)k, err);
  }
  return ask_for_saturation(r, err);
}

/* What its other lines say. */
static bool read_options(struct sweep_reader *r, struct err *err)
{
  const struct sweep_block *block = &r->block;
  struct sweep_options *options;

  r->options = NULL;
  if (block->more_count == 0)
    return true;
  options = calloc(1, sizeof *options);
  if (!options)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan");
  options->said = description_of("", "");
  options->next = r->plan->options;
  r->options = r->plan->options = options;
  for (size_t i = 0; i < block->more_count; i++)
    if (!sweep_options_add(options, block->more[i].field, block->more[i].value, err))
      return sweep_blocks_error(&r->blocks, block->more[i].number, err);
  return true;
}

/* Can the first combination of a topology be run with them?  Those that the plan itself
 * does not look at depend on little else. */
static bool check_options(const struct sweep_reader *r, size_t first, struct err *err)
{
  const struct sweep_plan *plan = r->plan;
  struct session session;

  if (!r->options)
    return true;
  const struct description d = sweep_plan_trial(plan, plan->cells[first].first);
  if (!session_open(&session, &d, NULL, err))
    return sweep_blocks_error(&r->blocks, r->block.more[0].number, err);
  session_close(&session);
  return true;
}

bool sweep_cells_add(struct sweep_reader *r, struct err *err)
{
  const struct sweep_values *topologies = &r->values[SWEEP_TOPOLOGY];
  struct numbers numbers;

  if (!read_values(r, err) || !read_numbers(r, &numbers, err) || !read_options(r, err))
    return false;
  for (size_t i = 0; i < topologies->count; i++) {
    TOPOLOGY_OF_BLOCK(t);

    if (!topology_open(&t, topologies->word[i], err))
      return at_line(r, SWEEP_TOPOLOGY, err);
    const size_t first = r->plan->count;
    if (!set_failed(r, &t, err) || !expand(r, &t, &numbers, err) ||
        !check_traffic(r, &t, err) || !check_options(r, first, err))
      return false;
  }
  return true;
}

void sweep_cells_free_values(struct sweep_reader *r)
{
  for (size_t k = 0; k < SWEEP_KEYWORDS; k++)
    sweep_values_free(&r->values[k]);
}

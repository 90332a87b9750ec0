/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sweep_plan -- the plan of a sweep: which trials, in which order. */
#include "tool/campaign/sweep_plan.h"

#include "base/text.h"
#include "tool/campaign/sweep_cells.h"
#include "tool/session/machines.h"
#include "tool/session/session.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LOCK_STEP_COST = 16 /* what a trial in lock step costs more */ };

static bool read_blocks(struct sweep_reader *r, struct err *err)
{
  do {
    if (!sweep_blocks_next(&r->blocks, &r->block, err))
      return false;
    if (r->block.number && !sweep_cells_add(r, err))
      return false;
  } while (r->block.number);
  return true;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
  return (a > b) - (a < b);
}

static int compare_options(const struct sweep_cell *a, const struct sweep_cell *b)
{
  return strcmp(sweep_options_text(a->options), sweep_options_text(b->options));
}

/* Orders cells so that those with trials in common are neighbours. */
static int compare(const void *left, const void *right)
{
  const struct sweep_cell *a = *(const struct sweep_cell *const *)left;
  const struct sweep_cell *b = *(const struct sweep_cell *const *)right;
  const int orders[] = {
      strcmp(a->topology, b->topology),    strcmp(a->traffic, b->traffic),
      strcmp(a->routing, b->routing),      compare_numbers(a->packets, b->packets),
      compare_numbers(a->depth, b->depth), compare_numbers(a->vcs, b->vcs),
      compare_numbers(a->lanes, b->lanes), compare_options(a, b),
      compare_numbers(a->seed, b->seed),   compare_numbers(a->first, b->first)};

  for (size_t i = 0; i < sizeof orders / sizeof orders[0]; i++)
    if (orders[i] != 0)
      return orders[i];
  return 0;
}

static bool same_but_seed(const struct sweep_cell *a, const struct sweep_cell *b)
{
  return strcmp(a->topology, b->topology) == 0 && strcmp(a->traffic, b->traffic) == 0 &&
         strcmp(a->routing, b->routing) == 0 && a->packets == b->packets &&
         a->depth == b->depth && a->vcs == b->vcs && a->lanes == b->lanes &&
         compare_options(a, b) == 0;
}

static bool check_distinct(const struct sweep_reader *r, struct err *err)
{
  const struct sweep_plan *plan = r->plan;
  const struct sweep_cell **sorted = malloc(plan->count * sizeof(struct sweep_cell *));
  bool good = true;

  if (!sorted)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for the plan");
  for (size_t i = 0; i < plan->count; i++)
    sorted[i] = &plan->cells[i];
  qsort(sorted, plan->count, sizeof(struct sweep_cell *), compare);
  for (size_t i = 1; i < plan->count && good; i++) {
    const struct sweep_cell *a = sorted[i - 1], *b = sorted[i];

    if (!same_but_seed(a, b) || b->seed >= a->seed + a->trials)
      continue;
    if (a->first > b->first) {
      a = sorted[i];
      b = sorted[i - 1];
    }
    err_set(err, ERR_USAGE,
            "%s, %s, %u packet%s, %s, seed %" PRIu64 ": this trial is in the block of line "
            "%" PRIu64 " already",
            b->topology, b->traffic, b->packets, b->packets == 1 ? "" : "s", b->routing,
            a->seed > b->seed ? a->seed : b->seed, a->line);
    good = sweep_blocks_error(&r->blocks, b->line, err);
  }
  free(sorted);
  return good;
}

/* The file that traffic comes from; false: from none. */
static bool file_of(char path[LINES_TEXT], const char *traffic)
{
  static const char *const matrix = "matrix,";

  if (sweep_reads_file(traffic))
    snprintf(path, LINES_TEXT, "%s", strchr(traffic, ':') + 1);
  return sweep_reads_file(traffic) ||
         (strncmp(traffic, matrix, strlen(matrix)) == 0 &&
          text_option(traffic + strlen(matrix), "file", path, LINES_TEXT));
}

static bool hash_plan(struct sweep_plan *plan, struct err *err)
{
  struct hash *hash = &plan->hash;

  *hash = hash_start();
  for (size_t i = 0; i < plan->count; i++) {
    const struct sweep_cell *cell = &plan->cells[i];
    const uint64_t words[] = {cell->packets, cell->depth,  cell->vcs,
                              cell->lanes,   cell->trials, cell->seed};
    char path[LINES_TEXT];

    hash_text(hash, cell->topology);
    hash_text(hash, cell->traffic);
    hash_text(hash, cell->routing);
    for (size_t j = 0; j < sizeof words / sizeof words[0]; j++)
      hash_u64(hash, words[j]);
    if (cell->options)
      hash_text(hash, cell->options->text);
    if (file_of(path, cell->traffic) && !hash_file(hash, path, err))
      return false;
  }
  return true;
}

bool sweep_plan_lock_step(struct sweep_plan *plan, const char *machine, const char *path,
                          struct err *err)
{
  struct description d = description_of("", "");

  d.machine = machine;
  d.lock_step = true;
  if (!machines_check(&d, err))
    return false;
  if (plan->searches)
    return err_set(err, ERR_USAGE,
                   "%.400s: load=saturation is searched with the golden model alone; leave "
                   "out --machine, or give loads",
                   path);
  plan->machine = machine;
  hash_text(&plan->hash, machine);
  for (size_t i = 0; i < plan->count; i++)
    if (plan->cells[i].depth == 0 && !plan->cells[i].engines)
      return err_set(err, ERR_USAGE,
                     "%.400s:%" PRIu64 ": depth 0: only the golden model has queues "
                     "without limit; --machine %s needs a line depth",
                     path, plan->cells[i].line, machine);
  return true;
}

bool sweep_plan_read(struct sweep_plan *plan, const char *path, const char *resolution,
                     struct err *err)
{
  struct sweep_reader reader = {.plan = plan, .resolution = resolution};

  *plan = (struct sweep_plan){.cells = NULL};
  if (!sweep_blocks_open(&reader.blocks, path, err))
    return false;
  bool good = read_blocks(&reader, err);
  sweep_blocks_close(&reader.blocks);
  sweep_cells_free_values(&reader);
  if (!good)
    return false;
  if (plan->count == 0)
    return lines_error(&reader.blocks.lines, err,
                       "the plan is empty; docs/sweep.md shows one");
  return check_distinct(&reader, err) && hash_plan(plan, err);
}

bool sweep_plan_of(struct sweep_plan *plan, const struct sweep_block *block,
                   const char *resolution, struct err *err)
{
  struct sweep_reader reader = {.plan = plan, .block = *block, .resolution = resolution};

  *plan = (struct sweep_plan){.cells = NULL};
  const bool good = sweep_cells_add(&reader, err);
  sweep_cells_free_values(&reader);
  return good && check_distinct(&reader, err) && hash_plan(plan, err);
}

void sweep_plan_free(struct sweep_plan *plan)
{
  for (struct sweep_options *options = plan->options, *next; options; options = next) {
    next = options->next;
    free(options);
  }
  plan->options = NULL;
  free(plan->cells);
  plan->cells = NULL;
}

const struct sweep_cell *sweep_plan_cell(const struct sweep_plan *plan, uint64_t number)
{
  size_t low = 0, high = plan->count; /* the cell is in [low, high) */

  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;

    if (plan->cells[middle].first <= number)
      low = middle;
    else
      high = middle;
  }
  return &plan->cells[low];
}

struct description sweep_plan_trial(const struct sweep_plan *plan, uint64_t number)
{
  const struct sweep_cell *cell = sweep_plan_cell(plan, number);
  struct description d =
      cell->options ? cell->options->said : description_of(cell->topology, cell->run);

  d.topology = cell->topology;
  d.traffic = cell->run;
  if (!cell->engines) {
    d.routing = cell->routing;
    d.packets = cell->packets;
    d.depth = cell->depth;
    d.vcs = cell->vcs;
  }
  d.lanes = cell->lanes ? (int64_t)cell->lanes : DESCRIPTION_UNSET;
  d.seed = cell->seed + (number - cell->first);
  d.machine = plan->machine;
  d.lock_step = plan->machine != NULL;
  return d;
}

/* Packet-hops, and what a packet costs once. */
double sweep_plan_cost(const struct sweep_plan *plan, const struct sweep_cell *cell)
{
  const double cost = 1000 + (double)cell->switches * cell->ports * (cell->packets + 1.5) +
                      (double)cell->transfers;

  return (plan->machine ? LOCK_STEP_COST : 1) * sweep_search_runs(&cell->search) * cost;
}

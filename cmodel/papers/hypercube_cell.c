/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_cell -- means over runs, each measured once. */
#include "papers/hypercube.h"
#include "tool/session/trial.h"

#include <math.h>
#include <stdlib.h>

enum { SMALL = 512, LARGE = 16384, MORE = 4, FEWER = 20, LEAST = 2, CELLS = 1024 };

struct cells {
  struct cell *cells[CELLS];
  size_t count;
};

/* Small networks vary more and cost less. */
static uint32_t runs_of(uint32_t trials, const struct cell *cell)
{
  uint64_t packets = (uint64_t)cell->packets << cell->n;

  if (cell->algorithm == DET && cell->pattern != RANDOM)
    return 1;
  if (packets <= SMALL)
    return trials * MORE;
  if (packets < LARGE)
    return trials;
  return trials / FEWER > LEAST ? trials / FEWER : LEAST;
}

void cells_trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u runs behind a mean; %u up to %d packets, %u from %d packets on",
           trials, trials * MORE, SMALL, trials / FEWER > LEAST ? trials / FEWER : LEAST,
           LARGE);
}

static void add_run(struct cell *cell, double *squares, const struct trial_result *result)
{
  double steps = (double)result->steps;

  cell->passed += result->outcome == OUTCOME_PASS;
  cell->steps += steps;
  *squares += steps * steps;
  cell->hops += (double)result->hops / (double)result->packets;
  cell->delay += result->average_delay;
  cell->undelayed += result->undelayed_percent;
  if (result->max_output_queue < cell->least_queue)
    cell->least_queue = result->max_output_queue;
  if (result->max_output_queue > cell->largest_queue)
    cell->largest_queue = result->max_output_queue;
}

static bool run_cell(struct claims *claims, struct cell *cell, struct err *err)
{
  char spec[32], doing[160];
  uint32_t runs = cell->runs = runs_of(claims->trials, cell);
  double squares = 0;

  snprintf(spec, sizeof spec, "hypercube:%u", cell->n);
  snprintf(doing, sizeof doing, "%s %s, %u a switch, %s: %u runs", spec,
           traffic_names[cell->pattern], cell->packets, algorithm_names[cell->algorithm],
           runs);
  claims_say(claims, doing);
  for (uint32_t i = 0; i < runs; i++) {
    struct description trial = description_of(spec, traffic_names[cell->pattern]);
    struct trial_result result;

    trial.routing = algorithm_names[cell->algorithm];
    trial.packets = cell->packets;
    trial.depth = 0;
    trial.seed = claims->seed + i;
    if (!lab_trial(claims, &trial, &result, err))
      return false;
    add_run(cell, &squares, &result);
  }
  cell->steps /= runs;
  cell->hops /= runs;
  cell->delay /= runs;
  cell->undelayed /= runs;
  cell->error = sqrt(fmax(squares / runs - cell->steps * cell->steps, 0.25) / runs);
  return true;
}

const struct cell *cell_of(struct claims *claims, uint32_t n, uint32_t packets,
                           enum traffic_pattern pattern, enum algorithm algorithm,
                           struct err *err)
{
  struct cells *cells = claims_cells(claims, sizeof *cells, err);

  for (size_t i = 0; cells && i < cells->count; i++) {
    const struct cell *cell = cells->cells[i];

    if (cell->n == n && cell->packets == packets && cell->pattern == pattern &&
        cell->algorithm == algorithm)
      return cell;
  }
  struct cell *cell = calloc(1, sizeof *cell);
  if (!cells || !cell || cells->count == CELLS) {
    free(cell);
    err_set(err, ERR_ENVIRONMENT, "not enough memory for what is measured");
    return NULL;
  }
  *cell = (struct cell){.n = n,
                        .packets = packets,
                        .pattern = pattern,
                        .algorithm = algorithm,
                        .least_queue = UINT32_MAX};
  if (!run_cell(claims, cell, err)) {
    free(cell);
    return NULL;
  }
  return cells->cells[cells->count++] = cell;
}

bool cell_steps(struct claims *claims, uint32_t n, uint32_t packets,
                enum traffic_pattern pattern, double steps[ALGORITHMS], struct err *err)
{
  for (enum algorithm i = DET; i <= DRAND; i++) {
    const struct cell *cell = cell_of(claims, n, packets, pattern, i, err);

    if (!cell)
      return false;
    steps[i] = cell->steps;
  }
  return true;
}

void cells_close(struct claims *claims)
{
  for (size_t i = 0; claims->cells && i < claims->cells->count; i++)
    free(claims->cells->cells[i]);
  claims_free_cells(claims);
}

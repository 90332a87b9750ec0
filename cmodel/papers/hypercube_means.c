/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_means -- means over runs, each measured once. */
#include "papers/hypercube.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

enum { SMALL = 512, LARGE = 16384, MORE = 4, FEWER = 20, LEAST = 2, CELLS = 1024 };

struct measured {
  struct means cells[CELLS];
  size_t count;
};

/* Small networks vary more and cost less. */
static uint32_t runs_of(uint32_t trials, const struct means *cell)
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

void means_trials_text(uint32_t trials, char *text, size_t size)
{
  snprintf(text, size, "%u runs behind a mean; %u up to %d packets, %u from %d packets on",
           trials, trials * MORE, SMALL, trials / FEWER > LEAST ? trials / FEWER : LEAST,
           LARGE);
}

static void add_run(struct means *cell, double *squares, const struct trial_result *result)
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

static void run_cell(struct finding *f, struct means *cell)
{
  char spec[32], doing[160];
  const uint32_t runs = cell->runs = runs_of(f->claims->trials, cell);
  double squares = 0;

  snprintf(spec, sizeof spec, "hypercube:%u", cell->n);
  snprintf(doing, sizeof doing, "%s %s, %u a switch, %s: %u runs", spec,
           traffic_names[cell->pattern], cell->packets, algorithm_names[cell->algorithm],
           runs);
  claims_say(f->claims, doing);
  for (uint32_t i = 0; i < runs; i++) {
    struct description trial = description_of(spec, traffic_names[cell->pattern]);

    trial.routing = algorithm_names[cell->algorithm];
    trial.packets = cell->packets;
    trial.depth = 0;
    trial.seed = f->claims->seed + i;
    const struct trial_result result = lab_run(f, &trial);
    if (f->failed)
      return;
    add_run(cell, &squares, &result);
  }
  cell->steps /= runs;
  cell->hops /= runs;
  cell->delay /= runs;
  cell->undelayed /= runs;
  cell->error = sqrt(fmax(squares / runs - cell->steps * cell->steps, 0.25) / runs);
}

const struct means *means_of(struct finding *f, uint32_t n, uint32_t packets,
                             enum traffic_pattern pattern, enum algorithm algorithm)
{
  static const struct means nothing;
  struct measured *measured = claims_measured(f->claims, sizeof *measured, f->err);

  for (size_t i = 0; measured && i < measured->count; i++) {
    const struct means *cell = &measured->cells[i];

    if (cell->n == n && cell->packets == packets && cell->pattern == pattern &&
        cell->algorithm == algorithm)
      return cell;
  }
  if (!finding_check(f, measured != NULL))
    return &nothing;
  assert(measured->count < CELLS);
  struct means *cell = &measured->cells[measured->count];

  *cell = (struct means){.n = n,
                         .packets = packets,
                         .pattern = pattern,
                         .algorithm = algorithm,
                         .least_queue = UINT32_MAX};
  run_cell(f, cell);
  if (f->failed)
    return &nothing;
  measured->count++;
  return cell;
}

void mean_steps(struct finding *f, uint32_t n, uint32_t packets,
                enum traffic_pattern pattern, double steps[ALGORITHMS])
{
  for (enum algorithm i = DET; i <= DRAND; i++)
    steps[i] = means_of(f, n, packets, pattern, i)->steps;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* matrix -- an open loop whose sources and destinations have the rates of a file.
 *
 * Every terminal has a trial in every cycle with the probability of the busiest one.  It
 * starts a packet with the probability of its own row, as a share of the busiest; all rates
 * are whole numbers, so both draws are exact.
 */
#include "network/traffic/matrix_file.h"
#include "network/traffic/open_loop.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct matrix {
  uint32_t terminals;
  size_t *first;  /* [terminals + 1] of the pairs of a source */
  uint64_t *odds; /* [terminals] row / busiest row, in units of 2^-64, rounded down */
  uint32_t *destination; /* [pairs] */
  uint64_t *up_to;       /* [pairs] sum of the weights of its row, up to this one */
  uint64_t most;         /* weight of the busiest row */
  uint32_t busiest;      /* the first such terminal */
  uint64_t total;
};

static void matrix_close(const void *self)
{
  struct matrix *x = (struct matrix *)(uintptr_t)self;

  if (!x)
    return;
  free(x->first);
  free(x->odds);
  free(x->destination);
  free(x->up_to);
  free(x);
}

static uint64_t row_of(const struct matrix *x, uint32_t source)
{
  return x->first[source] == x->first[source + 1] ? 0 : x->up_to[x->first[source + 1] - 1];
}

static uint32_t draw(const void *self, uint32_t source, struct rng *rng)
{
  const struct matrix *x = self;
  const uint64_t row = row_of(x, source);

  if (row == 0 || (row < x->most && rng_next(rng) >= x->odds[source]))
    return OPEN_LOOP_NONE;
  const uint64_t drawn = rng_below(rng, row);
  size_t low = x->first[source], high = x->first[source + 1] - 1;

  while (low < high) {
    const size_t middle = low + (high - low) / 2;

    if (drawn < x->up_to[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return x->destination[low];
}

/* floor(2^64 * row / most), by division of one bit after the other; row < most < 2^63. */
static uint64_t odds_of(uint64_t row, uint64_t most)
{
  uint64_t odds = 0;

  for (int bit = 0; bit < 64; bit++) {
    row *= 2;
    odds = 2 * odds + (row >= most);
    row -= row >= most ? most : 0;
  }
  return odds;
}

/* Sums of the rows, from the weights in up_to. */
static void sum_rows(struct matrix *x)
{
  for (uint32_t s = 0; s < x->terminals; s++) {
    for (size_t i = x->first[s] + 1; i < x->first[s + 1]; i++)
      x->up_to[i] += x->up_to[i - 1];
    const uint64_t row = row_of(x, s);

    x->total += row;
    if (row > x->most) {
      x->most = row;
      x->busiest = s;
    }
  }
  for (uint32_t s = 0; s < x->terminals; s++)
    x->odds[s] = row_of(x, s) < x->most ? odds_of(row_of(x, s), x->most) : 0;
}

/* NULL: memory is short. */
static struct matrix *matrix_open(const struct matrix_file *file, const struct topology *t)
{
  struct matrix *x = calloc(1, sizeof *x);

  if (!x)
    return NULL;
  *x = (struct matrix){.terminals = t->terminals,
                       .first = calloc((size_t)t->terminals + 1, sizeof *x->first),
                       .odds = calloc(t->terminals, sizeof *x->odds),
                       .destination = calloc(file->count, sizeof *x->destination),
                       .up_to = calloc(file->count, sizeof *x->up_to)};
  if (!x->first || !x->odds || !x->destination || !x->up_to) {
    matrix_close(x);
    return NULL;
  }
  matrix_file_weights(file, x->up_to);
  for (size_t i = 0; i < file->count; i++) {
    x->destination[i] = file->rates[i].destination;
    x->first[file->rates[i].source + 1] = i + 1;
  }
  for (uint32_t s = 0; s < t->terminals; s++)
    if (x->first[s + 1] < x->first[s])
      x->first[s + 1] = x->first[s];
  sum_rows(x);
  return x;
}

/* The probability of a trial; 0: it would be more than 1. */
static double peak_of(const struct matrix *x, const struct topology *t,
                      const struct open_loop *loop, const char *path, struct err *err)
{
  static const double slack = 1e-9, digits = 1e6;
  const double each = (double)t->terminals * (double)x->most / (double)x->total;
  const double peak = loop->load * each;
  char address[ADDRESS_TEXT];

  if (peak <= 1)
    return peak;
  if (peak <= 1 + slack)
    return 1;
  topology_print_terminal(t, x->busiest, address);
  err_set(err, ERR_USAGE,
          "%.300s: terminal %s would start %.3g packets in a cycle, and one is the most; "
          "with these rates load is at most %g",
          path, address, peak, floor(digits / each) / digits);
  return 0;
}

static bool check_content(struct schedule *schedule, const struct matrix_file *file,
                          const char *path, const char *argument, struct err *err)
{
  char said[OPTIONS_VALUE];

  memcpy(schedule->content, file->content, sizeof schedule->content);
  return !text_option(argument, "content", said, sizeof said) ||
         strcmp(said, file->content) == 0 ||
         err_set(err, ERR_USAGE,
                 "%.300s: its contents are %s, not %.40s: it has changed; leave content= "
                 "out to take it as it is",
                 path, file->content, said);
}

static bool make(struct schedule *schedule, const struct traffic_request *request,
                 const struct open_loop *loop, const struct matrix_file *file,
                 const char *path, struct err *err)
{
  struct matrix *x = matrix_open(file, request->topology);

  if (!x)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu rates", file->count);
  const double peak = peak_of(x, request->topology, loop, path, err);
  const bool good =
      peak > 0 &&
      open_loop_make(schedule, request, loop,
                     &(struct open_loop_to){
                         .of = draw, .self = x, .close = matrix_close, .peak = peak},
                     err);

  if (!schedule->rule)
    matrix_close(x);
  return good;
}

bool matrix_make(struct schedule *schedule, const struct traffic_request *request,
                 const char *argument, struct err *err)
{
  static const char *const keys[] = {"file", "load", "warmup", "measure", "content"};
  char path[OPTIONS_VALUE];
  struct open_loop loop;
  struct matrix_file file;

  if (!options_check("matrix", argument, keys, sizeof keys / sizeof keys[0], err))
    return false;
  if (!text_option(argument, "file", path, sizeof path))
    return err_set(err, ERR_USAGE,
                   "matrix: needs a file of rates, as in matrix,file=rates.csv,load=0.1");
  if (!open_loop_read(&loop, "matrix", argument, err))
    return false;
  const bool good = matrix_file_read(&file, path, request->topology, err) &&
                    check_content(schedule, &file, path, argument, err) &&
                    make(schedule, request, &loop, &file, path, err);

  matrix_file_close(&file);
  return good;
}

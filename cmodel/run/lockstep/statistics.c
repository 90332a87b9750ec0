/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* statistics -- latencies and other numbers of a run, from its deliveries. */
#include "run/lockstep/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool statistics_grow(struct statistics *s, uint64_t latency, struct err *err)
{
  size_t size = latency < 512 ? 1024 : 2 * (size_t)latency;
  uint64_t *larger = realloc(s->histogram, size * sizeof *larger);

  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for latencies up to %zu", size);
  memset(larger + s->histogram_size, 0, (size - s->histogram_size) * sizeof *larger);
  s->histogram = larger;
  s->histogram_size = size;
  return true;
}

struct statistics_window statistics_window(uint32_t from, uint32_t to)
{
  const uint64_t length = to > from ? to - from : 0;
  const uint64_t all = (uint64_t)STATISTICS_BATCHES << STATISTICS_SCALE;

  if (to == 0)
    return (struct statistics_window){.length = UINT64_MAX};
  return (struct statistics_window){
      .from = from,
      .length = length,
      /* Rounding adds less than 2^-30 of a batch to a cycle, and batches end at multiples
       * of 1 / length. */
      .scale = length > 0 && length < UINT64_C(1) << 29 ? (all - 1) / length + 1 : 0};
}

bool statistics_join(struct statistics *s, const struct statistics *part, struct err *err)
{
  s->delivered += part->delivered;
  s->hops += part->hops;
  s->latency += part->latency;
  s->undelayed += part->undelayed;
  for (size_t b = 0; b < STATISTICS_BATCHES; b++) {
    s->batches[b].packets += part->batches[b].packets;
    s->batches[b].latency += part->batches[b].latency;
  }
  if (part->steps > s->steps)
    s->steps = part->steps;
  for (size_t hops = 0; hops < STATISTICS_HOPS; hops++)
    if (part->least[hops] && (s->least[hops] == 0 || part->least[hops] < s->least[hops]))
      s->least[hops] = part->least[hops];
  if (part->histogram_size > s->histogram_size &&
      !statistics_grow(s, part->histogram_size - 1, err))
    return false;
  for (size_t latency = 0; latency < part->histogram_size; latency++)
    s->histogram[latency] += part->histogram[latency];
  return true;
}

struct statistics statistics_others(const struct statistics *all,
                                    const struct statistics *some)
{
  return (struct statistics){.delivered = all->delivered - some->delivered,
                             .hops = all->hops - some->hops,
                             .latency = all->latency - some->latency,
                             .undelayed = all->undelayed - some->undelayed};
}

double statistics_average_delay(const struct statistics *s)
{
  return s->delivered ? ((double)s->latency - (double)s->hops) / (double)s->delivered : 0;
}

double statistics_undelayed_percent(const struct statistics *s)
{
  return s->delivered ? 100 * (double)s->undelayed / (double)s->delivered : 0;
}

uint64_t statistics_measured(const struct statistics *s)
{
  uint64_t packets = 0;

  for (size_t b = 0; b < STATISTICS_BATCHES; b++)
    packets += s->batches[b].packets;
  return packets;
}

double statistics_mean_latency(const struct statistics *s)
{
  const uint64_t packets = statistics_measured(s);
  uint64_t latency = 0;

  for (size_t b = 0; b < STATISTICS_BATCHES; b++)
    latency += s->batches[b].latency;
  return packets ? (double)latency / (double)packets : 0;
}

/* Mean of some numbers, and the sum of their squared distances from it. */
static double mean_of(const double *numbers, size_t count, double *squares)
{
  double mean = 0;

  *squares = 0;
  for (size_t i = 0; i < count; i++)
    mean += numbers[i] / (double)count;
  for (size_t i = 0; i < count; i++)
    *squares += (numbers[i] - mean) * (numbers[i] - mean);
  return mean;
}

bool statistics_steady(const struct statistics *s, struct statistics_steady *steady)
{
  enum { ALL = STATISTICS_BATCHES, HALF = ALL / 2 };
  static const double t_95 = 2.131449546, t_99 = 2.976842734; /* ALL - 1, ALL - 2 degrees */
  double means[ALL], squares, early, late;

  for (size_t b = 0; b < ALL; b++) {
    if (s->batches[b].packets == 0)
      return false;
    means[b] = (double)s->batches[b].latency / (double)s->batches[b].packets;
  }
  (void)mean_of(means, ALL, &squares);
  steady->interval = t_95 * sqrt(squares / (ALL - 1) / ALL);
  steady->drift = -mean_of(means, HALF, &early);
  steady->drift += mean_of(means + HALF, HALF, &late);
  steady->drifting =
      fabs(steady->drift) > t_99 * sqrt((early + late) / (ALL - 2) * 2 / HALF);
  return true;
}

uint64_t statistics_quantile(const struct statistics *s, double fraction)
{
  const uint64_t measured = statistics_measured(s);
  uint64_t seen = 0;

  for (size_t latency = 0; latency < s->histogram_size; latency++) {
    seen += s->histogram[latency];
    if (seen > 0 && (double)seen >= fraction * (double)measured)
      return latency;
  }
  return 0;
}

double statistics_cycles_per_hop(const struct statistics *s)
{
  size_t low = 1, high = STATISTICS_HOPS - 1;

  while (low < STATISTICS_HOPS && s->least[low] == 0)
    low++;
  if (low == STATISTICS_HOPS)
    return 0;
  while (s->least[high] == 0)
    high--;
  if (low == high)
    return (double)s->least[low] / (double)low;
  return ((double)s->least[high] - (double)s->least[low]) / (double)(high - low);
}

void statistics_close(struct statistics *s)
{
  free(s->histogram);
  *s = (struct statistics){0};
}

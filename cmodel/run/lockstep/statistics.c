/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* statistics -- latencies and other numbers of a run, from its deliveries. */
#include "run/lockstep/statistics.h"

#include <stdlib.h>
#include <string.h>

static bool grow(struct statistics *s, uint64_t latency, struct err *err)
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

bool statistics_deliver(struct statistics *s, uint64_t latency, uint64_t hops,
                        uint64_t step, bool measured, struct err *err)
{
  s->delivered++;
  s->hops += hops;
  s->latency += latency;
  s->undelayed += latency == hops;
  if (step > s->steps)
    s->steps = step;
  if (hops < STATISTICS_HOPS && (s->least[hops] == 0 || latency < s->least[hops]))
    s->least[hops] = latency;
  if (!measured)
    return true;
  if (latency >= s->histogram_size && !grow(s, latency, err))
    return false;
  s->histogram[latency]++;
  s->measured++;
  s->measured_latency += latency;
  return true;
}

bool statistics_join(struct statistics *s, const struct statistics *part, struct err *err)
{
  s->delivered += part->delivered;
  s->hops += part->hops;
  s->latency += part->latency;
  s->undelayed += part->undelayed;
  s->measured += part->measured;
  s->measured_latency += part->measured_latency;
  if (part->steps > s->steps)
    s->steps = part->steps;
  for (size_t hops = 0; hops < STATISTICS_HOPS; hops++)
    if (part->least[hops] && (s->least[hops] == 0 || part->least[hops] < s->least[hops]))
      s->least[hops] = part->least[hops];
  if (part->histogram_size > s->histogram_size && !grow(s, part->histogram_size - 1, err))
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

double statistics_mean_latency(const struct statistics *s)
{
  return s->measured ? (double)s->measured_latency / (double)s->measured : 0;
}

uint64_t statistics_quantile(const struct statistics *s, double fraction)
{
  uint64_t seen = 0;

  for (size_t latency = 0; latency < s->histogram_size; latency++) {
    seen += s->histogram[latency];
    if (seen > 0 && (double)seen >= fraction * (double)s->measured)
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

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* packets -- room for the packets of a schedule, their order and headers. */
#include "network/traffic/traffic.h"

#include <inttypes.h>
#include <stdlib.h>

void traffic_shuffle(uint32_t *words, size_t count, struct rng *rng)
{
  for (size_t i = count; i-- > 1;) {
    size_t j = (size_t)rng_below(rng, (uint64_t)i + 1);
    uint32_t moved = words[i];

    words[i] = words[j];
    words[j] = moved;
  }
}

bool traffic_has_room(const struct schedule *schedule, uint64_t wanted, size_t each,
                      struct err *err)
{
  const double needed = (double)wanted * (double)each;
  const double room = (double)schedule->most * sizeof *schedule->entries;

  return schedule->most == 0 || needed <= room ||
         err_set(err, ERR_ENVIRONMENT,
                 "%" PRIu64 " packets need %.1f GB, and there is room for %.1f GB; give "
                 "fewer packets or a smaller network, or --memory 0 to go on all the same",
                 wanted, needed / 1e9, room / 1e9);
}

bool traffic_reserve(struct schedule *schedule, size_t *capacity, uint64_t wanted,
                     struct err *err)
{
  struct schedule_entry *entries = NULL;

  if (wanted > traffic_packets_max)
    return err_set(err, ERR_USAGE, "more than %" PRIu64 " packets", traffic_packets_max);
  if (!traffic_has_room(schedule, wanted, sizeof *entries, err))
    return false;
  entries = realloc(schedule->entries, wanted * sizeof *entries);
  if (!entries)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %" PRIu64 " packets",
                   wanted);
  schedule->entries = entries;
  *capacity = wanted;
  return true;
}

bool traffic_grow(struct schedule *schedule, size_t *capacity, struct err *err)
{
  uint64_t wanted = 2 * (uint64_t)*capacity + 64;

  if (wanted > traffic_packets_max && *capacity < traffic_packets_max)
    wanted = traffic_packets_max;
  if (schedule->most > 0 && wanted > schedule->most && *capacity < schedule->most)
    wanted = schedule->most;
  return traffic_reserve(schedule, capacity, wanted, err);
}

void traffic_set_header(struct schedule_entry *entry, size_t number,
                        const struct traffic_request *request)
{
  struct rng headers = traffic_headers(request);

  headers.state += number * RNG_STEP;
  traffic_next_header(entry, request, &headers);
}

void traffic_rule_header(const struct schedule_rule *rule, size_t number,
                         struct schedule_entry *entry)
{
  const struct traffic_rule *own = (const struct traffic_rule *)rule;

  traffic_set_header(entry, number,
                     &(struct traffic_request){
                         .topology = own->t, .routing = own->routing, .seed = own->seed});
}

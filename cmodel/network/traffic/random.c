/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* random -- independent random permutations, by Fisher and Yates.
 *
 * Packet j of every terminal follows permutation j, which depends on the seed and j alone:
 * asking for more packets per terminal keeps the permutations of fewer.  An open loop
 * follows permutation 0.
 */
#include "base/rng.h"
#include "network/traffic/at_once.h"
#include "network/traffic/permutation.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>

/* Permutation `number` of the request, order[terminals]. */
static void permute(uint32_t *order, const struct traffic_request *request, uint32_t number)
{
  const uint32_t terminals = request->topology->terminals;
  struct rng rng = rng_seed(request->seed, traffic_stream_random + number);

  for (uint32_t i = 0; i < terminals; i++)
    order[i] = i;
  traffic_shuffle(order, terminals, &rng);
}

static uint32_t look_up(const void *self, uint32_t source, struct rng *rng)
{
  const uint32_t *order = self;

  (void)rng;
  return order[source];
}

static bool open_loop(struct schedule *schedule, const struct traffic_request *request,
                      const struct open_loop *loop, uint32_t *order, struct err *err)
{
  permute(order, request, 0);
  return open_loop_make(
      schedule, request, loop,
      &(struct open_loop_to){.of = look_up,
                             .self = order,
                             .bytes = request->topology->terminals * sizeof *order},
      err);
}

/* Destinations of a schedule that has all its sources. */
static void all_at_once(struct schedule *schedule, const struct traffic_request *request,
                        uint32_t *order)
{
  const uint32_t terminals = request->topology->terminals;

  for (uint32_t packet = 0; packet < request->packets; packet++) {
    permute(order, request, packet);
    for (uint32_t terminal = 0; terminal < terminals; terminal++)
      *at_once_destination(schedule, (size_t)terminal * request->packets + packet) =
          order[terminal];
  }
  at_once_finish(schedule, request);
}

bool random_make(struct schedule *schedule, const struct traffic_request *request,
                 const char *argument, struct err *err)
{
  struct permutation_options options;
  uint32_t *order;
  bool good = true;

  if (!permutation_read(&options, request, argument, err) ||
      (!options.open && !at_once_open(schedule, request, err)))
    return false;
  schedule->parts = options.parts;
  order = malloc(request->topology->terminals * sizeof *order);
  if (!order)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a random permutation");
  if (options.open)
    good = open_loop(schedule, request, &options.loop, order, err);
  else
    all_at_once(schedule, request, order);
  free(order);
  return good;
}

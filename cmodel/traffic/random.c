/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* random -- independent random permutations, by Fisher and Yates.
 *
 * Packet j of every terminal follows permutation j, which depends on the seed and j alone:
 * asking for more packets per terminal keeps the permutations of fewer.
 */
#include "base/rng.h"
#include "traffic/permutation.h"
#include "traffic/traffic.h"

#include <stdlib.h>

static void permute(uint32_t *order, uint32_t count, struct rng *rng)
{
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  for (uint32_t i = count - 1; i > 0; i--) {
    uint32_t j = (uint32_t)rng_below(rng, (uint64_t)i + 1);
    uint32_t moved = order[i];

    order[i] = order[j];
    order[j] = moved;
  }
}

bool random_make(struct schedule *schedule, const struct traffic_request *request,
                 const char *argument, struct err *err)
{
  uint32_t terminals = request->topology->terminals;
  struct permutation_options options;
  uint32_t *order;

  if (!permutation_read(&options, request, argument, err))
    return false;
  schedule->parts = options.parts;
  if (!traffic_all_at_once(schedule, request, err))
    return false;
  order = malloc(terminals * sizeof *order);
  if (!order)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a random permutation");
  for (uint32_t packet = 0; packet < request->packets; packet++) {
    struct rng rng = rng_seed(request->seed, traffic_stream_random + packet);

    permute(order, terminals, &rng);
    for (uint32_t terminal = 0; terminal < terminals; terminal++)
      schedule->entries[(size_t)terminal * request->packets + packet].destination =
          order[terminal];
  }
  free(order);
  traffic_set_headers(schedule, request);
  return true;
}

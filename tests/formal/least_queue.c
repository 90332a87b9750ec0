/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* least_queue -- C = RTL.
 *
 * in: counts_i[PORTS*VCS] ways_i[PORTS+1] vcs_i[PORTS+1]
 * out: word_o
 */
#include "switch/component/least_queue.h"
#include "tests/formal/proof.h"

static bool allowed(const uint64_t *in)
{
  return true;
}

static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  uint32_t counts[PORTS * VCS];
  struct least_queue_way ways[PORTS + 1];

  for (uint32_t q = 0; q < PORTS * VCS; q++)
    counts[q] = (uint32_t)in[counts_i + q];
  for (uint32_t w = 0; w <= PORTS; w++)
    ways[w] =
        (struct least_queue_way){.ports = in[ways_i + w], .vc = (uint32_t)in[vcs_i + w]};
  out[word_o] = least_queue_comb(&(struct least_queue_in){
      .counts = counts, .vcs = VCS, .ways = ways, .count = PORTS + 1});
}

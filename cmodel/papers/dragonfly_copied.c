/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_copied -- footnotes 4 and 8: broadcasts that hop off and on the network to be
 * copied, and with them all-to-one, in parts of networks.
 */
#include "papers/dragonfly.h"

/* Parts of larger networks, and routings without source vectors, where terminals copy;
 * `held`: steps of a packet behind its global hop. */
static const struct copied {
  const char *spec, *routing;
  uint32_t k, m, held;
} networks[] = {
    {"d3:3,3,routers=0-1-3/4", "source-vector", 3, 3, 1},
    {"d3:2,3,cabinets=0-2/3,routers=0-3-1/4", "source-vector,holds=0", 2, 3, 0},
    {"d3:2,2,cabinets=1-4/5", "destination", 2, 2, 1},
    {"d3:2,3", "destination,holds=0", 2, 3, 0},
};
enum { NETWORKS = sizeof networks / sizeof networks[0], MOST = 4 };

static uint32_t routers(const struct copied *network)
{
  return network->k * network->m * network->m;
}

static struct trial_result run_copied(struct finding *f, const struct copied *network,
                                      const char *traffic)
{
  struct description trial = description_of(network->spec, traffic);

  trial.routing = network->routing;
  return lab_run(f, &trial);
}

static void judge_broadcasts(struct finding *f)
{
  uint32_t cases = 0, clean = 0, in_hops = 0, in_steps = 0;

  for (uint32_t i = 0; i < NETWORKS; i++)
    for (uint32_t from = 0; from < routers(&networks[i]); from++)
      for (uint32_t n = 1; n <= MOST; n++, cases++) {
        char traffic[64] = "";

        claims_append(traffic, sizeof traffic, "broadcast,source=%u,count=%u", from, n);
        const struct trial_result r = run_copied(f, &networks[i], traffic);

        clean += lab_clean(&r);
        in_hops += r.steps == n + 2;
        in_steps += r.steps == n + 4 + networks[i].held;
      }
  reading(f, clean == cases,
          "every router once, without conflicts: in %u of %u, all sources of %d networks, "
          "d = p too",
          clean, cases, NETWORKS);
  reading(f, in_hops == cases, "last step N + 2: in %u; N + 4, with holds N + 5: in %u",
          in_hops, in_steps);
}

static void judge_requests(struct finding *f)
{
  uint32_t cases = 0, clean = 0, in_time = 0, later = 0, least = UINT32_MAX;

  for (uint32_t i = 0; i < NETWORKS; i++)
    for (uint32_t sink = 0; sink < routers(&networks[i]); sink++, cases++) {
      const uint32_t rounds = networks[i].k * networks[i].m;
      char traffic[64] = "";

      claims_append(traffic, sizeof traffic, "all-to-one,sink=%u", sink);
      const struct trial_result r = run_copied(f, &networks[i], traffic);
      const uint32_t after = (uint32_t)r.steps - rounds;

      clean += lab_clean(&r);
      in_time += after == 6;
      later += after == 9;
      least = after < least ? after : least;
    }
  reading(f, clean == cases, "without conflicts: in %u of %u, all sinks of %d networks",
          clean, cases, NETWORKS);
  reading(f, in_time == cases, "last step KM + 6: in %u; KM + 9: in %u, KM + %u at least",
          in_time, later, least);
}

static const struct claim_row rows[] = {
    {"T4.5", "in a part too, and packets hop off and on to be copied: N broadcasts",
     "N + 2 hops", .judge = judge_broadcasts},
    {"T6.7", "in a part too: all-to-one, its requests copied so", "KM + 6",
     .judge = judge_requests},
};

const struct claim_part dragonfly_copied = CLAIM_PART(rows, "footnotes 4 and 8");

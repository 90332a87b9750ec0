/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_beside -- the RDN paper leaves open how much its networks carry for their links:
 * random traffic beside a cube of as many nodes.
 */
#include "papers/dual_nets.h"

#include <math.h>
#include <stdio.h>

enum { HOPS = 64 };

/* Packets that a node sends over its cross-edge of the highest level when every node sends
 * one to every node: all nodes look alike, so what all send over one is what one sends over
 * all. */
static uint32_t crossings(struct finding *f, const char *spec)
{
  struct survey s SURVEY_OF_BLOCK = survey_specs(f, &spec, 1);
  uint32_t crossed = 0;

  s.routed = "memoryless";
  if (!survey_next(&s))
    return 0;
  const struct dual_net *net = hdn_net(&s.t);

  for (uint32_t to = 0; to < s.t.switches; to++) {
    const uint64_t header = s.routing->header(&s.t, 0, to, 0);
    struct hop hops[HOPS];
    const size_t count = topology_path(&s.t, s.routing, 0, to, header, 0, hops, HOPS);

    for (size_t i = 0; i < count; i++)
      crossed += hops[i].port == net->cross_port[net->levels];
  }
  return crossed;
}

static struct trial_result loaded(struct finding *f, const char *spec, const char *load)
{
  char traffic[64];

  snprintf(traffic, sizeof traffic, "uniform,load=%s,warmup=300,measure=700", load);
  struct description trial = description_of(spec, traffic);

  trial.seed = f->claims->seed;
  return lab_run(f, &trial);
}

/* X27: "as much" is within a hundredth. */
static void judge_random_traffic(struct finding *f)
{
  static const char *const loads[] = {"0.3", "0.6", "0.9"};
  const uint32_t crossed = crossings(f, "rdn:2x2x2:1");

  for (uint32_t i = 0; i < 3; i++) {
    const struct trial_result ours = loaded(f, "rdn:2x2x2:1", loads[i]);
    const struct trial_result cube = loaded(f, "hypercube:7", loads[i]);

    reading(f, fabs(ours.accepted_load - cube.accepted_load) < .01,
            "load %s: %.2f and %.2f, mean latency %.1f and %.1f", loads[i],
            ours.accepted_load, cube.accepted_load, ours.latency_mean, cube.latency_mean);
  }
  note(f,
       "a packet crosses %u/128 cross-edges on the average, so at most %.3f for each node; "
       "a "
       "port of the rdn carries more, it has 4 for 7",
       crossed, 128. / crossed);
}

static const struct claim_row rows[] = {
    {"X27", "RDN on a 3-cube takes as much random traffic as the 7-cube, of as many nodes",
     "-", .judge = judge_random_traffic},
};

const struct claim_part dual_beside =
    CLAIM_PART(rows, "not in the papers: what they leave open");

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly_levels -- section 13: two levels of service. */
#include "papers/dragonfly.h"

#include "tool/session/trial.h"

#include <inttypes.h>
#include <stdio.h>

static const struct lab_size sizes[] = {{1, 2}, {2, 2}, {2, 3}, {3, 4}};

static const char *const collectives[] = {
    "all-to-all", "all-to-all,order=doubly-parallel", "one-to-all,source=0.0.1",
    "all-to-one,sink=0.0.1", "broadcast,source=0.0.1,count=9"};

static const char *const loads[] = {"0.1", "0.5", "1"};

enum {
  SIZES = sizeof sizes / sizeof sizes[0],
  COLLECTIVES = sizeof collectives / sizeof collectives[0],
  LOADS = sizeof loads / sizeof loads[0]
};

/* A collective in a background of that load, in queues of one packet; vcs 0: as many as the
 * routing has. */
static struct trial_result among(struct finding *f, struct lab_size size,
                                 const char *collective, const char *load, uint32_t vcs)
{
  char spec[TOPOLOGY_SPEC], text[TOPOLOGY_SPEC];

  snprintf(spec, sizeof spec, D3, size.k, size.m);
  snprintf(text, sizeof text, "%s+uniform,load=%s,warmup=100", collective, load);
  struct description trial = description_of(spec, text);
  trial.depth = vcs ? 0 : 1; /* with one VC such queues could deadlock */
  if (vcs)
    trial.vcs = vcs;
  trial.seed = f->claims->seed;
  return lab_run(f, &trial);
}

/* The same steps as alone, and nothing late. */
static void judge_levels(struct finding *f)
{
  uint32_t equal = 0, punctual = 0, impeded = 0;

  for (size_t i = 0; i < SIZES; i++)
    for (size_t j = 0; j < COLLECTIVES; j++) {
      const struct trial_result alone = dragonfly_run(f, sizes[i], "%s", collectives[j]);

      for (size_t k = 0; k < LOADS; k++) {
        const struct trial_result r = among(f, sizes[i], collectives[j], loads[k], 0);

        equal += r.outcome == OUTCOME_PASS && r.privileged_steps == alone.steps;
        punctual += r.mixed && r.privileged_late == 0;
      }
      impeded += among(f, sizes[i], collectives[j], "1", 1).privileged_late > 0;
    }
  reading(f, equal == SIZES * COLLECTIVES * LOADS && punctual == equal,
          "%d sizes, %d collectives, load 0.1, 0.5, 1 beside them, queues of one packet: "
          "the steps of the collective alone in %u of %d, no packet late in %u",
          SIZES, COLLECTIVES, equal, SIZES * COLLECTIVES * LOADS, punctual);
  note(f, "load 1 in the same virtual channel: packets late in %u of %d", impeded,
       SIZES * COLLECTIVES);
}

static const struct claim_row rows[] = {
    {"13.7", "privileged packets take precedence and cannot be impeded by standard ones",
     "not impeded", .judge = judge_levels},
};

const struct claim_part dragonfly_levels = CLAIM_PART(rows, "section 13");

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* program_loads -- the messages that cross links in a step of a collective operation. */
#include "tool/draw/program_loads.h"

#include "network/collective/verifier.h"
#include "network/traffic/collectives.h"

static bool count_step(struct run_loads *loads, const struct topology *t,
                       const struct verifier *verifier, uint32_t step, struct err *err)
{
  if (step > verifier->steps)
    return err_set(err, ERR_USAGE, "--step %u: this operation has %u steps", step,
                   verifier->steps);
  for (uint32_t node = 0; node < verifier->nodes; node++) {
    const struct verifier_transfer *sends = verifier_sends(verifier, step - 1, node);

    if (sends->messages == 0)
      continue;
    loads->links[(size_t)node * t->ports + verifier_port(t, node, sends->to)] +=
        sends->messages;
    loads->switches[sends->to] += sends->messages;
  }
  return true;
}

bool program_loads_count(struct run_loads *loads, const struct topology *t,
                         const char *traffic, uint64_t seed, uint32_t step, uint32_t *steps,
                         struct err *err)
{
  struct collectives c;

  if (!collectives_read(&c, traffic, t, seed, err))
    return false;
  struct operation *operation = operation_open(t, &c.operation, err);
  struct verifier verifier = {.operation = NULL};
  const bool good = operation && verifier_open(&verifier, operation, true, err) &&
                    operation_visit_moves(operation, 0, operation_sources(operation),
                                          verifier_visit, &verifier, err) &&
                    count_step(loads, t, &verifier, step, err);

  *steps = verifier.steps;
  verifier_close(&verifier);
  operation_close(operation);
  collectives_free(&c);
  return good;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* operation_unit -- what the unit tests of collectives share. */
#ifndef LOCKHOP_TESTS_PLAN_UNIT_H
#define LOCKHOP_TESTS_PLAN_UNIT_H

#include "network/collective/message_level.h"
#include "tests/unit/unit.h"

static inline struct operation *operation_of(const struct topology *t,
                                             const struct operation_request *request)
{
  struct err err;
  struct operation *operation = operation_open(t, request, &err);

  CHECK(operation, "%s: %s", t->spec, err.text);
  return operation;
}

/* Walked, with every law checked; to be freed. */
static inline struct message_level count_of(const struct topology *t,
                                            const struct operation_request *request)
{
  struct operation *operation = operation_of(t, request);
  struct message_level count;
  struct err err;

  CHECK(message_level_count(&count, operation, NULL, NULL, &err), "%s", err.text);
  operation_close(operation);
  return count;
}

/* Its number of steps in which something moves, and the sum of their sizes. */
static inline void check_cost(const struct topology *t,
                              const struct operation_request *request, uint32_t startups,
                              uint64_t word_steps)
{
  struct message_level count = count_of(t, request);

  CHECK(count.startups == startups && count.word_steps == word_steps,
        "%s on %s from %u: %u steps, %llu messages; not %u, %llu",
        collective_kind_name(request->kind), t->spec, request->source, count.startups,
        (unsigned long long)count.word_steps, startups, (unsigned long long)word_steps);
  message_level_free(&count);
}

#endif

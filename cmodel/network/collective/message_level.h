/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* message_level -- counts the moves of an operation to get its cost, without moving words.
 *
 * A step with moves costs t_s + size M t_w cycles; its size is the largest number of
 * messages that a node sends in it.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_MESSAGE_LEVEL_H
#define LOCKHOP_NETWORK_COLLECTIVE_MESSAGE_LEVEL_H

#include "network/collective/operation.h"

struct message_level {
  uint32_t steps;
  uint32_t *sizes;     /* [steps] in messages; 0: nothing moves */
  uint32_t startups;   /* a: steps in which something moves */
  uint64_t word_steps; /* b: sum of the sizes */
  uint64_t moves;      /* messages that cross links, each link counted */
  uint64_t duplicates; /* of these: to a node that already had the message */
  uint64_t missing;    /* messages that do not come where they belong */
};

/* Called from time to time with `done` of `all` sources.  False: the user wants to stop. */
typedef bool message_level_progress(void *self, uint32_t done, uint32_t all);

/* Visit and verify all moves of an operation.  `progress` may be NULL.  Errors: those of
 * operation_visit_moves and verifier_visit; ERR_NONE when progress stopped it. */
bool message_level_count(struct message_level *count, const struct operation *operation,
                         message_level_progress *progress, void *self, struct err *err);
void message_level_free(struct message_level *count);

/* The cost a t_s + b M t_w in cycles; UINT64_MAX: it does not fit. */
uint64_t message_level_cycles(const struct message_level *count, uint32_t startup,
                              uint32_t word, uint32_t words);

/* An estimate of the moves: those of the first source times the number of sources; exact on
 * dual-nets with s = 1 and on products of rings and other factors.  UINT64_MAX: error, *err
 * is set. */
uint64_t message_level_estimate(const struct operation *operation, struct err *err);

#endif

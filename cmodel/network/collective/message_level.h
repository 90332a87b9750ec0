/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* message_level -- the cost of an operation by counting its moves, without moving words.
 *
 * A step in which something moves costs t_s + size M t_w cycles, where its size is the
 * largest number of messages that a node sends in it.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_MESSAGE_LEVEL_H
#define LOCKHOP_NETWORK_COLLECTIVE_MESSAGE_LEVEL_H

#include "network/collective/operation.h"

struct message_level {
  uint32_t steps;
  uint32_t *sizes;     /* [steps] in messages; 0: nothing moves */
  uint32_t startups;   /* a: steps in which something moves */
  uint64_t word_steps; /* b: sum of the sizes */
  uint64_t moves;      /* of messages over links */
  uint64_t duplicates; /* of these, to a node that had the message */
};

/* Told `done` of `all` sources from time to time; false: the user wants to stop. */
typedef bool message_level_progress(void *self, uint32_t done, uint32_t all);

/* Walk and check a whole operation.  `progress` may be NULL.  Errors: those of
 * operation_visit_moves and verifier_visit; ERR_NONE when progress stopped it. */
bool message_level_count(struct message_level *count, const struct operation *operation,
                         message_level_progress *progress, void *self, struct err *err);
void message_level_free(struct message_level *count);

/* a t_s + b M t_w; UINT64_MAX: more. */
uint64_t message_level_cycles(const struct message_level *count, uint32_t startup,
                              uint32_t word, uint32_t words);

/* About how many messages cross links: those of the first source times the sources, which
 * is exact on dual-nets with s = 1 and on products of rings.  UINT64_MAX: error, *err is
 * set. */
uint64_t message_level_estimate(const struct operation *operation, struct err *err);

#endif

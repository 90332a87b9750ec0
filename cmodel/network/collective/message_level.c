/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* message_level -- counts the moves of an operation to get its cost, without moving words.
 */
#include "network/collective/message_level.h"

#include "network/collective/verifier.h"

#include <stdlib.h>

enum { SLICES = 256 }; /* parts of the sources, between which progress is told */

static bool visit_all(struct verifier *verifier, const struct operation *operation,
                      message_level_progress *progress, void *self, struct err *err)
{
  const uint32_t all = operation_sources(operation);
  const uint32_t slice = all < SLICES ? 1 : all / SLICES;

  for (uint32_t done = 0; done < all;) {
    const uint32_t next = all - done < slice ? all : done + slice;

    if (!operation_visit_moves(operation, done, next, verifier_visit, verifier, err))
      return false;
    done = next;
    if (progress && !progress(self, done, all)) {
      err->kind = ERR_NONE;
      return false;
    }
  }
  return true;
}

bool message_level_count(struct message_level *count, const struct operation *operation,
                         message_level_progress *progress, void *self, struct err *err)
{
  struct verifier verifier;
  bool good = verifier_open(&verifier, operation, false, err) &&
              visit_all(&verifier, operation, progress, self, err);

  *count = (struct message_level){.steps = verifier.steps,
                                  .moves = verifier.moves,
                                  .duplicates = verifier.duplicates,
                                  .missing = verifier.missing};
  for (uint32_t i = 0; good && i < verifier.steps; i++) {
    count->startups += verifier.sizes[i] > 0;
    count->word_steps += verifier.sizes[i];
  }
  if (good) {
    count->sizes = verifier.sizes;
    verifier.sizes = NULL;
  }
  verifier_close(&verifier);
  return good;
}

void message_level_free(struct message_level *count)
{
  free(count->sizes);
  *count = (struct message_level){.sizes = NULL};
}

uint64_t message_level_cycles(const struct message_level *count, uint32_t startup,
                              uint32_t word, uint32_t words)
{
  const uint64_t per_message = (uint64_t)word * words;
  const uint64_t start = (uint64_t)count->startups * startup;

  if (per_message > 0 && count->word_steps > (UINT64_MAX - start) / per_message)
    return UINT64_MAX;
  return start + count->word_steps * per_message;
}

/* --- about how many --- */

static bool count_moves(void *self, const struct operation_batch *batch, struct err *err)
{
  uint64_t *moves = self;

  (void)err;
  *moves += batch->count;
  return true;
}

uint64_t message_level_estimate(const struct operation *operation, struct err *err)
{
  uint64_t moves = 0;

  if (!operation_visit_moves(operation, 0, 1, count_moves, &moves, err))
    return UINT64_MAX;
  return moves * operation_sources(operation);
}

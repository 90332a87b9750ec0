/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* agree -- ranks that make a run together agree that it is the same run (docs/mpi.md). */
#ifndef LOCKHOP_TOOL_SESSION_AGREE_H
#define LOCKHOP_TOOL_SESSION_AGREE_H

#include "tool/session/session.h"

/* `good` of this rank becomes that of all, and *err too: agree() with the word of the
 * session.  Without ranks it is `good`. */
bool agreed(const struct session *s, bool good, struct err *err);

/* Can ranks make this run together?  Error: ERR_USAGE.  True without ranks. */
bool agree_can(const struct session *s, struct err *err);

/* An exchange.  True: `good` is true in all ranks, and `word` is the same.  Otherwise all
 * have the same error: that of the first rank that has one, with its number where not all
 * have it. */
bool agree(struct ranks *ranks, bool good, uint64_t word, struct err *err);

/* What the run is: the program, the description, every packet of the schedule; once its
 * machines are open, all that the plug-in depends on.  *word is equal where all are.
 * Error: ERR_USAGE where the program cannot be read. */
bool agree_word(const struct session *s, uint64_t *word, struct err *err);

#endif

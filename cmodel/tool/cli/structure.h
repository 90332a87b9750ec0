/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* structure -- structures of the papers as output of commands: docs/structures.md.
 *
 * Each is text on standard output, JSON, or both, as the settings say.
 */
#ifndef LOCKHOP_TOOL_CLI_STRUCTURE_H
#define LOCKHOP_TOOL_CLI_STRUCTURE_H

#include "network/traffic/schedule.h"
#include "tool/console/settings.h"

#include <jansson.h>

/* Switches or packets in one JSON text, at most: it is built in memory. */
enum { STRUCTURE_JSON_MOST = 1 << 16 };

/* Is the text wanted, and not JSON on standard output in its place? */
bool structure_has_text(const struct settings *settings);

/* Is JSON wanted of this many?  Error: ERR_USAGE, they are too many. */
bool structure_fits(const struct settings *settings, uint64_t count, const char *many,
                    struct err *err);

/* Write the object, if JSON is wanted, and release it.  Errors: ERR_ENVIRONMENT, also where
 * it is NULL because memory is short; ERR_USAGE when the file cannot be created. */
bool structure_write(const struct settings *settings, json_t *object, struct err *err);

/* info --cycle: a Hamiltonian cycle.  Error: ERR_USAGE, there is none, or none is known. */
bool cycle_print(const struct settings *settings, const struct topology *t,
                 struct err *err);

/* info --levels: the index of the switches of a dual-net at each level.  Error: ERR_USAGE,
 * it is none, or has no such switch. */
bool levels_print(const struct settings *settings, const struct topology *t,
                  struct err *err);

/* route --disjoint: paths between two terminals.  Error: ERR_USAGE, they are at one switch,
 * or the network is too large. */
bool disjoint_print(const struct settings *settings, const struct topology *t,
                    uint32_t source, uint32_t destination, struct err *err);

/* schedule --colors: the inner networks that packets of permutations take.  Error:
 * ERR_USAGE, the network sets up no permutations, or a packet belongs to none. */
bool colours_print(const struct settings *settings, const struct schedule *schedule,
                   const struct topology *t, const struct routing *routing,
                   struct err *err);

#endif

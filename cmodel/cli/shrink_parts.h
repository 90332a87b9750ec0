/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink_parts -- what the parts of lockhop shrink share. */
#ifndef LOCKHOP_CLI_SHRINK_PARTS_H
#define LOCKHOP_CLI_SHRINK_PARTS_H

#include "cli/check.h"
#include "session/session.h"

struct shrink {
  struct check check; /* its jobs and its folders */
  struct description run;
  struct session session; /* of run: its schedule, no machine */
  bool opened;
  struct check_end *wanted, *ended; /* how it failed at first; and the last trial */
  const volatile sig_atomic_t *stop;
  struct progress progress;
  char spec[TOPOLOGY_SPEC], first_spec[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  char candidate[FILE_PATH + 32]; /* "trace:", the file of a trial */
  struct plugin_reading reading;  /* of the user's files, by the latest trial */
  size_t packets, disturbances;   /* at first */
  uint64_t trials;
};

/* Run it in a process of its own; *fails: as the first one did.  False with *err, or
 * without one when the user wants an end. */
bool shrink_try(struct shrink *s, const struct description *d, bool *fails,
                struct err *err);

/* This is the run from now on.  Everything that the description leaves open is as its
 * session has chosen it, so that the switch stays the same when the schedule changes; and
 * its traffic is its schedule. */
bool shrink_open(struct shrink *s, const struct description *d, struct err *err);

/* Go on with the smallest network of the kind on which a run fails alike, if there is one.
 */
bool shrink_network(struct shrink *s, const struct description *first, struct err *err);

#endif

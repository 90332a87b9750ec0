/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* shrink -- reduces a failing run to a small one that fails the same way (docs/shrink.md).
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_SHRINK_H
#define LOCKHOP_TOOL_CAMPAIGN_SHRINK_H

#include "base/file.h"
#include "network/topology/topology.h"
#include "tool/console/cosim.h"

/* What became of a failing run. */
struct shrunk {
  char folder[FILE_PATH]; /* of the result; "": there is none */
  char line[COSIM_LINE];  /* one line on how it fails */
  char network[TOPOLOGY_SPEC], first_network[TOPOLOGY_SPEC];
  bool has_schedule; /* it is no collective of engines: the numbers below count */
  size_t packets, first_packets;
  size_t disturbances, first_disturbances;
};

/* Shrink a failing run, which the user calls `what`; the result is a folder in
 * settings->output. `shrunk` NULL: the last line is the outcome in one word; else *shrunk
 * says what the result is. Returns the exit code of the run; on error that of *err:
 * ERR_USAGE if the run does not fail. */
int shrink_run(struct shrunk *shrunk, const struct settings *settings,
               const struct description *first, const char *what, struct err *err);

/* The same for an evidence folder. */
int shrink_folder(struct shrunk *shrunk, const struct settings *settings,
                  const char *folder, struct err *err);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* matrix_file -- reads a file of rates between terminals: docs/traffic-loops.md. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_MATRIX_FILE_H
#define LOCKHOP_NETWORK_TRAFFIC_MATRIX_FILE_H

#include "network/topology/topology.h"
#include "network/traffic/schedule.h"

/* A rate above 0: digits * 10^power. */
struct matrix_rate {
  uint32_t source, destination;
  uint64_t digits; /* [1, 10^18) */
  int32_t power;
  uint32_t line; /* of the file, from 1 */
};

struct matrix_file {
  struct matrix_rate *rates; /* [count] by source, then destination; no pair twice */
  size_t count, capacity;
  char content[SCHEDULE_CONTENT]; /* the hash of its bytes */
};

/* Read all rates for the terminals of a network.  There is at least one.  Errors: ERR_USAGE
 * with file and line; ERR_ENVIRONMENT when memory is short.  Close it in either case. */
bool matrix_file_read(struct matrix_file *m, const char *path, const struct topology *t,
                      struct err *err);

void matrix_file_close(struct matrix_file *m);

/* Weights of the rates, whole numbers in their ratios, with a sum below 10^18: the rates in
 * units of a power of 10, rounded. */
void matrix_file_weights(const struct matrix_file *m, uint64_t *weights);

#endif

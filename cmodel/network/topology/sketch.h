/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sketch -- the positions of switches in a drawing of a network.
 *
 * A topology with a natural picture defines it in its row.  One with levels is drawn level
 * by level, and others on a circle.
 * The unit of all places is about the distance of two neighbouring switches; x grows to the
 * right, y downwards.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_SKETCH_H
#define LOCKHOP_NETWORK_TOPOLOGY_SKETCH_H

#include <stddef.h>
#include <stdint.h>

struct topology;

enum { SKETCH_BOXES = 2 };

/* The drawing of the networks of a row. */
struct sketch {
  void (*place)(const struct topology *t, uint32_t sw, double *x, double *y);
  /* Boxes around groups of switches, outer boxes first: the name of the groups, e.g.
   * "cabinets", and the group number of a switch.  NULL: no more boxes. */
  const char *boxes[SKETCH_BOXES];
  uint32_t (*box)(const struct topology *t, uint32_t sw, size_t of);
};

/* The position of a switch in a product of lines or rings: dimension 0 to the right, 1
 * downwards, 2 to the back, further ones alternately to the right and downwards. */
void sketch_grid(const uint32_t *sizes, const uint32_t *digits, size_t dimensions,
                 double *x, double *y);

/* The position in a table of columns and 2^row_bits rows, both with more space where a
 * higher bit of their numbers differs, and in columns for lines beside switches. */
void sketch_table(uint32_t column, uint32_t row, uint32_t row_bits, double *x, double *y);

/* The position in nested rings: digits[i] is the place in ring i of sizes[i], innermost
 * ring first. */
void sketch_rings(const uint32_t *sizes, const uint32_t *digits, size_t rings, double *x,
                  double *y);

#endif

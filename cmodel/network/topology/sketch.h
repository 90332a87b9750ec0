/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* sketch -- where a drawing shows the switches of a network.
 *
 * A topology that has a natural picture says so in its row.  One with levels is drawn level
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

/* How the networks of a row are drawn. */
struct sketch {
  void (*place)(const struct topology *t, uint32_t sw, double *x, double *y);
  /* Switches that stand together have a box around them, outer boxes first: the name of
   * such boxes, e.g. "cabinets", and the number of that of a switch.  NULL: no more boxes.
   */
  const char *boxes[SKETCH_BOXES];
  uint32_t (*box)(const struct topology *t, uint32_t sw, size_t of);
};

/* The place of a switch in a product of lines or rings; dimension 0 goes to the right, 1
 * downwards, 2 to the back, all others to the right and downwards by turns. */
void sketch_grid(const uint32_t *sizes, const uint32_t *digits, size_t dimensions,
                 double *x, double *y);

/* The place in a ring of rings of ...: digits[i] is that in ring i of sizes[i], the
 * innermost first. */
void sketch_rings(const uint32_t *sizes, const uint32_t *digits, size_t rings, double *x,
                  double *y);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hdn_sketch -- drawings of dual-nets: the clusters of class 0 above those of class 1. */
#include "network/topology/hdn_sketch.h"

#include "network/topology/hdn.h"

#include <math.h>

/* What is left free between clusters and between classes; how far a row of a grid is to the
 * right of the one above it, so that cross-edges pass beside switches. */
static const double cluster_gap = 1.6, class_gap = 3.5, slant = 0.5;

/* Two circles, the outer one of digits 0 to 4, a little turned so that no switch is right
 * below another one. */
static void place_petersen(uint32_t number, double *x, double *y)
{
  const double turn = 7 * acos(-1) / 180, scale = number < 5 ? 2.5 : 1;
  const uint32_t five = 5, place = number % five;
  double right, down;

  sketch_rings(&five, &place, 1, &right, &down);
  *x = scale * (right * cos(turn) - down * sin(turn));
  *y = scale * (right * sin(turn) + down * cos(turn));
}

/* A copy of the base, its first switch at (0,0) or above it. */
static void place_base(const struct dual_net *net, uint32_t number, double *x, double *y)
{
  uint32_t digits[DUAL_NET_RINGS];

  for (uint32_t i = 0; i < net->rings; i++)
    digits[i] = number / net->stride[i] % net->size[i];
  if (net->rings == 1 && net->kind[0] == FACTOR_PETERSEN)
    place_petersen(number, x, y);
  else if (net->rings == 1)
    sketch_rings(net->size, digits, 1, x, y);
  else
    sketch_grid(net->size, digits, net->rings, x, y);
  if (net->rings > 1)
    *x += slant * *y;
}

/* What a copy of the base takes, around its first switch. */
struct extent {
  double left, above, width, height;
};

static struct extent base_extent(const struct dual_net *net)
{
  double low_x = 0, low_y = 0, high_x = 0, high_y = 0;

  for (uint32_t number = 0; number < net->nodes[0]; number++) {
    double x, y;

    place_base(net, number, &x, &y);
    low_x = fmin(x, low_x);
    low_y = fmin(y, low_y);
    high_x = fmax(x, high_x);
    high_y = fmax(y, high_y);
  }
  return (struct extent){
      .left = -low_x, .above = -low_y, .width = high_x - low_x, .height = high_y - low_y};
}

/* Columns in which the clusters of a class stand: on level 1 in a row, above in a block
 * twice as wide as high. */
static uint32_t columns(uint32_t clusters, uint32_t level, double width, double height)
{
  uint32_t count = 1;

  if (level == 1)
    return clusters;
  while (count < clusters && count * width < 2 * height * ((clusters - 1) / count + 1))
    count++;
  return count;
}

/* The clusters of class 1 are those of class 0 in a mirror: the links between them are the
 * same in the mirror too. */
static void place(const struct topology *t, uint32_t sw, double *x, double *y)
{
  const struct dual_net *net = hdn_net(t);
  const struct extent base = base_extent(net);
  double width = base.width, height = base.height; /* of a cluster */

  place_base(net, sw % net->nodes[0], x, y);
  *x += base.left;
  *y += base.above;
  for (uint32_t level = 1; level <= net->levels; level++) {
    const uint32_t number = sw % net->nodes[level] / net->nodes[level - 1];
    const uint32_t n = net->clusters[level], cluster = number % n;
    const double step_x = width + level * cluster_gap;
    const double step_y = height + level * cluster_gap;
    const uint32_t across = columns(n, level, step_x, step_y);
    const uint32_t down = (n - 1) / across + 1;

    width += step_x * (across - 1);
    height = 2 * (height + step_y * (down - 1)) + level * class_gap;
    *x += cluster % across * step_x;
    *y += cluster / across * step_y;
    if (number >= n)
      *y = height - *y;
  }
}

/* Of the highest level. */
static uint32_t box(const struct topology *t, uint32_t sw, size_t of)
{
  const struct dual_net *net = hdn_net(t);

  (void)of;
  return sw / net->nodes[net->levels - 1];
}

const struct sketch hdn_sketch = {.place = place, .boxes = {"clusters"}, .box = box};

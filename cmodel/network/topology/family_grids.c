/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family_grids -- sizes of torus, mesh and flattened butterfly. */
#include "network/topology/family.h"
#include "network/topology/product.h"

enum { LONG_SIDE = 256 };

static uint32_t highest(const struct topology *t)
{
  return product_size(t, product_dimensions(t) - 1);
}

static bool has_side(const struct topology *t, bool (*is)(uint32_t size))
{
  for (uint32_t i = 0; i < product_dimensions(t); i++)
    if (is(product_size(t, i)))
      return true;
  return false;
}

static bool is_even(uint32_t size)
{
  return size > 2 && size % 2 == 0;
}

static bool is_odd(uint32_t size)
{
  return size > 3 && size % 2 == 1;
}

static bool is_6(uint32_t size)
{
  return is_even(size) && !family_is_power(size);
}

static bool is_no_power(uint32_t size)
{
  return !family_is_power(size);
}

static bool is_long(uint32_t size)
{
  return size > LONG_SIDE;
}

FAMILY_TRAIT(even, has_side(t, is_even))
FAMILY_TRAIT(odd, has_side(t, is_odd))
FAMILY_TRAIT(of_6, has_side(t, is_6))
FAMILY_TRAIT(no_power, has_side(t, is_no_power))
FAMILY_TRAIT(line, product_dimensions(t) == 1)
FAMILY_TRAIT(several, product_dimensions(t) > 1)
FAMILY_TRAIT(third, product_dimensions(t) > 2)
FAMILY_TRAIT(fourth, product_dimensions(t) > 3)
FAMILY_TRAIT(lowest_2, product_dimensions(t) > 1 && product_size(t, 0) == 2)
FAMILY_TRAIT(highest_2, product_dimensions(t) > 1 && highest(t) == 2)
FAMILY_TRAIT(highest_even, product_dimensions(t) > 1 && is_even(highest(t)))
FAMILY_TRAIT(is_long_side, has_side(t, is_long))

static const struct family_trait torus_traits[] = {
    {"even ring above 2", even},
    {"odd ring above 3", odd},
    {"second dimension", several},
    {"even ring in the highest dimension", highest_even},
    {"ring of 2 in the lowest dimension", lowest_2},
    {"ring of 6", of_6},
    {"third dimension", third},
    {"ring of 2 in the highest dimension", highest_2},
    {"fourth dimension", fourth},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    {"ring of more than 256", is_long_side},
    {NULL, NULL},
};

static const struct family_size torus_sizes[] = {
    {.spec = "torus:4x5"},
    {.spec = "torus:6x2"},
    {.spec = "torus:2x5x3"},
    {.spec = "torus:3x2x4x2"},
    {.spec = "torus:3x3x3x3x3"},
    {.spec = "torus:260"},
    {.spec = "torus:4x5", .routing = "minimal-adaptive"},
    {.spec = "torus:6x2", .routing = "minimal-adaptive"},
    {.spec = "torus:4x5", .routing = "valiant"},
    {.spec = "torus:2x3x2", .routing = "romm"},
    {.spec = NULL},
};

const struct family family_torus = {.traits = torus_traits, .sizes = torus_sizes};

static const struct family_trait mesh_traits[] = {
    {"line", line},
    {"side that is not a power of 2", no_power},
    {"second dimension", several},
    {"third dimension", third},
    {"fourth dimension", fourth},
    {"side of 2 in the lowest dimension", lowest_2},
    {"side of 2 in the highest dimension", highest_2},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    {"side of more than 256", is_long_side},
    FAMILY_LONG_HEADER,
    {NULL, NULL},
};

static const struct family_size mesh_sizes[] = {
    {.spec = "mesh:5"},
    {.spec = "mesh:6", .routing = "local"},
    {.spec = "mesh:4x3"},
    {.spec = "mesh:2x3x4"},
    {.spec = "mesh:3x4x2", .routing = "farthest-barrier"},
    {.spec = "mesh:2x3x2x4", .routing = "duplex-barrier"},
    {.spec = "mesh:5x3x4", .routing = "farthest"},
    {.spec = "mesh:3x3x3x3x3", .routing = "duplex"},
    {.spec = "mesh:2x2x2x2x3"},
    {.spec = "mesh:260", .routing = "local"},
    {.spec = "mesh:3x2", .routing = "dimension-order"},
    {.spec = "mesh:9x9", .routing = "source-route"},
    {.spec = "mesh:2x3x4", .routing = "source-route"},
    {.spec = "mesh:4x3", .routing = "west-first"},
    {.spec = "mesh:5x4", .routing = "odd-even"},
    {.spec = "mesh:3x2x3", .routing = "minimal-adaptive"},
    {.spec = "mesh:4x3", .routing = "valiant"},
    {.spec = "mesh:2x3x2", .routing = "romm"},
    {.spec = NULL},
};

const struct family family_mesh = {.traits = mesh_traits, .sizes = mesh_sizes};

FAMILY_TRAIT(side_of_2, product_size(t, 0) == 2)

static const struct family_trait flatfly_traits[] = {
    {"k that is not a power of 2", no_power},
    {"k of 2", side_of_2},
    {"second dimension", several},
    {"third dimension", third},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    {NULL, NULL},
};

static const struct family_size flatfly_sizes[] = {
    {.spec = "flatfly:3,2"},
    {.spec = "flatfly:4,3"},
    {.spec = "flatfly:2,4"},
    {.spec = "flatfly:5,4"},
    {.spec = "flatfly:3,3", .routing = "valiant"},
    {.spec = "flatfly:2,3", .routing = "valiant"},
    {.spec = "flatfly:3,3", .routing = "romm"},
    {.spec = NULL},
};

const struct family family_flatfly = {.traits = flatfly_traits, .sizes = flatfly_sizes};

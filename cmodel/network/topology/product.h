/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* product -- shared by products of rings and of lines: digits and addresses.
 *
 * `name:AxBx..`, dimensions numbered from the right: dimension 0 is the last factor.  The
 * number of a switch has a digit for each dimension; that of dimension 0 is the least
 * significant.  An address is printed with the highest dimension first and dots between,
 * e.g. "1.0.4".  here_i and headers have a field for each digit, dimension 0 in the lowest
 * bits.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_PRODUCT_H
#define LOCKHOP_NETWORK_TOPOLOGY_PRODUCT_H

#include "network/topology/topology.h"

enum {
  PRODUCT_DIMENSIONS = 20,
  PRODUCT_SIDE = 65535, /* elements of SIZES have 16 bits */
  PRODUCT_SWITCHES_BITS = 24
};

/* The first member of such a topology's state. */
struct product {
  uint32_t parameters[1 + PRODUCT_DIMENSIONS]; /* of the route unit: DIMENSIONS, SIZES */
  uint32_t stride[PRODUCT_DIMENSIONS];         /* switch numbers between two digits */
};

/* The product of factors[count], each in 2..PRODUCT_SIDE, as in the spec from the left.
 * Sets the parameters, the switches and the address bits; t->state must be set.  Error:
 * ERR_USAGE. */
bool product_make(struct topology *t, const struct spec *spec, const uint32_t *factors,
                  size_t count, struct err *err);

/* Read the factors of the spec, each the switches of a `side` ("ring"), and make their
 * product.  Error: ERR_USAGE. */
bool product_read(struct topology *t, struct spec *spec, const char *side, struct err *err);

/* The same, and nothing but keys follows. */
bool product_open(struct topology *t, struct spec *spec, const char *side, struct err *err);

static inline uint32_t product_dimensions(const struct topology *t)
{
  return t->parameters[0];
}

/* Switches along a dimension. */
static inline uint32_t product_size(const struct topology *t, uint32_t dimension)
{
  return t->parameters[1 + dimension];
}

static inline uint32_t product_stride(const struct topology *t, uint32_t dimension)
{
  return ((const struct product *)t->state)->stride[dimension];
}

static inline uint32_t product_digit(const struct topology *t, uint32_t sw,
                                     uint32_t dimension)
{
  return sw / product_stride(t, dimension) % product_size(t, dimension);
}

/* The digits as fields. */
uint64_t product_here(const struct topology *t, uint32_t sw);

/* The digit of a dimension in a word of such fields. */
uint32_t product_field(const struct topology *t, uint64_t word, uint32_t dimension);

/* Functions of rows and routings: the header is the destination's address. */
size_t product_coordinates(const struct topology *t, uint32_t sizes[TOPOLOGY_COORDINATES]);
void product_print_address(const struct topology *t, uint32_t sw, char text[ADDRESS_TEXT]);
bool product_parse_address(const struct topology *t, const char *text, uint32_t *sw);
uint32_t product_header_bits(const struct topology *t);
uint64_t product_header(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random);
size_t product_fields(const struct topology *t, struct field *fields, size_t capacity);

/* The header of a packet that goes by way of an intermediate switch: the address of that,
 * and above it that of the destination. */
uint32_t product_two_bits(const struct topology *t);
size_t product_two_fields(const struct topology *t, struct field *fields, size_t capacity);

/* To the destination by way of switch `middle`: a header of these two fields. */
uint64_t product_by_way_of(const struct topology *t, uint32_t middle, uint32_t destination);

/* The intermediate switch is uniform over all switches. */
uint64_t product_valiant_header(const struct topology *t, uint32_t source,
                                uint32_t destination, uint64_t random);

/* The intermediate switch is uniform over those on shortest paths; `way`: the signed hops
 * of dimension i from digit `at` to digit `to`. */
typedef int64_t product_way(const struct topology *t, uint32_t i, uint32_t at, uint32_t to);
uint64_t product_romm_header(const struct topology *t, uint32_t source,
                             uint32_t destination, uint64_t random, product_way *way);

/* A function of sketches: a grid. */
void product_place(const struct topology *t, uint32_t sw, double *x, double *y);

/* The two longest sides, cut to 4 or 5: longer sides and further dimensions add no new
 * kinds of dependencies. */
void product_small(const struct topology *t, char spec[TOPOLOGY_SPEC]);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family_cubes -- sizes of hypercubes, cube-connected cycles, butterflies and permutation
 * networks, and k-ary n-trees. */
#include "network/topology/butterfly.h"
#include "network/topology/family.h"
#include "network/topology/pn.h"

/* --- hypercube --- */

FAMILY_TRAIT(odd_dimensions, t->ports > 1 && t->ports % 2 == 1)
FAMILY_TRAIT(even_dimensions, t->ports > 2 && t->ports % 2 == 0)
FAMILY_TRAIT(power_dimensions, t->ports > 2 && family_is_power(t->ports))
FAMILY_TRAIT(no_power_dimensions, !family_is_power(t->ports))

static const struct family_trait hypercube_traits[] = {
    {"odd number of dimensions", odd_dimensions},
    {"even number of dimensions", even_dimensions},
    {"number of dimensions that is a power of 2", power_dimensions},
    {"number of dimensions that is no power of 2", no_power_dimensions},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    {NULL, NULL},
};

static const struct family_size hypercube_sizes[] = {
    {.spec = "hypercube:9"},
    {.spec = "hypercube:5", .routing = "rand-sync"},
    {.spec = "hypercube:4", .routing = "rand-trans"},
    {.spec = "hypercube:3", .routing = "rand-trans-ooo"},
    {.spec = "hypercube:4", .routing = "rand-trans-ooo", .vcs = 1},
    {.spec = "hypercube:5", .routing = "drand-trans-ooo"},
    {.spec = "hypercube:4", .routing = "drand-trans-ooo", .vcs = 1},
    {.spec = "hypercube:3", .routing = "drand-trans-ooo,forced=0"},
    {.spec = "hypercube:3", .routing = "drand-trans-ooo,random=shared"},
    {.spec = "hypercube:4", .routing = "drand-trans-ooo,random=shared"},
    {.spec = "hypercube:5", .routing = "drand-trans-ooo,forced=0,random=shared"},
    {.spec = "hypercube:3", .routing = "drand-steps"},
    {.spec = "hypercube:4", .routing = "drand-steps", .vcs = 1},
    {.spec = "hypercube:2", .routing = "rand-sync,barrier=tree"},
    {.spec = "hypercube:9", .routing = "rand-trans"},
    {.spec = "hypercube:3", .routing = "minimal-adaptive"},
    {.spec = "hypercube:4", .routing = "minimal-adaptive"},
    {.spec = "hypercube:5", .routing = "valiant"},
    {.spec = "hypercube:4", .routing = "romm"},
    {.spec = NULL},
};

const struct family family_hypercube = {.traits = hypercube_traits,
                                        .sizes = hypercube_sizes};

/* --- cube-connected cycles --- */

static const struct family_trait ccc_traits[] = {
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_LONG_HEADER,
    {NULL, NULL},
};

static const struct family_size ccc_sizes[] = {
    {.spec = "ccc:3"},
    {.spec = "ccc:6"},
    {.spec = "ccc:8"},
    {.spec = NULL},
};

const struct family family_ccc = {.traits = ccc_traits, .sizes = ccc_sizes};

/* --- butterfly --- */

FAMILY_TRAIT(wraps, butterfly_wraps(t))
FAMILY_TRAIT(no_wrap, !butterfly_wraps(t))
FAMILY_TRAIT(power_levels, butterfly_levels(t) > 2 && family_is_power(butterfly_levels(t)))
FAMILY_TRAIT(wrap_of_5, butterfly_wraps(t) && !family_is_power(butterfly_levels(t)))
FAMILY_TRAIT(no_power_levels, !family_is_power(butterfly_levels(t)))
FAMILY_TRAIT(wrap_of_4, butterfly_wraps(t) && family_is_power(butterfly_levels(t)))
FAMILY_TRAIT(large_wrap, butterfly_wraps(t) && t->address_bits > 8)
FAMILY_TRAIT(one_level, butterfly_dimensions(t) == 1)

static const struct family_trait butterfly_traits[] = {
    {"end", no_wrap},
    {"number of levels that is no power of 2", no_power_levels},
    {"wrap-around", wraps},
    {"wrap-around of levels that are no power of 2", wrap_of_5},
    {"number of levels that is a power of 2", power_levels},
    {"single digit", one_level},
    FAMILY_MANY_ADDRESS_BITS,
    {"wrap-around of levels that are a power of 2", wrap_of_4},
    {"wrap-around with an address of more than 8 bits", large_wrap},
    {NULL, NULL},
};

static const struct family_size butterfly_sizes[] = {
    {.spec = "butterfly:4"},        {.spec = "butterfly:5,wrap=1"},
    {.spec = "butterfly:3"},        {.spec = "butterfly:1"},
    {.spec = "butterfly:6"},        {.spec = "butterfly:4,wrap=1"},
    {.spec = "butterfly:6,wrap=1"}, {.spec = NULL},
};

const struct family family_butterfly = {.traits = butterfly_traits,
                                        .sizes = butterfly_sizes};

/* --- permutation networks --- */

FAMILY_TRAIT(one_digit, pn_d(t) == 1)
FAMILY_TRAIT(four_digits, pn_d(t) > 3)
FAMILY_TRAIT(digit_power, family_is_power(pn_n(t)))
FAMILY_TRAIT(digit_no_power, !family_is_power(pn_n(t)))

static const struct family_trait pn_traits[] = {
    {"digit that is no power of 2", digit_no_power},
    {"digit that is a power of 2", digit_power},
    {"single digit", one_digit},
    {"fourth digit", four_digits},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    {NULL, NULL},
};

static const struct family_size pn_sizes[] = {
    {.spec = "pn:3,2"}, {.spec = "pn:4,2"}, {.spec = "pn:9,1"},
    {.spec = "pn:2,5"}, {.spec = NULL},
};

const struct family family_pn = {.traits = pn_traits, .sizes = pn_sizes};

static const struct family_trait benes_traits[] = {
    {"single digit", one_digit},
    {"fourth digit", four_digits},
    FAMILY_MANY_ADDRESS_BITS,
    {NULL, NULL},
};

static const struct family_size benes_sizes[] = {
    {.spec = "benes:1"},
    {.spec = "benes:4"},
    {.spec = "benes:6"},
    {.spec = NULL},
};

const struct family family_benes = {.traits = benes_traits, .sizes = benes_sizes};

FAMILY_TRAIT(has_fixed, pn_d(t) > 1)

static const struct family_trait waksman_traits[] = {
    {"single digit", one_digit},
    {"fixed 2x2 switch", has_fixed},
    {"fourth digit", four_digits},
    FAMILY_MANY_ADDRESS_BITS,
    {NULL, NULL},
};

static const struct family_size waksman_sizes[] = {
    {.spec = "waksman:1"}, {.spec = "waksman:2"}, {.spec = "waksman:4"},
    {.spec = "waksman:6"}, {.spec = NULL},
};

const struct family family_waksman = {.traits = waksman_traits, .sizes = waksman_sizes};

/* --- k-ary n-trees: the first parameters are K and LEVELS --- */

FAMILY_TRAIT(k_no_power, !family_is_power(t->parameters[0]))
FAMILY_TRAIT(k_power, family_is_power(t->parameters[0]))
FAMILY_TRAIT(two_levels, t->parameters[1] == 2)
FAMILY_TRAIT(three_levels, t->parameters[1] > 2)
FAMILY_TRAIT(four_levels, t->parameters[1] > 3)

static const struct family_trait fattree_traits[] = {
    {"k that is no power of 2", k_no_power},
    {"k that is a power of 2", k_power},
    {"two levels", two_levels},
    {"third level", three_levels},
    {"fourth level", four_levels},
    FAMILY_MANY_PORTS,
    FAMILY_MANY_ADDRESS_BITS,
    {NULL, NULL},
};

static const struct family_size fattree_sizes[] = {
    {.spec = "fattree:3,2"},
    {.spec = "fattree:2,4"},
    {.spec = "fattree:3,3", .routing = "s-mod-k"},
    {.spec = "fattree:2,3", .routing = "random"},
    {.spec = "fattree:5,3"},
    {.spec = "fattree:2,7"},
    {.spec = "fattree:3,3", .routing = "minimal-adaptive"},
    {.spec = "fattree:2,4", .routing = "minimal-adaptive"},
    {.spec = NULL},
};

const struct family family_fattree = {.traits = fattree_traits, .sizes = fattree_sizes};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family_dual_nets -- sizes of hdn, rdn and dual-cube. */
#include "network/topology/family.h"
#include "network/topology/hdn.h"

enum { MOST_OF_A_LINK = 3 }; /* a ring that needs no dateline */

/* The longest ring of the base. */
static uint32_t longest(const struct topology *t)
{
  const struct dual_net *net = hdn_net(t);
  uint32_t size = 0;

  for (uint32_t i = 0; i < net->rings; i++)
    size = net->kind[i] == FACTOR_RING && net->size[i] > size ? net->size[i] : size;
  return size;
}

static bool has_super(const struct topology *t, bool partly)
{
  const struct dual_net *net = hdn_net(t);
  const uint32_t all = (uint32_t)bits_mask(net->rings);

  for (uint32_t level = 1; level <= net->levels; level++)
    if (net->super[level] && (net->super[level] != all) == partly)
      return true;
  return false;
}

static bool has_kind(const struct topology *t, enum factor_kind kind)
{
  const struct dual_net *net = hdn_net(t);

  for (uint32_t i = 0; i < net->rings; i++)
    if (net->kind[i] == kind)
      return true;
  return false;
}

FAMILY_TRAIT(two_levels, hdn_net(t)->levels > 1)
FAMILY_TRAIT(three_levels, hdn_net(t)->levels > 2)
FAMILY_TRAIT(several, hdn_net(t)->rings > 1)
FAMILY_TRAIT(third, hdn_net(t)->rings > 2)
FAMILY_TRAIT(no_dateline, longest(t) <= MOST_OF_A_LINK)
FAMILY_TRAIT(dateline, longest(t) > MOST_OF_A_LINK)
FAMILY_TRAIT(datelines, longest(t) > MOST_OF_A_LINK && hdn_net(t)->levels > 1)
FAMILY_TRAIT(odd, longest(t) > MOST_OF_A_LINK && longest(t) % 2 == 1)
FAMILY_TRAIT(of_3, longest(t) == MOST_OF_A_LINK)
FAMILY_TRAIT(complete, has_kind(t, FACTOR_COMPLETE))
FAMILY_TRAIT(petersen, has_kind(t, FACTOR_PETERSEN))
FAMILY_TRAIT(super, has_super(t, true))
FAMILY_TRAIT(whole, has_super(t, false))

#define OF_RINGS                                                                           \
  {"ring of 4 or more", dateline}, {"odd ring above 3", odd},                              \
      {"base without such a ring", no_dateline}, {"ring of 3", of_3},                      \
      {"second dimension of the base", several}, {"third dimension of the base", third},   \
      {"second level", two_levels},                                                        \
  {                                                                                        \
    "ring of 4 or more with two levels", datelines                                         \
  }

static const struct family_trait hdn_traits[] = {
    OF_RINGS,
    {"super-node of a part of the base", super},
    {"super-node of the whole base", whole},
    {"third level", three_levels},
    {"complete graph in the base", complete},
    {"Petersen graph in the base", petersen},
    FAMILY_MANY_ADDRESS_BITS,
    FAMILY_MANY_PORTS,
    FAMILY_LONG_HEADER,
    {NULL, NULL},
};

static const struct family_size hdn_sizes[] = {
    {.spec = "hdn:4x2:4"},
    {.spec = "hdn:2x5:2"},
    {.spec = "hdn:4x2:4,4x2"},
    {.spec = "hdn:3x2:3,3x2"},
    {.spec = "hdn:2x2:2x2,2x2,2x2"},
    {.spec = "hdn:2x3x2:2x3"},
    {.spec = "hdn:3x3x3x3:3x3x3x3"},
    {.spec = "hdn:2xK5:2"},
    {.spec = "hdn:petersen:10"},
    {.spec = "hdn:4:1", .routing = "algorithm-1"},
    {.spec = "hdn:2x3:2,3", .routing = "source-route"},
    {.spec = NULL},
};

const struct family family_hdn = {.traits = hdn_traits, .sizes = hdn_sizes};

static const struct family_trait rdn_traits[] = {
    OF_RINGS,
    FAMILY_MANY_ADDRESS_BITS,
    {NULL, NULL},
};

static const struct family_size rdn_sizes[] = {
    {.spec = "rdn:4:1"},
    {.spec = "rdn:5:1"},
    {.spec = "rdn:2x2x3:1"},
    {.spec = "rdn:3:2"},
    {.spec = "rdn:4:2"},
    {.spec = "rdn:3:1", .routing = "algorithm-1"},
    {.spec = "rdn:2:2", .routing = "source-route"},
    {.spec = NULL},
};

const struct family family_rdn = {.traits = rdn_traits, .sizes = rdn_sizes};

static const struct family_trait dual_cube_traits[] = {
    {"second dimension of the base", several},
    {"third dimension of the base", third},
    FAMILY_MANY_ADDRESS_BITS,
    {NULL, NULL},
};

static const struct family_size dual_cube_sizes[] = {
    {.spec = "dual-cube:2"},
    {.spec = "dual-cube:3", .routing = "algorithm-1"},
    {.spec = "dual-cube:3", .routing = "source-route"},
    {.spec = "dual-cube:4"},
    {.spec = "dual-cube:5"},
    {.spec = NULL},
};

const struct family family_dual_cube = {.traits = dual_cube_traits,
                                        .sizes = dual_cube_sizes};

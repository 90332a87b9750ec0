/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* family_dragonflies -- sizes of d3 and mdf. */
#include "network/topology/d3.h"
#include "network/topology/family.h"

#include <string.h>

/* Of the whole network: the route units know K and M of it. */
static uint32_t cabinets(const struct topology *t)
{
  return t->parameters[0];
}

static uint32_t routers(const struct topology *t)
{
  return t->parameters[1];
}

FAMILY_TRAIT(k_below, cabinets(t) < routers(t))
FAMILY_TRAIT(k_above, cabinets(t) > routers(t))
FAMILY_TRAIT(k_1, cabinets(t) == 1)
FAMILY_TRAIT(k_power, cabinets(t) > 1 && family_is_power(cabinets(t)))
FAMILY_TRAIT(k_no_power, !family_is_power(cabinets(t)))
FAMILY_TRAIT(m_power, family_is_power(routers(t)))
FAMILY_TRAIT(m_no_power, !family_is_power(routers(t)))
FAMILY_TRAIT(is_part, d3_is_part(t, D3_CABINETS) && d3_is_part(t, D3_ROUTERS))
FAMILY_TRAIT(is_relative, strstr(t->spec, "wiring=relative") != NULL)
FAMILY_TRAIT(is_router_major, strstr(t->spec, "columns=router-major") != NULL)

#define OF_K_AND_M                                                                         \
  {"K below M", k_below}, {"K above M", k_above}, {"K of 1", k_1},                         \
      {"K that is a power of 2", k_power}, {"K that is no power of 2", k_no_power},        \
      {"M that is a power of 2", m_power}, {"M that is no power of 2", m_no_power},        \
      FAMILY_MANY_ADDRESS_BITS, FAMILY_MANY_PORTS

static const struct family_trait d3_traits[] = {
    OF_K_AND_M,
    {"larger network around it", is_part},
    {NULL, NULL},
};

static const struct family_size d3_sizes[] = {
    {.spec = "d3:3,4"},
    {.spec = "d3:4,3", .routing = "source-vector,queue=lifo"},
    {.spec = "d3:1,4", .routing = "source-vector,holds=0"},
    {.spec = "d3:3,4", .routing = "source-vector,queue=lifo,holds=0"},
    {.spec = "d3:7,2"},
    {.spec = "d3:2,3,cabinets=1-3/4,routers=0-2-3/4"},
    {.spec = "d3:4,3", .routing = "destination"},
    {.spec = "d3:3,4", .routing = "destination,holds=0"},
    {.spec = "d3:5,5", .routing = "destination"},
    {.spec = "d3:1,5", .routing = "destination"},
    {.spec = "d3:3,4", .routing = "glgl"},
    {.spec = "d3:4,3", .routing = "glgl,holds=0"},
    {.spec = "d3:3,4", .routing = "valiant"},
    {.spec = "d3:4,3", .routing = "valiant,holds=0"},
    {.spec = "d3:4,3", .routing = "valiant,b=5"},
    {.spec = "d3:3,4", .routing = "valiant,b=5,holds=0"},
    {.spec = "d3:3,4", .routing = "ugal"},
    {.spec = "d3:4,3", .routing = "ugal,holds=0"},
    {.spec = "d3:3,4", .routing = "ugal-l"},
    {.spec = "d3:4,3", .routing = "ugal-l,holds=0"},
    {.spec = "d3:5,5", .routing = "ugal-l"},
    {.spec = "d3:1,5", .routing = "ugal-l,holds=0"},
    {.spec = "d3:2,3", .routing = "two-levels"},
    {.spec = NULL},
};

const struct family family_d3 = {.traits = d3_traits, .sizes = d3_sizes};

static const struct family_trait mdf_traits[] = {
    OF_K_AND_M,
    {"relative wiring", is_relative},
    {"columns by routers", is_router_major},
    {NULL, NULL},
};

static const struct family_size mdf_sizes[] = {
    {.spec = "mdf:2,3"},
    {.spec = "mdf:3,2,wiring=relative", .routing = "source-vector,holds=0"},
    {.spec = "mdf:1,4,columns=router-major"},
    {.spec = "mdf:6,6"},
    {.spec = "mdf:2,3", .routing = "destination"},
    {.spec = "mdf:3,2,wiring=relative", .routing = "destination,holds=0"},
    {.spec = "mdf:1,5,columns=router-major", .routing = "destination"},
    {.spec = "mdf:4,4", .routing = "destination"},
    {.spec = "mdf:2,3", .routing = "valiant"},
    {.spec = "mdf:3,2", .routing = "valiant,holds=0"},
    {.spec = "mdf:3,2", .routing = "valiant,b=5"},
    {.spec = "mdf:2,3,wiring=relative", .routing = "valiant,b=5,holds=0"},
    {.spec = "mdf:2,3", .routing = "ugal"},
    {.spec = "mdf:3,2", .routing = "ugal,holds=0"},
    {.spec = "mdf:2,3", .routing = "ugal-l"},
    {.spec = "mdf:3,2,wiring=relative", .routing = "ugal-l,holds=0"},
    {.spec = "mdf:1,5,columns=router-major", .routing = "ugal-l"},
    {.spec = "mdf:4,4", .routing = "ugal-l"},
    {.spec = NULL},
};

const struct family family_mdf = {.traits = mdf_traits, .sizes = mdf_sizes};

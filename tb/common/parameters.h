/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parameters -- of rtl/switch/switch.v, by their names; SWITCHES and CHANNELS besides. */
#ifndef LOCKHOP_TB_PARAMETERS_H
#define LOCKHOP_TB_PARAMETERS_H

#include <lockhop.h>

struct parameter {
  const char *name;
  uint32_t value;
};

enum { PARAMETERS = 15 };

static inline void parameters_of(struct parameter parameters[PARAMETERS],
                                 const struct lockhop_shape *s)
{
  const struct parameter all[PARAMETERS] = {
      {"SWITCHES", s->switches},
      {"PORTS", s->ports},
      {"LANES", s->lanes},
      {"VCS", s->vcs},
      {"DEPTH", s->depth},
      {"STORE", s->store},
      {"PRIORITY_BITS", s->priority_bits},
      {"ARBITER", s->arbiter},
      {"SENDS", s->sends},
      {"PHASE_BITS", s->phase_bits},
      {"RANDOM", s->random},
      {"HEADER_BITS", s->header_bits},
      {"DATA_BITS", s->data_bits},
      {"ADDRESS_BITS", s->address_bits},
      {"CHANNELS", s->channels},
  };

  for (int i = 0; i < PARAMETERS; i++)
    parameters[i] = all[i];
}

#endif

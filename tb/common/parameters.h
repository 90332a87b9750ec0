/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* parameters -- of rtl/switch/switch.v, by their names; SWITCHES and CHANNELS besides. */
#ifndef LOCKHOP_TB_PARAMETERS_H
#define LOCKHOP_TB_PARAMETERS_H

#include <lockhop.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

/* Has a design the parameters in which it must agree with the golden model's, `names`,
 * apart by blanks?  Error: LOCKHOP_USAGE. */
static inline bool parameters_agree(const struct lockhop_shape *design,
                                    const struct lockhop_shape *golden, const char *names,
                                    struct lockhop_error *error)
{
  struct parameter of_design[PARAMETERS], of_golden[PARAMETERS];

  parameters_of(of_design, design);
  parameters_of(of_golden, golden);
  for (int i = 0; i < PARAMETERS; i++) {
    const char *name = of_golden[i].name, *at = names;
    const size_t length = strlen(name);

    while (at && (strncmp(at, name, length) != 0 || (at[length] != ' ' && at[length])))
      at = strchr(at, ' ') ? strchr(at, ' ') + 1 : NULL;
    if (!at || of_design[i].value == of_golden[i].value)
      continue;
    error->code = LOCKHOP_USAGE;
    snprintf(error->text, sizeof error->text,
             "the design has %s %" PRIu32 ", and a switch of the network has %" PRIu32,
             name, of_design[i].value, of_golden[i].value);
    return false;
  }
  return true;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine_programs -- encodes the programs of collective engines
 * (network/collective/program.h) as docs/switches/collective_engine.md defines. */
#ifndef LOCKHOP_RUN_MACHINE_ENGINE_PROGRAMS_H
#define LOCKHOP_RUN_MACHINE_ENGINE_PROGRAMS_H

#include "network/collective/program.h"

struct engine_programs {
  uint32_t count;
  uint64_t *words;      /* [first[count]] the program words of engine 0, 1, ... */
  size_t *first;        /* [count + 1] */
  size_t *memory_first; /* [count + 1] memory words of all engines with lower numbers */
  uint32_t startup;     /* t_s, cycles */
  uint32_t word;        /* t_w, cycles */
  uint64_t work;        /* sum of the cycles of all steps of all engines */
  /* In Verilog all engines have the sizes of the largest one, rounded up to a power of two
   * so that few sizes are compiled; of a large array: verilog/simulator/engine_sizes.h. */
  uint32_t program_words; /* PROGRAM */
  uint32_t memory_words;  /* MEMORY */
};

/* Errors: ERR_USAGE when a number does not fit its field or the programs are too large for
 * a run; ERR_ENVIRONMENT when memory is short. */
bool engine_programs_encode(struct engine_programs *encoded,
                            const struct programs *programs, struct err *err);

/* Free encoded programs; all zero is allowed. */
void engine_programs_free(struct engine_programs *programs);

static inline uint32_t engine_program_words(const struct engine_programs *programs,
                                            uint32_t engine)
{
  return (uint32_t)(programs->first[engine + 1] - programs->first[engine]);
}

static inline uint32_t engine_memory_words(const struct engine_programs *programs,
                                           uint32_t engine)
{
  return (uint32_t)(programs->memory_first[engine + 1] - programs->memory_first[engine]);
}

#endif

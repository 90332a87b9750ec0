/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* engine_programs -- the programs of collective engines (network/collective/program.h) in
 * their encoding, docs/switches/collective_engine.md. */
#ifndef LOCKHOP_RUN_MACHINE_ENGINE_PROGRAMS_H
#define LOCKHOP_RUN_MACHINE_ENGINE_PROGRAMS_H

#include "network/collective/program.h"

struct engine_programs {
  uint32_t count;
  uint64_t *words;      /* [first[count]] the program words of engine 0, 1, ... */
  size_t *first;        /* [count + 1] */
  size_t *memory_first; /* [count + 1] words of memory that the engines before it use */
  uint32_t startup;     /* t_s, cycles */
  uint32_t word;        /* t_w, cycles */
  uint64_t work;        /* cycles that all steps of all engines take, one after the other */
  /* Of Verilog, where all engines have the same: those of the largest, a power of two, so
   * that few sizes are compiled. */
  uint32_t program_words; /* PROGRAM */
  uint32_t memory_words;  /* MEMORY */
};

/* Errors: ERR_USAGE when a number is larger than its field, or the programs together larger
 * than a run can be; ERR_ENVIRONMENT when memory is short. */
bool engine_programs_encode(struct engine_programs *encoded,
                            const struct programs *programs, struct err *err);

/* Encoded or all zero. */
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

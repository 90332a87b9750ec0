/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* proof -- what the file of a component in tests/formal defines for
 * scripts/prove_components.py.
 *
 * It includes names.h, which the script writes: an enumeration of its parameters, and of
 * the first word of each port, state and register, so in[valid_i] is a port, and so on.
 * Combinational: `comb` and `allowed`.  A word of `unread` that is set to 1 says that
 * nobody reads this word of `out`.  With registers (PROOF_STATE is defined): the other
 * functions.
 */
#ifndef LOCKHOP_TESTS_FORMAL_PROOF_H
#define LOCKHOP_TESTS_FORMAL_PROOF_H

#include "names.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Of a file with `moves:`.  What is left of the inputs when the moves below `at` are done;
 * and move `at`, of such inputs: how it changes state and inputs, and the outputs of what
 * comes behind it. */
static void left(uint64_t *in, uint64_t at);
static void move(uint64_t *state, uint64_t *in, uint64_t *out, uint64_t *unread,
                 uint64_t at);

#ifdef PROOF_MOVES
void prove_left(const uint64_t *restrict in, uint64_t *restrict out)
{
  memcpy(out, in + 1, FREE * sizeof *out);
  left(out, in[0]);
}

void prove_move(const uint64_t *restrict in, uint64_t *restrict out)
{
  memcpy(out, in + 1, (STATES + FREE + 2 * OUTS) * sizeof *out);
  move(out, out + STATES, out + STATES + FREE, out + STATES + FREE + OUTS, in[0]);
}
#endif

#ifndef PROOF_STATE
static void comb(const uint64_t *in, uint64_t *out, uint64_t *unread);

/* May the inputs be so? */
static bool allowed(const uint64_t *in);

void prove_comb(const uint64_t *restrict in, uint64_t *restrict out)
{
  memset(out + OUTS, 0, OUTS * sizeof *out);
  comb(in, out, out + OUTS);
}

void prove_allowed(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = allowed(in);
}
#else
/* Is the state in C that of the registers? */
static bool related(const uint64_t *state, const uint64_t *registers);

/* May the inputs be so in this state? */
static bool allowed(const uint64_t *state, const uint64_t *in);

/* A cycle without a reset. */
static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread);

/* A cycle with a reset. */
static void reset(uint64_t *state, const uint64_t *in);

/* With PROOF_LOADS, of what a reset writes: may the inputs be so in this cycle of the first
 * reset, from 0?  After that one resets may have any inputs. */
static bool loads(const uint64_t *in, uint64_t cycle);

void prove_related(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = related(in, in + STATES);
}

void prove_allowed(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = allowed(in, in + STATES);
}

void prove_step(const uint64_t *restrict in, uint64_t *restrict out)
{
  memset(out + OUTS, 0, OUTS * sizeof *out);
  memcpy(out + 2 * OUTS, in, STATES * sizeof *in);
  step(out + 2 * OUTS, in + STATES, out, out + OUTS);
}

void prove_reset(const uint64_t *restrict in, uint64_t *restrict out)
{
  memcpy(out, in, STATES * sizeof *in);
  reset(out, in + STATES);
}

#ifdef PROOF_LEMMA
/* What the proof of the module stands on, of the words `lemma:`: whether they may be so,
 * and whether what is said holds then. */
static bool assumed(const uint64_t *in);
static bool lemma(const uint64_t *in);

void prove_assumed(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = assumed(in);
}

void prove_lemma(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = lemma(in);
}
#endif

#ifdef PROOF_LOADS
void prove_loads(const uint64_t *restrict in, uint64_t *restrict out)
{
  out[0] = loads(in + 1, in[0]);
}
#endif
#endif

#endif

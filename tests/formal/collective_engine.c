/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_engine -- C = RTL.
 *
 * in: here_i program_i phase_i in_valid_i in_packet_i[PORTS] out_ready_i
 * in: inject_valid_i inject_packet_i
 * out: in_ready_o out_valid_o out_packet_o[PORTS] inject_ready_o
 * out: eject_valid_o eject_packet_o[PORTS+1]
 * state: scalars[13] program[PROGRAM] memory[MEMORY]
 * registers: phase_q write_q step_q sent_q received_q send_word_q receive_word_q
 * registers: send_index_q receive_index_q delay_q free_q eject_q eject_data_q
 * registers: program_q[PROGRAM] memory_q[MEMORY]
 * values: PORTS=1 MEMORY=1 PROGRAM=2 PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=1 ADDRESS_BITS=1;
 * values: PORTS=2 MEMORY=2 PROGRAM=3 PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=2 ADDRESS_BITS=1;
 * values: PORTS=2 MEMORY=4 PROGRAM=5 PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=4 ADDRESS_BITS=2;
 * values: PORTS=3 MEMORY=16 PROGRAM=16 PHASE_BITS=1 HEADER_BITS=1 DATA_BITS=2
 * values: ADDRESS_BITS=3
 * day: PROGRAM < 5
 * each: PROGRAM > 5
 * resets: PROGRAM
 *
 * Words of the memory are only moved, so two bits stand for the 40 of a network.
 */
#define PROOF_STATE
#define PROOF_LOADS
#include "switch/component/collective_engine.c"
#include "tests/formal/proof.h"

/* The registers that the C twin has under the same names, and that are always the same. */
#define SAME(X)                                                                            \
  X(phase)                                                                                 \
  X(write)                                                                                 \
  X(step)                                                                                  \
  X(sent)                                                                                  \
  X(received)                                                                              \
  X(send_word)                                                                             \
  X(receive_word)                                                                          \
  X(send_index)                                                                            \
  X(receive_index)                                                                         \
  X(delay)                                                                                 \
  X(free)                                                                                  \
  X(eject)

#define PLACE(name) AT_##name,
enum { SAME(PLACE) AT_eject_data };

/* The engine of a state; its two memories are those of the state. */
static struct collective_engine engine_of(uint64_t *state)
{
#define READ(name) .name = state[scalars + AT_##name],
  return (struct collective_engine){SAME(READ).eject_data = state[scalars + AT_eject_data],
                                    .ports = PORTS,
                                    .program_words = PROGRAM,
                                    .memory_words = MEMORY,
                                    .program = &state[program],
                                    .memory = &state[memory]};
}

static void keep(uint64_t *state, const struct collective_engine *e)
{
#define WRITE(name) state[scalars + AT_##name] = e->name;
  SAME(WRITE)
  state[scalars + AT_eject_data] = e->eject_data;
}

/* What the memory has behind the words that were stored has no meaning, nor has the word of
 * an ejection where there is none. */
static bool related(const uint64_t *state, const uint64_t *registers)
{
  const uint64_t last_word = state[program] >> 16 & 0xffff;
  bool same = true;

#define COMPARE(name) same &= state[scalars + AT_##name] == registers[name##_q];
  SAME(COMPARE)
  for (uint32_t i = 0; i < PROGRAM; i++)
    same &= state[program + i] == registers[program_q + i];
  for (uint32_t i = 0; i < MEMORY; i++)
    same &=
        (i >= state[scalars + AT_free]) | (state[memory + i] == registers[memory_q + i]);
  same &= !state[scalars + AT_eject] |
          (state[scalars + AT_eject_data] == registers[eject_data_q]);
  return same & (state[scalars + AT_send_word] <= last_word) &
         (state[scalars + AT_receive_word] <= last_word);
}

static bool allowed(const uint64_t *state, const uint64_t *in)
{
  return true;
}

static uint64_t data_of(uint64_t packet)
{
  return packet >> HEADER_BITS;
}

static void step(uint64_t *state, const uint64_t *in, uint64_t *out, uint64_t *unread)
{
  struct collective_engine e = engine_of(state);
  const struct collective_engine_out now = collective_engine_comb(&e);
  struct collective_engine_in given = {.phase = (uint32_t)in[phase_i],
                                       .in_valid = in[in_valid_i],
                                       .out_ready = in[out_ready_i],
                                       .inject_valid = in[inject_valid_i],
                                       .inject_word = data_of(in[inject_packet_i])};

  for (uint32_t p = 0; p < PORTS; p++) {
    if (now.in_ready >> p & 1)
      given.in_word = data_of(in[in_packet_i + p]);
    out[out_packet_o + p] = now.out_word << HEADER_BITS;
    unread[out_packet_o + p] = !(now.out_valid >> p & 1) ||
                               (now.out_address >= e.free && now.out_address < MEMORY);
  }
  for (uint32_t c = 0; c < PORTS + 1; c++) {
    out[eject_packet_o + c] = now.eject_word << HEADER_BITS;
    unread[eject_packet_o + c] = !(now.eject_valid >> c & 1);
  }
  out[in_ready_o] = now.in_ready;
  out[out_valid_o] = now.out_valid;
  out[inject_ready_o] = now.inject_ready;
  out[eject_valid_o] = now.eject_valid;
  collective_engine_tick(&e, &given);
  keep(state, &e);
}

static void reset(uint64_t *state, const uint64_t *in)
{
  struct collective_engine e = engine_of(state);

  collective_engine_reset(&e, in[program_i]);
  keep(state, &e);
}

/* A program as long as its memory. */
static bool loads(const uint64_t *in, uint64_t cycle)
{
  return in[program_i] >> 63 == (cycle == 0);
}

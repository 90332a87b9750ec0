/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_engine -- a node of the one-port model that runs a program of steps.
 *
 * Twin of rtl/component/collective_engine.v; docs/switches/collective_engine.md defines the
 * encoding of the program, every register, and each step of a cycle.  here_i is not used.
 * A packet (in_packet_i, out_packet_o, inject_packet_i, eject_packet_o) is one word, its
 * data: the engine sends header 0 and ignores the headers of packets that arrive.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_COLLECTIVE_ENGINE_H
#define LOCKHOP_SWITCH_COMPONENT_COLLECTIVE_ENGINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Widths of the counts in a program, and the parts of its words. */
enum {
  ENGINE_STEP_BITS = 16,
  ENGINE_WORD_BITS = 16,
  ENGINE_STARTUP_BITS = 16,
  ENGINE_GAP_BITS = 15,
  ENGINE_PORT_BITS = 6,
  ENGINE_COUNT_BITS = 24,
  ENGINE_ADDRESS_BITS = 31,
  ENGINE_HEAD = 2,       /* program words before the steps */
  ENGINE_SENDS = 2,      /* entries of the send list in a word */
  ENGINE_RECEIVES = 16,  /* entries of the receive list in a word */
  ENGINE_STORE = 1 << 0, /* of an entry of the receive list */
  ENGINE_EJECT = 1 << 1
};

/* Bit 63, set only in the first word of a program. */
#define ENGINE_FIRST (UINT64_C(1) << 63)

struct collective_engine {
  /* Parameters: PORTS, PROGRAM, MEMORY. */
  uint32_t ports;
  uint32_t program_words;
  uint32_t memory_words;
  uint32_t phase;         /* phase_q */
  uint64_t *program;      /* [program_words] program_q; the caller owns it */
  uint64_t *memory;       /* [memory_words] memory_q; the caller owns it */
  uint64_t eject;         /* eject_q */
  uint64_t eject_data;    /* eject_data_q */
  uint32_t write;         /* write_q */
  uint32_t step;          /* step_q */
  uint32_t sent;          /* sent_q */
  uint32_t received;      /* received_q */
  uint32_t send_word;     /* send_word_q */
  uint32_t receive_word;  /* receive_word_q */
  uint32_t send_index;    /* send_index_q */
  uint32_t receive_index; /* receive_index_q */
  uint32_t delay;         /* delay_q */
  uint32_t free;          /* free_q */
};

struct collective_engine_in {
  uint32_t phase;       /* phase_i */
  uint64_t in_valid;    /* in_valid_i */
  uint64_t in_word;     /* in_packet_i of the port that in_ready_o shows */
  uint64_t out_ready;   /* out_ready_i */
  bool inject_valid;    /* inject_valid_i */
  uint64_t inject_word; /* inject_packet_i */
};

struct collective_engine_out {
  uint64_t in_ready;    /* in_ready_o */
  uint64_t out_valid;   /* out_valid_o */
  uint64_t out_word;    /* out_packet_o of that port */
  uint32_t out_address; /* address of that word in the memory; not a pin */
  bool inject_ready;    /* inject_ready_o */
  uint64_t eject_valid; /* eject_valid_o */
  uint64_t eject_word;  /* eject_packet_o of that channel */
};

/* The fields of the current step, and values derived from registers. */
struct collective_engine_now {
  bool running;
  bool sending;
  bool offered;
  bool receiving;
  uint32_t last;     /* LAST */
  uint32_t target;   /* of delay_q */
  uint64_t out_port; /* mask; 0: no such port */
  uint64_t in_port;
  uint32_t in_channel; /* RECEIVE_PORT */
  uint32_t sends;
  uint32_t receives;
};

struct collective_engine_now collective_engine_now(const struct collective_engine *e);

/* Entry `index` of the receive list: ENGINE_STORE | ENGINE_EJECT, or one of them, or 0. */
uint32_t collective_engine_flags(const struct collective_engine *e, uint32_t index);

/* A clock edge with rst 1; program_i is a word of the program. */
void collective_engine_reset(struct collective_engine *e, uint64_t program_i);

struct collective_engine_out collective_engine_comb(const struct collective_engine *e);

/* A clock edge with rst 0. */
void collective_engine_tick(struct collective_engine *e,
                            const struct collective_engine_in *in);

/* Would a clock edge change the state, if no word arrives and the phase stays?  False: the
 * engine waits for words of other nodes or for its neighbour. */
bool collective_engine_awake(const struct collective_engine *e);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* program -- compiles an operation into one program for each node.
 *
 * A node loads its messages into consecutive addresses of its memory, in the order of their
 * destinations.  Then it runs its steps.  In each it sends messages from its memory through
 * one port, in the order of its send list, and receives messages through one port, in the
 * order in which the neighbour sends them.  It stores a received message that it must
 * forward at the next free addresses.  Addresses count words; a message has programs->words
 * words.
 */
#ifndef LOCKHOP_NETWORK_COLLECTIVE_PROGRAM_H
#define LOCKHOP_NETWORK_COLLECTIVE_PROGRAM_H

#include "base/err.h"
#include "network/collective/operation.h"

#include <stddef.h>
#include <stdint.h>

#define PROGRAM_NO_PORT UINT32_MAX

/* What a node does with a message that it loads or receives: store, eject, both, or neither
 * (a message that it already has). */
enum { PROGRAM_STORE = 1, PROGRAM_EJECT = 2 };

/* A step in which the node sends or receives; its program has no other steps. */
struct program_step {
  uint32_t send_port, receive_port; /* or PROGRAM_NO_PORT */
  uint32_t sends, receives;         /* messages */
  uint32_t of_operation;            /* the step of the operation */
};

struct program {
  struct program_step *steps; /* [step_count] */
  uint32_t step_count;
  uint32_t loads;        /* messages that the node loads */
  uint32_t send_count;   /* sum of sends */
  uint32_t flag_count;   /* loads + sum of receives */
  uint32_t memory_words; /* addresses that the program uses */
  uint32_t *sends; /* [send_count] of each message sent: the address of its first word */
  uint8_t *flags;  /* [flag_count] PROGRAM_*, of the loaded messages, then of those
                    * received, step by step */
};

struct programs {
  struct program *nodes; /* [count] */
  uint32_t count;
  uint32_t startup; /* cycles t_s of a step that sends, before the first word */
  uint32_t word;    /* cycles t_w of each word, >= 1 */
  uint32_t words;   /* of a message, M >= 1 */
};

/* Limits of the encoding: docs/switches/collective_engine.md. */
enum {
  PROGRAM_STARTUP_MAX = 65535,
  PROGRAM_WORD_MAX = 32768,
  PROGRAM_WORDS_MAX = 65536,
  PROGRAM_STEPS_MAX = 65535,
  PROGRAM_MESSAGES_MAX = (1 << 24) - 1 /* of a step */
};

/* Compile an operation; startup, word and words as above.  Errors: ERR_USAGE when the
 * operation breaks a law of verifier.h or is too large for programs; ERR_ENVIRONMENT. */
bool programs_compile(struct programs *programs, const struct operation *operation,
                      uint32_t startup, uint32_t word, uint32_t words, struct err *err);

/* Free compiled programs; all zero is allowed. */
void programs_free(struct programs *programs);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* scoreboard -- every packet arrives once, whole, where it was sent; or the scoreboard says
 * so.
 *
 * It knows the schedule alone and sees only what a machine ejects, so it judges any
 * machine.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_SCOREBOARD_H
#define LOCKHOP_RUN_LOCKSTEP_SCOREBOARD_H

#include "network/traffic/schedule.h"
#include "run/lockstep/equals.h"

enum fault_kind {
  FAULT_NONE,
  FAULT_CORRUPTED,    /* the data is that of no packet of the schedule */
  FAULT_MISDELIVERED, /* ejected at a switch that is not the sink of its destination */
  FAULT_DUPLICATED,   /* ejected a second time; where data have no numbers, more often than
                       * packets of these data have started for this terminal */
  FAULT_LOST          /* never ejected */
};

struct fault {
  enum fault_kind kind;
  uint64_t cycle;  /* of the ejection; for a lost packet, the last cycle of the run */
  uint32_t at;     /* switch of the ejection; for a lost packet that of its source, or where
                    * a broadcast did not come */
  uint32_t number; /* of the packet; of a corrupted one, what its data says */
};

struct scoreboard {
  const struct schedule *schedule;
  struct packet_format format;
  uint64_t seed;        /* of the payloads */
  uint64_t began;       /* cycle of the run that is cycle 0 of the schedule */
  struct equals equals; /* where data have no numbers */
  const struct topology *topology;
  /* [(count + expected) / 64 + 1] one bit per delivery, ejected rightly or wrongly: the
   * packets that are not broadcasts, by their numbers, then the terminals of each
   * broadcast.
   */
  uint64_t *delivered;
  size_t words;        /* of `delivered` */
  uint32_t *broadcast; /* [count] number among the broadcasts; NULL: there are none */
  uint64_t expected;   /* deliveries */
  size_t delivered_count;
  size_t faults;            /* ejections that were wrong, and packets lost */
  struct fault first_fault; /* kind FAULT_NONE while there is none */
};

/* Error: ERR_ENVIRONMENT when memory is short. */
bool scoreboard_open(struct scoreboard *board, const struct schedule *schedule,
                     const struct topology *t, const struct packet_format *format,
                     uint64_t seed, struct err *err);

/* As after opening, with the payloads of another seed, in a cycle of the run; but faults
 * stay faults. */
void scoreboard_reset(struct scoreboard *board, uint64_t seed, uint64_t cycle);

/* Tells the processor that scoreboard_eject will look up this packet. */
static inline void scoreboard_prefetch(const struct scoreboard *board,
                                       const struct packet *packet)
{
  const uint32_t number = payload_number(packet->data, &board->format);

  if (number < board->schedule->count)
    __builtin_prefetch(&board->schedule->entries[number]);
}

/* A machine ejected a packet.  True, with its number, when this is its one right delivery,
 * or a broadcast's at this switch's terminal. */
bool scoreboard_eject(struct scoreboard *board, uint64_t cycle, uint32_t at,
                      const struct packet *packet, uint32_t *number);

/* The run is over: whatever was not delivered is lost. */
void scoreboard_finish(struct scoreboard *board, uint64_t cycle);

/* One line about a fault: "packet 7 ... ", into buffer[size]; returns buffer. */
char *scoreboard_print_fault(const struct scoreboard *board, const struct topology *t,
                             const struct fault *fault, char *buffer, size_t size);

void scoreboard_close(struct scoreboard *board);

#endif

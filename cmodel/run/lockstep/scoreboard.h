/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* scoreboard -- checks that every packet arrives once, intact, at its destination.
 *
 * It knows only the schedule and sees only ejections, so it can judge any machine.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_SCOREBOARD_H
#define LOCKHOP_RUN_LOCKSTEP_SCOREBOARD_H

#include "network/traffic/schedule.h"
#include "run/lockstep/equals.h"

enum fault_kind {
  FAULT_NONE,
  FAULT_CORRUPTED,    /* no packet of the schedule has these data */
  FAULT_MISDELIVERED, /* ejected at a switch that is not the sink of its destination, or for
                       * another terminal there */
  FAULT_DUPLICATED,   /* ejected a second time; where data carry no numbers: more often than
                       * packets with these data have started for this terminal */
  FAULT_LOST          /* never ejected */
};

struct fault {
  enum fault_kind kind;
  uint64_t cycle;  /* of the ejection; for a lost packet, the last cycle of the run */
  uint32_t at;     /* switch of the ejection; for a lost packet: of its source, or a switch
                    * that a broadcast did not reach */
  uint32_t number; /* of the packet; of a corrupted one: the number in its data */
  uint32_t place;  /* of an ejection: the terminal field */
};

struct scoreboard {
  const struct schedule *schedule;
  struct packet_format format;
  uint64_t seed; /* of the payloads */
  struct payload_form form;
  bool simple;    /* data have numbers alone, there are no broadcasts, and a terminal is at
                   * each    switch, with its number */
  uint64_t began; /* cycle of the run that is cycle 0 of the schedule */
  struct equals equals; /* if data carry no numbers */
  const struct topology *topology;
  /* [(count + expected) / 64 + 1] one bit per delivery, set by any ejection: the packets
   * that are not broadcasts, by number, then the terminals of each broadcast. */
  uint64_t *delivered;
  size_t words;        /* of `delivered` */
  uint32_t *broadcast; /* [count] number among the broadcasts; NULL: no broadcasts */
  uint64_t expected;   /* deliveries */
  size_t delivered_count;
  size_t faults;            /* faulty ejections and lost packets */
  struct fault first_fault; /* kind FAULT_NONE: no fault so far */
};

/* Error: ERR_ENVIRONMENT when memory is short. */
bool scoreboard_open(struct scoreboard *board, const struct schedule *schedule,
                     const struct topology *t, const struct packet_format *format,
                     uint64_t seed, struct err *err);

/* Start again in a cycle of the run, with the payloads of another seed.  Faults are kept.
 */
void scoreboard_reset(struct scoreboard *board, uint64_t seed, uint64_t cycle);

/* Of a simple one: scoreboard_eject in few steps, for most packets.  Their entries of the
 * schedule, which may be in `room`; NULL: the packet is left to scoreboard_eject. */
static inline const struct schedule_entry *
scoreboard_take(struct scoreboard *board, uint32_t at, const struct packet *packet,
                struct schedule_entry *room, uint32_t *number)
{
  const uint32_t found = (uint32_t)packet->data & board->form.number_mask;
  const uint64_t bit = UINT64_C(1) << found % 64;

  if (!board->simple || !payload_is_inner(&board->form, found) ||
      packet->data != payload_inner(&board->form, found))
    return NULL;
  const struct schedule_entry *entry = schedule_start(board->schedule, found, room);

  if (entry->destination != at || board->delivered[found / 64] & bit)
    return NULL;
  board->delivered[found / 64] |= bit;
  board->delivered_count++;
  *number = found;
  return entry;
}

/* Prefetch the data that scoreboard_eject reads for this packet. */
static inline void scoreboard_prefetch(const struct scoreboard *board,
                                       const struct packet *packet)
{
  const uint32_t number =
      (uint32_t)(packet->data >> board->format.terminal_bits) & board->form.number_mask;

  if (number >= board->schedule->count)
    return;
  __builtin_prefetch(&board->delivered[number / 64], 1);
  schedule_prefetch(board->schedule, number);
}

/* A machine ejected a packet.  True, with its number: this is its only correct delivery, or
 * the one of a broadcast at the terminal of this switch. */
bool scoreboard_eject(struct scoreboard *board, uint64_t cycle, uint32_t at,
                      const struct packet *packet, uint32_t *number);

/* For several threads at once, where data carry numbers.  Would this be a correct delivery?
 */
bool scoreboard_accepts(const struct scoreboard *board, uint32_t at,
                        const struct packet *packet);

/* Likewise: note a correct delivery, except in delivered_count.  False: another has been
 * noted since scoreboard_accepts said yes, and nothing was done. */
bool scoreboard_claim(struct scoreboard *board, uint32_t at, const struct packet *packet,
                      uint32_t *number);

/* A packet of a program arrived with another value than it left with.  It counts as
 * delivered: the program continues with what it has got. */
void scoreboard_corrupted(struct scoreboard *board, uint64_t cycle, uint32_t at,
                          uint32_t number);

/* The run is over: packets not delivered are lost. */
void scoreboard_finish(struct scoreboard *board, uint64_t cycle);

/* One line about a fault: "packet 7 ... ", into buffer[size]; returns buffer. */
char *scoreboard_print_fault(const struct scoreboard *board, const struct topology *t,
                             const struct fault *fault, char *buffer, size_t size);

void scoreboard_close(struct scoreboard *board);

#endif

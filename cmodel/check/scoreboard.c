/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* scoreboard -- every packet arrives once, whole, where it was sent; or the scoreboard says
 * so. */
#include "check/scoreboard.h"

#include "traffic/payload.h"

#include <inttypes.h>
#include <stdlib.h>

bool scoreboard_open(struct scoreboard *board, const struct schedule *schedule,
                     const struct packet_format *format, uint64_t seed, struct err *err)
{
  *board = (struct scoreboard){.schedule = schedule, .format = *format, .seed = seed};
  board->delivered = calloc(schedule->count / 64 + 1, sizeof *board->delivered);
  if (!board->delivered)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  return true;
}

static void record(struct scoreboard *board, const struct fault *fault)
{
  if (board->faults++ == 0)
    board->first_fault = *fault;
}

bool scoreboard_eject(struct scoreboard *board, uint64_t cycle, uint32_t at,
                      const struct packet *packet, uint32_t *number)
{
  struct fault fault = {.cycle = cycle, .at = at, .number = payload_number(packet->data)};
  uint64_t bit = UINT64_C(1) << fault.number % 64;

  if (fault.number >= board->schedule->count ||
      packet->data != payload_data(fault.number, board->seed, &board->format))
    fault.kind = FAULT_CORRUPTED;
  else if (board->schedule->entries[fault.number].destination != at)
    fault.kind = FAULT_MISDELIVERED;
  else if (board->delivered[fault.number / 64] & bit)
    fault.kind = FAULT_DUPLICATED;
  else
    fault.kind = FAULT_NONE;

  if (fault.kind == FAULT_MISDELIVERED)
    board->delivered[fault.number / 64] |= bit; /* wrongly, but not lost as well */
  if (fault.kind != FAULT_NONE) {
    record(board, &fault);
    return false;
  }
  board->delivered[fault.number / 64] |= bit;
  board->delivered_count++;
  *number = fault.number;
  return true;
}

void scoreboard_finish(struct scoreboard *board, uint64_t cycle)
{
  if (board->delivered_count == board->schedule->count)
    return;
  for (uint32_t number = 0; number < board->schedule->count; number++)
    if (!(board->delivered[number / 64] >> number % 64 & 1))
      record(board, &(struct fault){.kind = FAULT_LOST,
                                    .cycle = cycle,
                                    .at = board->schedule->entries[number].source,
                                    .number = number});
}

char *scoreboard_print_fault(const struct scoreboard *board, const struct topology *t,
                             const struct fault *fault, char *buffer, size_t size)
{
  static const char *const words[] = {
      [FAULT_NONE] = "delivered",
      [FAULT_CORRUPTED] = "corrupted",
      [FAULT_MISDELIVERED] = "misdelivered",
      [FAULT_DUPLICATED] = "duplicated",
      [FAULT_LOST] = "lost",
  };
  char at[ADDRESS_TEXT], source[ADDRESS_TEXT], destination[ADDRESS_TEXT];

  t->row->print_address(t, fault->at, at);
  if (fault->kind == FAULT_CORRUPTED) {
    snprintf(buffer, size,
             "corrupted: in cycle %" PRIu64
             " switch %u (%s) ejected data that no packet has "
             "(number %u)",
             fault->cycle, fault->at, at, fault->number);
    return buffer;
  }
  const struct schedule_entry *entry = &board->schedule->entries[fault->number];
  t->row->print_address(t, entry->source, source);
  t->row->print_address(t, entry->destination, destination);
  int used = snprintf(buffer, size, "%s: packet %u from switch %u (%s) to switch %u (%s)",
                      words[fault->kind], fault->number, entry->source, source,
                      entry->destination, destination);
  if (fault->kind != FAULT_LOST && used > 0 && (size_t)used < size)
    snprintf(buffer + used, size - (size_t)used,
             ", ejected in cycle %" PRIu64 " at switch %u (%s)", fault->cycle, fault->at,
             at);
  return buffer;
}

void scoreboard_close(struct scoreboard *board)
{
  free(board->delivered);
  board->delivered = NULL;
}

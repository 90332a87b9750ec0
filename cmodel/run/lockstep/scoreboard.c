/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* scoreboard -- checks that every packet arrives once, intact, at its destination. */
#include "run/lockstep/scoreboard.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Number the broadcasts; *broadcasts: how many there are. */
static bool number_broadcasts(struct scoreboard *board, uint64_t *broadcasts)
{
  const struct schedule *schedule = board->schedule;
  uint32_t count = 0;

  for (size_t i = 0; !schedule->rule && !schedule->singles && i < schedule->count; i++)
    count += schedule->entries[i].destination == SCHEDULE_ALL;
  *broadcasts = count;
  if (count == 0)
    return true;
  board->broadcast = malloc(schedule->count * sizeof *board->broadcast);
  if (!board->broadcast)
    return false;
  count = 0;
  for (size_t i = 0; i < schedule->count; i++) {
    bool all = schedule->entries[i].destination == SCHEDULE_ALL;

    board->broadcast[i] = all ? count++ : UINT32_MAX;
  }
  return true;
}

bool scoreboard_open(struct scoreboard *board, const struct schedule *schedule,
                     const struct topology *t, const struct packet_format *format,
                     uint64_t seed, struct err *err)
{
  *board = (struct scoreboard){.schedule = schedule,
                               .topology = t,
                               .format = *format,
                               .seed = seed,
                               .form = payload_form(seed, format),
                               .expected = schedule_deliveries(schedule, t)};
  uint64_t broadcasts;

  /* The bit of a broadcast's own number is unused. */
  if (number_broadcasts(board, &broadcasts)) {
    board->words = (schedule->count + broadcasts * t->terminals) / 64 + 1;
    board->delivered = calloc(board->words, sizeof *board->delivered);
  }
  board->simple = !board->broadcast && !schedule->reduction && !t->row->sink_of &&
                  t->per_site == 1 && format->terminal_bits == 0;
  if (board->delivered && payload_is_numbered(&board->format))
    return true;
  if (board->delivered) {
    if (!equals_open(&board->equals, schedule, &board->format, err))
      return false;
    equals_reset(&board->equals, seed);
    return true;
  }
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                 schedule->count);
}

void scoreboard_reset(struct scoreboard *board, uint64_t seed, uint64_t cycle)
{
  board->seed = seed;
  board->form = payload_form(seed, &board->format);
  board->began = cycle;
  if (board->equals.list)
    equals_reset(&board->equals, seed);
  board->delivered_count = 0;
  memset(board->delivered, 0, board->words * sizeof *board->delivered);
}

static bool is_broadcast(const struct scoreboard *board, uint32_t number)
{
  return board->broadcast && board->broadcast[number] != UINT32_MAX;
}

/* The terminal that takes data which a switch ejects; UINT32_MAX: there is none. */
static uint32_t taker(const struct scoreboard *board, uint32_t at, uint64_t data)
{
  return topology_receiver(board->topology, at, payload_terminal(data, &board->format));
}

/* The bit for the delivery of a packet at its destination, or at this one of a broadcast.
 */
static uint64_t bit_of(const struct scoreboard *board, uint32_t number, uint32_t terminal)
{
  if (!is_broadcast(board, number))
    return number;
  return board->schedule->count +
         (uint64_t)board->broadcast[number] * board->topology->terminals + terminal;
}

static bool is_delivered(const struct scoreboard *board, uint64_t bit)
{
  return __atomic_load_n(&board->delivered[bit / 64], __ATOMIC_RELAXED) >> bit % 64 & 1;
}

static void mark(struct scoreboard *board, uint64_t bit)
{
  board->delivered[bit / 64] |= UINT64_C(1) << bit % 64;
}

static bool belongs_to(const struct scoreboard *board, uint32_t number, uint32_t terminal)
{
  return terminal != UINT32_MAX &&
         (is_broadcast(board, number)
              ? schedule_in_group(board->schedule, terminal)
              : schedule_destination(board->schedule, number) == terminal);
}

/* The fault of the delivery of this packet to a terminal, if any.  A terminal field that is
 * not that of the destination leads to another terminal, or to none. */
static inline __attribute__((always_inline)) enum fault_kind
judge(const struct scoreboard *board, const struct packet *packet, uint32_t number,
      uint32_t terminal)
{
  if (number >= board->schedule->count ||
      (!board->schedule->reduction &&
       packet->data >> board->format.terminal_bits !=
           payload_data(number, board->seed, &board->format)))
    return FAULT_CORRUPTED;
  if (!belongs_to(board, number, terminal))
    return FAULT_MISDELIVERED;
  return is_delivered(board, bit_of(board, number, terminal)) ? FAULT_DUPLICATED
                                                              : FAULT_NONE;
}

static void record(struct scoreboard *board, const struct fault *fault)
{
  if (board->faults++ == 0)
    board->first_fault = *fault;
}

/* The same where data carry no numbers; also identifies the packet among equal ones. */
static enum fault_kind judge_equal(struct scoreboard *board, uint64_t cycle,
                                   uint32_t terminal, uint64_t data, uint32_t *number)
{
  static const enum fault_kind kinds[] = {[EQUALS_NONE] = FAULT_CORRUPTED,
                                          [EQUALS_ELSEWHERE] = FAULT_MISDELIVERED,
                                          [EQUALS_MORE] = FAULT_DUPLICATED,
                                          [EQUALS_NEXT] = FAULT_NONE};

  *number = UINT32_MAX;
  return kinds[equals_arrive(&board->equals, data, terminal, cycle - board->began, number)];
}

bool scoreboard_eject(struct scoreboard *board, uint64_t cycle, uint32_t at,
                      const struct packet *packet, uint32_t *number)
{
  const uint32_t terminal = taker(board, at, packet->data);
  struct fault fault = {.cycle = cycle,
                        .at = at,
                        .number = payload_number(packet->data, &board->format),
                        .place = (uint32_t)payload_terminal(packet->data, &board->format)};

  fault.kind = board->equals.list
                   ? judge_equal(board, cycle, terminal, packet->data, &fault.number)
                   : judge(board, packet, fault.number, terminal);
  /* A misdelivered packet is not counted as lost as well; a broadcast that came to a
   * switch without a terminal is missing nowhere for that. */
  if (fault.kind == FAULT_NONE ||
      (fault.kind == FAULT_MISDELIVERED && !is_broadcast(board, fault.number)))
    mark(board, bit_of(board, fault.number, terminal));
  if (fault.kind != FAULT_NONE) {
    record(board, &fault);
    return false;
  }
  board->delivered_count++;
  *number = fault.number;
  return true;
}

bool scoreboard_accepts(const struct scoreboard *board, uint32_t at,
                        const struct packet *packet)
{
  return judge(board, packet, payload_number(packet->data, &board->format),
               taker(board, at, packet->data)) == FAULT_NONE;
}

bool scoreboard_claim(struct scoreboard *board, uint32_t at, const struct packet *packet,
                      uint32_t *number)
{
  const uint32_t terminal = taker(board, at, packet->data);
  const uint32_t claimed = payload_number(packet->data, &board->format);

  if (judge(board, packet, claimed, terminal) != FAULT_NONE)
    return false;
  const uint64_t bit = bit_of(board, claimed, terminal), mask = UINT64_C(1) << bit % 64;

  if (__atomic_fetch_or(&board->delivered[bit / 64], mask, __ATOMIC_RELAXED) & mask)
    return false;
  *number = claimed;
  return true;
}

void scoreboard_corrupted(struct scoreboard *board, uint64_t cycle, uint32_t at,
                          uint32_t number)
{
  record(board, &(struct fault){
                    .kind = FAULT_CORRUPTED, .cycle = cycle, .at = at, .number = number});
}

static void record_lost(struct scoreboard *board, uint64_t cycle, uint32_t number,
                        uint32_t at)
{
  record(board,
         &(struct fault){.kind = FAULT_LOST, .cycle = cycle, .at = at, .number = number});
}

void scoreboard_finish(struct scoreboard *board, uint64_t cycle)
{
  if (board->delivered_count == board->expected)
    return;
  for (uint32_t number = 0; number < board->schedule->count; number++) {
    struct schedule_entry room;
    const struct schedule_entry *entry = schedule_start(board->schedule, number, &room);
    bool all = entry->destination == SCHEDULE_ALL;

    if (schedule_is_for_one(entry) && !is_delivered(board, number))
      record_lost(board, cycle, number, topology_source(board->topology, entry->source));
    for (uint32_t terminal = 0; all && terminal < board->topology->terminals; terminal++) {
      uint32_t at = topology_sink(board->topology, terminal);

      if (schedule_in_group(board->schedule, terminal) &&
          !is_delivered(board, bit_of(board, number, terminal)))
        record_lost(board, cycle, number, at);
    }
  }
}

enum { END_TEXT = ADDRESS_TEXT + 48 };

/* "terminal 3 (0011)", or "terminal 3 at switch 9 (1.2)" where terminals and switches
 * differ. */
static void print_end(const struct topology *t, uint32_t terminal, uint32_t sw,
                      char text[END_TEXT])
{
  char address[ADDRESS_TEXT], apart[32] = "";

  if (topology_terminals_apart(t))
    snprintf(apart, sizeof apart, "at switch %u ", sw);
  t->row->print_address(t, sw, address);
  snprintf(text, END_TEXT, "terminal %u %s(%s)", terminal, apart, address);
}

/* "switch 9 (1.2)". */
static void print_switch(const struct topology *t, uint32_t sw, char text[END_TEXT])
{
  char address[ADDRESS_TEXT];

  t->row->print_address(t, sw, address);
  snprintf(text, END_TEXT, "switch %u (%s)", sw, address);
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
  char at[END_TEXT], source[END_TEXT], destination[END_TEXT], field[48] = "";

  print_switch(t, fault->at, at);
  if (fault->kind == FAULT_CORRUPTED) {
    snprintf(buffer, size,
             "corrupted: in cycle %" PRIu64 " %s ejected data that no packet has",
             fault->cycle, at);
    if (payload_is_numbered(&board->format))
      snprintf(buffer + strlen(buffer), size - strlen(buffer), " (number %u)",
               fault->number);
    return buffer;
  }
  struct schedule_entry room;
  const struct schedule_entry *entry =
      schedule_start(board->schedule, fault->number, &room);
  print_end(t, entry->source, topology_source(t, entry->source), source);
  if (entry->destination == SCHEDULE_ALL) {
    const uint32_t terminal = topology_receiver(t, fault->at, fault->place);

    if (terminal != UINT32_MAX)
      print_end(t, terminal, fault->at, at);
    snprintf(buffer, size, "%s: packet %u from %s to all terminals, %s %s",
             words[fault->kind], fault->number, source,
             fault->kind == FAULT_LOST ? "missing at" : "at", at);
    return buffer;
  }
  if (entry->destination == SCHEDULE_NOWHERE)
    snprintf(destination, sizeof destination, "none");
  else
    print_end(t, entry->destination, topology_sink(t, entry->destination), destination);
  int used = snprintf(buffer, size, "%s: packet %u from %s to %s", words[fault->kind],
                      fault->number, source, destination);
  if (fault->kind == FAULT_LOST || used <= 0 || (size_t)used >= size)
    return buffer;
  if (t->per_site > 1)
    snprintf(field, sizeof field, ", its terminal field %u", fault->place);
  snprintf(buffer + used, size - (size_t)used, ", ejected in cycle %" PRIu64 " at %s%s",
           fault->cycle, at, field);
  return buffer;
}

void scoreboard_close(struct scoreboard *board)
{
  free(board->delivered);
  board->delivered = NULL;
  free(board->broadcast);
  board->broadcast = NULL;
  equals_close(&board->equals);
}

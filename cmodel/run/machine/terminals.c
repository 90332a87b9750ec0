/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* terminals -- offer the packets of a schedule to the switches. */
#define _GNU_SOURCE /* qsort_r */
#include "run/machine/terminals.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "run/machine/injections.h"

#include <stdlib.h>
#include <string.h>

#define NO_RUN UINT32_MAX

enum { RUNS_LEAST = 64 };

static bool check_start_in_ports(const struct schedule *schedule, const struct shape *shape,
                                 struct err *err)
{
  uint32_t source = UINT32_MAX;
  struct schedule_entry room;
  size_t run = 0;

  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = schedule_start(schedule, i, &room);

    run = source == entry->source ? run + 1 : 1;
    source = entry->source;
    if (entry->cycle != 0 || entry->answers || run > shape->topology->ports)
      return err_set(
          err, ERR_USAGE,
          "--lanes 0 starts packets in the input queues of the network ports: all in "
          "cycle 0 and at most %u per terminal; give --lanes 1 or more",
          shape->topology->ports);
  }
  return true;
}

/* --- answers --- */

static const struct schedule_entry *answer_entry(const struct terminals *terminals,
                                                 size_t answer)
{
  return &terminals->schedule->entries[terminals->answers[answer]];
}

/* Orders answers by the packet answered, then by source. */
static int by_question(const void *a, const void *b, void *self)
{
  const struct schedule *schedule = self;
  const struct schedule_entry *x = &schedule->entries[*(const uint32_t *)a];
  const struct schedule_entry *y = &schedule->entries[*(const uint32_t *)b];

  if (x->answers != y->answers)
    return x->answers < y->answers ? -1 : 1;
  if (x->source != y->source)
    return x->source < y->source ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bool open_answers(struct terminals *terminals)
{
  const struct schedule *schedule = terminals->schedule;
  size_t count = 0;

  for (size_t i = 0; !schedule->rule && !schedule->singles && i < schedule->count; i++)
    terminals->answer_count += schedule->entries[i].answers != 0;
  if (terminals->answer_count == 0)
    return true;
  terminals->answers = malloc(terminals->answer_count * sizeof *terminals->answers);
  terminals->heard = calloc(terminals->answer_count, sizeof *terminals->heard);
  if (!terminals->answers || !terminals->heard)
    return false;
  for (size_t i = 0; i < schedule->count; i++)
    if (schedule->entries[i].answers != 0)
      terminals->answers[count++] = (uint32_t)i;
  qsort_r(terminals->answers, count, sizeof *terminals->answers, by_question,
          (void *)(uintptr_t)schedule);
  return true;
}

/* The first answer to `question` (1 + its number) by a terminal, or a later one. */
static size_t find_answer(const struct terminals *terminals, uint32_t question,
                          uint32_t source)
{
  size_t low = 0, high = terminals->answer_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct schedule_entry *entry = answer_entry(terminals, middle);

    if (entry->answers < question || (entry->answers == question && entry->source < source))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool terminals_open(struct terminals *terminals, const struct schedule *schedule,
                    const struct shape *shape, uint64_t seed, struct err *err)
{
  const uint32_t lines = shape->privileged_lanes ? 2 : 1;
  const size_t count = (size_t)shape->topology->terminals * lines;

  *terminals = (struct terminals){.schedule = schedule,
                                  .shape = *shape,
                                  .seed = seed,
                                  .lines = lines,
                                  .end = UINT32_MAX};
  if (shape->lanes == 0 && !check_start_in_ports(schedule, shape, err))
    return false;
  terminals->head = malloc(count * sizeof *terminals->head);
  terminals->tail = malloc(count * sizeof *terminals->tail);
  terminals->waiting = malloc(count * sizeof *terminals->waiting);
  if (!terminals->head || !terminals->tail || !terminals->waiting ||
      !open_answers(terminals) ||
      !requests_open(&terminals->requests, schedule, shape->topology->terminals,
                     terminals->answer_count)) {
    terminals_close(terminals);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  }
  terminals_reset(terminals, seed);
  return true;
}

void terminals_reset(struct terminals *terminals, uint64_t seed)
{
  terminals->seed = seed;
  terminals->form = payload_form(seed, &terminals->shape.format);
  memset(terminals->head, 0xff,
         (size_t)terminals->shape.topology->terminals * terminals->lines *
             sizeof *terminals->head);
  terminals->run_count = 0;
  terminals->free_run = NO_RUN;
  terminals->next_entry = 0;
  terminals->started = 0;
  terminals->waiting_count = 0;
  terminals->injection_count = 0;
  if (terminals->answer_count)
    memset(terminals->heard, 0, terminals->answer_count * sizeof *terminals->heard);
  requests_reset(&terminals->requests);
}

static uint32_t line_of(const struct terminals *terminals,
                        const struct schedule_entry *entry)
{
  if (terminals->lines == 1)
    return entry->source;
  return 2 * entry->source + !schedule_is_privileged(terminals->schedule, entry);
}

/* A run of one packet; NO_RUN: memory is short. */
static uint32_t take_run(struct terminals *terminals, uint32_t packet)
{
  uint32_t run = terminals->free_run;

  if (run != NO_RUN) {
    terminals->free_run = terminals->runs[run].next;
  } else {
    if (terminals->run_count == terminals->run_capacity) {
      const size_t capacity = 2 * terminals->run_capacity + RUNS_LEAST;
      struct terminal_run *larger = realloc(terminals->runs, capacity * sizeof *larger);

      if (!larger)
        return NO_RUN;
      terminals->runs = larger;
      terminals->run_capacity = capacity;
    }
    run = (uint32_t)terminals->run_count++;
  }
  terminals->runs[run] = (struct terminal_run){.first = packet, .count = 1, .next = NO_RUN};
  return run;
}

/* Is the switch of a terminal one of those whose terminals offer? */
static bool is_here(const struct terminals *terminals, uint32_t terminal)
{
  return topology_source(terminals->shape.topology, terminal) - terminals->first <
         terminals->end - terminals->first;
}

/* Append a packet to its line. */
static void append(struct terminals *terminals, uint32_t packet)
{
  struct schedule_entry room;
  const struct schedule_entry *entry =
      terminals->lines == 1 ? schedule_start(terminals->schedule, packet, &room)
                            : schedule_entry(terminals->schedule, packet, &room);
  const uint32_t line = line_of(terminals, entry);

  if (terminals->end < UINT32_MAX && !is_here(terminals, entry->source))
    return;
  const bool empty = terminals->head[line] == NO_RUN;
  struct terminal_run *last = empty ? NULL : &terminals->runs[terminals->tail[line]];

  if (terminals->watch.offered)
    terminals->watch.offered(terminals->watch.self, entry->source);
  if (last && last->first + last->count == packet) {
    last->count++;
    return;
  }
  const uint32_t run = take_run(terminals, packet);
  if (run == NO_RUN) {
    terminals->short_of_memory = true;
    return;
  }
  if (empty) {
    terminals->head[line] = run;
    terminals->waiting[terminals->waiting_count++] = line;
  } else {
    terminals->runs[terminals->tail[line]].next = run;
  }
  terminals->tail[line] = run;
}

/* Remove the first packet of a line that has one. */
static uint32_t remove_first(struct terminals *terminals, uint32_t line)
{
  const uint32_t number = terminals->head[line];
  struct terminal_run *run = &terminals->runs[number];
  const uint32_t packet = run->first++;

  if (--run->count > 0)
    return packet;
  terminals->head[line] = run->next;
  run->next = terminals->free_run;
  terminals->free_run = number;
  return packet;
}

/* Append a packet that answers none, or keep it for later. */
static void take(struct terminals *terminals, uint32_t packet, uint32_t source)
{
  if ((terminals->end == UINT32_MAX || is_here(terminals, source)) &&
      requests_take(&terminals->requests, source, packet))
    append(terminals, packet);
}

uint32_t terminals_completes(const struct terminals *terminals, uint32_t packet)
{
  const struct schedule_entry *entry = &terminals->schedule->entries[packet];
  const size_t answer = find_answer(terminals, packet + 1, entry->destination);

  if (entry->answers)
    return entry->answers - 1;
  return answer < terminals->answer_count &&
                 answer_entry(terminals, answer)->answers == packet + 1
             ? REQUESTS_NONE
             : packet;
}

/* A packet that arrives makes room in the window of a terminal. */
static void make_room(struct terminals *terminals, uint32_t packet)
{
  const uint32_t request = terminals_completes(terminals, packet);

  if (request == REQUESTS_NONE)
    return;
  const uint32_t next =
      requests_complete(&terminals->requests, terminals->schedule->entries[request].source);

  if (next != REQUESTS_NONE)
    append(terminals, next);
}

/* One of the two conditions of an answer holds now: its cycle has come, or the packet that
 * it answers has arrived, and has been served. */
static void hear(struct terminals *terminals, size_t answer)
{
  if (terminals->heard[answer])
    append(terminals, terminals->answers[answer]);
  terminals->heard[answer] = true;
}

void terminals_arrived(struct terminals *terminals, uint64_t cycle, uint32_t packet,
                       uint32_t terminal)
{
  if (terminals->requests.window > 0)
    make_room(terminals, packet);
  if (terminals->answer_count == 0)
    return;
  for (size_t i = find_answer(terminals, packet + 1, terminal);
       i < terminals->answer_count && answer_entry(terminals, i)->answers == packet + 1 &&
       answer_entry(terminals, i)->source == terminal;
       i++)
    if (terminals->requests.service > 0)
      requests_serve(&terminals->requests, cycle, i);
    else
      hear(terminals, i);
}

/* Append the packets that are due in this cycle to the queues of their terminals. */
static void append_due(struct terminals *terminals, uint64_t cycle)
{
  const struct schedule *schedule = terminals->schedule;
  struct schedule_entry room;
  size_t served;

  while (requests_served(&terminals->requests, cycle, &served))
    hear(terminals, served);
  for (; terminals->next_entry < schedule->count; terminals->next_entry++) {
    uint32_t packet = (uint32_t)terminals->next_entry;
    const struct schedule_entry *entry = schedule_next(schedule, packet, &room);

    if (entry->cycle > cycle)
      break;
    if (entry->answers == 0) {
      take(terminals, packet, entry->source);
      continue;
    }
    size_t answer = find_answer(terminals, entry->answers, entry->source);
    while (terminals->answers[answer] != packet)
      answer++;
    hear(terminals, answer);
  }
}

static uint64_t data_of(const struct terminals *terminals, uint32_t packet)
{
  if (!terminals->data.of && payload_is_inner(&terminals->form, packet))
    return payload_inner(&terminals->form, packet);
  return terminals->data.of ? terminals->data.of(terminals->data.self, packet)
                            : schedule_data(terminals->schedule, packet, terminals->seed,
                                            &terminals->shape.format);
}

static void inject(struct terminals *terminals, uint32_t packet, uint32_t at, uint32_t lane)
{
  struct schedule_entry room;

  terminals->injections[terminals->injection_count++] = (struct injection){
      .at = at,
      .lane = lane,
      .packet = {.header = launch_header(
                     &terminals->shape, at,
                     schedule_enter(terminals->schedule, packet, &room)->header,
                     &terminals->queues),
                 .data = data_of(terminals, packet)},
  };
}

/* Inject the first packets of one line into these lanes of its source switch. */
static void start(struct terminals *terminals, uint32_t line, uint32_t at, uint64_t lanes)
{
  for (; lanes && terminals->head[line] != NO_RUN; lanes &= lanes - 1)
    inject(terminals, remove_first(terminals, line), at, bits_lowest(lanes));
}

/* Without lanes: the ports whose channel of VC 0 is ready. */
static uint64_t free_ports(const struct terminals *terminals, uint64_t ready)
{
  uint64_t ports = 0;

  for (uint32_t port = 0; port < terminals->shape.topology->ports; port++)
    ports |= (ready >> shape_inject_channel(&terminals->shape, port) & 1) << port;
  return ports;
}

/* The terminal of a line, of which a terminal has one or two. */
static uint32_t terminal_of(const struct terminals *terminals, uint32_t line)
{
  return terminals->lines > 1 ? line / 2 : line;
}

/* The lanes that packets of a line may enter, as a mask. */
static uint64_t lanes_of(const struct terminals *terminals, uint32_t line)
{
  const uint64_t all = bits_mask(terminals->shape.lanes);
  const uint64_t privileged = bits_mask(terminals->shape.privileged_lanes);

  if (terminals->lines == 1)
    return injections_lanes(&terminals->shape, line);
  return line % 2 == 0 ? privileged : all & ~privileged;
}

/* Move the lines of held terminals to the end of the list of waiting ones.  Returns the
 * number of the others.
 */
static size_t hold_back(struct terminals *terminals)
{
  size_t offering = terminals->waiting_count;

  for (size_t i = 0; i < offering;) {
    const uint32_t line = terminals->waiting[i];

    if (!terminals->held[terminal_of(terminals, line)]) {
      i++;
      continue;
    }
    terminals->waiting[i] = terminals->waiting[--offering];
    terminals->waiting[offering] = line;
  }
  return offering;
}

/* Inject from the first lines of the list.  Afterwards the list begins with the lines that
 * still wait, terminals->waiting_count of them. */
static bool offer(struct terminals *terminals, const uint64_t *ready, struct err *err)
{
  uint32_t queues = shape_queues(&terminals->shape);
  uint32_t lanes = terminals->shape.lanes;
  size_t kept = 0;

  for (size_t i = 0; i < terminals->waiting_count; i++) {
    uint32_t line = terminals->waiting[i];
    uint32_t at = topology_source(terminals->shape.topology, terminal_of(terminals, line));
    uint64_t free_lanes = lanes ? ready[at] >> queues & lanes_of(terminals, line)
                                : free_ports(terminals, ready[at]);

    if (!injections_reserve(&terminals->injections, &terminals->injection_capacity,
                            terminals->injection_count + SHAPE_CHANNELS, err))
      return false;
    start(terminals, line, at, free_lanes);
    if (terminals->head[line] != NO_RUN)
      terminals->waiting[kept++] = line;
  }
  terminals->waiting_count = kept;
  terminals->started += terminals->injection_count;
  return true;
}

/* The same while some terminals are held. */
static bool offer_some(struct terminals *terminals, const uint64_t *ready, struct err *err)
{
  const size_t waiting = terminals->waiting_count, offering = hold_back(terminals);

  terminals->waiting_count = offering;
  if (!offer(terminals, ready, err))
    return false;
  for (size_t i = offering; i < waiting; i++)
    terminals->waiting[terminals->waiting_count++] = terminals->waiting[i];
  return true;
}

/* Where nothing waits, and every packet that is due has its own line and comes in its own
 * cycle: those that find a free lane enter it at once, without having been in a line. */
static bool offer_due(struct terminals *terminals, uint64_t cycle, const uint64_t *ready,
                      struct err *err)
{
  const struct schedule *schedule = terminals->schedule;
  const struct topology *t = terminals->shape.topology;
  const uint32_t queues = shape_queues(&terminals->shape);
  const uint64_t all = bits_mask(terminals->shape.lanes);
  uint32_t source = UINT32_MAX, at = 0; /* of the packet before */
  uint64_t lanes = 0;                   /* that it has left */
  size_t next = terminals->next_entry;
  struct schedule_entry room;

  for (; next < schedule->count; next++) {
    const uint32_t packet = (uint32_t)next;
    const struct schedule_entry *entry = schedule_next(schedule, packet, &room);

    if (entry->cycle != cycle)
      break;
    if (entry->source != source) {
      source = entry->source;
      at = topology_source(t, source);
      lanes = ready[at] >> queues &
              (t->per_site > 1 ? injections_lanes(&terminals->shape, source) : all);
    }
    if (lanes == 0) {
      append(terminals, packet);
      continue;
    }
    if (!injections_reserve(&terminals->injections, &terminals->injection_capacity,
                            terminals->injection_count + 1, err))
      return false;
    if (terminals->watch.offered)
      terminals->watch.offered(terminals->watch.self, source);
    inject(terminals, packet, at, bits_lowest(lanes));
    lanes &= lanes - 1;
  }
  terminals->next_entry = next;
  terminals->started += terminals->injection_count;
  return true;
}

static bool can_offer_due(const struct terminals *terminals, uint64_t cycle)
{
  const struct schedule *schedule = terminals->schedule;

  return terminals->waiting_count == 0 && terminals->lines == 1 && terminals->shape.lanes &&
         terminals->answer_count == 0 && terminals->requests.window == 0 &&
         !terminals->held && terminals->end == UINT32_MAX &&
         (terminals->next_entry == schedule->count ||
          schedule_cycle(schedule, terminals->next_entry) >= cycle);
}

/* Append the packets that are due, and offer those that wait. */
static bool offer_all(struct terminals *terminals, uint64_t cycle, const uint64_t *ready,
                      struct err *err)
{
  append_due(terminals, cycle);
  return terminals->held ? offer_some(terminals, ready, err) : offer(terminals, ready, err);
}

bool terminals_offer(struct terminals *terminals, uint64_t cycle, const uint64_t *ready,
                     struct err *err)
{
  terminals->injection_count = 0;
  if (!(can_offer_due(terminals, cycle) ? offer_due(terminals, cycle, ready, err)
                                        : offer_all(terminals, cycle, ready, err)))
    return false;
  return !terminals->short_of_memory ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for packets that wait");
}

bool terminals_idle(const struct terminals *terminals)
{
  return terminals->next_entry == terminals->schedule->count;
}

void terminals_close(struct terminals *terminals)
{
  free(terminals->head);
  free(terminals->tail);
  free(terminals->runs);
  free(terminals->waiting);
  free(terminals->injections);
  free(terminals->answers);
  free(terminals->heard);
  requests_close(&terminals->requests);
  *terminals = (struct terminals){0};
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* nodes -- the compute nodes attached to the switches: they start the packets of a
 * schedule. */
#define _GNU_SOURCE /* qsort_r */
#include "network/nodes.h"

#include "base/bits.h"
#include "base/memory.h"
#include "traffic/payload.h"

#include <stdlib.h>
#include <string.h>

#define NO_PACKET UINT32_MAX

static bool check_start_in_ports(const struct schedule *schedule, const struct shape *shape,
                                 struct err *err)
{
  size_t run = 0;

  for (size_t i = 0; i < schedule->count; i++) {
    const struct schedule_entry *entry = &schedule->entries[i];

    run = i > 0 && entry[-1].source == entry->source ? run + 1 : 1;
    if (entry->cycle != 0 || entry->answers || run > shape->topology->ports)
      return err_set(
          err, ERR_USAGE,
          "--lanes 0 starts packets in the input queues of the network ports: all in "
          "cycle 0 and at most %u per switch; give --lanes 1 or more",
          shape->topology->ports);
  }
  return true;
}

/* --- answers --- */

static const struct schedule_entry *answer_entry(const struct nodes *nodes, size_t answer)
{
  return &nodes->schedule->entries[nodes->answers[answer]];
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

static bool open_answers(struct nodes *nodes)
{
  const struct schedule *schedule = nodes->schedule;
  size_t count = 0;

  for (size_t i = 0; i < schedule->count; i++)
    nodes->answer_count += schedule->entries[i].answers != 0;
  if (nodes->answer_count == 0)
    return true;
  nodes->answers = malloc(nodes->answer_count * sizeof *nodes->answers);
  nodes->heard = calloc(nodes->answer_count, sizeof *nodes->heard);
  if (!nodes->answers || !nodes->heard)
    return false;
  for (size_t i = 0; i < schedule->count; i++)
    if (schedule->entries[i].answers != 0)
      nodes->answers[count++] = (uint32_t)i;
  qsort_r(nodes->answers, count, sizeof *nodes->answers, by_question,
          (void *)(uintptr_t)schedule);
  return true;
}

/* The first answer to `question` (1 + its number) by a node, or a later one. */
static size_t find_answer(const struct nodes *nodes, uint32_t question, uint32_t source)
{
  size_t low = 0, high = nodes->answer_count;

  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const struct schedule_entry *entry = answer_entry(nodes, middle);

    if (entry->answers < question || (entry->answers == question && entry->source < source))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

bool nodes_open(struct nodes *nodes, const struct schedule *schedule,
                const struct shape *shape, uint64_t seed, struct err *err)
{
  size_t switches = shape->topology->switches;

  *nodes = (struct nodes){.schedule = schedule, .shape = *shape, .seed = seed};
  if (shape->lanes == 0 && !check_start_in_ports(schedule, shape, err))
    return false;
  nodes->head = malloc(switches * sizeof *nodes->head);
  nodes->tail = malloc(switches * sizeof *nodes->tail);
  nodes->waiting = malloc(switches * sizeof *nodes->waiting);
  nodes->next = memory_table(schedule->count, sizeof *nodes->next);
  if (!nodes->head || !nodes->tail || !nodes->waiting || !nodes->next ||
      !open_answers(nodes)) {
    nodes_close(nodes);
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                   schedule->count);
  }
  nodes_reset(nodes);
  return true;
}

void nodes_reset(struct nodes *nodes)
{
  memset(nodes->head, 0xff, nodes->shape.topology->switches * sizeof *nodes->head);
  nodes->next_entry = 0;
  nodes->started = 0;
  nodes->waiting_count = 0;
  nodes->injection_count = 0;
  if (nodes->answer_count)
    memset(nodes->heard, 0, nodes->answer_count * sizeof *nodes->heard);
}

/* A packet joins the end of its node's line. */
static void append(struct nodes *nodes, uint32_t packet)
{
  uint32_t source = nodes->schedule->entries[packet].source;

  nodes->next[packet] = NO_PACKET;
  if (nodes->head[source] == NO_PACKET) {
    nodes->head[source] = packet;
    nodes->waiting[nodes->waiting_count++] = source;
  } else {
    nodes->next[nodes->tail[source]] = packet;
  }
  nodes->tail[source] = packet;
}

/* One of the two things that an answer waits for has come: its cycle, or what it answers.
 */
static void hear(struct nodes *nodes, size_t answer)
{
  if (nodes->heard[answer])
    append(nodes, nodes->answers[answer]);
  nodes->heard[answer] = true;
}

void nodes_arrived(struct nodes *nodes, uint32_t packet, uint32_t at)
{
  if (nodes->answer_count == 0)
    return;
  for (size_t i = find_answer(nodes, packet + 1, at);
       i < nodes->answer_count && answer_entry(nodes, i)->answers == packet + 1 &&
       answer_entry(nodes, i)->source == at;
       i++)
    hear(nodes, i);
}

/* Packets that are due in this cycle join the ends of their nodes' lines. */
static void append_due(struct nodes *nodes, uint64_t cycle)
{
  const struct schedule *schedule = nodes->schedule;

  for (; nodes->next_entry < schedule->count &&
         schedule->entries[nodes->next_entry].cycle <= cycle;
       nodes->next_entry++) {
    uint32_t packet = (uint32_t)nodes->next_entry;
    const struct schedule_entry *entry = &schedule->entries[packet];

    if (entry->answers == 0) {
      append(nodes, packet);
      continue;
    }
    size_t answer = find_answer(nodes, entry->answers, entry->source);
    while (nodes->answers[answer] != packet)
      answer++;
    hear(nodes, answer);
  }
}

static bool reserve(struct nodes *nodes, size_t more, struct err *err)
{
  size_t need = nodes->injection_count + more;

  if (need <= nodes->injection_capacity)
    return true;
  struct injection *larger = realloc(nodes->injections, 2 * need * sizeof *larger);
  if (!larger)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory to start %zu packets", need);
  nodes->injections = larger;
  nodes->injection_capacity = 2 * need;
  return true;
}

static uint64_t launch_header(const struct nodes *nodes, const struct schedule_entry *entry)
{
  const struct routing *routing = nodes->shape.routing;

  if (!routing->launch)
    return entry->header;
  return routing->launch(nodes->shape.topology, entry->source, entry->header,
                         &nodes->queues);
}

/* The first packets of one node go to its free lanes. */
static void start(struct nodes *nodes, uint32_t at, uint64_t lanes)
{
  while (lanes && nodes->head[at] != NO_PACKET) {
    uint32_t packet = nodes->head[at];

    nodes->injections[nodes->injection_count++] = (struct injection){
        .at = at,
        .lane = bits_lowest(lanes),
        .packet = {.header = launch_header(nodes, &nodes->schedule->entries[packet]),
                   .data = payload_data(packet, nodes->seed, &nodes->shape.format)},
    };
    nodes->head[at] = nodes->next[packet];
    lanes &= lanes - 1;
  }
}

/* Without lanes: ports whose channel of class 0 is ready. */
static uint64_t free_ports(const struct nodes *nodes, uint64_t ready)
{
  uint64_t ports = 0;

  for (uint32_t port = 0; port < nodes->shape.topology->ports; port++)
    ports |= (ready >> shape_inject_channel(&nodes->shape, port) & 1) << port;
  return ports;
}

bool nodes_offer(struct nodes *nodes, uint64_t cycle, const uint64_t *ready,
                 struct err *err)
{
  uint32_t queues = shape_queues(&nodes->shape);
  uint32_t lanes = nodes->shape.lanes;
  size_t kept = 0;

  nodes->injection_count = 0;
  append_due(nodes, cycle);
  for (size_t i = 0; i < nodes->waiting_count; i++) {
    uint32_t at = nodes->waiting[i];
    uint64_t free_lanes =
        lanes ? ready[at] >> queues & bits_mask(lanes) : free_ports(nodes, ready[at]);

    if (!reserve(nodes, bits_count(free_lanes), err))
      return false;
    start(nodes, at, free_lanes);
    if (nodes->head[at] != NO_PACKET)
      nodes->waiting[kept++] = at;
  }
  nodes->waiting_count = kept;
  nodes->started += nodes->injection_count;
  return true;
}

bool nodes_idle(const struct nodes *nodes)
{
  return nodes->next_entry == nodes->schedule->count;
}

void nodes_close(struct nodes *nodes)
{
  free(nodes->head);
  free(nodes->tail);
  free(nodes->next);
  free(nodes->waiting);
  free(nodes->injections);
  free(nodes->answers);
  free(nodes->heard);
  *nodes = (struct nodes){0};
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* nodes -- the compute nodes attached to the switches: they start the packets of a
 * schedule. */
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
    if (entry->cycle != 0 || run > shape->topology->ports)
      return err_set(
          err, ERR_USAGE,
          "--lanes 0 starts packets in the input queues of the network ports: all in "
          "cycle 0 and at most %u per switch; give --lanes 1 or more",
          shape->topology->ports);
  }
  return true;
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
  if (!nodes->head || !nodes->tail || !nodes->waiting || !nodes->next) {
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
}

/* Packets that are due in this cycle join the ends of their nodes' lines. */
static void append_due(struct nodes *nodes, uint64_t cycle)
{
  const struct schedule *schedule = nodes->schedule;

  for (; nodes->next_entry < schedule->count &&
         schedule->entries[nodes->next_entry].cycle <= cycle;
       nodes->next_entry++) {
    uint32_t packet = (uint32_t)nodes->next_entry;
    uint32_t source = schedule->entries[packet].source;

    nodes->next[packet] = NO_PACKET;
    if (nodes->head[source] == NO_PACKET) {
      nodes->head[source] = packet;
      nodes->waiting[nodes->waiting_count++] = source;
    } else {
      nodes->next[nodes->tail[source]] = packet;
    }
    nodes->tail[source] = packet;
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

/* The first packets of one node go to its free lanes. */
static void start(struct nodes *nodes, uint32_t at, uint64_t lanes)
{
  while (lanes && nodes->head[at] != NO_PACKET) {
    uint32_t packet = nodes->head[at];

    nodes->injections[nodes->injection_count++] = (struct injection){
        .at = at,
        .lane = bits_lowest(lanes),
        .packet = {.header = nodes->schedule->entries[packet].header,
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

bool nodes_done(const struct nodes *nodes)
{
  return nodes->started == nodes->schedule->count;
}

void nodes_close(struct nodes *nodes)
{
  free(nodes->head);
  free(nodes->tail);
  free(nodes->next);
  free(nodes->waiting);
  free(nodes->injections);
  *nodes = (struct nodes){0};
}

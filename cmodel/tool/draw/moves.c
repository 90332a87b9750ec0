/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* moves -- the links that packets cross in a run, each with its packet and its step. */
#include "tool/draw/moves.h"

#include "base/bits.h"
#include "network/traffic/payload.h"

#include <stdlib.h>
#include <string.h>

static bool keep(struct moves *moves, const struct move *move, struct err *err)
{
  if (moves->packet != MOVES_ALL && moves->packet != move->packet)
    return true;
  if (moves->count == moves->capacity) {
    const size_t capacity = moves->capacity ? 2 * moves->capacity : 256;
    struct move *list = realloc(moves->list, capacity * sizeof *list);

    if (!list)
      return err_set(err, ERR_ENVIRONMENT, "not enough memory for the links of packets");
    moves->list = list;
    moves->capacity = capacity;
  }
  moves->list[moves->count++] = *move;
  return true;
}

static bool add_links(struct moves *moves, const struct run_cycle *cycle, uint32_t sw,
                      struct err *err)
{
  const struct shape *shape = &moves->shape;
  const struct machine *machine = cycle->machine;
  bool good = true;

  for (uint64_t valid = cycle->links->valid[sw]; good && valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid), port = queue / shape->vcs;

    if (!links_taken(shape, cycle->links, sw, queue))
      continue;
    const struct packet packet = machine->ops->out_packet(machine->self, sw, port);
    const struct move move = {.step = cycle->cycle,
                              .packet = payload_number(packet.data, &shape->format),
                              .at = sw,
                              .port = port};

    good = keep(moves, &move, err);
  }
  return good;
}

bool moves_add(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct moves *moves = self;
  bool good = true;

  if (moves->step > 0 && cycle->cycle != moves->step)
    return true;
  for (size_t i = 0; good && i < cycle->links->active_count; i++)
    good = add_links(moves, cycle, cycle->links->active[i], err);
  for (size_t i = 0; good && i < cycle->injection_count; i++) {
    const struct injection *injection = &cycle->injections[i];
    const struct move move = {
        .step = cycle->cycle,
        .packet = payload_number(injection->packet.data, &moves->shape.format),
        .at = injection->at,
        .port = MOVE_ENTERS};

    good = keep(moves, &move, err);
  }
  return good;
}

/* A packet enters before it moves; at the same step the order is that of switches. */
static int compare(const void *left, const void *right)
{
  const struct move *a = left, *b = right;

  if (a->packet != b->packet)
    return a->packet < b->packet ? -1 : 1;
  if (a->step != b->step)
    return a->step < b->step ? -1 : 1;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return a->port < b->port ? -1 : a->port > b->port;
}

void moves_sort(struct moves *moves)
{
  if (moves->count > 0)
    qsort(moves->list, moves->count, sizeof *moves->list, compare);
}

void moves_count(const struct moves *moves, struct run_loads *loads)
{
  const struct topology *t = moves->shape.topology;

  memset(loads->links, 0, (size_t)t->switches * t->ports * sizeof *loads->links);
  memset(loads->switches, 0, t->switches * sizeof *loads->switches);
  for (size_t i = 0; i < moves->count; i++) {
    const struct move *move = &moves->list[i];

    if (move->port == MOVE_ENTERS) {
      loads->switches[move->at]++;
      continue;
    }
    const uint32_t to = topology_link(t, move->at, move->port).to_switch;

    loads->links[(size_t)move->at * t->ports + move->port]++;
    loads->switches[to] += to != move->at;
  }
}

size_t moves_packets(const struct moves *moves)
{
  size_t count = 0;
  uint32_t last = MOVES_ALL;

  for (size_t i = 0; i < moves->count; i++)
    if (moves->list[i].port != MOVE_ENTERS && moves->list[i].packet != last) {
      last = moves->list[i].packet;
      count++;
    }
  return count;
}

void moves_close(struct moves *moves)
{
  free(moves->list);
  *moves = (struct moves){.list = NULL};
}

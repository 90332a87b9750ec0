/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* ways -- checks that every packet crossed exactly the links of its path, each once. */
#include "run/lockstep/ways.h"

#include "base/bits.h"
#include "base/rng.h"
#include "network/traffic/payload.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 4096 /* of a path, at most; plus 4 for each switch */ };

bool ways_open(struct packet_ways *ways, const struct schedule *schedule,
               const struct shape *shape, uint64_t seed, struct err *err)
{
  const struct topology *t = shape->topology;

  *ways = (struct packet_ways){.schedule = schedule,
                               .shape = shape,
                               .seed = seed,
                               .capacity = (size_t)t->switches + t->ports};
  ways->links = calloc(schedule->count + 1, sizeof *ways->links);
  ways->copies = malloc(ways->capacity * sizeof *ways->copies);
  return (ways->links && ways->copies) ||
         err_set(err, ERR_ENVIRONMENT, "not enough memory for %zu packets",
                 schedule->count);
}

void ways_reset(struct packet_ways *ways, uint64_t seed)
{
  if (!ways->schedule)
    return;
  ways->seed = seed;
  ways->strays = 0;
  memset(ways->links, 0, ways->schedule->count * sizeof *ways->links);
}

static void add(struct way_links *links, const struct topology *t, uint32_t sw,
                uint32_t port)
{
  links->sum += rng_mix((uint64_t)sw * t->ports + port + 1);
  links->count++;
}

/* A packet leaves a switch on a port. */
static void cross(struct packet_ways *ways, const struct packet *packet, uint32_t sw,
                  uint32_t port)
{
  const struct packet_format *format = &ways->shape->format;
  const uint32_t number = payload_number(packet->data, format);

  if (schedule_has_data(ways->schedule, packet->data, number, ways->seed, format))
    add(&ways->links[number], ways->shape->topology, sw, port);
  else
    ways->strays++;
}

void ways_cross(struct packet_ways *ways, const struct machine *machine,
                const struct links *links)
{
  if (!ways->schedule)
    return;
  const uint32_t vcs = ways->shape->vcs;

  for (size_t i = 0; i < links->active_count; i++) {
    const uint32_t sw = links->active[i];

    for (uint64_t valid = links->valid[sw]; valid; valid &= valid - 1) {
      const uint32_t queue = bits_lowest(valid), port = queue / vcs;

      if (!links_taken(ways->shape, links, sw, queue))
        continue;
      const struct packet packet = machine->ops->out_packet(machine->self, sw, port);

      cross(ways, &packet, sw, port);
    }
  }
}

/* The answer of the route unit for a copy; a copy that waits enters the next phase. */
static struct route_out ask(const struct packet_ways *ways, struct way_copy *copy)
{
  const struct topology *t = ways->shape->topology;
  struct route_in in = topology_route_in(t, copy->at, copy->header);

  in.phase = copy->phase;
  const struct route_out out = topology_route(t, ways->shape->routing, &in);
  copy->phase = in.phase;
  return out;
}

/* Append the copies that leave a switch to copies[count].  Returns the new count; SIZE_MAX:
 * too many. */
static size_t spread(struct packet_ways *ways, const struct way_copy *copy,
                     const struct route_out *out, size_t count, struct way_links *links)
{
  const struct topology *t = ways->shape->topology;

  for (uint64_t left = out->ports & bits_mask(t->ports); left; left &= left - 1) {
    const uint32_t port = bits_lowest(left);

    if (count == ways->capacity)
      return SIZE_MAX;
    add(links, t, copy->at, port);
    ways->copies[count++] =
        (struct way_copy){.header = out->header,
                          .at = topology_link(t, copy->at, port).to_switch,
                          .phase = copy->phase,
                          .hops = copy->hops + 1};
  }
  return count;
}

/* Find the links of a packet's path, and in *hops its distance to a switch.  False: the
 * path never ends. */
static bool follow(struct packet_ways *ways, uint32_t number, uint32_t to,
                   struct way_links *links, uint32_t *hops)
{
  struct schedule_entry room;
  const struct schedule_entry *entry = schedule_entry(ways->schedule, number, &room);
  const struct topology *t = ways->shape->topology;
  size_t count = 1, steps = 4 * (size_t)t->switches + STEPS;

  *links = (struct way_links){.count = 0};
  *hops = 0;
  ways->copies[0] =
      (struct way_copy){.header = entry->header, .at = topology_source(t, entry->source)};
  while (count > 0 && count != SIZE_MAX && steps-- > 0) {
    struct way_copy copy = ways->copies[--count];
    const struct route_out out = ask(ways, &copy);

    if (out.eject && copy.at == to)
      *hops = copy.hops;
    count = spread(ways, &copy, &out, count, links);
  }
  return count == 0;
}

uint32_t ways_hops(struct packet_ways *ways, uint32_t number, uint32_t at)
{
  struct way_links links;
  uint32_t hops;

  if (schedule_destination(ways->schedule, number) != SCHEDULE_ALL)
    return ways->links[number].count;
  follow(ways, number, at, &links, &hops);
  return hops;
}

/* Is this a packet of the schedule, whose links are kept?  Then sets its number. */
static bool is_kept(const struct packet_ways *ways, uint64_t data, uint32_t *number)
{
  if (!ways->schedule)
    return false;
  *number = payload_number(data, &ways->shape->format);
  return schedule_has_data(ways->schedule, data, *number, ways->seed, &ways->shape->format);
}

struct way_links ways_leave(struct packet_ways *ways, uint64_t data)
{
  struct way_links links = {.count = 0};
  uint32_t number;

  if (is_kept(ways, data, &number)) {
    links = ways->links[number];
    ways->links[number] = (struct way_links){.count = 0};
  }
  return links;
}

void ways_come(struct packet_ways *ways, uint64_t data, const struct way_links *links)
{
  uint32_t number;

  if (is_kept(ways, data, &number))
    ways_add(ways, number, links);
}

void ways_add(struct packet_ways *ways, uint32_t number, const struct way_links *links)
{
  ways->links[number].sum += links->sum;
  ways->links[number].count += links->count;
}

void ways_finish(struct packet_ways *ways, uint64_t from, uint64_t to)
{
  if (!ways->schedule)
    return;
  const uint64_t end = to < ways->schedule->count ? to : ways->schedule->count;

  for (uint32_t i = (uint32_t)from; i < end; i++) {
    const struct way_links *crossed = &ways->links[i];
    struct way_links expected;
    uint32_t hops;

    if (schedule_destination(ways->schedule, i) == SCHEDULE_NOWHERE ||
        !follow(ways, i, UINT32_MAX, &expected, &hops) ||
        (crossed->sum == expected.sum && crossed->count == expected.count))
      continue;
    if (ways->faults++ == 0)
      ways->first = (struct way_fault){
          .number = i, .crossed = crossed->count, .expected = expected.count};
  }
}

void ways_close(struct packet_ways *ways)
{
  free(ways->links);
  free(ways->copies);
  *ways = (struct packet_ways){.schedule = NULL};
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* mdf_routing -- the routings of mdf:K,M: their headers, and the table. */
#include "network/topology/mdf_routing.h"

#include "base/bits.h"
#include "network/topology/dragonfly.h"
#include "network/topology/dragonfly_faults.h"
#include "network/topology/mdf.h"
#include "switch/route/sync_group.h"
#include "switch/route/sync_group_choice.h"
#include "switch/route/sync_vector.h"

struct group_exit mdf_way_out(const struct topology *t, uint32_t from, uint32_t to)
{
  const struct group_table table = sync_group_wiring(t->parameters);

  return group_table_comb(&table, from, to);
}

/* Between groups (3; gamma, pi, delta) by the link that joins them, within a group a local
 * hop: there is no port that leads back to the own group. */
static uint64_t source_vector(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  const uint32_t m = t->parameters[1];
  const struct mdf_router from = mdf_router(t, source), to = mdf_router(t, destination);
  const struct group_exit near = mdf_way_out(t, from.group, to.group);
  const struct group_exit far = mdf_way_out(t, to.group, from.group);

  (void)random;
  if (from.group == to.group)
    return dragonfly_vector(t, 1, 0, dragonfly_difference(to.p, from.p, m), 0);
  return dragonfly_vector(t, 3, near.port, dragonfly_difference(to.p, far.p, m),
                          dragonfly_difference(near.p, from.p, m));
}

uint64_t mdf_group_header(const struct topology *t, uint32_t b, uint32_t destination,
                          uint32_t via_c, uint32_t via_p)
{
  const struct mdf_router to = mdf_router(t, destination);

  return sync_group_pack(
      &(struct sync_group_header){
          .to_p = to.p, .to_g = to.group, .via_p = via_p, .via_c = via_c, .count = b},
      t->parameters);
}

static uint64_t minimal(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  (void)source;
  (void)random;
  return mdf_group_header(t, 3, destination, 0, 0);
}

static uint64_t valiant(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  (void)source;
  return mdf_group_header(t, 4, destination, (uint32_t)(random % t->parameters[0]), 0);
}

/* A global port of a router of the group: a random other group. */
static uint64_t valiant_local(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  const uint32_t k = t->parameters[0], m = t->parameters[1];

  (void)source;
  return mdf_group_header(t, 5, destination, (uint32_t)(random % k),
                          (uint32_t)(random / k % m));
}

/* --- UGAL --- */

enum { MINIMAL_HOPS = 3, DEFLECTED_HOPS = 5 };

/* A packet within its group has no global link before it, and is not deflected. */
static uint64_t deflected_outside(const struct topology *t, uint32_t source,
                                  uint32_t destination, uint64_t random)
{
  if (mdf_router(t, source).group == mdf_router(t, destination).group)
    return minimal(t, source, destination, random);
  return valiant_local(t, source, destination, random);
}

/* As on d3: the schedule has a deflected header; the terminal takes the minimal path
 * instead unless that has more waiting at its first global link, hops counted in. */
static uint64_t choose_path(const struct topology *t, uint32_t source,
                            struct sync_group_header *h, const struct queue_view *queues)
{
  const struct mdf_router from = mdf_router(t, source);
  const struct group_exit way = mdf_way_out(t, from.group, h->to_g);
  const uint32_t first = source - from.p, global = dragonfly_global(t);
  const uint64_t minimal_queue =
      queues->packets(queues->self, first + way.p, global + way.port);
  const uint64_t deflected_queue =
      queues->packets(queues->self, first + h->via_p, global + h->via_c);

  if (deflected_queue * DEFLECTED_HOPS >= minimal_queue * MINIMAL_HOPS) {
    h->via_c = h->via_p = 0;
    h->count = MINIMAL_HOPS;
  }
  return sync_group_pack(h, t->parameters);
}

static uint64_t choose_at_launch(const struct topology *t, uint32_t source, uint64_t header,
                                 const struct queue_view *queues)
{
  struct sync_group_header h = sync_group_unpack(header, t->parameters);

  return h.count == DEFLECTED_HOPS ? choose_path(t, source, &h, queues) : header;
}

/* Router D by the local ports of the source, and C by the global ports of D: of equal
 * queues the first from the drawn one on. */
static uint64_t choose_all_at_launch(const struct topology *t, uint32_t source,
                                     uint64_t header, const struct queue_view *queues)
{
  const uint32_t k = t->parameters[0], m = t->parameters[1];
  const uint32_t own = mdf_router(t, source).p;
  struct sync_group_header h = sync_group_unpack(header, t->parameters);

  if (h.count != DEFLECTED_HOPS)
    return header;
  /* Local port 0 is the hold port; with holds=0 nothing ever waits there. */
  h.via_p = (own + dragonfly_least_queue(queues, source, 0, m,
                                         dragonfly_difference(h.via_p, own, m))) %
            m;
  h.via_c = dragonfly_least_queue(queues, source - own + h.via_p, dragonfly_global(t), k,
                                  h.via_c);
  return choose_path(t, source, &h, queues);
}

static uint32_t group_bits(const struct topology *t)
{
  return sync_group_bits(t->parameters);
}

static size_t group_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  const char groups = (char)bits_index(t->parameters[0] * t->parameters[1] + 1);
  const struct dragonfly_field rows[] = {{"to_p", DRAGONFLY_LOCAL},
                                         {"to_g", groups},
                                         {"via_p", DRAGONFLY_LOCAL},
                                         {"via_c", DRAGONFLY_GLOBAL},
                                         {"b", SYNC_COUNT_BITS}};

  return dragonfly_fields(t, rows, sizeof rows / sizeof rows[0], fields, capacity);
}

/* --- the table --- */

#define VECTOR                                                                             \
  .header_bits = dragonfly_vector_bits, .fields = dragonfly_vector_fields, .timed = true
#define GROUP .header_bits = group_bits, .fields = group_fields
#define LGL                                                                                \
  .vcs = 2,                                                                                \
  .why =                                                                                   \
      "the local hop before the global one and that after it have a virtual channel each"
#define GLGL                                                                               \
  .vcs = 3,                                                                                \
  .why =                                                                                   \
      "the hops before, between and after the two global hops have a virtual channel each"

static void leave_holds_out(struct routing *routing)
{
  routing->unit = routing->unit == &sync_vector         ? &sync_vector_free
                  : routing->unit == &sync_group_choice ? &sync_group_choice_free
                                                        : &sync_group_free;
}

static void choose_holds(const struct topology *t, struct routing *routing)
{
  (void)t;
  if (routing->chosen[0])
    leave_holds_out(routing);
}

/* Options: holds, via. */
static void choose_via(const struct topology *t, struct routing *routing)
{
  choose_holds(t, routing);
  if (routing->chosen[1])
    routing->launch = choose_all_at_launch;
}

/* Options: b, holds. */
static void choose_deflection(const struct topology *t, struct routing *routing)
{
  (void)t;
  if (routing->chosen[0])
    routing->header = valiant_local;
  if (routing->chosen[1])
    leave_holds_out(routing);
}

const struct routing_row mdf_routings[MDF_ROUTINGS] = {
    {.plain = {.name = "source-vector",
               .text = "the packet carries its ports: local, global, local, or one local",
               .unit = &sync_vector,
               .header = source_vector,
               VECTOR,
               LGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {.name = "destination",
               .text = "the packet carries its destination; tables give the same path",
               .unit = &sync_group,
               .header = minimal,
               .timed = true,
               GROUP,
               LGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {.name = "valiant",
               .text = "go to another random group first",
               .unit = &sync_group,
               .header = valiant,
               .header_random = true,
               .timed = true,
               GROUP,
               GLGL},
     .options = {{.name = "b",
                  .values = {"4", "5"},
                  .text =
                      "counter in the header; 5: go to a random router of the group first"},
                 DRAGONFLY_HOLDS},
     .choose = choose_deflection},
    {.plain = {.name = "ugal",
               .text = "minimal path, or that of valiant,b=5; the queues at launch decide",
               .unit = &sync_group,
               .header = deflected_outside,
               .header_random = true,
               .launch = choose_at_launch,
               GROUP,
               GLGL},
     .options = {DRAGONFLY_HOLDS, DRAGONFLY_VIA},
     .choose = choose_via},
    {.plain = {.name = "ugal-l",
               .text = "minimal path, or that of valiant,b=5; the queues of the source "
                       "router decide",
               .unit = &sync_group_choice,
               .random = RANDOM_QUEUES,
               .header = valiant_local,
               .header_random = true,
               GROUP,
               GLGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {DRAGONFLY_ROUND_FAILED, .unit = &sync_group, .header = mdf_round_failed,
               .timed = true, GROUP, GLGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds,
     .has = faults_any,
     .where = FAULTS_WHERE},
};

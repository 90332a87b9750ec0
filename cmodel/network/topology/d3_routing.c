/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* d3_routing -- the routings of d3:K,M: their headers, and the table. */
#include "network/topology/d3_routing.h"

#include "network/topology/d3.h"
#include "network/topology/dragonfly.h"
#include "network/topology/dragonfly_faults.h"
#include "switch/route/sync_choice.h"
#include "switch/route/sync_levels.h"
#include "switch/route/sync_table.h"
#include "switch/route/sync_vector.h"

static uint64_t vector_path(const struct topology *t, enum d3_path path,
                            struct d3_router from, struct d3_router to)
{
  const uint32_t m = t->parameters[1];
  const uint32_t gamma = dragonfly_difference(to.c, from.c, t->parameters[0]);

  if (path == D3_L)
    return dragonfly_vector(t, 1, 0, dragonfly_difference(to.p, from.p, m), 0);
  if (path == D3_G)
    return dragonfly_vector(t, 2, gamma, 0, 0);
  if (path == D3_LGL)
    return dragonfly_vector(t, 3, gamma, dragonfly_difference(to.p, from.d, m),
                            dragonfly_difference(to.d, from.p, m));
  return dragonfly_vector(t, 4, gamma, dragonfly_difference(to.p, from.p, m),
                          dragonfly_difference(to.d, from.d, m));
}

uint64_t d3_table_header(const struct topology *t, uint32_t b, uint32_t source,
                         uint32_t destination, uint32_t via_c, uint32_t via_p)
{
  const struct d3_router from = d3_whole(t, source), to = d3_whole(t, destination);

  return sync_table_pack(&(struct sync_table_header){.to_p = to.p,
                                                     .to_d = to.d,
                                                     .to_c = to.c,
                                                     .at_p = from.p,
                                                     .at_d = from.d,
                                                     .at_c = from.c,
                                                     .via_p = via_p,
                                                     .via_c = via_c,
                                                     .count = b},
                         t->parameters);
}

bool d3_has_vectors(const struct routing *routing)
{
  return routing->unit == &sync_vector || routing->unit == &sync_vector_free ||
         routing->unit == &sync_levels;
}

uint64_t d3_header(const struct topology *t, const struct routing *routing,
                   enum d3_path path, uint32_t source, uint32_t destination)
{
  struct d3_router from = d3_whole(t, source), to = d3_whole(t, destination);

  if (d3_has_vectors(routing))
    return vector_path(t, path, from, to);
  return d3_table_header(t,
                         path == D3_L     ? 1
                         : path == D3_G   ? 2
                         : path == D3_LGL ? 3
                                          : 4,
                         source, destination, path == D3_GLGL ? to.c : 0, 0);
}

uint64_t d3_broadcast(const struct topology *t, bool skip_self)
{
  const struct sync_vector_format f = sync_vector_format(t->parameters);

  return UINT64_C(3) << f.count | UINT64_C(1) << f.broadcast |
         (uint64_t)skip_self << f.skip_self;
}

static uint64_t source_vector(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  (void)random;
  return vector_path(t, D3_LGL, d3_whole(t, source), d3_whole(t, destination));
}

static uint64_t four_hops(const struct topology *t, uint32_t source, uint32_t destination,
                          uint64_t random)
{
  (void)random;
  return vector_path(t, D3_GLGL, d3_whole(t, source), d3_whole(t, destination));
}

static uint64_t minimal(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  (void)random;
  return d3_table_header(t, 3, source, destination, 0, 0);
}

/* Cabinet and router of the deflection, uniform over those of the network. */
static uint64_t deflected(const struct topology *t, uint32_t b, uint32_t source,
                          uint32_t destination, uint64_t random)
{
  return d3_table_header(
      t, b, source, destination, d3_chosen(t, D3_CABINETS, (uint32_t)(random % d3_k(t))),
      b == 5 ? d3_chosen(t, D3_ROUTERS, (uint32_t)(random / d3_k(t) % d3_m(t))) : 0);
}

static uint64_t valiant(const struct topology *t, uint32_t source, uint32_t destination,
                        uint64_t random)
{
  return deflected(t, 4, source, destination, random);
}

static uint64_t valiant_local(const struct topology *t, uint32_t source,
                              uint32_t destination, uint64_t random)
{
  return deflected(t, 5, source, destination, random);
}

/* --- UGAL --- */

enum { MINIMAL_HOPS = 3, DEFLECTED_HOPS = 5 };

/* Packets that wait at a global link of the source's drawer: at the router of that number,
 * for the cabinet of that number. */
static uint32_t global_queue(const struct topology *t, uint32_t source,
                             const struct sync_table_header *h, uint32_t router,
                             uint32_t cabinet, const struct queue_view *queues)
{
  const uint32_t drawer = source - d3_router(t, source).p;

  return queues->packets(queues->self, drawer + d3_index(t, D3_ROUTERS, router),
                         dragonfly_global(t) +
                             dragonfly_difference(cabinet, h->at_c, t->parameters[0]));
}

/* The schedule has a deflected header; the terminal takes the minimal path instead unless
 * that has more waiting at its first global link, hops counted in.  The links compared are
 * both of the source's drawer, so this is the -G of the paper, section 10. */
static uint64_t choose_path(const struct topology *t, uint32_t source,
                            struct sync_table_header *h, const struct queue_view *queues)
{
  const uint64_t minimal_queue = global_queue(t, source, h, h->to_d, h->to_c, queues);
  const uint64_t deflected_queue = global_queue(t, source, h, h->via_p, h->via_c, queues);

  if (deflected_queue * DEFLECTED_HOPS >= minimal_queue * MINIMAL_HOPS) {
    h->via_c = h->via_p = 0;
    h->count = 3;
  }
  return sync_table_pack(h, t->parameters);
}

static uint64_t choose_at_launch(const struct topology *t, uint32_t source, uint64_t header,
                                 const struct queue_view *queues)
{
  struct sync_table_header h = sync_table_unpack(header, t->parameters);

  if (h.count != DEFLECTED_HOPS)
    return header; /* the schedule has chosen the path: d3_header */
  return choose_path(t, source, &h, queues);
}

/* Of the routers of the drawer, or of the cabinets, that with the fewest packets at the
 * port towards it: of routers the source's local port, of cabinets the global port of
 * router h->via_p.  Of several the first from `drawn` on. */
static uint32_t least_queue(const struct topology *t, uint32_t key, uint32_t source,
                            const struct sync_table_header *h, uint32_t drawn,
                            const struct queue_view *queues)
{
  const uint32_t count = d3_count(t, key);
  const uint32_t first = d3_index(t, key, drawn);
  uint32_t least = UINT32_MAX, best = drawn;

  for (uint32_t i = 0; i < count; i++) {
    const uint32_t number = d3_chosen(t, key, (first + i) % count);
    /* Local port 0 is the hold port; with holds=0 nothing ever waits there. */
    const uint32_t waiting =
        key == D3_ROUTERS
            ? queues->packets(queues->self, source,
                              dragonfly_difference(number, h->at_p, t->parameters[1]))
            : global_queue(t, source, h, h->via_p, number, queues);

    if (waiting < least) {
      least = waiting;
      best = number;
    }
  }
  return best;
}

/* D and C by the local ports of the router and the global ports of the drawer. */
static uint64_t choose_all_at_launch(const struct topology *t, uint32_t source,
                                     uint64_t header, const struct queue_view *queues)
{
  struct sync_table_header h = sync_table_unpack(header, t->parameters);

  if (h.count != DEFLECTED_HOPS)
    return header;
  h.via_p = least_queue(t, D3_ROUTERS, source, &h, h.via_p, queues);
  h.via_c = least_queue(t, D3_CABINETS, source, &h, h.via_c, queues);
  return choose_path(t, source, &h, queues);
}

bool d3_is_minimal(const struct routing *routing)
{
  return (routing->header == source_vector && routing->unit == &sync_vector) ||
         (routing->header == minimal && routing->unit == &sync_table);
}

static uint32_t table_bits(const struct topology *t)
{
  return sync_table_bits(t->parameters);
}

static size_t table_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  enum { L = DRAGONFLY_LOCAL, G = DRAGONFLY_GLOBAL };
  static const struct dragonfly_field rows[] = {
      {"to_p", L}, {"to_d", L},  {"to_c", G},  {"at_p", L},           {"at_d", L},
      {"at_c", G}, {"via_p", L}, {"via_c", G}, {"b", SYNC_COUNT_BITS}};

  return dragonfly_fields(t, rows, sizeof rows / sizeof rows[0], fields, capacity);
}

static uint32_t levels_bits(const struct topology *t)
{
  return sync_levels_bits(t->parameters);
}

static size_t levels_fields(const struct topology *t, struct field *fields, size_t capacity)
{
  const size_t count = dragonfly_vector_fields(t, fields, capacity);

  if (count == capacity)
    return count;
  fields[count] = (struct field){
      .name = "privileged", .lsb = sync_vector_bits(t->parameters), .bits = 1};
  return count + 1;
}

/* --- the table --- */

#define LGL_VCS                                                                            \
  "the local hop before the global one and that after it have a virtual channel each"
#define GLGL_VCS                                                                           \
  "the hops before, between and after the two global hops have a virtual channel each"

#define VECTOR                                                                             \
  .header_bits = dragonfly_vector_bits, .fields = dragonfly_vector_fields, .timed = true
#define TABLE .header_bits = table_bits, .fields = table_fields, .timed = true
#define LGL .vcs = 2, .why = LGL_VCS
#define GLGL .vcs = 3, .why = GLGL_VCS
#define LEVELS_VCS                                                                         \
  "privileged packets have a virtual channel of their own and never wait; the local hop "  \
  "before the global one and that after it have one each"

/* The same with HOLDS = 0. */
static void leave_holds_out(struct routing *routing)
{
  routing->unit = routing->unit == &sync_vector   ? &sync_vector_free
                  : routing->unit == &sync_choice ? &sync_choice_free
                                                  : &sync_table_free;
}

static void choose_holds(const struct topology *t, struct routing *routing)
{
  (void)t;
  if (routing->chosen[0])
    leave_holds_out(routing);
}

/* Options: queue, holds. */
static void choose_queue(const struct topology *t, struct routing *routing)
{
  (void)t;
  if (routing->chosen[0]) {
    routing->ordered = 3;               /* for schedules with packets of four hops, too */
    routing->arbiter = ARBITER_HIGHEST; /* who has more hops left */
  }
  if (routing->chosen[1])
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

const struct routing_row d3_routings[D3_ROUTINGS] = {
    {.plain = {.name = "source-vector",
               .text = "the packet carries its ports: local, global, local",
               .unit = &sync_vector,
               .header = source_vector,
               VECTOR,
               LGL},
     .options = {{.name = "queue",
                  .values = {"fifo", "lifo"},
                  .text =
                      "lifo: of two packets at a port, the later launched one goes first"},
                 DRAGONFLY_HOLDS},
     .choose = choose_queue},
    {.plain = {.name = "destination",
               .text = "the packet carries its destination; port tables give the same path",
               .unit = &sync_table,
               .header = minimal,
               TABLE,
               LGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {.name = "glgl",
               .text = "source vector of four hops; the first global hop goes to the "
                       "destination's cabinet",
               .unit = &sync_vector,
               .header = four_hops,
               VECTOR,
               GLGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {.name = "valiant",
               .text = "go to a random cabinet first",
               .unit = &sync_table,
               .header = valiant,
               .header_random = true,
               TABLE,
               GLGL},
     .options =
         {{.name = "b",
           .values = {"4", "5"},
           .text = "counter in the header; 5: go to a random router of the drawer first"},
          DRAGONFLY_HOLDS},
     .choose = choose_deflection},
    {.plain = {.name = "ugal",
               .text = "minimal path, or that of valiant,b=5; the queues at launch decide",
               .unit = &sync_table,
               .header = valiant_local,
               .header_random = true,
               .launch = choose_at_launch,
               .header_bits = table_bits,
               .fields = table_fields,
               GLGL},
     .options = {DRAGONFLY_HOLDS, DRAGONFLY_VIA},
     .choose = choose_via},
    {.plain = {.name = "ugal-l",
               .text = "minimal path, or that of valiant,b=5; the queues of the source "
                       "router decide",
               .unit = &sync_choice,
               .random = RANDOM_QUEUES,
               .header = valiant_local,
               .header_random = true,
               .header_bits = table_bits,
               .fields = table_fields,
               GLGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds},
    {.plain = {.name = "two-levels",
               .text = "source vectors, privileged or standard; privileged ones are never "
                       "impeded",
               .unit = &sync_levels,
               .header = source_vector,
               .privileged = sync_levels_privileged,
               .arbiter = ARBITER_LOWEST,
               .header_bits = levels_bits,
               .fields = levels_fields,
               .timed = true,
               .vcs = 3,
               .why = LEVELS_VCS}},
    {.plain = {DRAGONFLY_ROUND_FAILED, .unit = &sync_table, .header = d3_round_failed,
               TABLE, GLGL},
     .options = {DRAGONFLY_HOLDS},
     .choose = choose_holds,
     .has = faults_any,
     .where = FAULTS_WHERE},
};

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- the claims of the swapped dragonfly paper.
 *
 * Source: Draper, The Swapped Dragonfly.  One file per theme; here is what they share.
 * Everything that is measured comes through these functions and those of lab.h, which look
 * at the graph and at runs alone, never at a formula.
 */
#ifndef LOCKHOP_PAPERS_DRAGONFLY_H
#define LOCKHOP_PAPERS_DRAGONFLY_H

#include "network/topology/d3.h"
#include "network/traffic/schedule.h"
#include "papers/survey.h"
#include "papers/tables.h"

extern const struct paper claims_dragonfly;

/* The parts, in order. */
#define DRAGONFLY_PARTS(PART)                                                              \
  PART(dragonfly_network)      /* abstract, sections 1 and 2 */                            \
  PART(dragonfly_paths)        /* section 2 */                                             \
  PART(dragonfly_wiring)       /* section 3 */                                             \
  PART(dragonfly_parts)        /* section 4, Theorem 1 */                                  \
  PART(dragonfly_tables)       /* section 4, Theorem 1 */                                  \
  PART(dragonfly_cuts)         /* section 4, Corollary 1 */                                \
  PART(dragonfly_conflicts)    /* section 5, Theorem 2 */                                  \
  PART(dragonfly_scaling)      /* section 6 */                                             \
  PART(dragonfly_router)       /* section 7 */                                             \
  PART(dragonfly_vectors)      /* section 8 */                                             \
  PART(dragonfly_parallel)     /* section 8 */                                             \
  PART(dragonfly_demands)      /* section 9 */                                             \
  PART(dragonfly_lookups)      /* section 10 */                                            \
  PART(dragonfly_destinations) /* section 10 */                                            \
  PART(dragonfly_embedding)    /* section 10, hypercube */                                 \
  PART(dragonfly_conditions)   /* section 10, choice of D and C */                         \
  PART(dragonfly_maximal)      /* section 11 */                                            \
  PART(dragonfly_compared)     /* section 11 */                                            \
  PART(dragonfly_traffic)      /* section 11, latency */                                   \
  PART(dragonfly_related)      /* sections 12 and 13 */                                    \
  PART(dragonfly_hypercube)    /* section 13, hypercube */                                 \
  PART(dragonfly_levels)       /* section 13, two levels of service */                     \
  PART(dragonfly_programs)     /* section 13, programs of a hypercube */                   \
  PART(dragonfly_products)     /* section 13, products of matrices */                      \
  PART(dragonfly_protocols)    /* Protocols 1 to 3 */                                      \
  PART(dragonfly_broadcast)    /* Theorem 4 */                                             \
  PART(dragonfly_one_to_all)   /* Theorem 5 */                                             \
  PART(dragonfly_all_to_one)   /* Theorem 6 */                                             \
  PART(dragonfly_copied)       /* footnotes 4 and 8 */                                     \
  PART(dragonfly_all_to_all)   /* Theorem 7 */                                             \
  PART(dragonfly_permutations) /* Theorem 8 */

DRAGONFLY_PARTS(CLAIM_PART_EXTERN)

/* The tables, in order. */
#define DRAGONFLY_TABLES(TABLE)                                                            \
  TABLE(dragonfly_table_1)       /* section 11 */                                          \
  TABLE(dragonfly_table_4a)      /* section 4 */                                           \
  TABLE(dragonfly_table_4b)      /* section 4 */                                           \
  TABLE(dragonfly_table_10)      /* section 10 */                                          \
  TABLE(dragonfly_table_latency) /* section 11 */

DRAGONFLY_TABLES(CLAIM_TABLE_EXTERN)

/* --- what table 1 asks --- */

/* Does a network of fewer cabinets grow without moving a wire (6.1)? */
bool dragonfly_grows(struct finding *f);

/* Do fewer cabinets, and fewer routers, of D3(3,4) form a D3 (4.3)? */
bool dragonfly_contains(struct finding *f);

/* --- networks --- */

/* Specs of D3(K,M). */
#define D3 "d3:%u,%u"

/* Sizes {K, M} at which whole graphs are looked at. */
enum { LAB_GRAPHS = 11, LAB_SMALL = 7 };
extern const struct lab_size
    lab_graphs[LAB_GRAPHS]; /* the first LAB_SMALL: <= 48 routers */

/* Where one size is looked at. */
static const struct lab_size dragonfly_example = {3, 4};

/* Is it the size of the examples? */
bool dragonfly_is_example(struct lab_size size);

/* False: it is not open. */
bool dragonfly_open(struct finding *f, struct topology *t, struct lab_size size);

/* D3 of these sizes; of lab_graphs; of the example. */
struct survey dragonfly_survey(struct finding *f, const struct lab_size *sizes,
                               uint32_t count);
struct survey dragonfly_graphs(struct finding *f);
struct survey dragonfly_one(struct finding *f);

/* Where a router's local port q leads to, q in [0, M): by 0 a packet stays; and global port
 * g, g in [0, K). */
uint32_t lab_local(const struct topology *t, uint32_t sw, uint32_t q);
uint32_t lab_global(const struct topology *t, uint32_t sw, uint32_t g);

/* Where local delta, global gamma, local pi lead to. */
uint32_t lab_end(const struct topology *t, uint32_t sw, struct d3_vector v);

/* A path, as topology_path gives it. */
enum { LAB_HOPS = 8 };
size_t lab_path(const struct topology *t, const struct routing *routing, uint32_t source,
                uint32_t destination, uint64_t header, struct hop hops[LAB_HOPS]);

/* The path of the header that the routing makes. */
size_t lab_path_of(const struct topology *t, const struct routing *routing, uint32_t source,
                   uint32_t destination, struct hop hops[LAB_HOPS]);

/* Is d = p? */
bool dragonfly_is_diagonal(struct lab_size size, uint32_t sw);

/* --- schedules, packets never waiting --- */

/* What is sent on an open network. */
struct sent {
  struct finding *f;
  const struct topology *t;
  const struct routing *routing;
  struct schedule schedule;
  size_t capacity;
};

/* No packet yet; `routing` NULL: source vectors. */
void sent_open(struct finding *f, struct sent *sent, const struct topology *t,
               const char *routing);

/* The packets of a schedule of lockhop, by source vectors. */
void sent_make(struct finding *f, struct sent *sent, const struct topology *t,
               const char *traffic, ...) __attribute__((format(printf, 4, 5)));

/* Send one more packet.  Cycles may not fall by more than a path is long. */
void sent_add(struct sent *sent, uint32_t cycle, uint32_t source, uint32_t destination,
              uint64_t header);

/* From every router a packet with this vector, b = 3, that ends where lockhop says. */
void sent_add_all(struct sent *sent, uint32_t cycle, struct d3_vector v);

struct conflicts sent_conflicts(const struct sent *sent);

/* Different cycles in which packets start. */
uint32_t sent_rounds(const struct sent *sent);

void sent_close(struct sent *sent);

/* --- runs of the golden machine --- */

/* Run a schedule of lockhop, one packet per router where that matters. */
struct trial_result dragonfly_run(struct finding *f, struct lab_size size,
                                  const char *traffic, ...)
    __attribute__((format(printf, 3, 4)));

/* All-to-all, self-messages included, at the sizes of a table; each is run once. */
enum { LAB_TABLE = 19 };
extern const struct lab_size lab_table[LAB_TABLE];

enum lab_order {
  ORDER_PRINTED,
  ORDER_MINIMAL,
  ORDER_ZERO_WAIT,
  ORDER_NO_WAITS,
  ORDER_PROTOCOL_2,
  ORDER_PROTOCOL_3,
  ORDER_LIFO,
  ORDERS
};

const struct trial_result *lab_all_to_all(struct finding *f, size_t size,
                                          enum lab_order order);

/* Rounds of one of lab_table: K M^2. */
uint64_t lab_rounds(size_t size);

/* All were delivered, and no two packets wanted a link at once. */
bool lab_clean(const struct trial_result *result);

/* --- one network on which many permutations are run --- */

/* How a permutation is routed. */
enum policy {
  POLICY_LGL,      /* local, global, local */
  POLICY_HOLDS,    /* the same, but local port 0 takes a step, which else it does not */
  POLICY_GLGL,     /* four hops */
  POLICY_EXCHANGE, /* the paper's: traffic "exchange" */
  POLICIES
};

/* It must stay where it is. */
struct arena {
  struct lab_machine machine;
  enum policy policy;
  size_t first; /* number of the packet of router 0; those of the others follow */
};

/* False: it is not open. */
bool arena_open(struct finding *f, struct arena *arena, struct lab_size size,
                enum policy policy);

/* Steps in which router i's packet reaches to[i], for all i; the exchange counted in;
 * UINT64_MAX: they do not arrive. */
uint64_t arena_steps(struct arena *arena, const uint32_t *to);

/* Conflicts of the same packets if none waits. */
struct conflicts arena_conflicts(struct arena *arena, const uint32_t *to);

void arena_close(struct arena *arena);

#endif

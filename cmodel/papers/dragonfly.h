/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dragonfly -- the claims of the swapped dragonfly paper.
 *
 * Source: Draper, The Swapped Dragonfly.  One file per theme; here is what they share.
 * Everything that is measured comes through the functions lab_..., which look at the graph
 * and at runs alone, never at a formula.
 */
#ifndef LOCKHOP_PAPERS_DRAGONFLY_H
#define LOCKHOP_PAPERS_DRAGONFLY_H

#include "network/topology/d3.h"
#include "network/traffic/schedule.h"
#include "papers/lab.h"

extern const struct paper claims_dragonfly;

extern const struct claim_part dragonfly_network;      /* abstract, sections 1 and 2 */
extern const struct claim_part dragonfly_paths;        /* section 2 */
extern const struct claim_part dragonfly_wiring;       /* section 3 */
extern const struct claim_part dragonfly_parts;        /* section 4, Theorem 1 */
extern const struct claim_part dragonfly_tables;       /* section 4, Theorem 1 */
extern const struct claim_part dragonfly_cuts;         /* section 4, Corollary 1 */
extern const struct claim_part dragonfly_conflicts;    /* section 5, Theorem 2 */
extern const struct claim_part dragonfly_scaling;      /* section 6 */
extern const struct claim_part dragonfly_router;       /* section 7 */
extern const struct claim_part dragonfly_vectors;      /* section 8 */
extern const struct claim_part dragonfly_parallel;     /* section 8 */
extern const struct claim_part dragonfly_demands;      /* section 9 */
extern const struct claim_part dragonfly_destinations; /* section 10 */
extern const struct claim_part dragonfly_embedding;    /* section 10, hypercube */
extern const struct claim_part dragonfly_maximal;      /* section 11 */
extern const struct claim_part dragonfly_compared;     /* section 11 */
extern const struct claim_part dragonfly_related;      /* sections 12 and 13 */
extern const struct claim_part dragonfly_hypercube;    /* section 13, hypercube */
extern const struct claim_part dragonfly_protocols;    /* Protocols 1 to 3 */
extern const struct claim_part dragonfly_broadcast;    /* Theorem 4 */
extern const struct claim_part dragonfly_one_to_all;   /* Theorem 5 */
extern const struct claim_part dragonfly_all_to_one;   /* Theorem 6 */
extern const struct claim_part dragonfly_all_to_all;   /* Theorem 7 */
extern const struct claim_part dragonfly_permutations; /* Theorem 8 */

/* D3(k,m). */
struct lab_size {
  uint32_t k, m;
};

/* Sizes at which whole graphs are looked at. */
enum { LAB_GRAPHS = 11, LAB_SMALL = 7 };
extern const struct lab_size
    lab_graphs[LAB_GRAPHS]; /* the first LAB_SMALL: <= 48 routers */

/* --- the graph --- */

bool dragonfly_open(struct topology *t, struct lab_size size, struct err *err);

/* Where a router's local port q leads to, q in [0, M): by 0 a packet stays; and global port
 * g, g in [0, K). */
uint32_t lab_local(const struct topology *t, uint32_t sw, uint32_t q);
uint32_t lab_global(const struct topology *t, uint32_t sw, uint32_t g);

/* Where local delta, global gamma, local pi lead to. */
uint32_t lab_walk(const struct topology *t, uint32_t sw, struct d3_vector v);

/* A path, as topology_path gives it. */
enum { LAB_HOPS = 8 };
size_t lab_path(const struct topology *t, const struct routing *routing, uint32_t source,
                uint32_t destination, uint64_t header, struct hop hops[LAB_HOPS]);

/* --- schedules of our own, packets never waiting --- */

struct lab_plan {
  const struct topology *t;
  const struct routing *routing;
  struct schedule schedule;
  size_t capacity;
};

/* `routing` NULL: source vectors. */
bool lab_plan_open(struct lab_plan *plan, const struct topology *t, const char *routing,
                   struct err *err);

/* With a schedule of lockhop. */
bool lab_plan_make(struct lab_plan *plan, const struct topology *t, const char *routing,
                   struct err *err, const char *traffic, ...)
    __attribute__((format(printf, 5, 6)));

/* Cycles may not fall by more than a path is long. */
bool lab_plan_send(struct lab_plan *plan, uint32_t cycle, uint32_t source,
                   uint32_t destination, uint64_t header, struct err *err);

bool lab_plan_count(const struct lab_plan *plan, struct conflicts *c, struct err *err);

void lab_plan_close(struct lab_plan *plan);

/* Declare a plan, not open yet, that is closed when its block is left. */
#define PLAN_OF_BLOCK(plan)                                                                \
  struct lab_plan plan __attribute__((cleanup(lab_plan_close))) = {.t = NULL}

/* --- runs of the golden machine --- */

/* Run a schedule of lockhop, one packet per router where that matters.  `routing` NULL: as
 * lockhop run.  False with err->kind ERR_NONE: interrupted. */
bool dragonfly_run(const struct claims *claims, struct lab_size size, const char *routing,
                   struct trial_result *result, struct err *err, const char *traffic, ...)
    __attribute__((format(printf, 6, 7)));

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

/* NULL on error, or with err->kind ERR_NONE when interrupted. */
const struct trial_result *lab_all_to_all(struct claims *claims, size_t size,
                                          enum lab_order order, struct err *err);

/* All were delivered, and no two packets wanted a link at once. */
bool lab_clean(const struct trial_result *result);

#endif

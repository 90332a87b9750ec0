/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* dual_nets -- the claims of two papers on dual-nets.
 *
 * Sources: Li, Peng, Chu, Hierarchical Dual-Net (2012), ids beginning with H; Li, Peng,
 * Chu, Collective Communication in Recursive Dual-Net, ids beginning with R.  The number
 * after the letter is that of the section; X: in neither paper.
 */
#ifndef LOCKHOP_PAPERS_DUAL_NETS_H
#define LOCKHOP_PAPERS_DUAL_NETS_H

#include "network/collective/operation.h"
#include "network/topology/hdn.h"
#include "papers/survey.h"
#include "papers/tables.h"

extern const struct paper claims_dual_nets;

/* The parts, in order. */
#define DUAL_PARTS(PART)                                                                   \
  PART(dual_clusters)         /* H2: degrees, clusters */                                  \
  PART(dual_construction)     /* H2: figures 1 and 2, the two steps of a level */          \
  PART(dual_sizes)            /* H3: nodes, degrees */                                     \
  PART(dual_diameters)        /* H3: Theorem 1 */                                          \
  PART(dual_quotients)        /* H3: quotient graphs */                                    \
  PART(dual_families)         /* H3: table 2 */                                            \
  PART(dual_compared)         /* H3: table 3 */                                            \
  PART(dual_cuts)             /* H3: bisection */                                          \
  PART(dual_bases)            /* H3: bases that are no rings */                            \
  PART(dual_indexes)          /* H4 */                                                     \
  PART(dual_ids)              /* H4: table 4, the example */                               \
  PART(dual_routes)           /* H4: Algorithm 1, Theorem 2 */                             \
  PART(dual_bases_routes)     /* H4: bases that are no rings */                            \
  PART(dual_broadcasts)       /* H5 */                                                     \
  PART(dual_collectives)      /* X: with super-nodes of several nodes */                   \
  PART(dual_recursive)        /* R2 */                                                     \
  PART(dual_recursive_cuts)   /* R2: bisection */                                          \
  PART(dual_recursive_routes) /* R2: Theorem 2 */                                          \
  PART(dual_said)             /* R2: symmetry, cost ratios */                              \
  PART(dual_said_of_time)     /* R3 */                                                     \
  PART(dual_theorems)         /* R4, R5 */                                                 \
  PART(dual_times)            /* R6: table II */                                           \
  PART(dual_said_of_links)    /* R6: links */                                              \
  PART(dual_memoryless)       /* X: routing */                                             \
  PART(dual_bases_deadlocks)  /* X: routing, bases that are no rings */                    \
  PART(dual_engines)          /* X: runs of engines */                                     \
  PART(dual_paths)            /* X: cycles, failures, embeddings */                        \
  PART(dual_beside)           /* X: random traffic */

DUAL_PARTS(CLAIM_PART_EXTERN)

/* The tables, in order. */
#define DUAL_TABLES(TABLE)                                                                 \
  TABLE(dual_table_1)            /* hdn-1 */                                               \
  TABLE(dual_table_2)            /* hdn-2 */                                               \
  TABLE(dual_table_3)            /* hdn-3 */                                               \
  TABLE(dual_table_4)            /* hdn-4 */                                               \
  TABLE(dual_table_of_recursive) /* rdn-1 */                                               \
  TABLE(dual_table_of_times)     /* rdn-2 */

DUAL_TABLES(CLAIM_TABLE_EXTERN)

/* --- networks --- */

/* Switches of a network. */
uint32_t dual_switches(const struct topology *t);

/* Nodes, largest degree, and largest distance from so many switches, spread evenly. */
struct dual_size {
  uint32_t nodes, degree, diameter;
};

/* Columns of the tables of cost ratios. */
enum dual_column { DUAL_NODES, DUAL_DEGREE, DUAL_DIAMETER, DUAL_COST, DUAL_COLUMNS };

/* The number of a column, but for DUAL_COST. */
static inline uint32_t dual_number(struct dual_size size, uint32_t column)
{
  return column == DUAL_NODES    ? size.nodes
         : column == DUAL_DEGREE ? size.degree
                                 : size.diameter;
}

struct dual_size dual_measure(struct finding *f, uint32_t sources, const char *spec, ...)
    __attribute__((format(printf, 3, 4)));

/* Paths of a routing from `sources` switches, spread evenly, to all; added to *p. */
struct dual_paths {
  uint32_t pairs, lost, longest;
  uint32_t beyond;  /* longer than Theorem 2 allows */
  uint32_t detours; /* longer than the distance */
  double mean;      /* of the last network */
};

void dual_follow(struct finding *f, struct dual_paths *p, const char *spec,
                 const char *routing, uint32_t sources);

/* Different numbers of nodes at each distance, from `count` nodes spread evenly (64 at
 * most); *least: the smallest of their largest distances. */
uint32_t dual_profiles(struct lab_graph *g, uint32_t count, uint32_t *least);

/* Do channels wait in a cycle, when all packets of a network are followed?  `vcs` 0: those
 * of the routing. */
bool dual_cyclic(struct finding *f, const char *spec, const char *routing_name,
                 uint32_t vcs);

/* Super-nodes of the 2x3x5 torus, in the order of table 1. */
enum { DUAL_SUPERS = 8 };

extern const struct dual_super {
  const char *spec;
  uint32_t nodes, diameter, broadcast; /* rounds of a broadcast in it */
} dual_supers[DUAL_SUPERS];

/* --- collectives --- */

enum { DUAL_STEPS = 64 };

struct dual_cost {
  uint32_t startups;            /* a */
  uint64_t word_steps;          /* b */
  uint32_t sizes[DUAL_STEPS];   /* [startups] of the steps in which something moves */
  uint64_t duplicates, missing; /* of dual_cost_of */
  uint32_t reached; /* of dual_one_source: nodes that get their block, its own included */
};

/* What a collective costs, all blocks moved and checked. */
struct dual_cost dual_cost_of(struct finding *f, const char *spec,
                              struct operation_request request);

/* The blocks of one source alone, unchecked.  Sizes are then moves in a step: where all
 * sources make as many, what nodes send in a step on the average. */
struct dual_cost dual_one_source(struct finding *f, const char *spec,
                                 struct operation_request request);

/* A run of engines. */
struct dual_run {
  uint64_t cycles; /* 0: it has not passed */
  uint64_t delivered, hops;
};

struct dual_run dual_run(struct finding *f, const char *spec, const char *traffic);

#endif

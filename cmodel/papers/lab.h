/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lab -- what the rows of all papers measure with.
 *
 * Networks are opened here, distances found by search, permutations drawn and networks run.
 * Nothing here looks at a formula.
 */
#ifndef LOCKHOP_PAPERS_LAB_H
#define LOCKHOP_PAPERS_LAB_H

#include "base/rng.h"
#include "network/topology/topology.h"
#include "papers/claims.h"
#include "tool/session/session.h"
#include "tool/session/trial.h"

/* False when the claims are interrupted; then err->kind is ERR_NONE. */
bool lab_goes_on(const struct claims *claims, struct err *err);

/* --- memory --- */

/* Room for `count` entries of `size` bytes, all 0.  NULL: the error says for what there is
 * not enough memory. */
void *lab_memory(size_t count, size_t size, struct err *err, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

/* Frees what the pointer at `place` points to. */
void lab_free(void *place);

/* Behind the name of a pointer to memory that is freed when its block is left. */
#define MEMORY_OF_BLOCK __attribute__((cleanup(lab_free)))

/* --- networks --- */

/* Open a network by its spec.  *t: of a TOPOLOGY_OF_BLOCK; one that is open is closed
 * first. */
bool lab_open(struct topology *t, struct err *err, const char *spec, ...)
    __attribute__((format(printf, 3, 4)));

/* Is the port a link to a switch, and so neither a hold nor unused? */
bool lab_is_link(const struct topology *t, uint32_t sw, uint32_t port);

struct link lab_link(const struct topology *t, uint32_t sw, uint32_t port);

/* The graph of a network: who is joined to whom, in either direction, each neighbour once
 * and the switch itself never. */
struct lab_graph {
  uint32_t nodes;
  uint32_t *first; /* [nodes + 1] neighbours of v: to[first[v]] to to[first[v + 1] - 1] */
  uint32_t *to;    /* each once for each v */
  uint32_t *queue; /* [reached] nodes in the order in which the last search reached them */
  uint32_t reached;
  uint32_t *hops;  /* [nodes] distances by the last search; UINT32_MAX: not reached */
  uint64_t *paths; /* [nodes] by lab_count_paths */
};

bool lab_graph_open(struct lab_graph *g, const struct topology *t, struct err *err);

void lab_graph_close(struct lab_graph *g);

/* Declare a graph, not open yet, that is closed when its block is left. */
#define GRAPH_OF_BLOCK(g)                                                                  \
  struct lab_graph g __attribute__((cleanup(lab_graph_close))) = {.nodes = 0}

/* A network and its graph; both are closed first, if they are open. */
bool lab_open_graph(struct topology *t, struct lab_graph *g, struct err *err,
                    const char *spec, ...) __attribute__((format(printf, 4, 5)));

/* Edges. */
uint32_t lab_edges(const struct lab_graph *g);

/* Largest number of neighbours. */
uint32_t lab_degree(const struct lab_graph *g);

/* Is there an edge? */
bool lab_joined(const struct lab_graph *g, uint32_t a, uint32_t b);

/* Breadth-first search: fills g->hops and g->queue.  Returns the largest distance;
 * UINT32_MAX: some are not reached. */
uint32_t lab_search(struct lab_graph *g, uint32_t from);

/* Fills g->paths: how many shortest paths lead from the start of the last search. */
void lab_count_paths(struct lab_graph *g);

/* Largest distance from `count` nodes spread evenly, from all where count is UINT32_MAX;
 * UINT32_MAX: some are not reached. */
uint32_t lab_eccentricity(struct lab_graph *g, uint32_t count);

/* Largest distance of two switches, by their graph. */
bool lab_diameter(const struct topology *t, uint32_t *diameter, struct err *err);

/* --- permutations --- */

void lab_swap(uint32_t *a, uint32_t *b);

/* order[i] = i. */
void lab_identity(uint32_t *order, uint32_t count);

/* A random permutation of [0, count). */
void lab_shuffle(uint32_t *order, uint32_t count, struct rng *rng);

/* --- runs of the golden machine --- */

/* One run.  False with err->kind ERR_NONE: interrupted. */
bool lab_trial(const struct claims *claims, const struct description *trial,
               struct trial_result *result, struct err *err);

/* One network, run as often as wanted.  It must stay where it is. */
struct bench {
  const struct claims *claims;
  char spec[TOPOLOGY_SPEC];
  struct session s; /* entries of its schedule may be changed between runs */
  struct machine machine;
  uint64_t seed; /* of the random words; may be changed */
};

/* The description's topology is bench->spec. */
bool bench_open(struct bench *bench, const struct claims *claims,
                const struct description *description, struct err *err);

/* Run the schedule; the observer may be NULL.  Close the result in either case.  False with
 * err->kind ERR_NONE: interrupted. */
bool bench_run(struct bench *bench, run_observer *observer, void *self,
               struct run_result *result, struct err *err);

void bench_close(struct bench *bench);

#endif

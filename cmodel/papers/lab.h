/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lab -- what the rows of all papers measure with.
 *
 * It opens networks, finds distances by search, draws permutations and runs networks.  It
 * does not use formulas.  After a failure its functions do nothing (claim_judge).
 */
#ifndef LOCKHOP_PAPERS_LAB_H
#define LOCKHOP_PAPERS_LAB_H

#include "base/rng.h"
#include "network/topology/topology.h"
#include "papers/claims.h"
#include "tool/session/session.h"
#include "tool/session/trial.h"

/* False when the finding has failed, or is interrupted. */
bool lab_continues(struct finding *f);

/* --- memory --- */

/* Room for `count` entries of `size` bytes, all 0; NULL: there is none. */
void *lab_memory(struct finding *f, size_t count, size_t size);

/* Frees what the pointer at `place` points to. */
void lab_free(void *place);

/* Behind the name of a pointer to memory that is freed when its block is left. */
#define MEMORY_OF_BLOCK __attribute__((cleanup(lab_free)))

/* Declare a struct of which all is 0, and that KIND_close closes when its block is left. */
#define OF_BLOCK(kind, name) struct kind name __attribute__((cleanup(kind##_close))) = {0}

/* --- networks --- */

/* Open a network by its spec.  *t: of a TOPOLOGY_OF_BLOCK; one that is open is closed
 * first.  False: it is not open. */
bool lab_open(struct finding *f, struct topology *t, const char *spec, ...)
    __attribute__((format(printf, 3, 4)));

/* Is the port a link to a switch, and so neither a hold nor unused? */
bool lab_is_link(const struct topology *t, uint32_t sw, uint32_t port);

struct link lab_link(const struct topology *t, uint32_t sw, uint32_t port);

/* Does a link lead from one switch to the other? */
bool lab_linked(const struct topology *t, uint32_t from, uint32_t to);

/* The switches on one side, and the links that leave it. */
struct lab_cut {
  uint32_t switches, links;
};

typedef bool lab_side(const struct topology *t, uint32_t sw);

struct lab_cut lab_cut_of(const struct topology *t, lab_side *side);

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

void lab_graph_close(struct lab_graph *g);

/* A network and its graph; both are closed first, if they are open.  False: they are not
 * open. */
bool lab_open_graph(struct finding *f, struct topology *t, struct lab_graph *g,
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

/* --- permutations --- */

void lab_swap(uint32_t *a, uint32_t *b);

/* order[i] = i. */
void lab_identity(uint32_t *order, uint32_t count);

/* A random permutation of [0, count). */
void lab_shuffle(uint32_t *order, uint32_t count, struct rng *rng);

/* --- schedules --- */

/* Make traffic of one packet per terminal, with the seed of the claims.  False: there is
 * none. */
bool lab_schedule(struct finding *f, struct schedule *schedule, const struct topology *t,
                  const struct routing *routing, const char *traffic);

/* --- runs of the golden machine --- */

/* One run. */
struct trial_result lab_run(struct finding *f, const struct description *trial);

/* One network and its golden machine, run as often as wanted.  It must stay where it is. */
struct lab_machine {
  struct finding *f;
  char spec[TOPOLOGY_SPEC];
  struct session s; /* entries of its schedule may be changed between runs */
  struct machine golden;
  uint64_t seed; /* of the random words; may be changed */
};

/* The network has this spec, and the seed is that of the claims; all else is as in the
 * description.  False: it is not open. */
bool lab_machine_open(struct finding *f, struct lab_machine *m,
                      struct description description, const char *spec, ...)
    __attribute__((format(printf, 4, 5)));

/* Run the schedule; the observer may be NULL.  Returns false when that failed.  The result
 * is all 0 then, or else to be closed; one of a run before is closed. */
bool lab_machine_run(struct lab_machine *m, run_observer *observer, void *self,
                     struct run_result *result);

void lab_machine_close(struct lab_machine *m);

#endif

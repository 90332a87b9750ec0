/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube_deadlock -- finite queues: which routings deadlock, by all cases of the
 * smallest cubes and by the static check of network/topology/dependency.h.
 *
 * A claim "can deadlock" or "never deadlocks" has two readings, the runs and the check.
 */
#include "base/order.h"
#include "network/topology/dependency.h"
#include "papers/hypercube.h"

enum { N = 2, SWITCHES = 1 << N, SEEDS = 3000, DEPTH = 1 };

/* What was tried of a system. */
struct tried {
  uint32_t cases, deadlocks;
};

/* One system, what of it is tried, and the claim. */
struct system {
  enum algorithm algorithm;
  uint32_t packets, vcs; /* per switch; virtual channels */
  bool in_ports;         /* packets start in the input registers of the network channels */
  const struct method {
    void (*try)(struct finding *f, const struct system *system, struct tried *tried);
    const char *cases;
  } * method;
  bool free_of_it; /* the claim is that there is no deadlock */
};

static bool open_system(struct finding *f, struct lab_machine *m,
                        const struct system *system, const char *traffic)
{
  struct cube_request request =
      cube_unlimited(N, traffic, system->algorithm, system->packets);

  request.depth = DEPTH;
  request.vcs = system->vcs;
  if (system->in_ports)
    request.lanes = 0;
  return cube_open(f, m, request);
}

static void try_case(struct lab_machine *m, struct tried *tried)
{
  OF_BLOCK(run_result, result);

  lab_machine_run(m, NULL, NULL, &result);
  tried->cases++;
  tried->deadlocks += result.outcome == OUTCOME_DEADLOCK;
}

/* Two packets per switch, all vectors of destinations. */
static void try_vectors(struct finding *f, const struct system *system, struct tried *tried)
{
  enum { PACKETS = 2 * SWITCHES };
  OF_BLOCK(lab_machine, m);

  if (!open_system(f, &m, system, "identity"))
    return;
  for (uint32_t vector = 0; vector < 1u << (N * PACKETS); vector++) {
    for (uint32_t i = 0; i < PACKETS; i++)
      cube_send(&m, i, vector >> (N * i) & (SWITCHES - 1), 0);
    try_case(&m, tried);
  }
}

/* One packet per switch, all permutations with all intermediate destinations. */
static void try_intermediates(struct finding *f, const struct system *system,
                              struct tried *tried)
{
  uint32_t order[SWITCHES] = {0, 1, 2, 3};
  OF_BLOCK(lab_machine, m);

  if (!open_system(f, &m, system, "identity"))
    return;
  do
    for (uint32_t by = 0; by < 1u << (N * SWITCHES); by++) {
      for (uint32_t i = 0; i < SWITCHES; i++)
        cube_send(&m, i, order[i], by >> (N * i) & (SWITCHES - 1));
      try_case(&m, tried);
    }
  while (next_permutation(order, SWITCHES));
}

/* Two packets per switch by random permutations, one seed after the other. */
static void try_seeds(struct finding *f, const struct system *system, struct tried *tried)
{
  struct claims own = *f->claims;
  struct finding with_seed = {.claims = &own, .err = f->err};

  for (uint32_t i = 0; i < SEEDS && !with_seed.failed; i++) {
    OF_BLOCK(lab_machine, m);

    own.seed = f->claims->seed + i;
    if (open_system(&with_seed, &m, system, "random"))
      try_case(&m, tried);
  }
  finding_check(f, !with_seed.failed);
}

/* How all, or some, cases of a system are tried. */
static const struct method vectors = {try_vectors, "destination vectors"},
                           intermediates = {try_intermediates,
                                            "permutations and intermediate destinations"},
                           seeds = {try_seeds, "seeds"};

/* The cases, then the check. */
static void judge_system(struct finding *f)
{
  const struct system *system = f->with;
  struct tried tried = {.cases = 0};
  struct dependency d;
  TOPOLOGY_OF_BLOCK(t);

  system->method->try(f, system, &tried);
  if (!lab_open(f, &t, "hypercube:12"))
    return;
  reading(f, (tried.deadlocks == 0) == system->free_of_it,
          "n=2, p=%u, depth %d: %u of %u %s", system->packets, DEPTH, tried.deadlocks,
          tried.cases, system->method->cases);
  const struct routing *routing =
      topology_routing(&t, algorithm_names[system->algorithm], f->err);
  if (finding_check(f, routing && dependency_check(&d, &t, routing, system->vcs,
                                                   system->in_ports, f->err)))
    reading(f, (d.cycle_length == 0) == system->free_of_it,
            d.cycle_length ? "static check of %s: possible, a cycle of %zu channels"
                           : "static check of %s: impossible",
            d.spec, d.cycle_length);
}

static const struct claim_row rows[] = {
    {"D1", "Det-R, packets starting in the input registers, can deadlock", "-",
     judge_system, .with = &(const struct system){DET, 2, 1, true, &vectors, false}},
    {"D2", "Det-R, packets starting in lanes, never does", "-", judge_system,
     .with = &(const struct system){DET, 2, 1, false, &vectors, true}},
    {"D3", "Rand-Trans with 1 virtual channel can deadlock", "-", judge_system,
     .with = &(const struct system){TRANS, 1, 1, false, &intermediates, false}},
    {"D4", "Rand-Trans with 2 virtual channels never does", "-", judge_system,
     .with = &(const struct system){TRANS, 1, 2, false, &intermediates, true}},
    {"D5", "DRand with forced hops and 2 virtual channels can deadlock", "-", judge_system,
     .with = &(const struct system){DRAND, 2, 2, false, &seeds, false}},
    {"D6", "DRand with forced hops and 3 virtual channels never does", "-", judge_system,
     .with = &(const struct system){DRAND, 2, 3, false, &seeds, true}},
    {"D7", "DRand without forced hops and 2 virtual channels never does", "-", judge_system,
     .with = &(const struct system){FREE, 2, 2, false, &seeds, true}},
};

const struct claim_part claims_hypercube_deadlock =
    CLAIM_PART(rows, "not in the paper: deadlock with finite queues");

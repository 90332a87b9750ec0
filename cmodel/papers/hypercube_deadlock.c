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

enum { N = 2, SWITCHES = 1 << N, SEEDS = 3000 };

/* One system and what was found. */
struct system {
  enum algorithm algorithm;
  uint32_t packets, depth, vcs;
  bool in_ports; /* packets start in the input registers of the network channels */
  uint32_t cases, deadlocks;
  const char *what; /* the cases */
};

static bool open_system(struct bench *bench, const struct claims *claims,
                        const struct system *system, const char *traffic, struct err *err)
{
  return cube_open(bench, claims,
                   &(struct cube_request){.n = N,
                                          .traffic = traffic,
                                          .algorithm = system->algorithm,
                                          .packets = system->packets,
                                          .depth = system->depth,
                                          .lanes = system->in_ports ? 0 : DESCRIPTION_UNSET,
                                          .vcs = system->vcs},
                   err);
}

static bool try_case(struct bench *bench, struct system *system, struct err *err)
{
  enum outcome outcome;

  if (!cube_outcome(bench, &outcome, err))
    return false;
  system->cases++;
  system->deadlocks += outcome == OUTCOME_DEADLOCK;
  return true;
}

/* Two packets per switch, all vectors of destinations. */
static bool try_vectors(struct claims *claims, struct system *system, struct err *err)
{
  enum { PACKETS = 2 * SWITCHES };
  struct bench bench;
  bool ran = true;

  system->packets = 2;
  system->what = "destination vectors";
  if (!open_system(&bench, claims, system, "identity", err))
    return false;
  for (uint32_t vector = 0; vector < 1u << (N * PACKETS) && ran; vector++) {
    for (uint32_t i = 0; i < PACKETS; i++)
      cube_send(&bench, i, vector >> (N * i) & (SWITCHES - 1), 0);
    ran = try_case(&bench, system, err);
  }
  bench_close(&bench);
  return ran;
}

/* One packet per switch, all permutations with all intermediate destinations. */
static bool try_intermediates(struct claims *claims, struct system *system, struct err *err)
{
  uint32_t order[SWITCHES] = {0, 1, 2, 3};
  struct bench bench;
  bool ran = true;

  system->packets = 1;
  system->what = "permutations and intermediate destinations";
  if (!open_system(&bench, claims, system, "identity", err))
    return false;
  do
    for (uint32_t by = 0; by < 1u << (N * SWITCHES) && ran; by++) {
      for (uint32_t i = 0; i < SWITCHES; i++)
        cube_send(&bench, i, order[i], by >> (N * i) & (SWITCHES - 1));
      ran = try_case(&bench, system, err);
    }
  while (ran && next_permutation(order, SWITCHES));
  bench_close(&bench);
  return ran;
}

/* Two packets per switch by random permutations, one seed after the other. */
static bool try_seeds(struct claims *claims, struct system *system, struct err *err)
{
  struct claims own = *claims;
  bool ran = true;

  system->packets = 2;
  system->what = "seeds";
  for (uint32_t i = 0; i < SEEDS && ran; i++) {
    struct bench bench;

    own.seed = claims->seed + i;
    ran = open_system(&bench, &own, system, "random", err);
    if (!ran)
      break;
    ran = try_case(&bench, system, err);
    bench_close(&bench);
  }
  return ran;
}

/* What a row is about. */
struct question {
  struct system system;
  bool (*try)(struct claims *, struct system *, struct err *);
  bool free_of_it; /* the claim is that there is no deadlock */
};

/* The cases, then the check. */
static bool judge_system(struct finding *f, struct err *err)
{
  const struct question *asked = f->with;
  struct system system = asked->system;
  TOPOLOGY_OF_BLOCK(t);
  struct dependency d;

  if (!asked->try(f->claims, &system, err) || !topology_open(&t, "hypercube:12", err))
    return false;
  finding_reading(f, (system.deadlocks == 0) == asked->free_of_it,
                  "n=2, p=%u, depth %u: %u of %u %s", system.packets, system.depth,
                  system.deadlocks, system.cases, system.what);
  const struct routing *routing =
      topology_routing(&t, algorithm_names[system.algorithm], err);
  if (!routing || !dependency_check(&d, &t, routing, system.vcs, system.in_ports, err))
    return false;
  finding_reading(f, (d.cycle_length == 0) == asked->free_of_it,
                  d.cycle_length ? "static check of %s: possible, a cycle of %zu channels"
                                 : "static check of %s: impossible",
                  d.spec, d.cycle_length);
  return true;
}

#define PLACE "not in the paper: deadlock with finite queues"

static const struct claim_row rows[] = {
    {"D1", PLACE, "Det-R, packets starting in the input registers, can deadlock", "-",
     judge_system,
     &(const struct question){
         {.algorithm = DET, .depth = 1, .vcs = 1, .in_ports = true}, try_vectors, false}},
    {"D2", PLACE, "Det-R, packets starting in lanes, never does", "-", judge_system,
     &(const struct question){{.algorithm = DET, .depth = 1, .vcs = 1}, try_vectors, true}},
    {"D3", PLACE, "Rand-Trans with 1 virtual channel can deadlock", "-", judge_system,
     &(const struct question){
         {.algorithm = TRANS, .depth = 1, .vcs = 1}, try_intermediates, false}},
    {"D4", PLACE, "Rand-Trans with 2 virtual channels never does", "-", judge_system,
     &(const struct question){
         {.algorithm = TRANS, .depth = 1, .vcs = 2}, try_intermediates, true}},
    {"D5", PLACE, "DRand with forced hops and 2 virtual channels can deadlock", "-",
     judge_system,
     &(const struct question){
         {.algorithm = DRAND, .depth = 1, .vcs = 2}, try_seeds, false}},
    {"D6", PLACE, "DRand with forced hops and 3 virtual channels never does", "-",
     judge_system,
     &(const struct question){{.algorithm = DRAND, .depth = 1, .vcs = 3}, try_seeds, true}},
    {"D7", PLACE, "DRand without forced hops and 2 virtual channels never does", "-",
     judge_system,
     &(const struct question){{.algorithm = FREE, .depth = 1, .vcs = 2}, try_seeds, true}},
};

const struct claim_part claims_hypercube_deadlock = {rows, sizeof rows / sizeof rows[0]};

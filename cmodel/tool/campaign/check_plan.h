/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_plan -- the runs of lockhop check: shapes of switches, traffic, disturbances.
 *
 * Nothing is built and nothing is run: a plan depends on the network, the routing, the
 * level and the seeds alone (docs/check.md).  Runs that find most come first.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_PLAN_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_PLAN_H

#include "network/topology/family.h"
#include "tool/campaign/check_traffic.h"
#include "tool/session/description.h"

enum { CHECK_SWITCHES = 4096, CHECK_NAME = 240, CHECK_TRAFFIC = 128 };

struct check_request {
  const char *topology; /* a spec, or the name of a family: network/topology/family.h */
  const char *routing;  /* NULL: the topology's default */
  const char *const *dut_files;
  size_t dut_count;
  enum check_level level;
  uint64_t seed_from, seed_to; /* both included */
};

/* A network with a routing: the only one of a check, or one size of a family. */
struct check_member {
  char topology[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  uint32_t vcs;             /* of its switches; 0: those of the corners */
  char reason[FAMILY_TEXT]; /* why a family has it: network/topology/family.h */
};

/* Switches that are compiled once; or collective engines. */
struct check_shape {
  char name[CHECK_NAME]; /* "depth 2, 3 lanes, 1 VC"; in a family behind its member */
  size_t member;
  uint32_t depth, lanes, vcs, sends, store;
  bool few_places;  /* its store is that of the corner, else what its runs need */
  uint32_t waiting; /* most packets that may wait at one switch */
  uint32_t program_words, memory_words; /* of engines; 0: of switches */
  uint32_t header_bits, data_bits;
  uint32_t switches;
  uint64_t work; /* switch-cycles of all its runs, about */
  size_t runs, counted;
};

struct check_run {
  char name[CHECK_NAME]; /* "random, 12 packets, stalls, seed 1" */
  char traffic[CHECK_TRAFFIC];
  size_t shape;
  bool wraps;      /* it is long */
  bool uncounted;  /* its packets are none that a test must reach */
  uint32_t rounds; /* of gossip, drawn from the seed, because all take too long; 0: all */
  uint32_t all_rounds;
  bool counted; /* it is short enough to count what it reaches */
  bool further; /* it was not planned, but came when something was not reached */
  struct description description; /* points here and into the request */
};

struct check_plan {
  bool family;                  /* else of one network */
  struct check_member *members; /* [member_count] */
  size_t member_count;
  struct check_shape *shapes; /* [shape_count] in the order of their first runs */
  size_t shape_count, shape_capacity;
  struct check_run **runs; /* [count] in the order in which they start */
  size_t count, capacity;
  size_t too_long; /* runs left out because of their length, of these kinds of traffic */
  char too_long_names[CHECK_NAME];
};

/* The runs of a request, which must stay as long as the plan.  Free the plan in any case.
 * Errors: ERR_USAGE for a network, family or routing that is none, or where it is too
 * large, or has no run at all; ERR_ENVIRONMENT when memory is short. */
bool check_plan_make(struct check_plan *plan, const struct check_request *request,
                     struct err *err);

/* One more run of a shape, for what its runs have not reached: number 0 and up, each with a
 * seed of its own.  *added: there is such a run.  Error: ERR_ENVIRONMENT. */
bool check_plan_further(struct check_plan *plan, const struct check_request *request,
                        size_t shape, uint64_t number, bool *added, struct err *err);

void check_plan_free(struct check_plan *plan);

#endif

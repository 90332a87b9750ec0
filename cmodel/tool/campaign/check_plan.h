/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* check_plan -- the runs of lockhop check: shapes of switches, traffic, disturbances.
 *
 * Nothing is built and nothing is run: a plan depends on the network, the routing, the
 * level and the seeds alone (docs/check.md).  The runs that find the most bugs come first.
 */
#ifndef LOCKHOP_TOOL_CAMPAIGN_CHECK_PLAN_H
#define LOCKHOP_TOOL_CAMPAIGN_CHECK_PLAN_H

#include "network/topology/family.h"
#include "tool/campaign/check_traffic.h"
#include "tool/session/description.h"
#include "verilog/simulator/fit.h"

enum { CHECK_SWITCHES = 4096, CHECK_NAME = 240, CHECK_TRAFFIC = 128 };

struct check_request {
  const char *topology; /* a spec, or the name of a family: network/topology/family.h */
  const char *routing;  /* NULL: the topology's default */
  const char *const *dut_files;
  size_t dut_count;
  const char *shapes; /* --shapes; NULL: nothing is said */
  /* How all runs are judged, from `compare` to `moore`; NULL: as where nothing is said. */
  const struct description *judged;
  enum check_level level;
  uint64_t seed_from, seed_to; /* both included */
};

/* One network with its routing: the only one of a check, or one size of a family. */
struct check_member {
  char topology[TOPOLOGY_SPEC];
  char routing[ROUTING_NAME];
  uint32_t vcs;             /* depth of its switches; 0: that of the corners */
  char reason[FAMILY_TEXT]; /* why the family includes it: network/topology/family.h */
};

/* Switches that share one compiled model; or collective engines. */
struct check_shape {
  char name[CHECK_NAME]; /* "depth 2, 3 lanes, 1 VC"; in a family behind its member */
  size_t member;
  uint32_t depth, lanes, vcs, sends, pushes, store;
  bool few_places;  /* its store has the size of the corner; else what its runs need */
  uint32_t waiting; /* most packets that may wait at one switch */
  uint32_t program_words,
      memory_words; /* program words of engines; 0: the shape is a switch */
  uint32_t header_bits, data_bits;
  uint32_t switches;
  uint64_t work; /* about the switch-cycles of all its runs */
  size_t runs, counted;
};

struct check_run {
  char name[CHECK_NAME]; /* "random, 12 packets, stalls, seed 1" */
  char traffic[CHECK_TRAFFIC];
  size_t shape;
  bool wraps;      /* it is a long run */
  bool uncounted;  /* its packets do not count as reachable */
  uint32_t rounds; /* rounds of gossip, drawn from the seed; 0: all */
  uint32_t all_rounds;
  bool counted;                   /* it is short enough for an exercise map */
  bool further;                   /* it was added because an item was not reached */
  struct description description; /* strings are here or in the request */
};

struct check_plan {
  bool family;                  /* else of one network */
  struct check_member *members; /* [member_count] */
  size_t member_count;
  struct check_shape *shapes; /* [shape_count] in the order of their first runs */
  size_t shape_count, shape_capacity;
  struct check_run **runs; /* [count] in the order in which they start */
  size_t count, capacity;
  size_t too_long; /* runs left out as too long, and their kinds of traffic */
  char too_long_names[CHECK_NAME];
  struct fit fit; /* how the user's switch is connected */
  size_t left;    /* shapes left out, which the user's switch does not support, */
  char left_why[CHECK_NAME]; /* and why */
};

/* The runs of a request, which must stay as long as the plan, which must stay in its place.
 * Free the plan in any case. Errors: ERR_USAGE for an unknown network, family or routing, a
 * network that is too large, or a plan without runs; ERR_ENVIRONMENT when memory is short.
 */
bool check_plan_make(struct check_plan *plan, const struct check_request *request,
                     struct err *err);

/* Add one more run of a shape, for items that its runs did not reach. Number 0 and up, each
 * with its own seed. *added: there is such a run.  Error: ERR_ENVIRONMENT. */
bool check_plan_further(struct check_plan *plan, const struct check_request *request,
                        size_t shape, uint64_t number, bool *added, struct err *err);

void check_plan_free(struct check_plan *plan);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* hypercube -- the claims of the hypercube switch paper.
 *
 * Source: Rabbah and Puttaswamy, Specification and Switch Design for a Hypercube Routing
 * Network.  One file per theme; here is what they share.
 */
#ifndef LOCKHOP_PAPERS_HYPERCUBE_H
#define LOCKHOP_PAPERS_HYPERCUBE_H

#include "papers/survey.h"
#include "papers/tables.h"

extern const struct paper claims_hypercube;

/* The parts, in order. */
#define HYPERCUBE_PARTS(PART)                                                              \
  PART(claims_hypercube_network)    /* section 1 */                                        \
  PART(claims_hypercube_remarks)    /* section 2 */                                        \
  PART(claims_hypercube_phases)     /* section 3.1 */                                      \
  PART(claims_hypercube_choice)     /* section 3.2 */                                      \
  PART(claims_hypercube_evaluation) /* section 4 */                                        \
  PART(claims_hypercube_results)    /* section 5 */                                        \
  PART(claims_hypercube_transpose)  /* section 5 */                                        \
  PART(claims_hypercube_loads)      /* sections 4, 5 */                                    \
  PART(claims_hypercube_forms)      /* not in the paper */                                 \
  PART(claims_hypercube_deadlock)   /* not in the paper */

HYPERCUBE_PARTS(CLAIM_PART_EXTERN)

/* The tables, in order.  The paper prints none of its data: the columns are those of its
 * files, and Rand-Sync, and where it says a range in words that is what is printed. */
#define HYPERCUBE_TABLES(TABLE)                                                            \
  TABLE(hypercube_speedup)                                                                 \
  TABLE(hypercube_transpose)                                                               \
  TABLE(hypercube_steps)                                                                   \
  TABLE(hypercube_congestion)                                                              \
  TABLE(hypercube_undelayed)                                                               \
  TABLE(hypercube_depth)

HYPERCUBE_TABLES(CLAIM_TABLE_EXTERN)

enum algorithm { DET, SYNC, TRANS, OOO, DRAND, FREE, SHARED, LISTING, ALGORITHMS };
enum traffic_pattern { RANDOM, TRANSPOSE, REVERSAL, COMPLEMENT, SHUFFLE, TRAFFICS };

/* Names as in lockhop list. */
extern const char *const algorithm_names[ALGORITHMS];
extern const char *const traffic_names[TRAFFICS];

/* Is the pattern defined on hypercube:n? */
static inline bool traffic_defined(enum traffic_pattern pattern, uint32_t n)
{
  return pattern != TRANSPOSE || n % 2 == 0;
}

/* The row of a table that is called "S(n,p) pattern". */
struct cube_row {
  uint32_t n, packets; /* per switch */
  enum traffic_pattern pattern;
};

struct cube_row cube_row_of(const char *name);

/* --- one network, run as often as wanted --- */

struct cube_request {
  uint32_t n;
  const char *traffic; /* of the first schedule */
  enum algorithm algorithm;
  uint32_t packets; /* per switch */
  uint32_t depth;   /* packets per output queue; 0: no limit */
  int64_t lanes;    /* DESCRIPTION_UNSET: so that all can start at once */
  int64_t vcs;      /* DESCRIPTION_UNSET: those of lockhop run */
};

/* Without a limit of depth, and the rest as lockhop run has it. */
static inline struct cube_request cube_unlimited(uint32_t n, const char *traffic,
                                                 enum algorithm algorithm, uint32_t packets)
{
  return (struct cube_request){.n = n,
                               .traffic = traffic,
                               .algorithm = algorithm,
                               .packets = packets,
                               .lanes = DESCRIPTION_UNSET,
                               .vcs = DESCRIPTION_UNSET};
}

/* False: it is not open. */
bool cube_open(struct finding *f, struct lab_machine *m, struct cube_request request);

/* Send packet number `i` of the schedule to `destination`; `random` as in struct routing.
 */
void cube_send(struct lab_machine *m, size_t i, uint32_t destination, uint64_t random);

/* Packets of traffic at n = 6 with p of every switch. */
struct cube_load {
  uint32_t sent;         /* most from one switch */
  uint32_t fewest, most; /* for one switch */
};

struct cube_load cube_load_of(struct finding *f, const char *traffic, uint32_t p);

/* A run, and what its links show when it has no limit of depth. */
struct watched {
  enum outcome outcome;
  uint64_t delivered;
  uint32_t max_output_queue;
  uint64_t kept;       /* network channels that keep a packet, added over the cycles */
  uint64_t retained;   /* the same, of lanes too */
  uint64_t crossed[4]; /* packets that cross a link, by VC */
  uint64_t shared;     /* links that two packets cross in one cycle */
  uint32_t arrivals;   /* most packets that one switch receives in one cycle */
  uint64_t detours;    /* packets whose hops are not those of their header's path; means
                        * nothing for DRAND, FREE, SHARED, LISTING */
};

struct watched cube_watch(struct finding *f, struct cube_request request);

/* --- means over runs, kept --- */

/* Means over `runs` runs without a limit of depth. */
struct means {
  uint32_t n, packets;
  enum traffic_pattern pattern;
  enum algorithm algorithm;
  uint32_t runs, passed; /* passed: all packets delivered */
  double steps;
  double error; /* of the mean steps, one standard deviation; at least as if it were
                 * 1/2 in a run, for few runs */
  double hops;  /* per packet */
  double delay;
  double undelayed;                    /* percent */
  uint32_t least_queue, largest_queue; /* largest output queue of a run: least and most */
};

const struct means *means_of(struct finding *f, uint32_t n, uint32_t packets,
                             enum traffic_pattern pattern, enum algorithm algorithm);

/* Steps of DET to DRAND in one cell. */
void mean_steps(struct finding *f, uint32_t n, uint32_t packets,
                enum traffic_pattern pattern, double steps[ALGORITHMS]);

void means_trials_text(uint32_t trials, char *text, size_t size);

#endif

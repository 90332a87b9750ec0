/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* joint -- a run that several ranks make together: what they tell each other, cycle by
 * cycle, so that each knows of the run what one process would know (docs/mpi.md).
 *
 * Every rank has the machine, the terminals and the judges of its part of the network.
 * Once a cycle, when its arrivals are judged and its terminals have offered, a rank tells
 * the others its counts of the cycle and what its switches show (machine_ops.tell).  Counts
 * of the result and cycles of the last move are those of all ranks from then on, so that
 * all decide alike.  Whether a packet has crossed to another rank the others learn one
 * cycle later; where a decision of this cycle depends on it, there is a second exchange.
 *
 * In lock step each rank compares its own switches, and there is one more exchange after
 * every clock edge, for what was found (joint_judge).  It is made for a design alone, too.
 */
#ifndef LOCKHOP_RUN_LOCKSTEP_JOINT_H
#define LOCKHOP_RUN_LOCKSTEP_JOINT_H

#include "base/err.h"
#include "base/ranks.h"
#include "run/lockstep/difference.h"
#include "run/lockstep/scoreboard.h"
#include "run/lockstep/ways.h"
#include "run/machine/phases.h"

struct runner;

/* What a rank tells of a cycle; `flags`: */
enum {
  NEWS_MOVES = 1, /* a packet crosses a link inside the rank */
  NEWS_MOVED = 2, /* in the cycle before one left it for another rank */
  NEWS_DOUBT = 4, /* a packet is offered to a failed switch */
  NEWS_OVER = 8,  /* phases_over */
  NEWS_STOP = 16  /* it is asked to stop */
};

struct joint_news {
  uint64_t cycle;
  uint64_t flags;
  uint64_t delivered, faults; /* of this cycle */
  uint64_t injected;          /* likewise */
  uint64_t waiting;           /* lines of terminals */
  uint64_t started;           /* packets that have entered, in the phases' count */
  uint64_t there;             /* packets that have finished the phase in this rank, */
  uint64_t perhaps;           /* and those that do if they cross to another in this cycle */
  struct fault first_fault;   /* of this cycle, if there is one */
};

/* What follows the news of a design alone: so many packets that cross to a rank. */
struct joint_crossings {
  uint64_t count;
};

struct joint_crossing {
  uint64_t data;              /* of the packet */
  uint32_t from, queue;       /* switch and queue that it leaves */
  struct phases_packet phase; /* its record; 0 without a barrier */
  struct way_links way;       /* links that it has crossed, this one included */
};

/* What the comparison of all ranks has found for the cycle to come. */
struct joint_found {
  bool differs;
  struct difference difference; /* without its cycle */
};

struct joint {
  struct ranks *ranks;      /* NULL: the run is of one process */
  struct joint_news *news;  /* [count] of this cycle */
  uint32_t first, end;      /* switches of this rank */
  uint32_t share;           /* switches of a part */
  bool golden;              /* the first machine tells in each cycle what crosses; else it
                             * is a design alone, which has shown it after the clock edge */
  uint64_t sent, received;  /* packets of a design alone, to and from other ranks */
  bool moved;               /* in the cycle before a packet left this rank for another */
  bool stop;                /* some rank is asked to stop */
  bool waiting;             /* at some terminal of another rank a packet waits */
  struct joint_found found; /* in lock step */
  struct moore_remarks remarks; /* of the designs of all ranks */
  bool alike;                   /* an error that all ranks have */
};

/* After the other parts of the runner are open.  Errors: ERR_USAGE, ERR_ENVIRONMENT. */
bool joint_open(struct runner *r, struct err *err);
void joint_close(struct runner *r);

/* The run starts again. */
void joint_reset(struct runner *r);

/* The arrivals of this cycle have been judged, and the terminals have offered: exchange.
 * `delivered`, `faults`: as they were before the arrivals.  Error: ERR_ENVIRONMENT. */
bool joint_cycle(struct runner *r, size_t delivered, size_t faults, struct err *err);

/* --- joint_design.c: lock step --- */

/* After a reset and after every clock edge, in place of run_judge_design in one process: an
 * exchange.  Has the design stopped, or broken the Moore law, in any rank?  Do the machines
 * differ in the cycle to come, at a switch of any rank?  Then all ranks know the one that
 * one process would report.  The design's machine tells and hears what its links show.
 * Error: ERR_ENVIRONMENT. */
bool joint_judge(struct runner *r, bool in_reset, struct err *err);

/* difference_find, of all ranks: what joint_judge has found for this cycle. */
bool joint_differs(const struct runner *r, struct difference *difference);

/* --- joint_ways.c: a design alone --- */

/* Append to the boxes the packets that leave for other ranks in this cycle, with the
 * records of their ways and phases; *perhaps: how many finish the phase there.  False:
 * memory is short. */
bool joint_tell_crossings(struct runner *r, uint64_t *perhaps);

/* Take what others have told of packets that come here.  Error: ERR_ENVIRONMENT. */
bool joint_hear_crossings(struct runner *r, struct err *err);

/* The rest of it, when what crosses inside the rank has been counted. */
void joint_settle_crossings(struct runner *r);

/* ways_finish, of all ranks.  Error: ERR_ENVIRONMENT. */
bool joint_ways(struct runner *r, struct err *err);

/* False: memory for an exchange is short, *err is set. */
bool joint_short(struct err *err);

/* --- joint_end.c --- */

/* livelock_add with the links of all ranks. */
void joint_livelock(struct runner *r);

/* Is this so in any rank? */
bool joint_any(struct runner *r, bool here);

/* Before scoreboard_finish: what has arrived at any rank. */
void joint_board(struct runner *r);

/* The run is over: the statistics of all ranks, in each of them; do all have the same end?
 * Error: ERR_ENVIRONMENT. */
bool joint_statistics(struct runner *r, struct err *err);
bool joint_end(struct runner *r, struct err *err);

#endif

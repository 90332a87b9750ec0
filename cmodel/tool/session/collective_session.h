/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collective_session -- a session whose traffic is a collective: engines in the place of
 * switches, their programs, and what the operation costs.
 *
 * At the word level the words move, in the engines.  Where they would be too many, `lockhop
 * run` counts the messages of the operation and moves nothing: the message level.
 */
#ifndef LOCKHOP_TOOL_SESSION_COLLECTIVE_SESSION_H
#define LOCKHOP_TOOL_SESSION_COLLECTIVE_SESSION_H

#include "network/collective/message_level.h"
#include "network/traffic/collectives.h"
#include "run/machine/engine_programs.h"
#include "tool/session/description.h"

struct session;

/* Most transfers of words over links of a session at the word level. */
enum { COLLECTIVE_TRANSFERS = 1 << 27 };

/* All zero in a session of other traffic. */
struct collective_session {
  bool is;           /* the traffic is a collective */
  bool counted;      /* at the message level */
  uint64_t estimate; /* transfers of words, about */
  struct collectives traffic;
  struct operation *operation;
  struct engine_programs programs; /* at the word level */
  struct message_level count;      /* at the message level by collective_session_count */
};

/* Look at the traffic of s->description: when it is a collective, its operation is made,
 * its level known, and s->shape.routing set.  Errors: those of collectives_read and
 * operation_open; ERR_USAGE for an option that is about switches, and where words are too
 * many. */
bool collective_session_open(struct session *s, struct err *err);

/* At the word level: the programs, and the costs. */
bool collective_session_compile(struct session *s, struct err *err);

/* At the message level: the costs.  *stopped: s->host.stop has ended it. */
bool collective_session_count(struct session *s, bool *stopped, struct err *err);

/* a t_s + b M t_w. */
uint64_t collective_session_cycles(const struct session *s);

void collective_session_close(struct session *s);

#endif

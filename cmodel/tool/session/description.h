/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* description -- what a run is, before anything of it is made.
 *
 * Strings and numbers alone, as a person gives them: the options of the command, a row of a
 * sweep, a claim, a caller of lockhop.h.  Its members are the rows of one table,
 * tool/session/run_fields.def.  Everything that is not said here follows from it
 * (tool/session/session.h).  Errors of values name the options of lockhop run and cosim.
 */
#ifndef LOCKHOP_TOOL_SESSION_DESCRIPTION_H
#define LOCKHOP_TOOL_SESSION_DESCRIPTION_H

#include "base/err.h"
#include "base/team.h"
#include "switch/bank/unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct fit;
struct plugin_reading;

enum {
  DESCRIPTION_UNSET = -1,     /* of a number: it follows from the rest */
  DESCRIPTION_DATA_BITS = 40, /* of a packet, by default */
  DESCRIPTION_DUTS = 16       /* files, at most */
};

/* All strings are the caller's, and stay as long as the session. */
struct description {
  const char *topology; /* spec, e.g. "hypercube:6" */
  const char *traffic;  /* e.g. "random"; NULL: none, packets are injected by hand */
  /* What a person can say of it: a member, or two, for each row of the table. */
#define MEMBER_TEXT(member) const char *member;
#define MEMBER_NUMBER(member) int64_t member;
#define MEMBER_PACKETS(member) int64_t member;
#define MEMBER_COUNT(member) uint64_t member;
#define MEMBER_FLAG(member) bool member;
#define MEMBER_FILES(member)                                                               \
  const char *member[DESCRIPTION_DUTS];                                                    \
  size_t member##_count;
#define MEMBER_CYCLES(member) uint64_t member##_from, member##_to;
#define FIELD(kind, member, ...) MEMBER_##kind(member)
#include "tool/session/run_fields.def"
#undef FIELD
  /* How it is made; not for a person to say. */
  bool lock_step; /* the golden machine and another; else one alone */
  bool counts;    /* of a collective too large to move its words, messages may be counted */
  /* Of one run of many: the same is put into this file, and what cannot be reached is not
   * looked for.  NULL: nowhere. */
  const char *reached;
  uint32_t at_once; /* runs that are made at once, and share the memory; 0: it alone */
  uint64_t work;    /* switch-cycles of all runs that share its plug-in; 0: its own */
  /* Of an earlier run with the same switch and files, which are not read again
   * (verilog/simulator/plugin.h); NULL: they are read. */
  const struct plugin_reading *reading;
  /* How the switch of the same files is connected (verilog/simulator/fit.h); NULL: that is
   * found out. */
  const struct fit *fit;
  /* File into which goes what of the Verilog was reached; "": it is counted only.  NULL: it
   * is not. */
  const char *coverage;
  const char *sources;  /* file into which goes which Verilog was read; NULL: nowhere */
  const char *evidence; /* FST file of a second pass; NULL: named after the command; "": no
                         * second pass is made */
  const char *command;  /* that repeats the run, as a person types it */
};

/* Are its numbers in their ranges?  Error: ERR_USAGE. */
bool description_check(const struct description *description, struct err *err);

/* A run of the golden machine alone, everything else as lockhop run has it. */
static inline struct description description_of(const char *topology, const char *traffic)
{
  return (struct description){.topology = topology,
                              .traffic = traffic,
#define DEFAULT_TEXT(member, unsaid) .member = NULL,
#define DEFAULT_NUMBER(member, unsaid) .member = unsaid,
#define DEFAULT_PACKETS(member, unsaid) .member = unsaid,
#define DEFAULT_COUNT(member, unsaid) .member = unsaid,
#define DEFAULT_FLAG(member, unsaid) .member = unsaid,
#define DEFAULT_FILES(member, unsaid) .member##_count = 0,
#define DEFAULT_CYCLES(member, unsaid) .member##_to = UINT64_MAX,
#define FIELD(kind, member, role, name, least, most, unsaid, ...)                          \
  DEFAULT_##kind(member, unsaid)
#include "tool/session/run_fields.def"
#undef FIELD
                              .command = ""};
}

#endif

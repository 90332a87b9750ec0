/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- what a child process says to its parent at its end, in memory that both share.
 *
 * The child runs a design under test, whose code can write anywhere and end the process at
 * any place.  So the parent believes nothing but a report that is whole, was given once and
 * bears the mark that the parent chose; the exit status of the child says nothing.
 */
#ifndef LOCKHOP_BASE_REPORT_H
#define LOCKHOP_BASE_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/uio.h>

struct report {
  struct report_page *page; /* shared */
  size_t most;              /* bytes of a report */
  uint64_t mark[2];
};

enum report_state {
  REPORT_NONE,   /* the child has not come to its end */
  REPORT_WHOLE,  /* what it said */
  REPORT_DAMAGED /* somebody else has written there */
};

/* In the parent, before the fork.  False: memory is short. */
bool report_open(struct report *report, size_t most);

/* In the child: processes that the design makes of itself have no report. */
void report_own(const struct report *report);

/* In the child, once: these parts, one behind the other.  False: they are too long. */
bool report_give(const struct report *report, const struct iovec *parts, size_t count);

/* Has one been given? */
bool report_given(const struct report *report);

/* In the parent, when the child has ended: a copy in *bytes, which the caller frees; NULL
 * unless it is whole, or when memory is short. */
enum report_state report_take(const struct report *report, char **bytes, size_t *size);

void report_close(struct report *report);

#endif

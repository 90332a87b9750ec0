/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* report -- a result that a child process gives its parent, in shared memory.
 *
 * The child runs a design under test, whose code can write anywhere and end the process at
 * any point.  So the parent trusts only a report that is complete, was given once, and
 * carries the mark that the parent chose.  It ignores the exit status of the child.
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
  REPORT_NONE,   /* the child did not reach its end */
  REPORT_WHOLE,  /* a valid report */
  REPORT_DAMAGED /* something else wrote to the memory */
};

/* In the parent, before the fork.  False: memory is short. */
bool report_open(struct report *report, size_t most);

/* In the child: processes that the design forks cannot report. */
void report_own(const struct report *report);

/* In the child, once: give these parts, concatenated.  False: they are too long. */
bool report_give(const struct report *report, const struct iovec *parts, size_t count);

/* Has one been given? */
bool report_given(const struct report *report);

/* In the parent, after the end of the child: a copy in *bytes, which the caller frees.
 * NULL: the report is not complete, or memory is short. */
enum report_state report_take(const struct report *report, char **bytes, size_t *size);

void report_close(struct report *report);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace -- the words of a printed schedule: schedule_print writes them, trace:PATH reads
 * them.
 */
#ifndef LOCKHOP_TRAFFIC_TRACE_H
#define LOCKHOP_TRAFFIC_TRACE_H

/* First line, a printf format of spec and routing; the 1 is the version of the format. */
#define TRACE_TITLE "# lockhop schedule 1 %s %s"

/* Line above the packets. */
#define TRACE_COLUMNS "# cycle source destination header"

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* trace -- the words of the trace format: schedule_print writes it, trace:PATH reads it. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_TRACE_H
#define LOCKHOP_NETWORK_TRAFFIC_TRACE_H

/* Versions of the format: without disturbances, and with them. */
enum { TRACE_PLAIN = 1, TRACE_DISTURBED = 2 };

/* First line, a printf format of the version, spec and routing. */
#define TRACE_TITLE "# lockhop schedule %d %s %s"

/* Line above the packets. */
#define TRACE_COLUMNS "# cycle source destination header"

/* Line above that, if the schedule claims to be free of link conflicts. */
#define TRACE_CONFLICT_FREE "# conflict-free"

/* Begins a line above that, of a schedule of requests: times of service, and the window. */
#define TRACE_REQUESTS "# requests "

/* Destination of a broadcast. */
#define TRACE_ALL "all"

/* Destination of a packet that never arrives. */
#define TRACE_NOWHERE "none"

/* At the end of the line of an answer, before the number of the packet answered. */
#define TRACE_ANSWERS " answers "

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* describe -- converts values of lockhop.h to those of a session, and errors back. */
#ifndef LOCKHOP_TOOL_API_DESCRIBE_H
#define LOCKHOP_TOOL_API_DESCRIBE_H

#include "include/lockhop.h"
#include "tool/session/session.h"

/* The strings of a description, copied. */
struct described {
  struct description description; /* into `strings` */
  char *strings;
};

/* Errors: ERR_ENVIRONMENT; ERR_USAGE for a wrong word of `options`.  session_open refuses
 * other values out of range. */
bool describe_open(struct described *described, const struct lockhop_description *given,
                   struct err *err);

void describe_close(struct described *described);

struct lockhop_shape describe_shape(const struct shape *shape);

/* err to *error, which may be NULL; returns false. */
bool describe_error(struct lockhop_error *error, const struct err *err);

static inline struct lockhop_packet describe_packet(struct packet packet)
{
  return (struct lockhop_packet){.header = packet.header, .data = packet.data};
}

#endif

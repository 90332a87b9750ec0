/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* flow_result -- the figures of a design that was judged by its flow, as text and as JSON.
 */
#ifndef LOCKHOP_TOOL_CONSOLE_FLOW_RESULT_H
#define LOCKHOP_TOOL_CONSOLE_FLOW_RESULT_H

#include "tool/session/session.h"

#include <jansson.h>

/* Lines of the report: the longest waits. */
void flow_result_print(const struct session *session, const struct flow_figures *figures,
                       FILE *file);

/* The member "flow" of a result. */
json_t *flow_result_json(const struct session *session, const struct flow_figures *figures);

#endif

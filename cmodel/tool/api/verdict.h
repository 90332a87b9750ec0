/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verdict -- a broken rule as lockhop.h tells it. */
#ifndef LOCKHOP_TOOL_API_VERDICT_H
#define LOCKHOP_TOOL_API_VERDICT_H

#include "include/lockhop.h"
#include "run/flow/flow.h"

/* *text, which is the verdict's, is for the caller to free.  Error: ERR_ENVIRONMENT. */
bool verdict_make(struct lockhop_verdict *verdict, char **text,
                  const struct flow_fault *fault, const struct shape *shape,
                  struct err *err);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* verdict -- a broken rule as lockhop.h tells it. */
#include "tool/api/verdict.h"

#include "base/text.h"
#include "run/flow/report.h"

#include <stdlib.h>

bool verdict_make(struct lockhop_verdict *verdict, char **text,
                  const struct flow_fault *fault, const struct shape *shape,
                  struct err *err)
{
  const uint32_t vcs = shape->vcs;
  const bool ejected = fault->exit == FLOW_TERMINAL;
  size_t size;
  FILE *file = open_memstream(text, &size);

  if (!file)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a verdict");
  flow_print(fault, shape, file);
  if (!text_close(file, text))
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for a verdict");
  (*text)[size - 1] = '\0'; /* the end of the last line */
  *verdict = (struct lockhop_verdict){.broken = true,
                                      .ejected = ejected,
                                      .rule = flow_rule_name(fault->rule),
                                      .cycle = fault->cycle,
                                      .sw = fault->at,
                                      .port = ejected ? fault->channel : fault->exit / vcs,
                                      .vc = ejected ? 0 : fault->exit % vcs,
                                      .text = *text};
  return true;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* claims -- what a paper says, beside what runs of this program measure. */
#include "papers/claims.h"

#include "papers/dragonfly.h"
#include "papers/dual_nets.h"
#include "papers/grids.h"
#include "papers/hypercube.h"

#include <stdlib.h>

const struct paper *const claims_papers[] = {&claims_hypercube, &claims_dragonfly,
                                             &claims_grids, &claims_dual_nets, NULL};

struct measured *claims_measured(struct claims *claims, size_t bytes, struct err *err)
{
  if (!claims->measured && !(claims->measured = calloc(1, bytes)))
    err_set(err, ERR_ENVIRONMENT, "not enough memory for what is measured");
  return claims->measured;
}

void claims_free_measured(struct claims *claims)
{
  free(claims->measured);
  claims->measured = NULL;
}

bool claims_judge(struct claims *claims, const struct claim_row *row,
                  struct finding *finding, struct err *err)
{
  *finding = (struct finding){.claims = claims, .with = row->with, .err = err};
  row->judge(finding);
  return !finding->failed;
}

void claims_say(const struct claims *claims, const char *doing)
{
  if (claims->say)
    claims->say(claims->self, doing);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rest -- which switches of an array need no evaluation, because they cannot change. */
#include "verilog/simulator/rest.h"

#include <stdlib.h>

enum {
  LOOKED = 1 << 14, /* switches that are looked at, before ... */
  WORTH = 8         /* ... one of so many must have been found to rest */
};

bool rest_open(struct rest *rest, const struct dut_ops *ops, void *dut, uint32_t switches,
               bool wanted)
{
  *rest = (struct rest){.ops = ops, .dut = dut};
  if (!wanted || !ops->state || !ops->state(dut, 0, &rest->bytes))
    return true;
  rest->rests = calloc(switches, sizeof *rest->rests);
  rest->due = calloc(switches, sizeof *rest->due);
  rest->before = malloc(rest->bytes);
  rest->possible = rest->rests && rest->due && rest->before;
  return rest->possible;
}

void rest_close(struct rest *rest)
{
  free(rest->rests);
  free(rest->due);
  free(rest->before);
  *rest = (struct rest){0};
}

void rest_end(struct rest *rest, uint32_t switches)
{
  if (rest->any)
    memset(rest->rests, 0, switches * sizeof *rest->rests);
  rest->any = false;
}

void rest_reset(struct rest *rest, uint32_t switches)
{
  rest_end(rest, switches);
  rest->looked = rest->found = rest->spared = 0;
  if (rest->due)
    memset(rest->due, 0, switches * sizeof *rest->due);
  rest->possible = rest->rests != NULL;
}

void rest_judge(struct rest *rest, uint32_t sw, bool looked)
{
  size_t bytes;

  if (!rest->possible)
    return;
  rest->rests[sw] = looked && memcmp(rest->before, rest->ops->state(rest->dut, sw, &bytes),
                                     rest->bytes) == 0;
  rest->any = rest->any || rest->rests[sw];
  rest->looked += looked;
  rest->found += rest->rests[sw];
  /* A design that always counts something: looking costs time. */
  if (rest->looked >= LOOKED && rest->found < rest->looked / WORTH)
    rest->possible = false;
}

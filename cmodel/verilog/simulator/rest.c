/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* rest -- which switches of an array need no evaluation, because they cannot change. */
#include "verilog/simulator/rest.h"

#include <stdlib.h>

enum {
  WINDOW = 16, /* cycles in which switches are looked at, before ... */
  LAST = 4,    /* ... in so many, the last ones, because a run may begin busy and end ... */
  WORTH = 8, /* ... quiet, one switch-cycle of so many must be spared, or there is a ... */
  PAUSE = 128,      /* ... pause, which is twice as long each time, ... */
  LONGEST = 1 << 14 /* ... up to this */
};

bool rest_open(struct rest *rest, const struct dut_ops *ops, void *dut, uint32_t switches,
               uint32_t first, uint32_t end, bool wanted)
{
  *rest = (struct rest){
      .ops = ops, .dut = dut, .switches = switches, .first = first, .end = end};
  if (!wanted || !ops->state || !ops->state(dut, first, &rest->bytes))
    return true;
  rest->rests = calloc(switches, sizeof *rest->rests);
  rest->due[0] = calloc(switches, sizeof *rest->due[0]);
  rest->due[1] = calloc(switches, sizeof *rest->due[1]);
  rest->possible = rest->rests && rest->due[0] && rest->due[1];
  return rest->possible;
}

void rest_close(struct rest *rest)
{
  free(rest->rests);
  free(rest->due[0]);
  free(rest->due[1]);
  *rest = (struct rest){0};
}

bool rest_part_open(struct rest_part *part, struct rest *rest)
{
  *part = (struct rest_part){.rest = rest};
  if (rest->possible)
    part->before = malloc(rest->bytes);
  return !rest->possible || part->before;
}

void rest_part_close(struct rest_part *part)
{
  free(part->before);
  *part = (struct rest_part){0};
}

void rest_end(struct rest *rest)
{
  if (rest->any)
    memset(&rest->rests[rest->first], 0, (rest->end - rest->first) * sizeof *rest->rests);
  rest->any = false;
}

void rest_reset(struct rest *rest)
{
  rest_end(rest);
  rest->spared = rest->elsewhere = 0;
  rest->on = rest->possible;
  rest->left = WINDOW;
  rest->pause = PAUSE;
  for (uint32_t odd = 0; odd < 2 && rest->possible; odd++)
    memset(&rest->due[odd][rest->first], 0,
           (rest->end - rest->first) * sizeof *rest->due[odd]);
}

void rest_cycle(struct rest *rest)
{
  const uint64_t all = rest->spared + rest->elsewhere;

  if (rest->left == LAST)
    rest->before_last = all;
  if (!rest->possible || rest->left-- > 0)
    return;
  const uint64_t spared = all - rest->before_last;

  if (rest->on && spared < (uint64_t)rest->switches * LAST / WORTH) {
    rest_end(rest);
    rest->on = false;
    rest->left = rest->pause - 1;
    rest->pause = rest->pause < LONGEST ? 2 * rest->pause : LONGEST;
    return;
  }
  if (rest->on)
    rest->pause = PAUSE;
  rest->on = true;
  rest->left = WINDOW - 1;
}

void rest_join(struct rest *rest, struct rest_part *part)
{
  rest->spared += part->spared;
  rest->any = rest->any || part->any;
  part->spared = 0;
  part->any = false;
}

void rest_judge(struct rest_part *part, uint32_t sw, bool looked)
{
  const struct rest *rest = part->rest;
  size_t bytes;

  if (!rest->on)
    return;
  rest->rests[sw] = looked && memcmp(part->before, rest->ops->state(rest->dut, sw, &bytes),
                                     rest->bytes) == 0;
  part->any = part->any || rest->rests[sw];
}

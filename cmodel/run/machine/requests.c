/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* requests -- packets that wait for the window of their terminal, and answers whose service
 * lasts. */
#include "run/machine/requests.h"

#include <stdlib.h>
#include <string.h>

bool requests_open(struct requests *r, const struct schedule *schedule, uint32_t terminals,
                   size_t answers)
{
  *r = (struct requests){
      .window = schedule->window, .service = schedule->service, .terminals = terminals};
  if (r->window > 0) {
    r->outstanding = malloc(terminals * sizeof *r->outstanding);
    r->first = malloc(terminals * sizeof *r->first);
    r->last = malloc(terminals * sizeof *r->last);
    r->next = malloc((schedule->count + 1) * sizeof *r->next);
  }
  if (r->service > 0)
    r->served = malloc((answers + 1) * sizeof *r->served);
  return (r->window == 0 || (r->outstanding && r->first && r->last && r->next)) &&
         (r->service == 0 || r->served);
}

void requests_close(struct requests *r)
{
  free(r->outstanding);
  free(r->first);
  free(r->last);
  free(r->next);
  free(r->served);
  *r = (struct requests){.window = 0};
}

void requests_reset(struct requests *r)
{
  r->served_next = r->served_end = 0;
  if (r->window == 0)
    return;
  memset(r->outstanding, 0, r->terminals * sizeof *r->outstanding);
  memset(r->first, 0xff, r->terminals * sizeof *r->first);
}

bool requests_take(struct requests *r, uint32_t terminal, uint32_t packet)
{
  if (r->window == 0)
    return true;
  if (r->outstanding[terminal] < r->window) {
    r->outstanding[terminal]++;
    return true;
  }
  r->next[packet] = REQUESTS_NONE;
  if (r->first[terminal] == REQUESTS_NONE)
    r->first[terminal] = packet;
  else
    r->next[r->last[terminal]] = packet;
  r->last[terminal] = packet;
  return false;
}

uint32_t requests_complete(struct requests *r, uint32_t terminal)
{
  if (r->window == 0)
    return REQUESTS_NONE;
  const uint32_t packet = r->first[terminal];

  if (packet == REQUESTS_NONE)
    r->outstanding[terminal]--;
  else
    r->first[terminal] = r->next[packet]; /* which takes the place of the complete one */
  return packet;
}

void requests_serve(struct requests *r, uint64_t cycle, size_t answer)
{
  r->served[r->served_end++] =
      (struct served){.cycle = cycle + r->service, .answer = answer};
}

bool requests_served(struct requests *r, uint64_t cycle, size_t *answer)
{
  if (r->served_next == r->served_end || r->served[r->served_next].cycle > cycle)
    return false;
  *answer = r->served[r->served_next++].answer;
  return true;
}

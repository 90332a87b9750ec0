/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judged -- a run with --compare flow or delivery in a bench. */
#include "judged.h"

#include "description.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool judged_asked(const struct lockhop_description *description)
{
  char how[DESCRIPTION_VALUE];

  return description_option(description, "--compare", how) && strcmp(how, "cycle") != 0;
}

bool judged_open(struct judged *j, struct lockhop_network *network,
                 struct lockhop_error *error)
{
  *j = (struct judged){.network = network, .shape = lockhop_shape_of(network)};
  j->shown = calloc(j->shape.switches, sizeof *j->shown);
  if (!j->shown)
    *error = (struct lockhop_error){LOCKHOP_ENVIRONMENT, "not enough memory"};
  return j->shown != NULL;
}

void judged_close(struct judged *j)
{
  free(j->shown);
}

void judged_show(struct judged *j, uint32_t sw, const struct lockhop_outputs *outputs)
{
  j->shown[sw] = *outputs;
  lockhop_show(j->network, sw, outputs);
}

bool judged_tick(struct judged *j, struct lockhop_error *error)
{
  struct lockhop_inputs inputs;

  if (!lockhop_tick(j->network, error))
    return false;
  lockhop_inputs_of(j->network, 0, &inputs);
  j->in_reset = inputs.rst;
  j->cycle++;
  return true;
}

/* Of the packets on a bus, those with a valid bit, `per` bits to a packet. */
static bool same_packets(uint64_t valid, const struct lockhop_packet *a,
                         const struct lockhop_packet *b, uint32_t bits, uint32_t per)
{
  for (uint32_t i = 0; i < bits; i++)
    if ((valid >> i & 1) &&
        (a[i / per].header != b[i / per].header || a[i / per].data != b[i / per].data))
      return false;
  return true;
}

bool judged_settled(const struct judged *j, uint32_t sw, const struct lockhop_outputs *now,
                    char line[JUDGED_TEXT])
{
  const struct lockhop_outputs *shown = &j->shown[sw];
  const struct lockhop_shape *s = &j->shape;
  const char *what = NULL;

  if (j->in_reset)
    return true;
  if (now->out_valid != shown->out_valid)
    what = "out_valid";
  else if (!same_packets(now->out_valid, now->out_packet, shown->out_packet, s->queues,
                         s->vcs))
    what = "out_packet";
  else if (now->in_ready != shown->in_ready)
    what = "in_ready";
  else if (now->inject_ready != shown->inject_ready)
    what = "inject_ready";
  else if (now->eject_valid != shown->eject_valid)
    what = "eject_valid";
  else if (!same_packets(now->eject_valid, now->eject_packet, shown->eject_packet,
                         s->channels, 1))
    what = "eject_packet";
  if (what)
    snprintf(line, JUDGED_TEXT,
             "first difference: cycle %" PRIu64 ", switch %" PRIu32
             ", %s depends on inputs of the same cycle (Moore law, docs/switch.md)",
             j->cycle - 1, sw, what);
  return what == NULL;
}

char *judged_ending(const struct judged *j)
{
  const struct lockhop_verdict verdict = lockhop_verdict_of(j->network);
  const struct lockhop_result result = lockhop_result_of(j->network);
  const char *word = lockhop_outcome_name(result.outcome);
  const size_t size = JUDGED_TEXT + (verdict.text ? strlen(verdict.text) : 0);
  char *text = malloc(size);

  if (text && verdict.broken)
    snprintf(text, size, "first difference: %s\n%s", verdict.text, word);
  else if (text)
    snprintf(text, size,
             "%" PRIu64 " cycles of %" PRIu32 " switches, %" PRIu64 " of %" PRIu64
             " packets arrived\n%s",
             j->cycle, j->shape.switches, result.delivered, result.deliveries, word);
  return text;
}

int judged_code(enum lockhop_outcome outcome)
{
  switch (outcome) {
  case LOCKHOP_PASS:
    return 0;
  case LOCKHOP_DEADLOCK:
  case LOCKHOP_TIMEOUT:
    return 4;
  default:
    return 1;
  }
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* symptom -- what a failure looks like, without its cycle, switch and packets. */
#include "tool/console/symptom.h"

#include <stdio.h>
#include <string.h>

static void name_port(char place[SYMPTOM_PLACE], const struct shape *shape, uint32_t port,
                      uint32_t vc)
{
  if (shape->vcs > 1)
    snprintf(place, SYMPTOM_PLACE, "port %u VC %u", port, vc);
  else
    snprintf(place, SYMPTOM_PLACE, "port %u", port);
}

/* The place does not depend on how many channels are before it. */
static void name_channel(char place[SYMPTOM_PLACE], const struct shape *shape,
                         uint32_t channel)
{
  const uint32_t queues = shape_queues(shape);

  if (channel >= queues)
    snprintf(place, SYMPTOM_PLACE, "lane %u", channel - queues);
  else
    name_port(place, shape, channel / shape->vcs, channel % shape->vcs);
}

static struct symptom of_value(const struct difference *d, const struct shape *shape)
{
  struct symptom symptom = {.place = ""};

  snprintf(symptom.what, SYMPTOM_WHAT, "%s", difference_field_name(d->field));
  if (d->field == DIFFERENCE_INJECT_READY)
    snprintf(symptom.place, SYMPTOM_PLACE, "lane %u", d->port);
  else if (d->field >= DIFFERENCE_EJECT_VALID)
    name_channel(symptom.place, shape, d->port);
  else
    name_port(symptom.place, shape, d->port, d->vc);
  return symptom;
}

/* Most rules are about a packet at one exit. */
static struct symptom of_rule(const struct flow_fault *f, const struct shape *shape)
{
  struct symptom symptom = {.place = ""};

  snprintf(symptom.what, SYMPTOM_WHAT, "rule %s", flow_rule_name(f->rule));
  if (f->rule == FLOW_SENDS || f->rule == FLOW_CAPACITY || f->end_to_end)
    return symptom;
  if (f->exit == FLOW_TERMINAL)
    snprintf(symptom.place, SYMPTOM_PLACE, "ejection");
  else if (f->rule == FLOW_ONE_VC)
    snprintf(symptom.place, SYMPTOM_PLACE, "port %u", f->exit / shape->vcs);
  else
    name_port(symptom.place, shape, f->exit / shape->vcs, f->exit % shape->vcs);
  return symptom;
}

struct symptom symptom_of(const struct difference *d, const struct shape *shape)
{
  struct symptom symptom = {.place = ""};

  switch (d->kind) {
  case DIFFERENCE_VALUE:
    return of_value(d, shape);
  case DIFFERENCE_RULE:
    return of_rule(&d->flow, shape);
  case DIFFERENCE_MOORE:
    snprintf(symptom.what, SYMPTOM_WHAT, "Moore law: %.24s depends on %.24s",
             d->moore.output, d->moore.input ? d->moore.input : "inputs");
    break;
  case DIFFERENCE_STOPPED:
    snprintf(symptom.what, SYMPTOM_WHAT, "the design stopped by itself");
    break;
  }
  return symptom;
}

struct symptom symptom_of_line(const char *line)
{
  struct symptom symptom = {.place = ""};
  const size_t length = strcspn(line, ":0123456789");

  if (length < SYMPTOM_WHAT && line[length] == ':')
    memcpy(symptom.what, line, length);
  return symptom;
}

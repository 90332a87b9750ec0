/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* judge_open -- lockhop.h: a judge is opened, asked what it is, and closed. */
#include "network/traffic/payload.h"
#include "tool/api/judge.h"

#include <stdlib.h>

static bool short_of_memory(struct err *err)
{
  return err_set(err, ERR_ENVIRONMENT, "not enough memory for a judge");
}

static bool open_pins(struct lockhop_judge *j, struct err *err)
{
  const size_t switches = j->shape.switches;

  j->ready = calloc(switches, sizeof *j->ready);
  j->refused = calloc(switches, sizeof *j->refused);
  j->enters = calloc(switches, sizeof *j->enters);
  j->in = calloc(switches * j->shape.channels, sizeof *j->in);
  if (!j->ready || !j->refused || !j->enters || !j->in)
    return short_of_memory(err);
  return shown_open(&j->shown, &j->session.shape, j->shape.switches, err);
}

/* Data of the caller's, unless their kind is named. */
static bool choose_data(struct lockhop_judge *j, struct err *err)
{
  const struct description *d = &j->session.description;
  struct packet_format *format = &j->session.shape.format;

  if (d->traffic)
    return true;
  format->data_kind = PAYLOAD_OWN;
  if (d->data && !payload_read(&format->data_kind, d->data, err))
    return false;
  if (payload_is_numbered(format))
    format->data_kind = PAYLOAD_OWN;
  return flow_can_tell(&j->session.shape) ||
         err_set(err, ERR_USAGE,
                 "--data %s: packets may be equal, and with %s routing a judge must tell "
                 "them apart",
                 d->data, j->session.shape.routing->name);
}

static bool open_flow(struct lockhop_judge *j, uint32_t sw, struct err *err)
{
  const struct session *s = &j->session;
  const struct run_request request = session_request(s);
  const bool each = sw == LOCKHOP_EACH;

  j->looks = sw == LOCKHOP_HERE;
  j->shape = describe_shape(&s->shape);
  j->shape.packets = s->schedule.count;
  if (!each)
    j->shape.switches = 1;
  if (!each && !j->looks && sw >= s->topology.switches)
    return err_set(err, ERR_USAGE, "switch %u: there are switches 0 to %u", sw,
                   s->topology.switches - 1);
  if (!open_pins(j, err))
    return false;
  return flow_open(
      &j->flow,
      &(struct flow_request){.shape = &s->shape,
                             .schedule = s->description.traffic ? &s->schedule : NULL,
                             .first = each || j->looks ? 0 : sw,
                             .switches = j->shape.switches,
                             .seed = request.seed,
                             .rules = ~request.waived,
                             .capacity = request.capacity,
                             .patience = request.patience,
                             .starve = request.starve},
      err);
}

static bool open(struct lockhop_judge *j, const struct lockhop_description *given,
                 uint32_t sw, struct err *err)
{
  struct description *d = &j->described.description;

  if (!given->topology)
    return err_set(err, ERR_USAGE, "a description needs a topology");
  if (!describe_open(&j->described, given, err))
    return false;
  if (!d->compare)
    d->compare = "flow";
  if (!session_open(&j->session, d, NULL, err))
    return false;
  if (j->session.compare != COMPARE_FLOW)
    err_set(err, ERR_USAGE, "--compare %s: a judge judges the flow", d->compare);
  else if (choose_data(j, err) && open_flow(j, sw, err))
    return true;
  session_close(&j->session);
  return false;
}

static void release(struct lockhop_judge *j)
{
  flow_close(j->flow);
  shown_close(&j->shown);
  free(j->ready);
  free(j->refused);
  free(j->enters);
  free(j->in);
  free(j->text);
  describe_close(&j->described);
  free(j);
}

struct lockhop_judge *lockhop_judge_open(const struct lockhop_description *description,
                                         uint32_t sw, struct lockhop_error *error)
{
  struct lockhop_judge *j = calloc(1, sizeof *j);
  struct err err;

  if (j && open(j, description, sw, &err))
    return j;
  if (!j)
    short_of_memory(&err);
  else
    release(j);
  describe_error(error, &err);
  return NULL;
}

void lockhop_judge_close(struct lockhop_judge *j)
{
  if (!j)
    return;
  session_close(&j->session);
  release(j);
}

struct lockhop_shape lockhop_judge_shape(const struct lockhop_judge *j)
{
  return j->shape;
}

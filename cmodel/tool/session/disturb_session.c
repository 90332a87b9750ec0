/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* disturb_session -- the disturbances of a session: those of its trace, or drawn from its
 * seed. */
#include "tool/session/disturb_session.h"

#include "run/machine/disturb.h"
#include "tool/session/machines.h"

#include <string.h>

enum { HORIZON_LEAST = 16 };

static const char trace[] = "trace:";

static bool is_trace(const struct description *d)
{
  return d->traffic && strncmp(d->traffic, trace, sizeof trace - 1) == 0;
}

static uint32_t kinds_of(const struct disturbances *d)
{
  uint32_t kinds = d->noise ? DISTURB_NOISE : 0;

  for (size_t i = 0; i < d->count; i++)
    kinds |= UINT32_C(1) << d->list[i].kind;
  return kinds;
}

static bool can_be_drawn(const struct session *s, struct err *err)
{
  const struct description *d = &s->description;

  if (!d->traffic)
    return err_set(err, ERR_USAGE, "--disturb %s: there is no traffic to disturb",
                   d->disturb);
  if (is_trace(d))
    return err_set(err, ERR_USAGE,
                   "--disturb %s: a trace lists its own disturbances; add lines to '%s'",
                   d->disturb, d->traffic + sizeof trace - 1);
  if (s->collective.counted)
    return err_set(err, ERR_USAGE,
                   "--disturb %s: this run counts messages and moves no words, so nothing "
                   "can be disturbed",
                   d->disturb);
  return true;
}

/* Privileged packets have one VC: if they wait, they can wait for each other in a circle.
 */
static bool may_delay(const struct session *s, struct err *err)
{
  return !schedule_is_mixed(&s->schedule) || !disturb_session_delays(s) ||
         err_set(
             err, ERR_USAGE,
             "--disturb %s: privileged packets must not be delayed, or they can deadlock; "
             "give resets or noise",
             s->description.disturb);
}

bool disturb_session_kinds(struct session *s, struct err *err)
{
  const struct description *d = &s->description;

  s->disturb = kinds_of(&s->schedule.disturbances);
  if (d->disturb && (!disturbances_kinds(d->disturb, &s->disturb, err) ||
                     !can_be_drawn(s, err) || !may_delay(s, err)))
    return false;
  if ((s->disturb & DISTURB_REFUSALS) && s->compare == COMPARE_CYCLE)
    return err_set(err, ERR_USAGE,
                   "refusals: the terminals of the golden model take all that is ejected; "
                   "give --compare flow or delivery, and a switch with eject_ready_i");
  if ((s->disturb & DISTURB_MAY_REFUSE) && s->shape.eject_ready)
    s->disturb |= DISTURB_REFUSALS;
  if ((s->disturb & DISTURB_STALLS) && strcmp(machines_name(d), "network") == 0)
    return err_set(err, ERR_USAGE,
                   "--machine network: the links of a generated network are inside it and "
                   "cannot be stalled; give --machine array");
  return true;
}

bool disturb_session_delays(const struct session *s)
{
  return s->disturb & (DISTURB_STALLS | DISTURB_HOLDS | DISTURB_REFUSALS);
}

/* Cycles in which most packets are on their way. */
static uint64_t horizon_of(const struct session *s)
{
  const struct schedule *schedule = &s->schedule;
  const uint64_t terminals = s->topology.terminals;

  if (s->collective.is)
    return HORIZON_LEAST + schedule->count / terminals + collective_session_cycles(s);
  const uint64_t last = schedule_last_cycle(schedule);

  return HORIZON_LEAST + last + limits_of(schedule, &s->shape, s->description.seed).hops +
         2 * schedule_deliveries(schedule, &s->topology) / terminals;
}

bool disturb_session_refuse(struct session *s, struct err *err)
{
  if ((s->disturb & DISTURB_REFUSALS) || !(s->disturb & DISTURB_MAY_REFUSE))
    return true;
  s->disturb |= DISTURB_REFUSALS;
  disturbances_free(&s->schedule.disturbances);
  return disturb_session_make(s, err);
}

bool disturb_session_make(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  struct disturbances *disturbances = &s->schedule.disturbances;

  if (!s->disturb || (s->host.plans && d->disturb))
    return true;
  if (!d->disturb)
    return disturb_check(disturbances, &s->shape, d->traffic + sizeof trace - 1, err);
  return disturbances_draw(disturbances,
                           &(struct disturb_request){.shape = &s->shape,
                                                     .kinds = s->disturb,
                                                     .seed = d->seed,
                                                     .horizon = horizon_of(s)},
                           err);
}

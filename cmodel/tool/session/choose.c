/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* choose -- the shape of a session's switches, where its description leaves it open. */
#include "tool/session/choose.h"

#include "network/traffic/payload.h"
#include "run/lockstep/default_depth.h"
#include "run/machine/phases.h"
#include "tool/session/machines.h"

enum {
  STORE_LEAST = 4,
  STORE_MOST = 255,   /* of STORE */
  STORE_LENGTHS = 16, /* of phases that come round whatever the packets do */
  SWITCH_DEPTH = 4,   /* of a switch for any traffic, */
  SWITCH_STORE = 16   /* and places of its waiting store */
};

uint32_t choose_vcs(const struct routing *routing, bool unlimited)
{
  return unlimited ? 1 : routing->vcs;
}

/* A place for every packet that may wait; rounded up, so that few sizes are compiled.
 * Phases of fixed lengths do not wait for packets: there a full store costs time only. */
static bool choose_store(struct session *s, struct err *err)
{
  const bool bounded = s->shape.routing->phases.kind == PHASE_LENGTHS && s->shape.depth > 0;

  s->waiting = phases_store(&s->schedule, &s->topology, s->shape.routing);
  if (s->waiting == UINT32_MAX)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u switches",
                   s->topology.switches);
  s->shape.store = s->shape.routing->phases.ends_at ? STORE_LEAST : 0;
  if (s->shape.store && s->description.store != DESCRIPTION_UNSET) {
    s->shape.store = (uint32_t)s->description.store;
    return true;
  }
  while (s->shape.store < s->waiting && !(bounded && s->shape.store >= STORE_LENGTHS))
    s->shape.store = s->shape.store == STORE_LEAST ? STORE_LENGTHS : 2 * s->shape.store;
  if (s->shape.store > STORE_MOST && s->waiting <= STORE_MOST)
    s->shape.store = STORE_MOST;
  return true;
}

/* Can the terminals of a switch share these lanes out, as many to each? */
static bool check_shares(const struct shape *shape, struct err *err)
{
  const uint32_t each = shape->topology->per_site;

  if (each == 1 || (shape->lanes > 0 && shape->lanes % each == 0))
    return true;
  return err_set(err, ERR_USAGE,
                 "--lanes %u: %s has %u terminals at each switch, with lanes of their own; "
                 "give a multiple of %u",
                 shape->lanes, shape->topology->spec, each, each);
}

/* Where there are both levels: as many as privileged packets start at once, but one is for
 * the others.  Several terminals of a switch have none: no collective is theirs. */
static uint32_t privileged_lanes(const struct session *s)
{
  if (!schedule_is_mixed(&s->schedule) || s->shape.lanes < 2 || s->topology.per_site > 1)
    return 0;
  const uint32_t width = schedule_width_of(&s->schedule, &s->topology, true);

  return width < s->shape.lanes ? width : s->shape.lanes - 1;
}

/* By default so many that all can start at once, as far as there are channels. */
static bool choose_lanes(struct session *s, struct err *err)
{
  const uint32_t queues = shape_queues(&s->shape), each = s->topology.per_site;
  const uint32_t width = schedule_width(&s->schedule, &s->topology);
  const uint32_t room = queues < SHAPE_CHANNELS ? (SHAPE_CHANNELS - queues) / each : 0;

  if (queues >= SHAPE_CHANNELS)
    return err_set(
        err, ERR_USAGE,
        "--vcs %u: %u ports of as many virtual channels are %u queues; at most %d",
        s->shape.vcs, s->topology.ports, queues, SHAPE_CHANNELS - 1);
  if (room == 0)
    return err_set(
        err, ERR_USAGE,
        "%s: %u queues and a lane for each of %u terminals; a switch has at most "
        "%d channels; give at most terminals=%u, or fewer --vcs",
        s->topology.spec, queues, each, SHAPE_CHANNELS, SHAPE_CHANNELS - queues);
  if (s->description.lanes != DESCRIPTION_UNSET)
    s->shape.lanes = (uint32_t)s->description.lanes;
  else
    s->shape.lanes = (width < room ? width : room) * each;
  s->shape.privileged_lanes = privileged_lanes(s);
  if (queues + s->shape.lanes > SHAPE_CHANNELS)
    return err_set(err, ERR_USAGE,
                   "--lanes %u: %u ports of %u virtual channel%s and the lanes are at most "
                   "%d channels",
                   s->shape.lanes, s->topology.ports, s->shape.vcs,
                   s->shape.vcs == 1 ? "" : "s", SHAPE_CHANNELS);
  return check_shares(&s->shape, err);
}

/* Those of the description, else of the routing; not on more ports than there are. */
static bool choose_sends(struct shape *shape, const struct description *d, struct err *err)
{
  shape->sends = d->sends ? (uint32_t)d->sends : shape->routing->sends;
  return shape->sends <= shape->topology->ports ||
         err_set(err, ERR_USAGE, "--sends %u: a switch of %s has %u port%s", shape->sends,
                 shape->topology->spec, shape->topology->ports,
                 shape->topology->ports == 1 ? "" : "s");
}

const char *choose_no_turns(const struct routing *routing)
{
  return !routing->unit->one_port  ? "may send a packet to several ports"
         : routing->phases.ends_at ? "has a waiting store"
                                   : NULL;
}

static bool choose_pushes(struct shape *shape, const struct description *d, struct err *err)
{
  const char *why = choose_no_turns(shape->routing);

  shape->pushes = (uint32_t)d->pushes;
  return !shape->pushes || !why ||
         err_set(err, ERR_USAGE,
                 "--pushes %u: a switch of routing '%s' %s; give --pushes 0, or another "
                 "--routing",
                 shape->pushes, shape->routing->name, why);
}

/* Data without numbers, where nobody needs them. */
static bool choose_data(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  const char *why = NULL;

  if (!d->data)
    return true;
  if (!payload_read(&s->shape.format.data_kind, d->data, err))
    return false;
  if (payload_is_numbered(&s->shape.format))
    return true;
  if (s->collective.is)
    why = "a collective of the one-port model";
  else if (!d->lock_step && machines_have_verilog(d))
    why = "a run of a design without the golden model";
  else if (s->shape.routing->phases.kind == PHASE_BARRIER)
    why = "the barrier of this routing";
  for (size_t i = 0; i < s->schedule.count && !s->schedule.rule && !why; i++)
    if (s->schedule.entries[i].destination == SCHEDULE_ALL)
      why = "a broadcast";
  return !why ||
         err_set(err, ERR_USAGE, "--data %s: %s tells packets apart by their numbers",
                 d->data, why);
}

static struct packet_format format_of(const struct shape *shape,
                                      const struct description *d)
{
  const uint32_t per_site = shape->topology->per_site;

  return (struct packet_format){.header_bits = shape->routing->header_bits(shape->topology),
                                .data_bits = (uint32_t)d->data_bits,
                                .per_site = per_site,
                                .terminal_bits = payload_terminal_bits(per_site)};
}

bool choose_switch(struct shape *shape, const struct description *d, struct err *err)
{
  shape->lanes =
      d->lanes == DESCRIPTION_UNSET ? shape->topology->per_site : (uint32_t)d->lanes;
  shape->depth = d->depth == DESCRIPTION_UNSET ? SWITCH_DEPTH : (uint32_t)d->depth;
  shape->vcs =
      d->vcs == DESCRIPTION_UNSET ? choose_vcs(shape->routing, false) : (uint32_t)d->vcs;
  shape->store = !shape->routing->phases.ends_at ? 0
                 : d->store == DESCRIPTION_UNSET ? SWITCH_STORE
                                                 : (uint32_t)d->store;
  shape->format = format_of(shape, d);
  if (!choose_sends(shape, d, err) || !choose_pushes(shape, d, err) ||
      !check_shares(shape, err))
    return false;
  if (shape->lanes > 0 && shape->depth > 0 && shape_queues(shape) < SHAPE_CHANNELS &&
      shape_channels(shape) <= SHAPE_CHANNELS)
    return true;
  return err_set(err, ERR_USAGE,
                 "--lanes %u --depth %u --vcs %u: a switch needs at least 1 of each, and "
                 "at most %d channels: ports times virtual channels, and lanes",
                 shape->lanes, shape->depth, shape->vcs, SHAPE_CHANNELS);
}

/* A collective engine has a link of one VC at each port, and one lane. */
static void choose_engine(struct shape *shape)
{
  shape->lanes = shape->depth = shape->vcs = 1;
  shape->store = shape->sends = shape->pushes = 0;
}

bool choose_shape(struct session *s, struct err *err)
{
  const struct description *d = &s->description;
  const bool never_waits = session_never_waits(s);
  int64_t depth = d->depth;

  if (!d->traffic)
    return choose_switch(&s->shape, d, err);
  s->shape.format = format_of(&s->shape, d);
  if (!choose_data(s, err))
    return false;
  if (s->shape.format.data_bits <= s->shape.format.terminal_bits)
    return err_set(
        err, ERR_USAGE,
        "--data-bits %u: %u of them are the terminal field of %s; give more bits",
        s->shape.format.data_bits, s->shape.format.terminal_bits, s->topology.spec);
  if (!payload_fits(s->schedule.count, &s->shape.format))
    return err_set(
        err, ERR_USAGE,
        "--data-bits %u: cannot number %zu packets; give more bits, %u always do",
        s->shape.format.data_bits, s->schedule.count,
        PAYLOAD_NUMBER_BITS + s->shape.format.terminal_bits);
  s->shape.format.number_bits = payload_bits_for(s->schedule.count);
  s->shape.format.last_number =
      s->schedule.count > 1 ? (uint32_t)(s->schedule.count - 1) : 0;
  if (s->collective.is) {
    choose_engine(&s->shape);
    return true;
  }
  if (depth == DESCRIPTION_UNSET && !d->lock_step && !machines_have_verilog(d))
    depth = 0;
  s->shape.depth = depth == DESCRIPTION_UNSET ? 1 : (uint32_t)depth;
  s->shape.vcs =
      d->vcs != DESCRIPTION_UNSET
          ? (uint32_t)d->vcs
          : choose_vcs(s->shape.routing,
                       (depth == 0 && !schedule_is_mixed(&s->schedule)) || never_waits);
  if (!choose_sends(&s->shape, d, err) || !choose_pushes(&s->shape, d, err) ||
      !choose_store(s, err) || !choose_lanes(s, err))
    return false;
  if (depth != DESCRIPTION_UNSET || never_waits)
    return true;
  s->depth_chosen = true;
  return default_depth_choose(&s->shape, &s->schedule, d->seed, err);
}

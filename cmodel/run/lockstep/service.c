/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* service -- how the switches of a run serve their inputs. */
#include "run/lockstep/service.h"

#include "base/bits.h"
#include "network/traffic/payload.h"
#include "run/flow/decisions.h"

#include <stdlib.h>

#define NOWHERE UINT32_MAX

/* A packet of the schedule. */
struct visitor {
  uint32_t at;            /* switch; NOWHERE: it is in none */
  uint32_t channel, port; /* by which it entered; by which it must leave, or NOWHERE */
  uint32_t before, next;  /* of its channel, in the order of entry; NOWHERE: none */
};

/* The packets that entered a switch by a channel and are inside. */
struct waiting {
  uint32_t first, last; /* NOWHERE: there is none */
  uint64_t since;       /* first cycle of `first` at the head */
};

struct service {
  const struct shape *shape;
  uint32_t ports, channels; /* of a switch */
  size_t packets;
  bool single; /* packets have one decision each */
  struct flow_phases phases;
  struct visitor *visitors; /* [packets] */
  struct waiting *waiting;  /* [switches * channels] */
  uint32_t *inside;         /* [switches] */
  uint64_t *sent;           /* [switches * ports * channels] while others competed */
  double *part;             /* the same: of an equal division */
  uint64_t cycle;
  uint64_t competing[SHAPE_CHANNELS]; /* [port] channels, of a switch in this cycle */
  struct packet_move {
    struct packet packet;
    uint32_t at, channel;
  } * moves; /* [move_count] what enters at the end of this cycle */
  size_t move_count;
  struct service_figures figures;
};

bool service_open(struct service **service, const struct shape *shape, size_t packets,
                  struct err *err)
{
  const size_t switches = shape->topology->switches;
  struct service *s = *service = calloc(1, sizeof *s);
  bool good = s != NULL;

  if (good) {
    s->shape = shape;
    s->ports = shape->topology->ports;
    s->channels = shape_channels(shape);
    s->packets = packets;
    s->single = flow_decisions_single(shape);
    s->visitors = malloc((packets + 1) * sizeof *s->visitors);
    s->waiting = malloc(switches * s->channels * sizeof *s->waiting);
    s->inside = calloc(switches, sizeof *s->inside);
    s->sent = calloc(switches * s->ports * s->channels, sizeof *s->sent);
    s->part = calloc(switches * s->ports * s->channels, sizeof *s->part);
    s->moves = malloc(switches * s->channels * sizeof *s->moves);
    good = s->visitors && s->waiting && s->inside && s->sent && s->part && s->moves &&
           flow_phases_open(&s->phases);
  }
  if (!good) {
    service_close(s);
    *service = NULL;
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for what switches serve");
  }
  for (size_t i = 0; i < packets; i++)
    s->visitors[i].at = NOWHERE;
  for (size_t i = 0; i < switches * s->channels; i++)
    s->waiting[i] = (struct waiting){.first = NOWHERE, .last = NOWHERE};
  return true;
}

/* The channels whose heads must leave by each port. */
static void find_competing(struct service *s, uint32_t sw)
{
  const struct waiting *waiting = &s->waiting[(size_t)sw * s->channels];

  for (uint32_t port = 0; port < s->ports; port++)
    s->competing[port] = 0;
  for (uint32_t channel = 0; channel < s->channels; channel++) {
    const uint32_t head = waiting[channel].first;

    if (head != NOWHERE && s->visitors[head].port != NOWHERE)
      s->competing[s->visitors[head].port] |= UINT64_C(1) << channel;
  }
}

/* A packet of this channel leaves by a port: who else wanted it? */
static void count_share(struct service *s, uint32_t sw, uint32_t port, uint32_t channel)
{
  const uint64_t all = s->competing[port] | UINT64_C(1) << channel;
  const size_t first = ((size_t)sw * s->ports + port) * s->channels;
  const uint32_t count = bits_count(all);

  if (count < 2)
    return;
  s->sent[first + channel]++;
  for (uint64_t left = all; left; left &= left - 1)
    s->part[first + bits_lowest(left)] += 1.0 / count;
}

/* A packet leaves its switch; `port` NOWHERE: it is ejected. */
static void leave(struct service *s, uint32_t sw, uint32_t port, const struct packet *p)
{
  const uint32_t number = payload_number(p->data, &s->shape->format);
  struct visitor *visitor = number < s->packets ? &s->visitors[number] : NULL;

  if (!visitor || visitor->at != sw)
    return; /* nobody sent it here: others judge that */
  struct waiting *waiting = &s->waiting[(size_t)sw * s->channels + visitor->channel];
  if (s->single && port != NOWHERE)
    count_share(s, sw, port, visitor->channel);
  if (waiting->first == number) {
    /* It became the head in this cycle, behind one that left in it: since is the next. */
    const uint64_t wait = s->cycle > waiting->since ? s->cycle - waiting->since : 0;

    if (wait > s->figures.head_wait)
      s->figures.head_wait = wait;
    waiting->first = visitor->next;
    waiting->since = s->cycle + 1;
  } else {
    s->visitors[visitor->before].next = visitor->next;
  }
  if (visitor->next == NOWHERE)
    waiting->last = visitor->before;
  else
    s->visitors[visitor->next].before = visitor->before;
  visitor->at = NOWHERE;
  s->inside[sw]--;
}

/* The port by which a packet must leave; NOWHERE: none, or it is not known. */
static uint32_t port_of(const struct service *s, uint32_t sw, uint64_t header)
{
  struct route_out way;

  if (!s->single)
    return NOWHERE;
  struct flow_decisions decisions =
      flow_decisions_start(s->shape, &s->phases, sw, header, 0);
  const bool some = flow_decisions_next(&decisions, &way);
  const uint64_t exits = some ? flow_decision_exits(s->shape, &way) : 0;
  const uint32_t queue = exits ? bits_lowest(exits) : FLOW_TERMINAL;

  return queue == FLOW_TERMINAL ? NOWHERE : queue / s->shape->vcs;
}

static void enter(struct service *s, const struct packet_move *move)
{
  const uint32_t number = payload_number(move->packet.data, &s->shape->format);
  struct visitor *visitor = number < s->packets ? &s->visitors[number] : NULL;

  if (!visitor || visitor->at != NOWHERE)
    return;
  struct waiting *waiting = &s->waiting[(size_t)move->at * s->channels + move->channel];
  *visitor = (struct visitor){.at = move->at,
                              .channel = move->channel,
                              .port = port_of(s, move->at, move->packet.header),
                              .before = waiting->last,
                              .next = NOWHERE};
  if (waiting->first == NOWHERE) {
    waiting->first = number;
    waiting->since = s->cycle + 1;
  } else {
    s->visitors[waiting->last].next = number;
  }
  waiting->last = number;
  if (++s->inside[move->at] > s->figures.most_inside)
    s->figures.most_inside = s->inside[move->at];
}

static void look_at(struct service *s, const struct run_cycle *c, uint32_t sw)
{
  const struct machine *m = c->machine;

  if (s->single)
    find_competing(s, sw);
  for (uint64_t valid = c->links->valid[sw]; valid; valid &= valid - 1) {
    const uint32_t queue = bits_lowest(valid);
    const uint32_t port = queue / s->shape->vcs;
    const struct link far = links_far(s->shape, c->links, sw, queue);

    if (!links_taken_to(c->links, sw, queue, far))
      continue;
    const struct packet packet = m->ops->out_packet(m->self, sw, port);
    leave(s, sw, port, &packet);
    s->moves[s->move_count++] =
        (struct packet_move){.packet = packet, .at = far.to_switch, .channel = far.to_port};
  }
  for (uint64_t eject = c->links->eject[sw]; eject; eject &= eject - 1) {
    const struct packet packet = m->ops->eject_packet(m->self, sw, bits_lowest(eject));

    leave(s, sw, NOWHERE, &packet);
  }
}

bool service_cycle(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct service *s = self;

  (void)err;
  s->cycle = cycle->cycle;
  s->move_count = 0;
  for (size_t i = 0; i < cycle->links->active_count; i++)
    look_at(s, cycle, cycle->links->active[i]);
  for (size_t i = 0; i < s->move_count; i++)
    enter(s, &s->moves[i]);
  for (size_t i = 0; i < cycle->injection_count; i++) {
    const struct injection *one = &cycle->injections[i];

    enter(s, &(struct packet_move){.packet = one->packet,
                                   .at = one->at,
                                   .channel = shape_inject_channel(s->shape, one->lane)});
  }
  return true;
}

struct service_shares service_shares_of(const uint64_t *sent, const double *part,
                                        size_t count)
{
  struct service_shares shares = {.inputs = 0};
  double sum = 0, squares = 0;

  for (size_t i = 0; i < count; i++) {
    if (part[i] < SERVICE_PART)
      continue;
    const double share = (double)sent[i] / part[i];

    shares.least = shares.inputs == 0 || share < shares.least ? share : shares.least;
    shares.most = share > shares.most ? share : shares.most;
    sum += share;
    squares += share * share;
    shares.inputs++;
  }
  if (squares > 0)
    shares.jain = sum * sum / (shares.inputs * squares);
  return shares;
}

struct service_figures service_figures(const struct service *s)
{
  const size_t ports = (size_t)s->shape->topology->switches * s->ports;
  struct service_figures figures = s->figures;
  uint64_t most = 0;
  size_t busiest = 0;

  for (size_t i = 0; i < ports; i++) {
    uint64_t sent = 0;

    for (size_t channel = 0; channel < s->channels; channel++)
      sent += s->sent[i * s->channels + channel];
    if (sent > most) {
      most = sent;
      busiest = i;
    }
  }
  figures.at = (uint32_t)(busiest / s->ports);
  figures.port = (uint32_t)(busiest % s->ports);
  figures.shares = service_shares_of(&s->sent[busiest * s->channels],
                                     &s->part[busiest * s->channels], s->channels);
  return figures;
}

void service_close(struct service *s)
{
  if (!s)
    return;
  flow_phases_close(&s->phases);
  free(s->visitors);
  free(s->waiting);
  free(s->inside);
  free(s->sent);
  free(s->part);
  free(s->moves);
  free(s);
}

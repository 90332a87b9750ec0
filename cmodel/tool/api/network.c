/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* network -- lockhop.h: a network is opened, asked what it is, and closed. */
#include "tool/api/network.h"

#include "base/bits.h"
#include "run/machine/seeds.h"
#include "tool/session/lock_step.h"
#include "tool/session/machines.h"
#include "tool/session/needs.h"

#include <stdlib.h>
#include <string.h>

const char *lockhop_version(void)
{
  return LOCKHOP_VERSION;
}

static bool observe(void *self, const struct run_cycle *cycle, struct err *err)
{
  struct lockhop_network *n = self;

  return !n->collects || deliveries_add(&n->deliveries, &n->session.shape, cycle->machine,
                                        cycle->links, cycle->cycle, err);
}

static void keep_edge(void *self, const struct links *links,
                      const struct stimulus *stimulus)
{
  struct lockhop_network *n = self;

  edge_keep(&n->edge, &n->machine, links, stimulus);
}

static bool start(struct lockhop_network *n, struct err *err)
{
  struct run_request request = session_request(&n->session);

  n->deliveries.count = 0;
  n->cycle = n->injected = n->delivered = n->hops = 0;
  n->phase = 0;
  edge_reset(&n->edge);
  if (!network_has_traffic(n)) {
    senders_reset(&n->senders);
    return n->machine.ops->reset(n->machine.self, n->session.description.seed, err);
  }
  run_close(n->runner);
  run_result_close(&n->result);
  free(n->text);
  n->text = NULL;
  n->verdict = (struct lockhop_verdict){.broken = false};
  request.follow = LOCK_STEP_FOLLOW;
  request.machine = n->machine;
  request.observer = observe;
  request.observer_self = n;
  if (n->edge.shape) {
    request.feed = keep_edge;
    request.feed_self = n;
  }
  n->collects = true;
  return run_open(&n->runner, &request, &n->result, err);
}

static bool open_edge(struct lockhop_network *n, struct err *err)
{
  return (!n->session.collective.is ||
          err_set(err, ERR_USAGE, "%s: engines have other pins than switches",
                  n->session.description.traffic)) &&
         edge_open(&n->edge, &n->session.shape, n->session.description.seed, err);
}

/* With --compare flow or delivery the switches are the caller's. */
static bool open_machine(struct lockhop_network *n, bool eject_ready, struct err *err)
{
  const struct session *s = &n->session;

  if (s->compare == COMPARE_CYCLE)
    return machines_open(&n->machine, &n->session, err);
  if (!network_has_traffic(n))
    return err_set(err, ERR_USAGE,
                   "--compare %s: a network of your switches needs traffic; without, open "
                   "a judge",
                   s->description.compare);
  if (eject_ready && !session_may_refuse(&n->session, err))
    return false;
  if (!needs_check(&n->session, 0, err))
    return false;
  if (!shown_open(&n->shown, &s->shape, s->topology.switches, err))
    return false;
  n->machine = shown_machine(&n->shown);
  return true;
}

static bool open(struct lockhop_network *n, const struct lockhop_description *given,
                 struct err *err)
{
  if (!given->topology)
    return err_set(err, ERR_USAGE, "a description needs a topology");
  if (!describe_open(&n->described, given, err))
    return false;
  const char *const compare = n->described.description.compare;
  n->described.description.lock_step = compare && strcmp(compare, "cycle") != 0;
  if (!session_open(&n->session, &n->described.description, NULL, err))
    return false;
  if (open_machine(n, given->eject_ready, err)) {
    if ((!given->pins || open_edge(n, err)) &&
        (network_has_traffic(n) || senders_open(&n->senders, &n->session.shape, err)) &&
        start(n, err))
      return true;
    n->machine.ops->close(n->machine.self);
  }
  session_close(&n->session);
  return false;
}

static void release(struct lockhop_network *n)
{
  run_close(n->runner);
  run_result_close(&n->result);
  senders_close(&n->senders);
  edge_close(&n->edge);
  shown_close(&n->shown);
  free(n->text);
  free(n->deliveries.places);
  describe_close(&n->described);
  free(n);
}

struct lockhop_network *lockhop_open(const struct lockhop_description *description,
                                     struct lockhop_error *error)
{
  struct lockhop_network *n = calloc(1, sizeof *n);
  struct err err = {.kind = ERR_ENVIRONMENT, .text = "not enough memory for a network"};

  if (n && open(n, description, &err))
    return n;
  if (n)
    release(n);
  describe_error(error, &err);
  return NULL;
}

void lockhop_close(struct lockhop_network *n)
{
  if (!n)
    return;
  n->closing = true;
  if (n->watched)
    return;
  n->machine.ops->close(n->machine.self);
  session_close(&n->session);
  release(n);
}

bool lockhop_reset(struct lockhop_network *n, struct lockhop_error *error)
{
  struct err err;

  return (network_is_free(n, &err) && start(n, &err)) || describe_error(error, &err);
}

struct lockhop_shape lockhop_shape_of(const struct lockhop_network *n)
{
  struct lockhop_shape shape = describe_shape(&n->session.shape);

  shape.packets = n->session.schedule.count;
  return shape;
}

/* --- what it is wired like --- */

struct lockhop_far lockhop_link(const struct lockhop_network *n, uint32_t from,
                                uint32_t port)
{
  struct link link = topology_link(&n->session.topology, from, port);

  return (struct lockhop_far){.to_switch = link.to_switch, .to_port = link.to_port};
}

uint64_t lockhop_here(const struct lockhop_network *n, uint32_t sw)
{
  return topology_here(&n->session.topology, sw);
}

uint64_t lockhop_seed(const struct lockhop_network *n, uint32_t sw, uint32_t index)
{
  return seeds_word(n->session.description.seed, sw, index);
}

uint32_t lockhop_source(const struct lockhop_network *n, uint32_t terminal)
{
  return topology_source(&n->session.topology, terminal);
}

uint32_t lockhop_sink(const struct lockhop_network *n, uint32_t terminal)
{
  return topology_sink(&n->session.topology, terminal);
}

/* --- packets --- */

uint64_t lockhop_header(const struct lockhop_network *n, uint32_t source,
                        uint32_t destination, uint64_t random)
{
  return topology_header(&n->session.topology, n->session.shape.routing, source,
                         destination, random);
}

uint64_t lockhop_data(const struct lockhop_network *n, uint32_t destination,
                      uint64_t payload)
{
  const struct packet_format *format = &n->session.shape.format;

  return (payload << format->terminal_bits |
          topology_place(&n->session.topology, destination)) &
         bits_mask(format->data_bits);
}

bool lockhop_inject(struct lockhop_network *n, uint32_t source,
                    const struct lockhop_packet *packet, struct lockhop_error *error)
{
  const struct packet_format *format = &n->session.shape.format;
  const struct packet own = {.header = packet->header, .data = packet->data};
  struct err err;

  if (network_has_traffic(n))
    err_set(&err, ERR_USAGE, "a network with traffic injects its packets itself");
  else if (source >= n->session.topology.terminals)
    err_set(&err, ERR_USAGE, "terminal %u: there are terminals 0 to %u", source,
            n->session.topology.terminals - 1);
  else if (packet->header & ~bits_mask(format->header_bits) ||
           packet->data & ~bits_mask(format->data_bits))
    err_set(&err, ERR_USAGE, "a packet has %u bits of header and %u of data",
            format->header_bits, format->data_bits);
  else if (senders_join(&n->senders, source, &own, &err)) {
    n->injected++;
    return true;
  }
  return describe_error(error, &err);
}

struct lockhop_entry lockhop_traffic(const struct lockhop_network *n, uint64_t number)
{
  struct schedule_entry room;
  const struct schedule_entry *entry = schedule_entry(&n->session.schedule, number, &room);

  return (struct lockhop_entry){.cycle = entry->cycle,
                                .source = entry->source,
                                .destination = entry->destination,
                                .header = entry->header,
                                .answers = entry->answers};
}

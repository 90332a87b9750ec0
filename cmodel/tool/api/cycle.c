/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* cycle -- lockhop.h: clocks a network and reads its outputs. */
#include "tool/api/network.h"

#include "base/bits.h"
#include "tool/api/verdict.h"

enum { WATCH_CYCLES = 64 };

/* A cycle of a network that a caller feeds. */
static bool by_hand(struct lockhop_network *n, struct err *err)
{
  const struct machine *m = &n->machine;
  struct links links = m->ops->links(m->self);
  size_t before = n->deliveries.count;

  if (!deliveries_add(&n->deliveries, &n->session.shape, m, &links, n->cycle, err) ||
      !senders_start(&n->senders, m, &links, err))
    return false;
  for (size_t i = before; i < n->deliveries.count; i++)
    n->hops += deliveries_at(&n->deliveries, i)->hops;
  n->delivered += n->deliveries.count - before;
  const struct stimulus stimulus = {.injections = n->senders.injections,
                                    .injection_count = n->senders.injection_count,
                                    .phase = n->phase};
  if (n->edge.shape)
    edge_keep(&n->edge, m, &links, &stimulus);
  machine_tick(m, &stimulus);
  n->cycle++;
  return true;
}

/* A cycle of a run. */
static bool by_traffic(struct lockhop_network *n, struct err *err)
{
  bool last;

  if (!n->runner)
    return true;
  if (!run_step(n->runner, &last, err))
    return false;
  if (!last)
    return true;
  bool finished = run_finish(n->runner, err);
  run_close(n->runner);
  n->runner = NULL;
  return finished && (n->result.outcome != OUTCOME_DIFFER ||
                      verdict_make(&n->verdict, &n->text, &n->result.difference.flow,
                                   &n->session.shape, err));
}

bool lockhop_tick(struct lockhop_network *n, struct lockhop_error *error)
{
  struct err err;

  return (network_is_free(n, &err) &&
          (network_has_traffic(n) ? by_traffic(n, &err) : by_hand(n, &err))) ||
         describe_error(error, &err);
}

/* Is the run to go on? */
static bool look(struct lockhop_network *n, lockhop_watch *watch, void *self)
{
  const struct scoreboard *board = &n->result.scoreboard;

  n->watched = true;
  bool on = watch(self, n->result.cycles, board->delivered_count, board->expected);
  n->watched = false;
  return on && !n->closing;
}

bool lockhop_run(struct lockhop_network *n, lockhop_watch *watch, void *self,
                 struct lockhop_error *error)
{
  struct err err;
  bool ran = network_is_free(n, &err) &&
             (network_has_traffic(n) ||
              err_set(&err, ERR_USAGE, "a network without traffic has nothing to run")) &&
             (!network_is_shown(n) ||
              err_set(&err, ERR_USAGE, "switches of the caller run cycle by cycle"));

  if (!ran)
    return describe_error(error, &err);
  n->collects = false;
  for (uint64_t i = 0; ran && n->runner; i++) {
    if (watch && i % WATCH_CYCLES == 0 && !look(n, watch, self)) {
      n->result.outcome = OUTCOME_INTERRUPTED;
      run_close(n->runner);
      n->runner = NULL;
      break;
    }
    ran = by_traffic(n, &err);
  }
  n->collects = true;
  if (n->closing) {
    lockhop_close(n);
    ran = err_set(&err, ERR_USAGE, "the watch has closed the network");
  }
  return ran || describe_error(error, &err);
}

void lockhop_phase(struct lockhop_network *n, uint32_t phase)
{
  n->phase = phase;
}

void lockhop_show(struct lockhop_network *n, uint32_t sw,
                  const struct lockhop_outputs *outputs)
{
  shown_put(&n->shown, sw, outputs);
}

struct lockhop_verdict lockhop_verdict_of(const struct lockhop_network *n)
{
  return n->verdict;
}

/* --- what is seen --- */

void lockhop_outputs_of(struct lockhop_network *n, uint32_t sw,
                        struct lockhop_outputs *outputs)
{
  const struct shape *shape = &n->session.shape;
  const struct machine *m = &n->machine;
  const struct links links = m->ops->links(m->self);
  const uint32_t queues = shape_queues(shape);

  outputs->in_ready = links.ready[sw] & bits_mask(queues);
  outputs->out_valid = links.valid[sw];
  outputs->inject_ready = links.ready[sw] >> queues & bits_mask(shape->lanes);
  outputs->eject_valid = links.eject[sw];
  for (uint32_t port = 0; port < shape->topology->ports; port++) {
    bool valid = links.valid[sw] >> port * shape->vcs & bits_mask(shape->vcs);

    outputs->out_packet[port] = valid
                                    ? describe_packet(m->ops->out_packet(m->self, sw, port))
                                    : (struct lockhop_packet){.header = 0};
  }
  for (uint32_t channel = 0; channel < shape_channels(shape); channel++)
    outputs->eject_packet[channel] =
        links.eject[sw] >> channel & 1
            ? describe_packet(m->ops->eject_packet(m->self, sw, channel))
            : (struct lockhop_packet){.header = 0};
}

void lockhop_inputs_of(const struct lockhop_network *n, uint32_t sw,
                       struct lockhop_inputs *inputs)
{
  edge_show(&n->edge, sw, inputs);
}

bool lockhop_deliver(struct lockhop_network *n, struct lockhop_delivery *delivery)
{
  return deliveries_take(&n->deliveries, delivery);
}

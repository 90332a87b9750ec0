/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the switch that joins the components: docs/switch.md. */
#include "switch/switch.h"

#include "route/bitfix.h"
#include "route/bitfix_mask.h"
#include "route/bitfix_two_phase.h"
#include "route/sync_vector.h"

/* What is the same for all packets of one half-step.  `plain`: see switch_is_plain; a
 * constant where it is used, so that the plain switch pays for nothing that it has not. */
struct step {
  const struct switch_config *config;
  struct switch_view *view;
  struct packet_pool *pool;
  uint32_t depth;
  uint32_t largest; /* count of a queue that was pushed */
  bool plain;
};

/* The packet goes on with this header.  Most keep theirs, and then the pool is not touched:
 * on large networks every look at it misses the caches. */
static inline void set_header(const struct step *step, const struct input_queue *input,
                              uint64_t header)
{
  if (header != input->header)
    step->pool->places[input->packet].packet.header = header;
}

/* The units of this library are written into the loop: a call for every packet costs as
 * much as all the rest. */
static inline struct route_out route(const struct step *step, uint64_t header,
                                     uint32_t random)
{
  const struct route_unit *unit = step->config->unit;
  struct route_in in = {
      .here = step->view->here,
      .header = header,
      .random = random,
      .ports = step->config->ports,
      .phase = step->view->phase,
      .parameters = step->config->parameters,
  };

  if (step->plain)
    return bitfix_comb(&in);
  if (unit == &bitfix_two_phase)
    return bitfix_two_phase_comb(&in, false);
  if (unit == &bitfix_two_phase_sync)
    return bitfix_two_phase_comb(&in, true);
  if (unit == &bitfix_mask_forced)
    return bitfix_mask_comb(&in, true, false);
  if (unit == &sync_vector)
    return sync_vector_comb(&in, true);
  return unit->comb(&in);
}

static inline uint32_t random_word(const struct step *step, uint32_t channel)
{
  if (step->plain || step->config->random == RANDOM_NONE)
    return 0;
  return random_bits_word(&step->view->random, channel);
}

/* The queues of the way's VC at the ports of its mask. */
static inline uint64_t queues_of(const struct step *step, const struct route_out *way)
{
  uint32_t vcs = step->config->vcs;
  uint32_t own = way->vc < vcs ? way->vc : vcs - 1;
  uint64_t queues = 0;

  if (step->plain)
    return way->ports;
  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    queues |= UINT64_C(1) << (bits_lowest(ports) * vcs + own);
  return queues;
}

/* Does the router take a packet that goes this way? */
static inline bool takes(const struct step *step, uint64_t queues)
{
  return router_takes(step->view->outputs, step->plain ? 1 : step->config->priorities,
                      queues, step->depth);
}

static inline void push_one(struct step *step, const struct route_out *way, uint32_t queue,
                            uint32_t packet)
{
  uint32_t priorities = step->plain ? 1 : step->config->priorities;
  struct output_queue *output = &step->view->outputs[queue * priorities];

  priority_queue_push(output, step->plain ? 0 : way->priority & (priorities - 1),
                      step->pool, packet);
  uint32_t count = priority_queue_count(output, priorities);
  if (count > step->largest)
    step->largest = count;
}

static inline void push_copies(struct step *step, const struct route_out *way,
                               uint64_t queues, uint32_t packet)
{
  for (; queues; queues &= queues - 1)
    push_one(step, way, bits_lowest(queues), packet_pool_copy(step->pool, packet));
}

/* Into every queue of the mask: the packet itself into the lowest, copies into the others.
 */
static inline void push(struct step *step, const struct route_out *way, uint64_t queues,
                        uint32_t packet)
{
  *step->view->valid |= queues;
  push_one(step, way, bits_lowest(queues), packet);
  if (!step->plain)
    push_copies(step, way, queues & (queues - 1), packet);
}

/* Packets that waited for phase 1 go on, oldest first.  In phase 0 none of them can: they
 * are as they came. */
static void release(struct step *step)
{
  struct waiting_store *store = step->view->store;
  uint32_t previous = PACKET_NONE;

  for (uint32_t packet = store->head; packet != PACKET_NONE;) {
    struct packet *held = &step->pool->places[packet].packet;
    struct route_out way = route(step, held->header, 0);
    uint64_t queues = queues_of(step, &way);

    assert(!way.eject && way.ports);
    if (takes(step, queues)) {
      uint32_t next = waiting_store_remove(store, step->pool, previous);

      held->header = way.header;
      push(step, &way, queues, packet);
      packet = next;
    } else {
      previous = packet;
      packet = step->pool->places[packet].next;
    }
  }
}

/* Inlined twice, so that `plain` is a constant in each. */
static inline __attribute__((always_inline)) uint32_t route_all(struct step *step)
{
  struct switch_view *view = step->view;
  const bool plain = step->plain;
  uint64_t kept = *view->full, eject = 0;

  if (!plain && step->config->random != RANDOM_NONE)
    random_bits_enter(&view->random, kept & ~view->kept);
  uint32_t stored = !plain && step->config->store ? view->store->count : UINT32_MAX;
  if (!plain && step->config->store && view->phase)
    release(step);
  for (uint64_t full = kept; full; full &= full - 1) {
    uint32_t channel = bits_lowest(full);
    uint64_t bit = UINT64_C(1) << channel;
    struct input_queue *input = &view->inputs[channel];
    struct route_out way = route(step, input->header, random_word(step, channel));
    uint64_t queues = queues_of(step, &way);

    if (way.eject && (plain || !queues || takes(step, queues))) {
      set_header(step, input, way.header);
      if (!plain && queues) { /* it goes on, too */
        *view->valid |= queues;
        push_copies(step, &way, queues, input->packet);
      }
      eject |= bit;
      kept &= ~bit;
    } else if (takes(step, queues)) {
      set_header(step, input, way.header);
      push(step, &way, queues, input_queue_take(input));
      kept &= ~bit;
    } else if (!plain && way.wait && stored < step->config->store) {
      waiting_store_append(view->store, step->pool, input_queue_take(input));
      stored++;
      kept &= ~bit;
    }
  }
  *view->full = kept;
  *view->eject = eject;
  return step->largest;
}

bool switch_is_plain(const struct switch_config *config)
{
  return config->unit == &bitfix && config->vcs == 1 && config->priorities == 1 &&
         config->random == RANDOM_NONE && config->store == 0;
}

static inline struct step step_of(const struct switch_config *config,
                                  struct switch_view *view, struct packet_pool *pool)
{
  return (struct step){.config = config,
                       .view = view,
                       .pool = pool,
                       .depth = config->depth ? config->depth : UINT32_MAX};
}

uint32_t switch_route(const struct switch_config *config, struct switch_view *view,
                      struct packet_pool *pool)
{
  struct step step = step_of(config, view, pool);

  return route_all(&step);
}

uint32_t switch_route_plain(const struct switch_config *config, struct switch_view *view,
                            struct packet_pool *pool)
{
  struct step step = step_of(config, view, pool);

  step.plain = true;
  return route_all(&step);
}

uint64_t switch_wants(const struct switch_config *config, const struct switch_view *view,
                      uint32_t channel)
{
  struct switch_view copy = *view;
  struct step step = {.config = config, .view = &copy};
  struct route_out way =
      route(&step, view->inputs[channel].header, random_word(&step, channel));

  return queues_of(&step, &way);
}

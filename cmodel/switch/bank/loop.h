/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* loop -- the routing loops over a bank of switches, instantiated for every route unit.
 *
 * Steps 1 to 4 of docs/switch.md.  A unit's file calls switch_loop with its own comb, which
 * the compiler inlines: a call for every packet would double the time of the loop.
 */
#ifndef LOCKHOP_SWITCH_BANK_LOOP_H
#define LOCKHOP_SWITCH_BANK_LOOP_H

#include "switch/bank/pass.h"
#include "switch/component/priority_queue.h"
#include "switch/component/router.h"

/* One switch in one half-step.  `lean` (switch_is_lean) is a constant after inlining: a
 * lean switch pays nothing for features it lacks. */
struct switch_step {
  struct switch_bank *bank;
  route_comb *comb;
  struct input_queue *inputs;
  struct output_queue *outputs;
  uint64_t channels; /* all of them, as a mask */
  uint64_t here, valid;
  uint32_t sw;
  uint32_t depth;   /* UINT32_MAX: no limit */
  uint32_t largest; /* the bank's, kept in a register */
  bool lean;
};

/* One VC, FIFOs of all packets, no random words, no waiting store. */
static inline bool switch_is_lean(const struct switch_config *config)
{
  return config->vcs == 1 && config->pushes == 0 && config->priority_bits == 0 &&
         config->random == RANDOM_NONE && config->store == 0;
}

SWITCH_INLINE struct route_out switch_step_route(const struct switch_step *step,
                                                 uint64_t header, uint32_t random)
{
  const struct switch_bank *bank = step->bank;

  return step->comb(&(struct route_in){.here = step->here,
                                       .header = header,
                                       .random = random,
                                       .ports = bank->config.ports,
                                       .phase = bank->phase,
                                       .parameters = bank->config.parameters});
}

/* The output queues of a route: those of its VC at its ports, as a mask. */
SWITCH_INLINE uint64_t switch_step_queues(const struct switch_step *step,
                                          const struct route_out *way)
{
  const uint32_t vcs = step->bank->config.vcs;
  const uint32_t own = way->vc < vcs ? way->vc : vcs - 1;
  uint64_t queues = 0;

  if (step->lean)
    return way->ports;
  for (uint64_t ports = way->ports; ports; ports &= ports - 1)
    queues |= UINT64_C(1) << (bits_lowest(ports) * vcs + own);
  return queues;
}

SWITCH_INLINE struct random_bits switch_step_random(const struct switch_step *step)
{
  return switch_random(step->bank, step->sw);
}

SWITCH_INLINE uint32_t switch_step_word(const struct switch_step *step, uint32_t channel)
{
  if (step->lean || step->bank->config.random == RANDOM_NONE)
    return 0;
  struct random_bits random = switch_step_random(step);
  return random_bits_word(&random, channel);
}

/* Give the packet, which is settled, this header.  Most packets keep theirs; then the pool
 * is not touched, because on large networks every access to it misses the caches. */
SWITCH_INLINE void switch_step_header(const struct switch_step *step,
                                      const struct input_queue *input, uint64_t header)
{
  if (header != input->header)
    step->bank->pool.places[input->packet].packet.header = header;
}

SWITCH_INLINE void switch_step_push_one(struct switch_step *step,
                                        const struct route_out *way, uint32_t queue,
                                        uint32_t packet)
{
  struct switch_bank *bank = step->bank;
  struct output_queue *output = &step->outputs[queue];
  const uint32_t bits = step->lean ? 0 : bank->config.priority_bits;

  if (bits)
    priority_queue_push(output, &bank->pool, packet,
                        (uint16_t)(way->priority & bits_mask(bits)));
  else
    output_queue_push(output, &bank->pool, packet);
  if (output->count > step->largest)
    step->largest = output->count;
}

SWITCH_INLINE void switch_step_push_copies(struct switch_step *step,
                                           const struct route_out *way, uint64_t queues,
                                           uint32_t packet)
{
  for (; queues; queues &= queues - 1)
    switch_step_push_one(step, way, bits_lowest(queues),
                         packet_pool_copy(&step->bank->pool, packet));
}

/* Push the packet into the lowest queue of the mask, and a copy into each other one. */
SWITCH_INLINE void switch_step_push(struct switch_step *step, const struct route_out *way,
                                    uint64_t queues, uint32_t packet)
{
  step->valid |= queues;
  switch_step_push_one(step, way, bits_lowest(queues), packet);
  switch_step_push_copies(step, way, queues & (queues - 1), packet);
}

/* Push stored packets that have ports in this phase, oldest first. */
SWITCH_INLINE void switch_step_release(struct switch_step *step)
{
  struct switch_bank *bank = step->bank;
  struct waiting_store *store = &bank->stores[step->sw];
  uint32_t previous = PACKET_NONE;

  store->open = 0;
  for (uint32_t packet = store->head; packet != PACKET_NONE;) {
    struct packet *held = &bank->pool.places[packet].packet;
    struct route_out way = switch_step_route(step, held->header, 0);
    uint64_t queues = switch_step_queues(step, &way);

    assert(!way.eject);
    if (router_takes(step->outputs, queues, step->depth)) {
      uint32_t next = waiting_store_remove(store, &bank->pool, previous);

      held->header = way.header;
      switch_step_push(step, &way, queues, packet);
      packet = next;
    } else {
      store->open += queues != 0;
      previous = packet;
      packet = bank->pool.places[packet].next;
    }
  }
}

/* Move a packet that the router does not take to the waiting store.  With random words the
 * unit may answer differently there, so the packet counts as open. */
SWITCH_INLINE void switch_step_store(const struct switch_step *step,
                                     struct input_queue *input, uint64_t queues)
{
  struct waiting_store *store = &step->bank->stores[step->sw];

  waiting_store_append(store, &step->bank->pool, input_queue_take(input));
  store->open += queues != 0 || step->bank->config.random != RANDOM_NONE;
}

/* Route the packet in one channel; `bit` is the mask of the channel.  *stored counts the
 * packets of the waiting store at the beginning of the cycle and those stored since. False:
 * the packet stays.  Sets the bit in *eject when the packet leaves the network. */
SWITCH_INLINE bool switch_step_channel(struct switch_step *step, uint64_t bit,
                                       uint32_t *stored, uint64_t *eject)
{
  const uint32_t channel = bits_lowest(bit);
  struct input_queue *input = &step->inputs[channel];

  input_queue_settle(input, &step->bank->pool);
  const struct route_out way =
      switch_step_route(step, input->header, switch_step_word(step, channel));
  const uint64_t queues = switch_step_queues(step, &way);

  if (way.eject && (!queues || router_takes(step->outputs, queues, step->depth))) {
    switch_step_header(step, input, way.header);
    step->valid |= queues; /* copies go on */
    switch_step_push_copies(step, &way, queues, input->packet);
    *eject |= bit;
    return true;
  }
  if (router_takes(step->outputs, queues, step->depth)) {
    switch_step_header(step, input, way.header);
    switch_step_push(step, &way, queues, input_queue_take(input));
    return true;
  }
  if (step->lean || !way.wait || *stored >= step->bank->config.store)
    return false;
  switch_step_store(step, input, queues);
  ++*stored;
  return true;
}

/* The random words of this cycle. */
SWITCH_INLINE void switch_step_words(const struct switch_step *step)
{
  struct switch_bank *bank = step->bank;
  const uint32_t sw = step->sw;
  const uint64_t full = bank->full[sw];

  if (!step->lean && random_source_chooses(bank->config.random)) {
    switch_choose(bank, sw);
  } else if (!step->lean && bank->config.random != RANDOM_NONE) {
    struct random_bits random = switch_step_random(step);

    random_bits_enter(&random, full & ~bank->kept[sw]);
    random_bits_stay(&random, full & bank->kept[sw]);
  }
}

SWITCH_INLINE void switch_step_all(struct switch_step *step)
{
  struct switch_bank *bank = step->bank;
  const uint32_t sw = step->sw;
  uint64_t kept = bank->full[sw], eject = 0;
  uint32_t stored = 0;

  switch_step_words(step);
  if (!step->lean && bank->config.store) {
    stored = bank->stores[sw].count;
    if (bank->stores[sw].open > 0)
      switch_step_release(step);
  }
  for (uint64_t full = kept, bit; full; full ^= bit) {
    bit = full & -full;
    if (switch_step_channel(step, bit, &stored, &eject))
      kept ^= bit;
  }
  bank->full[sw] = kept;
  bank->ready[sw] = ~kept & step->channels;
  bank->eject[sw] = eject;
  bank->valid[sw] = step->valid;
}

SWITCH_INLINE struct switch_step switch_step_of(struct switch_bank *bank, uint32_t sw,
                                                route_comb *comb, bool lean,
                                                uint32_t largest)
{
  const struct switch_config *config = &bank->config;

  return (struct switch_step){
      .bank = bank,
      .comb = comb,
      .inputs = &bank->inputs[(size_t)sw * config->channels],
      .outputs =
          &bank->outputs[(size_t)sw * (lean ? config->ports : switch_queues(config))],
      .channels = bits_mask(config->channels),
      .here = bank->here ? bank->here[sw] : sw,
      .valid = bank->valid[sw],
      .sw = sw,
      .depth = config->depth ? config->depth : UINT32_MAX,
      .largest = largest,
      .lean = lean,
  };
}

SWITCH_INLINE void switch_loop_part(struct switch_bank *bank, const uint32_t *active,
                                    size_t count, route_comb *comb, bool lean)
{
  uint32_t largest = bank->largest;

  for (size_t i = 0; i < count; i++) {
    struct switch_step step = switch_step_of(bank, active[i], comb, lean, largest);

    switch_step_all(&step);
    largest = step.largest;
  }
  bank->largest = largest;
}

SWITCH_INLINE void switch_loop_of(struct switch_bank *bank, const uint32_t *active,
                                  size_t count, route_comb *comb, bool lean)
{
  const size_t part = switch_bank_part(bank, count);

  for (size_t from = 0, to; from < count; from = to) {
    to = switch_part_end(from, part, count);
    if (to < count)
      switch_prefetch_inputs(bank, &active[to], switch_part_end(to, part, count) - to);
    switch_loop_part(bank, &active[from], to - from, comb, lean);
  }
}

/* The loop where each queue takes one packet in a cycle, for all units: it calls their
 * comb.
 */
void switch_bank_route_turns(struct switch_bank *bank, const uint32_t *active,
                             size_t count);

/* The loop of a unit for switch_bank_route; `comb` must be a constant. */
SWITCH_INLINE void switch_loop(struct switch_bank *bank, const uint32_t *active,
                               size_t count, route_comb *comb)
{
  if (switch_is_lean(&bank->config))
    switch_loop_of(bank, active, count, comb, true);
  else if (bank->config.pushes)
    switch_bank_route_turns(bank, active, count);
  else
    switch_loop_of(bank, active, count, comb, false);
}

/* NAME_loops, the loops around a comb. */
#define ROUTE_LOOPS(name, comb)                                                            \
  static void name##_route(struct switch_bank *bank, const uint32_t *active, size_t count) \
  {                                                                                        \
    switch_loop(bank, active, count, comb);                                                \
  }                                                                                        \
                                                                                           \
  static __attribute__((noinline)) void name##_pass_rest(                                  \
      struct switch_bank *bank, uint32_t sw, uint64_t left, uint64_t leaving)              \
  {                                                                                        \
    switch_pass_rest(bank, sw, left, leaving, comb);                                       \
  }                                                                                        \
                                                                                           \
  static void name##_pass(struct switch_bank *bank, const uint32_t *active, size_t count)  \
  {                                                                                        \
    switch_pass(bank, active, count, comb, name##_pass_rest);                              \
  }                                                                                        \
                                                                                           \
  static const struct route_loops name##_loops = {.route = name##_route,                   \
                                                  .pass = name##_pass};

/* In the file of a unit: NAME_comb, which is `call` with its constants, and NAME_loops.
 * `call` is an expression of in. */
#define ROUTE_UNIT(name, call)                                                             \
  static inline struct route_out name##_comb(const struct route_in *in)                    \
  {                                                                                        \
    return call;                                                                           \
  }                                                                                        \
                                                                                           \
  ROUTE_LOOPS(name, name##_comb)

#endif

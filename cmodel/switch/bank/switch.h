/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch -- the complete switch, built from the components: docs/switch.md.
 *
 * Twin of rtl/switch/switch.v.  One bank holds the state of all switches of a network in
 * arrays; a bank of one is a single switch.  A cycle is two half-steps, as in the paper:
 *
 * - Combinational: switch_bank_route for the switches that hold packets (steps 1 to 4 of
 *   docs/switch.md: route, eject, wait, router, push), then switch_offer (step 5, the
 *   arbiters).  Now all outputs can be read: in_ready_o and inject_ready_o are the bits of
 *   `ready`, out_valid_o is `offered`, eject_valid_o is `eject`.
 * - The clock edge: switch_sent, switch_bank_edge, switch_remove_ejected; switch_send for
 *   packets that leave (out_ready_i); switch_accept for packets that enter (in_valid_i,
 *   in_packet_i, inject_valid_i, inject_packet_i).
 *
 * All switches finish one half-step before any begins the other.
 *
 * Ports: here_i, seed_i, phase_i, in_valid_i, in_packet_i, in_ready_o, out_valid_o,
 * out_packet_o, out_ready_i, inject_valid_i, inject_packet_i, inject_ready_o,
 * eject_valid_o, eject_packet_o.
 */
#ifndef LOCKHOP_SWITCH_BANK_SWITCH_H
#define LOCKHOP_SWITCH_BANK_SWITCH_H

#include "base/bits.h"
#include "switch/bank/unit.h"
#include "switch/component/input_queue.h"
#include "switch/component/link_arbiter.h"
#include "switch/component/output_queue.h"
#include "switch/component/random_bits.h"
#include "switch/component/waiting_store.h"

/* Up to this many switches, several threads visit all of theirs in every cycle; where there
 * are more, or one thread, idle ones are skipped. */
#ifndef SWITCH_FEW
#define SWITCH_FEW 4096
#endif

enum {
  SWITCH_QUEUES = 63, /* of a switch, at most */
  SWITCH_PART = 2     /* switches; see switch_bank_part */
};

/* The parameters of docs/switch.md, and those of the C twin alone. */
struct switch_config {
  const struct route_unit *unit;
  uint32_t ports;         /* [1, 63] */
  uint32_t vcs;           /* [1, ROUTE_VCS]; ports * VCs <= 63 */
  uint32_t channels;      /* ports * VCs + lanes, <= 64 */
  uint32_t depth;         /* packets per output queue; 0: no limit */
  uint32_t store;         /* packets in the waiting store; 0: there is none */
  uint32_t priority_bits; /* [0, 16]; 0: output queues are FIFOs */
  enum arbiter_rule arbiter;
  uint32_t sends;  /* [0, ports] ports that may send in one cycle; 0: all */
  uint32_t pushes; /* 1: a queue takes one packet in a cycle; 0: all that it has room for */
  enum random_source random;
  bool sparse; /* there are few packets (switch_is_sparse): all of them that pass stay on
                * the list of crossings until the clock edge */
  const uint32_t *parameters; /* of the network, for the unit */
};

static inline uint32_t switch_queues(const struct switch_config *config)
{
  return config->ports * config->vcs;
}

/* LFSRs of one switch. */
static inline uint32_t switch_lfsrs(const struct switch_config *config)
{
  switch (config->random) {
  case RANDOM_NONE:
  case RANDOM_QUEUES:
  case RANDOM_LEAST:
    return 0;
  case RANDOM_SHARED:
    return 1;
  default:
    return config->channels;
  }
}

/* A packet that leaves an output queue at the next clock edge, or comes back to it. */
struct switch_crossing {
  struct input_queue packet; /* its hops: with the link that it is to cross */
  uint32_t queue;            /* sw * queues + queue */
};

enum { SWITCH_END_BITS = 6 /* of the channel in a word of `ends` */ };

/* Switches of the same parameters.  Queue q = port * VCs + VC. */
struct switch_bank {
  struct switch_config config;
  uint32_t switches;
  uint32_t first, end; /* the switches [first, end) are this bank's; more than one thread
                        * can each have a bank on the same arrays (switch_bank_share) */
  uint32_t phase;      /* phase_q */
  uint32_t largest;    /* highest count of a queue since the reset */
  bool large;          /* the queues do not fit into the caches */
  bool used;           /* there was a clock edge since the reset */
  uint64_t *here;      /* [switches] here_q; NULL: switch numbers */
  struct input_queue *inputs;   /* [switches * channels]; of those in `full` */
  struct output_queue *outputs; /* [switches * queues] */
  uint64_t *full;    /* [switches] bit c: input queue c holds a packet; after routing, one
                      * that is not ejected in this cycle */
  uint64_t *ready;   /* [switches] bit c: channel c takes a packet; valid after routing,
                      * also for switches without work */
  uint64_t *valid;   /* [switches] bit q: output queue q holds a packet */
  uint64_t *offered; /* [switches] `valid`, less what the arbiters refuse; may be the same
                        array */
  uint64_t *eject;   /* [switches] bit c: the packet in channel c leaves the network */
  uint64_t *awake;   /* [switch_blocks()] bit i of word b: switch 64 b + i may hold a packet
                      * that moves in this phase.  Most switches of a large network are idle;
                      * these are skipped.  NULL: no switch is skipped */
  struct packet_pool pool;

  /* For switch_bank_pass; NULL where no switch can pass. */
  const uint32_t *ends;    /* [switches * ports] where the link of a queue ends: switch <<
                            * SWITCH_END_BITS | channel.  Set by the owner of the bank */
  const uint32_t *senders; /* [switches * ports] the queue, sw * ports + port, whose link
                            * ends at a network channel.  Likewise */
  struct input_queue *next_inputs;  /* `inputs`, `full` and `awake` of the next cycle: */
  uint64_t *next_full, *next_awake; /* packets that pass are put there; of a sparse
                                     * bank they are those of this cycle */
  uint32_t *keeping;                /* [keeping_count] switches whose channels keep some */
  size_t keeping_count;
  struct switch_crossing *crossings, *crossing_end; /* of switches that just passed, then
                                                     * those to switches of other banks */
  struct ejected_packet *ejections, *ejection_end;  /* by channel */
  uint64_t *leaving; /* [switches] bit q: a packet of output queue q is among them */

  /* NULL where the configuration does not need it. */
  uint64_t *kept;               /* [switches] `full` of the cycle before */
  uint8_t *last;                /* [switches * ports] last_q of the link_arbiter */
  uint8_t *last_port;           /* [switches] last_q of the send_arbiter: a queue */
  uint64_t *blocked;            /* [switches] blocked_q of the send_arbiter */
  uint8_t *turns;               /* [switches * queues] last_q of the turn_router */
  struct waiting_store *stores; /* [switches] STORE */
  uint64_t *lfsrs;              /* [switches * switch_lfsrs()] RANDOM */
  uint32_t *words;              /* [switches * channels] of a shared source, and of ways */
  uint32_t *counts;             /* [switches * channels] of a source with steps */
};

/* The random_bits of a switch that has them. */
static inline struct random_bits switch_random(const struct switch_bank *bank, uint32_t sw)
{
  const size_t first = (size_t)sw * bank->config.channels;

  return (struct random_bits){.lfsr = bank->lfsrs ? &bank->lfsrs[bank->words ? sw : first]
                                                  : NULL,
                              .word = bank->words ? &bank->words[first] : NULL,
                              .count = bank->counts ? &bank->counts[first] : NULL};
}

enum { SWITCH_BLOCK = 64 }; /* switches of a word of `awake` */

static inline uint32_t switch_blocks(const struct switch_bank *bank)
{
  return bank->switches / SWITCH_BLOCK + (bank->switches % SWITCH_BLOCK != 0);
}

/* The state after a reset with seed 0, with `here` NULL.  `packets`: the most that the bank
 * can hold at once, less than PACKET_NONE.  False: memory is short. */
bool switch_bank_open(struct switch_bank *bank, const struct switch_config *config,
                      uint32_t switches, uint32_t packets);

/* The same for the switches [first, end) alone: what the arrays have of the others is
 * neither set nor, in large networks, backed by memory. */
bool switch_bank_open_part(struct switch_bank *bank, const struct switch_config *config,
                           uint32_t switches, uint32_t first, uint32_t end,
                           uint32_t packets);

/* Before a bank is shared by several: up to SWITCH_FEW switches, parts may begin anywhere.
 */
void switch_bank_share_out(struct switch_bank *whole);

/* A bank of the switches [first, end) of `whole`, on its arrays, with a pool of its own;
 * with `awake` the first is a multiple of SWITCH_BLOCK.  Not to be closed. */
struct switch_bank switch_bank_share(const struct switch_bank *whole, uint32_t first,
                                     uint32_t end, struct pool_rest *rest);

/* Reset (rst) the switches of the bank, except here_q and the LFSRs, and its pool. */
void switch_bank_reset(struct switch_bank *bank);

/* Give LFSR `index` of a switch the seed that it has at the end of a reset. */
void switch_seed(struct switch_bank *bank, uint32_t sw, uint32_t index, uint64_t seed);

void switch_bank_close(struct switch_bank *bank);

/* --- the first half of a cycle --- */

/* Does the switch hold a packet to route?  If not, skip switch_bank_route for it. */
static inline bool switch_has_work(const struct switch_bank *bank, uint32_t sw)
{
  return bank->full[sw] || (bank->stores && bank->stores[sw].open > 0);
}

/* Steps 1 to 4 for active[count], the switches that have work.  Ejected packets stay in
 * their input queues, with their new headers, until switch_remove_ejected.  The pool must
 * have room for the copies of packets with several ports. */
static inline void switch_bank_route(struct switch_bank *bank, const uint32_t *active,
                                     size_t count)
{
  bank->config.unit->loops->route(bank, active, count);
}

/* Can the bank pass?  Each queue has a link of its own, and each route depends on its
 * packet alone. */
static inline bool switch_can_pass(const struct switch_config *config)
{
  return config->vcs == 1 && config->sends == 0 && config->pushes == 0 &&
         config->priority_bits == 0 && config->random == RANDOM_NONE && config->store == 0;
}

/* Is a list of so many packets much smaller than a second table of channels, which saves
 * cache misses where there are more? */
bool switch_is_sparse(const struct switch_config *config, uint32_t switches,
                      uint32_t packets);

/* The same as switch_bank_route for the switches active[count], which hold packets
 * anywhere, and one step more: the packet that each queue shows is taken out and put into
 * the channel where it will be after the clock edge, among those of the next cycle; or on
 * the list of crossings, if that is a switch of another bank.  A packet that finds its
 * queue empty is never in it: most of them, in most networks.  So the queues and the pool
 * are hardly touched, but until the clock edge they do not show what the ports show:
 * `leaving` has the valid bits, and switch_shown and switch_count may not be asked. Packets
 * that leave the network are appended to the list of ejections; they have left then, and
 * `eject` is not set. */
void switch_bank_pass(struct switch_bank *bank, const uint32_t *active, size_t count);

/* Memory limits the speed of a large bank.  So a loop over `count` switches works in parts,
 * and prefetches the next part before it works on one.  A small bank is one part: it fits
 * into the caches.  Returns the switches of a part. */
static inline size_t switch_bank_part(const struct switch_bank *bank, size_t count)
{
  return bank->large && count > SWITCH_PART ? (size_t)SWITCH_PART : count;
}

/* The end of a part that begins at `from`. */
static inline size_t switch_part_end(size_t from, size_t part, size_t count)
{
  return count - from < part ? count : from + part;
}

/* Prefetch the input queues of active[count]. */
void switch_prefetch_inputs(const struct switch_bank *bank, const uint32_t *active,
                            size_t count);

/* Prefetch for switch_bank_pass the part of active[count] that begins at `from`, and of the
 * part after it the queues, by which the packets of the first were found. */
void switch_prefetch_pass(const struct switch_bank *bank, const uint32_t *active,
                          size_t from, size_t part, size_t count);

/* Does the configuration have arbiters between output queues and links? */
static inline bool switch_has_arbiters(const struct switch_bank *bank)
{
  return bank->offered != bank->valid;
}

/* The queues that compete for a link or for the send budget, as a mask.  For these the
 * arbiters need out_ready_i of the cycle before. */
uint64_t switch_competing(const struct switch_bank *bank, uint32_t sw);

/* Step 5: sets `offered`.  `blocked`: bit q of a competing queue: its out_ready_i was 0. */
void switch_offer(struct switch_bank *bank, uint32_t sw, uint64_t blocked);

/* --- reading --- */

/* The packet at the head of an output queue, which must not be empty. */
static inline const struct pooled_packet *switch_shown(const struct switch_bank *bank,
                                                       uint32_t sw, uint32_t queue)
{
  size_t first = (size_t)sw * switch_queues(&bank->config);

  return &bank->pool.places[bank->outputs[first + queue].head];
}

/* The packet in a channel, which must not be empty. */
static inline const struct pooled_packet *switch_held(const struct switch_bank *bank,
                                                      uint32_t sw, uint32_t channel)
{
  return &bank->pool
              .places[bank->inputs[(size_t)sw * bank->config.channels + channel].packet];
}

/* Packets in an output queue. */
static inline uint32_t switch_count(const struct switch_bank *bank, uint32_t sw,
                                    uint32_t queue)
{
  return bank->outputs[(size_t)sw * switch_queues(&bank->config) + queue].count;
}

/* The answer of the route unit of a switch for a packet in this cycle. */
struct route_out switch_ask(const struct switch_bank *bank, uint32_t sw, uint64_t header,
                            uint32_t random);

/* The answer of the route unit for the packet that was in a channel when this cycle began.
 */
struct route_out switch_way(const struct switch_bank *bank, uint32_t sw, uint32_t channel);

/* RANDOM_QUEUES and RANDOM_LEAST, at the beginning of a cycle: sets the words of the lanes,
 * or of all channels, that hold packets by the queues. */
void switch_choose(struct switch_bank *bank, uint32_t sw);

/* The output queues of a route where links have so many VCs, as a mask. */
uint64_t switch_way_queues(uint32_t vcs, const struct route_out *way);

/* The output queues that the packet in a channel must be pushed into, as a mask; 0 when it
 * is ejected or waits. */
uint64_t switch_wants(const struct switch_bank *bank, uint32_t sw, uint32_t channel);

/* --- the clock edge --- */

/* Begin the clock edge of the switches of the bank; `phase`: phase_i. */
void switch_bank_edge(struct switch_bank *bank, uint32_t phase);

/* Remove the packets ejected in this cycle. */
static inline void switch_remove_ejected(struct switch_bank *bank, uint32_t sw)
{
  struct input_queue *inputs = &bank->inputs[(size_t)sw * bank->config.channels];

  for (uint64_t eject = bank->eject[sw]; eject; eject &= eject - 1)
    packet_pool_free(&bank->pool, input_queue_take(&inputs[bits_lowest(eject)]));
  bank->eject[sw] = 0;
}

/* Tell the arbiters which queues send at this edge.  Call it before the first switch_send.
 * Does nothing without arbiters. */
void switch_sent(struct switch_bank *bank, uint32_t sw, uint64_t sent);

/* Pop the packet that a queue offers; outputs[queues] and *valid are those of its switch.
 */
static inline uint32_t switch_pop(struct switch_bank *bank, struct output_queue *outputs,
                                  uint64_t *valid, uint32_t queue)
{
  uint32_t packet = output_queue_pop(&outputs[queue], &bank->pool);

  if (!output_queue_valid(&outputs[queue]))
    *valid &= ~(UINT64_C(1) << queue);
  return packet;
}

static inline uint32_t switch_send(struct switch_bank *bank, uint32_t sw, uint32_t queue)
{
  return switch_pop(bank, &bank->outputs[(size_t)sw * switch_queues(&bank->config)],
                    &bank->valid[sw], queue);
}

static inline void switch_wake(struct switch_bank *bank, uint32_t sw)
{
  if (bank->awake)
    bank->awake[sw / SWITCH_BLOCK] |= UINT64_C(1) << sw % SWITCH_BLOCK;
}

/* The same for the next cycle, while the bank passes. */
static inline void switch_wake_next(struct switch_bank *bank, uint32_t sw)
{
  if (bank->next_awake)
    bank->next_awake[sw / SWITCH_BLOCK] |= UINT64_C(1) << sw % SWITCH_BLOCK;
}

/* Put a packet into a channel, which must be ready; header and hops as in an input_queue.
 */
static inline void switch_enter(struct switch_bank *bank, uint32_t sw, uint32_t channel,
                                uint32_t packet, uint64_t header, uint32_t hops)
{
  struct input_queue *input = &bank->inputs[(size_t)sw * bank->config.channels + channel];

  assert(!(bank->full[sw] >> channel & 1));
  input_queue_reset(input); /* a packet that has passed is still there */
  input_queue_accept(input, packet, header);
  input->hops = hops;
  bank->full[sw] |= UINT64_C(1) << channel;
  switch_wake(bank, sw);
}

/* The same for a packet whose place in the pool says all of it. */
static inline void switch_accept(struct switch_bank *bank, uint32_t sw, uint32_t channel,
                                 uint32_t packet)
{
  switch_enter(bank, sw, channel, packet, bank->pool.places[packet].packet.header, 0);
}

/* A packet that passes does not leave its queue: the channel is not ready. */
void switch_return(struct switch_bank *bank, const struct input_queue *packet,
                   uint32_t queue);

/* The clock edge after switch_bank_pass, when the crossings to other banks are off the
 * list: the channels of the next cycle become those of this one.  Packets whose channels
 * are not ready come back. */
void switch_bank_turn(struct switch_bank *bank);

#endif

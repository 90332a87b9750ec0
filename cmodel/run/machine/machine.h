/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* machine -- a whole network that can be clocked: the golden model, or RTL in a simulator.
 *
 * In every cycle a machine shows its links: the packets that ports offer (valid), the
 * channels that can take one (ready), and the packets that leave at their destination
 * (eject).  By the Moore law these depend on the state alone.  A cycle ends in two parts:
 *
 * - exchange fixes every transfer of this cycle: packets cross links where valid and ready
 * are both 1, injected packets enter their lanes, and every switch gets the phase.
 * - clock is the rising edge of some switches, and computes their new outputs.  Switches do
 * not affect each other in it, so it may be called in parts, from the lowest switch up.
 *
 * A machine is deterministic: equal state and equal stimuli give equal links in every later
 * cycle.
 */
#ifndef LOCKHOP_RUN_MACHINE_MACHINE_H
#define LOCKHOP_RUN_MACHINE_MACHINE_H

#include "base/err.h"
#include "network/topology/topology.h"
#include "switch/component/packet.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SHAPE_CHANNELS = 64 }; /* channels of a switch, at most */

struct engine_programs;
struct switch_bank;
struct collective_engine;

/* Parameters of a network of switches: those of rtl/switch/switch.v, the same for each
 * switch. A network of collective engines has one lane, one VC, depth 1, no store, and
 * engines_routing (run/machine/engines.h). */
struct shape {
  const struct topology *topology;
  const struct routing *routing;
  uint32_t
      lanes; /* injection lanes per switch; channels <= 64.  0, golden model alone: initial
              * packets start in the input queues of the network channels of VC 0 */
  uint32_t depth;  /* packets per output queue; 0, golden model alone: no limit */
  uint32_t vcs;    /* [1, ROUTE_VCS] VCs of packets on a link */
  uint32_t store;  /* packets in the waiting store of a switch; 0: there is none */
  uint32_t sends;  /* ports of a switch that may send in one cycle; 0: all */
  uint32_t pushes; /* 1: an output queue takes one packet in a cycle; 0: all */
  /* Lanes below this are for privileged packets, the others for standard ones.  0: each
   * lane is for all. */
  uint32_t privileged_lanes;
  struct packet_format format;
  const struct engine_programs *programs; /* of the engines; NULL: a network of switches */
  bool eject_ready; /* the switches have an input eject_ready_i: terminals may refuse */
  uint32_t form;    /* FORM of the switches that are written; 0: that of simulators */
};

/* PRIORITY_BITS of the switches: 0 unless a queue can hold packets of several priorities.
 */
static inline uint32_t shape_priority_bits(const struct shape *shape)
{
  const struct routing *routing = shape->routing;

  if (shape->vcs >= routing->ordered)
    return 0;
  return routing->priority_bits ? routing->priority_bits(shape->topology)
                                : routing->unit->priority_bits;
}

/* ARBITER of the switches. */
static inline uint32_t shape_arbiter(const struct shape *shape)
{
  return shape->routing->arbiter;
}

/* FORM of the switches where they are to be small in gates. */
static inline uint32_t shape_gates(const struct shape *shape)
{
  return shape->routing->unit->one_port ? 2 : 1;
}

/* PHASE_BITS of the switches. */
static inline uint32_t shape_phase_bits(const struct shape *shape)
{
  const uint32_t bits = shape->routing->unit->phase_bits;

  return bits ? bits : 1;
}

/* Output queues of a switch; queue number = port * VCs + VC. */
static inline uint32_t shape_queues(const struct shape *shape)
{
  return shape->topology->ports * shape->vcs;
}

/* Channels of a switch: one per queue number, then the lanes (none when packets start in
 * the network channels). */
static inline uint32_t shape_channels(const struct shape *shape)
{
  return shape_queues(shape) + shape->lanes;
}

/* The far end of a queue's link; to_port is the number of the channel there. */
static inline struct link shape_far(const struct shape *shape, uint32_t sw, uint32_t queue)
{
  struct link link = topology_link(shape->topology, sw, queue / shape->vcs);

  link.to_port = link.to_port * shape->vcs + queue % shape->vcs;
  return link;
}

/* The channel that an injection into `lane` enters. */
static inline uint32_t shape_inject_channel(const struct shape *shape, uint32_t lane)
{
  return shape->lanes ? shape_queues(shape) + lane : lane * shape->vcs;
}

/* The name of a channel in all reports: "channel 2"; with several VCs "channel 5 (port 2 VC
 * 1)"; "channel 6 (lane 1)". */
enum { CHANNEL_TEXT = 64 };
static inline void shape_print_channel(const struct shape *shape, uint32_t channel,
                                       char text[CHANNEL_TEXT])
{
  const uint32_t queues = shape_queues(shape), vcs = shape->vcs;

  if (channel >= queues)
    snprintf(text, CHANNEL_TEXT, "channel %u (lane %u)", channel, channel - queues);
  else if (vcs > 1)
    snprintf(text, CHANNEL_TEXT, "channel %u (port %u VC %u)", channel, channel / vcs,
             channel % vcs);
  else
    snprintf(text, CHANNEL_TEXT, "channel %u", channel);
}

struct ejections {
  const struct ejected_packet *list; /* [count] */
  size_t count;
};

/* The links of this cycle, as masks per switch; valid until the next exchange. */
struct links {
  const uint64_t *valid; /* [switches] bit q: the port offers a packet of the VC; at most
                          * one VC per port */
  const uint64_t
      *ready; /* [switches] bit c: channel c takes a packet (queue numbers, then lanes) */
  const uint64_t *eject; /* [switches] bit c: the packet in channel c leaves the network;
                          * as a machine shows it, also where the terminal refuses it */
  /* [active_count] the active switches, ascending: those with a valid bit, an eject bit, or
   * a channel that is not ready, and perhaps some others.  Nothing happens at any other
   * switch. Engines that run alone are listed only for a valid or an eject bit. */
  const uint32_t *active;
  size_t active_count;
  /* [ejected_count] What is ejected, as lists, each by switch, then channel.  Not NULL:
   * `eject` is not set, and eject_packet and eject_hops may not be asked. */
  const struct ejections *ejected;
  uint32_t ejected_count;
  /* [switches * ports] the far ends of the network's links, for speed alone; NULL: ask the
   * topology. */
  const struct link_word *far;
  /* Set by the driver of the machine; a machine sets them to 0. */
  const uint64_t *stalled; /* [switches] bit q: nothing of queue q crosses its link; NULL:
                            * no queue is stalled */
  /* [switches] bit c: the terminal refuses what channel c ejects; NULL: nothing is refused.
   * Then the driver takes these bits out of `eject`, and `shown` is `eject` with them. */
  const uint64_t *refused, *shown;
  bool reset; /* rst is 1 at the edge that ends this cycle: nothing moves */
};

/* shape_far of a queue. */
static inline struct link links_far(const struct shape *shape, const struct links *links,
                                    uint32_t sw, uint32_t queue)
{
  if (!links->far)
    return shape_far(shape, sw, queue);
  const uint32_t vcs = shape->vcs;
  const uint32_t port = vcs > 1 ? queue / vcs : queue;
  struct link link = link_unpack(links->far[(size_t)sw * shape->topology->ports + port]);

  link.to_port = link.to_port * vcs + (queue - port * vcs);
  return link;
}

/* Does the packet that this queue offers cross its link in this cycle?  `far`: links_far of
 * the queue. */
static inline bool links_taken_to(const struct links *links, uint32_t sw, uint32_t queue,
                                  struct link far)
{
  return (links->ready[far.to_switch] >> far.to_port & 1) && !links->reset &&
         !(links->stalled && links->stalled[sw] >> queue & 1);
}

static inline bool links_taken(const struct shape *shape, const struct links *links,
                               uint32_t sw, uint32_t queue)
{
  return links_taken_to(links, sw, queue, links_far(shape, links, sw, queue));
}

/* A packet that a terminal puts into a lane in this cycle; the lane must be ready. */
struct injection {
  uint32_t at;   /* switch */
  uint32_t lane; /* [0, lanes); [0, ports), a port, when lanes is 0 */
  struct packet packet;
};

/* The inputs of a machine in a cycle. */
struct stimulus {
  /* [injection_count] They must stay until the clock of this cycle is over, and the
   * stimulus too. */
  const struct injection *injections;
  size_t injection_count;
  uint32_t phase; /* of the next cycle; 0 after reset */
  bool unseen;    /* in the next cycle nobody asks the machine for more than its links and
                   * what they say of ejected packets, and nothing is stalled: it may save
                   * work */
  bool all_sent;  /* with a barrier_tree: no terminal has a packet left after this cycle */
  /* [switches] bit q: nothing of output queue q crosses its link in this cycle: its switch
   * sees out_ready 0, the far end in_valid 0.  NULL: no queue is stalled.  Must stay
   * until the clock of this cycle is over.  Must be NULL without MACHINE_STALLS. */
  const uint64_t *stalled;
  /* [switches] bit c: eject_ready_i is 0 for channel c in this cycle.  NULL: it is 1 for
   * all.  Must stay until the clock of this cycle is over.  Must be NULL without
   * MACHINE_REFUSALS. */
  const uint64_t *refused;
  /* rst is 1 at the edge that ends this cycle and at the next `reset - 1` edges: all inputs
   * above are ignored, and nothing moves.  After the edge with reset 1 the machine is as
   * after reset() with the same seed.  A reset in mid-run lasts at least
   * disturb_least_reset() edges. 0: rst is 0.  Must be 0 without MACHINE_RESETS. */
  uint32_t reset;
};

/* Where a simulator writes a waveform; see verilog/wave/ */
struct wave_request {
  const char *path;         /* FST file to write */
  const uint32_t *switches; /* [count] switches to record */
  size_t count;
};

/* Why the design in a machine stopped. */
enum failure_kind {
  FAILURE_STOPPED,   /* $finish, $stop, $error, $fatal or a failing assertion */
  FAILURE_UNSETTLED, /* its logic does not settle */
  FAILURE_MEMORY,    /* it needs more memory than it may use */
  FAILURE_OUTPUT     /* it printed more than it may */
};

struct machine_failure {
  enum failure_kind kind;
  uint32_t at;      /* switch; UINT32_MAX: not known */
  const char *text; /* one line; the machine owns it */
  const char *loop; /* "FILE:LINE" of a combinational loop that the simulator reported,
                     * perhaps the cause of UNSETTLED; "": none */
};

/* A violation of the Moore law: an output of a switch changed with an input, without a
 * clock edge. */
struct moore_fault {
  uint32_t at;            /* switch */
  const char *output;     /* port of docs/switch.md, e.g. "in_ready" */
  uint32_t output_index;  /* queue, lane, channel or port */
  uint64_t before, after; /* values of the output: a bit, or a word of a packet */
  const char *input;      /* e.g. "out_ready"; NULL: no single input causes it */
  uint32_t input_index;   /* queue, lane or port; 0 if the input is a single one */
  uint32_t input_at;      /* switch of the input */
};

/* Other findings of the Moore trials. */
struct moore_remarks {
  bool asynchronous; /* rst clears registers without a clock edge */
  bool untried;      /* the state of a switch cannot be saved, so there were no trials */
};

struct machine;

/* A waveform that a machine records of its own signals; each exchange adds a cycle. */
struct waveform_ops {
  /* Add the outputs of another machine in this cycle, and the recorded switches at which
   * the two differ [count]. */
  void (*beside)(void *waveform, const struct machine *other, const struct links *links,
                 const bool *differs);
  /* Complete the file. */
  bool (*close)(void *waveform, struct err *err);
};

struct waveform {
  const struct waveform_ops *ops;
  void *self;
};

/* Abilities that only some machines have: bits of machine_ops.can. */
enum machine_ability {
  MACHINE_HOPS = 1 << 0,      /* eject_hops */
  MACHINE_QUEUES = 1 << 1,    /* queue_count, queue_max, waits_for */
  MACHINE_STOPS = 1 << 2,     /* failure: the design may stop by itself */
  MACHINE_MOORE = 1 << 3,     /* moore: its switches may break the Moore law */
  MACHINE_SIMULATED = 1 << 4, /* simulator, spared, finish, coverage */
  MACHINE_WAVES = 1 << 5,     /* wave_open */
  MACHINE_PARTS =
      1 << 6, /* clock may be called in parts; otherwise only for all switches */
  MACHINE_STALLS = 1 << 7,    /* links can be stalled from outside */
  MACHINE_RESETS = 1 << 8,    /* rst in mid-run */
  MACHINE_NOISE = 1 << 9,     /* noise: inputs without meaning can carry noise */
  MACHINE_BANK = 1 << 10,     /* bank: the state of its switches */
  MACHINE_ENGINES = 1 << 11,  /* engines: the state of its collective engines */
  MACHINE_REFUSALS = 1 << 12, /* terminals may refuse what is ejected */
  MACHINE_SETTLES = 1 << 13,  /* settle: ready bits depend on inputs of their cycle */
  MACHINE_UNSEEN = 1 << 15,   /* cycles may be unseen, where links() has lists of what is
                               * ejected */
  MACHINE_RANKS = 1 << 14     /* it can be one rank's part of a network: tell, hear; with
                               * MACHINE_QUEUES also early, gather, and meet */
};

#define MACHINE_ALL UINT32_MAX /* the end of all switches */

struct machine_ops {
  const char *name; /* "golden", "array", "network", "systemc" */
  uint32_t can;     /* enum machine_ability, or-ed */
  /* Return to the state after opening.  `seed` starts the random words of all switches
   * (run/machine/seeds.h), here and at every reset in mid-run (struct stimulus). */
  bool (*reset)(void *machine, uint64_t seed, struct err *err);
  void (*exchange)(void *machine, const struct stimulus *stimulus);
  void (*clock)(void *machine, uint32_t from, uint32_t to); /* switches [from, to) */
  struct links (*links)(void *machine);
  /* The packet offered on a port, one of whose valid bits must be set; and the packet
   * ejected from a channel. */
  struct packet (*out_packet)(const void *machine, uint32_t sw, uint32_t port);
  struct packet (*eject_packet)(const void *machine, uint32_t sw, uint32_t channel);
  /* The functions below may be called only if `can` has their bit. */
  uint32_t (*eject_hops)(const void *machine, uint32_t sw,
                         uint32_t channel); /* links crossed */
  uint32_t (*queue_count)(const void *machine, uint32_t sw,
                          uint32_t queue);    /* after the pushes */
  uint32_t (*queue_max)(const void *machine); /* largest queue_count of the run so far */
  /* The queue that the packet kept in a channel waits for; UINT32_MAX: none. */
  uint32_t (*waits_for)(const void *machine, uint32_t sw, uint32_t channel);
  /* The switches as they are in this cycle, after their pushes (switch/bank/switch.h). */
  const struct switch_bank *(*bank)(const void *machine);
  /* The engines as they are in this cycle (switch/component/collective_engine.h). */
  const struct collective_engine *(*engines)(const void *machine);
  /* End the run: the design executes its final blocks.  Only a reset may follow. */
  void (*finish)(void *machine);
  /* Has the design stopped by itself?  If so, its links are no longer valid. */
  bool (*failure)(const void *machine, struct machine_failure *failure);
  /* Did a switch violate the Moore law in the cycle before the last clock? */
  bool (*moore)(const void *machine, struct moore_fault *fault);
  struct moore_remarks (*moore_remarks)(const void *machine);
  /* From the next reset() on, inputs without meaning (docs/switch.md) carry noise, which
   * depends on this seed, the cycles since that reset() and the switch.  0, the state after
   * opening: they are 0. */
  void (*noise)(void *machine, uint64_t seed);
  /* Make the ready bits of this cycle final, before its links are read and before its
   * exchange; not while rst is 1.  Of the stimulus, stalls and refusals count. */
  void (*settle)(void *machine, const struct stimulus *stimulus);
  /* Of a rank's part of a network (base/ranks.h), whose links() has its own active switches
   * alone.  meet: once, before the first cycle; makes an exchange.  tell: append what the
   * part shows to the boxes for the other ranks; `stalled` as in the stimulus.  hear: take
   * from theirs what they show; from then on links() has the ready bits at the far ends of
   * all links of the part.  Both of a golden machine in every cycle without reset, before
   * the exchange of the machine; of a design after a reset and after every clock edge.
   * early: perhaps, between the two: packets may cross links inside the part now, if nobody
   * reads in this cycle what ports offer to switches of the part.  gather: at the end;
   * makes an exchange, after which links() lists the active switches of all ranks, and
   * waits_for answers for them.  Errors: ERR_ENVIRONMENT. */
  bool (*meet)(void *machine, struct err *err);
  bool (*tell)(void *machine, const uint64_t *stalled);
  void (*early)(void *machine, const uint64_t *stalled);
  bool (*hear)(void *machine, struct err *err);
  bool (*gather)(void *machine, struct err *err);
  /* Switch-cycles since the reset() that were not evaluated, because nothing could change
   * in them. */
  uint64_t (*spared)(const void *machine);
  /* Name and version of the simulator. */
  const char *(*simulator)(const void *machine);
  /* Write the code coverage of the design into a file (sim/dut.h); NULL: not counted. */
  bool (*coverage)(const void *machine, const char *path, struct err *err);
  /* Record a waveform from now on.  Close it before the machine; otherwise it is discarded.
   */
  bool (*wave_open)(void *machine, const struct wave_request *request,
                    struct waveform *waveform, struct err *err);
  void (*close)(void *machine);
};

struct machine {
  const struct machine_ops *ops;
  void *self;
};

static inline bool machine_can(const struct machine *machine, enum machine_ability ability)
{
  return machine->ops->can & ability;
}

/* The end of a cycle, and the beginning of the next. */
static inline void machine_tick(const struct machine *machine,
                                const struct stimulus *stimulus)
{
  machine->ops->exchange(machine->self, stimulus);
  machine->ops->clock(machine->self, 0, MACHINE_ALL);
}

#endif

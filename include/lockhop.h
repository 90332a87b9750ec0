/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* lockhop -- the golden model of interconnection-network switches, as a C library.
 *
 * Three groups of functions.  lockhop_NAME: a whole network, run by itself or cycle by
 * cycle.  lockhop_switch_NAME: one switch with the pins of rtl/switch/switch.v
 * (docs/switch.md), to stand beside a design under test in any simulator.
 * lockhop_judge_NAME: says of such a design, by its pins, which rule it breaks
 * (docs/flow.md).  docs/library.md shows them at work.
 *
 * Build with `pkg-config --cflags --libs lockhop`.
 *
 * Handles.  `open` makes a network or a switch, `close` frees it; all that a handle gives
 * out (strings, too) holds until it is closed.  The library has no global state: two
 * handles share nothing, so each may be used in a thread of its own.  One handle may be
 * used by one thread at a time.
 *
 * Errors.  A function that can fail returns false (or NULL) and fills *error, if that is
 * not NULL; nothing is printed and the process never ends.  Nothing else was changed then,
 * except where a function says so.  What a function's text calls the caller's duty is not
 * checked: port < ports, for example.
 *
 * Values.  A cycle is one clock period.  Switches, terminals, ports, lanes and virtual
 * channels (VCs) are numbered from 0.  A *queue* is a VC of a port: number port * vcs + vc.
 * A *channel* is an input of a switch: a queue number for the network's, queues + lane for
 * a lane of the terminal's.  Masks have bit i for queue, lane or channel i.
 *
 * Equal handles given equal calls return equal values, in every process and on every
 * machine: all randomness comes from `seed`.
 */
#ifndef LOCKHOP_H
#define LOCKHOP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define LOCKHOP_API __attribute__((visibility("default")))
#else
#define LOCKHOP_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* "1.0.0".  The first number is that of the shared library's soname, liblockhop.so.1. */
LOCKHOP_API const char *lockhop_version(void);

enum lockhop_code {
  LOCKHOP_OK = 0,
  LOCKHOP_USAGE = 2,      /* a value is wrong; the text says which, and what is allowed */
  LOCKHOP_ENVIRONMENT = 3 /* memory is short, or a file cannot be read */
};

enum { LOCKHOP_TEXT = 1024 };

struct lockhop_error {
  enum lockhop_code code;
  char text[LOCKHOP_TEXT]; /* one line without a full stop; it names values as the options
                            * of the command do (--depth, --vcs) */
};

/* ---- What a network, or a switch, is ---- */

/* The number 0, where a field's 0 means that the library chooses. */
#define LOCKHOP_ZERO UINT32_MAX

/* Begin with all zeros: `struct lockhop_description d = {.topology = "hypercube:4"};`.  The
 * values are those of the options of `lockhop run` (docs/commands.md).  Strings are copied.
 */
struct lockhop_description {
  const char *topology; /* spec, e.g. "hypercube:4", "d3:2,4"; never NULL */
  const char *traffic;  /* e.g. "random", "uniform,load=0.1"; NULL: none, the caller injects
                         * packets.  NULL for a switch */
  const char
      *routing;     /* e.g. "rand-trans"; NULL: the traffic's, else the topology's first */
  uint32_t packets; /* of each terminal, in a permutation; 0: 1; LOCKHOP_ZERO: as many
                     * as a switch has ports */
  uint32_t depth;   /* packets that an output queue holds, at most 2^20.  0: no limit
                     * with traffic, else 4.  LOCKHOP_ZERO: no limit; not without
                     * traffic */
  uint32_t vcs;     /* [1, 8] VCs of a link.  0: those that the routing needs; with
                     * traffic, one where packets never wait for room */
  uint32_t lanes;   /* [1, 63] injection lanes of a switch; channels <= 64.  0: with
                     * traffic, so that all packets can start at once; else 1 */
  uint32_t data_bits; /* [1, 64] bits of a packet that no switch looks at; 0: 40 */
  uint32_t store;     /* [1, 255] packets that wait at a switch for the next phase, where a
                       * routing has phases.  0: with traffic what it needs, else 16 */
  uint32_t sends;  /* ports on which a switch may send in a cycle, at most its ports; 0: on
                    * as many as the routing says, mostly all */
  uint64_t seed;   /* of all randomness; the command's default is 1 */
  uint64_t cycles; /* a run ends with TIMEOUT after so many; 0: when packets can no
                    * longer arrive, or need longer than any could */
  bool pins;       /* lockhop_inputs_of will be asked: not for collectives, nor with no
                    * lanes.  A cycle takes longer then.  Means nothing for a switch */
  const char *disturb; /* what happens beside the packets, drawn from the seed: e.g.
                        * "stalls,resets"; NULL: nothing but what a trace says.  `noise`,
                        * on inputs that mean nothing, is the bench's own.  NULL for a
                        * switch */
  bool eject_ready; /* the caller's switches have an input eject_ready_i, so that `refusals`
                     * can be drawn, and `all` draws them too (docs/own-switch.md).  Means
                     * nothing but for lockhop_show */
  const char *options; /* what else the options of `lockhop run` say of a run, as on a
                        * command line, apart by blanks: "--data ones --failed 0,5".  They
                        * come after the members above, and replace them.  NULL: nothing */
};

/* What a network or a switch has become: the parameters of rtl/switch/switch.v, and more.
 */
struct lockhop_shape {
  const char *topology; /* spec in its usual form */
  const char *routing;  /* name in its usual form */
  uint32_t switches;    /* 1 for a switch */
  uint32_t terminals;   /* where packets start and end; those of the network for a switch */
  uint32_t ports;       /* PORTS */
  uint32_t lanes;       /* LANES */
  uint32_t vcs;         /* VCS */
  uint32_t queues;      /* ports * vcs, at most 63 */
  uint32_t channels;    /* queues + lanes, at most 64 */
  uint32_t depth;       /* DEPTH; 0: no limit */
  uint32_t store;       /* STORE; 0: there is none */
  uint32_t priority_bits; /* PRIORITY_BITS */
  uint32_t arbiter;       /* ARBITER */
  uint32_t sends;         /* SENDS; 0: a switch sends on all its ports in a cycle */
  uint32_t phase_bits;    /* PHASE_BITS */
  uint32_t random;        /* RANDOM */
  uint32_t header_bits;   /* HEADER_BITS, at most 64 */
  uint32_t data_bits;     /* DATA_BITS, at most 64 */
  uint32_t address_bits;  /* ADDRESS_BITS, at most 32 */
  uint64_t packets;       /* of the traffic; 0 without */
};

/* A packet.  In Verilog it is {data, header}: header in the low bits. */
struct lockhop_packet {
  uint64_t header; /* for route units alone; bits from header_bits on are 0 */
  uint64_t data;   /* the caller's; bits from data_bits on are 0 */
};

/* ---- A network ---- */

struct lockhop_network;

/* Errors: LOCKHOP_USAGE, LOCKHOP_ENVIRONMENT. */
LOCKHOP_API struct lockhop_network *
lockhop_open(const struct lockhop_description *description, struct lockhop_error *error);

/* Frees the network; NULL is allowed.  In a lockhop_watch: see there. */
LOCKHOP_API void lockhop_close(struct lockhop_network *network);

LOCKHOP_API struct lockhop_shape lockhop_shape_of(const struct lockhop_network *network);

/* As after open.  Error: LOCKHOP_ENVIRONMENT; then only close can follow. */
LOCKHOP_API bool lockhop_reset(struct lockhop_network *network,
                               struct lockhop_error *error);

/* -- what the network is wired like -- */

/* Where the link ends that leaves a switch by a port: what is at out_*[port] of `from` goes
 * to in_*[to_port] of to_switch. */
struct lockhop_far {
  uint32_t to_switch;
  uint32_t to_port;
};

LOCKHOP_API struct lockhop_far lockhop_link(const struct lockhop_network *network,
                                            uint32_t from, uint32_t port);

/* What here_i of a switch must show. */
LOCKHOP_API uint64_t lockhop_here(const struct lockhop_network *network, uint32_t sw);

/* What seed_i of a switch must show while its LFSR `index` [0, 64) is seeded: in reset, the
 * highest first, one in a cycle (docs/switch.md, Random words). */
LOCKHOP_API uint64_t lockhop_seed(const struct lockhop_network *network, uint32_t sw,
                                  uint32_t index);

/* The switch at which a terminal injects packets, and that at which packets for it are
 * ejected; often the same. */
LOCKHOP_API uint32_t lockhop_source(const struct lockhop_network *network,
                                    uint32_t terminal);
LOCKHOP_API uint32_t lockhop_sink(const struct lockhop_network *network, uint32_t terminal);

/* -- packets -- */

/* The header with which a packet goes from one terminal to another.  `random`: a word of
 * its own for every packet, where the routing is randomized; any value else. */
LOCKHOP_API uint64_t lockhop_header(const struct lockhop_network *network, uint32_t source,
                                    uint32_t destination, uint64_t random);

/* The data of a packet for a terminal of the network: `payload` above the terminal field,
 * which says which of the terminals at its switch takes it (docs/terminals.md).  Bits from
 * data_bits on are cut off.  Where a switch has one terminal: payload. */
LOCKHOP_API uint64_t lockhop_data(const struct lockhop_network *network,
                                  uint32_t destination, uint64_t payload);

/* Without traffic: a packet joins the line of those that wait at its source terminal, and
 * starts when a lane of its is free.  `header`: lockhop_header's, or one's own; `data`:
 * lockhop_data's.  Errors:
 * LOCKHOP_USAGE when the network has traffic or no such terminal, or header or data have
 * too many bits; LOCKHOP_ENVIRONMENT. */
LOCKHOP_API bool lockhop_inject(struct lockhop_network *network, uint32_t source,
                                const struct lockhop_packet *packet,
                                struct lockhop_error *error);

/* One packet of the traffic; they are sorted by cycle. */
struct lockhop_entry {
  uint64_t cycle;       /* in which its terminal first offers it */
  uint32_t source;      /* terminal */
  uint32_t destination; /* terminal; LOCKHOP_ALL: the packet is a broadcast; LOCKHOP_NONE:
                         * it never arrives */
  uint64_t header;
  uint64_t answers; /* 1 + number of the packet that must have arrived at its source before
                     * it starts; 0: none */
};

#define LOCKHOP_ALL UINT32_MAX
#define LOCKHOP_NONE (UINT32_MAX - 1)

/* Packet `number` of the traffic, [0, packets). */
LOCKHOP_API struct lockhop_entry lockhop_traffic(const struct lockhop_network *network,
                                                 uint64_t number);

/* -- a cycle -- */

/* One cycle: what has arrived is kept for lockhop_deliver, packets that wait at terminals
 * start, and all switches are clocked.  With traffic: the next cycle of its run; nothing is
 * done once the run is over (lockhop_result_of).  Error: LOCKHOP_ENVIRONMENT; then only
 * reset and close can follow. */
LOCKHOP_API bool lockhop_tick(struct lockhop_network *network, struct lockhop_error *error);

/* Without traffic, where a routing has phases: the phase of the next cycle, and of those
 * after it.  0 after reset. */
LOCKHOP_API void lockhop_phase(struct lockhop_network *network, uint32_t phase);

/* The output pins of a switch in this cycle; struct lockhop_outputs is below. */
struct lockhop_outputs;
LOCKHOP_API void lockhop_outputs_of(struct lockhop_network *network, uint32_t sw,
                                    struct lockhop_outputs *outputs);

/* What came in at the pins of a switch at the rising edge of the latest tick, so that
 * another switch in its place can be given the same.  `rst` is 1 while the traffic resets
 * the network, and `seed` what the LFSRs are seeded with then; the reset before the first
 * cycle is the caller's own.  Before the first tick all are 0.  The caller's duty: the
 * network is described with `pins`. */
struct lockhop_inputs;
LOCKHOP_API void lockhop_inputs_of(const struct lockhop_network *network, uint32_t sw,
                                   struct lockhop_inputs *inputs);

/* -- what arrives -- */

struct lockhop_delivery {
  uint64_t cycle;    /* in which it was ejected */
  uint32_t terminal; /* at which; LOCKHOP_NOWHERE: the switch has none, or its terminal
                      * field none of it */
  uint32_t sw;       /* the switch */
  uint32_t hops;     /* links crossed; UINT32_MAX: of a design, not counted */
  struct lockhop_packet packet; /* as it arrives: routing may have changed its header */
};

#define LOCKHOP_NOWHERE UINT32_MAX

/* The oldest packet that has arrived and was not told yet; false: there is none. */
LOCKHOP_API bool lockhop_deliver(struct lockhop_network *network,
                                 struct lockhop_delivery *delivery);

/* -- a design in the place of the switches -- */

/* With traffic, and "--compare flow" or "--compare delivery" among the options, there is no
 * golden model: the switches are the caller's, and the run of `lockhop cosim` goes on
 * around them, with its terminals, disturbances, judge and end (docs/flow.md).  In each
 * cycle the caller shows what every switch shows at its pins, calls lockhop_tick, gives the
 * switches what lockhop_inputs_of tells, and clocks them.  Then lockhop_outputs_of tells
 * what was shown, and lockhop_run is refused.  The reset before the first cycle is the
 * caller's own.
 *
 * In a cycle with rst outputs mean nothing, so they may be anything.  Bits beyond widths
 * and packets without their valid bit are ignored.  Until the first call, and after
 * lockhop_reset, nothing is valid or ready.  The caller's duty: such a network. */
LOCKHOP_API void lockhop_show(struct lockhop_network *network, uint32_t sw,
                              const struct lockhop_outputs *outputs);

/* The rule that is broken, once the outcome is LOCKHOP_DIFFER.  After a broken `order` the
 * run goes on, unjudged, until it is known what became of the older packet. */
struct lockhop_verdict;
LOCKHOP_API struct lockhop_verdict
lockhop_verdict_of(const struct lockhop_network *network);

/* -- a run with traffic -- */

/* Called every 64 cycles or more often; false ends the run with INTERRUPTED.  It may ask
 * all that does not change the network.  lockhop_tick, lockhop_run and lockhop_reset of
 * this network fail with LOCKHOP_USAGE in it.  lockhop_close ends the run: the network is
 * freed when the watch has returned, and lockhop_run fails with LOCKHOP_USAGE. */
typedef bool lockhop_watch(void *self, uint64_t cycle, uint64_t delivered,
                           uint64_t deliveries);

/* All cycles that are left.  `watch` may be NULL.  lockhop_deliver has nothing to tell of
 * these.  Errors: LOCKHOP_USAGE without traffic; LOCKHOP_ENVIRONMENT. */
LOCKHOP_API bool lockhop_run(struct lockhop_network *network, lockhop_watch *watch,
                             void *self, struct lockhop_error *error);

enum lockhop_outcome {
  LOCKHOP_RUNNING,     /* the run is not over */
  LOCKHOP_PASS,        /* all packets were delivered */
  LOCKHOP_LOST,        /* a packet was lost, duplicated, misdelivered or corrupted */
  LOCKHOP_DEADLOCK,    /* packets are in the network and nothing moves */
  LOCKHOP_TIMEOUT,     /* a limit of cycles was reached */
  LOCKHOP_INTERRUPTED, /* the caller ended it */
  LOCKHOP_DIFFER       /* a design that is judged breaks a rule: lockhop_verdict_of */
};

/* "PASS", ...; "RUNNING"; "UNKNOWN" for any other number. */
LOCKHOP_API const char *lockhop_outcome_name(enum lockhop_outcome outcome);

/* The numbers of the JSON result of `lockhop run` (docs/commands.md), of the run so far.
 * Without traffic: packets, delivered, hops, cycles and max_output_queue; max_buffer is not
 * counted, and outcome is LOCKHOP_RUNNING.  With a collective in the one-port model, which
 * runs on engines instead of switches: all but what is not counted there; its field shows a
 * number that it never has otherwise. */
struct lockhop_result {
  enum lockhop_outcome outcome;
  uint64_t packets;    /* of the traffic; injected so far without */
  uint64_t deliveries; /* that these packets must make; more than packets where there
                        * are broadcasts */
  uint64_t delivered;
  uint64_t cycles;
  uint64_t steps;            /* step of the last arrival; UINT64_MAX: not counted */
  uint64_t hops;             /* links crossed by all packets */
  double average_delay;      /* mean queueing delay in cycles, at the source included; -1:
                              * not counted */
  double undelayed_percent;  /* packets that never waited; -1: not counted */
  uint32_t max_output_queue; /* most packets in one output queue; UINT32_MAX: not counted */
  uint32_t max_buffer; /* most packets at one node after a step; UINT32_MAX: not counted */
  bool open_loop;      /* the traffic has a window of measurement; else 0 follow */
  double latency_mean; /* cycles */
  uint64_t latency_median;
  uint64_t latency_p99;
  double accepted_load; /* packets per terminal and cycle */
  bool timed;           /* the schedule's conflicts are known; else 0 follow */
  uint64_t link_conflicts;
  uint64_t conflict_steps;
  uint64_t scheduled_steps;
  bool mixed;                /* the traffic has two service levels; else 0 follow */
  uint64_t privileged_steps; /* from the start of the collective to the last arrival of a
                              * privileged packet */
  uint64_t privileged_late;  /* deliveries of privileged packets that have waited */
  double standard_average_delay; /* mean queueing delay of standard packets in cycles */
};

LOCKHOP_API struct lockhop_result lockhop_result_of(const struct lockhop_network *network);

/* ---- One switch ---- */

/* Room for the most ports, lanes and channels that a switch can have. */
enum { LOCKHOP_PORTS = 63, LOCKHOP_LANES = 63, LOCKHOP_CHANNELS = 64 };

struct lockhop_switch;

/* A switch of the network that is described; which of its switches it is says the pin
 * here_i.  All registers are as after a reset with here_i and seed_i 0.  Errors:
 * LOCKHOP_USAGE, also for traffic or no limit of depth; LOCKHOP_ENVIRONMENT. */
LOCKHOP_API struct lockhop_switch *
lockhop_switch_open(const struct lockhop_description *description,
                    struct lockhop_error *error);

/* Frees the switch; NULL is allowed. */
LOCKHOP_API void lockhop_switch_close(struct lockhop_switch *sw);

LOCKHOP_API struct lockhop_shape lockhop_switch_shape(const struct lockhop_switch *sw);

/* The input pins, as they are at the rising edge of clk. */
struct lockhop_inputs {
  bool rst;
  uint64_t here;          /* here_i */
  uint64_t seed;          /* seed_i */
  uint32_t phase;         /* phase_i */
  uint64_t in_valid;      /* in_valid_i: mask of queues; at most one VC of a port */
  uint64_t out_ready;     /* out_ready_i: mask of queues */
  uint64_t inject_valid;  /* inject_valid_i: mask of lanes */
  uint64_t eject_refused; /* eject_ready_i, inverted: mask of channels whose ejection the
                           * terminal refuses; 0 where it takes all, or there is no pin.
                           * The golden switch ignores it */
  struct lockhop_packet in_packet[LOCKHOP_PORTS];     /* in_packet_i, by port */
  struct lockhop_packet inject_packet[LOCKHOP_LANES]; /* inject_packet_i, by lane */
};

/* The output pins: functions of the registers (Moore law).  A packet without its valid bit
 * is 0. */
struct lockhop_outputs {
  uint64_t in_ready;                               /* in_ready_o: mask of queues */
  uint64_t out_valid;                              /* out_valid_o: mask of queues */
  uint64_t inject_ready;                           /* inject_ready_o: mask of lanes */
  uint64_t eject_valid;                            /* eject_valid_o: mask of channels */
  struct lockhop_packet out_packet[LOCKHOP_PORTS]; /* out_packet_o, by port */
  struct lockhop_packet eject_packet[LOCKHOP_CHANNELS]; /* eject_packet_o, by channel */
};

/* The outputs of this cycle: after open, and after the last tick.  Only the first ports and
 * channels of the arrays are written. */
LOCKHOP_API void lockhop_switch_outputs(const struct lockhop_switch *sw,
                                        struct lockhop_outputs *outputs);

/* One rising edge of clk.  Packets without a valid bit are not looked at, here and seed
 * only while rst is 1.  An input queue that is not ready takes nothing.  Bits of packets,
 * masks and here beyond their widths are ignored. */
LOCKHOP_API void lockhop_switch_tick(struct lockhop_switch *sw,
                                     const struct lockhop_inputs *inputs);

/* ---- A judge ---- */

struct lockhop_judge;

#define LOCKHOP_EACH UINT32_MAX
#define LOCKHOP_HERE 0xfffffffeu

/* A judge of the designs that stand in the place of switches: of switch `sw` alone; of the
 * one whose lockhop_here the pin `here` shows in reset (LOCKHOP_HERE; 0 before the first
 * reset); or of each switch (LOCKHOP_EACH).
 *
 * Of the description depth, store, cycles, pins and disturb mean nothing.  `options` takes
 * what says how `--compare flow` judges, too: --waive, --capacity, --patience, --starve.
 * Without traffic the data of packets are the caller's, any two packets that are inside
 * switches at one time have different data, unless --data names a kind of equal ones.  With
 * traffic the packets are those of lockhop_traffic, with data as `lockhop cosim` makes them
 * from seed.
 *
 * Errors: LOCKHOP_USAGE, also for collectives, for no such switch, and for equal data where
 * a packet may have several decisions; LOCKHOP_ENVIRONMENT. */
LOCKHOP_API struct lockhop_judge *
lockhop_judge_open(const struct lockhop_description *description, uint32_t sw,
                   struct lockhop_error *error);

/* Frees the judge; NULL is allowed. */
LOCKHOP_API void lockhop_judge_close(struct lockhop_judge *judge);

/* `switches`: those that are judged. */
LOCKHOP_API struct lockhop_shape lockhop_judge_shape(const struct lockhop_judge *judge);

/* The pins of a switch as they are at the rising edge of clk that the next tick is.  Of a
 * judge of one switch, `sw` means nothing.  Packets without their valid bit are not looked
 * at, `here` only where LOCKHOP_HERE was said, `seed` never.  rst and phase are the same
 * for all switches.  A packet is ejected where eject_valid is 1 and eject_refused 0.  Bits
 * beyond widths are ignored.  The caller's duty: before each tick, the pins of every switch
 * that is judged. */
LOCKHOP_API void lockhop_judge_pins(struct lockhop_judge *judge, uint32_t sw,
                                    const struct lockhop_inputs *inputs,
                                    const struct lockhop_outputs *outputs);

/* The rising edge: judges what was offered, left, was ejected and entered in the cycle that
 * it ends.  Nothing is done once a rule is broken.  Error: LOCKHOP_ENVIRONMENT; then only
 * close can follow. */
LOCKHOP_API bool lockhop_judge_tick(struct lockhop_judge *judge,
                                    struct lockhop_error *error);

/* No tick follows.  If no packet has left, was ejected or has entered in the latest 64
 * cycles, a packet inside that could leave is lost; if one has, nothing is said of that.
 * Error: LOCKHOP_ENVIRONMENT. */
LOCKHOP_API bool lockhop_judge_end(struct lockhop_judge *judge,
                                   struct lockhop_error *error);

/* The first rule that is broken.  In one cycle: that of the lowest switch. */
struct lockhop_verdict {
  bool broken;      /* else the others are 0 and NULL */
  bool ejected;     /* `port` is the channel of an ejection, or the packet was ejected */
  const char *rule; /* "path", "order", ...: docs/flow.md */
  uint64_t cycle;   /* from 0, the first tick with rst 0; ticks with rst count after it */
  uint32_t sw;      /* the switch */
  uint32_t port;    /* of what left or was offered, */
  uint32_t vc;      /* and its VC */
  const char *text; /* what was seen and what was allowed: lines of the report of `lockhop
                     * cosim`, the last without its end */
};

LOCKHOP_API struct lockhop_verdict
lockhop_judge_verdict_of(const struct lockhop_judge *judge);

/* ---- Buses ---- */

/* Packet `index` of a bus of packets, `words`: 32 bits in a word, bit 0 of the bus in bit 0
 * of words[0], as in svBitVecVal of DPI and in the low half of s_vpi_vecval.  The widths
 * are those of a shape. */
LOCKHOP_API struct lockhop_packet lockhop_bus_get(const uint32_t *words, uint32_t index,
                                                  uint32_t header_bits, uint32_t data_bits);
LOCKHOP_API void lockhop_bus_put(uint32_t *words, uint32_t index, uint32_t header_bits,
                                 uint32_t data_bits, const struct lockhop_packet *packet);

#ifdef __cplusplus
}
#endif

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* switch_signals -- finds the signals of one switch in a dump.
 *
 * The same signal has another name, and lies in another vector, in each kind of dump.  A
 * signal that a dump lacks is a slice of no bits.
 */
#ifndef LOCKHOP_VERILOG_WAVE_SWITCH_SIGNALS_H
#define LOCKHOP_VERILOG_WAVE_SWITCH_SIGNALS_H

#include "verilog/wave/save_file.h"
#include "verilog/wave/view.h"

/* The index of a signal: port, queue, lane or channel. */
enum per { PER_PORT, PER_QUEUE, PER_LANE, PER_CHANNEL };

/* A port of rtl/switch/switch.v, without suffix, as an array of bits or packets. */
struct role {
  const char *name;
  char suffix; /* i: an input of the switch, o: an output */
  enum per per;
  bool packet;
};

/* A switch in a dump. */
struct switch_signals {
  const struct view *view;
  const struct save_request *request;
  uint32_t sw;
  uint32_t packet_bits;
  char scope[FST_NAME]; /* of the switch's own ports */
  char pins[FST_NAME];  /* of the pins of sim/dut.h */
};

struct switch_signals switch_signals(const struct view *view,
                                     const struct save_request *request, uint32_t sw);

/* The number of ports, queues, lanes or channels. */
uint32_t signals_count(const struct switch_signals *s, enum per per);

/* A port of the switch, for one port, queue, lane or channel. */
struct slice signals_port(const struct switch_signals *s, const struct role *role,
                          uint32_t index);

/* The golden machine's values in a dump of another machine: bits of a mask of sim/dut.h,
 * and the packet of a port. */
struct slice signals_golden(const struct switch_signals *s, const char *pin, uint32_t lsb,
                            uint32_t bits);
struct slice signals_golden_packet(const struct switch_signals *s, uint32_t port);

/* The count of an output queue. */
struct slice signals_queue_count(const struct switch_signals *s, uint32_t queue);

/* Inside the switch of rtl/: the packet of an input queue, or of a place in the waiting
 * store, and the bit that says that there is one; the random word of a channel. */
struct slice signals_held(const struct switch_signals *s, uint32_t channel,
                          struct slice *full);
struct slice signals_waiting(const struct switch_signals *s, uint32_t place,
                             struct slice *full);
struct slice signals_random(const struct switch_signals *s, uint32_t channel);

#endif

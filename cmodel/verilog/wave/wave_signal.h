/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_signal -- a signal that is written to a dump, a word or a packet.
 *
 * A value is written when it differs from the one before.
 */
#ifndef LOCKHOP_VERILOG_WAVE_WAVE_SIGNAL_H
#define LOCKHOP_VERILOG_WAVE_WAVE_SIGNAL_H

#include "switch/component/packet.h"
#include "verilog/wave/fst.h"

#include <stdbool.h>

/* A word is in last.header. */
struct wave_signal {
  uint32_t handle;
  uint32_t low_bits;  /* of last.header */
  uint32_t high_bits; /* of last.data, above them */
  bool shown;         /* `last` has been written to the file */
  bool defined;       /* it is a value; otherwise all bits are z */
  struct packet last;
};

/* A new signal in the scope entered last. */
struct wave_signal wave_signal_word(struct fst_writer *file, const char *name,
                                    uint32_t bits);
struct wave_signal wave_signal_packet(struct fst_writer *file, const char *name,
                                      const struct packet_format *format);

/* Its value from now on.  A packet that is not valid is shown as z. */
void wave_signal_show(struct fst_writer *file, struct wave_signal *signal, uint64_t word);
void wave_signal_show_packet(struct fst_writer *file, struct wave_signal *signal,
                             bool valid, struct packet packet);

#endif

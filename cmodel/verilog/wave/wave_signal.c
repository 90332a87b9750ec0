/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* wave_signal -- a signal that is written to a dump, a word or a packet. */
#include "verilog/wave/wave_signal.h"

enum { SIGNAL_BITS_MAX = 128 };

struct wave_signal wave_signal_word(struct fst_writer *file, const char *name,
                                    uint32_t bits)
{
  return (struct wave_signal){.handle = fst_signal(file, name, bits), .low_bits = bits};
}

struct wave_signal wave_signal_packet(struct fst_writer *file, const char *name,
                                      const struct packet_format *format)
{
  return (struct wave_signal){
      .handle = fst_signal(file, name, format->header_bits + format->data_bits),
      .low_bits = format->header_bits,
      .high_bits = format->data_bits,
  };
}

void wave_signal_show_packet(struct fst_writer *file, struct wave_signal *signal,
                             bool valid, struct packet packet)
{
  char text[SIGNAL_BITS_MAX + 1];
  uint32_t bits = signal->low_bits + signal->high_bits;

  if (signal->shown && signal->defined == valid &&
      (!valid ||
       (signal->last.header == packet.header && signal->last.data == packet.data)))
    return;
  for (uint32_t i = 0; i < bits; i++) {
    uint64_t word =
        i < signal->low_bits ? packet.header >> i : packet.data >> (i - signal->low_bits);

    text[bits - 1 - i] = (char)(valid ? '0' + (int)(word & 1) : 'z');
  }
  text[bits] = '\0';
  fst_value(file, signal->handle, text);
  signal->shown = true;
  signal->defined = valid;
  signal->last = packet;
}

void wave_signal_show(struct fst_writer *file, struct wave_signal *signal, uint64_t word)
{
  wave_signal_show_packet(file, signal, true, (struct packet){.header = word});
}

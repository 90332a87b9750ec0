/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* packet -- the unit of transfer: a header for routing, and data that no switch reads.
 *
 * Law: bits above the widths of the format are 0, in the golden model and at every boundary
 * to RTL.
 */
#ifndef LOCKHOP_SWITCH_COMPONENT_PACKET_H
#define LOCKHOP_SWITCH_COMPONENT_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packet {
  uint64_t header; /* only route units read and change it */
  uint64_t data;   /* terminal field, packet number and check: network/traffic/payload.h */
};

/* A packet that leaves the network. */
struct ejected_packet {
  struct packet packet;
  uint32_t at, channel; /* switch, channel */
  uint32_t hops;        /* links crossed */
  uint32_t place;       /* the machine's */
};

/* Widths of the two halves; twin of HEADER_BITS and DATA_BITS of rtl/switch/switch.v. */
struct packet_format {
  uint32_t header_bits; /* [1, 64] */
  uint32_t data_bits;   /* [1, 64] */
  /* For network/traffic/payload.h; switches do not use them. */
  uint32_t number_bits;   /* [1, 32] data bits above; 0: 32 */
  uint32_t last_number;   /* of the schedule, if it has two or more packets; otherwise 0 */
  uint32_t data_kind;     /* enum payload_kind; 0: numbers */
  uint32_t per_site;      /* terminals of a site; 0 and 1: one */
  uint32_t terminal_bits; /* lowest data bits: which terminal of the site; 0: one */
};

/* One field of a header; printing, decoding and waveforms all use this description. */
struct field {
  const char *name; /* e.g. "destination" */
  uint32_t lsb;     /* lowest bit in the header */
  uint32_t bits;    /* [1, 64] */
};

/* Value of one field of a header. */
uint64_t field_value(const struct field *field, uint64_t header);

/* "destination=5 phase=1": all fields in decimal, into buffer[size]; returns buffer. */
char *field_print(char *buffer, size_t size, const struct field *fields, size_t count,
                  uint64_t header);

#endif

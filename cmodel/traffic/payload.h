/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* payload -- the data of a packet: its number in the schedule, and a check.
 *
 * The lowest data bits are the packet's number, no more than the numbers of a schedule
 * need; the bits above them are a hash of number and seed, so that a packet that was
 * damaged or mixed up with another is found, and every data bit moves.  Cut to data_bits,
 * which must hold the numbers of a schedule: payload_fits.  After a reset in mid-run the
 * seed is another, so that a packet that has survived it does not look like a new one.
 */
#ifndef LOCKHOP_TRAFFIC_PAYLOAD_H
#define LOCKHOP_TRAFFIC_PAYLOAD_H

#include "base/bits.h"
#include "base/rng.h"
#include "component/packet.h"

enum { PAYLOAD_NUMBER_BITS = 32 /* at the most */ };

/* Keeps all zeros from being the data of packet 0 of seed 0. */
#define PAYLOAD_SALT UINT64_C(0x6c6f636b686f7021)

/* Bits for the numbers of so many packets, in [1, 32]. */
static inline uint32_t payload_bits_for(size_t count)
{
  uint32_t bits = 1;

  while (bits < PAYLOAD_NUMBER_BITS && count > (size_t)1 << bits)
    bits++;
  return bits;
}

static inline uint32_t payload_number_bits(const struct packet_format *format)
{
  return format->number_bits ? format->number_bits : PAYLOAD_NUMBER_BITS;
}

/* The seed of the payloads after so many resets of a run of this seed. */
static inline uint64_t payload_seed(uint64_t seed, uint32_t resets)
{
  return seed ^ resets;
}

static inline uint64_t payload_data(uint32_t number, uint64_t seed,
                                    const struct packet_format *format)
{
  uint64_t check = rng_mix(PAYLOAD_SALT ^ seed ^ (uint64_t)number << PAYLOAD_NUMBER_BITS);

  return (check << payload_number_bits(format) | number) & bits_mask(format->data_bits);
}

static inline uint32_t payload_number(uint64_t data, const struct packet_format *format)
{
  return (uint32_t)(data & bits_mask(payload_number_bits(format)));
}

/* Can `count` packets be told apart? */
static inline bool payload_fits(size_t count, const struct packet_format *format)
{
  return format->data_bits >= PAYLOAD_NUMBER_BITS || count <= UINT64_C(1)
                                                                  << format->data_bits;
}

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* payload -- the data of a packet: a terminal, its number in the schedule, and a check.
 *
 * Where a site has several terminals, the lowest data bits are the terminal field: the
 * number of the destination there.  What is above is the payload.
 *
 * The lowest bits of the payload are the number of the packet, in as many bits as the
 * schedule needs.  The bits above are a hash of number and seed: it reveals packets that
 * were damaged or mixed up, and makes every data bit change.  The data are cut to
 * data_bits, which must have room for the terminal field and the numbers of a schedule:
 * payload_fits.  A reset in mid-run changes the seed, so a packet that survives it does not
 * look like a new one.
 *
 * A hash is hardly ever all 0 or all 1, so two packets are special: the number bits of
 * packet 0 are all 0, those of the last packet all 1, and with half of the seeds all check
 * bits of these two are the same bit.  So some packets have data of all 0, or of all 1.
 *
 * Data of another kind (payload.c) have no number: several packets may be equal.
 *
 * The packets of a program (reduction.h) carry a value in place of the hash.
 */
#ifndef LOCKHOP_NETWORK_TRAFFIC_PAYLOAD_H
#define LOCKHOP_NETWORK_TRAFFIC_PAYLOAD_H

#include "base/bits.h"
#include "base/err.h"
#include "base/rng.h"
#include "switch/component/packet.h"

#include <stdbool.h>
#include <stddef.h>

enum { PAYLOAD_NUMBER_BITS = 32 /* at most */ };

/* The kind of data of packets; 0 is the default. */
enum payload_kind { PAYLOAD_NUMBERS, PAYLOAD_FIRST_OTHER };

/* A kind without a name: data that somebody else has made, all different. */
#define PAYLOAD_OWN UINT32_MAX

/* Names of the kinds, by number; NULL: no more.  payload_text: one line of help. */
const char *payload_list(size_t number);
const char *payload_text(size_t number);

/* "constant".  Error: ERR_USAGE, for the option --data. */
bool payload_read(uint32_t *kind, const char *text, struct err *err);

/* The payload of a packet, for kinds without numbers. */
uint64_t payload_other(uint32_t number, uint64_t seed, const struct packet_format *format);

/* Do data contain the packet number? */
static inline bool payload_is_numbered(const struct packet_format *format)
{
  return format->data_kind == PAYLOAD_NUMBERS;
}

/* Are the data of any two packets different? */
static inline bool payload_tells_apart(const struct packet_format *format)
{
  return payload_is_numbered(format) || format->data_kind == PAYLOAD_OWN;
}

enum { PAYLOAD_TEXT = 40 };

/* Print "packet 7", "packet 0x55" of PAYLOAD_OWN, or "data 0x55" of other kinds, into text.
 * Returns text. */
char *payload_print(char text[PAYLOAD_TEXT], uint64_t data,
                    const struct packet_format *format);

/* With it, the data of packet 0 of seed 0 are not all 0. */
#define PAYLOAD_SALT UINT64_C(0x6c6f636b686f7021)

/* Bits for the numbers of `count` packets, in [1, 32]. */
static inline uint32_t payload_bits_for(size_t count)
{
  uint32_t bits = 1;

  while (bits < PAYLOAD_NUMBER_BITS && count > (size_t)1 << bits)
    bits++;
  return bits;
}

/* Bits of the terminal field where a site has so many terminals. */
static inline uint32_t payload_terminal_bits(uint32_t per_site)
{
  uint32_t bits = 0;

  while (per_site > UINT32_C(1) << bits)
    bits++;
  return bits;
}

/* The terminal field of data: the number of the destination at its site. */
static inline uint64_t payload_terminal(uint64_t data, const struct packet_format *format)
{
  return data & bits_mask(format->terminal_bits);
}

/* Bits of the payload. */
static inline uint32_t payload_bits(const struct packet_format *format)
{
  return format->data_bits - format->terminal_bits;
}

static inline uint32_t payload_number_bits(const struct packet_format *format)
{
  return format->number_bits ? format->number_bits : PAYLOAD_NUMBER_BITS;
}

/* The seed of the payloads after `resets` resets in a run with this seed. */
static inline uint64_t payload_seed(uint64_t seed, uint32_t resets)
{
  return seed ^ resets;
}

/* Is this packet 0 or the last packet of a schedule? */
static inline bool payload_is_corner(uint32_t number, const struct packet_format *format)
{
  return format->last_number && (number == 0 || number == format->last_number);
}

/* The payload of a packet: its data without the terminal field. */
static inline uint64_t payload_data(uint32_t number, uint64_t seed,
                                    const struct packet_format *format)
{
  const uint32_t bits = payload_number_bits(format);
  uint64_t check = rng_mix(PAYLOAD_SALT ^ seed ^ (uint64_t)number << PAYLOAD_NUMBER_BITS);
  uint64_t low = number;

  if (!payload_is_numbered(format))
    return payload_other(number, seed, format);
  if (payload_is_corner(number, format)) {
    const uint64_t same = number == 0 ? 0 : UINT64_MAX;

    low = same & bits_mask(bits);
    if (check >> 63)
      check = same;
  }
  return (check << bits | low) & bits_mask(payload_bits(format));
}

/* The data of a packet for this terminal of a network that has several at a site. */
static inline uint64_t payload_to(uint32_t number, uint32_t destination, uint64_t seed,
                                  const struct packet_format *format)
{
  return payload_data(number, seed, format) << format->terminal_bits |
         destination % format->per_site;
}

/* Bits for a value above the number; 0: there is no room. */
static inline uint32_t payload_value_bits(const struct packet_format *format)
{
  const uint32_t bits = payload_bits(format), number = payload_number_bits(format);

  return payload_is_numbered(format) && bits > number ? bits - number : 0;
}

/* The payload of a packet that carries a value, which is cut to payload_value_bits. */
static inline uint64_t payload_with(uint32_t number, uint64_t value,
                                    const struct packet_format *format)
{
  const uint32_t bits = payload_number_bits(format);
  const bool last = format->last_number && number == format->last_number;
  const uint64_t low = last ? bits_mask(bits) : number;

  return (value << bits | low) & bits_mask(payload_bits(format));
}

/* The value that data carry. */
static inline uint64_t payload_value(uint64_t data, const struct packet_format *format)
{
  return data >> format->terminal_bits >> payload_number_bits(format) &
         bits_mask(payload_value_bits(format));
}

/* The number of a packet; UINT32_MAX: data have none. */
static inline uint32_t payload_number(uint64_t data, const struct packet_format *format)
{
  if (!payload_is_numbered(format))
    return UINT32_MAX;
  const uint32_t mask = (uint32_t)bits_mask(payload_number_bits(format));
  const uint32_t low = (uint32_t)(data >> format->terminal_bits) & mask;

  return format->last_number && low == mask ? format->last_number : low;
}

/* Payloads with numbers in few steps: what is the same for all packets but the first and
 * the last. */
struct payload_form {
  uint64_t seed, mask;
  uint32_t number_mask, number_bits;
  uint32_t inner; /* packets [1, inner] are neither the first nor the last, and their data
                   * are payload_inner */
};

static inline struct payload_form payload_form(uint64_t seed,
                                               const struct packet_format *format)
{
  const uint32_t bits = payload_number_bits(format);
  const bool plain =
      payload_is_numbered(format) && format->terminal_bits == 0 && format->last_number > 0;

  return (struct payload_form){.seed = PAYLOAD_SALT ^ seed,
                               .mask = bits_mask(payload_bits(format)),
                               .number_mask = (uint32_t)bits_mask(bits),
                               .number_bits = bits,
                               .inner = plain ? format->last_number - 1 : 0};
}

static inline bool payload_is_inner(const struct payload_form *form, uint32_t number)
{
  return number - 1 < form->inner;
}

/* payload_data of an inner packet. */
static inline uint64_t payload_inner(const struct payload_form *form, uint32_t number)
{
  return (rng_mix(form->seed ^ (uint64_t)number << PAYLOAD_NUMBER_BITS)
              << form->number_bits |
          number) &
         form->mask;
}

/* Are data_bits enough for the terminal field, one bit more, and to tell `count` packets
 * apart?  The last is always true for data without numbers. */
static inline bool payload_fits(size_t count, const struct packet_format *format)
{
  if (format->data_bits <= format->terminal_bits)
    return false;
  return !payload_is_numbered(format) || payload_bits(format) >= PAYLOAD_NUMBER_BITS ||
         count <= UINT64_C(1) << payload_bits(format);
}

#endif

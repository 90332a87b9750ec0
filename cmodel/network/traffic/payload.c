/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* payload -- the data of a packet of kinds that have no number. */
#include "network/traffic/payload.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  SMALL = 16,     /* numbers below it are small */
  WORDS = 4,      /* of `mixed`, so many words in all, that come again and again */
  ONES_LEAST = 20 /* of data that begin with ones */
};

/* What a kind makes of a random word, and of one that is the same for all packets. */
typedef uint64_t payload_of(uint64_t random, uint64_t common, uint32_t bits);

static uint64_t constant(uint64_t random, uint64_t common, uint32_t bits)
{
  (void)random;
  (void)bits;
  return common;
}

static uint64_t one_hot(uint64_t random, uint64_t common, uint32_t bits)
{
  (void)common;
  return UINT64_C(1) << random % bits;
}

static uint64_t small(uint64_t random, uint64_t common, uint32_t bits)
{
  (void)common;
  (void)bits;
  return random % SMALL;
}

static uint64_t alternating(uint64_t random, uint64_t common, uint32_t bits)
{
  (void)common;
  (void)bits;
  return UINT64_C(0x5555555555555555) << random % 2;
}

/* Twenty or more, as far as there are so many, from the top; below them anything. */
static uint64_t ones(uint64_t random, uint64_t common, uint32_t bits)
{
  const uint32_t least = bits < ONES_LEAST ? bits : ONES_LEAST;
  const uint32_t count = least + (uint32_t)(random % (bits - least + 1));

  (void)common;
  return ~bits_mask(bits - count) | rng_mix(random);
}

static uint64_t word(uint64_t random, uint64_t common, uint32_t bits)
{
  (void)bits;
  return rng_mix(common + random % WORDS);
}

static uint64_t mixed(uint64_t random, uint64_t common, uint32_t bits);

static const struct kind {
  const char *name, *text;
  payload_of *of;
} kinds[] = {
    {"number", "the number of the packet and a check, all different", NULL},
    {"constant", "all equal", constant},
    {"one-hot", "one bit is 1", one_hot},
    {"small", "a number below 16", small},
    {"alternating", "0101..., or 1010...", alternating},
    {"ones", "20 ones at the top or more, and any bits below", ones},
    {"words", "one of four words", word},
    {"mixed", "each packet one of the kinds before, but number", mixed},
};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

static uint64_t mixed(uint64_t random, uint64_t common, uint32_t bits)
{
  const size_t kind = PAYLOAD_FIRST_OTHER + random % (KINDS - PAYLOAD_FIRST_OTHER - 1);

  return kinds[kind].of(rng_mix(random), common, bits);
}

const char *payload_list(size_t number)
{
  return number < KINDS ? kinds[number].name : NULL;
}

const char *payload_text(size_t number)
{
  return number < KINDS ? kinds[number].text : NULL;
}

bool payload_read(uint32_t *kind, const char *text, struct err *err)
{
  const char *names[KINDS];
  char all[160];

  for (uint32_t i = 0; i < KINDS; i++) {
    names[i] = kinds[i].name;
    if (strcmp(text, names[i]) == 0) {
      *kind = i;
      return true;
    }
  }
  text_list(all, sizeof all, names, KINDS, " and ");
  return err_set(err, ERR_USAGE, "--data '%.100s': is none of %s", text, all);
}

uint64_t payload_other(uint32_t number, uint64_t seed, const struct packet_format *format)
{
  const uint64_t common = rng_mix(PAYLOAD_SALT ^ seed);
  const uint64_t random = rng_mix(common ^ (uint64_t)number << PAYLOAD_NUMBER_BITS);

  return kinds[format->data_kind].of(random, common, payload_bits(format)) &
         bits_mask(payload_bits(format));
}

char *payload_print(char text[PAYLOAD_TEXT], uint64_t data,
                    const struct packet_format *format)
{
  if (payload_is_numbered(format))
    snprintf(text, PAYLOAD_TEXT, "packet %" PRIu32, payload_number(data, format));
  else if (format->data_kind == PAYLOAD_OWN)
    snprintf(text, PAYLOAD_TEXT, "packet 0x%" PRIx64, data);
  else
    snprintf(text, PAYLOAD_TEXT, "data %#" PRIx64, data);
  return text;
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* spec -- functions with which the row of a topology reads a spec string.
 *
 * A spec is the name of a topology, then numbers, products such as 2x3x5, and lists of
 * both, as its row reads them, each after a separator; at the end ",key=value" for every
 * key given.  Examples: "d3:3,4,cabinets=0-1-3/4", "mesh:8x8x8", "hdn:2x3x5:2x3,3x5".
 *
 * The functions print what they read into `canonical`, without leading zeros, the keys in
 * the order in which the row reads them.  Errors are ERR_USAGE: one line with the place in
 * the spec and the form.
 */
#ifndef LOCKHOP_NETWORK_TOPOLOGY_SPEC_H
#define LOCKHOP_NETWORK_TOPOLOGY_SPEC_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SPEC_TEXT = 256, /* bytes of a spec string, its 0 included */
  SPEC_KEYS = 8    /* keys of a row, at most */
};

struct spec {
  const char *text; /* all of it, as typed; shorter than SPEC_TEXT */
  const char *form; /* e.g. "d3:K,M[,cabinets=I-J-../N]" */
  size_t at;        /* the unread part begins at text[at] */
  char canonical[SPEC_TEXT];
  const char *keys[SPEC_KEYS]; /* read so far */
  size_t key_count;
};

/* Read the name, which is text[name_length]; form and text are not copied. */
void spec_start(struct spec *spec, const char *text, size_t name_length, const char *form);

/* Read the separator if it comes next and no key=value follows it.  True: it was read. */
bool spec_next(struct spec *spec, char separator);

/* The separator ('\0': none) and a decimal number; one too large for 64 bits is read as
 * UINT64_MAX. */
bool spec_number(struct spec *spec, char separator, uint64_t *number, struct err *err);

/* The separator ('\0': none) and a product such as 2x3x5: factors[*count], at least one of
 * them and at most `capacity`; one too large for 32 bits is read as UINT32_MAX. */
bool spec_product(struct spec *spec, char separator, uint32_t *factors, size_t capacity,
                  size_t *count, struct err *err);

/* A factor of a product that may say which one is meant, as in 2x3@2. */
struct spec_factor {
  uint32_t number; /* one too large for 32 bits is read as UINT32_MAX */
  uint32_t place;  /* the number after the @; 0: none */
};

/* The separator and a product of such factors: factors[*count], at least one of them and at
 * most `capacity`.  The caller prints the result. */
bool spec_factors(struct spec *spec, char separator, struct spec_factor *factors,
                  size_t capacity, size_t *count, struct err *err);

/* The path of a file behind a colon, up to the next comma, not empty and without control
 * characters. */
bool spec_path(struct spec *spec, char path[SPEC_TEXT], struct err *err);

/* Parts of a product that a row reads by itself, and prints: the separator; a word, if it
 * comes next; a number up to the end of a factor, as above. */
bool spec_separator(struct spec *spec, char separator, struct err *err);
bool spec_word(struct spec *spec, const char *word);
bool spec_factor_number(struct spec *spec, uint32_t *number, struct err *err);

/* Append text of the row to `canonical`; it must not be longer than the text typed,
 * but for a cube of a base. */
void spec_print(struct spec *spec, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A key that is not for the row: spec_end knows it, and spec_value reads it afterwards. */
void spec_later(struct spec *spec, const char *key);

/* The value of a key, "" when it is not given.  Call it after all numbers are read. */
bool spec_value(struct spec *spec, const char *key, char value[SPEC_TEXT], struct err *err);

/* The value of a key as one of names[count]: *chosen is its index, the first when the key
 * is not given. */
bool spec_choice(struct spec *spec, const char *key, const char *const *names, size_t count,
                 size_t *chosen, struct err *err);

/* Is the whole spec read, except keys that the row has read?  False: ERR_USAGE. */
bool spec_end(const struct spec *spec, struct err *err);

#endif

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- reads the key=value list after the name of a kind of traffic. */
#ifndef LOCKHOP_NETWORK_TRAFFIC_OPTIONS_H
#define LOCKHOP_NETWORK_TRAFFIC_OPTIONS_H

#include "base/err.h"
#include "network/topology/topology.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OPTIONS_VALUE = 256 }; /* bytes of an argument and of a value, their 0 included */

/* Check that every item of `argument` is key=value with a key of keys[count], each at most
 * once. Error: ERR_USAGE, begun by `kind`, with the nearest key or all keys. */
bool options_check(const char *kind, const char *argument, const char *const *keys,
                   size_t count, struct err *err);

/* Read the value of a key as one of names[count]: *choice is its index, unchanged when the
 * key is not given.  Error: ERR_USAGE with the nearest name. */
bool options_choice(const char *kind, const char *argument, const char *key,
                    const char *const *names, size_t count, size_t *choice,
                    struct err *err);

/* Read the value of a key as 0 or 1: *flag, unchanged when the key is not given.  Error:
 * ERR_USAGE. */
bool options_flag(const char *kind, const char *argument, const char *key, bool *flag,
                  struct err *err);

/* Read the value of a key as a whole number of `unit` in low..high: *number, unchanged when
 * the key is not given.  Error: ERR_USAGE with the range. */
bool options_number(const char *kind, const char *argument, const char *key, uint32_t low,
                    uint32_t high, const char *unit, uint32_t *number, struct err *err);

/* Read the value of a key, which must be given, as a terminal.  Error: ERR_USAGE. */
bool options_terminal(const char *kind, const char *argument, const char *key,
                      const struct topology *t, uint32_t *terminal, struct err *err);

#endif

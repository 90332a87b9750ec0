/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* options -- reads the key=value list after the name of a kind of traffic. */
#include "network/traffic/options.h"

#include "base/text.h"

#include <string.h>

bool options_check(const char *kind, const char *argument, const char *const *keys,
                   size_t count, struct err *err)
{
  char value[OPTIONS_VALUE], hint[OPTIONS_VALUE], all[OPTIONS_VALUE];

  if (strlen(argument) >= sizeof value)
    return err_set(err, ERR_USAGE, "'%s,%.40s...': too long", kind, argument);
  if (!text_unknown_option(argument, keys, count, value, sizeof value))
    return true;
  bool has_value = strchr(value, '=') != NULL;

  value[strcspn(value, "=")] = '\0';
  for (size_t i = 0; i < count; i++)
    if (strcmp(value, keys[i]) == 0)
      return err_set(err, ERR_USAGE, "'%s,%s': '%s' %s", kind, argument, value,
                     has_value ? "is given twice" : "has no value");
  text_did_you_mean(hint, sizeof hint, value, keys, count);
  if (hint[0] != '\0')
    return err_set(err, ERR_USAGE, "'%s,%s': unknown option '%s'%s", kind, argument, value,
                   hint);
  return err_set(err, ERR_USAGE, "'%s,%s': unknown option '%s'; there %s %s", kind,
                 argument, value, count == 1 ? "is" : "are",
                 text_list(all, sizeof all, keys, count, " and "));
}

bool options_choice(const char *kind, const char *argument, const char *key,
                    const char *const *names, size_t count, size_t *choice, struct err *err)
{
  char value[OPTIONS_VALUE], hint[OPTIONS_VALUE], all[OPTIONS_VALUE];

  if (!text_option(argument, key, value, sizeof value))
    return true;
  for (size_t i = 0; i < count; i++)
    if (strcmp(value, names[i]) == 0) {
      *choice = i;
      return true;
    }
  text_did_you_mean(hint, sizeof hint, value, names, count);
  if (hint[0] != '\0')
    return err_set(err, ERR_USAGE, "'%s,%s': unknown %s '%s'%s", kind, argument, key, value,
                   hint);
  return err_set(err, ERR_USAGE, "'%s,%s': unknown %s '%s'; there are %s", kind, argument,
                 key, value, text_list(all, sizeof all, names, count, " and "));
}

bool options_flag(const char *kind, const char *argument, const char *key, bool *flag,
                  struct err *err)
{
  static const char *const no_yes[] = {"0", "1"};
  size_t choice = *flag;

  if (!options_choice(kind, argument, key, no_yes, 2, &choice, err))
    return false;
  *flag = choice != 0;
  return true;
}

bool options_number(const char *kind, const char *argument, const char *key, uint32_t low,
                    uint32_t high, const char *unit, uint32_t *number, struct err *err)
{
  char value[OPTIONS_VALUE];
  uint64_t read;

  if (!text_option(argument, key, value, sizeof value))
    return true;
  if (!text_u64(value, high, &read) || read < low)
    return err_set(err, ERR_USAGE, "'%s,%s': %s must be in %u..%u%s%s", kind, argument, key,
                   low, high, unit[0] != '\0' ? " " : "", unit);
  *number = (uint32_t)read;
  return true;
}

bool options_terminal(const char *kind, const char *argument, const char *key,
                      const struct topology *t, uint32_t *terminal, struct err *err)
{
  char value[OPTIONS_VALUE], example[ADDRESS_TEXT];

  if (text_option(argument, key, value, sizeof value))
    return topology_parse_terminal(t, value, key, terminal, err);
  topology_print_terminal(t, t->terminals > 1, example);
  return err_set(err, ERR_USAGE, "%s: needs a %s, as in %s,%s=%s", kind, key, kind, key,
                 example);
}

/* SPDX-License-Identifier: Apache-2.0
 * SPDX-FileCopyrightText: The Lockhop authors
 */

/* collectives -- traffic that collective engines move by programs. */
#include "network/traffic/collectives.h"

#include "base/text.h"
#include "network/collective/program.h"
#include "network/traffic/options.h"
#include "network/traffic/traffic.h"

#include <stdlib.h>
#include <string.h>

#define MANY "one-to-many-broadcast"

enum { KEYS = 8, NAME = 64 };

/* Names of rule=, send= and order=. */
static const char *const rules[] = {"corrected", "printed"};
static const char *const sends[OPERATION_SENDS] = {
    [OPERATION_SEND_NEEDED] = "needed",
    [OPERATION_SEND_NOT_OWN] = "not-own",
    [OPERATION_SEND_ALL] = "all",
};
static const char *const orders[OPERATION_ORDERS] = {
    [OPERATION_TEXT] = "text",
    [OPERATION_INTRA_FIRST] = "intra-first",
};

bool collectives_is_row(const struct traffic_row *row)
{
  return row->make == collectives_make;
}

/* --- the traffic string --- */

/* The name before the options, and its kind. */
static enum collective_kind kind_of(const char *traffic, char name[NAME])
{
  const size_t length = strcspn(traffic, ",");
  enum collective_kind kind = COLLECTIVE_ONE_TO_ALL_BROADCAST; /* to many too */

  snprintf(name, NAME, "%.*s", (int)length, traffic);
  for (uint32_t i = 0; i < COLLECTIVE_KINDS; i++)
    if (strcmp(name, collective_kind_name((enum collective_kind)i)) == 0)
      kind = (enum collective_kind)i;
  return kind;
}

static size_t keys_of(const char *name, enum collective_kind kind, const char *keys[KEYS])
{
  size_t count = 0;

  keys[count++] = "startup";
  keys[count++] = "word";
  keys[count++] = "words";
  switch (kind) {
  case COLLECTIVE_ALL_TO_ALL_BROADCAST:
    keys[count++] = "send";
    break;
  case COLLECTIVE_ALL_TO_ALL_PERSONALIZED:
    keys[count++] = "order";
    break;
  default:
    keys[count++] = "source";
  }
  if (strcmp(name, MANY) == 0) {
    keys[count++] = "destinations";
    keys[count++] = "count";
  } else if (kind == COLLECTIVE_ONE_TO_ALL_BROADCAST) {
    keys[count++] = "rule";
  }
  return count;
}

/* --- one to many --- */

static bool bad_destinations(const char *options, const char *why, struct err *err)
{
  return err_set(err, ERR_USAGE, "'" MANY "%s%s': %s; give destinations=A+B+.. or count=N",
                 options[0] != '\0' ? "," : "", options, why);
}

static bool read_destinations(struct collectives *c, const char *options, char *list,
                              const struct topology *t, struct err *err)
{
  char *rest = NULL;

  for (char *item = strtok_r(list, "+", &rest); item; item = strtok_r(NULL, "+", &rest)) {
    uint32_t terminal;

    if (!topology_parse_terminal(t, item, "destination", &terminal, err))
      return false;
    if (terminal == c->operation.source)
      return bad_destinations(options, "the source is a destination", err);
    if (c->wanted[terminal])
      return bad_destinations(options, "a destination is given twice", err);
    c->wanted[terminal] = 1;
  }
  return true;
}

/* `count` others than the source, every choice equally likely. */
static bool draw_destinations(struct collectives *c, uint32_t count,
                              const struct topology *t, uint64_t seed, struct err *err)
{
  struct rng rng = rng_seed(seed, traffic_stream_problem);
  uint32_t *others = malloc(t->terminals * sizeof *others);

  if (!others)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   t->terminals);
  for (uint32_t i = 0, terminal = 0; terminal < t->terminals; terminal++)
    if (terminal != c->operation.source)
      others[i++] = terminal;
  traffic_shuffle(others, t->terminals - 1, &rng);
  for (uint32_t i = 0; i < count; i++)
    c->wanted[others[i]] = 1;
  free(others);
  return true;
}

static bool read_many(struct collectives *c, const char *options, const struct topology *t,
                      uint64_t seed, struct err *err)
{
  char list[OPTIONS_VALUE];
  uint32_t count = 0;
  const bool listed = text_option(options, "destinations", list, sizeof list);

  if (!options_number(MANY, options, "count", 1, t->terminals - 1, "destinations", &count,
                      err))
    return false;
  if (listed && count > 0)
    return bad_destinations(options, "destinations and count", err);
  if (!listed && count == 0)
    return bad_destinations(options, "no destinations", err);
  c->operation.wanted = c->wanted = calloc(t->terminals, sizeof *c->wanted);
  if (!c->wanted)
    return err_set(err, ERR_ENVIRONMENT, "not enough memory for %u terminals",
                   t->terminals);
  if (listed && list[strspn(list, "+")] == '\0')
    return bad_destinations(options, "no destinations", err);
  return listed ? read_destinations(c, options, list, t, err)
                : draw_destinations(c, count, t, seed, err);
}

/* --- reading --- */

static bool read_source(struct collectives *c, const char *name, const char *options,
                        const struct topology *t, struct err *err)
{
  char value[OPTIONS_VALUE];

  return !text_option(options, "source", value, sizeof value) ||
         options_terminal(name, options, "source", t, &c->operation.source, err);
}

static bool read_plan(struct collectives *c, const char *name, const char *options,
                      const struct topology *t, uint64_t seed, struct err *err)
{
  size_t choice = 0;

  switch (c->operation.kind) {
  case COLLECTIVE_ALL_TO_ALL_BROADCAST:
    if (!options_choice(name, options, "send", sends, OPERATION_SENDS, &choice, err))
      return false;
    c->operation.send = (enum operation_send)choice;
    return true;
  case COLLECTIVE_ALL_TO_ALL_PERSONALIZED:
    if (!options_choice(name, options, "order", orders, OPERATION_ORDERS, &choice, err))
      return false;
    c->operation.order = (enum operation_order)choice;
    return true;
  default:
    if (!options_choice(name, options, "rule", rules, sizeof rules / sizeof rules[0],
                        &choice, err))
      return false;
    c->operation.rule = choice == 1 ? OPERATION_RULE_PRINTED : OPERATION_RULE;
    return read_source(c, name, options, t, err) &&
           (strcmp(name, MANY) != 0 || read_many(c, options, t, seed, err));
  }
}

bool collectives_read(struct collectives *c, const char *traffic, const struct topology *t,
                      uint64_t seed, struct err *err)
{
  char name[NAME];
  const char *keys[KEYS];

  *c = (struct collectives){.word = 1, .words = 1};
  c->operation.kind = kind_of(traffic, name);
  const char *options = traffic + strlen(name);
  const size_t key_count = keys_of(name, c->operation.kind, keys);

  options += *options == ',';
  if ((*options == '\0' || options_check(name, options, keys, key_count, err)) &&
      options_number(name, options, "startup", 0, PROGRAM_STARTUP_MAX, "cycles",
                     &c->startup, err) &&
      options_number(name, options, "word", 1, PROGRAM_WORD_MAX, "cycles", &c->word, err) &&
      options_number(name, options, "words", 1, PROGRAM_WORDS_MAX, "words", &c->words,
                     err) &&
      read_plan(c, name, options, t, seed, err))
    return true;
  collectives_free(c);
  return false;
}

void collectives_free(struct collectives *c)
{
  free(c->wanted);
  *c = (struct collectives){.wanted = NULL};
}

/* --- the schedule --- */

/* Words that a source offers. */
static uint64_t words_of(const struct collectives *c, const struct topology *t)
{
  const bool personalized = c->operation.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED ||
                            c->operation.kind == COLLECTIVE_ALL_TO_ALL_PERSONALIZED;

  return c->words * (uint64_t)(personalized ? t->terminals - 1 : 1);
}

/* Message `number` of a source: for the other nodes in their order, or for all. */
static uint32_t destination_of(const struct collectives *c, uint32_t source,
                               uint32_t number)
{
  switch (c->operation.kind) {
  case COLLECTIVE_ONE_TO_ALL_PERSONALIZED:
  case COLLECTIVE_ALL_TO_ALL_PERSONALIZED:
    return number + (number >= source);
  default:
    return SCHEDULE_ALL;
  }
}

static bool add_words(struct schedule *schedule, const struct collectives *c,
                      const struct topology *t, struct err *err)
{
  const bool one = c->operation.kind == COLLECTIVE_ONE_TO_ALL_BROADCAST ||
                   c->operation.kind == COLLECTIVE_ONE_TO_ALL_PERSONALIZED;
  const uint32_t first = one ? c->operation.source : 0;
  const uint32_t last = one ? c->operation.source + 1 : t->terminals;
  const uint64_t words = words_of(c, t);
  size_t capacity = 0;

  if (!traffic_reserve(schedule, &capacity, words * (last - first), err))
    return false;
  for (uint32_t word = 0; word < words; word++)
    for (uint32_t source = first; source < last; source++)
      schedule->entries[schedule->count++] = (struct schedule_entry){
          .cycle = word,
          .source = source,
          .destination = destination_of(c, source, word / c->words),
      };
  return true;
}

bool collectives_make(struct schedule *schedule, const struct traffic_request *request,
                      const char *argument, struct err *err)
{
  const struct topology *t = request->topology;
  struct collectives c;

  (void)argument; /* the name says the kind */
  if (!collectives_read(&c, request->traffic, t, request->seed, err))
    return false;
  struct operation *operation = operation_open(t, &c.operation, err); /* it can be made */
  const bool good = operation && add_words(schedule, &c, t, err);

  operation_close(operation);
  schedule->group = c.wanted;
  c.wanted = NULL;
  collectives_free(&c);
  return good;
}
